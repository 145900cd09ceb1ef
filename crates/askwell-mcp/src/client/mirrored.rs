//! Arguments that a tool wants repeated in HTTP headers (`x-mcp-header`), so that what stands between can route by them.
//!
//! A declaration that breaks the rules makes its tool unusable, never the list it stands in.

use crate::wire::{JsonKind, Raw};

/// What a property declares.
const DECLARATION: &str = "x-mcp-header";
const PREFIX: &str = "Mcp-Param-";

/// The headers that a tool wants: the name of each header, and the argument it repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mirrored(Vec<(String, String)>);

impl Mirrored {
    /// Reads the schema of a tool's arguments.
    ///
    /// # Errors
    /// What is wrong with a declaration.
    pub(super) fn read(input_schema: Raw<'_>) -> Result<Self, String> {
        let mut headers: Vec<(String, String)> = Vec::new();
        for (property, schema) in input_schema.get("properties").into_iter().flat_map(Raw::members) {
            let Some(declared) = schema.get(DECLARATION) else { continue };
            let name = declared.as_text().ok_or_else(|| format!("a {DECLARATION} that is no text"))?;
            if name.is_empty() || !name.bytes().all(is_token) {
                return Err(format!("the {DECLARATION} {name:?}, which is no name of a header"));
            }
            let kind = schema.get("type").and_then(Raw::as_text);
            if !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
                return Err(format!(
                    "a {DECLARATION} for `{property}`, which is no text, whole number or truth value"
                ));
            }
            if headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                return Err(format!("the {DECLARATION} `{name}` twice"));
            }
            headers.push((name.into_owned(), property.into_owned()));
        }
        Ok(Mirrored(headers))
    }

    /// The headers for a call with these arguments; those that are not given have none.
    pub(super) fn headers(&self, arguments: Raw<'_>) -> Vec<(String, String)> {
        let header = |(name, property): &(String, String)| {
            let value = arguments.get(property)?;
            let text = match value.kind() {
                JsonKind::Text => value.as_text()?.into_owned(),
                JsonKind::Number | JsonKind::Bool => value.text().to_owned(),
                JsonKind::Null | JsonKind::List | JsonKind::Object => return None,
            };
            Some((format!("{PREFIX}{name}"), text))
        };
        self.0.iter().filter_map(header).collect()
    }
}

/// The characters of which names of headers are made.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::Mirrored;
    use crate::wire::Json;

    fn json(text: &str) -> Json {
        Json::parse(text, &Default::default()).unwrap()
    }

    #[test]
    fn arguments_become_headers() {
        let schema = json(
            r#"{"properties":{"region":{"type":"string","x-mcp-header":"Region"},
                "n":{"type":"integer","x-mcp-header":"N"},"off":{"type":"boolean","x-mcp-header":"Off"},"q":{"type":"string"}}}"#,
        );
        let mirrored = Mirrored::read(schema.raw()).unwrap();
        let headers = mirrored.headers(json(r#"{"region":"eu","n":7,"off":null,"q":"x"}"#).raw());
        let expected = [("Mcp-Param-Region", "eu"), ("Mcp-Param-N", "7")];
        assert_eq!(headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn declarations_that_break_the_rules() {
        for property in [
            r#"{"type":"string","x-mcp-header":""}"#,
            r#"{"type":"number","x-mcp-header":"A"}"#,
            r#"{"type":"object","x-mcp-header":"A"}"#,
            r#"{"x-mcp-header":"A"}"#,
            r#"{"type":"string","x-mcp-header":"A B"}"#,
            r#"{"type":"string","x-mcp-header":"A:B"}"#,
            r#"{"type":"string","x-mcp-header":"É"}"#,
            r#"{"type":"string","x-mcp-header":"A\t"}"#,
            r#"{"type":"string","x-mcp-header":1}"#,
        ] {
            assert!(
                Mirrored::read(json(&format!(r#"{{"properties":{{"a":{property}}}}}"#)).raw()).is_err(),
                "{property}"
            );
        }
        let twice = r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#;
        assert!(Mirrored::read(json(twice).raw()).is_err());
    }
}
