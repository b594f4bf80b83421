//! `starboard play`: a match against the computer, on a full screen or line by line.

mod app;
mod draw;
mod input;
mod line_mode;
mod session;
mod terminal;

pub use app::{App, Mode};
use catalog::Catalog;
pub use draw::draw;
pub use session::Session;

use crate::{Console, Failure, cli::PlayArgs};

pub(crate) fn run(catalog: &Catalog, args: &PlayArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let session = Session::open(catalog, args)?;
    if console.terminal { terminal::run(session, console) } else { line_mode::run(session, console) }
}
