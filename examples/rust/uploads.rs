//! Asks for a file. Its name, its type and its content must agree.
//!
//! `cargo run --example uploads [ADDRESS]`
//!
//! Files are uploaded beside the answer and kept with the question. `Asked::read_file` reads them.

use askwell::form::Answer;
use askwell::form::build::{file, form};
use askwell::{AskError, Askwell, Reply};

#[tokio::main]
async fn main() -> Result<(), AskError> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8788".to_owned());
    let form = form("report", "Send the log of the failed run")
        .field(file("log", "Log file").required().extensions([".txt", ".log"]).max_size(1 << 20))
        .build()?;
    let askwell = Askwell::builder().pages(address).start().await?;
    // A started question can be awaited by reference and is still there afterwards.
    let mut asked = askwell.ask(&form).start().await?;
    println!("upload here: {}", asked.link().await?);

    let Reply::Accepted(answers) = (&mut asked).await? else {
        println!("no log");
        return Ok(());
    };
    if let Some(Answer::File(log)) = answers.get("log") {
        let content = asked.read_file(log).await?;
        let lines = content.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
        println!("{}: {} bytes, {lines} lines", log.filename, content.len());
    }
    Ok(())
}
