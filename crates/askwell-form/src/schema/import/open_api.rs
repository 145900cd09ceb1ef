//! Finds the request body of an operation in an OpenAPI document.

use serde_json::{Value, json};

use super::adapt::below;
use super::merge::Merger;
use super::{defect, token};
use crate::defect::{Defect, DefectCode};
use crate::schema::Keywords;
use crate::text::excerpt;

/// The methods of a path, as OpenAPI writes them.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The media types that a form can fill in, the best first.
const MEDIA_TYPES: [&str; 3] =
    ["application/json", "multipart/form-data", "application/x-www-form-urlencoded"];

/// How many references lead from an operation to its body.
const DEEPEST: usize = 8;

/// Which operation of an OpenAPI document is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// The only one that has a request body.
    Only,
    /// The one with this `operationId`.
    Id(String),
    /// The one with this method and path, such as `post` and `/pets/{id}`.
    Route {
        /// The method, in small or capital letters.
        method: String,
        /// The path as the document writes it.
        path: String,
    },
}

impl Operation {
    /// Reads an operation as people write it: `createPet`, or `POST /pets`.
    #[must_use]
    pub fn parse(text: &str) -> Operation {
        match text.trim().split_once(char::is_whitespace) {
            Some((method, path)) if path.trim_start().starts_with('/') => {
                Operation::Route { method: method.to_ascii_lowercase(), path: path.trim().to_owned() }
            }
            _ => Operation::Id(text.trim().to_owned()),
        }
    }
}

/// The body of an operation.
pub(super) struct Body {
    pub(super) schema: Value,
    pub(super) pointer: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) id: Option<String>,
    /// `encoding` of a multipart body: property, its content types.
    pub(super) content_types: Vec<(String, Vec<String>)>,
}

struct Candidate<'d> {
    method: &'static str,
    path: &'d str,
    pointer: String,
    operation: &'d Keywords,
}

impl Candidate<'_> {
    fn id(&self) -> Option<&str> {
        self.operation.get("operationId").and_then(Value::as_str)
    }

    fn name(&self) -> String {
        let route = format!("{} {}", self.method.to_ascii_uppercase(), self.path);
        self.id().map_or(route.clone(), |id| format!("{id} ({route})"))
    }
}

/// Finds the body, or says which operations there are.
pub(super) fn body(
    document: &Value,
    wanted: &Operation,
    media_type: Option<&str>,
    merger: &mut Merger<'_>,
) -> Result<Body, Box<Defect>> {
    let version = document.get("openapi").and_then(Value::as_str).unwrap_or_default();
    if !version.starts_with("3.") {
        let found = if document.get("swagger").is_some() {
            "a Swagger 2 document"
        } else {
            "not an OpenAPI document"
        };
        let expected = "OpenAPI 3.0 or 3.1 with the key `openapi`";
        return Err(defect("/openapi".to_owned(), DefectCode::WrongType, found, expected));
    }
    let candidates = candidates(document);
    let with_body: Vec<&Candidate<'_>> =
        candidates.iter().filter(|candidate| candidate.operation.contains_key("requestBody")).collect();
    let list = || {
        let names: Vec<String> = with_body.iter().take(30).map(|candidate| candidate.name()).collect();
        if names.is_empty() {
            "an operation with a request body".to_owned()
        } else {
            format!("one of {}", names.join(", "))
        }
    };
    let chosen = match wanted {
        Operation::Only => match with_body.as_slice() {
            [only] => *only,
            _ => {
                let message = format!("{} operations have a request body", with_body.len());
                return Err(defect("/paths".to_owned(), DefectCode::UnknownReference, message, list()));
            }
        },
        Operation::Id(id) => candidates
            .iter()
            .find(|candidate| candidate.id() == Some(id))
            .ok_or_else(|| unknown(id, list()))?,
        Operation::Route { method, path } => candidates
            .iter()
            .find(|candidate| candidate.method.eq_ignore_ascii_case(method) && candidate.path == path)
            .ok_or_else(|| unknown(&format!("{method} {path}"), list()))?,
    };
    note_parameters(document, chosen, merger);
    let Some(request) = chosen.operation.get("requestBody") else {
        let message = format!("{} has no request body", excerpt(&chosen.name(), 80));
        return Err(defect(chosen.pointer.clone(), DefectCode::Missing, message, list()));
    };
    let (request, pointer) = follow(document, request, &format!("{}/requestBody", chosen.pointer))?;
    content(chosen, request, &pointer, media_type, merger)
}

fn unknown(name: &str, expected: String) -> Box<Defect> {
    let message = format!("no operation `{}`", excerpt(name, 80));
    defect("/paths".to_owned(), DefectCode::UnknownReference, message, expected)
}

