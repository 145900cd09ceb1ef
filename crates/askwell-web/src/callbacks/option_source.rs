//! A source of options that is asked by HTTP.
//!
//! Results are kept for a moment, so that a confirmed choice need not be asked for again when the answer is sent.

use std::collections::HashMap;
use std::time::Duration;

use askwell_engine::{CallbackError, CallbackFuture, FoundOption, FoundOptions, OptionSource};
use askwell_lifecycle::ClientId;
use parking_lot::Mutex;
use serde::Deserialize;
use tokio::time::Instant;

use super::CallbackContext;
use super::target::{CallbackProblem, CallbackSettings, CallbackTarget, shown_text};
use crate::json::JsonObject;
use crate::webhooks::EndpointProblem;

/// The largest response, in bytes.
const RESPONSE_BYTES: usize = 256 << 10;

/// The most options of one response.
const MOST_OPTIONS: usize = 200;

/// The longest value, title and search, in characters.
const LONGEST_TEXT: usize = 256;

/// The most searches and the most options that are kept.
const MOST_SEARCHES: usize = 256;
const MOST_CONFIRMED: usize = 10_000;

const LONGEST_CACHE: Duration = Duration::from_secs(3600);

/// The settings of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSourceSettings {
    /// How it is called.
    pub callback: CallbackSettings,
    /// How long results are kept; zero keeps none.
    pub cache: Duration,
}

/// A source of options of the operator.
#[derive(Debug)]
pub struct HttpOptionSource {
    target: CallbackTarget,
    cache: Duration,
    kept: Mutex<KeptResults>,
}

/// Results that are not asked for again.
#[derive(Debug, Default)]
struct KeptResults {
    searches: HashMap<String, (Instant, FoundOptions)>,
    /// Titles by value.
    options: HashMap<String, (Instant, String)>,
}

/// What a source answers.
#[derive(Deserialize)]
struct SourceResponse {
    options: Vec<SourceOption>,
    #[serde(default)]
    more: bool,
}

#[derive(Deserialize)]
struct SourceOption {
    value: String,
    #[serde(default)]
    title: Option<String>,
}

impl OptionSourceSettings {
    /// Returns settings with the defaults.
    #[must_use]
    pub fn new(callback: CallbackSettings) -> OptionSourceSettings {
        OptionSourceSettings { callback, cache: Duration::from_secs(60) }
    }
}

impl HttpOptionSource {
    /// Checks the settings of a source.
    ///
    /// # Errors
    /// Returns all invalid settings.
    pub fn new(
        settings: OptionSourceSettings,
        context: CallbackContext,
    ) -> Result<HttpOptionSource, Vec<CallbackProblem>> {
        let target = CallbackTarget::new("options", settings.callback, context);
        if settings.cache > LONGEST_CACHE {
            let message = format!("at most {} ms", LONGEST_CACHE.as_millis());
            let mut problems = target.err().unwrap_or_default();
            problems.push(EndpointProblem { setting: "cache_ms", message });
            return Err(problems);
        }
        Ok(HttpOptionSource { target: target?, cache: settings.cache, kept: Mutex::default() })
    }

    async fn ask(&self, body: JsonObject) -> Result<FoundOptions, CallbackError> {
        let body = self.target.post(body.finish(), RESPONSE_BYTES).await?;
        let response: SourceResponse = serde_json::from_slice(&body).map_err(|_| {
            self.target
                .failed("its response is not {\"options\": [{\"value\": …, \"title\": …}], \"more\": …}")
        })?;
        if response.options.len() > MOST_OPTIONS {
            return Err(self.target.failed(&format!("it gave more than {MOST_OPTIONS} options")));
        }
        let options = response.options.into_iter().filter_map(option).collect();
        Ok(FoundOptions { options, more: response.more })
    }

    async fn find(&self, text: &str, limit: usize) -> Result<FoundOptions, CallbackError> {
        let text: String = text.trim().chars().take(LONGEST_TEXT).collect();
        let limit = limit.min(MOST_OPTIONS);
        let key = format!("{limit} {text}");
        let now = Instant::now();
        if let Some((until, found)) = self.kept.lock().searches.get(&key)
            && *until > now
        {
            return Ok(found.clone());
        }
        let body = JsonObject::new()
            .text("type", "options.search")
            .text("source", &self.target.name)
            .text("search", &text)
            .number("limit", limit as u64);
        let mut found = self.ask(body).await?;
        found.more |= found.options.len() > limit;
        found.options.truncate(limit);
        self.keep(&found.options);
        if !self.cache.is_zero() {
            let until = Instant::now() + self.cache;
            let searches = &mut self.kept.lock().searches;
            make_room(searches, MOST_SEARCHES, |(until, _)| *until);
            searches.insert(key, (until, found.clone()));
        }
        Ok(found)
    }

    async fn check(&self, values: &[&str]) -> Result<Vec<FoundOption>, CallbackError> {
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        {
            let (kept, now) = (self.kept.lock(), Instant::now());
            for &value in values {
                match kept.options.get(value).filter(|(until, _)| *until > now) {
                    Some((_, title)) => {
                        known.push(FoundOption { value: value.to_owned(), title: title.clone() });
                    }
                    None => unknown.push(value),
                }
            }
        }
        if unknown.is_empty() {
            return Ok(known);
        }
        let body = JsonObject::new()
            .text("type", "options.confirm")
            .text("source", &self.target.name)
            .texts("values", unknown.iter().copied());
        let found = self.ask(body).await?;
        let confirmed: Vec<FoundOption> =
            found.options.into_iter().filter(|option| unknown.contains(&option.value.as_str())).collect();
        self.keep(&confirmed);
        known.extend(confirmed);
        Ok(known)
    }

    /// Keeps options, so that they need not be confirmed for a moment.
    fn keep(&self, options: &[FoundOption]) {
        if self.cache.is_zero() {
            return;
        }
        let until = Instant::now() + self.cache;
        let kept = &mut self.kept.lock().options;
        for option in options {
            make_room(kept, MOST_CONFIRMED, |(until, _)| *until);
            kept.insert(option.value.clone(), (until, option.title.clone()));
        }
    }
}

/// Makes room for one more entry: drops what is outdated, and everything if that is not enough.
fn make_room<V>(kept: &mut HashMap<String, V>, most: usize, until: impl Fn(&V) -> Instant) {
    if kept.len() < most {
        return;
    }
    let now = Instant::now();
    kept.retain(|_, value| until(value) > now);
    if kept.len() >= most {
        kept.clear();
    }
}

/// Returns an option that a form can take: with a value that hides nothing, and a title that can be shown.
fn option(option: SourceOption) -> Option<FoundOption> {
    let value = shown_text(&option.value, LONGEST_TEXT).filter(|shown| **shown == *option.value)?;
    let title = option.title.as_deref().and_then(|title| shown_text(title, LONGEST_TEXT));
    Some(FoundOption { title: title.as_deref().unwrap_or(&value).to_owned(), value: option.value })
}

impl OptionSource for HttpOptionSource {
    fn name(&self) -> &str {
        &self.target.name
    }

    fn serves(&self, client: &ClientId) -> bool {
        self.target.serves(client)
    }

    fn search<'c>(&'c self, text: &'c str, limit: usize) -> CallbackFuture<'c, FoundOptions> {
        Box::pin(self.find(text, limit))
    }

    fn confirm<'c>(&'c self, values: &'c [&'c str]) -> CallbackFuture<'c, Vec<FoundOption>> {
        Box::pin(self.check(values))
    }
}
