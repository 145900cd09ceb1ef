//! Creates forms from Rust types and converts answers back.
//!
//! A struct that derives `schemars::JsonSchema` and `serde::Deserialize` is a form: its fields are
//! the questions, its doc comments the descriptions, its ranges, lengths and patterns the
//! constraints.

use schemars::{JsonSchema, SchemaGenerator};

use crate::defect::{Defect, DefectCode, Defects};
use crate::definition::Form;

impl Form {
    /// Returns the form for a type. Optional fields are those that are `Option` or have a serde
    /// default.
    ///
    /// ```
    /// use askwell_form::Form;
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Deploy {
    ///     /// The release to roll out.
    ///     #[schemars(regex(pattern = r"^\d+\.\d+\.\d+$"))]
    ///     version: String,
    ///     environment: Environment,
    ///     #[schemars(range(min = 1, max = 20))]
    ///     replicas: Option<u8>,
    /// }
    ///
    /// #[derive(Deserialize, JsonSchema, PartialEq, Debug)]
    /// #[serde(rename_all = "lowercase")]
    /// enum Environment { Staging, Production }
    ///
    /// let form = Form::of::<Deploy>("Deploy a release")?;
    /// let answers = form.check(&serde_json::json!({"version": "1.2.3", "environment": "staging"})).unwrap();
    /// let deploy: Deploy = answers.to().unwrap();
    /// assert_eq!((deploy.environment, deploy.replicas), (Environment::Staging, None));
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    ///
    /// # Errors
    /// When the type has nested structs, or lists of anything but choices and structs. A list of structs is a repeating
    /// group, of at most 100 rows unless its length says otherwise. Also when
    /// it asks for something that a form cannot check: nothing is dropped in silence.
    pub fn of<T: JsonSchema>(title: &str) -> Result<Form, Defects> {
        let mut schema = SchemaGenerator::default().into_root_schema_for::<T>();
        // schemars calls a type by its Rust name, which is nothing to show to people.
        schema.remove("title");
        let import = Form::import(schema.as_value(), title)?;
        if import.notes.is_empty() {
            return Ok(import.form);
        }
        let defect = |note: &crate::schema::ImportNote| Defect {
            code: DefectCode::Contradiction,
            pointer: format!("/properties/{}", note.property.as_deref().unwrap_or_default()),
            place: None,
            message: note.to_string(),
            expected: None,
            found: None,
            suggestion: None,
        };
        Err(Defects(import.notes.iter().map(defect).collect()))
    }
}
