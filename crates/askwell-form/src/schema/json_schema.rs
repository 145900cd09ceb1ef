//! A form as a JSON Schema of draft 2020-12.
//!
//! A field that always takes part stands among the properties with all its constraints. One that comes and
//! goes stands there with its title only; its constraints hold `if` it takes part, and otherwise anything is
//! accepted, as the checker ignores it. A condition that several fields build on is defined once.
//!
//! Refuses to say what would be wrong for some answer: where a condition cannot be said, the field is left
//! unconstrained and a loss is listed.

mod file;
mod property;

use serde_json::{Value, json};

use super::loss::{Effect, Feature, Losses};
use super::presence::{Claim, PresenceClaims};
use super::{Export, Keywords, annotations, numbers, put};
use crate::definition::{Field, Form};
use crate::kind::RowsKind;

pub(super) use property::{constraints, is_own_rule};

pub(super) fn export(form: &Form) -> Export {
    let (mut definitions, mut losses) = (Keywords::new(), Losses::default());
    let object = object(form, &mut definitions, &mut losses);
    let mut schema = Keywords::new();
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".to_owned(), form.title().into());
    put(&mut schema, "description", form.description().map(Value::from));
    schema.extend(object);
    put(&mut schema, "$defs", (!definitions.is_empty()).then(|| definitions.into()));
    Export { schema: schema.into(), losses: losses.into_vec() }
}

/// Returns the schema of an object with the fields of a form: of an answer, or of a row. What it refers to is added to the
/// definitions of the whole schema; the ids of rows differ from all others, so that no two definitions have one name.
fn object(form: &Form, definitions: &mut Keywords, losses: &mut Losses) -> Keywords {
    let mut draft = SchemaWriter { definitions, rules: Vec::new(), losses };
    let presence = PresenceClaims::of(form);
    let mut properties = Keywords::new();
    let mut required = Vec::new();
    for (index, field) in form.fields().iter().enumerate() {
        let (active, needed) = (presence.active(index), presence.required(index));
        draft.losses.of_option_images(field);
        let mut property = draft.describe(field);
        if active == Claim::Always {
            property.extend(draft.constrain(field, needed == Claim::Always));
            if needed == Claim::Always {
                required.push(field.property());
            }
        } else {
            draft.constrain_while(field, &active, needed == Claim::Always);
        }
        if needed != Claim::Always {
            draft.require_while(field, &active, needed);
        }
        properties.insert(field.property().to_owned(), property.into());
    }
    draft.losses.of_rules(form);
    draft.definitions.extend(presence.definitions());
    let mut schema = Keywords::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    put(&mut schema, "required", (!required.is_empty()).then(|| required.into()));
    schema.insert("additionalProperties".to_owned(), false.into());
    put(&mut schema, "allOf", (!draft.rules.is_empty()).then(|| draft.rules.into()));
    schema
}

/// Returns the constraints on the rows of a repeating group, whatever their number.
fn rows(kind: &RowsKind, definitions: &mut Keywords, losses: &mut Losses) -> Keywords {
    let mut items = object(&kind.form, definitions, losses);
    items.insert("title".to_owned(), kind.item.as_str().into());
    let mut keywords = Keywords::new();
    keywords.insert("type".to_owned(), "array".into());
    keywords.insert("items".to_owned(), items.into());
    keywords.insert("maxItems".to_owned(), kind.maximum.into());
    keywords
}

/// A schema in the making.
struct SchemaWriter<'w> {
    definitions: &'w mut Keywords,
    /// `if` and `then`, for the fields that come and go.
    rules: Vec<Value>,
    losses: &'w mut Losses,
}

impl SchemaWriter<'_> {
    /// What is said of a field whether it takes part or not.
    fn describe(&mut self, field: &Field) -> Keywords {
        let mut keywords = annotations(field);
        if let Some(answer) = &field.default {
            let default = numbers::exact_answer(answer);
            if default.is_none() {
                self.losses.of_field(field.id(), Feature::Default, Effect::Unsaid);
            }
            put(&mut keywords, "default", default);
        }
        if field.is_computed() {
            keywords.insert("readOnly".to_owned(), true.into());
            self.losses.of_field(field.id(), Feature::Computed, Effect::Weakened);
        }
        self.losses.of_prefill(field);
        if field.is_secret() {
            keywords.insert("writeOnly".to_owned(), true.into());
        }
        keywords
    }

    fn constrain(&mut self, field: &Field, required: bool) -> Keywords {
        constraints(field, required, self.definitions, self.losses)
    }

    fn constrain_while(&mut self, field: &Field, active: &Claim, required: bool) {
        match active.to_schema() {
            Some(active) if active != Value::Bool(false) => {
                let mut then = json!({"properties": {field.property(): self.constrain(field, required)}});
                if required && let Some(then) = then.as_object_mut() {
                    then.insert("required".to_owned(), json!([field.property()]));
                }
                self.rules.push(json!({"if": active, "then": then}));
            }
            Some(_) => {}
            None => self.losses.of_field(field.id(), Feature::Condition, Effect::Weakened),
        }
    }

    /// A rule of the form asks for an answer.
    fn require_while(&mut self, field: &Field, active: &Claim, needed: Claim) {
        match Claim::all(vec![active.clone(), needed]) {
            Claim::Never => {}
            Claim::Unsayable => self.losses.of_field(field.id(), Feature::Condition, Effect::Weakened),
            claim => {
                let mut then = json!({"required": [field.property()]});
                if let (Some(then), Some(filled)) = (then.as_object_mut(), property::filled(&field.kind)) {
                    then.insert("properties".to_owned(), json!({field.property(): filled}));
                }
                let rule = match claim {
                    Claim::When(condition) => json!({"if": condition, "then": then}),
                    _ => then,
                };
                self.rules.push(rule);
            }
        }
    }
}
