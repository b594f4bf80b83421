//! The program `starboard`; everything it does is in the library.

use std::process::ExitCode;

use catalog::Catalog;
use starboard::Console;

fn main() -> ExitCode {
    starboard::run(&Catalog::standard(), std::env::args_os(), &mut Console::standard())
}
