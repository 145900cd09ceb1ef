//! The limit: a server that reads only the id of each message and answers from templates. It shows what client, pipe and
//! runtime cost, which every server behind the same client pays.

use std::error::Error;

use askwell_form::schema::Revision;
use askwell_mcp::transport::{Connection, Frame, stdio};
use askwell_mcp::wire::{Era, Limits};

use super::{BUFFER, MESSAGE};
use crate::engine::small_form;

/// The result of the tool call.
const RESULT: &str = r#""content":[{"type":"text","text":"example.com"}]"#;

/// Starts the server, and gives the client's end of the connection to it. It needs no handshake.
pub(super) fn serve(era: Era) -> Result<Connection, Box<dyn Error>> {
    let schema = small_form()?.to_mcp_schema(Revision::V2025_11_25).schema;
    let question = format!(r#"{{"mode":"form","message":"{MESSAGE}","requestedSchema":{schema}}}"#);
    let (near, far) = tokio::io::duplex(BUFFER);
    let (reader, writer) = tokio::io::split(far);
    let Connection { mut incoming, outgoing } = stdio::connect(reader, writer, &Limits::default());
    tokio::spawn(async move {
        while let Some(Frame::Text(text)) = incoming.next().await {
            if let Some(reply) = reply(era, &text, &question) {
                let _ = outgoing.send(reply);
            }
        }
    });
    let (reader, writer) = tokio::io::split(near);
    Ok(stdio::connect(reader, writer, &Limits::default()))
}

/// Returns the reply to a message: the question to a call, the result to an answer.
fn reply(era: Era, text: &str, question: &str) -> Option<String> {
    let (_, rest) = text.split_once(r#""id":"#)?;
    let id = rest.split([',', '}']).next()?;
    let is_call = text.contains(r#""method":"tools/call""#);
    Some(match era {
        Era::Legacy if is_call => {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{question}}}"#)
        }
        Era::Legacy => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{{RESULT}}}}}"#),
        Era::Modern if text.contains(r#""requestState""#) => {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete",{RESULT}}}}}"#)
        }
        Era::Modern => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{{"server":{{"method":"elicitation/create","params":{question}}}}},"requestState":"state"}}}}"#
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::{Era, reply};

    #[test]
    fn call_is_asked_and_answer_gets_the_result() {
        let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}"#;
        let answer = r#"{"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}"#;
        let asked = reply(Era::Legacy, call, "{}").unwrap_or_default();
        assert!(asked.starts_with(r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create""#), "{asked}");
        assert!(reply(Era::Legacy, answer, "{}").is_some_and(|result| result.contains("example.com")));
        assert!(reply(Era::Modern, call, "{}").is_some_and(|result| result.contains("input_required")));
        let again = r#"{"id":8,"method":"tools/call","params":{"requestState":"state"}}"#;
        assert!(reply(Era::Modern, again, "{}").is_some_and(|result| result.contains("complete")));
    }
}
