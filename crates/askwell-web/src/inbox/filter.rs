//! The tab and the filter of the inbox, as the query string spells them.

use askwell_engine::store::InboxCursor;
use askwell_lifecycle::{Elicitation, ElicitationId, Mode, Question, Status, Timestamp};

use super::tab::Tab;
use crate::pages::Pages;

/// What the list shows.
#[derive(Debug, Clone, Default)]
pub(super) struct InboxFilter {
    /// The tab; `None` if the address names none.
    pub(super) tab: Option<Tab>,
    /// One outcome, in the tab of what is over.
    pub(super) state: String,
    /// Words to search for.
    pub(super) q: String,
    /// Part of the name of the client that asks.
    pub(super) from: String,
    /// The mode of the elicitation.
    pub(super) mode: String,
    /// The last entry of the previous page.
    pub(super) after: String,
    /// Whether to list what is snoozed instead.
    pub(super) snoozed: bool,
    /// What a bulk action did, to be told once.
    pub(super) said: String,
}

/// The outcomes that can be chosen, with the keys of their labels.
pub(super) const STATES: [(&str, &str); 4] = [
    ("completed", "inbox-state-completed"),
    ("declined", "inbox-state-declined"),
    ("cancelled", "inbox-state-cancelled"),
    ("timeout", "inbox-state-timeout"),
];

/// The modes, with the keys of their labels.
pub(super) const MODES: [(&str, &str); 4] = [
    ("form", "inbox-mode-form"),
    ("inline", "inbox-mode-inline"),
    ("url", "inbox-mode-url"),
    ("terminal", "inbox-mode-terminal"),
];

impl InboxFilter {
    /// Reads a query string. Unknown parameters and values are ignored, and the last of several
    /// counts, so that every address shows a list.
    pub(super) fn read(query: &str) -> InboxFilter {
        let mut wanted = InboxFilter::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let filter = match &*name {
                "tab" => {
                    wanted.tab = Tab::read(&value);
                    continue;
                }
                "snoozed" => {
                    wanted.snoozed = value == "yes";
                    continue;
                }
                "said" => &mut wanted.said,
                "state" => &mut wanted.state,
                "q" => &mut wanted.q,
                "from" => &mut wanted.from,
                "mode" => &mut wanted.mode,
                "after" => &mut wanted.after,
                _ => continue,
            };
            *filter = value.into_owned();
        }
        // An address of an earlier version.
        if wanted.state == "done" {
            wanted.tab = Some(Tab::Done);
        }
        if STATES.iter().any(|(state, _)| *state == wanted.state) {
            wanted.tab = Some(Tab::Done);
        } else {
            wanted.state.clear();
        }
        wanted
    }

    pub(super) fn tab(&self) -> Tab {
        self.tab.unwrap_or_default()
    }

    /// Returns the closed statuses to list.
    pub(super) fn statuses(&self) -> Vec<Status> {
        let closed = [Status::Completed, Status::Declined, Status::Cancelled, Status::Timeout];
        let wanted = |status: &Status| self.state.is_empty() || status.as_str() == self.state;
        closed.into_iter().filter(wanted).collect()
    }

    pub(super) fn mode(&self) -> Option<Mode> {
        Mode::ALL.iter().find(|(name, _)| *name == self.mode).map(|(_, mode)| *mode)
    }

    /// Returns the place in a list by deadline.
    pub(super) fn after(&self) -> Option<InboxCursor> {
        let (deadline, id) = self.after.split_once('.')?;
        Some(InboxCursor { deadline: Timestamp::from_millis(deadline.parse().ok()?), id: id.parse().ok()? })
    }

    /// Returns the place in a list of what is over.
    pub(super) fn before(&self) -> Option<ElicitationId> {
        self.after.parse().ok()
    }

    /// Returns whether this is not the first page.
    pub(super) fn is_later_page(&self) -> bool {
        match self.tab() {
            Tab::Done => self.before().is_some(),
            _ => self.after().is_some(),
        }
    }

    /// Returns whether the text of entries has to be searched.
    pub(super) fn needs_content(&self) -> bool {
        !self.q.trim().is_empty() || !self.from.trim().is_empty()
    }

    /// Returns whether the list shows a part of its tab only.
    pub(super) fn is_filtered(&self) -> bool {
        self.needs_content() || self.mode().is_some() || !self.state.is_empty() || self.snoozed
    }

    /// Returns whether the client and the text of an entry match.
    pub(super) fn admits(&self, pages: &Pages, entry: &Elicitation) -> bool {
        let client = pages.client_name(&entry.client).to_lowercase();
        let from = self.from.trim().to_lowercase();
        if !client.contains(&from) {
            return false;
        }
        let (title, why) = words_of(entry);
        let text = format!("{} {} {client}", title.to_lowercase(), why.to_lowercase());
        self.q.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// Returns the query string of this list, from another place on; with a leading question mark
    /// unless it is empty.
    pub(super) fn query(&self, after: &str) -> String {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        let tab = if self.tab() == Tab::Mine { "" } else { self.tab().name() };
        for (name, value) in [
            ("tab", tab),
            ("state", &self.state),
            ("q", &self.q),
            ("from", &self.from),
            ("mode", &self.mode),
            ("snoozed", if self.snoozed { "yes" } else { "" }),
            ("after", after),
        ] {
            if !value.is_empty() {
                pairs.append_pair(name, value);
            }
        }
        let query = pairs.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

/// Returns the title and the description of an entry.
pub(super) fn words_of(entry: &Elicitation) -> (&str, &str) {
    match &entry.question {
        Question::Form(form) => (form.title(), form.description().unwrap_or_default()),
        Question::Page { message, .. } => (message, ""),
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Status;

    use super::{InboxFilter, STATES};
    use crate::inbox::tab::Tab;

    #[test]
    fn every_outcome_selects_one_status() {
        for (state, _) in STATES {
            let wanted = InboxFilter::read(&format!("state={state}"));
            assert_eq!((wanted.statuses().len(), wanted.tab()), (1, Tab::Done), "{state}");
        }
        assert_eq!(InboxFilter::read("tab=done").statuses().len(), 4);
        assert_eq!(InboxFilter::read("state=timeout").statuses(), [Status::Timeout]);
    }

    #[test]
    fn inbox_filter_survives_its_query_string() {
        let wanted = InboxFilter { q: "a&b =".to_owned(), tab: Some(Tab::Groups), ..InboxFilter::default() };
        let query = wanted.query("");
        assert_eq!(query, "?tab=groups&q=a%26b+%3D");
        let read = InboxFilter::read(query.strip_prefix('?').unwrap_or_default());
        assert_eq!((read.tab(), read.q.as_str()), (Tab::Groups, "a&b ="));
        assert_eq!(InboxFilter::default().query(""), "");
    }

    #[test]
    fn malformed_inbox_filter_is_ignored() {
        for (query, tab, q) in [
            ("", Tab::Mine, ""),
            ("q=a&q=b", Tab::Mine, "b"),
            ("else=1&state=done&", Tab::Done, ""),
            ("tab=lost&after=1.x&after=", Tab::Mine, ""),
            ("q=%ff%zz&=", Tab::Mine, "\u{fffd}%zz"),
        ] {
            let read = InboxFilter::read(query);
            assert_eq!((read.tab(), read.q.as_str(), read.is_later_page()), (tab, q, false), "{query}");
        }
    }
}
