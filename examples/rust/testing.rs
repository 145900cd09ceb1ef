//! Tests code that asks, with simulated people in place of real ones.
//!
//! `cargo run --example testing`
//!
//! In your project, `check_release` would be a test with `#[tokio::test]`.

use askwell::testkit::person::{Person, Scenario};
use askwell::{AskError, Askwell, ElicitationId, Reply};

/// The code to test: it asks twice and decides.
async fn release(askwell: &Askwell, asked: impl Fn(ElicitationId)) -> Result<String, AskError> {
    let version = askwell.prompt("Which version?").start().await?;
    asked(version.id());
    let Reply::Accepted(version) = version.await? else { return Ok("no version".to_owned()) };
    let sure = askwell.confirm(format!("Release {version}?")).start().await?;
    asked(sure.id());
    Ok(match sure.await? {
        Reply::Accepted(true) => format!("released {version}"),
        _ => "not released".to_owned(),
    })
}

/// Runs the code with a person who behaves as the scenario says, and checks what comes of it.
async fn check_release(scenario: Scenario, is_expected: impl Fn(&str) -> bool) -> Result<(), AskError> {
    let askwell = Askwell::in_memory();
    let person = Person::new(askwell.engine().clone(), scenario);
    let attend = |id| {
        let person = person.clone();
        tokio::spawn(async move { person.attend(id).await });
    };
    let result = release(&askwell, attend).await?;
    assert!(is_expected(&result), "{scenario:?}: {result}");
    println!("{scenario:?}: {result}");
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), AskError> {
    check_release(Scenario::AnswersAtOnce, |result| result != "no version").await?;
    check_release(Scenario::ErrsThenCorrects, |result| result != "no version").await?;
    check_release(Scenario::ErrsUntilOut, |result| result == "no version").await?;
    check_release(Scenario::Declines, |result| result == "no version").await?;
    Ok(())
}
