//! What a client gets from a server, directly and through the gateway.

use askwell_mcp::wire::Era;
use serde::Serialize;

use super::ServerReport;
use crate::hooks::ClientQuirks;
use crate::quirks::ClientEntry;

/// A kind of client, or a client that is known by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKind {
    /// Its name for people.
    pub title: String,
    /// Whether it speaks the modern era; all speak the legacy one. `None` if that is not known.
    pub modern: Option<bool>,
    /// Whether it declares form mode; `None` if that is not known.
    pub forms: Option<bool>,
    /// Whether it declares URL mode; `None` if that is not known.
    pub urls: Option<bool>,
    /// Its quirks.
    pub quirks: ClientQuirks,
    /// How this is known, for a client that is known by name.
    pub source: Option<String>,
}

/// What a client gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientOutlook {
    /// The client.
    pub client: String,
    /// What becomes of a question of the server without Askwell.
    pub without: String,
    /// What becomes of it through the gateway.
    pub with: String,
    /// What else is known about the client.
    pub notes: Vec<String>,
    /// How this is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl ClientKind {
    /// Returns the kinds of clients that differ in what they get.
    #[must_use]
    pub fn all() -> Vec<ClientKind> {
        let kind = |title: &str, modern: bool, forms: bool, urls: bool| ClientKind {
            title: title.to_owned(),
            modern: Some(modern),
            forms: Some(forms),
            urls: Some(urls),
            quirks: ClientQuirks::default(),
            source: None,
        };
        vec![
            kind("a client without elicitation", false, false, false),
            kind("a legacy client with forms", false, true, false),
            kind("a legacy client with forms and URLs", false, true, true),
            kind("a modern client with forms and URLs", true, true, true),
            kind("a modern client without elicitation", true, false, false),
        ]
    }

    pub(super) fn of_entry(entry: &ClientEntry) -> ClientKind {
        ClientKind {
            title: entry.title.clone(),
            modern: entry.modern,
            forms: entry.forms,
            urls: entry.urls,
            quirks: entry.quirks,
            source: Some(entry.source.clone()),
        }
    }

    /// Returns what the client gets from a server.
    pub(super) fn outlook(&self, server: &ServerReport) -> ClientOutlook {
        let (legacy, modern) = (server.speaks(Era::Legacy), server.speaks(Era::Modern));
        ClientOutlook {
            client: self.title.clone(),
            without: self.without(legacy, modern),
            with: self.with(legacy || modern),
            notes: self.notes(),
            source: self.source.clone(),
        }
    }

    fn shows_forms(&self) -> Option<bool> {
        if self.quirks.forms_unseen { Some(false) } else { self.forms }
    }

    fn without(&self, legacy: bool, modern: bool) -> String {
        let fails = match self.quirks.silent {
            true => "Questions are never answered: calls that ask hang until a limit ends them.",
            false => "Questions fail: the client cannot show them, and tools that ask return an error.",
        };
        let text = match (legacy, modern, self.modern) {
            (false, false, _) => "The server cannot be reached.",
            (false, true, Some(false)) => {
                "No connection: the server speaks only 2026-07-28, the client does not."
            }
            (false, true, None) => "A connection only if the client speaks 2026-07-28, which is not known.",
            _ => match (self.shows_forms(), self.urls) {
                (Some(true), Some(true)) => {
                    "Questions appear in the client's dialog; secrets can be asked by URL."
                }
                (Some(true), _) => "Questions appear in the client's dialog; questions by URL fail.",
                (Some(false), _) => fails,
                (None, _) => "Not known whether the client shows questions.",
            },
        };
        text.to_owned()
    }

    fn with(&self, is_reachable: bool) -> String {
        if !is_reachable {
            return "The server cannot be reached.".to_owned();
        }
        let text = match self.shows_forms() {
            Some(true) => {
                "Questions appear in the client's dialog and on a page; the first answer counts. What a dialog cannot carry \
                 is asked on the page."
            }
            Some(false) => {
                "Questions appear on a page: the call waits, or ends with a link and continues when it is repeated."
            }
            None => "Questions appear on a page, and in the client's dialog if it declares one.",
        };
        format!("{text} Rules can require an approval before a tool runs.")
    }

    fn notes(&self) -> Vec<String> {
        let ClientQuirks {
            headless_answers,
            empty_forms_accepted,
            silent,
            urls_unseen,
            call_limit,
            progress_extends,
            ..
        } = self.quirks;
        let mut notes = Vec::new();
        if headless_answers {
            notes.push(
                "It answers by itself when no person is there. Askwell then asks on the page.".to_owned(),
            );
        }
        if empty_forms_accepted {
            notes.push(
                "It may accept forms without fields by itself. Askwell never asks for consent with one."
                    .to_owned(),
            );
        }
        if silent {
            notes.push(
                "It does not answer requests that it does not know. Askwell does not send it any.".to_owned(),
            );
        }
        if urls_unseen {
            notes.push("It does not open URLs. Askwell gives it a link instead.".to_owned());
        }
        if let Some(seconds) = call_limit {
            notes.push(match progress_extends {
                true => format!("It ends calls after {seconds} s; progress extends that, and Askwell sends progress."),
                false => format!("It ends calls after {seconds} s; the question stays open, and a repeated call finds the answer."),
            });
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EraReport, ServerReport, find_client};
    use super::ClientKind;
    use crate::quirks::QuirksTable;

    fn server(legacy: bool, modern: bool) -> ServerReport {
        let era = |era, revision: &str, speaks: bool| EraReport {
            era,
            revision: speaks.then(|| revision.to_owned()),
            server: None,
            capabilities: Vec::new(),
            handshake_ms: None,
            error: None,
        };
        ServerReport {
            address: "server".to_owned(),
            eras: vec![era("modern", "2026-07-28", modern), era("legacy", "2025-11-25", legacy)],
            tools: Vec::new(),
            clients: Vec::new(),
            problems: Vec::new(),
        }
    }

    #[test]
    fn outlook_follows_from_eras_and_modes() {
        let expected = [
            ("fail", "fail", "No connection"),
            ("dialog; questions by URL fail", "dialog; questions by URL fail", "No connection"),
            ("by URL", "by URL", "No connection"),
            ("by URL", "by URL", "by URL"),
            ("fail", "fail", "fail"),
        ];
        for (kind, (both, legacy, modern)) in ClientKind::all().iter().zip(expected) {
            for (server, part) in
                [(server(true, true), both), (server(true, false), legacy), (server(false, true), modern)]
            {
                let outlook = kind.outlook(&server);
                assert!(outlook.without.contains(part), "{}: {}", kind.title, outlook.without);
                assert!(outlook.with.starts_with("Questions appear"), "{}", outlook.with);
            }
            assert_eq!(kind.outlook(&server(false, false)).with, "The server cannot be reached.");
        }
    }

    #[test]
    fn known_client_is_found_by_either_name() {
        let table = QuirksTable::default();
        for name in ["zed", "Zed"] {
            let outlook = find_client(&table, name, "").unwrap().outlook(&server(true, false));
            assert!(outlook.without.contains("hang"), "{}", outlook.without);
            assert!(outlook.source.is_some() && outlook.notes.len() == 2, "{:?}", outlook.notes);
        }
        assert_eq!(find_client(&table, "claude code", "").unwrap().title, "Claude Code");
        assert_eq!(find_client(&table, "copilot-cli", "1.0.83").unwrap().modern, Some(false));
        let error = find_client(&table, "nothing", "").unwrap_err();
        assert!(error.contains("no client `nothing` is known; known are Claude Code, "), "{error}");
    }
}
