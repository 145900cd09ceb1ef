//! The methods of the service API.

mod call;
mod file;
mod wait;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_http::client as http;
use reqwest::Client as HttpClient;
use serde_json::{Value, json};

use crate::ask::Ask;
use crate::elicitation::{Elicitation, ElicitationPage, Extension, ListFilter, Template, TemplateList};
use crate::endpoint::ServiceEndpoint;
use crate::error::ClientError;
use crate::events::EventStream;
use call::Repeat;

pub use file::FileUpload;
pub use wait::WaitNotice;

/// The limits of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientSettings {
    /// Time limit of a call, except for waiting and files.
    pub call_timeout: Duration,
    /// Time limit of a file.
    pub file_timeout: Duration,
    /// The longest response, except for files.
    pub max_response_bytes: usize,
    /// The longest file.
    pub max_file_bytes: usize,
    /// How often a call is tried in total, if it can be repeated safely.
    pub attempts: u32,
    /// How long the service may be away while [`Client::wait`] waits.
    pub max_outage: Duration,
}

impl Default for ClientSettings {
    fn default() -> ClientSettings {
        ClientSettings {
            call_timeout: Duration::from_secs(20),
            file_timeout: Duration::from_secs(300),
            max_response_bytes: 64 << 20,
            max_file_bytes: 64 << 20,
            attempts: 4,
            max_outage: Duration::from_secs(600),
        }
    }
}

/// A client of a service. Clones share connections.
///
/// A call that changes something is repeated only if the service has not seen it; a call that can
/// be repeated safely is repeated after a lost connection, with growing pauses. Dropping a future
/// ends the call on this side; what the service has done stays.
#[derive(Debug, Clone)]
pub struct Client {
    http: HttpClient,
    endpoint: Arc<Mutex<ServiceEndpoint>>,
    settings: ClientSettings,
}

impl Client {
    /// Returns a client. Connects with the first call.
    ///
    /// # Errors
    /// Fails if the system's part of TLS cannot be set up.
    pub fn new(endpoint: ServiceEndpoint) -> Result<Client, ClientError> {
        Client::with_settings(endpoint, ClientSettings::default())
    }

    /// Returns a client with other limits.
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn with_settings(endpoint: ServiceEndpoint, settings: ClientSettings) -> Result<Client, ClientError> {
        let built = http::build(endpoint.url(), |client| client.connect_timeout(settings.call_timeout));
        let http = built.map_err(crate::ServiceEndpointError::from)?;
        Ok(Client { http, endpoint: Arc::new(Mutex::new(endpoint)), settings })
    }

    /// Returns a client of the service that the environment names, or that runs on this machine; see
    /// [`ServiceEndpoint::resolve`].
    ///
    /// # Errors
    /// Fails if the address or the key of the environment cannot be used.
    pub async fn from_env() -> Result<Client, ClientError> {
        Client::new(ServiceEndpoint::resolve(None, None).await?)
    }

