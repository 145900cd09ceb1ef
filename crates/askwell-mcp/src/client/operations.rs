//! What can be asked of a server.

use serde::Serialize;

use super::Client;
use super::carrier::Carrier;
use super::core::Sending;
use super::envelope;
use super::error::CallError;
use super::mirrored::Mirrored;
use super::options::Options;
use super::results::{Tool, ToolResult};
use super::rounds::{self, Question};
use crate::wire::{Era, ErrorCode, Json, ObjectWriter, Raw, method};

/// How many pages, and how many entries, a list may have. A server that goes on and on is not believed.
const PAGES: usize = 1000;
const ENTRIES: usize = 10_000;
/// The headers do not say what the body says: the client's idea of a tool is old.
const HEADER_MISMATCH: ErrorCode = ErrorCode(-32020);

impl Client {
    /// The tools of the server, without those whose declarations break the rules of the protocol.
    ///
    /// # Errors
    /// When the server does not answer with a list.
    pub async fn list_tools(&self) -> Result<Vec<Tool>, CallError> {
        let mut tools = Vec::new();
        for entry in self.list(method::LIST_TOOLS, "tools").await? {
            let Some(tool) = Tool::read(entry.raw()) else { continue };
            let mirrored = Mirrored::read(tool.input_schema.raw());
            if let (Err(reason), Era::Modern) = (&mirrored, self.era()) {
                tracing::warn!(tool = tool.name, reason, "a tool is left out");
            }
            if mirrored.is_ok() || self.era() == Era::Legacy {
                tools.push(tool.clone());
            }
            self.tools.lock().insert(tool.name, mirrored);
        }
        Ok(tools)
    }

    /// All entries of a list, such as `prompts/list` with its `prompts`, page by page.
    ///
    /// # Errors
    /// When the server does not answer with a list, or with one that does not end.
    pub async fn list(&self, method: &str, member: &str) -> Result<Vec<Json>, CallError> {
        let mut entries = Vec::new();
        let mut params = Raw::EMPTY.to_owned();
        for _ in 0..PAGES {
            let page = self.request(method, &params, &Options::new()).await?;
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

    /// Calls a tool. Whatever it asks meanwhile goes to the handlers.
    ///
    /// # Errors
    /// When there is no result. A tool that failed has one, which says so.
    pub async fn call_tool(&self, name: &str, arguments: impl Serialize) -> Result<ToolResult, CallError> {
        self.call_tool_with(name, arguments, &Options::new()).await
    }

    /// Calls a tool, with more to go along.
    ///
    /// # Errors
    /// When there is no result. A tool that failed has one, which says so.
    pub async fn call_tool_with(
        &self,
        name: &str,
        arguments: impl Serialize,
        options: &Options,
    ) -> Result<ToolResult, CallError> {
        let arguments = to_json(arguments)?;
        let params = ObjectWriter::new().text("name", name).raw("arguments", arguments.raw()).finish();
        let headers = self.headers(name, &arguments)?;
        let answer = self.ask(method::CALL_TOOL, name, params.clone(), headers, options).await;
        match answer {
            Err(CallError::Server(error)) if error.code == HEADER_MISMATCH && self.mirrors() => {
                self.list_tools().await?;
                let headers = self.headers(name, &arguments)?;
                self.ask(method::CALL_TOOL, name, params, headers, options).await.map(ToolResult::new)
            }
            other => other.map(ToolResult::new),
        }
    }

    /// Gets a prompt. Whatever it asks meanwhile goes to the handlers.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
        options: &Options,
    ) -> Result<Json, CallError> {
        let arguments = to_json(arguments)?;
        let params = ObjectWriter::new().text("name", name).raw("arguments", arguments.raw()).finish();
        self.ask(method::GET_PROMPT, name, params, Vec::new(), options).await
    }

    /// Reads a resource. Whatever it asks meanwhile goes to the handlers.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn read_resource(&self, uri: &str, options: &Options) -> Result<Json, CallError> {
        let params = ObjectWriter::new().text("uri", uri).finish();
        self.ask(method::READ_RESOURCE, uri, params, Vec::new(), options).await
    }

    /// Sends any other request, with an object of params.
    ///
    /// # Errors
    /// When there is no result.
    pub async fn request(&self, method: &str, params: &Json, options: &Options) -> Result<Json, CallError> {
        let id = self.core.next_id();
        let params = envelope::params(&self.core.settings, self.server.revision, id, params.raw(), options);
        let sending = Sending { progress: options.progress.clone(), ..Sending::default() };
        let response = self.core.request(id, method, &params, sending).await?;
        response.result().map(Raw::to_owned).map_err(|error| CallError::Server(error.clone()))
    }

    async fn ask(
        &self,
        method: &str,
        name: &str,
        params: Json,
        headers: Vec<(String, String)>,
        options: &Options,
    ) -> Result<Json, CallError> {
        let question = Question { method, params, name: name.to_owned(), headers, options };
        rounds::ask(&self.core, &self.server, question).await
    }

    fn era(&self) -> Era {
        Era::of(self.server.revision)
    }

    /// Whether arguments are repeated in headers: where there are headers, and a server that reads them.
    fn mirrors(&self) -> bool {
        self.era() == Era::Modern && matches!(self.core.carrier, Carrier::Http(_))
    }

    fn headers(&self, tool: &str, arguments: &Json) -> Result<Vec<(String, String)>, CallError> {
        if self.era() == Era::Legacy {
            return Ok(Vec::new());
        }
        match self.tools.lock().get(tool) {
            Some(Ok(mirrored)) if self.mirrors() => Ok(mirrored.headers(arguments.raw())),
            Some(Err(reason)) => Err(CallError::BadTool { tool: tool.to_owned(), reason: reason.clone() }),
            Some(Ok(_)) | None => Ok(Vec::new()),
        }
    }
}

/// Arguments as JSON; nothing at all is an object without members.
fn to_json(arguments: impl Serialize) -> Result<Json, CallError> {
    let value = serde_json::to_value(arguments).map_err(|error| CallError::Unsendable(error.to_string()))?;
    match value {
        serde_json::Value::Null => Ok(Raw::EMPTY.to_owned()),
        serde_json::Value::Object(_) => Ok(Json::from(value)),
        _ => Err(CallError::Unsendable("arguments have to be an object".to_owned())),
    }
}
