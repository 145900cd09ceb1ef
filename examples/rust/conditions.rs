//! Asks only what matters: fields that depend on other answers.
//!
//! `cargo run --example conditions`
//!
//! A hidden field is neither required nor checked, and no value is accepted for it.

use askwell::form::build::{all, at_least, equals, form, number, select, text};
use askwell::{AskError, Askwell, Reply};

#[tokio::main]
async fn main() -> Result<(), AskError> {
    let in_production = || equals("environment", "production");
    let form = form("deploy", "Deploy a release")
        .field(select("environment", "Environment").required().options(["staging", "production"]))
        .field(number("replicas", "Replicas").required().integer().range(1, 20))
        // Asked in production only.
        .field(text("ticket", "Change ticket").required().pattern(r"^CHG-\d+$").show_when(in_production()))
        // Asked for large deployments in production.
        .field(
            text("reason", "Why so many?")
                .required()
                .show_when(all([in_production(), at_least("replicas", 10)])),
        )
        .build()?;

    match Askwell::in_terminal().ask(&form).await? {
        Reply::Accepted(answers) => println!("{}", answers.to_json()),
        other => println!("not deployed: {other:?}"),
    }
    Ok(())
}
