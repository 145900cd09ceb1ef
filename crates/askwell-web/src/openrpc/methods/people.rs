//! Describes the methods for people who share an inbox: open, claim, release, history.

use serde_json::json;

use super::super::schemas::{named, object};
use super::{ID, MethodDescription, MethodExample, id, optional};
use crate::rpc::error_code::ErrorCode;

pub(super) fn claim() -> MethodDescription {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?", "claimedBy": "person@example.com"});
    MethodDescription {
        summary: "Somebody says that they are at it. Only a word to others: the first answer wins.",
        params: vec![
            id(),
            optional(
                "ifFree",
                "take it only if nobody is at it, and say whether it was taken",
                json!({"type": "boolean"}),
            ),
        ],
        result: named("Claim"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout, ErrorCode::Forbidden],
        examples: vec![MethodExample { name: "mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn open() -> MethodDescription {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "active", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    MethodDescription {
        summary: "The person has begun to answer: from now on it is active.",
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
        summary: "Nobody is at it any more.",
        params: vec![id()],
        result: named("Entry"),
        errors: vec![ErrorCode::NotFound, ErrorCode::Closed, ErrorCode::Timeout],
        examples: vec![MethodExample { name: "not mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn history() -> MethodDescription {
    MethodDescription {
        summary: "What happened to it, when, by whom and how; without answers, but with the reason of a decline.",
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
