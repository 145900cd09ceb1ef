//! `elicitation/create`: what is asked of a person, and what they say to it.
//!
//! Keeps what it does not know: a mode of the future stays what it is, and members beyond ours go along.

use std::borrow::Cow;

use askwell_form::json::JsonKind;

use super::json::{Json, Raw};
use super::object::ObjectWriter;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitRequest {
    /// What the person reads.
    pub message: String,
    /// How they are to answer.
    pub mode: ElicitMode,
    /// Members beyond these, `_meta` among them, as an object.
    pub others: Json,
}

/// How a person is to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitMode {
    /// With a form.
    Form {
        /// The schema of the answers, exactly as sent.
        requested_schema: Json,
    },
    /// At a URL.
    Url {
        /// Where.
        url: String,
        /// What the legacy era calls it by; the modern one has no name for it.
        elicitation_id: Option<String>,
    },
    /// In a way that this crate does not know.
    Unknown {
        /// Its name.
        mode: String,
    },
}

/// What the person said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitResult {
    /// Yes, no, or neither.
    pub action: Action,
    /// The answers, as they were sent; `null` counts as none.
    pub content: Option<Json>,
    /// Members beyond these, as an object.
    pub others: Json,
}

/// Yes, no, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The person answered, or agreed to open the URL.
    Accept,
    /// The person said no.
    Decline,
    /// The person went away without an answer.
    Cancel,
}

/// Not what `elicitation/create` asks or answers with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidElicit(pub Cow<'static, str>);

fn invalid(message: &'static str) -> InvalidElicit {
    InvalidElicit(Cow::Borrowed(message))
}

/// What is asked, in place: the members that a client acts on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitParts<'p> {
    /// What the person reads.
    pub message: Cow<'p, str>,
    /// How they are to answer.
    pub mode: ElicitPartsMode<'p>,
}

/// How a person is to answer, in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitPartsMode<'p> {
    /// With a form.
    Form {
        /// The schema of the answers, exactly as sent.
        requested_schema: Raw<'p>,
    },
    /// At a URL.
    Url {
        /// Where.
        url: Cow<'p, str>,
        /// What the legacy era calls it by; the modern one has no name for it.
        elicitation_id: Option<Cow<'p, str>>,
    },
    /// In a way that this crate does not know.
    Unknown {
        /// Its name.
        mode: Cow<'p, str>,
    },
}

impl<'p> ElicitParts<'p> {
    /// Reads the params of `elicitation/create` in one pass, without copying.
    ///
    /// # Errors
    /// When something is missing or of the wrong type.
    pub fn read(params: Raw<'p>) -> Result<Self, InvalidElicit> {
        let (mut message, mut mode) = (None, None);
        let (mut schema, mut url, mut id) = (None, None, None);
        for (key, value) in params.members() {
            match &*key {
                "message" => message = value.as_text(),
                "mode" => mode = Some(value.as_text().ok_or_else(|| invalid("`mode` has to be a text"))?),
                "requestedSchema" => schema = Some(value),
                "url" => url = Some(value),
                "elicitationId" => id = Some(value),
                _ => {}
            }
        }
        let message = message.ok_or_else(|| invalid("`message` has to be a text"))?;
        let mode = match mode {
            Some(unknown) if unknown != "form" && unknown != "url" => {
                ElicitPartsMode::Unknown { mode: unknown }
            }
            Some(mode) if mode == "url" => {
                let url = url.and_then(Raw::as_text).ok_or_else(|| invalid("`url` has to be a text"))?;
                ElicitPartsMode::Url { url, elicitation_id: id.and_then(Raw::as_text) }
            }
            _ => {
                let schema = schema.and_then(Raw::object);
                let schema = schema.ok_or_else(|| invalid("`requestedSchema` has to be an object"))?;
                ElicitPartsMode::Form { requested_schema: schema }
            }
        };
        Ok(ElicitParts { message, mode })
    }
}

impl ElicitRequest {
    /// Reads the params of `elicitation/create`.
    ///
    /// # Errors
    /// When something is missing or of the wrong type.
    pub fn read(params: Raw<'_>) -> Result<Self, InvalidElicit> {
        let ElicitParts { message, mode } = ElicitParts::read(params)?;
        // What belongs to another mode goes along with the others.
        let own: &[&str] = match mode {
            ElicitPartsMode::Form { .. } => &["requestedSchema"],
            ElicitPartsMode::Url { .. } => &["url", "elicitationId"],
            ElicitPartsMode::Unknown { .. } => &[],
        };
        let mut others = ObjectWriter::new();
        for (key, value) in params.members() {
            if !matches!(&*key, "message" | "mode") && !own.contains(&&*key) {
                others.raw(&key, value);
            }
        }
        let mode = match mode {
            ElicitPartsMode::Form { requested_schema } => {
                ElicitMode::Form { requested_schema: requested_schema.to_owned() }
            }
            ElicitPartsMode::Url { url, elicitation_id } => {
                ElicitMode::Url { url: url.into_owned(), elicitation_id: elicitation_id.map(Cow::into_owned) }
            }
            ElicitPartsMode::Unknown { mode } => ElicitMode::Unknown { mode: mode.into_owned() },
        };
        Ok(ElicitRequest { message: message.into_owned(), mode, others: others.finish() })
    }

