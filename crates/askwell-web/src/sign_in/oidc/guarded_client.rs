//! Requests to a provider: each URL passes the guard, each answer is limited.
//!
//! The address of the issuer may be private if the operator says so. An address that only the discovery document names
//! may be private if it is the issuer's own; any other must be public.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use askwell_engine::{SystemResolver, pin_url};
use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
use askwell_http::client::{build_pinned, describe_error};
use openidconnect::{HttpRequest, HttpResponse};
use url::{Origin, Url};

use super::OidcError;
use crate::sign_in::settings::OidcSettings;

/// The largest answer of a provider.
const LARGEST: usize = 1 << 20;

/// How long a provider may take for an answer.
const LONGEST: Duration = Duration::from_secs(10);

/// Why a request to a provider failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    #[error("{host} may not be visited: {why}")]
    Refused { host: String, why: String },
    #[error("{host} did not answer: {why}")]
    Failed { host: String, why: String },
    #[error("{host} sent more than {LARGEST} bytes")]
    TooLarge { host: String },
    #[error("{host} took longer than {} s", LONGEST.as_secs())]
    TooSlow { host: String },
    #[error("{host} sent what is no answer")]
    Invalid { host: String },
}

/// Sends requests to one provider.
#[derive(Debug, Clone)]
pub(super) struct GuardedClient {
    /// The origin that may be private.
    private: Option<Origin>,
}

type CallFuture = Pin<Box<dyn Future<Output = Result<HttpResponse, RequestError>> + Send>>;

impl GuardedClient {
    pub(super) fn new(settings: &OidcSettings) -> GuardedClient {
        let issuer = Url::parse(&settings.issuer).ok().filter(|_| settings.allow_private);
        GuardedClient { private: issuer.map(|issuer| issuer.origin()) }
    }

    /// Returns the function that the library sends requests with.
    pub(super) fn caller(&self) -> impl Fn(HttpRequest) -> CallFuture + use<> {
        let client = self.clone();
        move |request| {
            let client = client.clone();
            Box::pin(async move { client.call(request).await })
        }
    }

    /// Checks an address that browsers are sent to.
    pub(super) fn check_visitable(&self, url: &Url) -> Result<(), OidcError> {
        let is_plain = url.username().is_empty() && url.password().is_none() && url.host().is_some();
        let is_allowed = url.scheme() == "https" || (url.scheme() == "http" && self.is_private(url));
        if is_plain && is_allowed {
            return Ok(());
        }
        let why =
            format!("it names an address that no browser may be sent to, with the scheme {}", url.scheme());
        Err(OidcError::Discovery(why))
    }

    fn is_private(&self, url: &Url) -> bool {
        self.private.as_ref() == Some(&url.origin())
    }

    fn policy(&self, url: &Url) -> UrlPolicy {
        if !self.is_private(url) {
            return UrlPolicy::default();
        }
        UrlPolicy {
            allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
            block_private_ips: false,
            block_localhost: false,
            ..UrlPolicy::default()
        }
    }

    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, RequestError> {
        let text = request.uri().to_string();
        let url = Url::parse(&text);
        let host = url.as_ref().map(|url| url.authority().to_owned()).unwrap_or_default();
        match tokio::time::timeout(LONGEST, self.send(request, &text, &host)).await {
            Ok(answered) => answered,
            Err(_) => Err(RequestError::TooSlow { host }),
        }
    }

    async fn send(&self, request: HttpRequest, text: &str, host: &str) -> Result<HttpResponse, RequestError> {
        let refused = |why: String| RequestError::Refused { host: host.to_owned(), why };
        let failed = |error| RequestError::Failed { host: host.to_owned(), why: describe_error(error) };
        let url = Url::parse(text).map_err(|error| refused(error.to_string()))?;
        let pinned = pin_url(text, &self.policy(&url), &SystemResolver).await;
        let pinned = pinned.map_err(|error| refused(error.to_string()))?;
        let addresses: Vec<_> = pinned.socket_addresses().collect();
        let client = build_pinned(pinned.url(), &addresses).map_err(|error| refused(error.to_string()))?;
        let (parts, body) = request.into_parts();
        let sending = client.request(parts.method, pinned.url().clone()).headers(parts.headers).body(body);
        let mut response = sending.send().await.map_err(failed)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > LARGEST {
                return Err(RequestError::TooLarge { host: host.to_owned() });
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = axum::http::Response::builder().status(status);
        if let Some(own) = answer.headers_mut() {
            *own = headers;
        }
        answer.body(body).map_err(|_| RequestError::Invalid { host: host.to_owned() })
    }
}
