//! The schema of one field.

use serde_json::{Value, json};

use super::file;
use crate::definition::Field;
use crate::format::Format;
use crate::kind::{DateKind, Kind, MultiSelectKind, NumberKind, Options, TextKind, UrlKind};
use crate::number::Number;
use crate::schema::loss::{Effect, Feature, Losses};
use crate::schema::{Keywords, length, numbers, put};

/// The constraints on an answer: on every one, and on one that is not blank.
struct Constraints {
    always: Keywords,
    filled: Keywords,
    /// What a blank answer looks like, if that would violate `filled`.
    blank: Option<Value>,
}

/// Returns the constraints of a field that takes part. A field that may be left out may be left
/// blank, too.
pub(in crate::schema) fn constraints(
    field: &Field,
    required: bool,
    definitions: &mut Keywords,
    losses: &mut Losses,
) -> Keywords {
    let mut lose = |feature| losses.of_field(field.id(), feature, Effect::Weakened);
    let Constraints { mut always, filled, blank } = match &field.kind {
        Kind::Text(text) => text_constraints(text, required, definitions),
        Kind::Number(number) => plain(number_constraints(number, &mut lose)),
        Kind::Boolean(_) => plain(object(json!({"type": "boolean"}))),
        Kind::Date(date) => date_constraints(date, &mut lose),
        Kind::Select(select) => {
            if select.options.source().is_some() {
                lose(Feature::OptionsSource);
            }
            let filled = one_of(&select.options, "oneOf");
            Constraints {
                always: object(json!({"type": "string"})),
                filled,
                blank: Some(json!({"const": ""})),
            }
        }
        Kind::MultiSelect(select) => {
            if select.options.source().is_some() {
                lose(Feature::OptionsSource);
            }
            multi_select_constraints(select, required)
        }
        Kind::Url(url) => {
            lose(Feature::UrlGuard);
            url_constraints(url)
        }
        Kind::File(kind) => {
            lose(Feature::Content);
            plain(file::constraints(kind))
        }
        Kind::Rows(rows) => {
            let mut filled = Keywords::new();
            put(&mut filled, "minItems", length(rows.minimum, 0));
            let blank = (rows.minimum > 0).then(|| json!({"maxItems": 0}));
            Constraints { always: super::rows(rows, definitions, losses), filled, blank }
        }
    };
    match blank {
        Some(blank) if !required => {
            always.insert("anyOf".to_owned(), json!([blank, filled]));
        }
        _ => always.extend(filled),
    }
    always
}

/// What an answer that is there must be so as not to be blank.
pub(super) fn filled(kind: &Kind) -> Option<Value> {
    match kind {
        Kind::Text(_) | Kind::Date(_) | Kind::Select(_) | Kind::Url(_) => Some(json!({"minLength": 1})),
        Kind::MultiSelect(_) | Kind::Rows(_) => Some(json!({"minItems": 1})),
        Kind::Number(_) | Kind::Boolean(_) | Kind::File(_) => None,
    }
}

/// Returns whether a schema is one of the rules that every form's schema may define.
pub(in crate::schema) fn is_own_rule(schema: &Value) -> bool {
    *schema == visible_text() || *schema == mail_address()
}

