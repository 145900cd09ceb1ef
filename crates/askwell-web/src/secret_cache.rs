//! Holds typed secrets between two pages, so that no page has to contain them.
//!
//! The cache is in memory only, expires entries after an hour and wipes them when it drops them.
//! After a restart, people type their secrets again. Nodes that share a store hand them to each other:
//! see `page/shared_draft.rs`.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use askwell_http::budget::{ByteBudget, ClientKey, Overload, Purpose, Reservation};
use parking_lot::Mutex;
use zeroize::Zeroizing;

/// How long a secret is kept.
const RETENTION: Duration = Duration::from_secs(60 * 60);

/// The most pages with secrets. Beyond it, the oldest is evicted.
const MOST: usize = 10_000;

/// The memory that a secret takes beside its own bytes.
const OVERHEAD: u64 = 256;

/// The secrets of all pages that are being filled in, by session and page.
#[derive(Default)]
pub(crate) struct SecretCache {
    pages: Mutex<HashMap<[u8; 32], PageSecrets>>,
}

struct PageSecrets {
    since: Instant,
    client: ClientKey,
    texts: HashMap<usize, (Zeroizing<String>, Reservation)>,
}

impl SecretCache {
    /// Stores the text of the field at `place`. If the budget has no memory for it, the oldest
    /// pages are evicted: those of the same client if it exceeds its share, otherwise of any
    /// client. If that does not free enough, the secret is not stored.
    pub(crate) fn keep(
        &self,
        key: [u8; 32],
        place: usize,
        text: Zeroizing<String>,
        client: &ClientKey,
        budget: &ByteBudget,
    ) {
        let now = Instant::now();
        let mut pages = self.pages.lock();
        pages.retain(|_, secrets| now.duration_since(secrets.since) < RETENTION);
        if let Some(secrets) = pages.get_mut(&key) {
            secrets.texts.remove(&place);
        } else if pages.len() >= MOST {
            forget_oldest(&mut pages, |_, _| true);
        }
        let bytes = OVERHEAD.saturating_add(text.capacity() as u64);
        let reservation = loop {
            let made_room = match budget.reserve(client, Purpose::Secret, bytes) {
                Ok(reservation) => break reservation,
                Err(Overload::Client) => {
                    forget_oldest(&mut pages, |other, secrets| *other != key && secrets.client == *client)
                }
                Err(Overload::Service) => forget_oldest(&mut pages, |other, _| *other != key),
            };
            if !made_room {
                return;
            }
        };
        let begin = || PageSecrets { since: now, client: client.clone(), texts: HashMap::new() };
        let secrets = pages.entry(key).or_insert_with(begin);
        secrets.texts.insert(place, (text, reservation));
    }

    /// Returns the text of the field at `place`.
    pub(crate) fn recall(&self, key: &[u8; 32], place: usize) -> Option<Zeroizing<String>> {
        let pages = self.pages.lock();
        let secrets = pages.get(key).filter(|secrets| secrets.since.elapsed() < RETENTION)?;
        secrets.texts.get(&place).map(|(text, _)| text.clone())
    }

    /// Removes the text of the field at `place`.
    pub(crate) fn forget_one(&self, key: &[u8; 32], place: usize) {
        if let Some(secrets) = self.pages.lock().get_mut(key) {
            secrets.texts.remove(&place);
        }
    }

    /// Removes all secrets of a page.
    pub(crate) fn forget(&self, key: &[u8; 32]) {
        self.pages.lock().remove(key);
    }
}

/// Evicts the oldest page that `is_meant` selects. Returns whether there was one.
fn forget_oldest(
    pages: &mut HashMap<[u8; 32], PageSecrets>,
    is_meant: impl Fn(&[u8; 32], &PageSecrets) -> bool,
) -> bool {
    let meant = pages.iter().filter(|(key, secrets)| is_meant(key, secrets));
    let oldest = meant.min_by_key(|(_, secrets)| secrets.since).map(|(key, _)| *key);
    oldest.is_some_and(|oldest| pages.remove(&oldest).is_some())
}

#[cfg(test)]
mod tests {
    use askwell_http::budget::ByteBudget;
    use zeroize::Zeroizing;

    use super::{OVERHEAD, SecretCache};
    use crate::client_key;

    fn text(text: &str) -> Zeroizing<String> {
        Zeroizing::new(text.into())
    }

    #[test]
    fn secret_is_cached_for_one_page_until_it_is_removed() {
        let (held, budget, client) =
            (SecretCache::default(), ByteBudget::default(), client_key::of_person("a"));
        let keep = |key: u8, place, words: &str| held.keep([key; 32], place, text(words), &client, &budget);
        keep(1, 2, "a");
        keep(1, 2, "b");
        assert_eq!(held.recall(&[1; 32], 2).as_deref().map(String::as_str), Some("b"));
        assert!(held.recall(&[2; 32], 2).is_none() && held.recall(&[1; 32], 3).is_none());
        keep(1, 3, "c");
        held.forget_one(&[1; 32], 3);
        assert!(held.recall(&[1; 32], 3).is_none() && held.recall(&[1; 32], 2).is_some());
        held.forget(&[1; 32]);
        assert!(held.recall(&[1; 32], 2).is_none());
        assert_eq!(budget.reserved(), 0);
    }

    #[test]
    fn client_over_its_share_evicts_only_its_own_secrets() {
        let one = OVERHEAD + 1;
        let (held, budget) = (SecretCache::default(), ByteBudget::new(100 * one, 12 * one));
        let [a, b] = ["a", "b"].map(client_key::of_person);
        held.keep([0; 32], 0, text("b"), &b, &budget);
        for number in 1..=10 {
            held.keep([number; 32], 0, text("a"), &a, &budget);
        }
        let left: Vec<u8> = (0..=10).filter(|number| held.recall(&[*number; 32], 0).is_some()).collect();
        assert_eq!(left, [0, 8, 9, 10]);
        assert_eq!(budget.reserved(), 4 * one);
    }

    #[test]
    fn secret_larger_than_the_budget_is_not_cached() {
        let (held, budget) = (SecretCache::default(), ByteBudget::new(OVERHEAD * 16, OVERHEAD * 4));
        held.keep([1; 32], 0, text("a"), &client_key::of_person("a"), &budget);
        assert!(held.recall(&[1; 32], 0).is_none());
    }
}
