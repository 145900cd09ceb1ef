//! Translations of a form: the same form in other languages. Only texts change, so every language accepts the same
//! answers.
//!
//! A translation has the shape of the document, with three differences: fields and groups stand under their ids, options under
//! their values, and the rules of `validation.rules` as a list of messages.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::defect::DefectCode;
use crate::definition::Form;
use crate::display::Display;
use crate::json::tree::{Json, Node};
use crate::nearest::nearest;
use crate::parse::reader::Reader;
use crate::text::excerpt;

/// A form has at most this many translations.
const MAX_TRANSLATIONS: usize = 40;

/// A text of a document that can be translated.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TextPlace {
    /// The keys that lead to it in a translation.
    path: Vec<String>,
    /// The keys and positions that lead to it in the document.
    place: Vec<PlaceKey>,
    /// How many characters it may have.
    length: RangeInclusive<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PlaceKey {
    Key(String),
    Index(usize),
    /// The item of a list of options: a text becomes an object with value and title.
    Option(usize),
}

/// Reads the `translations` of a document and notes what is missing in them and what does not belong there.
pub(crate) fn read(reader: &mut Reader, root: &Node<'_>, node: &Node<'_>) {
    let Some(languages) = reader.free_object(node) else { return };
    if languages.iter().count() > MAX_TRANSLATIONS {
        let message = format!("more than {MAX_TRANSLATIONS} translations");
        reader.note(&node.span, DefectCode::OutOfRange, message);
        return;
    }
    let document = crate::json::write::value(root);
    let places = text_places(&document);
    for language in languages.iter() {
        if !is_language_tag(&language.key) {
            let message = format!("`{}` is not a language tag", excerpt(&language.key, 40));
            reader
                .note(&language.key_span, DefectCode::Malformed, message)
                .expected("a tag such as `de` or `pt-BR`");
        }
        let places: Vec<(&[String], &TextPlace)> = places.iter().map(|place| (&*place.path, place)).collect();
        read_level(reader, &language.node, &places, 0);
    }
}

/// Compares one object of a translation with the texts of the document that belong in it.
fn read_level(reader: &mut Reader, node: &Node<'_>, places: &[(&[String], &TextPlace)], depth: usize) {
    let Some(members) = reader.free_object(node) else { return };
    let key_of = |path: &[String]| path.get(depth).cloned().unwrap_or_default();
    let mut known: Vec<String> = places.iter().map(|(path, _)| key_of(path)).collect();
    known.dedup();
    for member in members.iter() {
        let inner: Vec<_> = places
            .iter()
            .copied()
            .filter(|(path, _)| path.get(depth).is_some_and(|key| *key == member.key))
            .collect();
        match inner.as_slice() {
            [] => {
                let meant = nearest(&member.key, known.iter().map(String::as_str)).map(str::to_owned);
                let message = format!("the form has no text `{}` here", excerpt(&member.key, 64));
                reader.note(&member.key_span, DefectCode::UnknownKey, message).suggest(meant.as_deref());
            }
            [(path, place)] if path.len() == depth + 1 => {
                reader.shown(&member.node, place.length.clone());
            }
            _ => read_level(reader, &member.node, &inner, depth + 1),
        }
    }
    for key in &known {
        if !members.iter().any(|member| member.key == **key) {
            let message = format!("the translation of `{}` is missing", excerpt(key, 64));
            reader.note(&node.span, DefectCode::Missing, message);
        }
    }
}

