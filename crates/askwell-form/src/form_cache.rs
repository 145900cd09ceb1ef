//! A cache of compiled forms by their text.
//!
//! Programs ask the same few forms repeatedly. A surface that reads forms from text keeps one cache
//! and compiles each text once. The cache is bounded in entries and bytes; the oldest entry is
//! evicted first. It does not decide whether a text is a form: the function that fills it does.

use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::schema::Import;

/// A bounded cache of forms, keyed by the exact text of one or several documents.
///
/// ```
/// use askwell_form::{Form, FormCache};
///
/// let cache = FormCache::new(64, 256 << 10);
/// let document = r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#;
/// let first = cache.get_or_compile(&[document], || Form::parse(document).map(Into::into))?;
/// let again = cache.get_or_compile(&[document], || unreachable!("it is cached"))?;
/// assert!(std::ptr::eq(first.form.to_json(), again.form.to_json()));
/// # Ok::<(), askwell_form::Defects>(())
/// ```
#[derive(Debug)]
pub struct FormCache {
    max_entries: usize,
    max_bytes: usize,
    hasher: DefaultHashBuilder,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    table: HashTable<CachedForm>,
    /// The hash and age of each entry, the oldest first.
    order: VecDeque<(u64, u64)>,
    bytes: usize,
    inserted: u64,
}

#[derive(Debug)]
struct CachedForm {
    parts: Box<[Box<str>]>,
    import: Import,
    age: u64,
}

impl CachedForm {
    fn matches(&self, parts: &[&str]) -> bool {
        self.parts.len() == parts.len() && self.parts.iter().zip(parts).all(|(own, part)| **own == **part)
    }

    fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }
}

impl FormCache {
    /// Creates a cache for at most `max_entries` forms whose texts have at most `max_bytes` together.
    #[must_use]
    pub fn new(max_entries: usize, max_bytes: usize) -> Self {
        FormCache { max_entries, max_bytes, hasher: DefaultHashBuilder::default(), cached: Mutex::default() }
    }

    /// Returns the form that was made from exactly these texts, or makes it with `compile` and keeps it.
    ///
    /// A text that is longer than the whole cache is compiled each time. Two callers that miss at the same moment
    /// both compile; one of the results is kept.
    ///
    /// # Errors
    /// Those of `compile`; a failure is not cached.
    pub fn get_or_compile<E>(
        &self,
        parts: &[&str],
        compile: impl FnOnce() -> Result<Import, E>,
    ) -> Result<Import, E> {
        let hash = self.hasher.hash_one(parts);
        if let Some(found) = self.lock().table.find(hash, |entry| entry.matches(parts)) {
            return Ok(found.import.clone());
        }
        let import = compile()?;
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if bytes <= self.max_bytes && self.max_entries > 0 {
            self.insert(hash, parts, bytes, import.clone());
        }
        Ok(import)
    }

    fn insert(&self, hash: u64, parts: &[&str], bytes: usize, import: Import) {
        let mut cached = self.lock();
        let Cached { table, order, bytes: total, inserted } = &mut *cached;
        if table.find(hash, |entry| entry.matches(parts)).is_some() {
            return;
        }
        while order.len() >= self.max_entries || *total + bytes > self.max_bytes {
            let Some((oldest, age)) = order.pop_front() else { break };
            if let Ok(entry) = table.find_entry(oldest, |entry| entry.age == age) {
                *total -= entry.remove().0.bytes();
            }
        }
        *inserted += 1;
        *total += bytes;
        order.push_back((hash, *inserted));
        let parts: Box<[Box<str>]> = parts.iter().map(|part| Box::from(*part)).collect();
        let hash_of = |entry: &CachedForm| {
            let parts: Vec<&str> = entry.parts.iter().map(|part| &**part).collect();
            self.hasher.hash_one(parts.as_slice())
        };
        table.insert_unique(hash, CachedForm { parts, import, age: *inserted }, hash_of);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Cached> {
        // A panic while it was held leaves at worst an entry that is counted and not there.
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::FormCache;
    use crate::Form;
    use crate::defect::Defects;
    use crate::schema::Import;

    fn document(title: &str) -> String {
        format!(r#"{{"id":"f","title":"{title}","fields":[{{"id":"a","type":"text","label":"A"}}]}}"#)
    }

    fn compile(document: &str) -> Result<Import, Defects> {
        Form::parse(document).map(Import::from)
    }

    /// Returns whether a text has to be compiled, which caches it.
    fn misses(cache: &FormCache, parts: &[&str]) -> bool {
        let compiled = Cell::new(false);
        let made = cache.get_or_compile(parts, || {
            compiled.set(true);
            compile(parts[0])
        });
        made.unwrap();
        compiled.get()
    }

    #[test]
    fn same_text_is_compiled_once_and_shared() {
        let cache = FormCache::new(8, 1 << 20);
        let (one, other) = (document("one"), document("other"));
        assert!(misses(&cache, &[&one]) && misses(&cache, &[&other]));
        assert!(!misses(&cache, &[&one]) && !misses(&cache, &[&other]));
        // The parts count, not their concatenation.
        assert!(misses(&cache, &[&one, ""]) && misses(&cache, &[&one, "x"]));
        let again = cache.get_or_compile(&[&one], || compile("{}")).unwrap();
        assert_eq!(again.form.title(), "one");
    }

    #[test]
    fn oldest_entry_goes_when_entries_or_bytes_run_out() {
        let texts: Vec<String> = (0..4).map(|n| document(&n.to_string())).collect();
        let by_entries = FormCache::new(3, 1 << 20);
        let by_bytes = FormCache::new(100, texts[0].len() * 3);
        for cache in [by_entries, by_bytes] {
            assert!(texts.iter().all(|text| misses(&cache, &[text])));
            assert!(texts[1..].iter().all(|text| !misses(&cache, &[text])));
            assert!(misses(&cache, &[&texts[0]]) && misses(&cache, &[&texts[1]]));
        }
    }

    #[test]
    fn failure_and_oversized_text_are_not_cached() {
        let cache = FormCache::new(8, 100);
        assert!(cache.get_or_compile(&["{}"], || compile("{}")).is_err());
        assert!(cache.get_or_compile(&["{}"], || compile("{}")).is_err());
        let long = document(&"x".repeat(100));
        assert!(misses(&cache, &[&long]) && misses(&cache, &[&long]));
    }
}
