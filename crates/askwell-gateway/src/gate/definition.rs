//! What a server says about a tool, and what of it has changed.

use askwell_locale::say;
use askwell_mcp::wire::Raw;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::rules::Annotation;

/// The definition of a tool: its entry in `tools/list`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToolDefinition<'d> {
    raw: Raw<'d>,
}

/// The digests of the parts of a definition, to say later what has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DefinitionParts {
    whole: String,
    description: String,
    arguments: String,
    annotations: String,
}

impl<'d> ToolDefinition<'d> {
    pub(crate) fn new(raw: Raw<'d>) -> Self {
        ToolDefinition { raw }
    }

    /// Returns the digest of everything but `_meta`, which neither people nor models see.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of_object_without(self.raw, &["_meta"])
    }

    /// Returns the description, or else the title.
    pub(crate) fn description(&self) -> Option<String> {
        let text = |key| self.raw.get(key).and_then(Raw::as_text).filter(|text| !text.trim().is_empty());
        text("description").or_else(|| text("title")).map(std::borrow::Cow::into_owned)
    }

    /// Returns the schema of the arguments; the empty object if there is none.
    pub(crate) fn input_schema(&self) -> Raw<'d> {
        self.raw.get("inputSchema").and_then(Raw::object).unwrap_or(Raw::EMPTY)
    }

    /// Returns what the annotations say, as sentences in the words that were entered.
    pub(crate) fn hints(&self) -> String {
        let says = |annotation: Annotation| annotation.of(self.raw);
        let mut hints = vec![match (says(Annotation::ReadOnly), says(Annotation::Destructive)) {
            (true, _) => "gate-reads-only",
            (false, true) => "gate-destroys",
            (false, false) => "gate-changes",
        }];
        if says(Annotation::OpenWorld) {
            hints.push("gate-open-world");
        }
        if says(Annotation::Idempotent) {
            hints.push("gate-idempotent");
        }
        hints.into_iter().map(say).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn parts(&self) -> DefinitionParts {
        let part = |key| self.raw.get(key).map_or_else(String::new, |part| Digest::of_json(part).to_string());
        DefinitionParts {
            whole: self.digest().to_string(),
            description: [part("description"), part("title")].concat(),
            arguments: part("inputSchema"),
            annotations: part("annotations"),
        }
    }
}

impl DefinitionParts {
    /// Returns what differs from an earlier definition, in the words that were entered; `None` if nothing does.
    pub(crate) fn changes_since(&self, earlier: &DefinitionParts) -> Option<Vec<String>> {
        if self.whole == earlier.whole {
            return None;
        }
        let parts = [
            ("gate-part-description", &self.description, &earlier.description),
            ("gate-part-arguments", &self.arguments, &earlier.arguments),
            ("gate-part-annotations", &self.annotations, &earlier.annotations),
        ];
        let changed = parts.iter().filter(|(_, now, then)| now != then);
        let mut changed: Vec<String> = changed.map(|(name, ..)| say(name)).collect();
        if changed.is_empty() {
            changed.push(say("gate-part-other"));
        }
        Some(changed)
    }
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;

    use super::ToolDefinition;

    fn json(text: &str) -> Json {
        Json::parse(text, &Default::default()).unwrap()
    }

    #[test]
    fn changed_parts_are_named() {
        let first = json(r#"{"name":"t","description":"a","inputSchema":{"type":"object"},"_meta":{"n":1}}"#);
        let parts = |text: &Json| ToolDefinition::new(text.raw()).parts();
        for (later, expected) in [
            (r#"{"name":"t","inputSchema":{"type":"object"},"description":"a","_meta":{"n":2}}"#, None),
            (r#"{"name":"t","description":"b","inputSchema":{"type":"object"}}"#, Some("description")),
            (r#"{"name":"t","description":"a","inputSchema":{}}"#, Some("arguments")),
            (
                r#"{"name":"t","description":"b","inputSchema":{"type":"object"},"annotations":{}}"#,
                Some("description, annotations"),
            ),
            (
                r#"{"name":"t","description":"a","inputSchema":{"type":"object"},"outputSchema":{}}"#,
                Some("other parts of its definition"),
            ),
        ] {
            let later = json(later);
            let found = parts(&later).changes_since(&parts(&first)).map(|parts| parts.join(", "));
            assert_eq!(found.as_deref(), expected, "{}", later.text());
        }
    }

    #[test]
    fn hints_follow_the_defaults_of_the_protocol() {
        for (annotations, expected) in [
            ("{}", "It may destroy something. It reaches beyond its own system."),
            (r#"{"readOnlyHint":true,"openWorldHint":false}"#, "It reads only."),
            (
                r#"{"destructiveHint":false,"openWorldHint":false,"idempotentHint":true}"#,
                "It changes something without destroying it. It has no further effect if it is repeated.",
            ),
        ] {
            let definition = json(&format!(r#"{{"annotations":{annotations}}}"#));
            assert_eq!(ToolDefinition::new(definition.raw()).hints(), expected);
        }
    }
}
