//! Exports a form as the `requestedSchema` of an MCP elicitation.
//!
//! MCP allows a flat object of texts, numbers, booleans and choices with a few keywords each, which
//! differ by revision. Nothing else is written except what an import has kept.
//!
//! Secrets and files are not exported: form mode must not ask for the first and has no type for the
//! second. Neither are computed fields, which nobody is asked for. A conditional field is exported as an optional one; conditions are not hidden in
//! descriptions.

use serde_json::{Value, json};

use super::loss::{Effect, Feature, Losses};
use super::presence::{Claim, PresenceClaims};
use super::revision::Revision;
use super::{Export, KEPT, Keywords, annotations, length, numbers, put};
use crate::definition::{Action, Field, Form};
use crate::format::Format;
use crate::kind::boolean::{APPROVE, REJECT};
use crate::kind::{Kind, MultiSelectKind, NumberKind, Options, TextKind};
use crate::number::Number;

pub(super) fn export(form: &Form, revision: Revision) -> Export {
    let mut losses = Losses::default();
    let presence = PresenceClaims::of(form);
    let mut properties = Keywords::new();
    let mut required = Vec::new();
    for (index, field) in form.fields().iter().enumerate() {
        let always = presence.active(index) == Claim::Always;
        let needed = presence.required(index);
        let mandatory = always && needed == Claim::Always;
        let mut draft = McpSchemaWriter { field, revision, losses: &mut losses };
        let Some(mut property) = draft.property(mandatory) else { continue };
        if !matches!(needed, Claim::Always | Claim::Never) {
            draft.lose(Feature::Condition);
        }
        if !always {
            draft.note_conditions(presence.depends_on_conditional(index));
        }
        let kept = field.extensions().get(KEPT).and_then(Value::as_object);
        restore(&mut property, kept.into_iter().flatten().filter(|(key, _)| draft.has_room_for(key)));
        if mandatory {
            required.push(field.property());
        }
        properties.insert(field.property().to_owned(), property.into());
    }
    losses.of_rules(form);
    if form.groups().iter().any(|group| !group.repeats()) {
        losses.of_form(Feature::Groups, Effect::Unsaid);
    }
    let mut schema = Keywords::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    put(&mut schema, "required", (!required.is_empty()).then(|| required.into()));
    restore(&mut schema, form.extensions().get(KEPT).and_then(Value::as_object).into_iter().flatten());
    Export { schema: schema.into(), losses: losses.into_vec() }
}

/// Writes back what an import has kept, without changing what the form says itself.
fn restore<'k>(keywords: &mut Keywords, kept: impl Iterator<Item = (&'k String, &'k Value)>) {
    for (key, value) in kept {
        if value.is_null() {
            keywords.remove(key);
        } else {
            keywords.entry(key.as_str()).or_insert_with(|| value.clone());
        }
    }
}

/// The schema of one field in the making.
struct McpSchemaWriter<'d> {
    field: &'d Field,
    revision: Revision,
    losses: &'d mut Losses,
}

