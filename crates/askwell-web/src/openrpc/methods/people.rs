//! The methods for those who share the work: who has taken what, and who did what.

use serde_json::json;

use super::super::schemas::{named, object};
use super::{Described, Example, ID, id, optional};
use crate::rpc::code::Code;

pub(super) fn claim() -> Described {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?", "claimedBy": "person@example.com"});
    Described {
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
        errors: vec![Code::NotFound, Code::Closed, Code::Timeout, Code::Forbidden],
        examples: vec![Example { name: "mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn open() -> Described {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "active", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    Described {
        summary: "The person has begun to answer: from now on it is active.",
        params: vec![id()],
        result: named("Entry"),
        errors: vec![Code::NotFound, Code::Closed, Code::Timeout],
        examples: vec![Example { name: "begun", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn release() -> Described {
    let result = json!({"elicitationId": ID, "mode": "form", "status": "pending", "createdAt": 1_794_783_600_000_u64,
                        "timeoutAt": 1_794_783_900_000_u64, "client": "deployer", "prompt": "Deploy 1.4.2?"});
    Described {
        summary: "Nobody is at it any more.",
        params: vec![id()],
        result: named("Entry"),
        errors: vec![Code::NotFound, Code::Closed, Code::Timeout],
        examples: vec![Example { name: "not mine", params: json!({"elicitationId": ID}), result }],
    }
}

pub(super) fn history() -> Described {
    Described {
        summary: "What happened to it, when, by whom and how; without answers, but with the reason of a decline.",
        params: vec![id()],
        result: object(&[("history", json!({"type": "array", "items": named("Change")}))], &[]),
        errors: vec![Code::NotFound],
        examples: vec![Example {
            name: "from the beginning",
            params: json!({"elicitationId": ID}),
            result: json!({"history": [{"event": "created", "at": 1_794_783_600_000_u64, "surface": "api"}]}),
        }],
    }
}
