//! Generates a repeating group: fields of its own, with conditions between them.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use serde_json::{Map, Value, json};

use super::FormShape;
use super::field::{Core, any_core, any_label};
use super::rules::{Rules, any_rules};

/// A repeating group.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    title: String,
    item: Option<String>,
    minimum: usize,
    more: usize,
    fields: Vec<(Core, Rules)>,
}

pub(super) fn any_rows(shape: FormShape) -> BoxedStrategy<Option<Rows>> {
    if !shape.rows {
        return Just(None).boxed();
    }
    // Rows have neither.
    let shape = FormShape { files: false, secrets: false, ..shape };
    let fields = vec((any_core(shape), any_rules(shape)), 1..4);
    let minimum = proptest::prop_oneof![2 => Just(0), 1 => 1..3_usize];
    let rows = (any_label(), weighted(0.5, any_label()), minimum, 0..4_usize, any::<bool>(), fields);
    let rows = rows.prop_map(|(title, item, minimum, more, is_short, fields)| {
        let item = item.filter(|_| is_short).map(|item| item.chars().take(80).collect());
        Rows { title, item, minimum, more, fields }
    });
    weighted(0.3, rows).boxed()
}

impl Rows {
    /// Returns the documents of the fields and of the group. Fields look at those before them in the row.
    pub(super) fn write(&self, dependencies: &mut Map<String, Value>, reversed: bool) -> (Vec<Value>, Value) {
        let ids: Vec<String> = self
            .fields
            .iter()
            .enumerate()
            .map(|(index, (core, _))| format!("row-{}", core.id(index)))
            .collect();
        let scope: Vec<(&str, &Core)> =
            ids.iter().map(String::as_str).zip(self.fields.iter().map(|(core, _)| core)).collect();
        let mut documents = Vec::new();
        for (index, ((core, rules), id)) in self.fields.iter().zip(&ids).enumerate() {
            let mut document = core.document.clone();
            document.insert("id".to_owned(), json!(id));
            rules.apply(&mut document, scope.get(..index).unwrap_or_default());
            if let Some(rule) = rules.form_rule(index, &scope) {
                dependencies.insert(id.clone(), rule);
            }
            documents.push(Value::Object(document));
        }
        let mut names: Vec<&String> = ids.iter().collect();
        if reversed {
            names.reverse();
        }
        let mut repeat = json!({"minimum": self.minimum, "maximum": self.minimum + self.more + 1});
        if let Some(item) = &self.item {
            repeat["item"] = json!(item);
        }
        (documents, json!({"id": "rows", "title": self.title, "repeat": repeat, "fields": names}))
    }
}
