//! Secrets between two pages: typed on one, sent from the next, and never written into either.
//!
//! Kept in memory only, for a while, and wiped when dropped. Whoever comes back after a restart types them again.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use zeroize::Zeroizing;

/// How long a secret waits to be sent.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// So many pages at once; beyond that, the oldest are forgotten.
const MOST: usize = 10_000;

/// The secrets of all pages that are being filled in.
#[derive(Default)]
pub(crate) struct Held {
    pages: Mutex<HashMap<[u8; 32], Secrets>>,
}

struct Secrets {
    since: Instant,
    texts: HashMap<usize, Zeroizing<String>>,
}

impl Held {
    /// Keeps what was typed into the field at this place.
    pub(crate) fn keep(&self, key: [u8; 32], place: usize, text: Zeroizing<String>) {
        let now = Instant::now();
        let mut pages = self.pages.lock();
        pages.retain(|_, secrets| now.duration_since(secrets.since) < KEPT);
        if pages.len() >= MOST
            && !pages.contains_key(&key)
            && let Some(oldest) = pages.iter().min_by_key(|(_, secrets)| secrets.since).map(|(key, _)| *key)
        {
            pages.remove(&oldest);
        }
        let secrets = pages.entry(key).or_insert_with(|| Secrets { since: now, texts: HashMap::new() });
        secrets.texts.insert(place, text);
    }

    /// What was typed into the field at this place.
    pub(crate) fn recall(&self, key: &[u8; 32], place: usize) -> Option<Zeroizing<String>> {
        let pages = self.pages.lock();
        let secrets = pages.get(key).filter(|secrets| secrets.since.elapsed() < KEPT)?;
        secrets.texts.get(&place).cloned()
    }

    /// Forgets what was typed into the field at this place.
    pub(crate) fn forget_one(&self, key: &[u8; 32], place: usize) {
        if let Some(secrets) = self.pages.lock().get_mut(key) {
            secrets.texts.remove(&place);
        }
    }

    /// Forgets all of a page.
    pub(crate) fn forget(&self, key: &[u8; 32]) {
        self.pages.lock().remove(key);
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::Held;

    #[test]
    fn kept_for_one_page_until_it_is_sent() {
        let held = Held::default();
        held.keep([1; 32], 2, Zeroizing::new("a".into()));
        held.keep([1; 32], 2, Zeroizing::new("b".into()));
        assert_eq!(held.recall(&[1; 32], 2).as_deref().map(String::as_str), Some("b"));
        assert!(held.recall(&[2; 32], 2).is_none() && held.recall(&[1; 32], 3).is_none());
        held.keep([1; 32], 3, Zeroizing::new("c".into()));
        held.forget_one(&[1; 32], 3);
        assert!(held.recall(&[1; 32], 3).is_none() && held.recall(&[1; 32], 2).is_some());
        held.forget(&[1; 32]);
        assert!(held.recall(&[1; 32], 2).is_none());
    }
}
