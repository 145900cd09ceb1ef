//! A server that is written with rmcp, and asks with Askwell: rmcp's own client answers.

#![cfg(feature = "rmcp")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what it is made of")]

use std::sync::Mutex;

use askwell_form::Form;
use askwell_mcp::rmcp::Asking;
use askwell_mcp::{Call, Failure, Reply, Server, ToolResult};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ElicitRequestParams, ElicitResult,
    ElicitationAction, Implementation, InitializeRequestParams, InitializeResult, ProtocolVersion,
    ServerCapabilities,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService, serve_directly};
use rmcp::{ClientHandler, ErrorData, ServerHandler};
use serde_json::{Value, json};

struct Asks(Asking);

impl ServerHandler for Asks {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.call_tool(request, context, server_tool).await
    }
}

async fn server_tool(call: Call) -> Result<ToolResult, Failure> {
    let form = Form::parse(r#"{"id": "server", "title": "A new server", "fields": [
        {"id": "port", "type": "number", "label": "Port", "required": true, "validation": {"maximum": 65535}}]}"#)
    .unwrap();
    let reply = call.asker().ask("server", &form).await?;
    Ok(ToolResult::text(match reply {
        Reply::Accepted(answers) => {
            format!("{} {}", call.text("name").unwrap_or_default(), answers.to_json())
        }
        Reply::Declined => "declined".to_owned(),
        other => format!("{other:?}"),
    }))
}

/// Gives its answers one after the other; `None` is a no. Remembers what it was asked.
struct Answers {
    about: InitializeRequestParams,
    left: Mutex<Vec<Option<Value>>>,
    asked: Mutex<Vec<String>>,
}

impl ClientHandler for Answers {
    fn get_info(&self) -> InitializeRequestParams {
        self.about.clone()
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        if let ElicitRequestParams::FormElicitationParams { message, .. } = request {
            self.asked.lock().unwrap().push(message);
        }
        Ok(match self.left.lock().unwrap().remove(0) {
            Some(content) => ElicitResult::new(ElicitationAction::Accept).with_content(content),
            None => ElicitResult::new(ElicitationAction::Decline),
        })
    }
}

/// A client with these answers, connected to the server.
fn connect(
    version: ProtocolVersion,
    capabilities: ClientCapabilities,
    answers: Vec<Option<Value>>,
) -> (RunningService<RoleClient, Answers>, RunningService<RoleServer, Asks>) {
    let (near, far) = tokio::io::duplex(1 << 16);
    let client = InitializeRequestParams::new(capabilities, Implementation::new("test", "1"))
        .with_protocol_version(version.clone());
    let mut info = InitializeResult::new(ServerCapabilities::builder().enable_tools().build());
    info.protocol_version = version;
    let asking = Asking::new(&Server::builder("server", "1.0.0").build());
    let server = serve_directly::<RoleServer, _, _, _, _>(Asks(asking), far, Some(client.clone()));
    let answers = Answers { about: client, left: Mutex::new(answers), asked: Mutex::default() };
    (serve_directly::<RoleClient, _, _, _, _>(answers, near, Some(info.into())), server)
}

fn call() -> CallToolRequestParams {
    let arguments = json!({"name": "shop"}).as_object().unwrap().clone();
    CallToolRequestParams::new("server").with_arguments(arguments)
}

#[tokio::test]
async fn answers_are_checked_and_asked_again_in_both_eras() {
    for version in
        [ProtocolVersion::V_2025_06_18, ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28]
    {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let answers = vec![Some(json!({"port": 70000})), Some(json!({"port": 443}))];
        let (client, _server) = connect(version.clone(), capabilities, answers);
        let result = client.call_tool(call()).await.unwrap();
        assert_eq!(result.content[0].as_text().unwrap().text, r#"shop {"port":443}"#, "{version}");
        let asked = client.service().asked.lock().unwrap().clone();
        assert_eq!(
            asked,
            ["A new server", "A new server\n\nPlease correct this: Port must be at most 65535."]
        );
    }
}

#[tokio::test]
async fn a_person_can_say_no() {
    for version in [ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28] {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let (client, _server) = connect(version, capabilities, vec![None]);
        let result = client.call_tool(call()).await.unwrap();
        assert_eq!(result.content[0].as_text().unwrap().text, "declined");
    }
}

#[tokio::test]
async fn what_the_client_cannot_do_is_an_error() {
    for (version, code) in [(ProtocolVersion::V_2025_11_25, -32601), (ProtocolVersion::V_2026_07_28, -32021)]
    {
        let (client, _server) = connect(version, ClientCapabilities::default(), vec![]);
        let error = client.call_tool(call()).await.unwrap_err();
        let rmcp::ServiceError::McpError(error) = error else { panic!("{error}") };
        assert_eq!(error.code.0, code);
    }
}