/// Returns whether a text has the shape of a language tag: two or three letters, then parts of letters and digits.
pub(crate) fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let primary = parts.next().unwrap_or_default();
    (2..=3).contains(&primary.len())
        && primary.bytes().all(|byte| byte.is_ascii_lowercase())
        && tag.len() <= 35
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Returns every text of a document that can be translated, in order.
fn text_places(document: &Value) -> Vec<TextPlace> {
    let mut places = Vec::new();
    let mut walk = Walk { places: &mut places, path: Vec::new(), place: Vec::new() };
    walk.text(document, "title", 1..=256);
    walk.text(document, "description", 0..=2048);
    walk.inside(document, "decision", |walk, decision| {
        walk.text(decision, "approve", 1..=40);
        walk.text(decision, "reject", 1..=40);
    });
    walk.inside(document, "fields", |walk, fields| {
        for (index, field) in fields.as_array().into_iter().flatten().enumerate() {
            let Some(id) = field.get("id").and_then(Value::as_str) else { continue };
            walk.at(id, PlaceKey::Index(index), field, Walk::field);
        }
    });
    walk.groups(document);
    walk.inside(document, "validation", |walk, validation| {
        walk.rules(validation);
    });
    places
}

struct Walk<'w> {
    places: &'w mut Vec<TextPlace>,
    path: Vec<String>,
    place: Vec<PlaceKey>,
}

impl Walk<'_> {
    /// Notes the text under a key, if there is one.
    fn text(&mut self, parent: &Value, key: &str, length: RangeInclusive<usize>) {
        if parent.get(key).is_some_and(|text| text.as_str().is_some_and(|text| !text.is_empty())) {
            self.push(key, PlaceKey::Key(key.to_owned()), length);
        }
    }

    fn push(&mut self, key: &str, place_key: PlaceKey, length: RangeInclusive<usize>) {
        let path = self.path.iter().cloned().chain([key.to_owned()]).collect();
        let place = self.place.iter().cloned().chain([place_key]).collect();
        self.places.push(TextPlace { path, place, length });
    }

    fn inside(&mut self, parent: &Value, key: &str, walk: impl FnOnce(&mut Self, &Value)) {
        if let Some(inner) = parent.get(key) {
            self.at(key, PlaceKey::Key(key.to_owned()), inner, walk);
        }
    }

    fn at(&mut self, key: &str, place: PlaceKey, inner: &Value, walk: impl FnOnce(&mut Self, &Value)) {
        self.path.push(key.to_owned());
        self.place.push(place);
        walk(self, inner);
        self.path.pop();
        self.place.pop();
    }

    /// Notes the texts of groups, and of the groups in them.
    fn groups(&mut self, parent: &Value) {
        self.inside(parent, "groups", |walk, groups| {
            for (index, group) in groups.as_array().into_iter().flatten().enumerate() {
                let Some(id) = group.get("id").and_then(Value::as_str) else { continue };
                walk.at(id, PlaceKey::Index(index), group, |walk, group| {
                    walk.text(group, "title", 1..=256);
                    walk.text(group, "description", 0..=1024);
                    walk.inside(group, "repeat", |walk, repeat| {
                        walk.text(repeat, "item", 1..=80);
                        walk.rules(repeat);
                    });
                    walk.messages(group);
                    walk.groups(group);
                });
            }
        });
    }

    fn field(&mut self, field: &Value) {
        self.text(field, "label", 1..=256);
        self.text(field, "description", 0..=1024);
        self.text(field, "content", 1..=Display::CONTENT_CHARS);
        self.inside(field, "image", |walk, image| walk.text(image, "description", 1..=1024));
        self.inside(field, "rendering", |walk, rendering| {
            walk.text(rendering, "placeholder", 0..=usize::MAX);
            walk.text(rendering, "helpText", 0..=usize::MAX);
            walk.text(rendering, "ariaLabel", 0..=usize::MAX);
            walk.text(rendering, "lowLabel", 0..=usize::MAX);
            walk.text(rendering, "highLabel", 0..=usize::MAX);
            walk.inside(rendering, "accessibility", |walk, inner| {
                walk.text(inner, "ariaLabel", 0..=usize::MAX);
            });
        });
        self.inside(field, "options", |walk, options| {
            for (index, option) in options.as_array().into_iter().flatten().enumerate() {
                let value = option.as_str().or_else(|| option.get("value").and_then(Value::as_str));
                match value {
                    // An option with more than a title has an object of texts.
                    Some(value) if has_details(option) => {
                        walk.at(value, PlaceKey::Index(index), option, |walk, option| {
                            walk.text(option, "title", 1..=usize::MAX);
                            walk.text(option, "description", 1..=1024);
                            walk.inside(option, "image", |walk, image| {
                                walk.text(image, "description", 1..=1024);
                            });
                        });
                    }
                    Some(value) => walk.push(value, PlaceKey::Option(index), 1..=usize::MAX),
                    None => {}
                }
            }
        });
        self.messages(field);
    }

    /// Notes the author's sentences for violated constraints.
    fn messages(&mut self, parent: &Value) {
        self.inside(parent, "x-messages", |walk, messages| {
            for key in messages.as_object().into_iter().flat_map(Map::keys) {
                walk.text(messages, key, 1..=512);
            }
        });
    }

    /// Notes the messages of answer rules.
    fn rules(&mut self, parent: &Value) {
        self.inside(parent, "rules", |walk, rules| {
            for (index, rule) in rules.as_array().into_iter().flatten().enumerate() {
                // The first rule is rule 1.
                let number = (index + 1).to_string();
                walk.at(&number, PlaceKey::Index(index), rule, |walk, rule| {
                    walk.text(rule, "message", 1..=512);
                });
            }
        });
    }
}

