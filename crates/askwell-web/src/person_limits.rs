//! Limits how much one person does in a minute on the pages: actions, drafts, uploads, searches, event streams and views.
//!
//! A person counts once, in all their browsers. The local person on a machine without keys is not limited, and neither
//! are holders of a link whom nothing names. Each node counts for itself; nothing is stored. A refused request does not
//! count, so that a person who waits as long as the page says goes on.

use askwell_lifecycle::Person;
use axum::http::{HeaderMap, Method, Uri};
use parking_lot::Mutex;

use crate::inbox_key;
use crate::pages::{Identity, Pages};
use crate::rate_windows::RateWindows;
use crate::visit::signed_in_person;
use crate::visitor::Visitor;

/// The most people that are counted one by one. All others share one count.
const MOST_PEOPLE: usize = 65_536;

/// How much one person may do in a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PersonLimits {
    /// Answers, decisions, comments, delegations and everything else that changes something.
    pub actions: usize,
    /// Drafts and checks of what is typed.
    pub drafts: usize,
    /// Uploaded files.
    pub uploads: usize,
    /// Searches in the inbox, and overviews.
    pub searches: usize,
    /// Event streams that are opened.
    pub streams: usize,
    /// Other pages.
    pub views: usize,
}

impl Default for PersonLimits {
    fn default() -> Self {
        PersonLimits { actions: 240, drafts: 600, uploads: 120, searches: 120, streams: 120, views: 1_200 }
    }
}

/// What a person does with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PersonWork {
    Action,
    Draft,
    Upload,
    Search,
    Stream,
    View,
}

/// A request that is refused, and after how many seconds it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuchWork {
    pub(crate) work: PersonWork,
    pub(crate) seconds: u64,
}

/// What people did in the last two minutes.
#[derive(Debug, Default)]
pub(crate) struct PersonRates {
    limits: PersonLimits,
    counts: Mutex<PersonCounts>,
}

#[derive(Debug, Default)]
struct PersonCounts {
    windows: RateWindows<(Option<Box<str>>, PersonWork)>,
    /// Whether a refusal of this window is in the log already.
    is_reported: bool,
}

impl PersonRates {
    pub(crate) fn new(limits: PersonLimits) -> PersonRates {
        PersonRates { limits, counts: Mutex::default() }
    }

    /// Counts a request of a person. Returns when to try again if there were too many.
    fn count(&self, person: &str, work: PersonWork, now: u64) -> Result<(), TooMuchWork> {
        let mut counts = self.counts.lock();
        if counts.windows.advance(now) {
            counts.is_reported = false;
        }
        let mut key = (Some(Box::from(person)), work);
        if counts.windows.len() >= MOST_PEOPLE && !counts.windows.contains(&key) {
            key.0 = None;
        }
        let wait = counts.windows.wait(&key, self.limit(work), now);
        if wait == 0 {
            counts.windows.add(key);
            return Ok(());
        }
        if !std::mem::replace(&mut counts.is_reported, true) {
            tracing::warn!(person, ?work, "a person does too much at once; some requests are refused");
        }
        metrics::counter!("askwell_person_refused_total", "work" => work.name()).increment(1);
        Err(TooMuchWork { work, seconds: wait.div_ceil(1000) })
    }

    fn limit(&self, work: PersonWork) -> usize {
        match work {
            PersonWork::Action => self.limits.actions,
            PersonWork::Draft => self.limits.drafts,
            PersonWork::Upload => self.limits.uploads,
            PersonWork::Search => self.limits.searches,
            PersonWork::Stream => self.limits.streams,
            PersonWork::View => self.limits.views,
        }
    }
}

