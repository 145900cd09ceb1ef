//! `askwell schema`: converts a form to a schema, or prints the published schemas of the form
//! language.
//!
//! Rules that a schema cannot express are reported on stderr.

use anyhow::Result;
use askwell_form::schema::{Export, Loss, MetaSchema, Revision};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde_json::Value;

use crate::ExitReason;
use crate::arguments::{self, SchemaArguments};
use crate::console::Console;
use crate::diagnostic::{self, count};
use crate::document::Document;
use crate::safe_text;

/// The target format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    JsonSchema,
    Mcp(Revision),
    Rjsf,
    Meta(MetaSchema),
}

/// All targets; the first of its family has the short name.
const TARGETS: [Target; 8] = [
    Target::JsonSchema,
    Target::Mcp(Revision::V2026_07_28),
    Target::Mcp(Revision::V2025_11_25),
    Target::Mcp(Revision::V2025_06_18),
    Target::Rjsf,
    Target::Meta(MetaSchema::FormDefinition),
    Target::Meta(MetaSchema::FormResponse),
    Target::Meta(MetaSchema::ValidationError),
];

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        &TARGETS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Target::JsonSchema => ("json-schema", "JSON Schema, draft 2020-12"),
            Target::Mcp(Revision::V2026_07_28) => ("mcp", "what MCP clients get, revision 2026-07-28"),
            Target::Mcp(Revision::V2025_11_25) => ("mcp=2025-11-25", "the same for an older revision"),
            Target::Mcp(Revision::V2025_06_18) => ("mcp=2025-06-18", "the same for the oldest revision"),
            Target::Rjsf => ("rjsf", "schema, uiSchema and formData for react-jsonschema-form"),
            Target::Meta(MetaSchema::FormDefinition) => ("meta", "the schema of form documents, for editors"),
            Target::Meta(MetaSchema::FormResponse) => ("meta=form-response", "the schema of responses"),
            Target::Meta(MetaSchema::ValidationError) => {
                ("meta=validation-error", "the schema of validation errors")
            }
        };
        let value = PossibleValue::new(name).help(help);
        Some(match name {
            "mcp" => value.alias("mcp=2026-07-28"),
            "meta" => value.alias("meta=form-definition"),
            _ => value,
        })
    }
}

pub(crate) fn run(arguments: &SchemaArguments, console: &Console) -> Result<ExitReason> {
    match (arguments.target, arguments.form.as_deref()) {
        (Target::Meta(schema), None) => {
            console.print_json(schema.text())?;
            Ok(ExitReason::Success)
        }
        (Target::Meta(_), Some(_)) => {
            arguments::usage_error("schema", "--as meta prints the schema of all forms and takes no FORM")
        }
        (_, None) => arguments::usage_error("schema", "a FORM is needed, except with --as meta"),
        (target, Some(path)) => {
            let document = Document::read(path)?;
            match document.form() {
                Ok(form) => {
                    let (schema, losses) = match target {
                        Target::Mcp(revision) => parts(form.to_mcp_schema(revision)),
                        Target::Rjsf => {
                            let export = form.to_rjsf();
                            (export.to_value(), export.losses)
                        }
                        Target::JsonSchema | Target::Meta(_) => parts(form.to_json_schema()),
                    };
                    print(&schema, &losses, arguments.strict, console)
                }
                Err(defects) => {
                    diagnostic::report_defects(&document, &defects, console);
                    Ok(ExitReason::Problems)
                }
            }
        }
    }
}

fn parts(export: Export) -> (Value, Vec<Loss>) {
    (export.schema, export.losses)
}

fn print(schema: &Value, losses: &[Loss], strict: bool, console: &Console) -> Result<ExitReason> {
    let json = serde_json::to_string_pretty(schema)?;
    console.print_json(&format!("{json}\n"))?;
    if losses.is_empty() {
        return Ok(ExitReason::Success);
    }
    for loss in losses {
        console.warning(&safe_text::line(&loss.to_string()));
    }
    let summary = format!("the schema says less than the form: {}", count(losses.len(), "loss"));
    if strict {
        console.failure(&summary);
        return Ok(ExitReason::Problems);
    }
    console.print_report(&summary);
    Ok(ExitReason::Success)
}