    /// Returns the current endpoint. The one of a service that was found on this machine changes
    /// when that service restarts.
    #[must_use]
    pub fn endpoint(&self) -> ServiceEndpoint {
        self.endpoint.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_endpoint(&self, endpoint: ServiceEndpoint) {
        *self.endpoint.lock().unwrap_or_else(PoisonError::into_inner) = endpoint;
    }

    /// Returns the limits.
    #[must_use]
    pub fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    pub(crate) fn http(&self) -> &HttpClient {
        &self.http
    }

    /// Asks. Repeating the same [`Ask`] with a key returns the same elicitation.
    ///
    /// # Errors
    /// Fails if the service rejects the question or does not answer.
    pub async fn create(&self, ask: &Ask) -> Result<Elicitation, ClientError> {
        let params = ask.params(call::random_key);
        let repeat =
            if params.get("idempotencyKey").is_some() { Repeat::Always } else { Repeat::UnlessReceived };
        self.call_as("elicitation/create", &params, repeat).await
    }

    /// Returns everything about an elicitation, except the answers.
    ///
    /// # Errors
    /// Fails if there is none with this id, or the service does not answer.
    pub async fn status(&self, id: &str) -> Result<Elicitation, ClientError> {
        self.call_as("elicitation/status", &with_id(id), Repeat::Always).await
    }

    /// Returns a page of the elicitations that the key can see.
    ///
    /// # Errors
    /// Fails if the filter is invalid or the service does not answer.
    pub async fn list(&self, filter: &ListFilter) -> Result<ElicitationPage, ClientError> {
        let mut params = json!({});
        if !filter.statuses.is_empty() {
            let names: Vec<&str> = filter.statuses.iter().map(|status| status.as_str()).collect();
            set(&mut params, "status", names.into());
        }
        if let Some(limit) = filter.limit {
            set(&mut params, "limit", limit.into());
        }
        if let Some(cursor) = &filter.cursor {
            set(&mut params, "cursor", cursor.as_str().into());
        }
        self.call_as("elicitation/list", &params, Repeat::Always).await
    }

    /// Answers an elicitation: a JSON object with one entry for each field. Is never repeated after
    /// it may have arrived, because an invalid answer counts.
    ///
    /// # Errors
    /// The kind `validation` has the problems in its data; `submission` says that it is closed.
    pub async fn submit(&self, id: &str, responses: &Value) -> Result<(), ClientError> {
        let mut params = with_id(id);
        set(&mut params, "responses", responses.clone());
        self.call("elicitation/submit", &params).await.map(drop)
    }

    /// Declines an elicitation, with a reason of at most 1000 characters.
    ///
    /// # Errors
    /// Fails if it is closed or the service does not answer.
    pub async fn decline(&self, id: &str, reason: Option<&str>) -> Result<(), ClientError> {
        let mut params = with_id(id);
        if let Some(reason) = reason {
            set(&mut params, "reason", reason.into());
        }
        self.call("elicitation/decline", &params).await.map(drop)
    }

    /// Takes an elicitation back.
    ///
    /// # Errors
    /// Fails if it is closed or the service does not answer.
    pub async fn cancel(&self, id: &str) -> Result<(), ClientError> {
        self.call("elicitation/cancel", &with_id(id)).await.map(drop)
    }

    /// Tells others that this person answers. Replaces the claim of another person.
    ///
    /// # Errors
    /// Fails if it is closed or the service does not answer.
    pub async fn claim(&self, id: &str) -> Result<(), ClientError> {
        self.call_raw("elicitation/claim", &with_id(id), Repeat::Always).await.map(drop)
    }

    /// Claims an elicitation unless another person has. Returns whether it is claimed now.
    ///
    /// # Errors
    /// Fails if it is closed or the service does not answer.
    pub async fn claim_if_free(&self, id: &str) -> Result<bool, ClientError> {
        let mut params = with_id(id);
        set(&mut params, "ifFree", true.into());
        let claimed = self.call("elicitation/claim", &params).await?;
        Ok(claimed.get("taken") != Some(&Value::Bool(false)))
    }

    /// Gives a claim up.
    ///
    /// # Errors
    /// Fails if it is closed or the service does not answer.
    pub async fn release(&self, id: &str) -> Result<(), ClientError> {
        self.call_raw("elicitation/release", &with_id(id), Repeat::Always).await.map(drop)
    }

    /// Moves the deadline.
    ///
    /// # Errors
    /// Fails if the service allows no further extension, or does not answer.
    pub async fn extend(&self, id: &str) -> Result<Extension, ClientError> {
        self.call_as("elicitation/extend_timeout", &with_id(id), Repeat::UnlessReceived).await
    }

    /// Searches the options of a field that a service of the operator has. Returns values and titles.
    ///
    /// # Errors
    /// Fails if there is no such field, or the options cannot be found just now.
    pub async fn search_options(
        &self,
        id: &str,
        field: &str,
        search: &str,
    ) -> Result<Vec<(String, String)>, ClientError> {
        let mut params = with_id(id);
        set(&mut params, "field", field.into());
        set(&mut params, "search", search.into());
        let found: OptionList = self.call_as("elicitation/options", &params, Repeat::Always).await?;
        Ok(found.options.into_iter().map(|option| (option.value, option.title)).collect())
    }

    /// Returns the templates of the service.
    ///
    /// # Errors
    /// Fails if the service does not answer.
    pub async fn templates(&self) -> Result<Vec<Template>, ClientError> {
        let list: TemplateList = self.call_as("templates/list", &json!({}), Repeat::Always).await?;
        Ok(list.templates)
    }

    /// Returns the timeouts that the service grants this key, as in `elicitation/timeouts`.
    ///
    /// # Errors
    /// Fails if the service does not answer.
    pub async fn timeouts(&self) -> Result<Value, ClientError> {
        self.call_as("elicitation/timeouts", &json!({}), Repeat::Always).await
    }

    /// Returns the events of the service from now on. Reconnects by itself, and continues after the
    /// last event that was returned.
    #[must_use]
    pub fn events(&self) -> EventStream {
        EventStream::new(self.clone())
    }

    /// Calls any method of the API. Is repeated only if the service has not seen it.
    ///
    /// # Errors
    /// Fails if the service returns an error or does not answer.
    pub async fn call(&self, method: &str, params: &Value) -> Result<Value, ClientError> {
        self.call_as(method, params, Repeat::UnlessReceived).await
    }
}

#[derive(serde::Deserialize)]
struct OptionList {
    options: Vec<ListedOption>,
}

#[derive(serde::Deserialize)]
struct ListedOption {
    value: String,
    title: String,
}

pub(crate) fn with_id(id: &str) -> Value {
    json!({"elicitationId": id})
}

fn set(params: &mut Value, name: &str, value: Value) {
    if let Some(members) = params.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}
