//! Sends a call and reads its response, within limits of bytes and time, and repeats it where that
//! is safe.

use std::time::Duration;

use askwell_http::client as http;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, LOCATION};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::Client;
use crate::backoff::Backoff;
use crate::discovery;
use crate::endpoint::{Origin, ServiceEndpoint};
use crate::error::{ClientError, Delivery, ServiceError};

/// The longest pause that a service can ask for before a call is repeated.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(5);

/// When a call is repeated after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Also if the service may have seen it: it does the same thing twice.
    Always,
    /// Only if the service has not seen it, or said that it did nothing.
    UnlessReceived,
}

/// A response of JSON-RPC.
#[derive(Deserialize)]
struct RpcResponse {
    result: Option<Box<RawValue>>,
    error: Option<ServiceError>,
}

impl Client {
    /// Calls a method and converts its result.
    pub(super) async fn call_as<T: DeserializeOwned>(
        &self,
        method: &str,
        params: &Value,
        repeat: Repeat,
    ) -> Result<T, ClientError> {
        let result = self.call_raw(method, params, repeat).await?;
        self.convert(&result)
    }

    pub(super) fn convert<T: DeserializeOwned>(&self, result: &RawValue) -> Result<T, ClientError> {
        serde_json::from_str(result.get()).map_err(|error| ClientError::Protocol {
            address: self.endpoint().address(),
            // The message of serde quotes no values but those of enums.
            why: error.to_string(),
        })
    }

    /// Calls a method and repeats it while that is safe and may help.
    pub(super) async fn call_raw(
        &self,
        method: &str,
        params: &Value,
        repeat: Repeat,
    ) -> Result<Box<RawValue>, ClientError> {
        let mut backoff = Backoff::new();
        let mut attempt = 1;
        loop {
            let endpoint = self.endpoint();
            let error = match self.call_once(&endpoint, method, params, self.settings.call_timeout).await {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
            let moved = self.follow_restart(&endpoint, &error).await;
            if attempt >= self.settings.attempts || !(moved || may_repeat(&error, repeat)) {
                return Err(error);
            }
            attempt += 1;
            if !moved {
                let asked = error.rejection().and_then(ServiceError::retry_after);
                tokio::time::sleep(backoff.next_pause(asked)).await;
            }
        }
    }

    /// Calls a method once.
    pub(super) async fn call_once(
        &self,
        endpoint: &ServiceEndpoint,
        method: &str,
        params: &Value,
        timeout: Duration,
    ) -> Result<Box<RawValue>, ClientError> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let request = self.http.post(endpoint.path(["rpc"])).header(CONTENT_TYPE, "application/json");
        let response = self.send(endpoint, request.body(body).timeout(timeout)).await?;
        let status = response.status();
        let bytes = read(endpoint, response, self.settings.max_response_bytes).await?;
        let response: RpcResponse =
            serde_json::from_slice(&bytes).map_err(|_| foreign_response(endpoint, status))?;
        match response {
            RpcResponse { error: Some(error), .. } => Err(error.into()),
            RpcResponse { result: Some(result), .. } => Ok(result),
            _ => Err(foreign_response(endpoint, status)),
        }
    }

