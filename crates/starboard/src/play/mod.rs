//! `starboard play`: a match against the computer, on a full screen or line by line.

mod app;
mod draw;
mod input;
mod learn;
mod line_mode;
mod session;
mod terminal;

pub use app::{App, Mode};
use catalog::Catalog;
pub use draw::draw;
pub use session::Session;
pub(crate) use session::load;

use crate::{
    Console, Failure,
    cli::{DailyDay, PlayArgs},
    daily,
};

pub(crate) fn run(catalog: &Catalog, args: &PlayArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    if args.learn {
        return learn::run(catalog, args.game.as_deref(), console);
    }
    let session = match args.daily {
        None => Session::open(catalog, args)?,
        Some(DailyDay::Today) => daily::open(catalog, args, None, console)?,
        Some(DailyDay::Named(day)) => daily::open(catalog, args, Some(day), console)?,
    };
    if console.terminal { terminal::run(session, console) } else { line_mode::run(session, console) }
}
