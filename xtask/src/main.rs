//! Everything that is not cargo, as `cargo xtask <command>`:
//!
//! - `test` runs every test, `ci` all that must hold before a push;
//! - `matrix` joins the ledgers, the code and the tests into `docs/coverage`;
//! - `mutants` changes the rules at random and counts how many changes the tests notice;
//! - `tidy` enforces the invariants a compiler cannot see;
//! - `generate` writes every committed file that has a source elsewhere.
//!
//! A command works from any folder of the checkout, without a terminal and without questions.

mod ci;
mod generate;
mod machine;
mod marks;
mod matrix;
mod mutants;
mod rust;
mod test;
mod tidy;
mod tree;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "Everything that is not cargo")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every test; installs the test runner if it is missing
    #[command(after_help = test::EXAMPLES)]
    Test(test::Args),
    /// Run what CI runs: each stage announced, timed and summed up
    #[command(after_help = ci::EXAMPLES)]
    Ci(ci::Args),
    /// Join ledger, code and tests: which rule acts where, and which test shows it
    #[command(after_help = matrix::EXAMPLES)]
    Matrix(matrix::Args),
    /// Change the rules at random and count how many changes the tests notice
    #[command(after_help = mutants::EXAMPLES)]
    Mutants(mutants::Args),
    /// Check the invariants that the compiler cannot see
    #[command(after_help = tidy::EXAMPLES)]
    Tidy(tidy::Args),
    /// Write every generated file that is committed
    #[command(after_help = generate::EXAMPLES)]
    Generate(generate::Args),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let workspace = Workspace::find();
    let done = match command {
        Command::Test(args) => test::run(&workspace, &args),
        Command::Ci(args) => ci::run(&workspace, &args),
        Command::Matrix(args) => matrix::run(&workspace, &args),
        Command::Mutants(args) => mutants::run(&workspace, &args),
        Command::Tidy(args) => tidy::run(&workspace, &args),
        Command::Generate(args) => generate::run(&workspace, &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
