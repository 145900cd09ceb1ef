//! Caches drafts between the request that sends a form and the page that shows it.
//!
//! A submitted form is answered with a redirect, so that going back and reloading send nothing
//! twice; the page after the redirect is rendered from the cached draft. The cache is in memory and
//! bounded. If a draft does not fit, its page is sent without a redirect; after a restart the form
//! is empty. Secrets are never cached here.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::draft::Draft;

/// How long a draft is kept.
const RETENTION: Duration = Duration::from_secs(60 * 60);

/// How long a notice, such as "You have more time now.", is shown.
const NOTICE: Duration = Duration::from_secs(20);

/// The most drafts. Beyond it, the oldest is evicted.
const MOST: usize = 2_000;

/// The most bytes of all drafts, and of one.
const MOST_BYTES: usize = 32 << 20;
const MOST_BYTES_OF_ONE: usize = 1 << 20;

/// The drafts of all pages that are being filled in, by session and page.
#[derive(Default)]
pub(crate) struct DraftCache {
    entries: Mutex<DraftEntries>,
}

#[derive(Default)]
struct DraftEntries {
    drafts: HashMap<[u8; 32], DraftEntry>,
    bytes: usize,
}

struct DraftEntry {
    since: Instant,
    bytes: usize,
    draft: Draft,
    notice: Option<String>,
}

/// A cached draft and the notice to show with it.
pub(crate) struct RecalledDraft {
    pub(crate) draft: Draft,
    pub(crate) notice: Option<String>,
}

impl DraftEntries {
    fn remove(&mut self, key: &[u8; 32]) {
        if let Some(removed) = self.drafts.remove(key) {
            self.bytes -= removed.bytes;
        }
    }

    /// Removes expired drafts, then the oldest, until `bytes` fit.
    fn make_room(&mut self, bytes: usize) {
        let old = |entries: &DraftEntry| entries.since.elapsed() >= RETENTION;
        let gone: Vec<[u8; 32]> =
            self.drafts.iter().filter(|(_, entries)| old(entries)).map(|(key, _)| *key).collect();
        gone.iter().for_each(|key| self.remove(key));
        while self.drafts.len() >= MOST || self.bytes + bytes > MOST_BYTES {
            let oldest = self.drafts.iter().min_by_key(|(_, entries)| entries.since).map(|(key, _)| *key);
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
    }
}

impl DraftCache {
    /// Caches a draft in place of the previous one. Returns whether it fits.
    pub(crate) fn hold(&self, key: [u8; 32], draft: Draft, notice: Option<String>) -> bool {
        let bytes = draft.bytes();
        let mut entries = self.entries.lock();
        entries.remove(&key);
        if bytes > MOST_BYTES_OF_ONE {
            return false;
        }
        entries.make_room(bytes);
        entries.bytes += bytes;
        entries.drafts.insert(key, DraftEntry { since: Instant::now(), bytes, draft, notice });
        true
    }

    /// Returns a copy of the draft of this session and page.
    pub(crate) fn recall(&self, key: &[u8; 32]) -> Option<RecalledDraft> {
        let entries = self.entries.lock();
        let entries = entries.drafts.get(key).filter(|entries| entries.since.elapsed() < RETENTION)?;
        let notice = entries.notice.clone().filter(|_| entries.since.elapsed() < NOTICE);
        Some(RecalledDraft { draft: entries.draft.clone(), notice })
    }

    /// Returns whether there is a draft of this session and page.
    pub(crate) fn has(&self, key: &[u8; 32]) -> bool {
        let entries = self.entries.lock();
        entries.drafts.get(key).is_some_and(|entries| entries.since.elapsed() < RETENTION)
    }

    /// Removes the draft of this session and page.
    pub(crate) fn forget(&self, key: &[u8; 32]) {
        self.entries.lock().remove(key);
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use zeroize::Zeroizing;

    use super::super::draft::Draft;
    use super::super::inputs::{FieldInput, FormInputs};
    use super::{DraftCache, MOST, MOST_BYTES, MOST_BYTES_OF_ONE};

    fn draft(text: &str) -> Draft {
        let document = r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#;
        let mut filled = FormInputs::nothing(&Form::parse(document).unwrap());
        filled.set(0, FieldInput::Text(Zeroizing::new(text.to_owned())));
        Draft::with(filled)
    }

    fn key(number: usize) -> [u8; 32] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_be_bytes());
        key
    }

    #[test]
    fn last_draft_of_a_page_is_returned_until_it_is_removed() {
        let drafts = DraftCache::default();
        assert!(drafts.hold(key(1), draft("first"), None));
        assert!(drafts.hold(key(1), draft("second"), Some("notice".to_owned())));
        let recalled = drafts.recall(&key(1)).unwrap();
        assert_eq!(recalled.draft.filled.text(0), Some("second"));
        assert_eq!(recalled.notice.as_deref(), Some("notice"));
        assert!(drafts.recall(&key(2)).is_none());
        drafts.forget(&key(1));
        assert!(drafts.recall(&key(1)).is_none());
        assert_eq!(drafts.entries.lock().bytes, 0);
    }

    #[test]
    fn draft_cache_evicts_the_oldest_beyond_its_bounds() {
        let drafts = DraftCache::default();
        assert!(!drafts.hold(key(0), draft(&"x".repeat(MOST_BYTES_OF_ONE + 1)), None), "too large");
        for number in 0..MOST + 10 {
            assert!(drafts.hold(key(number), draft("small"), None));
        }
        assert_eq!(drafts.entries.lock().drafts.len(), MOST);
        assert!(drafts.recall(&key(0)).is_none() && drafts.recall(&key(MOST + 9)).is_some());
        let large = "x".repeat(MOST_BYTES_OF_ONE / 2);
        for number in 0..100 {
            assert!(drafts.hold(key(number), draft(&large), None));
        }
        assert!(drafts.entries.lock().bytes <= MOST_BYTES);
    }
}
