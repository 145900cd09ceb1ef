//! Tool arguments that the client repeats in HTTP headers (`x-mcp-header`), for proxies that route
//! by them.
//!
//! A declaration that breaks the rules makes its own tool unusable, and no other.

use crate::wire::{ErrorCode, JsonKind, Raw, RpcError};

/// The schema keyword.
const DECLARATION: &str = "x-mcp-header";
const PREFIX: &str = "Mcp-Param-";

/// The headers that a tool wants: the name of each header, and the argument that it repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HeaderArguments(Vec<(String, String)>);

impl HeaderArguments {
    /// Reads the schema of a tool's arguments.
    ///
    /// # Errors
    /// What is wrong with a declaration.
    pub fn read(input_schema: Raw<'_>) -> Result<Self, String> {
        let mut headers: Vec<(String, String)> = Vec::new();
        for (property, schema) in input_schema.get("properties").into_iter().flat_map(Raw::members) {
            let Some(declared) = schema.get(DECLARATION) else { continue };
            let name = declared.as_text().ok_or_else(|| format!("a {DECLARATION} that is not a text"))?;
            if name.is_empty() || !name.bytes().all(is_token) {
                return Err(format!("the {DECLARATION} {name:?}, which is not a header name"));
            }
            let kind = schema.get("type").and_then(Raw::as_text);
            if !matches!(kind.as_deref(), Some("string" | "integer" | "boolean")) {
                return Err(format!(
                    "a {DECLARATION} for `{property}`, which is not a text, whole number or boolean"
                ));
            }
            if headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                return Err(format!("the {DECLARATION} `{name}` twice"));
            }
            headers.push((name.into_owned(), property.into_owned()));
        }
        Ok(HeaderArguments(headers))
    }

    /// Returns the headers for a call with these arguments. An argument that is not given has no
    /// header.
    #[must_use]
    pub fn headers(&self, arguments: Raw<'_>) -> Vec<(String, String)> {
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

    /// Compares the headers of a call, by name and decoded value, with its arguments.
    ///
    /// # Errors
    /// The error that names a header which is missing or differs.
    pub fn check(&self, given: &[(String, String)], arguments: Raw<'_>) -> Result<(), RpcError> {
        let expected = self.headers(arguments);
        for (name, _) in &self.0 {
            let name = format!("{PREFIX}{name}");
            let value = |headers: &[(String, String)]| {
                headers
                    .iter()
                    .find(|(known, _)| known.eq_ignore_ascii_case(&name))
                    .map(|(_, value)| value.clone())
            };
            if value(&expected) != value(given) {
                return Err(RpcError::new(
                    ErrorCode::HEADER_MISMATCH,
                    format!("{name} differs from the body"),
                ));
            }
        }
        Ok(())
    }
}

/// Returns whether a byte may be part of a header name.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::HeaderArguments;
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
        let headers = HeaderArguments::read(schema.raw()).unwrap();
        let headers = headers.headers(json(r#"{"region":"eu","n":7,"off":null,"q":"x"}"#).raw());
        let expected = [("Mcp-Param-Region", "eu"), ("Mcp-Param-N", "7")];
        assert_eq!(headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));

        let wanted = HeaderArguments::read(schema.raw()).unwrap();
        let (body, none) = (json(r#"{"region":"eu"}"#), json("{}"));
        let header = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        for (given, arguments, agree) in [
            (header("mcp-param-region", "eu"), &body, true),
            (header("mcp-param-region", "us"), &body, false),
            (vec![], &body, false),
            (vec![], &none, true),
            (header("mcp-param-region", "eu"), &none, false),
        ] {
            assert_eq!(wanted.check(&given, arguments.raw()).is_ok(), agree, "{given:?}");
        }
    }

    #[test]
    fn declaration_that_breaks_the_rules_is_refused() {
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
                HeaderArguments::read(json(&format!(r#"{{"properties":{{"a":{property}}}}}"#)).raw())
                    .is_err(),
                "{property}"
            );
        }
        let twice = r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#;
        assert!(HeaderArguments::read(json(twice).raw()).is_err());
    }
}
