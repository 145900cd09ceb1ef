//! `cargo xtask bench`: the measurements, always with optimisation.
//!
//! Knows nothing about the measurements themselves; those are in the `askwell-bench` crate, and for the pages, which need
//! a browser, beside the browser tests.

use std::path::Path;

use anyhow::Result;

use crate::browser;
use crate::cargo::{cargo, run as run_command};

/// The name of the measurements in a browser.
const WEB: &str = "web";

/// Run the benchmarks, optimised
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run only the benchmarks whose name contains this; `web` is the pages in a browser
    filter: Option<String>,
    /// Measure briefly: enough to see that everything runs
    #[arg(long)]
    quick: bool,
    /// Anything else for the benchmark program
    #[arg(last = true, value_name = "ARGUMENT")]
    rest: Vec<String>,
}

/// Builds and runs the benchmark program, and measures the pages in a browser.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    match arguments.filter.as_deref() {
        Some(WEB) => return browser::bench(root, arguments.quick),
        Some(_) => {}
        None => browser::bench(root, arguments.quick)?,
    }
    let mut command = cargo(root);
    command.args(["run", "--release", "--package", "askwell-bench", "--"]);
    command.args(program_arguments(arguments));
    run_command(&mut command)
}

fn program_arguments(arguments: &Arguments) -> Vec<&str> {
    let filter = arguments.filter.as_deref();
    let quick = arguments.quick.then_some("--quick");
    filter.into_iter().chain(quick).chain(arguments.rest.iter().map(String::as_str)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Arguments, program_arguments};

    #[test]
    fn arguments_are_passed_on() {
        for (filter, quick, rest, expected) in [
            (None, false, vec![], vec![]),
            (Some("check"), false, vec![], vec!["check"]),
            (Some("check"), true, vec!["--json"], vec!["check", "--quick", "--json"]),
        ] {
            let filter = filter.map(str::to_owned);
            let rest = rest.into_iter().map(str::to_owned).collect();
            assert_eq!(program_arguments(&Arguments { filter, quick, rest }), expected);
        }
    }
}
