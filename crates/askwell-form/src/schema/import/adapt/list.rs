//! Lists: several of some options, or what comes near to it.

use serde_json::Value;

use super::{Adapter, PlannedShape, is_file, options_schema};
use crate::schema::import::merge::Merged;

impl Adapter<'_> {
    /// Returns what a list becomes, or notes why it is left out.
    pub(super) fn list(&mut self, merged: &mut Merged, pointer: &str) -> Option<PlannedShape> {
        let at = merged.pointer_to("items", pointer);
        if merged.keywords.contains_key("prefixItems")
            || merged.keywords.get("items").is_some_and(Value::is_array)
        {
            self.merger.note(pointer, "left out: a list whose items differ by their place");
            return None;
        }
        let Some(items) = merged.keywords.remove("items") else {
            self.merger.note(pointer, "left out: a list of anything");
            return None;
        };
        let mut items = self.merger.merge(&items, &at);
        self.take_alternatives(&mut items, &at);
        self.single_type(&mut items, &at);
        self.infer_type(&mut items, &at);
        self.constants(&mut items, &at);
        let kind = items.type_name().unwrap_or_default().to_owned();
        let options =
            ["oneOf", "anyOf", "enum", "const"].into_iter().find(|key| items.keywords.contains_key(*key));
        match (kind.as_str(), options) {
            ("string", Some(key)) => {
                for other in items.keywords.keys() {
                    if !["type", "title", "description", "enumNames", "nullable", key]
                        .contains(&other.as_str())
                    {
                        self.merger.note(items.pointer_to(other, &at), super::left_out(other));
                    }
                }
                let titled =
                    items.keywords.get(key).filter(|_| key.ends_with("Of")).and_then(Value::as_array);
                let schema = match titled {
                    Some(entries) => options_schema(entries),
                    None => {
                        items.keywords.retain(|name, _| ["type", "enumNames", key].contains(&name.as_str()));
                        items.keywords.clone().into()
                    }
                };
                merged.set("items", schema);
                Some(PlannedShape::Value(std::mem::take(&mut merged.keywords)))
            }
            ("string", None) if is_file(&items.keywords) => {
                self.merger.note(pointer, "one file is asked for, not several");
                let mut one = items;
                for key in ["title", "description"] {
                    if let Some(words) = merged.keywords.get(key) {
                        one.set(key, words.clone());
                    }
                }
                Some(self.file(&mut one, pointer))
            }
            ("string" | "number" | "integer", None) => {
                let what = "asked for as one text with a line for each item, which are not checked: the answer is a \
                            text, not a list";
                self.merger.note(pointer, what);
                merged.keywords.retain(|key, _| ["title", "description"].contains(&key.as_str()));
                Some(PlannedShape::Lines(std::mem::take(&mut merged.keywords)))
            }
            ("object", _) => {
                self.merger.note(pointer, "left out: a list of objects");
                None
            }
            _ => {
                self.merger.note(pointer, "left out: a list of something that a form cannot list");
                None
            }
        }
    }
}
