//! The project's own commands, run as `cargo xtask <command>`.
//!
//! Every command is a thin wrapper around the tools that Rust brings along, so that a person and the
//! continuous integration run exactly the same thing. Nothing here ships, edits sources, or keeps state.

mod acp;
mod balancers;
mod bench;
mod browser;
mod cargo;
mod commits;
mod conformance;
mod deny;
mod dist;
mod docs;
mod edges;
mod features;
mod fuzz;
mod interop;
mod locale_data;
mod metadata;
mod node;
mod oidc_provider;
mod package;
mod packages;
mod postgres;
mod python;
mod record;
mod rjsf;
mod site;
mod soak;
mod store_sample;
mod test;
mod typescript;
mod workflows;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The project's own commands
///
/// `cargo xtask test` is the one to run before you hand in a change.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Test(test::Arguments),
    /// Check which crate depends on which, and the cheap rules of the house style
    ///
    /// The edges between crates come from `cargo metadata` and are compared with the table in
    /// xtask/src/edges.rs. The pure crates must not reach a runtime, network, storage or clock crate.
    Edges,
    Docs(docs::Arguments),
    Bench(bench::Arguments),
    Fuzz(fuzz::Arguments),
    Interop(interop::Arguments),
    Record(record::Arguments),
    Soak(soak::Arguments),
    StoreSample(store_sample::Arguments),
    /// Write the data of plurals, numbers, dates and lists for the languages of askwell-locale
    ///
    /// Run it after an update of ICU4X, for a new language, and when a rule needs other data, and commit the file. It
    /// comes from the data that the crates of ICU4X bring; nothing is downloaded.
    LocaleData,
    Deny(deny::Arguments),
    Dist(dist::Arguments),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let root = cargo::workspace_root()?;
    match command {
        Command::Test(arguments) => test::run(&root, arguments),
        Command::Edges => edges::run(&root),
        Command::Docs(arguments) => docs::run(&root, arguments),
        Command::Bench(arguments) => bench::run(&root, arguments),
        Command::Fuzz(arguments) => fuzz::run(&root, arguments),
        Command::Interop(arguments) => interop::run(&root, arguments),
        Command::Record(arguments) => record::run(&root, arguments),
        Command::Soak(arguments) => soak::run(&root, arguments),
        Command::StoreSample(arguments) => store_sample::run(&root, arguments),
        Command::LocaleData => locale_data::run(&root),
        Command::Deny(arguments) => deny::run(&root, arguments),
        Command::Dist(arguments) => dist::run(&root, arguments),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
