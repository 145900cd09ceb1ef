//! The audit trail as a file: every change of every elicitation, as JSON lines or CSV, in a chain of hashes.
//!
//! Each entry has the hash of the one before it and its own: SHA-256 over both the previous hash and the text of
//! the entry without its own hash. The last line counts the entries and repeats the last hash. To change, remove or
//! move an entry changes all hashes after it, and so the last one: keep that one apart.
//!
//! The trail holds no answers, no texts of questions and no secrets.

use askwell_engine::Change;
use askwell_lifecycle::Effect;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::browser::hex;

/// The columns of an entry in their order, without the hashes.
const COLUMNS: [&str; 9] =
    ["seq", "time", "elicitation", "client", "event", "detail", "person", "surface", "revision"];

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditFormat {
    /// One JSON object a line.
    Jsonl,
    /// Comma-separated values, with a line of headings.
    Csv,
}

/// Writes entries into a chain.
#[derive(Debug)]
pub struct AuditWriter {
    format: AuditFormat,
    head: String,
    count: u64,
}

impl AuditWriter {
    /// Begins a chain.
    #[must_use]
    pub fn new(format: AuditFormat) -> AuditWriter {
        AuditWriter { format, head: hex(&[0; 32]), count: 0 }
    }

    /// Returns the text before the first entry.
    #[must_use]
    pub fn begin(&self) -> String {
        match self.format {
            AuditFormat::Jsonl => String::new(),
            AuditFormat::Csv => format!("{},previous,hash\r\n", COLUMNS.join(",")),
        }
    }

    /// Returns the line of a change.
    #[must_use]
    pub fn entry(&mut self, change: &Change) -> String {
        let values = values_of(change);
        let previous = std::mem::take(&mut self.head);
        let line = match self.format {
            AuditFormat::Jsonl => {
                let mut object: Map<String, Value> = Map::new();
                for (name, value) in COLUMNS.iter().zip(values) {
                    object.insert((*name).to_owned(), value);
                }
                object.insert("previous".to_owned(), previous.clone().into());
                let text = Value::Object(object.clone()).to_string();
                self.head = link(&previous, &text);
                object.insert("hash".to_owned(), self.head.clone().into());
                format!("{}\n", Value::Object(object))
            }
            AuditFormat::Csv => {
                let cells: Vec<String> = values.iter().map(cell).collect();
                let text = format!("{},{previous}", cells.join(","));
                self.head = link(&previous, &text);
                format!("{text},{}\r\n", self.head)
            }
        };
        self.count += 1;
        line
    }

    /// Returns the last line: how many entries there are, and the last hash.
    #[must_use]
    pub fn end(&self) -> String {
        match self.format {
            AuditFormat::Jsonl => format!("{}\n", json!({"entries": self.count, "head": self.head})),
            AuditFormat::Csv => format!("end,{},{}\r\n", self.count, self.head),
        }
    }
}

fn values_of(change: &Change) -> [Value; 9] {
    let detail = match &change.effect {
        Effect::Rejected { count, limit } => format!("{count} of {limit}"),
        Effect::Extended { left, .. } => format!("{left} left"),
        Effect::Claimed { by } => by.to_string(),
        Effect::Closed { reason: Some(reason), .. } => (*reason).to_owned(),
        _ => String::new(),
    };
    [
        change.seq.into(),
        crate::page::instant(change.at).into(),
        change.id.to_string().into(),
        change.client.as_str().into(),
        change.effect.name().into(),
        detail.into(),
        change.person.as_deref().unwrap_or_default().into(),
        change.surface.as_str().into(),
        change.revision.into(),
    ]
}

