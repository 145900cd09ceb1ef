//! Describes the methods for operators of webhooks.

use serde_json::json;

use super::super::schemas::{named, object, text, whole};
use super::{ID, MethodDescription, MethodExample, optional, required};
use crate::rpc::error_code::ErrorCode;

pub(super) fn list() -> MethodDescription {
    let webhook = json!({"name": "crm", "origin": "https://crm.example.com:443", "events": ["elicitation.complete"], "status": "enabled"});
    MethodDescription {
        summary: "Returns the webhook endpoints.",
        params: vec![],
        result: object(&[("webhooks", json!({"type": "array", "items": named("Webhook")}))], &[]),
        errors: vec![ErrorCode::Forbidden],
        examples: vec![MethodExample {
            name: "all",
            params: json!({}),
            result: json!({"webhooks": [webhook]}),
        }],
    }
}

pub(super) fn deliveries() -> MethodDescription {
    let dead = json!({"deliveryId": "crm/00000000000000001042", "webhookId": "msg_0198c0ffee007000a000000000000000_1042",
                      "webhook": "crm", "elicitationId": ID, "type": "elicitation.complete", "happenedAt": 1_794_783_600_000_u64,
                      "attempts": 8, "lastError": "the receiver answered 500", "status": "dead", "deadAt": 1_794_812_400_000_u64});
    MethodDescription {
        summary: "Returns dead or pending deliveries.",
        params: vec![
            optional("status", "dead by default", json!({"enum": ["dead", "pending"]})),
            optional("webhook", "only of this one", text()),
            optional(
                "limit",
                "the page size; 100 by default",
                json!({"type": "integer", "minimum": 1, "maximum": 256}),
            ),
            optional("cursor", "nextCursor of the page before", text()),
        ],
        result: object(
            &[("deliveries", json!({"type": "array", "items": named("Delivery")}))],
            &[("nextCursor", text())],
        ),
        errors: vec![ErrorCode::Forbidden],
        examples: vec![MethodExample {
            name: "dead ones",
            params: json!({"webhook": "crm"}),
            result: json!({"deliveries": [dead]}),
        }],
    }
}

pub(super) fn replay() -> MethodDescription {
    MethodDescription {
        summary: "Sends one dead delivery of a webhook again, or all of them.",
        params: vec![
            optional("deliveryId", "this one", text()),
            optional("webhook", "all of this webhook", text()),
        ],
        result: object(&[("replayed", whole())], &[]),
        errors: vec![ErrorCode::Forbidden, ErrorCode::NotFound, ErrorCode::Closed],
        examples: vec![MethodExample {
            name: "all",
            params: json!({"webhook": "crm"}),
            result: json!({"replayed": 3}),
        }],
    }
}

pub(super) fn enable() -> MethodDescription {
    MethodDescription {
        summary: "Enables a webhook that was disabled by status 410.",
        params: vec![required("webhook", "which one", text())],
        result: object(&[("wasDisabled", json!({"type": "boolean"}))], &[]),
        errors: vec![ErrorCode::Forbidden, ErrorCode::NotFound],
        examples: vec![MethodExample {
            name: "it is back",
            params: json!({"webhook": "crm"}),
            result: json!({"wasDisabled": true}),
        }],
    }
}
