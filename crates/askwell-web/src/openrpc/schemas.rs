//! The schemas that several methods share.

use serde_json::{Value, json};

/// Returns a reference to a shared schema.
pub(super) fn named(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// Returns the schema of a whole number: milliseconds since 1970, or a count.
pub(super) fn whole() -> Value {
    json!({"type": "integer", "minimum": 0})
}

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

/// Returns the schema of an object with these members and no others.
pub(super) fn object(required: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    let members = required.iter().chain(optional).map(|(name, schema)| ((*name).to_owned(), schema.clone()));
    let properties: serde_json::Map<String, Value> = members.collect();
    json!({"type": "object", "required": names, "properties": properties, "additionalProperties": false})
}

pub(super) fn all() -> Value {
    let heading = || {
        vec![
            ("elicitationId", named("ElicitationId")),
            ("mode", named("Mode")),
            ("status", named("Status")),
            ("createdAt", whole()),
        ]
    };
    let ending = || vec![("closedAt", whole()), ("reason", named("Reason"))];
    let asked = || {
        vec![
            ("formDefinition", named("FormDefinition")),
            ("url", text()),
            ("message", text()),
            ("size_limit", whole()),
            ("onDisconnect", named("OnDisconnect")),
        ]
    };
    let results = || {
        vec![
            ("result", json!({})),
            ("missing", json!({"type": "array", "items": text()})),
            ("declineReason", text()),
            ("metadata", json!({"type": "object"})),
        ]
    };
    let about = || {
        vec![
            ("timeoutAt", whole()),
            ("person", text()),
            ("group", text()),
            ("audience", json!({"enum": ["signed_in"]})),
            ("quorum", named("Quorum")),
        ]
    };
    let granted = || vec![("timeoutMs", whole())];
    let source = || json!({"enum": ["default", "custom"]});
    json!({
        "ElicitationId": {"type": "string", "pattern": "^elic_[0-9a-f]{32}$"},
        "Mode": {"enum": ["form", "inline", "url", "terminal"]},
        "Status": {"enum": ["pending", "active", "completed", "declined", "cancelled", "timeout"]},
        "OnDisconnect": {"enum": ["keep", "abandon"]},
        "Reason": {"enum": [
            "user_cancelled", "client_disconnected", "timeout", "session_expired", "form_invalidated",
            "max_retries_exceeded"
        ]},
        "FormDefinition": {
            "type": "object",
            "required": ["id", "title", "fields"],
            "description": "A form document; `askwell schema --as meta` prints its schema."
        },
        "Created": object(&heading(), &[asked(), about(), granted(), vec![("code", text())]].concat()),
        "Elicitation": object(&heading(), &[asked(), about(), granted(), ending(), vec![
            ("retryCount", whole()),
            ("retryLimit", whole()),
            ("extensionsRemaining", whole()),
            ("extensionsUsed", whole()),
            ("client", text()),
            ("claimedBy", text()),
            ("withoutAnswer", text()),
        ], results()].concat()),
        "Entry": object(&[heading(), vec![("client", text()), ("prompt", text())]].concat(), &[about(), ending(), vec![("claimedBy", text()), ("withoutAnswer", text())]].concat()),
        "Claim": object(
            &[heading(), vec![("client", text()), ("prompt", text())]].concat(),
            &[about(), ending(), vec![("claimedBy", text()), ("withoutAnswer", text()), ("taken", json!({"type": "boolean"}))]].concat(),
        ),
        "Outcome": object(
            &[("elicitationId", named("ElicitationId")), ("status", named("Status"))],
            &[vec![("timeoutAt", whole())], results(), ending()].concat(),
        ),
        "Done": object(&[("status", json!({"const": "completed"}))], &[("missing", json!({"type": "array", "items": text()}))]),
        "NewQuorum": object(
            &[("approvals", json!({"type": "integer", "minimum": 1, "maximum": 100}))],
            &[("onRejection", json!({"enum": ["close", "continue"]})), ("requester", text())],
        ),
        "Vote": object(
            &[("person", text()), ("approved", json!({"type": "boolean"})), ("at", whole())],
            &[("comment", text())],
        ),
        "Quorum": object(
            &[
                ("approvals", whole()),
                ("onRejection", json!({"enum": ["close", "continue"]})),
                ("votes", json!({"type": "array", "items": named("Vote")})),
            ],
            &[("requester", text())],
        ),
        "Change": object(
            &[("event", text()), ("at", whole()), ("surface", text())],
            &[
                ("person", text()),
                ("reason", named("Reason")),
                ("declineReason", text()),
                ("approved", json!({"type": "boolean"})),
            ],
        ),
        "ModeTimeouts": object(
            &[("default_ms", whole()), ("min_ms", whole()), ("max_ms", whole()), ("config_source", source())],
            &[],
        ),
        "Timeouts": object(
            &[
                ("modes", object(&["form", "inline", "url", "terminal"].map(|mode| (mode, named("ModeTimeouts"))), &[])),
                ("config_source", source()),
            ],
            &[],
        ),
        "Template": object(&[("name", text())], &[
            ("title", text()),
            ("description", text()),
            ("parameters", json!({"type": "array", "items": named("TemplateParameter")})),
            ("problem", text()),
        ]),
        "Webhook": object(
            &[("name", text()), ("origin", text()), ("events", json!({"type": "array", "items": text()})), ("status", json!({"enum": ["enabled", "disabled"]}))],
            &[("client", text()), ("disabledAt", whole())],
        ),
        "Delivery": object(
            &[
                ("deliveryId", text()), ("webhookId", text()), ("webhook", text()), ("elicitationId", named("ElicitationId")),
                ("type", text()), ("happenedAt", whole()), ("attempts", whole()), ("status", json!({"enum": ["pending", "dead"]})),
            ],
            &[("lastError", text()), ("nextTryAt", whole()), ("deadAt", whole())],
        ),
        "Notification": object(
            &[
                ("notificationId", text()), ("messageId", text()), ("channel", text()), ("recipient", text()),
                ("elicitationId", named("ElicitationId")), ("reason", json!({"enum": ["asked", "reminder", "escalated", "delegated"]})),
                ("attempts", whole()), ("status", json!({"enum": ["pending", "dead"]})),
            ],
            &[("lastError", text()), ("nextTryAt", whole()), ("deadAt", whole())],
        ),
        "TemplateParameter": object(
            &[("name", text()), ("required", json!({"type": "boolean"})), ("maxLength", whole())],
            &[("description", text()), ("default", text())],
        ),
    })
}
