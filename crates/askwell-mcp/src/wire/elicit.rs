//! The params and the result of `elicitation/create`.
//!
//! Unknown modes and members are kept as they are.

use std::borrow::Cow;

use askwell_form::json::JsonKind;

use super::json::{Json, Raw};
use super::meta;
use super::object::ObjectWriter;

/// The params of `elicitation/create`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitRequest {
    /// The message for the person.
    pub message: String,
    /// The mode.
    pub mode: ElicitMode,
    /// All other members, `_meta` included, as an object.
    pub others: Json,
}

/// The mode of an elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitMode {
    /// Form mode.
    Form {
        /// The schema of the answers, exactly as sent.
        requested_schema: Json,
    },
    /// URL mode.
    Url {
        /// The URL.
        url: String,
        /// The id in the legacy era; the modern era has none.
        elicitation_id: Option<String>,
    },
    /// A mode that this crate does not know.
    Unknown {
        /// Its name.
        mode: String,
    },
}

/// The result of `elicitation/create`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitResult {
    /// The action.
    pub action: Action,
    /// The content, as sent; `null` counts as none.
    pub content: Option<Json>,
    /// All other members, as an object.
    pub others: Json,
}

/// What the person did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The person answered, or agreed to open the URL.
    Accept,
    /// The person said no.
    Decline,
    /// The person closed the dialog without an answer.
    Cancel,
}

/// Params or a result that do not belong to `elicitation/create`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidElicitation(pub Cow<'static, str>);

fn invalid(message: &'static str) -> InvalidElicitation {
    InvalidElicitation(Cow::Borrowed(message))
}

/// The params of `elicitation/create`, borrowed: the members that a client needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElicitRequestRef<'p> {
    /// The message for the person.
    pub message: Cow<'p, str>,
    /// The mode.
    pub mode: ElicitModeRef<'p>,
    /// The member `_meta`.
    pub meta: Option<Raw<'p>>,
}

/// The mode of an elicitation, borrowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElicitModeRef<'p> {
    /// Form mode.
    Form {
        /// The schema of the answers, exactly as sent.
        requested_schema: Raw<'p>,
    },
    /// URL mode.
    Url {
        /// The URL.
        url: Cow<'p, str>,
        /// The id in the legacy era; the modern era has none.
        elicitation_id: Option<Cow<'p, str>>,
    },
    /// A mode that this crate does not know.
    Unknown {
        /// Its name.
        mode: Cow<'p, str>,
    },
}

impl<'p> ElicitRequestRef<'p> {
    /// Reads the params in one pass, without copying.
    ///
    /// # Errors
    /// When a member is missing or has the wrong type.
    pub fn read(params: Raw<'p>) -> Result<Self, InvalidElicitation> {
        let (mut message, mut mode) = (None, None);
        let (mut schema, mut url, mut id, mut metadata) = (None, None, None, None);
        for (key, value) in params.members() {
            match &*key {
                "message" => message = value.as_text(),
                "mode" => mode = Some(value.as_text().ok_or_else(|| invalid("`mode` has to be a text"))?),
                "requestedSchema" => schema = Some(value),
                "url" => url = Some(value),
                "elicitationId" => id = Some(value),
                meta::META => metadata = Some(value),
                _ => {}
            }
        }
        let message = message.ok_or_else(|| invalid("`message` has to be a text"))?;
        let mode = match mode {
            Some(unknown) if unknown != "form" && unknown != "url" => {
                ElicitModeRef::Unknown { mode: unknown }
            }
            Some(mode) if mode == "url" => {
                let url = url.and_then(Raw::as_text).ok_or_else(|| invalid("`url` has to be a text"))?;
                ElicitModeRef::Url { url, elicitation_id: id.and_then(Raw::as_text) }
            }
            _ => {
                let schema = schema.and_then(Raw::object);
                let schema = schema.ok_or_else(|| invalid("`requestedSchema` has to be an object"))?;
                ElicitModeRef::Form { requested_schema: schema }
            }
        };
        Ok(ElicitRequestRef { message, mode, meta: metadata })
    }
}

impl ElicitRequest {
    /// Reads the params.
    ///
    /// # Errors
    /// When a member is missing or has the wrong type.
    pub fn read(params: Raw<'_>) -> Result<Self, InvalidElicitation> {
        let ElicitRequestRef { message, mode, .. } = ElicitRequestRef::read(params)?;
        // Members of another mode are kept among the others.
        let own: &[&str] = match mode {
            ElicitModeRef::Form { .. } => &["requestedSchema"],
            ElicitModeRef::Url { .. } => &["url", "elicitationId"],
            ElicitModeRef::Unknown { .. } => &[],
        };
        let mut others = ObjectWriter::new();
        for (key, value) in params.members() {
            if !matches!(&*key, "message" | "mode") && !own.contains(&&*key) {
                others.raw(&key, value);
            }
        }
        let mode = match mode {
            ElicitModeRef::Form { requested_schema } => {
                ElicitMode::Form { requested_schema: requested_schema.to_owned() }
            }
            ElicitModeRef::Url { url, elicitation_id } => {
                ElicitMode::Url { url: url.into_owned(), elicitation_id: elicitation_id.map(Cow::into_owned) }
            }
            ElicitModeRef::Unknown { mode } => ElicitMode::Unknown { mode: mode.into_owned() },
        };
        Ok(ElicitRequest { message: message.into_owned(), mode, others: others.finish() })
    }

    /// Returns the params.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::with_capacity(256);
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
    /// All actions with their wire names.
    pub const ALL: [(&'static str, Action); 3] =
        [("accept", Action::Accept), ("decline", Action::Decline), ("cancel", Action::Cancel)];

    /// Returns the wire name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Action::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns the action with this wire name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Action::ALL.iter().find(|(known, _)| *known == name).map(|(_, action)| *action)
    }
}

impl ElicitResult {
    /// Creates a result with answers.
    #[must_use]
    pub fn accept(content: Json) -> Self {
        ElicitResult { action: Action::Accept, content: Some(content), others: Raw::EMPTY.to_owned() }
    }

    /// Creates a result without content.
    #[must_use]
    pub fn plain(action: Action) -> Self {
        ElicitResult { action, content: None, others: Raw::EMPTY.to_owned() }
    }

    /// Reads the result.
    ///
    /// # Errors
    /// When it is not an object, or has no known action.
    pub fn read(result: Raw<'_>) -> Result<Self, InvalidElicitation> {
        let (action, content) = ElicitResult::parts(result)?;
        let mut others = ObjectWriter::new();
        for (key, value) in result.members().filter(|(key, _)| !matches!(&**key, "action" | "content")) {
            others.raw(&key, value);
        }
        Ok(ElicitResult { action, content: content.map(Raw::to_owned), others: others.finish() })
    }

    /// Reads action and content, without copying.
    ///
    /// # Errors
    /// When it is not an object, or has no known action.
    pub fn parts(result: Raw<'_>) -> Result<(Action, Option<Raw<'_>>), InvalidElicitation> {
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

    /// Returns the result.
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
    fn unknown_modes_and_members_are_kept() {
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
    fn params_and_results_with_missing_or_wrong_members_are_refused() {
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
    fn null_content_counts_as_none() {
        let result = ElicitResult::read(json(r#"{"action":"accept","content":null}"#).raw()).unwrap();
        assert_eq!((result.action, result.content), (Action::Accept, None));
    }
}
