//! Describes the methods for operators of notifications.

use serde_json::json;

use super::super::schemas::{named, object, text, whole};
use super::{ID, MethodDescription, MethodExample, optional};
use crate::rpc::error_code::ErrorCode;

pub(super) fn list() -> MethodDescription {
    let dead = json!({"notificationId": "mail/pada/00000000000000001042",
                      "messageId": "ntf_0198c0ffee007000a000000000000000_0eb888062b39ad5e",
                      "channel": "mail", "recipient": "ada", "elicitationId": ID, "reason": "asked", "attempts": 8,
                      "lastError": "the mail server refused the recipient", "status": "dead",
                      "deadAt": 1_794_812_400_000_u64});
    MethodDescription {
        summary: "Returns dead or pending notifications.",
        params: vec![
            optional("status", "dead by default", json!({"enum": ["dead", "pending"]})),
            optional(
                "limit",
                "the page size; 100 by default",
                json!({"type": "integer", "minimum": 1, "maximum": 256}),
            ),
            optional("cursor", "nextCursor of the page before", text()),
        ],
        result: object(
            &[("notifications", json!({"type": "array", "items": named("Notification")}))],
            &[("nextCursor", text())],
        ),
        errors: vec![ErrorCode::Forbidden],
        examples: vec![MethodExample {
            name: "dead ones",
            params: json!({}),
            result: json!({"notifications": [dead]}),
        }],
    }
}

pub(super) fn retry() -> MethodDescription {
    MethodDescription {
        summary: "Sends one dead notification again, all of a channel, or all.",
        params: vec![
            optional("notificationId", "this one", text()),
            optional("channel", "all of this channel", text()),
        ],
        result: object(&[("retried", whole())], &[]),
        errors: vec![ErrorCode::Forbidden, ErrorCode::NotFound],
        examples: vec![MethodExample {
            name: "all of a channel",
            params: json!({"channel": "mail"}),
            result: json!({"retried": 3}),
        }],
    }
}
