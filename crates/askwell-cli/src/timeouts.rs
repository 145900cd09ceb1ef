//! `askwell timeouts`: prints the timeouts of a running service.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::ExitReason;
use crate::arguments::TimeoutsArguments;
use crate::console::Console;
use crate::remote::{Service, explain};
use crate::safe_text;

pub(crate) fn run(arguments: &TimeoutsArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let found = service
        .with_progress_message(console, || service.run(service.client().timeouts()))
        .map_err(explain)?;
    if arguments.json {
        console.print_json(&format!("{found:#}\n"))?;
    } else {
        console.print_text(&table(&found)?)?;
    }
    Ok(ExitReason::Success)
}

/// Returns one line for each mode.
fn table(found: &Value) -> Result<String> {
    let modes =
        found.get("modes").and_then(Value::as_object).context("the service does not tell its timeouts")?;
    let mut text = format!(
        "{:10} {:>12} {:>12} {:>12}  {}\n",
        "mode", "default_ms", "min_ms", "max_ms", "config_source"
    );
    for (mode, config) in modes {
        let [default, min, max] = ["default_ms", "min_ms", "max_ms"]
            .map(|key| config.get(key).and_then(Value::as_u64).unwrap_or_default());
        let source = config.get("config_source").and_then(Value::as_str).unwrap_or_default();
        let (mode, source) = (safe_text::line(mode), safe_text::line(source));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mode:10} {default:>12} {min:>12} {max:>12}  {source}");
    }
    Ok(text)
}
