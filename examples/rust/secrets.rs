//! Asks for a secret: hidden where it is typed, encrypted where it is kept, masked where it is printed.
//!
//! `cargo run --example secrets [ADDRESS [FOLDER]]`
//!
//! The key that encrypts secrets is in `FOLDER.keyring`, beside the data and not in it. Keep a copy of that file.

use askwell::form::build::{form, text};
use askwell::{AskError, Askwell, Reply};
use serde::Deserialize;

#[derive(Deserialize)]
struct Login {
    account: String,
    token: String,
}

#[tokio::main]
async fn main() -> Result<(), AskError> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8788".to_owned());
    let folder = arguments.next().unwrap_or_else(|| "askwell-data".to_owned());

    let form = form("login", "Connect the registry")
        .field(text("account", "Account").required())
        .field(text("token", "Access token").required().secret().length(8, 200))
        .build()?;
    let askwell = Askwell::builder().store(folder).pages(address).start().await?;
    let asked = askwell.ask(&form).start().await?;
    println!("answer here: {}", asked.link().await?);

    if let Reply::Accepted(answers) = asked.await? {
        // `Debug` never shows a secret, so that it cannot end up in a log by accident.
        println!("received {answers:?}");
        let Login { account, token } = answers.to()?;
        println!("{account} has a token of {} characters", token.chars().count());
    }
    askwell.close().await
}
