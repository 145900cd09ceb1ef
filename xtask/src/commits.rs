//! `cargo xtask test --only commits`: checks the subjects of commits.
//!
//! Subjects since [`BASE`] are in the imperative, begin with a capital letter, have at most 72 characters and no full
//! stop, and an empty line separates them from the body. Older commits are left as they are. The check never rewrites
//! a commit.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The last commit that was made before these rules.
const BASE: &str = "f42ece186d7242a10ce4ef0bd70294417ec1f651";
/// So many commits are checked in a clone that does not contain [`BASE`].
const WITHOUT_BASE: &str = "--max-count=20";
/// The longest subject, in characters.
const LONGEST: usize = 72;
/// Imperatives that end as other forms do.
const IMPERATIVES: [&str; 8] = ["Bring", "Embed", "Feed", "Focus", "Need", "Ring", "Seed", "Speed"];

/// Checks all commits since [`BASE`], or the newest ones in a shallow clone.
///
/// # Errors
/// When a subject breaks a rule, with every commit that does; or when git cannot be run.
pub(crate) fn run(root: &Path) -> Result<()> {
    if !root.join(".git").exists() {
        println!("these sources are no git clone: there are no commits to check");
        return Ok(());
    }
    let range = if contains_base(root)? { format!("{BASE}..HEAD") } else { "HEAD".to_owned() };
    let limit = if range == "HEAD" { WITHOUT_BASE } else { "--max-count=100000" };
    let log = git(root, &["log", "--no-merges", limit, "--format=%h%x00%B%x01", &range])?;
    let commits: Vec<(&str, &str)> =
        log.split('\u{1}').filter_map(|commit| commit.trim_start().split_once('\0')).collect();
    let broken: Vec<String> = commits
        .iter()
        .filter_map(|(id, message)| Some(format!("{id} {}: {}", first_line(message), problem(message)?)))
        .collect();
    for line in &broken {
        println!("error: {line}");
    }
    match broken.len() {
        0 => {
            println!("{} commits keep to the rules", commits.len());
            Ok(())
        }
        count => bail!("{count} of {} commits break a rule", commits.len()),
    }
}

fn contains_base(root: &Path) -> Result<bool> {
    let mut command = Command::new("git");
    command.current_dir(root).args(["merge-base", "--is-ancestor", BASE, "HEAD"]);
    Ok(command.output().context("cannot start git")?.status.success())
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output =
        Command::new("git").current_dir(root).args(arguments).output().context("cannot start git")?;
    if !output.status.success() {
        bail!("git {} failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// Returns the first rule that a message breaks.
fn problem(message: &str) -> Option<&'static str> {
    let subject = first_line(message);
    let verb = subject.split_whitespace().next().unwrap_or_default();
    let is_other_form = verb.ends_with("ing")
        || verb.ends_with("ed")
        || (verb.ends_with('s') && !verb.ends_with("ss"))
        || ["A", "An", "The", "It", "We"].contains(&verb);
    if subject.chars().count() > LONGEST {
        Some("has more than 72 characters")
    } else if !verb.chars().next().is_some_and(char::is_uppercase) {
        Some("does not begin with a capital letter")
    } else if subject.ends_with('.') {
        Some("ends in a full stop")
    } else if is_other_form && !IMPERATIVES.contains(&verb) {
        Some("does not begin with a verb in the imperative")
    } else if message.lines().nth(1).is_some_and(|line| !line.is_empty()) {
        Some("has no empty line after the subject")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn first_broken_rule_is_named() {
        for (message, expected) in [
            ("Cap connections while all workers are busy", None),
            ("Bring help up to date\n\nIt was old.", None),
            ("Pass the message on\n", None),
            ("Caps connections", Some("does not begin with a verb in the imperative")),
            ("Capped connections", Some("does not begin with a verb in the imperative")),
            ("Capping connections", Some("does not begin with a verb in the imperative")),
            ("A key is refused", Some("does not begin with a verb in the imperative")),
            ("cap connections", Some("does not begin with a capital letter")),
            ("Cap connections.", Some("ends in a full stop")),
            ("Cap connections\nwhile busy", Some("has no empty line after the subject")),
            ("", Some("does not begin with a capital letter")),
            (&format!("Cap {}", "x".repeat(69)), Some("has more than 72 characters")),
        ] {
            assert_eq!(problem(message), expected, "{message:?}");
        }
    }
}
