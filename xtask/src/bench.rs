//! `cargo xtask bench`: the measurements, always with optimisation.
//!
//! Knows nothing about the measurements themselves; those are in the `askwell-bench` crate, and for the pages, which need
//! a browser, beside the browser tests.

mod proxies;

use std::path::Path;

use anyhow::{Result, bail};

use crate::cargo::{cargo, run as run_command};
use crate::{browser, packages};

/// The name of the measurements in a browser.
const WEB: &str = "web";

/// The name of the measurement of the first minute.
const FIRST_ANSWER: &str = "first-answer";

/// Run the benchmarks, optimised
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run only the benchmarks whose name contains this; `web` is the pages in a browser, `first-answer` the time from
    /// installing a package to an answer
    filter: Option<String>,
    /// Measure briefly: enough to see that everything runs
    #[arg(long)]
    quick: bool,
    /// Anything else for the benchmark program
    #[arg(last = true, value_name = "ARGUMENT")]
    rest: Vec<String>,
}

/// Builds and runs the benchmark programs, and measures the pages in a browser. A missed target does not stop the
/// others.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let in_browser = || browser::bench(root, arguments.quick);
    let outside = |program: &str, proxies: Option<&Path>| {
        let mut command = cargo(root);
        if let Some(proxies) = proxies {
            command.env(proxies::VARIABLE, proxies);
        }
        command.args(["run", "--release", "--package", "askwell-bench", "--bin", program, "--"]);
        command.args(program_arguments(arguments));
        run_command(&mut command)
    };
    let libraries = || ("the libraries", outside("askwell-bench", None));
    let program = || {
        // The gateway and the terminal are measured with the program itself.
        let mut build = cargo(root);
        build.args(["build", "--release", "--package", "askwell-cli"]);
        let filter = arguments.filter.as_deref();
        let proxies = || proxies::are_wanted(filter).then(|| proxies::install(root)).transpose();
        let measured = run_command(&mut build)
            .and_then(|()| proxies())
            .and_then(|proxies| outside("askwell-bench-program", proxies.as_deref()));
        ("the service, the gateway and the terminal", measured)
    };
    match arguments.filter.as_deref() {
        Some(WEB) => in_browser(),
        Some(FIRST_ANSWER) => packages::measure_first_answer(root),
        Some(_) => all([libraries(), program()]),
        None => all([("the pages in a browser", in_browser()), libraries(), program()]),
    }
}

/// One failure of all there are.
fn all<const N: usize>(measured: [(&str, Result<()>); N]) -> Result<()> {
    let failed: Vec<String> = measured
        .into_iter()
        .filter_map(|(what, result)| Some(format!("{what}: {:#}", result.err()?)))
        .collect();
    if failed.is_empty() { Ok(()) } else { bail!("{}", failed.join("; ")) }
}

fn program_arguments(arguments: &Arguments) -> Vec<&str> {
    let filter = arguments.filter.as_deref();
    let quick = arguments.quick.then_some("--quick");
    filter.into_iter().chain(quick).chain(arguments.rest.iter().map(String::as_str)).collect()
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::{Arguments, all, program_arguments};

    #[test]
    fn every_failure_is_told() {
        assert!(all([("a", Ok(())), ("b", Ok(()))]).is_ok());
        let failed = all([("a", Err(anyhow!("one"))), ("b", Ok(())), ("c", Err(anyhow!("two")))]);
        assert_eq!(failed.map_err(|error| error.to_string()), Err("a: one; c: two".to_owned()));
    }

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
