//! Describes every method: parameters, result, errors, and examples that tests run.

mod create;
mod notifications;
mod people;
mod webhooks;

use serde_json::{Value, json};

use super::schemas::{named, object, text, whole};
use crate::rpc::Method;
use crate::rpc::error_code::ErrorCode;

/// The description of one method.
pub(super) struct MethodDescription {
    pub(super) summary: &'static str,
    pub(super) params: Vec<ParamDescription>,
    pub(super) result: Value,
    pub(super) errors: Vec<ErrorCode>,
    pub(super) examples: Vec<MethodExample>,
}

/// The description of one parameter.
pub(super) struct ParamDescription {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) required: bool,
    pub(super) schema: Value,
}

/// A call and its result.
pub(super) struct MethodExample {
    pub(super) name: &'static str,
    pub(super) params: Value,
    pub(super) result: Value,
}

/// The elicitation id of all examples.
const ID: &str = "elic_0198c0ffee007000a000000000000000";

/// Returns the description of a method.
pub(super) fn describe(method: Method) -> MethodDescription {
    match method {
        Method::Create => create::create(),
        Method::Open => people::open(),
        Method::Submit => submit(),
        Method::Complete => complete(),
        Method::Decline => decline(),
        Method::Cancel => cancel(),
        Method::Extend => extend(),
        Method::Status => status(),
        Method::List => list(),
        Method::Wait => wait(),
        Method::Claim => people::claim(),
        Method::Release => people::release(),
        Method::History => people::history(),
        Method::Options => people::options(),
        Method::Timeouts => timeouts(),
        Method::Templates => templates(),
        Method::Webhooks => webhooks::list(),
        Method::Notifications => notifications::list(),
        Method::RetryNotification => notifications::retry(),
        Method::Deliveries => webhooks::deliveries(),
        Method::Replay => webhooks::replay(),
        Method::Enable => webhooks::enable(),
        Method::Discover => discover(),
    }
}

fn optional(name: &'static str, about: &'static str, schema: Value) -> ParamDescription {
    ParamDescription { name, about, required: false, schema }
}

fn required(name: &'static str, about: &'static str, schema: Value) -> ParamDescription {
    ParamDescription { name, about, required: true, schema }
}

fn id() -> ParamDescription {
    required("elicitationId", "the id of the elicitation", named("ElicitationId"))
}

fn form() -> Value {
    json!({"id": "deploy", "title": "Deploy 1.4.2?", "fields": [
        {"id": "go", "type": "boolean", "label": "Deploy now", "required": true},
        {"id": "note", "type": "text", "label": "Note for the log"}
    ]})
}

fn outcome(status: &str, reason: Option<&str>) -> Value {
    let mut result = json!({"elicitationId": ID, "status": status, "closedAt": 1_794_783_660_000_u64});
    if let (Some(members), Some(reason)) = (result.as_object_mut(), reason) {
        members.insert("reason".to_owned(), json!(reason));
    }
    result
}

fn submit() -> MethodDescription {
    MethodDescription {
        summary: "Submits the answers to a form.",
        params: vec![
            id(),
            required("responses", "an answer for each field", json!({"type": ["object", "string"]})),
            optional("form_id", "the id of the form that was answered", text()),
            optional(
                "metadata",
                "anything about the submission, up to 16 KiB; kept and shown with the result",
                json!({"type": "object"}),
            ),
            optional(
                "merge",
                "whether the responses only correct the last submission that did not pass",
                json!({"type": "boolean"}),
            ),
        ],
        result: named("Done"),
        errors: vec![
            ErrorCode::NotFound,
            ErrorCode::Closed,
            ErrorCode::Timeout,
            ErrorCode::Validation,
            ErrorCode::TooLarge,
            ErrorCode::WrongQuestion,
            ErrorCode::Busy,
        ],
        examples: vec![MethodExample {
            name: "answer",
            params: json!({"elicitationId": ID, "responses": {"go": true, "note": "after lunch"}}),
            result: json!({"status": "completed"}),
        }],
    }
}

fn complete() -> MethodDescription {
    MethodDescription {
        summary: "Completes a page with any JSON result, a prompt with a string, or a form.",
        params: vec![
            id(),
            optional("result", "any JSON; null, if there is nothing to say", json!({})),
            optional(
                "responses",
                "instead of a result, answers to a form",
                json!({"type": ["object", "string"]}),
            ),
            optional("form_id", "the id of the form that was answered", text()),
            optional("metadata", "as for elicitation/submit", json!({"type": "object"})),
        ],
        result: named("Done"),
        errors: vec![
            ErrorCode::NotFound,
            ErrorCode::Closed,
            ErrorCode::Timeout,
            ErrorCode::Validation,
            ErrorCode::TooLarge,
            ErrorCode::Forbidden,
            ErrorCode::Busy,
        ],
        examples: vec![MethodExample {
            name: "signed",
            params: json!({"elicitationId": ID, "result": {"signed": true}}),
            result: json!({"status": "completed"}),
        }],
    }
}

fn decline() -> MethodDescription {
    MethodDescription {
        summary: "Declines an elicitation.",
        params: vec![id(), optional("reason", "why, in at most 1000 characters", text())],
        result: named("Outcome"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout],
        examples: vec![MethodExample {
            name: "no",
            params: json!({"elicitationId": ID}),
            result: outcome("declined", None),
        }],
    }
}

