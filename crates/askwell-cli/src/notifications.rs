//! `askwell notifications`: lists what was not delivered, and sends it again.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::ExitReason;
use crate::arguments::notifications::{
    ListArguments, NotificationsArguments, NotificationsCommand, RetryArguments,
};
use crate::console::Console;
use crate::remote::{Service, explain};
use crate::safe_text;

pub(crate) fn run(arguments: &NotificationsArguments, console: &Console) -> Result<ExitReason> {
    match &arguments.command {
        NotificationsCommand::List(arguments) => list(arguments, console),
        NotificationsCommand::Retry(arguments) => retry(arguments, console),
    }
}

fn list(arguments: &ListArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let status = if arguments.pending { "pending" } else { "dead" };
    let mut found: Vec<Value> = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let mut params = json!({"status": status, "limit": 256});
        if let (Some(cursor), Some(params)) = (&cursor, params.as_object_mut()) {
            params.insert("cursor".to_owned(), json!(cursor));
        }
        let page = service
            .with_progress_message(console, || {
                service.run(service.client().call("notifications/list", &params))
            })
            .map_err(explain)?;
        let items = page.get("notifications").and_then(Value::as_array);
        found.extend(items.context("the service does not tell its notifications")?.iter().cloned());
        match page.get("nextCursor").and_then(Value::as_str) {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    if arguments.json {
        console.print_json(&format!("{:#}\n", Value::from(found)))?;
    } else {
        console.print_text(&lines(&found))?;
    }
    Ok(ExitReason::Success)
}

/// Returns one line for each notification: id, attempts, reason, elicitation, last error.
fn lines(found: &[Value]) -> String {
    let mut text = String::new();
    for item in found {
        let word = |key: &str| safe_text::line(item.get(key).and_then(Value::as_str).unwrap_or("-"));
        let attempts = item.get("attempts").and_then(Value::as_u64).unwrap_or_default();
        let (id, reason, elicitation) = (word("notificationId"), word("reason"), word("elicitationId"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{id}\t{attempts}\t{reason}\t{elicitation}\t{}", word("lastError"));
    }
    text
}

fn retry(arguments: &RetryArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let params = match (&arguments.id, &arguments.channel) {
        (Some(id), _) => json!({"notificationId": id}),
        (None, Some(channel)) => json!({"channel": channel}),
        (None, None) => json!({}),
    };
    let sent = service
        .with_progress_message(console, || service.run(service.client().call("notifications/retry", &params)))
        .map_err(explain)?;
    let count = sent.get("retried").and_then(Value::as_u64).unwrap_or_default();
    console.print_text(&match count {
        1 => "1 notification is sent again\n".to_owned(),
        count => format!("{count} notifications are sent again\n"),
    })?;
    Ok(ExitReason::Success)
}
