//! Describes `elicitation/create`.

use serde_json::{Value, json};

use super::super::schemas::{named, text};
use super::{ID, MethodDescription, MethodExample, form, optional};
use crate::rpc::error_code::ErrorCode;

pub(super) fn create() -> MethodDescription {
    let filled = json!({"id": "deploy", "title": "Deploy the shop?", "fields": [
        {"id": "go", "type": "boolean", "label": "Deploy the shop", "required": true}
    ]});
    MethodDescription {
        summary: "Creates an elicitation: a form, a schema, a template, a prompt, or a page on another site.",
        params: vec![
            optional(
                "mode",
                "where the person is meant to answer; form, unless the rest says otherwise",
                named("Mode"),
            ),
            optional("formDefinition", "the form", named("FormDefinition")),
            optional(
                "requestedSchema",
                "a JSON Schema of an object, as MCP servers send it; needs a message or a title",
                json!({"type": "object", "required": ["properties"]}),
            ),
            optional("title", "the title of a form made from a requestedSchema", text()),
            optional("template", "the name of a form that the service has", text()),
            optional("parameters", "the parameters of the template", json!({"type": "object"})),
            optional("prompt", "a question that is answered with one line of text", text()),
            optional(
                "secret",
                "whether the answer to the prompt is a secret: masked where it is typed, encrypted where it is kept",
                json!({"type": "boolean"}),
            ),
            optional(
                "message",
                "the same as prompt; with a url, why to go there; with a requestedSchema, what it is about",
                text(),
            ),
            optional("url", "the URL of a page on another site", text()),
            optional(
                "timeout",
                "how long to wait, in milliseconds",
                json!({"type": "integer", "minimum": 1}),
            ),
            optional(
                "size_limit",
                "the most bytes of the answer, up to limits.answer_ceiling_bytes",
                json!({"type": "integer", "minimum": 1}),
            ),
            optional("person", "the person who answers; no other person sees it", text()),
            optional(
                "reminders",
                "times before the deadline at which people are reminded, such as 30m, or milliseconds; at most 8",
                json!({"type": "array", "items": {"type": ["string", "integer"]}, "maxItems": 8}),
            ),
            optional(
                "escalate",
                "who is asked if no answer comes: a time after the creation, and a person or a group",
                json!({"type": "object", "required": ["after"], "additionalProperties": false,
                       "properties": {"after": {"type": ["string", "integer"]}, "person": text(), "group": text()}}),
            ),
            optional(
                "withoutAnswer",
                "what the program does without an answer, such as \"not deployed\"; people read it next to the deadline",
                json!({"type": "string", "minLength": 1, "maxLength": 200}),
            ),
            optional("group", "the group whose members see it and answer, in place of person", text()),
            optional(
                "audience",
                "signed_in: everyone who is signed in answers, and a link alone is not enough",
                json!({"enum": ["signed_in"]}),
            ),
            optional(
                "quorum",
                "how many people have to approve a decision; without it, the first answer counts",
                named("NewQuorum"),
            ),
            optional(
                "idempotencyKey",
                "asking the same again under the same key gives the same elicitation, and the same link",
                text(),
            ),
            optional(
                "onDisconnect",
                "what happens when the client is away for longer than the grace time; keep by default",
                named("OnDisconnect"),
            ),
        ],
        result: named("Created"),
        errors: vec![
            ErrorCode::RateLimited,
            ErrorCode::TooManyOpen,
            ErrorCode::Full,
            ErrorCode::InvalidForm,
            ErrorCode::InvalidTimeout,
            ErrorCode::UnsafeUrl,
            ErrorCode::Template,
            ErrorCode::KeyConflict,
            ErrorCode::Forbidden,
        ],
        examples: vec![
            MethodExample {
                name: "form",
                params: json!({"formDefinition": form(), "timeout": 300_000, "idempotencyKey": "release-1.4.2"}),
                result: created("form", ("formDefinition", form())),
            },
            MethodExample {
                name: "prompt",
                params: json!({"mode": "inline", "prompt": "Enter API key:"}),
                result: created(
                    "inline",
                    (
                        "formDefinition",
                        json!({"id": "prompt", "title": "Enter API key:", "fields": [
                            {"id": "answer", "type": "text", "label": "Answer", "required": true}
                        ]}),
                    ),
                ),
            },
            MethodExample {
                name: "page",
                params: json!({"mode": "url", "url": "https://8.8.8.8/sign", "message": "Please sign the contract"}),
                result: created("url", ("url", json!("https://8.8.8.8/sign"))),
            },
            MethodExample {
                name: "template",
                params: json!({"template": "deploy", "parameters": {"service": "the shop"}}),
                result: created("form", ("formDefinition", filled)),
            },
        ],
    }
}

pub(super) fn created(mode: &str, question: (&str, Value)) -> Value {
    let mut result = json!({"elicitationId": ID, "mode": mode, "status": "pending", "createdAt": 1_794_783_600_000_u64,
                            "timeoutAt": 1_794_783_900_000_u64, "timeoutMs": 300_000});
    if let Some(members) = result.as_object_mut() {
        members.insert(question.0.to_owned(), question.1);
    }
    result
}
