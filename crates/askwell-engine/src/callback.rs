//! What is asked outside of this process while an answer is given: validators, and services that have options.
//!
//! A callback that cannot be asked never lets an answer through: the answer stays unchecked, and can be sent again.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use askwell_form::{Answer, Answers, Field, Finding, Form, Problems, Validators};
use askwell_lifecycle::{ClientId, Elicitation};
use hashbrown::HashMap;

/// Findings of one callback above this number are not read.
const MAX_FINDINGS: usize = 100;

/// Why a callback gave no result. For the log: it contains no answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallbackError(pub String);

/// The result of a callback.
pub type CallbackFuture<'c, T> = Pin<Box<dyn Future<Output = Result<T, CallbackError>> + Send + 'c>>;

/// A validator outside of this process. Keeps its own deadline and its own limit of concurrent calls.
pub trait ValidatorCallback: Send + Sync {
    /// Returns the name that forms use.
    fn name(&self) -> &str;

    /// Returns whether forms of this client may use it.
    fn serves(&self, client: &ClientId) -> bool;

    /// Checks answers that have passed everything else. Returns what it objects to.
    ///
    /// # Errors
    /// When it cannot be asked, or its result cannot be read. The answer is then neither accepted nor rejected.
    fn check<'c>(&'c self, asked: &'c Elicitation, answers: &'c Answers) -> CallbackFuture<'c, Vec<Finding>>;
}

/// An option that a source has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundOption {
    /// What is answered.
    pub value: String,
    /// What people see.
    pub title: String,
}

/// The result of a search for options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundOptions {
    /// The first that fit.
    pub options: Vec<FoundOption>,
    /// Whether there are others.
    pub more: bool,
}

/// A service that has the options of fields. Keeps its own deadline and its own limit of concurrent calls.
pub trait OptionSource: Send + Sync {
    /// Returns the name that forms use.
    fn name(&self) -> &str;

    /// Returns whether forms of this client may use it.
    fn serves(&self, client: &ClientId) -> bool;

    /// Finds options by what a person typed; at most `limit`.
    ///
    /// # Errors
    /// When it cannot be asked, or its result cannot be read.
    fn search<'c>(&'c self, text: &'c str, limit: usize) -> CallbackFuture<'c, FoundOptions>;

    /// Returns those of these values that are options, with their titles.
    ///
    /// # Errors
    /// When it cannot be asked, or its result cannot be read.
    fn confirm<'c>(&'c self, values: &'c [&'c str]) -> CallbackFuture<'c, Vec<FoundOption>>;
}

/// What an engine asks outside of this process.
#[derive(Clone, Default)]
pub struct OutsideServices {
    /// Validators that forms may name.
    pub validators: Vec<Arc<dyn ValidatorCallback>>,
    /// Services that have options.
    pub option_sources: Vec<Arc<dyn OptionSource>>,
}

/// A form takes options from services that are not known here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no option source is known as {}", .names.join(", "))]
pub struct UnknownOptionSources {
    /// Their names.
    pub names: Vec<String>,
}

/// The callbacks of a checker, by name.
#[derive(Clone, Default)]
pub(crate) struct Callbacks {
    validators: HashMap<String, Arc<dyn ValidatorCallback>>,
    sources: HashMap<String, Arc<dyn OptionSource>>,
}

impl std::fmt::Debug for OutsideServices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutsideServices")
            .field("validators", &self.validators.len())
            .field("option_sources", &self.option_sources.len())
            .finish()
    }
}

impl Callbacks {
    /// Takes the callbacks, and returns validators among which forms find their names. A validator that is registered
    /// in code under the same name is asked as well.
    pub(crate) fn new(services: OutsideServices, mut registered: Validators) -> (Callbacks, Validators) {
        let mut validators = HashMap::new();
        for callback in services.validators {
            let name = callback.name().to_owned();
            if !registered.contains(&name) {
                registered = registered.register(name.clone(), |_| Vec::new());
            }
            validators.insert(name, callback);
        }
        let named = |source: Arc<dyn OptionSource>| (source.name().to_owned(), source);
        let sources = services.option_sources.into_iter().map(named).collect();
        (Callbacks { validators, sources }, registered)
    }

    /// Returns the names of a form's validators that are not for this client.
    pub(crate) fn refused_names(&self, form: &Form, client: &ClientId) -> Vec<String> {
        let is_refused =
            |name: &&String| self.validators.get(*name).is_some_and(|callback| !callback.serves(client));
        form.custom_validators().iter().filter(is_refused).cloned().collect()
    }

    /// Refuses a form with options of services that are unknown, or not for this client. Without a client, for any.
    pub(crate) fn check_sources(
        &self,
        form: &Form,
        client: Option<&ClientId>,
    ) -> Result<(), UnknownOptionSources> {
        let is_known = |name: &&str| {
            self.sources.get(*name).is_some_and(|source| client.is_none_or(|client| source.serves(client)))
        };
        let unknown = form.option_sources().into_iter().filter(|name| !is_known(name));
        let names: Vec<String> = unknown.map(str::to_owned).collect();
        if names.is_empty() { Ok(()) } else { Err(UnknownOptionSources { names }) }
    }

    /// Returns the source of a field's options.
    pub(crate) fn source(
        &self,
        client: &ClientId,
        field: &Field,
    ) -> Result<&dyn OptionSource, CallbackError> {
        let name = field.options_source().unwrap_or_default();
        let source = self.sources.get(name).filter(|source| source.serves(client));
        source
            .map(|source| &**source)
            .ok_or_else(|| CallbackError(format!("no option source is known as {name}")))
    }

    /// Asks the sources whether they have what was chosen. Returns a problem for each choice that none has.
    pub(crate) async fn confirm_choices(
        &self,
        asked: &Elicitation,
        answers: &Answers,
    ) -> Result<Problems, CallbackError> {
        let mut problems = Problems::default();
        for (field, answer) in answers.iter().filter(|(field, _)| field.options_source().is_some()) {
            let chosen: Vec<&str> = match answer {
                Answer::Choice(value) => vec![value],
                Answer::Choices(values) => values.iter().map(|value| &**value).collect(),
                _ => continue,
            };
            if chosen.is_empty() {
                continue;
            }
            let confirmed = self.source(&asked.client, field)?.confirm(&chosen).await?;
            for value in chosen {
                if !confirmed.iter().any(|option| option.value == value) {
                    problems.extend(field.refuse_choice(value));
                }
            }
        }
        Ok(problems)
    }

    /// Asks every callback that the form names, one after the other and each once.
    pub(crate) async fn check(
        &self,
        asked: &Elicitation,
        form: &Form,
        answers: &Answers,
    ) -> Result<Problems, CallbackError> {
        let mut problems = Problems::default();
        let mut seen: Vec<&str> = Vec::new();
        for name in form.custom_validators() {
            let Some(callback) = self.validators.get(name).filter(|_| !seen.contains(&name.as_str())) else {
                continue;
            };
            seen.push(name);
            if !callback.serves(&asked.client) {
                return Err(CallbackError(format!("the validator {name} is for another client")));
            }
            let findings = callback.check(asked, answers).await?;
            problems.extend(form.problems_of(findings.into_iter().take(MAX_FINDINGS)));
        }
        Ok(problems)
    }
}