    /// The params of `elicitation/create`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::with_room(256);
        match &self.mode {
            ElicitMode::Form { requested_schema } => {
                object.text("mode", "form").text("message", &self.message);
                object.raw("requestedSchema", requested_schema.raw());
            }
            ElicitMode::Url { url, elicitation_id } => {
                object.text("mode", "url").text("message", &self.message).text("url", url);
                if let Some(id) = elicitation_id {
                    object.text("elicitationId", id);
                }
            }
            ElicitMode::Unknown { mode } => {
                object.text("mode", mode).text("message", &self.message);
            }
        }
        object.members(self.others.raw()).finish()
    }
}

impl Action {
    /// Every action with its name on the wire.
    pub const ALL: [(&'static str, Action); 3] =
        [("accept", Action::Accept), ("decline", Action::Decline), ("cancel", Action::Cancel)];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Action::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// The action of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Action::ALL.iter().find(|(known, _)| *known == name).map(|(_, action)| *action)
    }
}

impl ElicitResult {
    /// A result with answers.
    #[must_use]
    pub fn accept(content: Json) -> Self {
        ElicitResult { action: Action::Accept, content: Some(content), others: Raw::EMPTY.to_owned() }
    }

    /// A result without.
    #[must_use]
    pub fn plain(action: Action) -> Self {
        ElicitResult { action, content: None, others: Raw::EMPTY.to_owned() }
    }

    /// Reads a result of `elicitation/create`.
    ///
    /// # Errors
    /// When it is no object, or its action is none.
    pub fn read(result: Raw<'_>) -> Result<Self, InvalidElicit> {
        let (action, content) = ElicitResult::parts(result)?;
        let mut others = ObjectWriter::new();
        for (key, value) in result.members().filter(|(key, _)| !matches!(&**key, "action" | "content")) {
            others.raw(&key, value);
        }
        Ok(ElicitResult { action, content: content.map(Raw::to_owned), others: others.finish() })
    }

    /// The parts that matter to whoever asked, in place.
    ///
    /// # Errors
    /// When it is no object, or its action is none.
    pub fn parts(result: Raw<'_>) -> Result<(Action, Option<Raw<'_>>), InvalidElicit> {
        if result.kind() != JsonKind::Object {
            return Err(invalid("the result has to be an object"));
        }
        let (mut action, mut content) = (None, None);
        for (key, value) in result.members() {
            match &*key {
                "action" => action = value.as_text().and_then(|name| Action::of(&name)),
                "content" => content = Some(value).filter(|value| !value.is_null()),
                _ => {}
            }
        }
        let action = action.ok_or_else(|| invalid("`action` has to be accept, decline or cancel"))?;
        Ok((action, content))
    }

    /// The result of `elicitation/create`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::new();
        object.text("action", self.action.as_str());
        if let Some(content) = &self.content {
            object.raw("content", content.raw());
        }
        object.members(self.others.raw()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, ElicitRequest, ElicitResult};
    use crate::wire::{Json, Limits};

    fn json(text: &str) -> Json {
        Json::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn what_is_unknown_goes_along() {
        for text in [
            r#"{"mode":"form","message":"Hi","requestedSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^a$","x-b":1.50}}},"_meta":{"k":1}}"#,
            r#"{"mode":"url","message":"Go","url":"https://example.com/","elicitationId":"7","task":{"ttl":5}}"#,
            r#"{"mode":"url","message":"Go","url":"https://example.com/"}"#,
            r#"{"mode":"voice","message":"Speak","language":"en"}"#,
            r#"{"mode":"voice","message":"Speak","requestedSchema":[1],"url":{"of":"a room"},"elicitationId":7}"#,
            r#"{"mode":"form","message":"Hi","requestedSchema":{},"url":"https://example.com/","elicitationId":"7"}"#,
            r#"{"mode":"url","message":"Go","url":"https://example.com/","requestedSchema":{}}"#,
        ] {
            assert_eq!(ElicitRequest::read(json(text).raw()).unwrap().to_json().text(), text);
        }
        for text in [
            r#"{"action":"accept","content":{"a":1.0},"_meta":{"k":[]}}"#,
            r#"{"action":"decline"}"#,
            r#"{"action":"cancel","x":null}"#,
        ] {
            assert_eq!(ElicitResult::read(json(text).raw()).unwrap().to_json().text(), text);
        }
    }

    #[test]
    fn refusals() {
        for text in [
            "{}",
            r#"{"message":1,"requestedSchema":{}}"#,
            r#"{"message":"a"}"#,
            r#"{"message":"a","requestedSchema":[]}"#,
            r#"{"mode":"url","message":"a"}"#,
            r#"{"mode":null,"message":"a","requestedSchema":{}}"#,
        ] {
            assert!(ElicitRequest::read(json(text).raw()).is_err(), "{text}");
        }
        for text in ["[]", "{}", r#"{"action":"maybe"}"#, r#"{"action":1}"#] {
            assert!(ElicitResult::read(json(text).raw()).is_err(), "{text}");
        }
    }

    #[test]
    fn null_content_is_none() {
        let result = ElicitResult::read(json(r#"{"action":"accept","content":null}"#).raw()).unwrap();
        assert_eq!((result.action, result.content), (Action::Accept, None));
    }
}
