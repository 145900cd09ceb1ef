//! `cargo xtask test`: all checks that a change must pass.
//!
//! A failing step does not stop the later ones: one run reports every failure. It changes no files
//! and hides no output of the tools.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::cargo::{CargoTool, cargo, require_component, run as run_command};
use crate::{
    acp, balancers, browser, commits, conformance, docs, edges, features, interop, oidc_provider, package,
    packages, postgres, python, rjsf, typescript, workflows,
};

const RUSTFMT: CargoTool = CargoTool { subcommand: "fmt", provider: "rustfmt" };
const CLIPPY: CargoTool = CargoTool { subcommand: "clippy", provider: "clippy" };

/// Run everything a change must pass: formatting, crate edges, commits, workflows, lints, features, tests,
/// documentation, packages, conformance, other SDKs, a real browser, the TypeScript and Python SDKs,
/// installed packages
///
/// Every step runs, even after another has failed; the summary at the end lists them all.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run only these steps (repeat it, or separate them with commas)
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    only: Vec<Step>,
}

/// One step, in the order in which they run: the quick ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// rustfmt would change nothing
    Format,
    /// Crates depend only on what they may; cheap house rules
    Edges,
    /// Commits have imperative subjects of at most 72 characters
    Commits,
    /// actionlint has nothing to say about the workflows
    Workflows,
    /// clippy has nothing to say
    Lints,
    /// Every crate compiles with no feature, each feature alone, and all of them
    Features,
    /// Unit tests, integration tests, documentation examples; installs PostgreSQL and oidc-provider
    Tests,
    /// The documentation builds without warnings
    Docs,
    /// Every crate can be packaged, and its package is complete
    Package,
    /// The official MCP conformance suite agrees
    Conformance,
    /// Other MCP SDKs can talk with ours, the quick ones of them; RJSF judges as the forms do
    Interop,
    /// A real browser fills in forms; installs what it needs
    Browser,
    /// The TypeScript SDK: its types, and its tests against the real service
    Typescript,
    /// The Python SDK: its types, and its tests against the real service and the frameworks
    Python,
    /// Wheel, npm packages, bundle and Debian package work where they are installed
    Packages,
}

/// What became of a step.
struct StepReport {
    step: Step,
    took: Duration,
    failure: Option<String>,
}

/// Runs the steps and fails if any of them did.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let reports: Vec<StepReport> =
        chosen(&arguments.only).into_iter().map(|step| run_step(root, step)).collect();

    println!("\n== summary ==");
    for report in &reports {
        println!("{}", summary_line(report));
    }
    let failed = reports.iter().filter(|report| report.failure.is_some()).count();
    if failed > 0 {
        bail!("{failed} of {} steps failed", reports.len());
    }
    Ok(())
}

/// Returns the steps to run, in their own order. An empty selection means all.
fn chosen(only: &[Step]) -> Vec<Step> {
    Step::value_variants().iter().copied().filter(|step| only.is_empty() || only.contains(step)).collect()
}

fn run_step(root: &Path, step: Step) -> StepReport {
    println!("\n== {} ==", name(step));
    let start = Instant::now();
    let result = perform(root, step);
    let took = start.elapsed();
    let failure = result.err().map(|error| format!("{error:#}"));
    match &failure {
        Some(failure) => println!("{} FAILED after {}: {failure}", name(step), seconds(took)),
        None => println!("{} ok after {}", name(step), seconds(took)),
    }
    StepReport { step, took, failure }
}

/// Lints and tests build with the same profile and features, so that they share what they can.
fn perform(root: &Path, step: Step) -> Result<()> {
    match step {
        Step::Format => {
            require_component(root, RUSTFMT)?;
            run_command(cargo(root).args(["fmt", "--all", "--check"]))
        }
        Step::Edges => edges::run(root),
        Step::Commits => commits::run(root),
        Step::Workflows => workflows::run(root),
        Step::Lints => {
            require_component(root, CLIPPY)?;
            let clippy = ["clippy", "--workspace", "--all-targets", "--all-features"];
            run_command(cargo(root).args(clippy).args(["--", "-D", "warnings"]))
        }
        Step::Features => features::run(root),
        Step::Tests => {
            postgres::require()?;
            oidc_provider::require(root)?;
            balancers::require()?;
            run_command(cargo(root).args(["test", "--workspace", "--all-features", "--no-fail-fast"]))
        }
        Step::Docs => docs::run(root, &docs::Arguments::default()),
        Step::Package => package::run(root),
        Step::Conformance => conformance::run(root),
        Step::Interop => {
            interop::run_quick(root).and_then(|()| rjsf::run(root)).and_then(|()| acp::run(root))
        }
        Step::Browser => browser::test(root),
        Step::Typescript => typescript::run(root),
        Step::Python => python::run(root),
        Step::Packages => packages::run(root),
    }
}

fn summary_line(report: &StepReport) -> String {
    let verdict = if report.failure.is_some() { "FAILED" } else { "ok" };
    let line = format!("{:<12}{verdict:<8}{:>8}", name(report.step), seconds(report.took));
    match &report.failure {
        Some(failure) => format!("{line}   {failure}"),
        None => line,
    }
}

fn name(step: Step) -> &'static str {
    match step {
        Step::Format => "format",
        Step::Edges => "edges",
        Step::Commits => "commits",
        Step::Workflows => "workflows",
        Step::Lints => "lints",
        Step::Features => "features",
        Step::Tests => "tests",
        Step::Docs => "docs",
        Step::Package => "package",
        Step::Conformance => "conformance",
        Step::Interop => "interop",
        Step::Browser => "browser",
        Step::Typescript => "typescript",
        Step::Python => "python",
        Step::Packages => "packages",
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::ValueEnum;

    use super::{Step, StepReport, chosen, name, summary_line};

    #[test]
    fn steps_run_in_their_own_order() {
        let all = [
            Step::Format,
            Step::Edges,
            Step::Commits,
            Step::Workflows,
            Step::Lints,
            Step::Features,
            Step::Tests,
            Step::Docs,
            Step::Package,
            Step::Conformance,
            Step::Interop,
            Step::Browser,
            Step::Typescript,
            Step::Python,
            Step::Packages,
        ];
        for (only, expected) in [
            (vec![], all.to_vec()),
            (vec![Step::Tests], vec![Step::Tests]),
            (vec![Step::Docs, Step::Format, Step::Docs], vec![Step::Format, Step::Docs]),
        ] {
            assert_eq!(chosen(&only), expected);
        }
    }

    #[test]
    fn a_step_is_called_what_the_user_types() {
        for step in Step::value_variants() {
            assert_eq!(step.to_possible_value().expect("no step is hidden").get_name(), name(*step));
        }
    }

    #[test]
    fn the_summary_says_what_failed() {
        let took = Duration::from_millis(1_260);
        for (failure, expected) in [
            (None, "lints       ok         1.3 s"),
            (
                Some("`cargo clippy` failed".to_owned()),
                "lints       FAILED     1.3 s   `cargo clippy` failed",
            ),
        ] {
            assert_eq!(summary_line(&StepReport { step: Step::Lints, took, failure }), expected);
        }
    }
}
