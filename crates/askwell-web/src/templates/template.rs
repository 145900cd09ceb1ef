//! One template: a form document and its parameters.

use askwell_form::{Form, JsonKind, Part, Source};
use serde_json::{Map, Value};

use crate::json::{JsonObject, list, quoted};
use crate::rpc::error::RpcError;
use crate::rpc::error_code::ErrorCode;

/// The member that declares the parameters.
const DECLARED: &str = "x-parameters";

/// The default for the most characters of a parameter.
const USUAL_LENGTH: u64 = 256;

/// The largest `maxLength`.
const LONGEST: u64 = 10_000;

/// A valid template.
#[derive(Debug)]
pub(super) struct Template {
    form: Form,
    parameters: Vec<TemplateParameter>,
}

/// A parameter of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TemplateParameter {
    name: String,
    description: Option<String>,
    default: Option<String>,
    max_length: u64,
}

impl Template {
    /// Parses a template, or returns all that is wrong with it.
    pub(super) fn read(text: &str) -> Result<Template, String> {
        let form = Form::parse(text).map_err(|defects| defects.to_string())?;
        let parameters = match form.extensions().get(DECLARED) {
            None => Vec::new(),
            Some(Value::Object(declared)) => {
                declared.iter().map(|(name, value)| declaration(name, value)).collect::<Result<_, _>>()?
            }
            Some(_) => return Err(format!("{DECLARED} must be an object: a name and what is known of it")),
        };
        let document = Template { form, parameters };
        document.check_uses()?;
        Ok(document)
    }

    /// Checks that every `{{name}}` is declared and every declared name is used.
    fn check_uses(&self) -> Result<(), String> {
        let mut used = Vec::new();
        let collected = self.write(&mut |name| {
            used.push(name.to_owned());
            Ok(String::new())
        });
        collected.map_err(|_| "the document cannot be read again".to_owned())?;
        if let Some(unknown) =
            used.iter().find(|name| !self.parameters.iter().any(|known| known.name == **name))
        {
            return Err(format!("{{{{{unknown}}}}} is used but not declared in {DECLARED}"));
        }
        match self.parameters.iter().find(|known| !used.contains(&known.name)) {
            Some(unused) => Err(format!("{} is declared in {DECLARED} but never used", unused.name)),
            None => Ok(()),
        }
    }

    /// Returns the form with these parameters.
    pub(super) fn fill(&self, parameters: Option<Part<'_>>) -> Result<Form, RpcError> {
        let mut given = Vec::new();
        for (name, part) in parameters.and_then(Part::members).into_iter().flatten() {
            given.push((self.parameter(name)?, text_of(name, part)?));
        }
        for (parameter, text) in &given {
            let length = text.chars().count() as u64;
            if length > parameter.max_length {
                let message = format!(
                    "{} has {length} characters; at most {} fit",
                    parameter.name, parameter.max_length
                );
                return Err(refused(&parameter.name, "parameter_too_long", message));
            }
        }
        let filled = self.write(&mut |name| {
            let text =
                given.iter().find(|(parameter, _)| parameter.name == name).map(|(_, text)| text.clone());
            let default = || self.parameters.iter().find(|known| known.name == name)?.default.clone();
            let missing = || refused(name, "missing_parameter", format!("the parameter {name} is needed"));
            text.or_else(default).ok_or_else(missing)
        })?;
        Form::parse(&filled).map_err(|defects| RpcError::from(&defects))
    }

    fn parameter(&self, name: &str) -> Result<&TemplateParameter, RpcError> {
        self.parameters.iter().find(|known| known.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.parameters.iter().map(|known| known.name.as_str()).collect();
            let message = if names.is_empty() {
                "this template has no parameters".to_owned()
            } else {
                format!("this template has no parameter {name}; it has: {}", names.join(", "))
            };
            refused(name, "unknown_parameter", message)
        })
    }

    /// Returns the document with its placeholders replaced and without its declarations.
    fn write(&self, replace: &mut dyn FnMut(&str) -> Result<String, RpcError>) -> Result<String, RpcError> {
        let json = self.form.to_json();
        let internal = |_| RpcError::new(ErrorCode::Internal, "the template cannot be read again");
        let source = Source::read(json).map_err(internal)?;
        let mut out = String::with_capacity(json.len());
        let members = source.root().members().into_iter().flatten();
        write_object(&mut out, members.filter(|(key, _)| *key != DECLARED), replace)?;
        Ok(out)
    }

    /// Adds the description of the template for `templates/list`.
    pub(super) fn describe(&self, object: JsonObject) -> JsonObject {
        let parameters = self.parameters.iter().map(|parameter| {
            JsonObject::new()
                .text("name", &parameter.name)
                .optional(parameter.description.as_ref(), |object, text| object.text("description", text))
                .boolean("required", parameter.default.is_none())
                .optional(parameter.default.as_ref(), |object, text| object.text("default", text))
                .number("maxLength", parameter.max_length)
                .finish()
        });
        object
            .text("title", self.form.title())
            .optional(self.form.description(), |object, text| object.text("description", text))
            .raw("parameters", &list(parameters))
    }
}

