//! An MCP client whose servers ask in the terminal.
//!
//! `cargo run -p askwell-term --example mcp_terminal -- TOOL PROGRAM [ARGUMENTS]` starts a server and calls one of its tools.

use askwell_form::build::{boolean, form};
use askwell_form::{Answer, Form};
use askwell_mcp::client::{
    Client, Command, ElicitationHandler, FormReply, FormRequest, UrlReply, UrlRequest,
};
use askwell_term::{FormSession, InputMode, Outcome, Stdin, Theme, in_terminal_language, withdrawable_asker};

struct TerminalHandler;

impl ElicitationHandler for TerminalHandler {
    async fn form(&self, request: FormRequest) -> FormReply {
        match ask(request.form_with_message(), InputMode::Automatic).await {
            Some(Outcome::Accepted(answers)) => FormReply::Accept(answers),
            Some(Outcome::Declined { .. }) => FormReply::Decline,
            _ => FormReply::Cancel,
        }
    }

    async fn url(&self, request: UrlRequest) -> UrlReply {
        let Ok(consent) = consent(&request) else { return UrlReply::Decline };
        // In lines, so that no edge of a screen cuts the address off.
        match ask(consent, InputMode::Plain).await {
            Some(Outcome::Accepted(answers))
                if answers.get("open").and_then(Answer::as_bool) == Some(true) =>
            {
                println!("Open {} in your browser.", request.link.url());
                UrlReply::Consent
            }
            Some(Outcome::Accepted(_) | Outcome::Declined { .. }) => UrlReply::Decline,
            _ => UrlReply::Cancel,
        }
    }
}

/// Asks on a thread of its own. If the server takes its question back, the future is dropped, and the form goes.
async fn ask(form: Form, mode: InputMode) -> Option<Outcome> {
    let (mut asker, _withdrawal) = withdrawable_asker();
    let asked = tokio::task::spawn_blocking(move || {
        let mut session = FormSession::new(in_terminal_language(&form));
        askwell_term::ask(&mut session, &mut asker, mode, Stdin::Taken, Theme::from_env())
    });
    asked.await.ok()?.ok()
}

/// What a person has to know before they agree: who asks, the whole address, its host, what is odd about it.
fn consent(request: &UrlRequest) -> Result<Form, askwell_form::Defects> {
    let link = &request.link;
    let mut facts = vec![
        format!("Asked by {}: {}", request.server.address, request.message),
        format!("Address: {}", link.url()),
        format!("Host: {}", link.host()),
    ];
    facts.extend(link.warnings().iter().map(|warning| format!("Warning: {warning}")));
    form("page", "A page is to be opened")
        .description(facts.join("\n"))
        .field(boolean("open", "Open this page?").required())
        .build()
}

/// Starts a server, calls one of its tools, and says what came of it.
pub(crate) async fn call(
    tool: &str,
    program: &str,
    arguments: &[String],
) -> Result<String, Box<dyn std::error::Error>> {
    let client = Client::builder("example", "1.0.0").on_elicitation(TerminalHandler);
    let client = client.connect(Command::new(program).arguments(arguments)).await?;
    let result = client.call_tool(tool, serde_json::json!({})).await;
    client.close().await;
    Ok(result?.text())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [tool, program, arguments @ ..] = words.as_slice() else {
        return Err("usage: mcp_terminal TOOL PROGRAM [ARGUMENTS]".into());
    };
    println!("{}", call(tool, program, arguments).await?);
    Ok(())
}
