//! Where a document defines and uses the ids of fields.

use std::ops::Range;

use super::tree::{Node, NodeValue, Step, unescape};

/// An id of a field in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldIdUse {
    pub(super) id: String,
    /// The bytes of the id without quotation marks; of `answers["id"]` all bytes.
    pub(super) span: Range<usize>,
    pub(super) role: FieldIdRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldIdRole {
    /// The `id` of a field.
    Definition,
    /// A string that names a field.
    Reference,
    /// A name in an expression.
    Expression,
}

/// Returns every use of a field's id, in the order of the structure.
pub(super) fn field_id_uses(text: &str, document: &Node) -> Vec<FieldIdUse> {
    let mut uses = Uses { text, found: Vec::new() };
    for field in list(document.get("fields")) {
        uses.add(field.get("id"), FieldIdRole::Definition);
        list(field.get("dependencies")).iter().for_each(|item| uses.add(Some(item), FieldIdRole::Reference));
        let rendering = field.get("rendering");
        uses.condition(rendering.and_then(|rendering| rendering.get("conditionalDisplay")));
        uses.add(rendering.and_then(|rendering| rendering.get("rangeEnd")), FieldIdRole::Reference);
        uses.expression(field.get("computed"));
        uses.expression(field.get("prefill"));
    }
    for group in list(document.get("groups")) {
        uses.group(group);
        list(group.get("groups")).iter().for_each(|inner| uses.group(inner));
    }
    let Some(validation) = document.get("validation") else { return uses.found };
    for member in validation.get("dependencies").map(Node::members).unwrap_or_default() {
        let span = inner(text, &member.key_span);
        uses.found.push(FieldIdUse { id: member.key.clone(), span, role: FieldIdRole::Reference });
        uses.condition(member.node.get("condition"));
    }
    list(validation.get("rules")).iter().for_each(|rule| uses.rule(rule));
    uses.found
}

/// Returns whether the value at `path` names another field.
pub(super) fn is_reference(path: &[Step]) -> bool {
    let keys: Vec<&str> = path
        .iter()
        .map(|step| match step {
            Step::Key(key) => key.as_str(),
            Step::Index(_) => "#",
        })
        .collect();
    match keys.as_slice() {
        ["fields", "#", "dependencies", "#"]
        | ["fields", "#", "rendering", "rangeEnd"]
        | ["validation", "rules", "#", "fields", "#"]
        | ["groups", "#", "fields", "#"]
        | ["groups", "#", "groups", "#", "fields", "#"]
        | ["groups", "#", "repeat", "rules", "#", "fields", "#"]
        | ["groups", "#", "groups", "#", "repeat", "rules", "#", "fields", "#"] => true,
        ["fields", "#", "rendering", "conditionalDisplay", rest @ ..]
        | ["groups", "#", "condition", rest @ ..]
        | ["groups", "#", "groups", "#", "condition", rest @ ..]
        | ["validation", "dependencies", _, "condition", rest @ ..] => rest.last() == Some(&"field"),
        _ => false,
    }
}

/// Returns whether the value at `path` is an expression.
pub(super) fn is_expression(path: &[Step]) -> bool {
    match path {
        [Step::Key(fields), Step::Index(_), Step::Key(key)] => {
            fields == "fields" && matches!(key.as_str(), "computed" | "prefill")
        }
        [Step::Key(validation), Step::Key(rules), Step::Index(_), Step::Key(key)] => {
            (validation.as_str(), rules.as_str(), key.as_str()) == ("validation", "rules", "expression")
        }
        _ => false,
    }
}

/// Returns whether the keys of the object at `path` name fields.
pub(super) fn has_reference_keys(path: &[Step]) -> bool {
    path == [Step::Key("validation".to_owned()), Step::Key("dependencies".to_owned())]
}

struct Uses<'t> {
    text: &'t str,
    found: Vec<FieldIdUse>,
}

impl Uses<'_> {
    fn add(&mut self, node: Option<&Node>, role: FieldIdRole) {
        if let Some((node, id)) = node.and_then(|node| Some((node, node.text()?))) {
            self.found.push(FieldIdUse { id: id.to_owned(), span: inner(self.text, &node.span), role });
        }
    }

    fn group(&mut self, group: &Node) {
        list(group.get("fields")).iter().for_each(|item| self.add(Some(item), FieldIdRole::Reference));
        self.condition(group.get("condition"));
        if let Some(repeat) = group.get("repeat") {
            // Answers and conditions name a repeating group like a field.
            self.add(group.get("id"), FieldIdRole::Definition);
            list(repeat.get("rules")).iter().for_each(|rule| self.rule(rule));
        }
    }

    fn rule(&mut self, rule: &Node) {
        list(rule.get("fields")).iter().for_each(|item| self.add(Some(item), FieldIdRole::Reference));
        self.expression(rule.get("expression"));
    }

    /// The depth of the tree bounds the recursion.
    fn condition(&mut self, node: Option<&Node>) {
        let Some(node) = node else { return };
        self.add(node.get("field"), FieldIdRole::Reference);
        for key in ["conditions", "value"] {
            list(node.get(key)).iter().for_each(|condition| self.condition(Some(condition)));
        }
    }

    fn expression(&mut self, node: Option<&Node>) {
        let Some(node) = node.filter(|node| matches!(node.value, NodeValue::Text(_))) else { return };
        let (source, places) = unescape(self.text.get(node.span.clone()).unwrap_or_default());
        for (span, id) in askwell_form::expression_fields(&source) {
            let place = |at: usize| places.get(at).map(|place| node.span.start + place);
            if let (Some(start), Some(end)) = (place(span.start), place(span.end)) {
                self.found.push(FieldIdUse { id, span: start..end, role: FieldIdRole::Expression });
            }
        }
    }
}

fn list(node: Option<&Node>) -> &[Node] {
    node.map(Node::items).unwrap_or_default()
}

/// Returns the bytes between the quotation marks.
fn inner(text: &str, span: &Range<usize>) -> Range<usize> {
    let raw = text.get(span.clone()).unwrap_or_default();
    let start = span.start + usize::from(raw.starts_with('"'));
    let end = span.end - usize::from(raw.len() > 1 && raw.ends_with('"'));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::{FieldIdRole, field_id_uses, is_reference};
    use crate::lsp::tree::{Node, Step};

    #[test]
    fn repeating_group_defines_an_id_and_its_rules_name_fields() {
        let text = r#"{"fields": [{"id": "sku"}], "groups": [{"id": "lines", "fields": ["sku"],
            "repeat": {"rules": [{"expression": "sku != ''", "fields": ["sku"]}]}}],
            "validation": {"rules": [{"expression": "size(lines) > 1"}]}}"#;
        let uses = field_id_uses(text, &Node::read(text));
        let count = |id: &str, role: FieldIdRole| {
            uses.iter().filter(|found| found.id == id && found.role == role).count()
        };
        assert_eq!(
            (count("lines", FieldIdRole::Definition), count("lines", FieldIdRole::Expression)),
            (1, 1)
        );
        assert_eq!((count("sku", FieldIdRole::Reference), count("sku", FieldIdRole::Expression)), (2, 1));
        let key = |key: &str| Step::Key(key.to_owned());
        let path = [
            key("groups"),
            Step::Index(0),
            key("repeat"),
            key("rules"),
            Step::Index(0),
            key("fields"),
            Step::Index(0),
        ];
        assert!(is_reference(&path));
    }
}