fn candidates(document: &Value) -> Vec<Candidate<'_>> {
    let paths = document.get("paths").and_then(Value::as_object);
    let mut found = Vec::new();
    for (path, item) in paths.into_iter().flatten() {
        for method in METHODS {
            if let Some(operation) = item.get(method).and_then(Value::as_object) {
                let pointer = format!("/paths/{}/{method}", token(path));
                found.push(Candidate { method, path, pointer, operation });
            }
        }
    }
    found
}

/// Parameters are not in the body, and the form does not ask for them.
fn note_parameters(document: &Value, chosen: &Candidate<'_>, merger: &mut Merger<'_>) {
    let lists = [
        (chosen.operation.get("parameters"), format!("{}/parameters", chosen.pointer)),
        (
            document.pointer(&format!("/paths/{}/parameters", token(chosen.path))),
            format!("/paths/{}/parameters", token(chosen.path)),
        ),
    ];
    for (list, pointer) in lists {
        for (index, parameter) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
            let at = format!("{pointer}/{index}");
            let parameter = follow(document, parameter, &at).map_or(parameter, |(found, _)| found);
            let text = |key: &str| parameter.get(key).and_then(Value::as_str).unwrap_or_default();
            let what = format!(
                "the {} parameter `{}` is not in the body: not asked for",
                excerpt(text("in"), 20),
                excerpt(text("name"), 40)
            );
            merger.note(at, what);
        }
    }
}

/// Follows references within the document.
fn follow<'d>(
    document: &'d Value,
    start: &'d Value,
    pointer: &str,
) -> Result<(&'d Value, String), Box<Defect>> {
    let (mut here, mut pointer) = (start, pointer.to_owned());
    for _ in 0..DEEPEST {
        let Some(reference) = here.get("$ref").and_then(Value::as_str) else { return Ok((here, pointer)) };
        let target = reference.strip_prefix('#').and_then(|target| Some((target, document.pointer(target)?)));
        let Some((target, found)) = target else { break };
        (here, pointer) = (found, target.to_owned());
    }
    let message = "a reference that leads to nothing in this document";
    Err(defect(format!("{pointer}/$ref"), DefectCode::UnknownReference, message, "a request body"))
}

fn content(
    chosen: &Candidate<'_>,
    request: &Value,
    pointer: &str,
    wanted: Option<&str>,
    merger: &mut Merger<'_>,
) -> Result<Body, Box<Defect>> {
    let no_content = Keywords::new();
    let content = request.get("content").and_then(Value::as_object).unwrap_or(&no_content);
    let essence = |name: &str| name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let find = |wanted: &str| content.iter().find(|(name, _)| essence(name) == wanted.to_ascii_lowercase());
    let is_json = |name: &str| essence(name).ends_with("+json") || essence(name) == "*/*";
    let found = match wanted {
        Some(wanted) => find(wanted),
        None => MEDIA_TYPES
            .iter()
            .find_map(|name| find(name))
            .or_else(|| content.iter().find(|(name, _)| is_json(name))),
    };
    let Some((name, media)) = found else {
        let names: Vec<&str> = content.keys().map(String::as_str).collect();
        let message = format!("no such content; the operation takes {}", excerpt(&names.join(", "), 200));
        let pointer = format!("{pointer}/content");
        return Err(defect(pointer, DefectCode::UnknownReference, message, MEDIA_TYPES.join(", ")));
    };
    for other in content.keys().filter(|other| *other != name) {
        let what = format!("ignored: the form is made for {}", excerpt(name, 60));
        merger.note(below(&format!("{pointer}/content"), other), what);
    }
    let pointer = below(&format!("{pointer}/content"), name);
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let operation = Value::from(chosen.operation.clone());
    let mut content_types = Vec::new();
    for (property, encoding) in media.get("encoding").and_then(Value::as_object).into_iter().flatten() {
        for (key, value) in encoding.as_object().into_iter().flatten() {
            let at = format!("{pointer}/encoding/{}/{}", token(property), token(key));
            match (key.as_str(), value.as_str()) {
                ("contentType", Some(types)) => content_types
                    .push((property.clone(), types.split(',').map(|name| name.trim().to_owned()).collect())),
                _ => merger.note(at, "ignored: it is about how the body is sent"),
            }
        }
    }
    Ok(Body {
        schema: media.get("schema").cloned().unwrap_or_else(|| json!({})),
        pointer: format!("{pointer}/schema"),
        title: text(&operation, "summary").or_else(|| chosen.id().map(str::to_owned)),
        description: text(request, "description").or_else(|| text(&operation, "description")),
        id: chosen.id().map(str::to_owned),
        content_types,
    })
}
