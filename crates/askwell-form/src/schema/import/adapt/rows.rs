//! Lists of objects: each becomes a repeating group.

use serde_json::Value;

use super::{Adapter, Scope, left_out};
use crate::kind::rows::{DEFAULT_MAXIMUM, MAX_ROWS};
use crate::schema::Keywords;
use crate::schema::import::merge::{Merged, Property};
use crate::schema::import::wording;

/// A list of objects that becomes a repeating group.
#[derive(Debug)]
pub(in crate::schema::import) struct PlannedRows {
    /// The name, unique in the form.
    pub(in crate::schema::import) name: String,
    pub(in crate::schema::import) property: String,
    pub(in crate::schema::import) title: String,
    pub(in crate::schema::import) description: Option<String>,
    pub(in crate::schema::import) item: Option<String>,
    pub(in crate::schema::import) minimum: usize,
    pub(in crate::schema::import) maximum: usize,
}

/// The list of objects in which a property stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema::import) struct RowScope {
    /// Its place among the planned ones.
    pub(in crate::schema::import) rows: usize,
    /// How many names lead to the list.
    pub(in crate::schema::import) depth: usize,
}

/// What a list may say.
const KNOWN: [&str; 8] =
    ["type", "items", "title", "description", "minItems", "maxItems", "default", "nullable"];

impl Adapter<'_> {
    /// Plans a list of objects. Returns `false` if the list has something else in it.
    pub(super) fn rows(
        &mut self,
        property: &Property,
        merged: &Merged,
        required: bool,
        scope: &Scope<'_>,
    ) -> bool {
        let pointer = property.pointer.as_str();
        let at = merged.pointer_to("items", pointer);
        let Some(items) = merged.keywords.get("items").filter(|items| items.is_object()) else {
            return false;
        };
        let mut items = self.merger.merge(items, &at);
        self.take_alternatives(&mut items, &at);
        let is_object = items.type_name().map_or(!items.properties.is_empty(), |name| name == "object");
        if !is_object || merged.keywords.contains_key("prefixItems") {
            return false;
        }
        if scope.row.is_some() || items.properties.is_empty() {
            let what = match scope.row {
                Some(_) => "left out: a list of objects inside another one",
                None => "left out: a list of objects without listed properties",
            };
            self.merger.note(pointer, what);
            return true;
        }
        for (key, value) in &merged.keywords {
            let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            if !KNOWN.contains(&key.as_str()) || key == "default" && !is_empty {
                self.merger.note(merged.pointer_to(key, pointer), left_out(key));
            }
        }
        let planned = self.planned_rows(property, merged, &items, required, scope);
        let mut path = scope.path.clone();
        path.push(property.name.clone());
        let ui = scope.ui.and_then(|ui| ui.get(&property.name)?.get("items")).cloned();
        let row = Some(RowScope { rows: self.rows.len(), depth: path.len() });
        let inner = Scope { path, section: None, is_optional: false, ui: ui.as_ref(), data: None, row };
        self.rows.push(planned);
        let before = self.planned.len();
        self.plan_properties(&items, &at, &inner);
        if self.planned.len() == before {
            self.rows.pop();
            self.merger.note(pointer, "left out: nothing in the list can be asked for");
        }
        true
    }

    fn planned_rows(
        &mut self,
        property: &Property,
        merged: &Merged,
        items: &Merged,
        required: bool,
        scope: &Scope<'_>,
    ) -> PlannedRows {
        let pointer = property.pointer.as_str();
        let text =
            |keywords: &Keywords, key: &str| keywords.get(key).and_then(Value::as_str).map(str::to_owned);
        let count = |key: &str| {
            let count = merged.keywords.get(key).and_then(Value::as_u64);
            count.and_then(|count| usize::try_from(count).ok())
        };
        let minimum = count("minItems").unwrap_or(0);
        let maximum = count("maxItems").unwrap_or(DEFAULT_MAXIMUM.max(minimum));
        if maximum > MAX_ROWS {
            let what = format!("at most {MAX_ROWS} rows are taken: a form has no more");
            self.merger.note(merged.pointer_to("maxItems", pointer), what);
        }
        if minimum > 0 && (!required || scope.is_optional) {
            self.merger.note(pointer, "it is always asked for, since it has at least one row");
        }
        let mut path = scope.path.clone();
        path.push(property.name.clone());
        PlannedRows {
            name: self.unique_name(&path),
            property: path.join("_"),
            title: wording::label(text(&merged.keywords, "title").as_deref(), &property.name).0,
            description: text(&merged.keywords, "description"),
            item: text(&items.keywords, "title"),
            minimum: minimum.min(MAX_ROWS),
            maximum: maximum.min(MAX_ROWS),
        }
    }

    /// Returns why a property cannot be part of a row, if it cannot.
    pub(super) fn unfit_for_row(keywords: Option<&Keywords>) -> Option<&'static str> {
        let Some(keywords) = keywords else { return Some("left out: a file cannot be part of a list") };
        let is_secret = keywords.get("writeOnly") == Some(&Value::Bool(true))
            || keywords.get("format").is_some_and(|format| format == "password");
        is_secret.then_some("left out: a secret cannot be part of a list")
    }
}