fn refused(name: &str, kind: &str, message: String) -> RpcError {
    let pointer = format!("/params/parameters/{name}");
    RpcError::with(ErrorCode::Template, message, kind, |data| data.text("pointer", &pointer))
}

/// Returns a parameter as text. Numbers and booleans are taken as they are written.
fn text_of(name: &str, part: Part<'_>) -> Result<String, RpcError> {
    match part.kind() {
        JsonKind::Text => Ok(part.as_text().unwrap_or_default().to_owned()),
        JsonKind::Number | JsonKind::Bool => Ok(part.json().to_owned()),
        _ => {
            Err(refused(name, "invalid_parameter", format!("{name} must be a string, a number or a boolean")))
        }
    }
}

fn write(
    out: &mut String,
    part: Part<'_>,
    replace: &mut dyn FnMut(&str) -> Result<String, RpcError>,
) -> Result<(), RpcError> {
    if let Some(text) = part.as_text() {
        out.push_str(&quoted(&replaced(text, replace)?));
    } else if let Some(items) = part.items() {
        out.push('[');
        for (index, item) in items.enumerate() {
            if index > 0 {
                out.push(',');
            }
            write(out, item, replace)?;
        }
        out.push(']');
    } else if let Some(members) = part.members() {
        write_object(out, members, replace)?;
    } else {
        out.push_str(part.json());
    }
    Ok(())
}

fn write_object<'p>(
    out: &mut String,
    members: impl Iterator<Item = (&'p str, Part<'p>)>,
    replace: &mut dyn FnMut(&str) -> Result<String, RpcError>,
) -> Result<(), RpcError> {
    out.push('{');
    for (index, (key, value)) in members.enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&quoted(key));
        out.push(':');
        write(out, value, replace)?;
    }
    out.push('}');
    Ok(())
}

/// Replaces every `{{name}}` once. Inserted text is not searched again.
fn replaced(
    text: &str,
    replace: &mut dyn FnMut(&str) -> Result<String, RpcError>,
) -> Result<String, RpcError> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        match after.split_once("}}").filter(|(name, _)| is_name(name)) {
            Some((name, after)) => {
                out.push_str(&replace(name)?);
                rest = after;
            }
            None => {
                out.push_str("{{");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=64).contains(&text.len()) && text.bytes().all(plain)
}

fn declaration(name: &str, value: &Value) -> Result<TemplateParameter, String> {
    if !is_name(name) {
        return Err(format!("{DECLARED} names {name:?}; a name has 1 to 64 letters, digits or underscores"));
    }
    let Value::Object(members) = value else {
        return Err(format!("{DECLARED}.{name} must be an object, if an empty one"));
    };
    let known = ["description", "default", "maxLength"];
    if let Some(unknown) = members.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("{DECLARED}.{name} has no {unknown}; there are: {}", known.join(", ")));
    }
    let max_length = match members.get("maxLength") {
        None => USUAL_LENGTH,
        Some(number) => number
            .as_u64()
            .filter(|length| (1..=LONGEST).contains(length))
            .ok_or_else(|| format!("{DECLARED}.{name}.maxLength must be a number between 1 and {LONGEST}"))?,
    };
    Ok(TemplateParameter {
        name: name.to_owned(),
        description: declared_text(members, name, "description")?,
        default: declared_text(members, name, "default")?,
        max_length,
    })
}

fn declared_text(members: &Map<String, Value>, name: &str, key: &str) -> Result<Option<String>, String> {
    match members.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("{DECLARED}.{name}.{key} must be a text")),
    }
}
