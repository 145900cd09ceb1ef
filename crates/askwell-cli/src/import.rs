//! `askwell import`: makes a form of a JSON Schema, an RJSF form, or an OpenAPI request body.
//!
//! The form goes to stdout. What it does not say is listed on stderr, with its place.

mod yaml;

use std::path::Path;

use anyhow::{Result, anyhow};
use askwell_form::schema::{Import, Operation};
use askwell_form::{Defects, Form};
use clap::ValueEnum;
use serde_json::{Value, json};

use crate::ExitReason;
use crate::arguments::{self, ImportArguments};
use crate::console::Console;
use crate::diagnostic::count;
use crate::document::Document;
use crate::safe_text;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SourceKind {
    /// a JSON Schema, draft 2020-12 or 7
    JsonSchema,
    /// schema, uiSchema and formData of react-jsonschema-form
    Rjsf,
    /// an OpenAPI document, version 3.0 or 3.1
    Openapi,
}

pub(crate) fn run(arguments: &ImportArguments, console: &Console) -> Result<ExitReason> {
    let document = read(&arguments.file)?;
    let kind = arguments.from.unwrap_or_else(|| guess(&document));
    if kind != SourceKind::Openapi && (arguments.operation.is_some() || arguments.media_type.is_some()) {
        arguments::usage_error("import", "--operation and --media-type are for OpenAPI documents");
    }
    let import = match (kind, &arguments.ui_schema) {
        (SourceKind::JsonSchema, None) => Form::import_json_schema(&document),
        (SourceKind::Rjsf, None) if document.get("schema").is_some() => Form::import_rjsf(&document),
        (SourceKind::Rjsf, None) => Form::import_rjsf(&json!({"schema": document})),
        (SourceKind::JsonSchema | SourceKind::Rjsf, Some(path)) => {
            let schema = document.get("schema").unwrap_or(&document);
            let form_data = document.get("formData").cloned().unwrap_or(json!({}));
            Form::import_rjsf(&json!({"schema": schema, "uiSchema": read(path)?, "formData": form_data}))
        }
        (SourceKind::Openapi, None) => {
            let operation = arguments.operation.as_deref().map_or(Operation::Only, Operation::parse);
            Form::import_openapi(&document, &operation, arguments.media_type.as_deref())
        }
        (SourceKind::Openapi, Some(_)) => {
            arguments::usage_error("import", "--ui-schema goes with a JSON Schema, not with OpenAPI")
        }
    };
    match import {
        Ok(import) => print(&import, arguments.strict, console),
        Err(defects) => {
            report(&defects, console);
            Ok(ExitReason::Problems)
        }
    }
}

/// Reads JSON or YAML.
fn read(path: &Path) -> Result<Value> {
    let document = Document::read(path)?;
    let text = document.text();
    let is_json = text.trim_start().starts_with(['{', '[']);
    let read = if is_json {
        serde_json::from_str(&text).map_err(|error| anyhow!("{error}"))
    } else {
        yaml::read(&text)
    };
    let language = if is_json { "JSON" } else { "YAML" };
    read.map_err(|error| {
        anyhow!("cannot read {} as {language}: {}", document.name, safe_text::line(&error.to_string()))
    })
}

fn guess(document: &Value) -> SourceKind {
    if document.get("openapi").is_some() || document.get("swagger").is_some() {
        SourceKind::Openapi
    } else if document.get("schema").is_some_and(Value::is_object) && document.get("properties").is_none() {
        SourceKind::Rjsf
    } else {
        SourceKind::JsonSchema
    }
}

fn print(import: &Import, strict: bool, console: &Console) -> Result<ExitReason> {
    let json = serde_json::to_string_pretty(&import.form.to_value())?;
    console.print_json(&format!("{json}\n"))?;
    if import.notes.is_empty() {
        return Ok(ExitReason::Success);
    }
    for note in &import.notes {
        let place = if note.pointer.is_empty() { "/" } else { &note.pointer };
        console.warning(&safe_text::line(&format!("{place}: {}", note.what)));
    }
    let summary =
        format!("the form differs from what was imported: {}", count(import.notes.len(), "difference"));
    if strict {
        console.failure(&summary);
        return Ok(ExitReason::Problems);
    }
    console.print_report(&summary);
    Ok(ExitReason::Success)
}

fn report(defects: &Defects, console: &Console) {
    for defect in defects {
        let place = if defect.pointer.is_empty() { "/" } else { &defect.pointer };
        let expected = defect.expected.as_ref().map(|text| format!("; expected {text}")).unwrap_or_default();
        console.failure(&safe_text::line(&format!("{place}: {}{expected}", defect.message)));
    }
}
