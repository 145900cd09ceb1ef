//! `askwell gateway log`: prints who decided what about which calls.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use askwell_gateway::consent_log::{self, ConsentEntry, time_text};
use askwell_gateway::rules::Glob;

use crate::ExitReason;
use crate::arguments::gates::LogArguments;
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::safe_text;
use crate::serve::config;

pub(crate) fn run(arguments: &LogArguments, console: &Console) -> Result<ExitReason> {
    let filter = LogFilter::of(arguments)?;
    let settings = SettingsArguments {
        store: None,
        config: arguments.settings.clone(),
        data: arguments.data.clone(),
        memory: false,
        set: Vec::new(),
    };
    let config = config::read(&settings, None, console)?;
    let folder = config
        .data_folder()
        .context("by these settings nothing is kept on disk; name the gateway's data folder with --data")?;
    let mut records = askwell_store::read_records(&folder, consent_log::NAMESPACE)?;
    records.extend(askwell_store::read_records(&folder, consent_log::DENIALS)?);
    // Keys begin with the time.
    records.sort_by(|a, b| a.key.cmp(&b.key));
    let entries =
        records.iter().rev().filter_map(ConsentEntry::from_record).filter(|entry| filter.keeps(entry));
    let mut count = 0;
    for entry in entries.take(arguments.limit) {
        count += 1;
        match arguments.json {
            true => console.print_json(&serde_json::to_string(&entry)?)?,
            false => console.print_text(&safe_text::lines(&entry_text(&entry)))?,
        }
    }
    if count == 0 && !arguments.json {
        console.print_report(&format!("no decisions in {}", folder.display()));
    }
    Ok(ExitReason::Success)
}

/// Which entries to print.
struct LogFilter<'a> {
    server: Option<Glob>,
    tool: Option<Glob>,
    person: Option<&'a str>,
    digest: Option<&'a str>,
    since_ms: u64,
}

impl<'a> LogFilter<'a> {
    fn of(arguments: &'a LogArguments) -> Result<LogFilter<'a>> {
        let glob = |pattern: &Option<String>| {
            pattern.as_deref().map(Glob::new).transpose().map_err(anyhow::Error::msg)
        };
        let since = arguments.since.map(|since| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
            u64::try_from(now.saturating_sub(since).as_millis()).unwrap_or(u64::MAX)
        });
        Ok(LogFilter {
            server: glob(&arguments.server)?,
            tool: glob(&arguments.tool)?,
            person: arguments.person.as_deref(),
            digest: arguments.digest.as_deref().map(|digest| digest.trim_start_matches("sha256:")),
            since_ms: since.unwrap_or(0),
        })
    }

    fn keeps(&self, entry: &ConsentEntry) -> bool {
        let has_digest = |wanted: &str| {
            let digests = [Some(&entry.digest), entry.sent_digest.as_ref()];
            digests
                .into_iter()
                .flatten()
                .any(|digest| digest.trim_start_matches("sha256:").starts_with(wanted))
        };
        entry.at_ms >= self.since_ms
            && self.server.as_ref().is_none_or(|server| server.matches(&entry.server))
            && self.tool.as_ref().is_none_or(|tool| tool.matches(&entry.tool))
            && self.person.is_none_or(|person| entry.person.as_deref() == Some(person))
            && self.digest.is_none_or(has_digest)
    }
}

/// Returns an entry for people: a line, and details below it.
fn entry_text(entry: &ConsentEntry) -> String {
    let who = match (&entry.person, &entry.surface) {
        (Some(person), Some(surface)) => format!(" by {person} ({surface})"),
        (None, Some(surface)) => format!(" ({surface})"),
        _ => String::new(),
    };
    let mut lines =
        vec![format!("{}  {}/{}  {}{who}", entry.time(), entry.server, entry.tool, entry.outcome.as_words())];
    // A tool that is denied by its name alone may be unknown.
    if !entry.digest.is_empty() {
        lines.push(format!("    {}", entry.digest));
    }
    if let Some(sent) = &entry.sent_digest {
        lines.push(format!("    sent with changes: {sent}"));
    }
    if let Some(until) = entry.until_ms {
        lines.push(format!("    further calls until {}", time_text(until)));
    }
    if let Some(comment) = &entry.comment {
        lines.push(format!("    “{comment}”"));
    }
    let elicitation = entry.elicitation.as_ref().map_or_else(String::new, |id| format!(" · {id}"));
    lines.push(format!("    called by {} ({}) · {}{elicitation}", entry.client, entry.principal, entry.rule));
    lines.join("\n") + "\n"
}
