//! Custom validators: rules that a program registers by name.
//!
//! A form with a validator that is not registered accepts nothing, so that a forgotten registration
//! never lets an answer through.

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;
use serde_json::{Value, json};

use crate::answers::Answers;
use crate::check::problem_from_code;
use crate::constraint::Constraint;
use crate::definition::{Definition, Form};
use crate::problem::Problems;

/// What a validator objects to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The field it is about, if it is about one.
    pub field: Option<String>,
    /// A full sentence for the person who answered.
    pub message: String,
}

impl Finding {
    /// Objects to one field's answer.
    pub fn in_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Finding { field: Some(field.into()), message: message.into() }
    }

    /// Objects to the answers as a whole.
    pub fn overall(message: impl Into<String>) -> Self {
        Finding { field: None, message: message.into() }
    }
}

type Validator = Arc<dyn Fn(&Answers) -> Vec<Finding> + Send + Sync>;

/// Validators by name.
///
/// ```
/// # use askwell_form::{Finding, Form, Validators};
/// let validators = Validators::new().register("not_admin", |answers| {
///     if answers.text("name") == Some("admin") {
///         vec![Finding::in_field("name", "This name is taken.")]
///     } else {
///         Vec::new()
///     }
/// });
/// let form = Form::parse(r#"{"id": "user", "title": "User",
///     "fields": [{"id": "name", "type": "text", "label": "Name"}],
///     "validation": {"customValidators": ["not_admin"]}}"#)?
///     .with_validators(&validators).unwrap();
/// assert!(form.accepts(&serde_json::json!({"name": "ops"})));
/// assert!(!form.accepts(&serde_json::json!({"name": "admin"})));
/// # Ok::<(), askwell_form::Defects>(())
/// ```
#[derive(Clone, Default)]
pub struct Validators {
    by_name: HashMap<String, Validator>,
}

impl Validators {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Validators::default()
    }

    /// Adds one. It sees answers that have passed everything else.
    #[must_use]
    pub fn register(
        mut self,
        name: impl Into<String>,
        validator: impl Fn(&Answers) -> Vec<Finding> + Send + Sync + 'static,
    ) -> Self {
        self.by_name.insert(name.into(), Arc::new(validator));
        self
    }

    /// Returns whether one is registered under this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_name.keys()).finish()
    }
}

/// A form names validators that are not registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no validator is registered as {}", .names.join(", "))]
pub struct UnknownValidators {
    /// Their names.
    pub names: Vec<String>,
}

/// The validators of one form, in the order it names them.
#[derive(Clone, Default)]
pub(crate) struct BoundValidators {
    validators: Option<Arc<[Validator]>>,
    /// Whether the program that checks asks the services that have options.
    confirms_options: bool,
}

impl BoundValidators {
    pub(crate) fn run(&self, definition: &Definition, answers: &Answers) -> Result<(), Problems> {
        if definition.has_option_sources && !self.confirms_options {
            let message = "This form cannot be answered here: a service has its options.";
            return Err(Problems::overall(message));
        }
        if definition.custom_validators.is_empty() {
            return Ok(());
        }
        let Some(validators) = &self.validators else {
            let message = format!(
                "This form cannot be answered here: its rules {} are not installed.",
                definition.custom_validators.join(", ")
            );
            return Err(Problems(vec![problem_from_code(
                Arc::from(""),
                Constraint::CustomValidators,
                message,
            )]));
        };
        let findings = validators.iter().flat_map(|validator| validator(answers));
        let problems: Vec<_> = findings
            .map(|finding| {
                let field = Arc::from(finding.field.unwrap_or_default());
                problem_from_code(field, Constraint::CustomValidators, finding.message)
            })
            .collect();
        if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
    }
}

impl Form {
    /// Returns what a validator objects to as problems: of fields that the form has, or of the answer as a whole.
    #[must_use]
    pub fn problems_of(&self, findings: impl IntoIterator<Item = Finding>) -> Problems {
        let problem = |finding: Finding| {
            let field = finding.field.and_then(|id| self.field(&id).map(|field| field.identity.id.clone()));
            problem_from_code(
                field.unwrap_or_else(|| Arc::from("")),
                Constraint::CustomValidators,
                finding.message,
            )
        };
        Problems(findings.into_iter().map(problem).collect())
    }

    /// Returns the same form for a program that asks the services that have options: without their word, an answer must
    /// not count. Checking the form takes any value of such a field.
    #[must_use]
    pub fn confirming_options(&self) -> Form {
        let validators = BoundValidators { confirms_options: true, ..self.validators.clone() };
        Form { definition: self.definition.clone(), validators }
    }

    /// Returns the same form for a surface whose answers a service checks again, with the validators and the
    /// services that the form names. Checking it here runs none of them.
    #[must_use]
    pub fn checked_by_service(&self) -> Form {
        let validators = BoundValidators { validators: Some(Arc::from([])), confirms_options: true };
        Form { definition: self.definition.clone(), validators }
    }

    /// Returns the same form with some of the options that services have: for those who show it. Ids of fields without
    /// a source are ignored.
    #[must_use]
    pub fn with_found_options(&self, found: &[(&str, Vec<(String, String)>)]) -> Form {
        let mut document = self.to_value();
        // They have no words for what a service says.
        document.as_object_mut().map(|document| document.remove("translations"));
        for field in document.get_mut("fields").and_then(Value::as_array_mut).into_iter().flatten() {
            let of_field = found.iter().find(|(id, _)| field.get("id").and_then(Value::as_str) == Some(id));
            if let (Some((_, options)), true) = (of_field, field.get("optionsSource").is_some()) {
                let option = |(value, title): &(String, String)| json!({"value": value, "title": title});
                if options.is_empty() {
                    field.as_object_mut().map(|field| field.remove("options"));
                } else {
                    field["options"] = options.iter().map(option).collect();
                }
            }
        }
        let validators = self.validators.clone();
        Form::from_value(&document).map_or_else(|_| self.clone(), |form| Form { validators, ..form })
    }

    /// Returns the same form with the validators it names.
    ///
    /// # Errors
    /// When some of them are not registered.
    pub fn with_validators(&self, validators: &Validators) -> Result<Form, UnknownValidators> {
        let names = self.custom_validators();
        let bound: Vec<Validator> =
            names.iter().filter_map(|name| validators.by_name.get(name).cloned()).collect();
        if bound.len() < names.len() {
            let unknown = names.iter().filter(|name| !validators.by_name.contains_key(*name));
            return Err(UnknownValidators { names: unknown.cloned().collect() });
        }
        let definition = self.definition.clone();
        let validators = BoundValidators { validators: Some(bound.into()), ..self.validators.clone() };
        Ok(Form { definition, validators })
    }
}
