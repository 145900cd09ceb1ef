//! A form: valid by construction, compiled once, cheap to clone.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::answer_rule::AnswerRule;
use crate::computed::Derivation;
use crate::condition::Condition;
use crate::constraint::Constraint;
use crate::decision::Decision;
use crate::display::{Display, TextFormat};
use crate::group::{Group, Layout};
use crate::index::FieldIndex;
use crate::kind::Kind;
use crate::message::subject;
use crate::rendering::Rendering;
use crate::report::Identity;
use crate::shared::SharedDefinition;
use crate::validator::BoundValidators;

/// A form that can be shown and checked. Cloning it is cheap: clones share one definition.
///
/// Made by [`Form::parse`] from a document, by a [`FormBuilder`](crate::build::FormBuilder) from code, by
/// [`Form::of`] from a Rust type, or by [`Form::import`] from an MCP schema; each goes through the
/// same checks.
#[derive(Clone)]
pub struct Form {
    pub(crate) definition: SharedDefinition,
    pub(crate) validators: BoundValidators,
}

/// What a form says, compiled.
pub(crate) struct Definition {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) fields: Vec<Field>,
    /// What is shown between the fields.
    pub(crate) displays: Vec<Display>,
    /// In order, each before those that are part of it.
    pub(crate) groups: Vec<Group>,
    pub(crate) layout: Layout,
    pub(crate) text_format: TextFormat,
    /// Set if the form is one decision; its fields are then among `fields`.
    pub(crate) decision: Option<Decision>,
    pub(crate) index: FieldIndex,
    /// How many fields are always required.
    pub(crate) required_fields: usize,
    /// The order in which fields are evaluated: each after those it depends on. Empty when no field
    /// depends on another and there are no answer rules: then each value can be judged alone.
    pub(crate) evaluation_order: Vec<usize>,
    pub(crate) custom_validators: Vec<String>,
    /// Whether a service has the options of a field.
    pub(crate) has_option_sources: bool,
    pub(crate) answer_rules: Vec<AnswerRule>,
    pub(crate) metadata: Map<String, Value>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) allow_partial: bool,
    pub(crate) version: String,
    pub(crate) extensions: Map<String, Value>,
    /// The languages under `translations`.
    pub(crate) translations: Vec<String>,
    /// The document without comments and white space.
    pub(crate) document: String,
}

/// A field of a form.
#[derive(Debug, Clone)]
pub struct Field {
    pub(crate) identity: Identity,
    /// The name in an MCP schema, where that cannot be the id.
    pub(crate) property: Option<Arc<str>>,
    pub(crate) description: Option<String>,
    pub(crate) required: bool,
    pub(crate) default: Option<Answer<'static>>,
    pub(crate) kind: Kind,
    pub(crate) rendering: Rendering,
    pub(crate) extensions: Map<String, Value>,
    pub(crate) rules: Rules,
    /// Where its value comes from, if that is other answers.
    pub(crate) derivation: Option<Box<Derivation>>,
    /// Whether a condition or an expression looks at its answer.
    pub(crate) steers: bool,
}

/// When a field is there, can be edited, and has to be filled in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    /// Fields that must be active for this one to be.
    pub(crate) depends_on: Vec<usize>,
    /// The conditions of the groups that the field is part of.
    pub(crate) groups: Vec<Arc<Condition>>,
    /// From `rendering.conditionalDisplay`.
    pub(crate) display: Option<Condition>,
    /// From the form's `validation.dependencies`.
    pub(crate) action: Option<(Action, Condition)>,
}

/// What a dependency rule does while its condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The field is there only then.
    Show,
    /// The field is there only otherwise.
    Hide,
    /// The field can be edited only then.
    Enable,
    /// The field can be edited only otherwise.
    Disable,
    /// The field has to be filled in.
    Validate,
}

