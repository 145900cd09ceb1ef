//! Generates groups of fields.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use serde_json::{Map, Value, json};

use super::FormShape;
use super::field::{Core, any_label};
use super::rules::{RuleTest, any_test};

/// The groups of a form, before it is known which fields there are.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    groups: Vec<AnyGroup>,
    steps: bool,
}

#[derive(Debug, Clone)]
struct AnyGroup {
    title: String,
    /// How many fields it has, unless the form has fewer.
    fields: usize,
    condition: Option<RuleTest>,
    /// How many of its first fields are in a group of their own; all but one at most.
    inner: usize,
}

pub(super) fn any_groups(shape: FormShape) -> BoxedStrategy<Groups> {
    if !shape.groups {
        return Just(Groups::default()).boxed();
    }
    let condition = if shape.conditions { weighted(0.4, any_test()).boxed() } else { Just(None).boxed() };
    let group = (any_label(), 1..5_usize, condition, 0..3_usize)
        .prop_map(|(title, fields, condition, inner)| AnyGroup { title, fields, condition, inner });
    let groups = (vec(group, 1..4), any::<bool>()).prop_map(|(groups, steps)| Groups { groups, steps });
    weighted(0.4, groups).prop_map(Option::unwrap_or_default).boxed()
}

impl Groups {
    /// Writes `groups` and `layout` into a form. A group's condition looks at fields that were generated before the
    /// group's own, so there are no cycles.
    /// A repeating group comes last, after all other fields.
    pub(super) fn apply(
        &self,
        form: &mut Map<String, Value>,
        fields: &[(&str, &Core)],
        rows: Option<Value>,
        reversed: bool,
    ) {
        let mut documents: Vec<Value> = Vec::new();
        let mut start = 0;
        for (number, group) in self.groups.iter().enumerate() {
            // The last group takes the rest where the groups are steps.
            let is_last = self.steps && number + 1 == self.groups.len();
            let end = if is_last { fields.len() } else { fields.len().min(start + group.fields) };
            let Some(own) = fields.get(start..end).filter(|own| !own.is_empty()) else { break };
            let mut names: Vec<&str> = own.iter().map(|(id, _)| *id).collect();
            let inner: Vec<&str> = names.drain(..group.inner.min(own.len() - 1)).collect();
            let write = |id: String, mut names: Vec<&str>| {
                if reversed {
                    names.reverse();
                }
                json!({"id": id, "title": group.title, "fields": names})
            };
            let mut document = write(format!("group{number}"), names);
            if !inner.is_empty() {
                document["groups"] = json!([write(format!("inner{number}"), inner)]);
            }
            let scope = fields.get(..start).unwrap_or_default();
            if let Some(condition) = group.condition.as_ref().filter(|_| !scope.is_empty()) {
                document["condition"] = condition.write(scope);
            }
            documents.push(document);
            start = end;
        }
        let is_whole = !documents.is_empty() && start == fields.len();
        documents.extend(rows);
        if reversed {
            documents.reverse();
        }
        if self.steps && is_whole {
            form.insert("layout".to_owned(), json!("steps"));
        }
        if !documents.is_empty() {
            form.insert("groups".to_owned(), Value::Array(documents));
        }
    }
}