impl PersonWork {
    fn name(self) -> &'static str {
        match self {
            PersonWork::Action => "action",
            PersonWork::Draft => "draft",
            PersonWork::Upload => "upload",
            PersonWork::Search => "search",
            PersonWork::Stream => "stream",
            PersonWork::View => "view",
        }
    }

    /// Returns what a request for a page is.
    fn of(method: &Method, uri: &Uri) -> PersonWork {
        let mut parts = uri.path().split('/').skip(1);
        let (section, _, verb) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
        if !method.is_safe() {
            return match (section, verb) {
                ("f" | "inbox", Some("evaluate" | "test")) => PersonWork::Draft,
                ("f" | "inbox", Some("upload")) => PersonWork::Upload,
                _ => PersonWork::Action,
            };
        }
        let is_search = |query: &str| {
            url::form_urlencoded::parse(query.as_bytes())
                .any(|(name, value)| name == "q" && !value.is_empty())
        };
        match (section, verb) {
            _ if uri.path() == "/inbox/live" => PersonWork::Stream,
            ("f" | "inbox", Some("live")) => PersonWork::Stream,
            ("overview", _) => PersonWork::Search,
            ("inbox", _) if uri.query().is_some_and(is_search) => PersonWork::Search,
            _ => PersonWork::View,
        }
    }
}

/// Counts a request for a page, if a person is known behind it.
pub(crate) fn count(
    pages: &Pages,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), TooMuchWork> {
    if uri.path().starts_with("/assets/") {
        return Ok(());
    }
    match person_of(pages, headers) {
        Some(person) => {
            let now = pages.engine().now().as_millis();
            pages.person_rates().count(person.as_str(), PersonWork::of(method, uri), now)
        }
        None => Ok(()),
    }
}

fn person_of(pages: &Pages, headers: &HeaderMap) -> Option<Person> {
    let is_named = match pages.identity() {
        Identity::Loopback => headers.contains_key(inbox_key::PERSON),
        Identity::ProxyHeader(_) => true,
        _ => Visitor::of(headers).is_some(),
    };
    if is_named { signed_in_person(pages, headers).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use axum::http::Method;

    use super::{PersonLimits, PersonRates, PersonWork};

    #[test]
    fn requests_are_told_apart() {
        for (method, uri, expected) in [
            ("POST", "/inbox/elic_1", PersonWork::Action),
            ("POST", "/f/token", PersonWork::Action),
            ("POST", "/inbox/elic_1/note", PersonWork::Action),
            ("POST", "/inbox/bulk", PersonWork::Action),
            ("DELETE", "/inbox/notifications/browsers", PersonWork::Action),
            ("POST", "/account/sessions", PersonWork::Action),
            ("POST", "/inbox/elic_1/evaluate", PersonWork::Draft),
            ("POST", "/f/token/test", PersonWork::Draft),
            ("POST", "/f/token/upload/file", PersonWork::Upload),
            ("GET", "/inbox?q=deploy&tab=done", PersonWork::Search),
            ("GET", "/inbox/list?q=a", PersonWork::Search),
            ("GET", "/inbox?q=", PersonWork::View),
            ("GET", "/overview", PersonWork::Search),
            ("GET", "/inbox/live?after=1", PersonWork::Stream),
            ("GET", "/f/token/live", PersonWork::Stream),
            ("GET", "/inbox", PersonWork::View),
            ("HEAD", "/f/token", PersonWork::View),
        ] {
            let method: Method = method.parse().unwrap();
            assert_eq!(PersonWork::of(&method, &uri.parse().unwrap()), expected, "{method} {uri}");
        }
    }

    #[test]
    fn each_kind_of_work_of_each_person_is_limited_on_its_own() {
        let limits = PersonLimits { actions: 1, drafts: 2, uploads: 3, searches: 4, streams: 5, views: 6 };
        let rates = PersonRates::new(limits);
        let all = [
            (PersonWork::Action, 1),
            (PersonWork::Draft, 2),
            (PersonWork::Upload, 3),
            (PersonWork::Search, 4),
            (PersonWork::Stream, 5),
            (PersonWork::View, 6),
        ];
        for person in ["ada", "bob"] {
            for (work, limit) in all {
                for _ in 0..limit {
                    rates.count(person, work, 1000).unwrap();
                }
                let refused = rates.count(person, work, 1000).unwrap_err();
                assert!(refused.work == work && (1..=120).contains(&refused.seconds), "{refused:?}");
                rates.count(person, work, 1000 + refused.seconds * 1000).unwrap();
            }
        }
    }
}