impl McpSchemaWriter<'_> {
    fn lose(&mut self, feature: Feature) {
        self.losses.of_field(self.field.id(), feature, Effect::Weakened);
    }

    fn omit(&mut self, feature: Feature) -> Option<Keywords> {
        self.losses.of_field(self.field.id(), feature, Effect::Omitted);
        None
    }

    /// Returns whether the revision has defaults of this kind: the first one had them on booleans only.
    fn has_room_for(&self, key: &str) -> bool {
        key != "default"
            || self.revision > Revision::V2025_06_18
            || matches!(self.field.kind, Kind::Boolean(_))
    }

    fn note_conditions(&mut self, on_parents: bool) {
        let rules = &self.field.rules;
        let has_rule = rules.action.as_ref().is_some_and(|(action, _)| *action != Action::Validate);
        if rules.display.is_some() || !rules.groups.is_empty() || has_rule {
            self.lose(Feature::Condition);
        }
        if on_parents {
            self.lose(Feature::Dependency);
        }
    }

    /// Returns the schema, unless MCP has none for such a field.
    fn property(&mut self, required: bool) -> Option<Keywords> {
        let field = self.field;
        if field.is_computed() {
            return self.omit(Feature::Computed);
        }
        if field.options_source().is_some() {
            return self.omit(Feature::OptionsSource);
        }
        if field.is_secret() {
            return self.omit(Feature::Secret);
        }
        let own = match &field.kind {
            Kind::Text(text) => self.text(text, required),
            Kind::Number(number) => self.number(number),
            Kind::Boolean(boolean) => match boolean.label(true).zip(boolean.label(false)) {
                Some(labels) => self.verdict(labels),
                None => json!({"type": "boolean"}),
            },
            Kind::Date(date) => {
                if date.minimum.is_some() || date.maximum.is_some() {
                    self.lose(Feature::DateRange);
                }
                json!({"type": "string", "format": date.format_name()})
            }
            Kind::Select(select) => {
                self.lose_option_details(&select.options);
                self.select(&select.options)
            }
            Kind::MultiSelect(_) if self.revision == Revision::V2025_06_18 => {
                return self.omit(Feature::MultiSelect);
            }
            Kind::MultiSelect(select) => {
                self.lose_option_details(&select.options);
                multi_select(select, required)
            }
            Kind::Url(url) => {
                self.lose(Feature::UrlGuard);
                json!({"type": "string", "format": "uri", "maxLength": url.policy.max_length})
            }
            Kind::File(_) => return self.omit(Feature::File),
            Kind::Rows(_) => return self.omit(Feature::Rows),
        };
        self.losses.of_prefill(field);
        let mut keywords = annotations(field);
        if let Value::Object(own) = own {
            keywords.extend(own);
        }
        if let Some(answer) = &field.default {
            let default = numbers::exact_answer(answer).filter(|_| self.has_room_for("default"));
            if default.is_none() {
                self.losses.of_field(field.id(), Feature::Default, Effect::Unsaid);
            }
            put(&mut keywords, "default", default);
        }
        Some(keywords)
    }

    /// Options of MCP have a title at most.
    fn lose_option_details(&mut self, options: &Options) {
        if options.iter().any(|choice| choice.description().is_some()) {
            self.losses.of_field(self.field.id(), Feature::OptionDescription, Effect::Unsaid);
        }
        self.losses.of_option_images(self.field);
    }

    fn text(&mut self, text: &TextKind, required: bool) -> Value {
        let mut keywords = Keywords::from_iter([("type".to_owned(), "string".into())]);
        // A blank is no answer where one is required; formats have no blank.
        let least = if required && text.format.is_none() { text.min_length.max(1) } else { text.min_length };
        put(&mut keywords, "minLength", length(least, 0));
        put(&mut keywords, "maxLength", length(text.max_length, usize::MAX));
        if text.pattern.is_some() {
            self.lose(Feature::Pattern);
        }
        match text.format {
            Some(format @ (Format::Email | Format::Uri | Format::Date | Format::DateTime)) => {
                put(&mut keywords, "format", Some(format.name().into()));
            }
            Some(
                Format::Uuid | Format::Ipv4 | Format::Ipv6 | Format::Hostname | Format::Time | Format::Colour,
            ) => self.lose(Feature::Format),
            None => {}
        }
        keywords.into()
    }

    fn number(&mut self, number: &NumberKind) -> Value {
        let integer = number.is_integer();
        let mut keywords = Keywords::new();
        keywords.insert("type".to_owned(), if integer { "integer" } else { "number" }.into());
        if number.multiple_of.is_some_and(|step| step != Number::from(1_i64)) {
            self.lose(Feature::MultipleOf);
        }
        let (minimum, maximum) = if integer { self.integer_bounds(number) } else { self.bounds(number) };
        put(&mut keywords, "minimum", minimum);
        put(&mut keywords, "maximum", maximum);
        keywords.into()
    }

    /// Between integers there is nothing, so that every bound can be said as an inclusive one.
    fn integer_bounds(&mut self, number: &NumberKind) -> (Option<Value>, Option<Value>) {
        let above = |bound: Number| numbers::floor(bound).and_then(|below| below.checked_add(1));
        let below = |bound: Number| numbers::ceiling(bound).and_then(|above| above.checked_sub(1));
        let lower = [number.minimum.map(numbers::ceiling), number.exclusive_minimum.map(above)];
        let upper = [number.maximum.map(numbers::floor), number.exclusive_maximum.map(below)];
        let bounds = lower.iter().chain(&upper).flatten();
        if bounds.clone().any(Option::is_none) {
            // Beyond 64 bits; rare enough to be treated like any other number.
            return self.bounds(number);
        }
        let lowest = lower.into_iter().flatten().flatten().max();
        let highest = upper.into_iter().flatten().flatten().min();
        (lowest.map(Value::from), highest.map(Value::from))
    }

    fn bounds(&mut self, number: &NumberKind) -> (Option<Value>, Option<Value>) {
        if number.exclusive_minimum.is_some() || number.exclusive_maximum.is_some() {
            self.lose(Feature::ExclusiveBounds);
        }
        // An exclusive bound is carried as an inclusive one: nearer to the form than none.
        let lower = number.minimum.max(number.exclusive_minimum);
        let upper = match (number.maximum, number.exclusive_maximum) {
            (Some(maximum), Some(exclusive)) => Some(maximum.min(exclusive)),
            (maximum, exclusive) => maximum.or(exclusive),
        };
        let mut carry = |bound: Option<Number>| {
            let value = numbers::exact(bound?);
            if value.is_none() {
                self.lose(Feature::Precision);
            }
            value
        };
        (carry(lower), carry(upper))
    }

    /// Returns two choices with the author's words: a box to tick could not be told from one that was overlooked.
    fn verdict(&self, (approve, reject): (&str, &str)) -> Value {
        match self.revision {
            Revision::V2025_06_18 => {
                json!({"type": "string", "enum": [APPROVE, REJECT], "enumNames": [approve, reject]})
            }
            Revision::V2025_11_25 | Revision::V2026_07_28 => json!({"type": "string", "oneOf": [
                {"const": APPROVE, "title": approve},
                {"const": REJECT, "title": reject},
            ]}),
        }
    }

    fn select(&self, options: &Options) -> Value {
        let mut schema = match (options.are_titled(), self.revision) {
            (false, _) => json!({"enum": values(options)}),
            (true, Revision::V2025_06_18) => {
                let titles: Vec<&str> = options.iter().map(crate::kind::Choice::title).collect();
                json!({"enum": values(options), "enumNames": titles})
            }
            (true, Revision::V2025_11_25 | Revision::V2026_07_28) => json!({"oneOf": titled(options)}),
        };
        if let Some(keywords) = schema.as_object_mut() {
            keywords.insert("type".to_owned(), "string".into());
        }
        schema
    }
}

fn multi_select(select: &MultiSelectKind, required: bool) -> Value {
    let items = if select.options.are_titled() {
        json!({"anyOf": titled(&select.options)})
    } else {
        json!({"type": "string", "enum": values(&select.options)})
    };
    let mut keywords =
        Keywords::from_iter([("type".to_owned(), "array".into()), ("items".to_owned(), items)]);
    let least = if required { select.min_items.max(1) } else { select.min_items };
    put(&mut keywords, "minItems", length(least, 0));
    put(&mut keywords, "maxItems", length(select.max_items, usize::MAX));
    keywords.into()
}

fn values(options: &Options) -> Vec<&str> {
    options.iter().map(|choice| choice.value.as_str()).collect()
}

fn titled(options: &Options) -> Vec<Value> {
    options.iter().map(|choice| json!({"const": choice.value, "title": choice.title()})).collect()
}
