//! The client.

use anyhow::{Context, Result};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProtocolVersion, UrlElicitationCapability,
};
use rmcp::service::{RequestContext, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt};

use interop_rust::{Call, Era, Mode, Person, report};

#[derive(Clone)]
struct Answering(Person);

/// Calls the tool and prints what came of it.
pub(crate) async fn call(call: Call) -> Result<()> {
    let person = Person::new(call.script);
    let client = connect(&call, Answering(person.clone())).await?;
    let result = client.call_tool(CallToolRequestParams::new(call.tool)).await?;
    let text: String =
        result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str())).collect();
    let failed = result.is_error == Some(true);
    let version = match call.era {
        Era::Legacy => "legacy",
        Era::Modern => "2026-07-28",
    };
    report(&person, &text, failed, version);
    client.cancel().await?;
    Ok(())
}

async fn connect(call: &Call, handler: Answering) -> Result<RunningService<RoleClient, Answering>> {
    let lifecycle = match call.era {
        Era::Legacy => ClientLifecycleMode::Initialize,
        Era::Modern => {
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
        }
    };
    Ok(match &call.url {
        Some(url) => {
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            handler.serve_with_lifecycle(transport, lifecycle).await?
        }
        None => {
            let (program, arguments) = call.command.split_first().context("no command")?;
            let mut command = tokio::process::Command::new(program);
            command.args(arguments);
            handler.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?
        }
    })
}

impl ClientHandler for Answering {
    fn get_info(&self) -> ClientConfig {
        let elicitation = ElicitationCapability::new()
            .with_form(FormElicitationCapability::default())
            .with_url(UrlElicitationCapability::default());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(elicitation);
        ClientConfig::new(capabilities, Implementation::new("rmcp", "3.8.0"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let (mode, message) = match &request {
            ElicitRequestParams::FormElicitationParams { message, .. } => (Mode::Form, message),
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => (Mode::Url(url), message),
            _ => return Err(ErrorData::invalid_params("unknown mode", None)),
        };
        let (action, content) = self.0.answer(mode, message);
        let mut result = ElicitResult::new(match action {
            "accept" => ElicitationAction::Accept,
            "decline" => ElicitationAction::Decline,
            _ => ElicitationAction::Cancel,
        });
        result.content = content;
        Ok(result)
    }
}
