//! The program `starboard`; everything it does is in the library.

use std::process::ExitCode;

use catalog::Catalog;
use starboard::Console;

/// The server makes and drops some hundred small things for every move.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    starboard::run(&Catalog::standard(), std::env::args_os(), &mut Console::standard())
}
