//! A server of the sample game, in a process of its own: for tests that kill it, and for measuring without rules.
//!
//! `cargo run --release -p server --example duel_server -- serve`, or `-- bench --game duel --scenario hull-250`.

#[path = "../tests/common/duel.rs"]
mod duel;

use clap::Parser;
use indicatif::ProgressBar;
use server::cli::{BenchServer, Serve};

#[derive(Parser)]
enum Command {
    /// Run the server.
    Serve(Serve),
    /// Load a server with moves and measure.
    Bench(BenchServer),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Serve(serve) => serve.run_with(duel::catalog()),
        Command::Bench(bench) => bench.run(&std::env::current_exe()?, &ProgressBar::hidden()),
    }
}
