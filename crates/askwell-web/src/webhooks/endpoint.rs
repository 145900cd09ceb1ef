//! The configuration of one webhook endpoint.
//!
//! An [`Endpoint`] is made from checked [`EndpointSettings`]. Whether its host may be visited is
//! decided again for every attempt, by the addresses that it then has.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Change;
use askwell_form::url_guard::{self, Scheme, SchemeSet, UrlPolicy};
use askwell_lifecycle::ClientId;

use super::secret::SigningSecret;
use crate::caller::AnswerVisibility;

/// The common prefix of event names.
pub(super) const FAMILY: &str = "elicitation.";

/// All events, without the common prefix.
const EVENTS: [&str; 16] = [
    "created",
    "opened",
    "rejected",
    "timeout_warning",
    "extended",
    "claimed",
    "voted",
    "released",
    "reminded",
    "escalated",
    "delegated",
    "complete",
    "declined",
    "cancelled",
    "timeout",
    "taken",
];

/// The default events: the outcomes of elicitations.
const ENDINGS: [&str; 4] = ["complete", "declined", "cancelled", "timeout"];

const LONGEST_NAME: usize = 64;
const LONGEST_TIMEOUT: Duration = Duration::from_secs(300);
const MOST_ATTEMPTS: u32 = 100;

/// The settings of one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointSettings {
    /// The name: lower-case letters, digits, `-` and `_`.
    pub name: String,
    /// The URL that receives messages.
    pub url: String,
    /// The secret that signs messages.
    pub secret: SigningSecret,
    /// The events to send, such as `elicitation.complete`. Empty means all outcomes.
    pub events: Vec<String>,
    /// The client whose elicitations it receives; `None` means all.
    pub client: Option<String>,
    /// Whether messages contain secrets and the results of pages on other sites.
    pub include_secrets: bool,
    /// Whether the endpoint may be on this machine or in a private network, and use plain `http`
    /// there.
    pub allow_private: bool,
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// The most attempts.
    pub attempts: u32,
}

impl EndpointSettings {
    /// Returns settings with the defaults.
    pub fn new(name: impl Into<String>, url: impl Into<String>, secret: SigningSecret) -> EndpointSettings {
        EndpointSettings {
            name: name.into(),
            url: url.into(),
            secret,
            events: Vec::new(),
            client: None,
            include_secrets: false,
            allow_private: false,
            timeout: Duration::from_secs(15),
            attempts: 8,
        }
    }
}

/// A valid endpoint. `Debug` omits the path of the URL, which can contain a secret.
#[derive(Clone)]
pub struct Endpoint {
    pub(super) name: Arc<str>,
    pub(super) url: String,
    pub(super) origin: String,
    pub(super) secret: SigningSecret,
    pub(super) events: Vec<&'static str>,
    pub(super) client: Option<ClientId>,
    pub(super) secrets: AnswerVisibility,
    pub(super) policy: UrlPolicy,
    pub(super) timeout: Duration,
    pub(super) attempts: u32,
}

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {message}")]
#[non_exhaustive]
pub struct EndpointProblem {
    /// The name of the setting in the configuration.
    pub setting: &'static str,
    /// What is wrong, and what is accepted.
    pub message: String,
}

