//! Imports the options of a choice from all common notations.

use hashbrown::HashSet;
use serde_json::{Value, json};

use super::resolve::Resolver;
use super::{defect, wording};
use crate::defect::{Defect, DefectCode};
use crate::schema::Keywords;
use crate::text::hidden_character;

/// Options as a form document writes them.
pub(super) struct ReadOptions {
    pub(super) options: Vec<Value>,
    /// What was left out or changed, in words.
    pub(super) notes: Vec<&'static str>,
}

struct OptionEntry {
    value: String,
    title: Option<String>,
    description: Option<String>,
}

/// Takes the options out of the keywords; `None` if there are none.
pub(super) fn take(
    resolver: Resolver<'_>,
    keywords: &mut Keywords,
    pointer: &str,
) -> Result<Option<ReadOptions>, Box<Defect>> {
    let mut notes = Vec::new();
    let mut entries = Vec::new();
    if let Some((key, branches)) = take_branches(keywords) {
        for (index, branch) in branches.iter().enumerate() {
            let pointer = format!("{pointer}/{key}/{index}");
            let mut branch = resolver.flatten(branch, &pointer)?.keywords;
            entries.extend(read_branch(&mut branch, &pointer)?);
        }
    } else if let Some(listed) = take_listed(keywords, pointer)? {
        let names = keywords.remove("enumNames");
        let names = names.as_ref().and_then(Value::as_array).filter(|names| names.len() == listed.len());
        let name = |index: usize| names?.get(index)?.as_str().map(str::to_owned);
        entries.extend(listed.into_iter().enumerate().map(|(index, value)| OptionEntry {
            value,
            title: name(index),
            description: None,
        }));
    } else {
        return Ok(None);
    }
    // The same again, or a second opinion; kept, it would be read first on the way back.
    for key in ["oneOf", "anyOf", "enum", "const", "enumNames"] {
        if keywords.remove(key).is_some() {
            notes.push("the options are listed twice; one of the lists was dropped");
        }
    }
    let options = finish(entries, &mut notes);
    if options.is_empty() {
        let message = "a choice without options";
        return Err(defect(
            pointer.to_owned(),
            DefectCode::OutOfRange,
            message,
            "at least one option that is not empty",
        ));
    }
    Ok(Some(ReadOptions { options, notes }))
}

fn take_branches(keywords: &mut Keywords) -> Option<(&'static str, Vec<Value>)> {
    let key = ["oneOf", "anyOf"].into_iter().find(|key| keywords.get(*key).is_some_and(Value::is_array))?;
    match keywords.remove(key) {
        Some(Value::Array(branches)) => Some((key, branches)),
        _ => None,
    }
}

/// One constant with a title, or several without.
fn read_branch(branch: &mut Keywords, pointer: &str) -> Result<Vec<OptionEntry>, Box<Defect>> {
    // Types that carry comments with their variants describe them, and have no titles.
    let words = branch.remove("title").or_else(|| branch.remove("description"));
    let title = words.as_ref().and_then(Value::as_str);
    let description = branch.remove("description").and_then(|about| about.as_str().map(str::to_owned));
    match take_listed(branch, pointer)? {
        Some(values) if values.len() == 1 => Ok(values
            .into_iter()
            .map(|value| OptionEntry {
                value,
                title: title.map(str::to_owned),
                description: description.clone(),
            })
            .collect()),
        Some(values) => Ok(values
            .into_iter()
            .map(|value| OptionEntry { value, title: None, description: None })
            .collect()),
        None => {
            let message = "an alternative that is not an option";
            Err(defect(
                pointer.to_owned(),
                DefectCode::WrongType,
                message,
                "an object with `const` and `title`",
            ))
        }
    }
}

/// Returns the texts of `enum` or `const`. `null` among them only says that the property may be
/// left out.
fn take_listed(keywords: &mut Keywords, pointer: &str) -> Result<Option<Vec<String>>, Box<Defect>> {
    let (key, values) = match (keywords.remove("enum"), keywords.remove("const")) {
        (Some(Value::Array(values)), _) => ("enum", values),
        (Some(_), _) => {
            let pointer = format!("{pointer}/enum");
            return Err(defect(pointer, DefectCode::WrongType, "wrong type of value", "a list of texts"));
        }
        (None, Some(value)) => ("const", vec![value]),
        (None, None) => return Ok(None),
    };
    let mut texts = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::String(text) => texts.push(text),
            Value::Null => {}
            _ => {
                let pointer = format!("{pointer}/{key}");
                return Err(defect(
                    pointer,
                    DefectCode::WrongType,
                    "an option that is not a text",
                    "a string",
                ));
            }
        }
    }
    Ok(Some(texts))
}

/// Options that a form can have: not empty, not hidden, not there already.
fn finish(entries: Vec<OptionEntry>, notes: &mut Vec<&'static str>) -> Vec<Value> {
    let titled = entries.iter().any(|entry| entry.title.is_some());
    let mut note = |what: &'static str| {
        if !notes.contains(&what) {
            notes.push(what);
        }
    };
    let mut seen = HashSet::with_capacity(entries.len());
    let mut options = Vec::with_capacity(entries.len());
    for OptionEntry { value, title, description } in entries {
        if value.is_empty() {
            note("the empty option was dropped: leaving the field out means the same");
        } else if hidden_character(&value).is_some() {
            note("an option with hidden characters was dropped");
        } else if !seen.insert(value.clone()) {
            note("an option that was listed twice is there once");
        } else if titled {
            let title = title.unwrap_or_else(|| value.clone());
            let visible = wording::visible(&title);
            if visible != title {
                note("hidden characters in the title of an option were taken out");
            }
            let mut option = json!({"value": value, "title": visible});
            if let (Some(about), Some(option)) = (description, option.as_object_mut()) {
                let (shown, unchanged) = wording::description(&about);
                if !unchanged {
                    note("the description of an option was shortened, or had hidden characters");
                }
                if !shown.is_empty() {
                    option.insert("description".to_owned(), shown.into());
                }
            }
            options.push(option);
        } else {
            options.push(value.into());
        }
    }
    options
}
