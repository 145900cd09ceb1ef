//! The filter of the inbox, as the query string spells it.

use askwell_lifecycle::{Elicitation, ElicitationId, Mode, Question, Status};

use crate::pages::Pages;

/// The filter at the top of the inbox.
#[derive(Debug, Clone, Default)]
pub(super) struct InboxFilter {
    /// `waiting` (the default), `done`, or one status.
    pub(super) state: String,
    /// Words to search for.
    pub(super) q: String,
    /// Part of the name of the client that asks.
    pub(super) from: String,
    /// The mode of the elicitation.
    pub(super) mode: String,
    /// The last entry of the previous page.
    pub(super) before: String,
}

/// The states that can be chosen, with their labels.
pub(super) const STATES: [(&str, &str); 7] = [
    ("waiting", "Waiting"),
    ("done", "Everything that is over"),
    ("completed", "Answered"),
    ("declined", "Declined"),
    ("cancelled", "Cancelled"),
    ("timeout", "Expired"),
    ("all", "All"),
];

/// The modes, with their labels.
pub(super) const MODES: [(&str, &str); 4] =
    [("form", "Form"), ("inline", "Short question"), ("url", "Web page"), ("terminal", "Terminal")];

impl InboxFilter {
    /// Reads a query string. Unknown parameters and values are ignored, and the last of several
    /// counts, so that every address shows a list.
    pub(super) fn read(query: &str) -> InboxFilter {
        let mut wanted = InboxFilter::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let filter = match &*name {
                "state" => &mut wanted.state,
                "q" => &mut wanted.q,
                "from" => &mut wanted.from,
                "mode" => &mut wanted.mode,
                "before" => &mut wanted.before,
                _ => continue,
            };
            *filter = value.into_owned();
        }
        if !STATES.iter().any(|(state, _)| *state == wanted.state) {
            wanted.state.clear();
        }
        wanted
    }

    /// Returns the statuses to list; empty means all.
    pub(super) fn statuses(&self) -> Vec<Status> {
        match self.state.as_str() {
            "" | "waiting" => vec![Status::Pending, Status::Active],
            "all" => Vec::new(),
            "done" => vec![Status::Completed, Status::Declined, Status::Cancelled, Status::Timeout],
            one => Status::ALL.iter().filter(|(name, _)| *name == one).map(|(_, status)| *status).collect(),
        }
    }

    pub(super) fn mode(&self) -> Option<Mode> {
        Mode::ALL.iter().find(|(name, _)| *name == self.mode).map(|(_, mode)| *mode)
    }

    pub(super) fn before(&self) -> Option<ElicitationId> {
        self.before.parse().ok()
    }

    /// Returns whether the text of entries has to be searched.
    pub(super) fn needs_content(&self) -> bool {
        !self.q.trim().is_empty() || !self.from.trim().is_empty()
    }

    /// Returns whether the list shows anything else than all open entries.
    pub(super) fn is_filtered(&self) -> bool {
        self.needs_content() || self.mode().is_some() || !matches!(self.state.as_str(), "" | "waiting")
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

    /// Returns the address of another page with the same filter.
    pub(super) fn address(&self, before: Option<ElicitationId>) -> String {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in
            [("state", &self.state), ("q", &self.q), ("from", &self.from), ("mode", &self.mode)]
        {
            if !value.is_empty() {
                pairs.append_pair(name, value);
            }
        }
        if let Some(before) = before {
            pairs.append_pair("before", &before.to_string());
        }
        format!("/inbox?{}", pairs.finish())
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

    #[test]
    fn every_inbox_state_selects_statuses() {
        for (state, _) in STATES {
            let wanted = InboxFilter { state: state.to_owned(), ..InboxFilter::default() };
            assert_eq!(wanted.statuses().is_empty(), state == "all", "{state}");
        }
        assert_eq!(InboxFilter::default().statuses(), [Status::Pending, Status::Active]);
    }

    #[test]
    fn inbox_filter_survives_its_query_string() {
        let wanted =
            InboxFilter { q: "a&b =".to_owned(), state: "done".to_owned(), ..InboxFilter::default() };
        let address = wanted.address(None);
        assert_eq!(address, "/inbox?state=done&q=a%26b+%3D");
        let read = InboxFilter::read(address.strip_prefix("/inbox?").unwrap_or_default());
        assert_eq!((read.state.as_str(), read.q.as_str()), ("done", "a&b ="));
    }

    #[test]
    fn malformed_inbox_filter_is_ignored() {
        for (query, state, q) in [
            ("", "", ""),
            ("q=a&q=b", "", "b"),
            ("else=1&state=done&", "done", ""),
            ("state=lost", "", ""),
            ("q=%ff%zz&=", "", "\u{fffd}%zz"),
        ] {
            let read = InboxFilter::read(query);
            assert_eq!((read.state.as_str(), read.q.as_str()), (state, q), "{query}");
        }
    }
}
