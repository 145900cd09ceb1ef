//! Checks that are made outside of this process: validators that are asked over a network.
//!
//! A callback that cannot be asked never lets an answer through: the answer stays unchecked, and can be sent again.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use askwell_form::{Answers, Finding, Form, Problems, Validators};
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

/// The callbacks of a checker, by name.
#[derive(Clone, Default)]
pub(crate) struct Callbacks {
    validators: HashMap<String, Arc<dyn ValidatorCallback>>,
}

impl Callbacks {
    /// Takes the callbacks, and returns validators among which forms find their names. A validator that is registered
    /// in code under the same name is asked as well.
    pub(crate) fn new(
        callbacks: Vec<Arc<dyn ValidatorCallback>>,
        mut registered: Validators,
    ) -> (Callbacks, Validators) {
        let mut validators = HashMap::new();
        for callback in callbacks {
            let name = callback.name().to_owned();
            if !registered.contains(&name) {
                registered = registered.register(name.clone(), |_| Vec::new());
            }
            validators.insert(name, callback);
        }
        (Callbacks { validators }, registered)
    }

    /// Returns the names of a form's validators that are not for this client.
    pub(crate) fn refused_names(&self, form: &Form, client: &ClientId) -> Vec<String> {
        let is_refused =
            |name: &&String| self.validators.get(*name).is_some_and(|callback| !callback.serves(client));
        form.custom_validators().iter().filter(is_refused).cloned().collect()
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