/// Returns whether an option has a description or a picture.
fn has_details(option: &Value) -> bool {
    option.get("description").is_some() || option.get("image").is_some()
}

impl Form {
    /// Returns the tags of the languages that the form is translated into, in order.
    #[must_use]
    pub fn translations(&self) -> &[String] {
        &self.definition.translations
    }

    /// Returns the form in a language: the translation with this tag, else the first one with the same primary language
    /// (`de` for `de-AT`), else the form as it was written. It accepts the same answers, and its document has no
    /// translations.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> Form {
        let primary = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let all = self.translations();
        let Some(found) = all
            .iter()
            .find(|known| known.eq_ignore_ascii_case(tag))
            .or_else(|| all.iter().find(|known| primary(known) == primary(tag)))
        else {
            return self.clone();
        };
        // The document was read before, and the texts in it were checked: reading it again cannot fail.
        let translated = serde_json::from_str::<Value>(self.to_json()).ok().and_then(|document| {
            let document = translate(document, found)?;
            Form::reparse(&document.to_string()).ok()
        });
        match translated {
            Some(form) => Form { validators: self.validators.clone(), ..form },
            None => self.clone(),
        }
    }
}

/// Puts the texts of a translation in the place of those of the document.
fn translate(mut document: Value, tag: &str) -> Option<Value> {
    let places = text_places(&document);
    let translation = document.as_object_mut()?.remove("translations")?.get_mut(tag)?.take();
    for place in places {
        let text = place.path.iter().try_fold(&translation, |value, key| value.get(key));
        let Some(text) = text.and_then(Value::as_str) else { continue };
        put(&mut document, &place.place, text);
    }
    document.as_object_mut()?.insert("x-language".to_owned(), tag.into());
    Some(document)
}

fn put(document: &mut Value, place: &[PlaceKey], text: &str) {
    let mut value = document;
    for key in place {
        let next = match key {
            PlaceKey::Key(key) => value.get_mut(key.as_str()),
            PlaceKey::Index(index) => value.get_mut(*index),
            PlaceKey::Option(index) => match value.get_mut(*index) {
                Some(option) => {
                    if let Some(known) = option.as_str() {
                        let known = known.to_owned();
                        *option = serde_json::json!({ "value": known, "title": text });
                    }
                    option.as_object_mut().map(|option| option.entry("title").or_insert(Value::Null))
                }
                None => None,
            },
        };
        let Some(next) = next else { return };
        value = next;
    }
    *value = Value::String(text.to_owned());
}

/// Returns the tags under `translations`.
pub(crate) fn tags(node: &Node<'_>) -> Vec<String> {
    match &node.value {
        Json::Object(members) => members.iter().map(|member| member.key.to_string()).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
