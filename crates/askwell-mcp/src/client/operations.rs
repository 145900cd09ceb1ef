//! The requests of a client: listing and calling tools, prompts, resources, and any other method.

use serde::Serialize;

use super::Client;
use super::core::SendOptions;
use super::error::CallError;
use super::header_arguments::HeaderArguments;
use super::input_required::{self, OutgoingRequest};
use super::options::RequestOptions;
use super::request_params;
use super::results::{CallToolResult, ToolInfo};
use super::transport::TransportSender;
use crate::wire::{Era, ErrorCode, Json, JsonKind, Limits, ObjectWriter, Raw, method};

/// The most pages and entries that a list may have.
const PAGES: usize = 1000;
const ENTRIES: usize = 10_000;
/// The error code for headers that contradict the body: the client's copy of the tool list is out
/// of date.
const HEADER_MISMATCH: ErrorCode = ErrorCode(-32020);

impl Client {
    /// Returns the server's tools, without those whose declarations break the rules of the
    /// protocol.
    ///
    /// # Errors
    /// When the request fails, or the server does not answer with a list.
    pub async fn list_tools(&self) -> Result<Vec<ToolInfo>, CallError> {
        let mut tools = Vec::new();
        for entry in self.list(method::LIST_TOOLS, "tools").await? {
            let Some(tool) = ToolInfo::read(entry.raw()) else { continue };
            let headers = HeaderArguments::read(tool.input_schema.raw());
            if let (Err(reason), Era::Modern) = (&headers, self.era()) {
                tracing::warn!(tool = tool.name, reason, "a tool is left out");
            }
            if headers.is_ok() || self.era() == Era::Legacy {
                tools.push(tool.clone());
            }
            self.tools.lock().insert(tool.name, headers);
        }
        Ok(tools)
    }

    /// Returns all entries of a list, such as those of `prompts/list` in its member `prompts`.
    /// Fetches page by page.
    ///
    /// # Errors
    /// When a request fails, the server does not answer with a list, or the list is too long.
    pub async fn list(&self, method: &str, member: &str) -> Result<Vec<Json>, CallError> {
        let mut entries = Vec::new();
        let mut params = Raw::EMPTY.to_owned();
        for _ in 0..PAGES {
            let page = self.request(method, &params, &RequestOptions::new()).await?;
            let list = page.raw().get(member);
            let list = list.ok_or_else(|| CallError::Malformed(format!("the list has no `{member}`")))?;
            entries.extend(list.items().map(Raw::to_owned));
            if entries.len() > ENTRIES {
                return Err(CallError::Malformed(format!("the list has more than {ENTRIES} entries")));
            }
            match page.raw().get("nextCursor").and_then(Raw::as_text) {
                Some(cursor) => params = ObjectWriter::new().text("cursor", &cursor).finish(),
                None => return Ok(entries),
            }
        }
        Err(CallError::Malformed(format!("the list has more than {PAGES} pages")))
    }

    /// Calls a tool. Elicitations of the tool go to the handlers. Dropping the future cancels the
    /// call.
    ///
    /// # Errors
    /// When there is no result. A tool that failed returns a result with
    /// [`CallToolResult::is_error`].
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> Result<CallToolResult, CallError> {
        self.call_tool_with(name, arguments, &RequestOptions::new()).await
    }

    /// Calls a tool with options. See [`Client::call_tool`].
    ///
    /// # Errors
    /// As [`Client::call_tool`].
    pub async fn call_tool_with(
        &self,
        name: &str,
        arguments: impl Serialize,
        options: &RequestOptions,
    ) -> Result<CallToolResult, CallError> {
        let arguments = to_json(arguments)?;
        let params = ObjectWriter::new().text("name", name).raw("arguments", arguments.raw()).finish();
        let headers = self.headers(name, &arguments)?;
        let answer = self.ask(method::CALL_TOOL, name, params.clone(), headers, options).await;
        match answer {
            Err(CallError::Server(error))
                if error.code == HEADER_MISMATCH && self.sends_argument_headers() =>
            {
                self.list_tools().await?;
                let headers = self.headers(name, &arguments)?;
                self.ask(method::CALL_TOOL, name, params, headers, options).await.map(CallToolResult::new)
            }
            other => other.map(CallToolResult::new),
        }
    }

    /// Gets a prompt. Elicitations go to the handlers. Dropping the future cancels the request.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
        options: &RequestOptions,
    ) -> Result<Json, CallError> {
        let arguments = to_json(arguments)?;
        let params = ObjectWriter::new().text("name", name).raw("arguments", arguments.raw()).finish();
        self.ask(method::GET_PROMPT, name, params, Vec::new(), options).await
    }

    /// Reads a resource. Elicitations go to the handlers. Dropping the future cancels the request.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn read_resource(&self, uri: &str, options: &RequestOptions) -> Result<Json, CallError> {
        let params = ObjectWriter::new().text("uri", uri).finish();
        self.ask(method::READ_RESOURCE, uri, params, Vec::new(), options).await
    }

    /// Sends any other request; `params` has to be an object. Input-required results are returned
    /// as they are.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn request(
        &self,
        method: &str,
        params: &Json,
        options: &RequestOptions,
    ) -> Result<Json, CallError> {
        let id = self.core.next_id();
        let params =
            request_params::with_meta(&self.core.settings, self.server.revision, id, params.raw(), options);
        let sending = SendOptions { progress: options.progress.clone(), ..SendOptions::default() };
        let response = self.core.request(id, method, &params, sending).await?;
        response.result().map(Raw::to_owned).map_err(|error| CallError::Server(error.clone()))
    }

    async fn ask(
        &self,
        method: &str,
        name: &str,
        params: Json,
        headers: Vec<(String, String)>,
        options: &RequestOptions,
    ) -> Result<Json, CallError> {
        let question = OutgoingRequest { method, params, name: name.to_owned(), headers, options };
        input_required::request(&self.core, &self.server, question).await
    }

    fn era(&self) -> Era {
        Era::of(self.server.revision)
    }

    /// Returns whether arguments are repeated in headers: over HTTP, in the modern era.
    fn sends_argument_headers(&self) -> bool {
        self.era() == Era::Modern && matches!(self.core.transport, TransportSender::Http(_))
    }

    fn headers(&self, tool: &str, arguments: &Json) -> Result<Vec<(String, String)>, CallError> {
        if self.era() == Era::Legacy {
            return Ok(Vec::new());
        }
        match self.tools.lock().get(tool) {
            Some(Ok(headers)) if self.sends_argument_headers() => Ok(headers.headers(arguments.raw())),
            Some(Err(reason)) => {
                Err(CallError::InvalidTool { tool: tool.to_owned(), reason: reason.clone() })
            }
            Some(Ok(_)) | None => Ok(Vec::new()),
        }
    }
}

/// Returns arguments as a JSON object; nothing becomes the empty object.
fn to_json(arguments: impl Serialize) -> Result<Json, CallError> {
    let invalid = |error: String| CallError::InvalidArguments(error);
    let text = serde_json::to_string(&arguments).map_err(|error| invalid(error.to_string()))?;
    // A serializer may write a key twice, which no server would take.
    let limits = Limits { bytes: usize::MAX, depth: 512 };
    let kind = Raw::parse(&text, &limits).map_err(|error| invalid(error.to_string()))?.kind();
    match kind {
        JsonKind::Null => Ok(Raw::EMPTY.to_owned()),
        JsonKind::Object => Ok(Json::from_valid(text)),
        _ => Err(invalid("arguments have to be an object".to_owned())),
    }
}
