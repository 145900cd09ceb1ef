//! The HTTP connections to one address, and one request on them: over plain HTTP on this machine, or with the HTTP
//! library, which knows TLS and proxies.

use std::sync::{Arc, OnceLock};

use askwell_http::client::{describe_chain, describe_error};
use askwell_http::event_stream::MEDIA_TYPE;
use askwell_http::local_client::{LocalClient, LocalError, LocalRequest, LocalResponse};
use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use url::Url;

use super::{CONNECT_TIMEOUT, HttpError, MAX_IDLE_CONNECTIONS};

/// The HTTP connections to one address, which clients of it share. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedConnections(Arc<OnceLock<HttpConnections>>);

/// The connections to one address. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) enum HttpConnections {
    /// To a server on this machine.
    Local(LocalClient),
    /// To any server.
    Library(reqwest::Client),
}

/// A request that is being built.
pub(super) enum HttpRequest {
    Local(LocalClient, LocalRequest),
    Library(Box<reqwest::RequestBuilder>),
}

/// A response whose body is read piece by piece.
#[derive(Debug)]
pub(super) enum HttpResponse {
    Local(LocalResponse),
    Library(reqwest::Response),
}

impl SharedConnections {
    /// Returns the connections to `url`; prepares them first if there are none.
    pub(super) fn to(&self, url: &Url) -> Result<HttpConnections, HttpError> {
        if let Some(connections) = self.0.get() {
            return Ok(connections.clone());
        }
        if let Some(local) = LocalClient::for_url(url) {
            return Ok(self.0.get_or_init(|| HttpConnections::Local(local)).clone());
        }
        let built = askwell_http::client::build(url, |client| {
            client.connect_timeout(CONNECT_TIMEOUT).pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
        });
        let built = built.map_err(|error| HttpError::Unreachable(describe_chain(&error)))?;
        Ok(self.0.get_or_init(|| HttpConnections::Library(built)).clone())
    }
}

impl HttpConnections {
    pub(super) fn request(&self, method: Method, url: &Url) -> HttpRequest {
        match self {
            HttpConnections::Local(client) => {
                HttpRequest::Local(client.clone(), LocalRequest::new(&method, url))
            }
            HttpConnections::Library(client) => {
                HttpRequest::Library(Box::new(client.request(method, url.clone())))
            }
        }
    }
}

impl HttpRequest {
    pub(super) fn header(self, name: &HeaderName, value: &HeaderValue) -> HttpRequest {
        match self {
            HttpRequest::Local(client, request) => HttpRequest::Local(client, request.header(name, value)),
            HttpRequest::Library(request) => HttpRequest::Library(Box::new(request.header(name, value))),
        }
    }

    pub(super) fn body(self, body: String) -> HttpRequest {
        match self {
            HttpRequest::Local(client, request) => {
                HttpRequest::Local(client, request.body(body.into_bytes()))
            }
            HttpRequest::Library(request) => HttpRequest::Library(Box::new(request.body(body))),
        }
    }

    pub(super) async fn send(self) -> Result<HttpResponse, HttpError> {
        match self {
            HttpRequest::Local(client, request) => {
                client.send(request).await.map(HttpResponse::Local).map_err(|error| local_error(&error))
            }
            HttpRequest::Library(request) => {
                request.send().await.map(HttpResponse::Library).map_err(library_error)
            }
        }
    }
}

impl HttpResponse {
    pub(super) fn status(&self) -> u16 {
        match self {
            HttpResponse::Local(response) => response.status(),
            HttpResponse::Library(response) => response.status().as_u16(),
        }
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status())
    }

    /// Returns the value of a header; `None` if it is missing or not text.
    pub(super) fn header(&self, name: &HeaderName) -> Option<&str> {
        match self {
            HttpResponse::Local(response) => response.header(name.as_str()),
            HttpResponse::Library(response) => response.headers().get(name)?.to_str().ok().map(str::trim),
        }
    }

    /// Returns whether the body is an event stream.
    pub(super) fn is_stream(&self) -> bool {
        let kind = self.header(&reqwest::header::CONTENT_TYPE).unwrap_or_default();
        kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(MEDIA_TYPE)
    }

    /// Waits for the next piece of the body; `None` at its end.
    pub(super) async fn next_piece(&mut self) -> Result<Option<Vec<u8>>, HttpError> {
        match self {
            HttpResponse::Local(response) => response.next_piece().await.map_err(|error| local_error(&error)),
            HttpResponse::Library(response) => {
                let piece = response.chunk().await.map_err(library_error)?;
                Ok(piece.map(Vec::from))
            }
        }
    }

    /// Reads the whole body; `None` if it is longer than `limit` bytes.
    pub(super) async fn body(mut self, limit: usize) -> Result<Option<Vec<u8>>, HttpError> {
        let Some(mut bytes) = self.next_piece().await? else { return Ok(Some(Vec::new())) };
        while bytes.len() <= limit {
            match self.next_piece().await? {
                Some(piece) => bytes.extend_from_slice(&piece),
                None => return Ok(Some(bytes)),
            }
        }
        Ok(None)
    }
}

fn local_error(error: &LocalError) -> HttpError {
    match error {
        LocalError::Malformed(_) => HttpError::Malformed(error.to_string()),
        _ => HttpError::Unreachable(error.to_string()),
    }
}

fn library_error(error: reqwest::Error) -> HttpError {
    HttpError::Unreachable(describe_error(error))
}
