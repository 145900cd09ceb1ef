//! `oneOf` and `anyOf`: options, `null`, or schemas of which a form asks for one.

use serde_json::{Value, json};

use super::Adapter;
use super::types::text_of;
use crate::schema::Keywords;
use crate::schema::import::merge::Merged;

impl Adapter<'_> {
    /// Replaces alternatives by options, or by the first of them. Returns whether one of them was `null`.
    pub(super) fn take_alternatives(&mut self, merged: &mut Merged, pointer: &str) -> bool {
        let mut may_be_null = false;
        for key in ["oneOf", "anyOf"] {
            let Some(Value::Array(branches)) = merged.keywords.get(key).cloned() else { continue };
            let at = merged.pointer_to(key, pointer);
            let mut kept: Vec<(usize, Merged)> = Vec::new();
            for (index, branch) in branches.iter().enumerate() {
                let branch = self.merger.merge(branch, &format!("{at}/{index}"));
                if is_nothing(&branch.keywords) { may_be_null = true } else { kept.push((index, branch)) }
            }
            merged.keywords.remove(key);
            let is_option = |(_, branch): &(usize, Merged)| {
                branch.keywords.contains_key("const") || branch.keywords.contains_key("enum")
            };
            if !kept.is_empty() && kept.iter().all(is_option) && is_scalar(merged) {
                self.options(merged, key, &kept, &at);
                continue;
            }
            if kept.len() > 1 {
                self.merger.note(&at, "only the first alternative is asked for: a form has no alternatives");
            }
            if let Some((index, _)) = kept.first()
                && let Some(branch) = branches.get(*index)
            {
                self.merger.merge_into(merged, branch, &format!("{at}/{index}"), 0);
                may_be_null |= self.take_alternatives(merged, pointer);
            }
        }
        may_be_null
    }

    fn options(&mut self, merged: &mut Merged, key: &str, branches: &[(usize, Merged)], at: &str) {
        let mut entries = Vec::new();
        let mut has_other_types = false;
        for (index, Merged { keywords, .. }) in branches {
            let values = match (keywords.get("const"), keywords.get("enum")) {
                (Some(value), _) => vec![value.clone()],
                (None, Some(Value::Array(values))) => values.clone(),
                _ => continue,
            };
            has_other_types |= !values.iter().all(|value| value.is_string() || value.is_null());
            let title = keywords.get("title").or_else(|| keywords.get("description"));
            for value in values.iter().filter(|value| !value.is_null()) {
                let mut entry = json!({"const": text_of(value)});
                if let (Some(entry), Some(title)) = (entry.as_object_mut(), title) {
                    entry.insert("title".to_owned(), title.clone());
                }
                entries.push(entry);
            }
            let known = ["const", "enum", "title", "description", "type"];
            for other in keywords.keys().filter(|key| !known.contains(&key.as_str())) {
                self.merger.note(format!("{at}/{index}/{other}"), super::left_out(other));
            }
        }
        let all_booleans = branches.iter().all(|(_, branch)| {
            branch.keywords.get("const").is_some_and(Value::is_boolean) && branches.len() == 2
        });
        if all_booleans {
            self.merger.note(at, "asked for as yes or no, without the titles of the alternatives");
            return merged.set("type", "boolean");
        }
        if has_other_types {
            let what = "the options are texts here, and so is the answer: only texts can be options";
            self.merger.note(at, what);
        }
        for other in ["minimum", "maximum", "multipleOf", "format"] {
            if has_other_types {
                merged.keywords.remove(other);
            }
        }
        merged.set(key, entries);
        merged.set("type", "string");
    }
}

/// Returns whether the schema around alternatives leaves room for options.
fn is_scalar(merged: &Merged) -> bool {
    !matches!(merged.type_name(), Some("object" | "array")) && merged.properties.is_empty()
}

/// Returns whether an alternative means "left out".
fn is_nothing(keywords: &Keywords) -> bool {
    let is = |key: &str, value: Value| keywords.len() == 1 && keywords.get(key) == Some(&value);
    keywords.get("type") == Some(&"null".into())
        || keywords.get("const") == Some(&Value::Null)
        || keywords.get("enum") == Some(&json!([null]))
        || is("const", "".into())
        || is("maxItems", 0.into())
}
