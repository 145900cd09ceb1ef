//! `cargo xtask fuzz`: runs every fuzz target for a given time.
//!
//! Works on stable Rust, hence without sanitizers (`-s none`): the code is safe, and the targets look for
//! panics, hangs and unbounded memory. Keeps no history; findings stay in fuzz/artifacts until you remove them.

mod log;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo::{CargoTool, cargo, ensure_installed, spell};
use log::Log;

const CARGO_FUZZ: CargoTool = CargoTool { subcommand: "fuzz", provider: "cargo-fuzz" };

/// Run the fuzz targets for a while each
///
/// Targets are the files in fuzz/fuzz_targets. A folder fuzz/seeds/TARGET, if there is one, gives a target
/// its first inputs. Installs cargo-fuzz when it is missing.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run only this target
    target: Option<String>,
    /// How long to run each target
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
}

/// What became of a target.
struct FuzzReport {
    target: String,
    log: Log,
    succeeded: bool,
}

/// Runs the chosen targets one after another and fails if any of them found something.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let targets = chosen(targets(root)?, arguments.target.as_deref())?;
    ensure_installed(root, CARGO_FUZZ)?;

    let mut reports = Vec::new();
    for target in targets {
        println!("\n== fuzz {target} ==");
        let (log, succeeded) = watch(&mut command(root, &target, arguments.seconds)?)?;
        reports.push(FuzzReport { target, log, succeeded });
    }

    println!("\n== summary ==");
    for report in &reports {
        println!("{}", summary(report));
    }
    let failed = reports.iter().filter(|report| !report.succeeded).count();
    if failed > 0 {
        bail!("{failed} of {} fuzz targets failed", reports.len());
    }
    Ok(())
}

/// The names of all targets, sorted.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz").join("fuzz_targets");
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("no fuzz targets: cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.context("cannot list the fuzz targets")?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn chosen(targets: Vec<String>, only: Option<&str>) -> Result<Vec<String>> {
    if targets.is_empty() {
        bail!("no fuzz targets: there is no Rust file in fuzz/fuzz_targets");
    }
    let Some(only) = only else { return Ok(targets) };
    if !targets.iter().any(|target| target == only) {
        bail!("no fuzz target is called {only}: there are {}", targets.join(", "));
    }
    Ok(vec![only.to_owned()])
}

fn command(root: &Path, target: &str, seconds: u32) -> Result<Command> {
    let mut command = cargo(root);
    command.args(["fuzz", "run", "--fuzz-dir", "fuzz", "--sanitizer", "none", target]);
    let fuzz = Path::new("fuzz");
    let seeds = fuzz.join("seeds").join(target);
    if root.join(&seeds).is_dir() {
        // The first corpus named is the one that grows; seeds are kept by git and should not.
        let corpus = fuzz.join("corpus").join(target);
        fs::create_dir_all(root.join(&corpus)).context("cannot create the corpus folder")?;
        command.arg(corpus).arg(seeds);
    }
    command.arg("--").arg(format!("-max_total_time={seconds}"));
    command.args(["-rss_limit_mb=2048", "-timeout=10", "-print_final_stats=1"]);
    Ok(command)
}

/// Runs `command`, passing on its output while taking notes of it.
fn watch(command: &mut Command) -> Result<(Log, bool)> {
    let line = spell(command);
    println!("$ {line}");
    let mut child =
        command.stderr(Stdio::piped()).spawn().with_context(|| format!("cannot start `{line}`"))?;
    let mut log = Log::default();
    if let Some(stderr) = child.stderr.take() {
        // The fuzzer prints its inputs raw, so lines need not be UTF-8.
        for line in BufReader::new(stderr).split(b'\n') {
            let line = line.context("cannot read the fuzzer's output")?;
            log.note(&String::from_utf8_lossy(&line));
            let mut terminal = std::io::stderr().lock();
            // Nobody reading is no reason to stop fuzzing.
            let _ = terminal.write_all(&line).and_then(|()| terminal.write_all(b"\n"));
        }
    }
    let status = child.wait().with_context(|| format!("cannot wait for `{line}`"))?;
    Ok((log, status.success()))
}

fn summary(report: &FuzzReport) -> String {
    let FuzzReport { target, log, succeeded } = report;
    let executions = log.executions();
    if *succeeded {
        return format!("{target}: ok, {executions} executions, nothing found");
    }
    match log.artifact() {
        Some(artifact) => format!(
            "{target}: FAILED, {executions} executions, found {artifact}\n  \
             replay it:  cargo fuzz run --sanitizer none {target} {artifact}\n  \
             make it smaller:  cargo fuzz tmin --sanitizer none {target} {artifact}"
        ),
        None => format!("{target}: FAILED before it found anything; the reason is above"),
    }
}

#[cfg(test)]
mod tests {
    use super::{FuzzReport, Log, chosen, summary};

    #[test]
    fn a_target_is_chosen_by_name() {
        let all = || vec!["answers".to_owned(), "document".to_owned()];
        for (only, expected) in [
            (None, Ok(all())),
            (Some("answers"), Ok(vec!["answers".to_owned()])),
            (Some("answer"), Err("no fuzz target is called answer: there are answers, document".to_owned())),
        ] {
            assert_eq!(chosen(all(), only).map_err(|error| error.to_string()), expected);
        }
    }

    #[test]
    fn a_finding_can_be_replayed_from_the_summary() {
        for (lines, succeeded, expected) in [
            (vec!["stat::number_of_executed_units: 7"], true, "document: ok, 7 executions, nothing found"),
            (vec!["error: could not compile"], false, "document: FAILED before it found anything"),
            (
                vec!["#9\tNEW", "artifact_prefix='fuzz/'; Test unit written to fuzz/crash-1"],
                false,
                "document: FAILED, 9 executions, found fuzz/crash-1\n  replay it:  \
                 cargo fuzz run --sanitizer none document fuzz/crash-1\n",
            ),
        ] {
            let mut log = Log::default();
            for line in lines {
                log.note(line);
            }
            let text = summary(&FuzzReport { target: "document".to_owned(), log, succeeded });
            assert!(text.starts_with(expected), "{text}");
        }
    }
}
