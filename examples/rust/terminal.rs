//! Asks in the terminal for a type of yours.
//!
//! `cargo run --example terminal`
//!
//! On a terminal, a full-screen form asks one field at a time. Over a pipe, the answers are read line by line:
//! `printf '1.4.2\n3\ny\n' | cargo run --example terminal`

use askwell::{AskError, Askwell, Reply};
use schemars::JsonSchema;
use serde::Deserialize;

/// Each field becomes a question. Doc comments become help texts, and `schemars` attributes become rules.
#[derive(Deserialize, JsonSchema)]
struct Deploy {
    /// The release to deploy, such as 1.4.2.
    #[schemars(regex(pattern = r"^\d+\.\d+\.\d+$"))]
    version: String,
    /// How many copies run.
    #[schemars(range(min = 1, max = 20))]
    replicas: u8,
}

#[tokio::main]
async fn main() -> Result<(), AskError> {
    match Askwell::in_terminal().ask_as::<Deploy>("Deploy a release").await? {
        Reply::Accepted(deploy) => println!("deploying {} × {}", deploy.replicas, deploy.version),
        Reply::Declined(_) => println!("not deployed"),
        Reply::Cancelled(_) | Reply::TimedOut => println!("no answer"),
    }
    Ok(())
}
