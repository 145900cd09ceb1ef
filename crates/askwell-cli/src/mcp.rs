//! `askwell mcp`: tools for agents, over stdin and stdout.
//!
//! Stdout belongs to the protocol from the first byte on; whatever else there is to say goes to stderr.

use anyhow::Result;
use askwell_mcp::agent::Agent;
use askwell_mcp::transport::stdio;
use askwell_mcp::wire::Limits;

use crate::Verdict;
use crate::arguments::McpArguments;
use crate::console::Console;
use crate::document::Document;
use crate::notice;

pub(crate) fn run(arguments: &McpArguments, console: &Console) -> Result<Verdict> {
    let mut agent = Agent::new();
    let mut sound = true;
    for template in &arguments.templates {
        let document = Document::read(&template.form)?;
        match document.form() {
            Ok(form) => agent = agent.template(&template.name, form),
            Err(defects) => {
                notice::tell_defects(&document, &defects, console);
                sound = false;
            }
        }
    }
    if !sound {
        return Ok(Verdict::Problems);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let connection = stdio::of_process(&Limits::default());
        agent.build().serve(connection).await;
    });
    // Reading stdin cannot be called off, so that the runtime is not waited for.
    runtime.shutdown_background();
    Ok(Verdict::Fine)
}
