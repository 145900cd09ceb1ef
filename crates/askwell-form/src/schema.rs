//! Converts forms to JSON Schemas and JSON Schemas to forms.
//!
//! A form becomes a JSON Schema of draft 2020-12, which expresses nearly all rules of the checker,
//! or the small dialect of MCP elicitation, which expresses far fewer. Each rule that a schema
//! cannot express is listed as a [`Loss`]; such a schema accepts more than the form, and never
//! less, with one exception: a URL has the format `uri`, which many validators limit to ASCII. In
//! the other direction, a schema from a server (or from `schemars`) becomes a form.
//!
//! A schema describes typed answers: a number as a number, a blank field as a missing member or as
//! an empty text or list. The checker is more lenient: it also reads `"8080"` as a number and
//! `null` as a missing answer.
//!
//! This module does not check answers: the receiver checks them against the form. [`Form::import`]
//! rejects a schema with inner objects; the imports for authors make fields of their properties.

mod import;
mod json_schema;
mod loss;
mod mcp;
mod meta;
mod numbers;
mod presence;
mod revision;
mod rjsf;

use serde_json::{Map, Value};

use crate::defect::Defects;
use crate::definition::{Field, Form};

pub use import::{Import, ImportNote, Operation};
pub use loss::{Effect, Feature, Loss};
pub use meta::MetaSchema;
pub use revision::{Revision, UnknownRevision};
pub use rjsf::RjsfExport;

/// The key under which an imported form keeps what its schema said and the form language has no word for. A
/// keyword with the value `null` was missing, and is left out again.
const KEPT: &str = "x-schema";

/// The members of a schema.
type Keywords = Map<String, Value>;

/// A schema made from a form, with everything it could not carry.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Export {
    /// The schema.
    pub schema: Value,
    /// What it does not say, in the order of the fields; what concerns the whole form comes last.
    pub losses: Vec<Loss>,
}

impl Form {
    /// Returns the form as a JSON Schema of draft 2020-12. With no losses it accepts exactly the
    /// typed answers that [`Form::check`] accepts, given a validator that checks formats.
    ///
    /// ```
    /// # use askwell_form::Form;
    /// let form = Form::parse(r#"{"id": "server", "title": "Server", "fields": [
    ///     {"id": "port", "type": "number", "label": "Port", "required": true, "validation": {"maximum": 65535}}
    /// ]}"#)?;
    /// let export = form.to_json_schema();
    /// assert_eq!(export.schema["properties"]["port"]["maximum"], 65535);
    /// assert!(export.losses.is_empty());
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    #[must_use]
    pub fn to_json_schema(&self) -> Export {
        json_schema::export(self)
    }

    /// Returns the form as the `requestedSchema` of an MCP elicitation, with no keyword that the
    /// revision does not have.
    ///
    /// Not listed as losses are the ground rules of every form, which MCP has no way to say: texts without
    /// hidden characters, choices without repetition, no keys but those of the form.
    #[must_use]
    pub fn to_mcp_schema(&self, revision: Revision) -> Export {
        mcp::export(self, revision)
    }

    /// Returns the form for react-jsonschema-form. Blank answers are left out there, as RJSF does; with no losses its
    /// validator accepts the same answers as [`Form::check`], apart from blank ones.
    #[must_use]
    pub fn to_rjsf(&self) -> RjsfExport {
        rjsf::export(self)
    }

    /// Makes a form of a schema: the `requestedSchema` of an MCP elicitation with its message, or any JSON
    /// Schema of an object whose properties are texts, numbers, truth values, choices of one or several, and arrays of
    /// objects of these, which become repeating groups.
    ///
    /// Liberal where nothing is lost by it: `$ref`s, `null` as an alternative, unknown keywords and formats are
    /// understood or kept, and what the form language refuses (a default that violates its own constraints, a
    /// label of a thousand characters) is dropped or shortened and noted. A property whose name cannot be an id
    /// gets one of its own, see [`Field::property`].
    ///
    /// # Errors
    /// When it is not such a schema; pointers lead into the schema.
    pub fn import(schema: &Value, message: &str) -> Result<Import, Defects> {
        import::import(schema, message)
    }

    /// Makes a form of a JSON Schema of draft 2020-12 (or draft 7), for its author to work on.
    ///
    /// Follows references within the document, merges `allOf`, makes fields of the properties of inner objects, and
    /// rules of `dependentRequired` and simple `if`. Everything that the form does not say is in the notes, with its
    /// place and what became of it. Unlike [`Form::import`], it leaves properties out that a form cannot ask for, and
    /// keeps no keywords for a later export.
    ///
    /// ```
    /// # use askwell_form::Form;
    /// # use serde_json::json;
    /// let import = Form::import_json_schema(&json!({"type": "object", "title": "Server", "properties": {
    ///     "port": {"type": "integer", "maximum": 65535, "examples": [8080]}
    /// }}))?;
    /// assert_eq!(import.form.fields()[0].label(), "Port");
    /// assert_eq!(import.notes[0].pointer, "/properties/port/examples");
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    ///
    /// # Errors
    /// When it is not the schema of an object, or nothing in it can be asked for.
    pub fn import_json_schema(schema: &Value) -> Result<Import, Defects> {
        import::author::json_schema(schema)
    }

    /// Makes a form of what react-jsonschema-form gets: an object with `schema`, and perhaps `uiSchema` and
    /// `formData`, whose values become defaults. Pointers of notes lead into `schema`, those that begin with
    /// `/uiSchema` into the other.
    ///
    /// # Errors
    /// As [`Form::import_json_schema`].
    pub fn import_rjsf(bundle: &Value) -> Result<Import, Defects> {
        import::author::rjsf(bundle)
    }

    /// Makes a form of the request body of an operation in an OpenAPI document of version 3.0 or 3.1. `media_type` is
    /// the content to take; without it JSON is preferred to multipart and URL-encoded forms.
    ///
    /// # Errors
    /// As [`Form::import_json_schema`]; also when there is no such operation or content.
    pub fn import_openapi(
        document: &Value,
        operation: &Operation,
        media_type: Option<&str>,
    ) -> Result<Import, Defects> {
        import::author::open_api(document, operation, media_type)
    }

    /// Returns a form that was imported with an empty message, with this message as its title or description, as
    /// [`Form::import`] would have placed it. Compiles the form again: for showing it, not for checking answers.
    ///
    /// # Errors
    /// When the form cannot be read again, which a form of [`Form::import`] always can.
    pub fn with_message(&self, message: &str) -> Result<Form, Defects> {
        import::with_message(self, message)
    }
}

/// What every schema of a field says to people.
fn annotations(field: &Field) -> Keywords {
    let mut keywords = Keywords::new();
    keywords.insert("title".to_owned(), field.label().into());
    if let Some(description) = field.description() {
        keywords.insert("description".to_owned(), description.into());
    }
    keywords
}

/// Adds a keyword if there is something to say.
fn put(keywords: &mut Keywords, key: &str, value: Option<Value>) {
    if let Some(value) = value {
        keywords.insert(key.to_owned(), value);
    }
}

/// Returns a bound on a length, unless it bounds nothing.
fn length(length: usize, unbounded: usize) -> Option<Value> {
    (length != unbounded).then(|| length.into())
}