    /// Sends a request with the key. Redirects are errors.
    pub(crate) async fn send(
        &self,
        endpoint: &ServiceEndpoint,
        mut request: RequestBuilder,
    ) -> Result<Response, ClientError> {
        if let Some(key) = endpoint.key()
            && let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {}", key.reveal()))
        {
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        let response = request.send().await.map_err(|error| unreachable(endpoint, error))?;
        if let Some(location) =
            response.headers().get(LOCATION).filter(|_| response.status().is_redirection())
        {
            let location = String::from_utf8_lossy(location.as_bytes()).into_owned();
            let why = format!("it redirects to {location}; use that address if it is right");
            return Err(ClientError::Protocol { address: endpoint.address(), why });
        }
        Ok(response)
    }

    /// Returns the error in the body of a response that is no success.
    pub(crate) async fn read_rejection(&self, endpoint: &ServiceEndpoint, response: Response) -> ClientError {
        let status = response.status();
        let bytes = match read(endpoint, response, self.settings.max_response_bytes).await {
            Ok(bytes) => bytes,
            Err(error) => return error,
        };
        match serde_json::from_slice(&bytes) {
            Ok(RpcResponse { error: Some(error), .. }) => error.into(),
            _ => foreign_response(endpoint, status),
        }
    }

    /// Looks for the service again if it was found on this machine and this error can mean that it
    /// has restarted. Returns whether it has.
    pub(crate) async fn follow_restart(&self, used: &ServiceEndpoint, error: &ClientError) -> bool {
        let Origin::Found { instance, own_key } = used.origin() else { return false };
        let is_gone = matches!(error, ClientError::Unreachable { delivery: Delivery::NotSent, .. });
        if !is_gone && error.kind() != "unauthorized" {
            return false;
        }
        let Ok(found) = discovery::find_service().await else { return false };
        if found.instance == *instance {
            return false;
        }
        let key = used.key().filter(|_| *own_key).cloned();
        let Ok(endpoint) = ServiceEndpoint::found(&found, key) else { return false };
        self.set_endpoint(endpoint);
        true
    }
}

/// Returns a key for a question that has none, so that it is not asked twice.
pub(super) fn random_key() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().fold("once-".to_owned(), |text, byte| format!("{text}{byte:02x}")))
}

fn may_repeat(error: &ClientError, repeat: Repeat) -> bool {
    match error {
        ClientError::Unreachable { delivery, .. } => match delivery {
            Delivery::NotSent => true,
            Delivery::Unknown => repeat == Repeat::Always,
            // A service that is slow gets no more to do.
            Delivery::TimedOut => false,
        },
        // The service says when it has done nothing and a repetition helps.
        ClientError::Rejected(error) => error.retry_after().is_some_and(|pause| pause <= LONGEST_RETRY_AFTER),
        _ => false,
    }
}

/// Reads a body up to a limit.
pub(super) async fn read(
    endpoint: &ServiceEndpoint,
    mut response: Response,
    limit: usize,
) -> Result<Vec<u8>, ClientError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(endpoint, error))? {
        if bytes.len() + chunk.len() > limit {
            return Err(ClientError::TooLarge { address: endpoint.address(), limit });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

pub(super) fn foreign_response(endpoint: &ServiceEndpoint, status: StatusCode) -> ClientError {
    let why = format!("the response is {status} without a message of JSON-RPC");
    ClientError::Protocol { address: endpoint.address(), why }
}

fn unreachable(endpoint: &ServiceEndpoint, error: reqwest::Error) -> ClientError {
    let address = endpoint.address();
    if let Some(why) = connection_problem(endpoint, &error) {
        return ClientError::Connection { address, why, source: error.without_url() };
    }
    let (delivery, why) = if error.is_timeout() {
        (Delivery::TimedOut, "it does not answer")
    } else if error.is_connect() {
        (Delivery::NotSent, "there is no connection")
    } else {
        (Delivery::Unknown, "the connection broke")
    };
    let source = Some(error.without_url());
    ClientError::Unreachable { address, why: why.to_owned(), delivery, source }
}

/// Returns why no connection to this address will ever work, if that is so.
fn connection_problem(endpoint: &ServiceEndpoint, error: &reqwest::Error) -> Option<String> {
    if let Some(problem) = http::certificate_problem(error) {
        return Some(problem);
    }
    let chain = http::describe_chain(error);
    match endpoint.url().scheme() {
        "https" if chain.contains("InvalidContentType") => {
            Some("it does not speak HTTPS; use http:// in the address".to_owned())
        }
        "http" if chain.contains("invalid HTTP version") => {
            Some("it does not speak plain HTTP; use https:// in the address".to_owned())
        }
        _ => None,
    }
}