fn cancel() -> MethodDescription {
    let reasons = json!({"enum": ["user_cancelled", "session_expired", "form_invalidated"]});
    MethodDescription {
        summary: "Cancels an elicitation.",
        params: vec![id(), optional("reason", "the reason; user_cancelled by default", reasons)],
        result: named("Outcome"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout],
        examples: vec![MethodExample {
            name: "not needed any more",
            params: json!({"elicitationId": ID, "reason": "session_expired"}),
            result: outcome("cancelled", Some("session_expired")),
        }],
    }
}

fn extend() -> MethodDescription {
    MethodDescription {
        summary: "Extends the deadline.",
        params: vec![
            id(),
            optional(
                "extensionDuration",
                "how much more, in milliseconds",
                json!({"type": "integer", "minimum": 1}),
            ),
        ],
        result: object(&[("newTimeoutAt", whole()), ("extensionsRemaining", whole())], &[]),
        errors: vec![
            ErrorCode::NotFound,
            ErrorCode::Closed,
            ErrorCode::Timeout,
            ErrorCode::NoExtensionLeft,
            ErrorCode::ExtensionOutOfBounds,
        ],
        examples: vec![MethodExample {
            name: "five minutes",
            params: json!({"elicitationId": ID, "extensionDuration": 300_000}),
            result: json!({"newTimeoutAt": 1_794_784_200_000_u64, "extensionsRemaining": 1}),
        }],
    }
}

fn status() -> MethodDescription {
    let mut result = create::created("form", ("formDefinition", form()));
    if let Some(members) = result.as_object_mut() {
        members.extend(
            [("retryCount", 0), ("retryLimit", 3), ("extensionsRemaining", 2), ("extensionsUsed", 0)]
                .map(|(key, value)| (key.to_owned(), json!(value))),
        );
    }
    MethodDescription {
        summary: "Returns everything about one elicitation.",
        params: vec![id()],
        result: named("Elicitation"),
        errors: vec![ErrorCode::NotFound],
        examples: vec![MethodExample { name: "open", params: json!({"elicitationId": ID}), result }],
    }
}

fn list() -> MethodDescription {
    let statuses = json!({"anyOf": [named("Status"), {"type": "array", "items": named("Status")}]});
    let entry = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                       "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    MethodDescription {
        summary: "Returns a page of the elicitations that the caller can see, the newest first, without answers.",
        params: vec![
            optional("status", "one status or several", statuses),
            optional("mode", "only this mode", named("Mode")),
            optional(
                "limit",
                "the page size; 100 by default",
                json!({"type": "integer", "minimum": 1, "maximum": 1000}),
            ),
            optional("cursor", "nextCursor of the page before", text()),
        ],
        result: object(
            &[("elicitations", json!({"type": "array", "items": named("Entry")}))],
            &[("nextCursor", text())],
        ),
        errors: vec![],
        examples: vec![MethodExample {
            name: "open ones",
            params: json!({"status": ["pending", "active"], "limit": 10}),
            result: json!({"elicitations": [entry]}),
        }],
    }
}

fn wait() -> MethodDescription {
    let wait = json!({"type": "integer", "minimum": 0});
    MethodDescription {
        summary: "Waits until the elicitation is closed, or for the given time; call again to continue.",
        params: vec![id(), optional("timeoutMs", "how long to wait, in milliseconds", wait)],
        result: named("Outcome"),
        errors: vec![ErrorCode::NotFound],
        examples: vec![MethodExample {
            name: "not yet",
            params: json!({"elicitationId": ID, "timeoutMs": 10}),
            result: json!({"elicitationId": ID, "status": "pending", "timeoutAt": 1_794_783_900_000_u64}),
        }],
    }
}

fn timeouts() -> MethodDescription {
    let mode = |default: u64| json!({"default_ms": default, "min_ms": 1_000, "max_ms": 3_600_000, "config_source": "default"});
    let modes = json!({"form": mode(300_000), "inline": mode(30_000), "url": mode(300_000), "terminal": mode(600_000)});
    MethodDescription {
        summary: "Returns the default, the shortest and the longest timeout of each mode, as they hold for the caller.",
        params: Vec::new(),
        result: named("Timeouts"),
        errors: Vec::new(),
        examples: vec![MethodExample {
            name: "defaults",
            params: json!({}),
            result: json!({"modes": modes, "config_source": "default"}),
        }],
    }
}

fn templates() -> MethodDescription {
    let service =
        json!({"name": "service", "description": "what is deployed", "required": true, "maxLength": 80});
    MethodDescription {
        summary: "Returns the form templates.",
        params: vec![],
        result: object(&[("templates", json!({"type": "array", "items": named("Template")}))], &[]),
        errors: vec![ErrorCode::Forbidden],
        examples: vec![MethodExample {
            name: "all",
            params: json!({}),
            result: json!({"templates": [{"name": "deploy", "title": "Deploy {{service}}?", "parameters": [service]}]}),
        }],
    }
}

fn discover() -> MethodDescription {
    MethodDescription {
        summary: "Returns this document.",
        params: vec![],
        result: json!({"type": "object", "required": ["openrpc", "info", "methods"]}),
        errors: vec![],
        examples: vec![MethodExample {
            name: "this document",
            params: json!({}),
            result: json!({"openrpc": "1.3.2", "info": {}, "methods": []}),
        }],
    }
}
