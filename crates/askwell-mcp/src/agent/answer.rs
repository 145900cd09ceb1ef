//! Questions that are answered on a page: looking for the answer, calling them off.

use std::time::Duration;

use askwell_engine::CallError;
use askwell_lifecycle::{CancelReason, Elicitation, ElicitationId, Outcome, Refusal};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ask, asking_tool, describe};
use crate::server::{Call, Failure, Tool, ToolResult};
use crate::wire::RpcError;

/// The longest an agent can wait in one call.
const MOST_WAITING: u64 = 60;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    elicitation_id: String,
    #[serde(default)]
    wait_seconds: u64,
}

fn id_schema() -> Value {
    json!({"type": "string", "description": "What came back with status pending."})
}

pub(super) fn check_tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "elicitation_id": id_schema(),
            "wait_seconds": {"type": "integer", "minimum": 0, "maximum": MOST_WAITING, "default": 0}
        },
        "required": ["elicitation_id"],
        "additionalProperties": false
    });
    asking_tool("check_answer", "Look for an answer", describe::CHECK, input)
}

pub(super) fn cancel_tool() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {"elicitation_id": id_schema()},
        "required": ["elicitation_id"],
        "additionalProperties": false
    });
    asking_tool("cancel", "Call off a question", describe::CANCEL, input)
}

fn read(call: &Call) -> Result<(ElicitationId, Duration), Failure> {
    let arguments: Arguments = call.parse()?;
    let wrong = || RpcError::invalid_params("elicitation_id is none that a tool of this server has given");
    let id = arguments.elicitation_id.parse().map_err(|_| wrong())?;
    Ok((id, Duration::from_secs(arguments.wait_seconds.min(MOST_WAITING))))
}

pub(super) async fn check(call: Call) -> Result<ToolResult, Failure> {
    let (id, patience) = read(&call)?;
    let (engine, actor) = (call.engine(), call.actor());
    if !patience.is_zero() {
        // Whether it is over or not, the status says.
        drop(tokio::time::timeout(patience, engine.wait(&actor, id)).await);
    }
    let found = engine.status(&actor, id).await.map_err(missing)?;
    Ok(tell(&call, &found))
}

pub(super) async fn cancel(call: Call) -> Result<ToolResult, Failure> {
    let (id, _) = read(&call)?;
    let (engine, actor) = (call.engine(), call.actor());
    let after = match engine.cancel(&actor, id, CancelReason::UserCancelled).await {
        Ok(after) => after,
        // Over already: what became of it is worth knowing.
        Err(CallError::Refused(Refusal::Closed { .. } | Refusal::TooLate { .. })) => {
            engine.status(&actor, id).await.map_err(missing)?
        }
        Err(error) => return Err(missing(error)),
    };
    Ok(tell(&call, &after))
}

/// Tells what became of it. Somebody who asks the same again from then on wants to know it anew.
fn tell(call: &Call, elicitation: &Elicitation) -> ToolResult {
    if elicitation.outcome().is_some() {
        call.0.server.waiting.forget_elicitation(elicitation.id);
    }
    ToolResult::structured(status(elicitation))
}

fn missing(error: CallError) -> Failure {
    Failure::said(error)
}

fn status(elicitation: &Elicitation) -> Value {
    match elicitation.outcome() {
        None => json!({"status": "pending", "elicitation_id": elicitation.id.to_string()}),
        Some(Outcome::Answered(answers)) => ask::answered(answers),
        Some(Outcome::Finished(result)) => {
            let result: Value = serde_json::from_str(result).unwrap_or_default();
            json!({"status": "answered", "answers": {"result": result}})
        }
        Some(Outcome::Declined) => json!({"status": "declined"}),
        Some(Outcome::Cancelled(reason)) => json!({"status": "cancelled", "reason": reason.as_str()}),
        Some(Outcome::TimedOut) => json!({"status": "timed_out"}),
    }
}
