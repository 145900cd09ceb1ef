//! `askwell wait`: waits for the outcome of an elicitation of a running service.

use anyhow::{Result, bail};
use askwell_client::{Client, Outcome as End};

use super::{conclude, print, service};
use crate::ExitReason;
use crate::arguments::{PrintFormat, WaitArguments};
use crate::console::Console;
use crate::remote::{self, explain};
use crate::safe_text;

pub(crate) fn run(arguments: &WaitArguments, console: &Console) -> Result<ExitReason> {
    let runtime = crate::serve::runtime()?;
    let waited = runtime.block_on(wait(arguments, console));
    runtime.shutdown_background();
    waited
}

async fn wait(arguments: &WaitArguments, console: &Console) -> Result<ExitReason> {
    let service = &arguments.service;
    let endpoint = remote::endpoint(service.url.as_deref(), service.key_file.as_deref()).await?;
    let client = Client::new(endpoint)?;
    let id = &arguments.id;
    let found = client.status(id).await.map_err(explain)?;
    let form = found.form();
    match &form {
        Some(form) => print::check(&arguments.print, form)?,
        None if arguments.print != PrintFormat::Json => {
            bail!("this is a page of another site: its result can be printed as json only")
        }
        None => {}
    }
    let waiting = service::wait_for_outcome(&client, id, console);
    let limit = async {
        match arguments.timeout {
            Some(time) => tokio::time::sleep(time).await,
            None => std::future::pending().await,
        }
    };
    let end = tokio::select! {
        end = waiting => end.map_err(explain)?,
        () = limit => {
            console.failure("no answer yet; the question stays open");
            return Ok(ExitReason::TimedOut);
        }
    };
    match (form, &end) {
        (Some(form), _) => {
            let outcome = service::outcome(&client, id, &form, end).await?;
            conclude(&outcome, &arguments.print, &arguments.prefix, console)
        }
        (None, End::Answered(result)) => {
            console.print_data((safe_text::json(result.as_json()) + "\n").as_bytes())?;
            Ok(ExitReason::Success)
        }
        (None, _) => Ok(ExitReason::Cancelled),
    }
}