/// No characters that hide from a reader: the rule of [`crate::hidden::is_hidden_in_text`].
fn visible_text() -> Value {
    json!({"pattern": r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]*$"})
}

/// What this project takes for a mail address, of all that RFC 5321 does: no quotes, no address literals.
fn mail_address() -> Value {
    json!({"maxLength": 254, "pattern": r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$"})
}

fn text_constraints(text: &TextKind, required: bool, definitions: &mut Keywords) -> Constraints {
    let mut always = object(json!({"type": "string"}));
    // All other formats consist of visible characters.
    let rule = match text.format {
        None => Some(("visible_text", visible_text())),
        Some(Format::Email) => Some(("mail_address", mail_address())),
        Some(_) => None,
    };
    if let Some((name, rule)) = rule {
        always.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
        definitions.insert(name.to_owned(), rule);
    }
    put(&mut always, "maxLength", length(text.max_length, usize::MAX));
    let mut filled = Keywords::new();
    let least = if required && text.format.is_none() { text.min_length.max(1) } else { text.min_length };
    put(&mut filled, "minLength", length(least, 0));
    put(&mut filled, "pattern", text.pattern.as_ref().map(|pattern| pattern.source().into()));
    match text.format.map(|format| (format, format.pattern())) {
        Some((_, Some(pattern))) if text.pattern.is_some() => {
            filled.insert("allOf".to_owned(), json!([{"pattern": pattern}]));
        }
        Some((_, Some(pattern))) => put(&mut filled, "pattern", Some(pattern.into())),
        Some((format, None)) => put(&mut filled, "format", Some(format.name().into())),
        None => {}
    }
    let accepts_blank =
        text.min_length == 0 && text.format.is_none() && text.pattern.as_ref().is_none_or(|p| p.is_match(""));
    // The rule for mail addresses refuses a blank, so it belongs to what is filled in.
    if !required && text.format == Some(Format::Email) {
        put(&mut filled, "$ref", always.remove("$ref"));
    }
    Constraints { always, filled, blank: (!accepts_blank).then(|| json!({"const": ""})) }
}

fn number_constraints(number: &NumberKind, lose: &mut impl FnMut(Feature)) -> Keywords {
    let kind = if number.is_integer() { "integer" } else { "number" };
    let mut keywords = object(json!({"type": kind}));
    let step = number.multiple_of.filter(|step| *step != Number::from(1_i64));
    for (key, bound) in [
        ("minimum", number.minimum),
        ("maximum", number.maximum),
        ("exclusiveMinimum", number.exclusive_minimum),
        ("exclusiveMaximum", number.exclusive_maximum),
        ("multipleOf", step),
    ] {
        let Some(bound) = bound else { continue };
        let value = numbers::exact(bound);
        if value.is_none() {
            lose(Feature::Precision);
        }
        put(&mut keywords, key, value);
    }
    keywords
}

fn date_constraints(date: &DateKind, lose: &mut impl FnMut(Feature)) -> Constraints {
    if date.minimum.is_some() || date.maximum.is_some() {
        lose(Feature::DateRange);
    }
    Constraints {
        always: object(json!({"type": "string"})),
        filled: object(json!({"format": date.format_name()})),
        blank: Some(json!({"const": ""})),
    }
}

fn multi_select_constraints(select: &MultiSelectKind, required: bool) -> Constraints {
    let mut items = one_of(&select.options, "anyOf");
    items.insert("type".to_owned(), "string".into());
    let mut always = object(json!({"type": "array", "items": items, "uniqueItems": true}));
    put(&mut always, "maxItems", length(select.max_items, usize::MAX));
    let mut filled = Keywords::new();
    put(
        &mut filled,
        "minItems",
        length(if required { select.min_items.max(1) } else { select.min_items }, 0),
    );
    Constraints { always, filled, blank: (select.min_items > 0).then(|| json!({"maxItems": 0})) }
}

/// The format is `uri`, the name that every reader of schemas knows; the form itself also
/// takes an address in letters of every script. `ftps` and its like are told from the beginning of
/// the text, which may be written in capitals.
fn url_constraints(url: &UrlKind) -> Constraints {
    let schemes: Vec<String> =
        url.policy.allowed_schemes.iter().map(|scheme| any_case(scheme.name())).collect();
    Constraints {
        always: object(json!({"type": "string", "maxLength": url.policy.max_length})),
        filled: object(json!({"format": "uri", "pattern": format!("^({})://", schemes.join("|"))})),
        blank: Some(json!({"const": ""})),
    }
}

/// Returns the options: plain, or with the titles that people see under the keyword `titled`.
fn one_of(options: &Options, titled: &str) -> Keywords {
    if options.source().is_some() {
        return object(json!({"minLength": 1}));
    }
    let (key, list): (&str, Vec<Value>) = if options.are_titled() {
        let titled_choice = |choice: &crate::kind::Choice| {
            let mut keywords = object(json!({"const": choice.value, "title": choice.title()}));
            put(&mut keywords, "description", choice.description().map(Value::from));
            Value::Object(keywords)
        };
        (titled, options.iter().map(titled_choice).collect())
    } else {
        ("enum", options.iter().map(|choice| choice.value.as_str().into()).collect())
    };
    Keywords::from_iter([(key.to_owned(), list.into())])
}

fn plain(always: Keywords) -> Constraints {
    Constraints { always, filled: Keywords::new(), blank: None }
}

pub(super) fn object(value: Value) -> Keywords {
    if let Value::Object(keywords) = value { keywords } else { Keywords::new() }
}

/// Returns a pattern that matches the ASCII text in capitals, too: JSON Schema's patterns have no
/// flag for that.
pub(super) fn any_case(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if character.is_ascii_alphabetic() {
            pattern.extend(['[', character.to_ascii_lowercase(), character.to_ascii_uppercase(), ']']);
        } else {
            if !character.is_ascii_alphanumeric() && r"^$\.*+?()[]{}|/".contains(character) {
                pattern.push('\\');
            }
            pattern.push(character);
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::visible_text;
    use crate::Pattern;
    use crate::hidden::is_hidden_in_text;

    #[test]
    fn exported_pattern_accepts_the_same_texts() {
        let rule = visible_text();
        let pattern = Pattern::compile(rule["pattern"].as_str().unwrap()).unwrap();
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert_eq!(pattern.is_match(&text), !is_hidden_in_text(character), "{character:?}");
        }
    }
}