/// Returns a value as a CSV cell. A text that a spreadsheet would take for a formula gets an apostrophe.
fn cell(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn link(previous: &str, text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(previous.as_bytes());
    hash.update(b"\n");
    hash.update(text.as_bytes());
    hex(&hash.finalize())
}

/// What is wrong with an export.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A line is not an entry.
    #[error("line {line} is not an entry of an audit export")]
    NotAnEntry {
        /// The number of the line, starting at 1.
        line: usize,
    },
    /// An entry does not follow the one before it: one was removed, added or moved.
    #[error("line {line} does not follow the line before it: an entry was removed, added or moved")]
    Broken {
        /// The number of the line.
        line: usize,
    },
    /// An entry was changed.
    #[error("line {line} was changed: its hash is not that of its text")]
    Changed {
        /// The number of the line.
        line: usize,
    },
    /// The last line is missing or does not fit.
    #[error("the export does not end as it was written: entries at its end were removed or added")]
    WrongEnd,
    /// The last hash is not the expected one.
    #[error("the last hash is {found}, not the expected one: this is another export")]
    OtherHead {
        /// The last hash.
        found: String,
    },
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedAudit {
    /// How many entries there are.
    pub entries: u64,
    /// The last hash.
    pub head: String,
}

/// Checks an export in either format. `head` is the last hash as it was kept apart, if it was.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(text: &str, head: Option<&str>) -> Result<VerifiedAudit, AuditError> {
    let is_csv = text.starts_with("seq,");
    let mut previous = hex(&[0; 32]);
    let mut entries = 0;
    let mut end = None;
    let lines = split_lines(text, is_csv);
    for (place, line) in lines.iter().enumerate().skip(usize::from(is_csv)) {
        let number = place + 1;
        if end.is_some() {
            return Err(AuditError::WrongEnd);
        }
        let parsed = if is_csv { parse_csv(line) } else { parse_json(line) };
        match parsed.ok_or(AuditError::NotAnEntry { line: number })? {
            AuditLine::End { entries, head } => end = Some((entries, head)),
            AuditLine::Entry { text, previous: before, hash } => {
                if before != previous {
                    return Err(AuditError::Broken { line: number });
                }
                if link(&before, &text) != hash {
                    return Err(AuditError::Changed { line: number });
                }
                previous = hash;
                entries += 1;
            }
        }
    }
    if end != Some((entries, previous.clone())) {
        return Err(AuditError::WrongEnd);
    }
    match head {
        Some(expected) if !expected.eq_ignore_ascii_case(&previous) => {
            Err(AuditError::OtherHead { found: previous })
        }
        _ => Ok(VerifiedAudit { entries, head: previous }),
    }
}

enum AuditLine {
    Entry { text: String, previous: String, hash: String },
    End { entries: u64, head: String },
}

/// Splits a text into its lines. Cells of CSV may contain line ends within quotes.
fn split_lines(text: &str, is_csv: bool) -> Vec<&str> {
    if !is_csv {
        return text.lines().filter(|line| !line.is_empty()).collect();
    }
    let (mut lines, mut start, mut quoted) = (Vec::new(), 0, false);
    for (place, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '\n' if !quoted => {
                lines.push(text.get(start..place).unwrap_or_default().trim_end_matches('\r'));
                start = place + 1;
            }
            _ => {}
        }
    }
    lines.push(text.get(start..).unwrap_or_default().trim_end_matches('\r'));
    lines.retain(|line| !line.is_empty());
    lines
}

fn parse_json(line: &str) -> Option<AuditLine> {
    let mut object: Map<String, Value> = serde_json::from_str(line).ok()?;
    if let (Some(entries), Some(head)) =
        (object.get("entries").and_then(Value::as_u64), object.get("head").and_then(Value::as_str))
    {
        return Some(AuditLine::End { entries, head: head.to_owned() });
    }
    let hash = object.remove("hash")?.as_str()?.to_owned();
    let previous = object.get("previous")?.as_str()?.to_owned();
    Some(AuditLine::Entry { text: Value::Object(object).to_string(), previous, hash })
}

fn parse_csv(line: &str) -> Option<AuditLine> {
    if let Some(rest) = line.strip_prefix("end,") {
        let (entries, head) = rest.split_once(',')?;
        return Some(AuditLine::End { entries: entries.parse().ok()?, head: head.to_owned() });
    }
    let (text, hash) = line.rsplit_once(',')?;
    let (_, previous) = text.rsplit_once(',')?;
    Some(AuditLine::Entry { text: text.to_owned(), previous: previous.to_owned(), hash: hash.to_owned() })
}

#[cfg(test)]
mod tests;
