//! What the page sends, and how much and how often it may.

use std::time::{Duration, Instant};

use serde::Deserialize;

/// The largest document, and the largest answers.
pub(super) const MAX_DOCUMENT_BYTES: usize = 256 << 10;

/// The largest body: a document and answers in which every character is escaped.
pub(super) const MAX_BODY_BYTES: usize = 6 * MAX_DOCUMENT_BYTES;

/// How many evaluations may follow each other at once, and how many a second on average. A person who types causes
/// about three a second.
const BURST: f64 = 30.0;
const PER_SECOND: f64 = 10.0;

/// What is to be evaluated. The same fields come from the script as JSON and from a form without a script.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EvaluationRequest {
    /// The form document.
    pub(super) document: String,
    /// Answers to try, as JSON; blank for none.
    pub(super) answers: String,
    /// The language to show the form in; empty for the one that it is written in.
    pub(super) language: String,
    /// The fragment of a shared link, in place of the document.
    pub(super) shared: String,
    /// The name of an example, in place of the document.
    pub(super) example: String,
    /// Asks for a new page, although the form is the same.
    pub(super) restart: bool,
}

impl EvaluationRequest {
    /// Reads the fields of a form; unknown ones are ignored, as browser extensions add them.
    pub(super) fn from_pairs(body: &[u8]) -> EvaluationRequest {
        let mut request = EvaluationRequest::default();
        let mut load = false;
        for (name, value) in url::form_urlencoded::parse(body) {
            match &*name {
                // Browsers send line ends of forms as two characters.
                "document" => request.document = value.replace("\r\n", "\n"),
                "answers" => request.answers = value.replace("\r\n", "\n"),
                "language" => request.language = value.into_owned(),
                "example" => request.example = value.into_owned(),
                "load" => load = true,
                "restart" => request.restart = true,
                _ => {}
            }
        }
        // The choice of an example is always sent; only its button means it.
        if !load {
            request.example.clear();
        }
        request
    }

    /// Returns what is too large, if anything is.
    pub(super) fn oversized(&self) -> Option<&'static str> {
        if self.document.len() > MAX_DOCUMENT_BYTES {
            Some("the form")
        } else if self.answers.len() > MAX_DOCUMENT_BYTES {
            Some("the answers")
        } else {
            None
        }
    }
}

/// Allows a number of evaluations per second.
#[derive(Debug)]
pub(super) struct EvaluationRate {
    left: f64,
    since: Instant,
}

impl EvaluationRate {
    pub(super) fn new(now: Instant) -> EvaluationRate {
        EvaluationRate { left: BURST, since: now }
    }

    /// Counts an evaluation. Returns how long to wait if there were too many, which does not count.
    pub(super) fn count(&mut self, now: Instant) -> Result<(), Duration> {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = BURST.min(self.left + passed * PER_SECOND);
        self.since = now;
        if self.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - self.left) / PER_SECOND));
        }
        self.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{EvaluationRate, EvaluationRequest};

    #[test]
    fn rate_allows_a_burst_and_then_ten_a_second() {
        let start = Instant::now();
        let mut rate = EvaluationRate::new(start);
        let at_once = (0..100).filter(|_| rate.count(start).is_ok()).count();
        assert_eq!(at_once, 30);
        let wait = rate.count(start).unwrap_err();
        assert!(wait > Duration::ZERO && wait <= Duration::from_millis(100), "{wait:?}");
        let second = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| rate.count(second).is_ok()).count(), 10);
        // A clock that goes back gives nothing.
        assert!(rate.count(start).is_err());
    }

    #[test]
    fn example_counts_with_its_button_only() {
        let body = b"document=%7B%7D%0D%0A&answers=&language=de&example=refund&extra=1";
        let request = EvaluationRequest::from_pairs(body);
        assert_eq!((&*request.document, &*request.language, &*request.example), ("{}\n", "de", ""));
        let pressed = [body.as_slice(), b"&load=1"].concat();
        assert_eq!(EvaluationRequest::from_pairs(&pressed).example, "refund");
    }
}