impl Form {
    /// Returns the form's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.definition.id
    }

    /// Returns the title that people see.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.definition.title
    }

    /// What the form is about.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.definition.description.as_deref()
    }

    /// Returns the fields, in order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.definition.fields
    }

    /// One field by its id.
    #[must_use]
    pub fn field(&self, id: &str) -> Option<&Field> {
        self.definition.fields.get(self.definition.index_of(id)?)
    }

    /// Returns how long the form wants to wait for an answer, if it says.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.definition.timeout
    }

    /// Returns whether an answer may leave required fields out.
    #[must_use]
    pub fn allows_partial(&self) -> bool {
        self.definition.allow_partial
    }

    /// Returns the version of the form, `1.0.0` unless it says otherwise.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.definition.version
    }

    /// Returns the author's own data, untouched.
    #[must_use]
    pub fn metadata(&self) -> &Map<String, Value> {
        &self.definition.metadata
    }

    /// Returns the `x-` keys of the form, untouched.
    #[must_use]
    pub fn extensions(&self) -> &Map<String, Value> {
        &self.definition.extensions
    }

    /// Returns the names of the validators the form needs, see [`Form::with_validators`].
    #[must_use]
    pub fn custom_validators(&self) -> &[String] {
        &self.definition.custom_validators
    }

    /// Returns the names of the services that have options of the form, each once.
    #[must_use]
    pub fn option_sources(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.fields().iter().filter_map(Field::options_source) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the rules between answers, in order.
    #[must_use]
    pub fn answer_rules(&self) -> &[AnswerRule] {
        &self.definition.answer_rules
    }

    /// Returns whether a field must not be shown, logged, or sent by MCP form mode.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.fields().iter().any(Field::is_secret)
    }

    /// Returns the document the form was made from, as compact JSON.
    #[must_use]
    pub fn to_json(&self) -> &str {
        &self.definition.document
    }

    /// Returns the same as a value. Numbers beyond 64 bits become the nearest double.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::from_str(&self.definition.document).unwrap_or_default()
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = self.fields().iter().map(Field::id).collect::<Vec<_>>();
        f.debug_struct("Form").field("id", &self.id()).field("fields", &ids).finish_non_exhaustive()
    }
}

/// Two forms are the same if their documents are.
impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.definition.is_same(&other.definition) || self.definition.document == other.definition.document
    }
}

impl Definition {
    /// Returns the place of the field with this id.
    pub(crate) fn index_of(&self, id: &str) -> Option<usize> {
        let named =
            self.index.find(id, None).filter(|&index| self.fields.get(index).is_some_and(|f| f.id() == id));
        named.or_else(|| self.fields.iter().position(|field| field.id() == id))
    }

    /// Returns whether every value can be judged on its own.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.evaluation_order.is_empty() && self.custom_validators.is_empty() && !self.has_option_sources
    }
}

impl Field {
    /// Returns the id that answers use.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.identity.id
    }

    /// Returns the name that people see.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.identity.label
    }

    /// That name as the subject of a sentence: a question is quoted.
    #[must_use]
    pub fn subject(&self) -> String {
        subject(self.label()).concat()
    }

    /// What the field is for.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns whether it always has to be filled in. Rules may ask for more: see
    /// [`FieldView::required`](crate::FieldView::required).
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Returns whether the field is required, or becomes so while a condition holds.
    #[must_use]
    pub fn may_be_required(&self) -> bool {
        self.required || matches!(self.rules.action, Some((Action::Validate, _)))
    }

    /// What is assumed when nothing is given.
    #[must_use]
    pub fn default_answer(&self) -> Option<&Answer<'static>> {
        self.default.as_ref()
    }

    /// Its kind, with the constraints of that kind.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Returns how it would like to be shown.
    #[must_use]
    pub fn rendering(&self) -> &Rendering {
        &self.rendering
    }

    /// Returns the name of the service that has the field's options, if they are not all in the form.
    #[must_use]
    pub fn options_source(&self) -> Option<&str> {
        self.kind.options().and_then(|options| options.source())
    }

    /// Returns the `x-` keys of the field, untouched.
    #[must_use]
    pub fn extensions(&self) -> &Map<String, Value> {
        &self.extensions
    }

    /// Returns whether what is typed must not be seen.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.identity.secret
    }

    /// Returns the author's own sentence for a violated constraint.
    #[must_use]
    pub fn message(&self, constraint: Constraint) -> Option<&str> {
        self.identity
            .messages
            .iter()
            .find(|(about, _)| *about == constraint)
            .map(|(_, message)| message.as_str())
    }

    /// Returns the name of the field in an MCP schema and in answers to one: the id, unless the
    /// form was imported from a schema whose property names cannot be ids.
    #[must_use]
    pub fn property(&self) -> &str {
        self.property.as_deref().unwrap_or(&self.identity.id)
    }

    /// Returns the same name, shared.
    pub(crate) fn shared_property(&self) -> Arc<str> {
        self.property.as_ref().unwrap_or(&self.identity.id).clone()
    }

    /// Returns whether the field comes and goes with other answers.
    #[must_use]
    pub fn is_conditional(&self) -> bool {
        let Rules { depends_on, groups, display, action } = &self.rules;
        !depends_on.is_empty() || !groups.is_empty() || display.is_some() || action.is_some()
    }
}
