//! The outline of a document: its fields, and the rules between answers.

use serde_json::{Value, json};

use super::position::Lines;
use super::tree::Node;

/// Kinds of symbols of the protocol.
const FIELD: u8 = 8;
const FUNCTION: u8 = 12;

/// Returns the fields and rules, in the order of the text.
pub(super) fn symbols(document: &Node, lines: &Lines<'_>) -> Value {
    let fields = document.get("fields").map(Node::items).unwrap_or_default().iter();
    let rules = document.get("validation").and_then(|validation| validation.get("rules"));
    let rules = rules.map(Node::items).unwrap_or_default().iter();
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    let symbol = |node: &Node, name_key: &str, detail: String, kind: u8| {
        let name = text(node, name_key).filter(|name| !name.is_empty());
        let selected = node.get(name_key).map_or(&node.span, |name| &name.span);
        json!({
            "name": name.unwrap_or_else(|| format!("(no {name_key})")),
            "detail": detail,
            "kind": kind,
            "range": lines.range(&node.span),
            "selectionRange": lines.range(selected),
        })
    };
    let fields = fields.map(|field| {
        let parts: Vec<String> = ["type", "label"].iter().filter_map(|key| text(field, key)).collect();
        symbol(field, "id", parts.join(": "), FIELD)
    });
    let rules =
        rules.map(|rule| symbol(rule, "expression", text(rule, "message").unwrap_or_default(), FUNCTION));
    fields.chain(rules).collect()
}
