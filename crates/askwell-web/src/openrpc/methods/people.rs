//! Describes the methods for people who share an inbox: open, claim, release, history, options.

use serde_json::json;

use super::super::schemas::{named, object, text};
use super::{ID, MethodDescription, MethodExample, id, optional, required};
use crate::rpc::error_code::ErrorCode;

pub(super) fn claim() -> MethodDescription {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?", "claimedBy": "person@example.com"});
    MethodDescription {
        summary: "Claims an elicitation, to tell others. The first answer still wins.",
        params: vec![
            id(),
            optional(
                "ifFree",
                "claim it only if it is not claimed, and return whether that succeeded",
                json!({"type": "boolean"}),
            ),
        ],
        result: named("Claim"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout, ErrorCode::Forbidden],
        examples: vec![MethodExample { name: "mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn options() -> MethodDescription {
    let option = object(&[("value", text()), ("title", text())], &[]);
    let found = object(
        &[("options", json!({"type": "array", "items": option})), ("more", json!({"type": "boolean"}))],
        &[],
    );
    let example = json!({"options": [{"value": "ber", "title": "Berlin"}], "more": false});
    MethodDescription {
        summary: "Searches the options of a field that a service has.",
        params: vec![
            id(),
            required("field", "the id of the field", text()),
            optional("search", "what the person typed; the first options without it", text()),
        ],
        result: found,
        errors: vec![ErrorCode::NotFound, ErrorCode::Busy],
        examples: vec![MethodExample {
            name: "city",
            params: json!({"elicitationId": ID, "field": "city", "search": "ber"}),
            result: example,
        }],
    }
}

pub(super) fn open() -> MethodDescription {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "active", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    MethodDescription {
        summary: "Records that a person has started to answer; the status is active from then on.",
        params: vec![id()],
        result: named("Entry"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout],
        examples: vec![MethodExample { name: "begun", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn release() -> MethodDescription {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    MethodDescription {
        summary: "Withdraws a claim.",
        params: vec![id()],
        result: named("Entry"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout],
        examples: vec![MethodExample { name: "not mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn history() -> MethodDescription {
    MethodDescription {
        summary: "Returns the changes of an elicitation, without answers but with the reason of a decline.",
        params: vec![id()],
        result: object(&[("history", json!({"type": "array", "items": named("Change")}))], &[]),
        errors: vec![ErrorCode::NotFound],
        examples: vec![MethodExample {
            name: "from the beginning",
            params: json!({"elicitationId": ID}),
            result: json!({"history": [{"event": "created", "at": 1_794_783_600_000_u64, "surface": "api"}]}),
        }],
    }
}
