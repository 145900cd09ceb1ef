//! What a program asks: the parameters of `elicitation/create`.

use std::time::Duration;

use askwell_form::Form;
use serde_json::{Map, Value};

use crate::elicitation::Mode;

/// A question for a person. [`Client::create`](crate::Client::create) sends it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    params: Map<String, Value>,
}

/// What happens to a question when its program is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDisconnect {
    /// It stays open.
    Keep,
    /// It is cancelled after the grace time of the service.
    Abandon,
}

impl Ask {
    /// Asks with a form.
    #[must_use]
    pub fn form(form: &Form) -> Ask {
        Ask::with("formDefinition", form.to_value())
    }

    /// Asks with a form document that the service checks.
    #[must_use]
    pub fn form_document(document: Value) -> Ask {
        Ask::with("formDefinition", document)
    }

    /// Asks with a template of the service, and texts for its parameters.
    #[must_use]
    pub fn template<K: Into<String>, V: Into<String>>(
        name: &str,
        parameters: impl IntoIterator<Item = (K, V)>,
    ) -> Ask {
        let parameters: Map<String, Value> =
            parameters.into_iter().map(|(name, text)| (name.into(), Value::from(text.into()))).collect();
        Ask::with("template", name.into()).set("parameters", parameters.into())
    }

    /// Asks for one line of text.
    #[must_use]
    pub fn prompt(text: &str) -> Ask {
        Ask::with("prompt", text.into())
    }

    fn with(name: &str, value: Value) -> Ask {
        Ask { params: Map::new() }.set(name, value)
    }

    fn set(mut self, name: &str, value: Value) -> Ask {
        self.params.insert(name.to_owned(), value);
        self
    }

    /// Sets where the person is meant to answer. In [`Mode::Url`], a form gets a page with a link.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Ask {
        self.set("mode", mode.as_str().into())
    }

    /// Sets how long the question stays open. The service has bounds.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Ask {
        self.set("timeout", u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).into())
    }

    /// Sets the identity of the question: asking the same again under the same key returns the same
    /// elicitation. Without a key, the client makes one for each call, so that its own retries do
    /// not ask twice.
    #[must_use]
    pub fn key(self, key: &str) -> Ask {
        self.set("idempotencyKey", key.into())
    }

    /// Sets the group whose members can see and answer it.
    #[must_use]
    pub fn group(self, name: &str) -> Ask {
        self.set("group", name.into())
    }

    /// Lets everyone answer who is signed in at the service. A link alone is not enough.
    #[must_use]
    pub fn signed_in(self) -> Ask {
        self.set("audience", "signed_in".into())
    }

    /// Sets the only person who can see and answer it.
    #[must_use]
    pub fn person(self, name: &str) -> Ask {
        self.set("person", name.into())
    }

    /// Sets what happens when this program is gone; by default the question stays open.
    #[must_use]
    pub fn on_disconnect(self, choice: OnDisconnect) -> Ask {
        let name = match choice {
            OnDisconnect::Keep => "keep",
            OnDisconnect::Abandon => "abandon",
        };
        self.set("onDisconnect", name.into())
    }

    /// Returns the parameters of the call, with this key if none was set.
    pub(crate) fn params(&self, key: impl FnOnce() -> Option<String>) -> Value {
        let mut params = self.params.clone();
        if !params.contains_key("idempotencyKey")
            && let Some(key) = key()
        {
            params.insert("idempotencyKey".to_owned(), key.into());
        }
        Value::Object(params)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::{Ask, OnDisconnect};
    use crate::elicitation::Mode;

    #[test]
    fn questions_become_parameters() {
        let ask = Ask::template("deploy", [("service", "the shop")])
            .mode(Mode::Url)
            .timeout(Duration::from_secs(90))
            .person("person@example.com")
            .on_disconnect(OnDisconnect::Abandon);
        let expected = json!({"template": "deploy", "parameters": {"service": "the shop"}, "mode": "url",
            "timeout": 90_000, "person": "person@example.com", "onDisconnect": "abandon", "idempotencyKey": "made"});
        assert_eq!(ask.params(|| Some("made".to_owned())), expected);
        let keyed = Ask::prompt("Name?").key("mine").params(|| Some("made".to_owned()));
        assert_eq!(keyed, json!({"prompt": "Name?", "idempotencyKey": "mine"}));
    }
}
