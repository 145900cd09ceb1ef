//! Generates computed and prefilled values from earlier fields.

use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::FormShape;
use super::field::Core;

/// A derived value, before it is known which fields there are.
#[derive(Debug, Clone)]
pub(super) struct DerivationPick {
    key: &'static str,
    field: Index,
    expression: Index,
}

pub(super) fn any_derivation(shape: FormShape) -> BoxedStrategy<Option<DerivationPick>> {
    if !shape.derived {
        return Just(None).boxed();
    }
    let pick = (select(vec!["computed", "prefill"]), any::<Index>(), any::<Index>());
    let pick = pick.prop_map(|(key, field, expression)| DerivationPick { key, field, expression });
    weighted(0.2, pick).boxed()
}

impl DerivationPick {
    /// Writes an expression into a field's document, if an earlier field gives values that the field always takes.
    pub(super) fn apply(&self, document: &mut Map<String, Value>, earlier: &[(&str, &Core)]) {
        let kind = document.get("type").and_then(Value::as_str).unwrap_or_default();
        if document.contains_key("validation") || is_secret(document) {
            return;
        }
        let sources: Vec<&(&str, &Core)> =
            earlier.iter().filter(|(_, core)| gives(core, kind) && !is_secret(&core.document)).collect();
        if sources.is_empty() {
            return;
        }
        let (id, core) = self.field.get(&sources);
        let of = format!("answers[\"{id}\"]");
        let expressions = match (kind, core.kind()) {
            ("number", _) => {
                vec![of.clone(), format!("round(min({of}, 10), 2)"), format!("has({of}) ? {of} : 0")]
            }
            ("boolean", "boolean") => vec![format!("!{of}"), of],
            ("boolean", _) => vec![format!("has({of})")],
            ("text", "date" | "number" | "boolean") => vec![format!("string({of})")],
            ("text", _) => vec![of.clone(), format!("'<' + {of} + '>'")],
            _ => vec![of],
        };
        let expression = self.expression.get(&expressions);
        document.insert(self.key.to_owned(), json!(expression));
        document.remove("default");
        if self.key == "computed" {
            document.remove("required");
        }
    }
}

/// Returns whether an expression over this field can give a value of a kind.
fn gives(core: &Core, kind: &str) -> bool {
    match kind {
        "boolean" => true,
        "text" => !matches!(core.kind(), "multi_select" | "file"),
        "number" | "date" => core.kind() == kind,
        _ => false,
    }
}

fn is_secret(document: &Map<String, Value>) -> bool {
    let hints = document.get("rendering");
    let says =
        |hint: &str| hints.and_then(|hints| hints.get(hint)).and_then(Value::as_str) == Some("password");
    says("inputType") || says("displayStyle")
}
