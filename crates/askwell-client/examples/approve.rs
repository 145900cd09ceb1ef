//! Asks a person at the running service to approve a release, and waits for the answer.
//!
//! ```sh
//! askwell serve &
//! cargo run -p askwell-client --example approve -- 1.4.2
//! ```
//!
//! Start it again with the same version, and it waits for the same question.

use std::error::Error;

use askwell_client::{Ask, Client, Mode, Outcome};
use askwell_form::build::{boolean, form, text};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let version = std::env::args().nth(1).unwrap_or_else(|| "1.4.2".to_owned());
    let form = form("release", format!("Release {version}?"))
        .field(boolean("go", "Release it now").required())
        .field(text("note", "Note"))
        .build()?;
    let client = Client::from_env().await?;
    let ask = Ask::form(&form).mode(Mode::Url).key(&format!("release-{version}"));
    let asked = client.create(&ask).await?;
    if let Some(url) = &asked.url {
        eprintln!("Answer here: {url}");
    }
    match client.wait(&asked.id).await? {
        Outcome::Answered(answers) => {
            let answers = answers.to_answers(&form).map_err(|problems| problems.to_string())?;
            println!("{}", answers.to_json());
        }
        Outcome::Declined { reason } => println!("declined: {}", reason.unwrap_or_default()),
        other => println!("no answer: {other:?}"),
    }
    Ok(())
}
