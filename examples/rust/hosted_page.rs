//! Asks on a web page that the program serves, and survives a crash.
//!
//! `cargo run --example hosted_page [ADDRESS [FOLDER]]`
//!
//! Stop it with ctrl-c before you answer, and start it again: it prints the same link, because the question has a key
//! and is kept in a folder. If you have answered, the second run prints your answer at once.

use std::time::Duration;

use askwell::{AskError, Askwell, Reply};

#[tokio::main]
async fn main() -> Result<(), AskError> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8788".to_owned());
    let folder = arguments.next().unwrap_or_else(|| "askwell-data".to_owned());

    let askwell = Askwell::builder().name("release-bot").store(folder).pages(address).start().await?;
    let asked = askwell
        .prompt("Which release goes out?")
        .key("release-2026-11")
        .timeout(Duration::from_secs(24 * 60 * 60))
        .start()
        .await?;
    println!("answer here: {}", asked.link().await?);

    match asked.await? {
        Reply::Accepted(release) => println!("releasing {release}"),
        other => println!("no release: {other:?}"),
    }
    askwell.close().await
}