impl Endpoint {
    /// Checks the settings of an endpoint.
    ///
    /// # Errors
    /// Returns all invalid settings.
    pub fn new(settings: EndpointSettings) -> Result<Endpoint, Vec<EndpointProblem>> {
        let mut problems = Vec::new();
        let mut problem = |setting, message| problems.push(EndpointProblem { setting, message });
        if !is_endpoint_name(&settings.name) {
            let message =
                format!("up to {LONGEST_NAME} small letters, digits, - and _, not {:?}", settings.name);
            problem("name", message);
        }
        let policy = endpoint_policy(settings.allow_private);
        let origin = match url_guard::check(&settings.url, &policy) {
            Ok(url) => format!("{}://{}:{}", url.scheme(), url.host(), url.port()),
            Err(refusal) => {
                let message = match settings.allow_private {
                    true => refusal.to_string(),
                    false => format!("{refusal}; allow_private opens private networks, and plain http there"),
                };
                problem("url", message);
                String::new()
            }
        };
        let mut events = Vec::new();
        for name in &settings.events {
            match EVENTS.iter().find(|event| name.strip_prefix(FAMILY) == Some(event)) {
                Some(event) => events.push(*event),
                None => {
                    let known = EVENTS.map(|event| format!("{FAMILY}{event}")).join(", ");
                    problem("events", format!("there is no event {name:?}; there are {known}"));
                }
            }
        }
        if settings.events.is_empty() {
            events.extend(ENDINGS);
        }
        if settings.timeout.is_zero() || settings.timeout > LONGEST_TIMEOUT {
            problem("timeout", format!("more than nothing and at most {} s", LONGEST_TIMEOUT.as_secs()));
        }
        if !(1..=MOST_ATTEMPTS).contains(&settings.attempts) {
            problem("attempts", format!("between 1 and {MOST_ATTEMPTS}, not {}", settings.attempts));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Endpoint {
            name: Arc::from(settings.name),
            url: settings.url,
            origin,
            secret: settings.secret,
            events,
            client: settings.client.as_deref().map(ClientId::from),
            secrets: if settings.include_secrets { AnswerVisibility::Full } else { AnswerVisibility::Masked },
            policy,
            timeout: settings.timeout,
            attempts: settings.attempts,
        })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the endpoint subscribes to a change.
    pub(super) fn wants(&self, change: &Change) -> bool {
        self.events.contains(&change.effect.name())
            && self.client.as_ref().is_none_or(|client| *client == change.client)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// Returns whether an endpoint or a callback may have this name.
pub(crate) fn is_endpoint_name(name: &str) -> bool {
    let fits = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// Returns the URL policy of an endpoint or a callback.
pub(crate) fn endpoint_policy(allow_private: bool) -> UrlPolicy {
    let defaults = UrlPolicy::default();
    match allow_private {
        false => defaults,
        true => UrlPolicy {
            allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
            block_private_ips: false,
            block_localhost: false,
            ..defaults
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ENDINGS, Endpoint, EndpointSettings, SigningSecret};

    fn settings() -> EndpointSettings {
        EndpointSettings::new("crm", "https://hooks.example.com/t0ken?x=1", SigningSecret::random())
    }

    fn refused(change: impl FnOnce(&mut EndpointSettings)) -> Vec<String> {
        let mut settings = settings();
        change(&mut settings);
        Endpoint::new(settings).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn default_endpoint_receives_all_outcomes_of_all_clients() {
        let endpoint = Endpoint::new(settings()).unwrap();
        assert_eq!(endpoint.events, ENDINGS);
        assert_eq!(endpoint.client, None);
        let shown = format!("{endpoint:?}");
        assert!(shown.contains("https://hooks.example.com:443") && !shown.contains("t0ken"), "{shown}");
    }

    #[test]
    fn each_invalid_endpoint_setting_is_reported() {
        type Change = fn(&mut EndpointSettings);
        let cases: [(Change, &str); 13] = [
            (|s| s.name = String::new(), "name: up to 64 small letters"),
            (|s| s.name = "a/b".to_owned(), "name: up to 64 small letters"),
            (|s| s.name = "a".repeat(65), "name: up to 64 small letters"),
            (|s| s.url = "hooks.example.com".to_owned(), "url: "),
            (|s| s.url = "http://hooks.example.com/".to_owned(), "url: the scheme `http` is not allowed"),
            (|s| s.url = "https://127.0.0.1/".to_owned(), "url: the host is this machine"),
            (
                |s| s.url = "https://[::ffff:10.0.0.1]/".to_owned(),
                "url: the address ::ffff:10.0.0.1 is not public",
            ),
            (|s| s.url = "https://metadata.google.internal/".to_owned(), "url: the host name"),
            (
                |s| s.url = "https://me:secret@hooks.example.com/".to_owned(),
                "url: the URL carries a user name",
            ),
            (|s| s.events = vec!["complete".to_owned()], "events: there is no event \"complete\""),
            (|s| s.timeout = Duration::ZERO, "timeout: more than nothing"),
            (|s| s.timeout = Duration::from_secs(301), "timeout: more than nothing"),
            (|s| s.attempts = 0, "attempts: between 1 and 100"),
        ];
        for (change, expected) in cases {
            let problems = refused(change);
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].starts_with(expected), "{problems:?}");
            assert!(!problems[0].contains("secret@"), "{problems:?}");
        }
    }

    #[test]
    fn all_invalid_endpoint_settings_are_reported_together() {
        let problems = refused(|settings| {
            settings.name = "A".to_owned();
            settings.url = String::new();
            settings.events = vec!["a".to_owned(), "b".to_owned()];
            settings.attempts = 101;
        });
        assert_eq!(problems.len(), 5, "{problems:?}");
    }

    #[test]
    fn allow_private_accepts_private_addresses() {
        for url in
            ["http://127.0.0.1:8080/", "http://localhost/hook", "https://10.0.0.1/", "http://intranet/"]
        {
            let endpoint =
                Endpoint::new(EndpointSettings { url: url.to_owned(), allow_private: true, ..settings() });
            assert!(endpoint.is_ok(), "{url}: {endpoint:?}");
        }
        let scheme =
            refused(|settings| (settings.allow_private, settings.url) = (true, "ftp://10.0.0.1/".to_owned()));
        assert_eq!(scheme, ["url: the scheme `ftp` is not allowed (allowed: http, https)"]);
    }
}
