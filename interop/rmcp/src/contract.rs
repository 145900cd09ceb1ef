//! What every peer agrees on: the question, the scripted person and the report. The same words stand in
//! `../python/contract.py` and `../typescript/contract.mjs`. Nothing here knows an SDK.

use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use serde_json::{Value, json};

pub(crate) const QUESTION: &str = "Which project should be registered?";
pub(crate) const LINK_QUESTION: &str = "Connect your account.";
pub(crate) const LINK: &str = "https://accounts.example.com/connect?flow=interop";
pub(crate) const LINK_ID: &str = "interop-link-1";

/// The question of `register`.
pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "project": {"type": "string", "title": "Project", "minLength": 2, "maxLength": 40},
            "size": {"type": "string", "title": "Size", "enum": ["small", "medium", "large"], "default": "medium"},
            "seats": {"type": "integer", "title": "Seats", "minimum": 1, "maximum": 100},
            "contact": {"type": "string", "title": "Contact", "format": "email"}
        },
        "required": ["project", "seats"]
    })
}

/// The text of a tool's result: what came of the question.
pub(crate) fn said(action: &str, content: Option<&Value>) -> String {
    match content.and_then(Value::as_object).filter(|_| action == "accept") {
        Some(content) => {
            let mut members: Vec<_> = content.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            let sorted: Value =
                members.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            format!("accept {sorted}")
        }
        None => action.to_owned(),
    }
}

/// What the person does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Script {
    Accept,
    Decline,
    Cancel,
    /// Accepts twice; the first answer is wrong.
    Invalid,
}

/// Answers as its script says, and remembers what it was asked.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    script: Script,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Person {
    pub(crate) fn new(script: Script) -> Self {
        Self { script, asked: Arc::default() }
    }

    /// The action, and the content if there is one.
    pub(crate) fn answer(&self, mode: &str, message: &str) -> (&'static str, Option<Value>) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(json!({"mode": mode, "message": message}));
        let seats = if self.script == Script::Invalid && asked.len() == 1 { 1000 } else { 12 };
        match self.script {
            Script::Decline => ("decline", None),
            Script::Cancel => ("cancel", None),
            Script::Accept | Script::Invalid if mode == "url" => ("accept", None),
            Script::Accept | Script::Invalid => (
                "accept",
                Some(json!({
                    "project": "harbour", "size": "large", "seats": seats, "contact": "person@example.com"
                })),
            ),
        }
    }

    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
