//! A server of the sample game, in its own process: for tests that kill it, and for measuring without rules.
//!
//! `cargo run --release -p server --example duel_server -- serve`.

#[path = "../tests/common/duel.rs"]
mod duel;

use clap::Parser;
use server::cli::Serve;

#[derive(Parser)]
enum Command {
    /// Run the server.
    Serve(Box<Serve>),
}

fn main() -> anyhow::Result<()> {
    let Command::Serve(serve) = Command::parse();
    serve.run_with(duel::catalog())
}
