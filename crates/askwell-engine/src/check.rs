//! Checks content from all surfaces before it becomes an event of an elicitation.

mod content;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_form::url_guard::{UrlPolicy, UrlRefusal};
use askwell_form::{
    Answer, Answers, Content as FileContent, ContentProblem, File, Form, Problems, UnknownValidators,
    Validators,
};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Question};
use metrics::{Histogram, histogram};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

use crate::answer_size::size_above;
use crate::ask::SIZE_LIMIT;
use crate::audit;
use crate::callback::{Callbacks, OutsideServices};
use crate::error::{CallError, CreateError};
use crate::limits::Limits;
use crate::resolve::HostCheck;

pub use content::{Content, UnknownKeys};

/// The time limit of validators. Name lookups have their own.
const VALIDATOR_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit of all callbacks together; each has one of its own.
const CALLBACK_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest content that [`Checker::check_now`] checks.
const MAX_BYTES_NOW: usize = 64 << 10;

/// Checks questions and content. Cheap to clone: clones share their limits and the permits for validators. An
/// engine has one, see [`Engine::checker`](crate::Engine::checker); a server without an engine creates its
/// own.
#[derive(Clone)]
pub struct Checker {
    state: Arc<CheckerState>,
}

struct CheckerState {
    validators: Validators,
    callbacks: Callbacks,
    /// Limits how many validators run at the same time.
    permits: Arc<Semaphore>,
    hosts: HostCheck,
    answer_bytes: usize,
    answer_ceiling: usize,
    validation: Histogram,
}

/// The result of checking content.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckResult {
    /// Answers to the form.
    Answers(Answers),
    /// The result of another page: JSON text.
    PageResult(Arc<str>),
    /// The content has problems. Counts as a rejection.
    Problems(Problems),
}

/// Content that could not be checked. Does not count as a rejection.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It is larger than an answer may be.
    #[error("the answer has {size} bytes; at most {limit} are taken")]
    TooLarge {
        /// How large it is.
        size: usize,
        /// How large it may be.
        limit: usize,
    },
    /// A validator did not finish in time, or could not be asked.
    #[error("the answer could not be checked; try again")]
    Unchecked,
    /// An uploaded file could not be read.
    #[error(transparent)]
    Uploads(#[from] CallError),
}

/// The result of checking an uploaded file: whether it agrees with the answer, or an error if it could not be
/// read.
pub type UploadCheck<'u> =
    Pin<Box<dyn Future<Output = Result<Result<(), ContentProblem>, CallError>> + Send + 'u>>;

/// Access to the files that were uploaded for elicitations. An [`Engine`](crate::Engine) has them in its
/// store.
pub trait Uploads: Send + Sync {
    /// Checks that a file with this location was uploaded for this elicitation and agrees with what the
    /// answer says of it.
    fn check_upload<'u>(
        &'u self,
        id: ElicitationId,
        location: &'u str,
        file: &'u File<'u>,
    ) -> UploadCheck<'u>;
}

impl Default for Checker {
    /// Creates a checker without validators, with the resolver of this machine and the default limits.
    fn default() -> Self {
        Checker::new(Validators::new(), HostCheck::default(), &Limits::default())
    }
}

impl Checker {
    /// Creates a checker with these validators, this host check, and the answer and validator limits of
    /// `limits`.
    #[must_use]
    pub fn new(validators: Validators, hosts: HostCheck, limits: &Limits) -> Checker {
        Checker::with_services(validators, OutsideServices::default(), hosts, limits)
    }

    /// Creates a checker that also asks services outside of this process.
    #[must_use]
    pub fn with_services(
        validators: Validators,
        services: OutsideServices,
        hosts: HostCheck,
        limits: &Limits,
    ) -> Checker {
        let (callbacks, validators) = Callbacks::new(services, validators);
        let permits = Semaphore::new(limits.validators_at_once.min(Semaphore::MAX_PERMITS));
        let state = CheckerState {
            validators,
            callbacks,
            permits: Arc::new(permits),
            hosts,
            answer_bytes: limits.answer_bytes,
            answer_ceiling: limits.answer_ceiling,
            validation: histogram!("askwell_validation_seconds"),
        };
        Checker { state: Arc::new(state) }
    }

    /// Returns what is asked outside of this process.
    pub(crate) fn callbacks(&self) -> &Callbacks {
        &self.state.callbacks
    }

    /// Returns the host check.
    pub(crate) fn hosts(&self) -> &HostCheck {
        &self.state.hosts
    }

    /// Checks a question and returns it with the validators that its form names. Resolving the host of a page
    /// takes at most two seconds, or ten if the host must resolve.
    ///
    /// # Errors
    /// When the form has no fields or names unknown validators, or the page's URL leads where `pages` does not allow.
    pub async fn admit(&self, question: &Question, pages: &UrlPolicy) -> Result<Question, CreateError> {
        let question = self.bind(question)?;
        self.check_page(&question, Some(pages)).await?;
        Ok(question)
    }

    /// Binds the validators that a form names.
    ///
    /// # Errors
    /// When the form has no fields, or names unknown validators or option sources.
    pub fn bind(&self, question: &Question) -> Result<Question, CreateError> {
        if let Question::Form(form) = question {
            self.state.callbacks.check_sources(form, None)?;
        }
        match question {
            Question::Form(form) if form.fields().is_empty() => Err(CreateError::NoFields),
            Question::Form(form) if !form.custom_validators().is_empty() => {
                Ok(Question::Form(form.with_validators(&self.state.validators)?))
            }
            Question::Form(_) | Question::Page { .. } => Ok(question.clone()),
        }
    }

    /// Binds the validators that a form of this client names.
    ///
    /// # Errors
    /// When the form has no fields, or names validators or option sources that are unknown or not for this client.
    pub(crate) fn bind_for(&self, question: &Question, client: &ClientId) -> Result<Question, CreateError> {
        if let Question::Form(form) = question {
            let names = self.state.callbacks.refused_names(form, client);
            if !names.is_empty() {
                return Err(UnknownValidators { names }.into());
            }
            self.state.callbacks.check_sources(form, Some(client))?;
        }
        self.bind(question)
    }

    /// Checks the URL and the host of a page, by the default policy if there is none.
    pub(crate) async fn check_page(
        &self,
        question: &Question,
        policy: Option<&UrlPolicy>,
    ) -> Result<(), UrlRefusal> {
        let Question::Page { url, .. } = question else { return Ok(()) };
        let default = UrlPolicy::default();
        let checked = self.state.hosts.check_url(url, policy.unwrap_or(&default)).await;
        checked.inspect_err(|refusal| audit::log_blocked_url(url, refusal))
    }

    /// Checks content against a question: size, rules and validators of the form, hosts and uploaded files.
    /// Without `uploads`, no file counts as uploaded. Takes at most ten seconds for validators, ten for name lookups, and
    /// thirty for validators outside of this process. Dropping the future does not stop a validator that is running.
    ///
    /// # Errors
    /// When the content is too large or could not be checked. Content with problems is not an error but
    /// [`CheckResult::Problems`].
    pub async fn check(
        &self,
        asked: &Elicitation,
        content: Content<'_>,
        uploads: Option<&dyn Uploads>,
    ) -> Result<CheckResult, CheckError> {
        let limit = self.answer_limit(asked);
        if let Some(size) = size_above(limit, content.json) {
            return Err(CheckError::TooLarge { size, limit });
        }
        let Question::Form(form) = &asked.question else { return Ok(content::page_result(content)) };
        let started = Instant::now();
        let json = content.for_form(form);
        let checked = match self.check_form(form, &json).await? {
            Ok(answers) if looks_outside(&answers) => self.check_outside(asked.id, answers, uploads).await?,
            Ok(answers) => CheckResult::Answers(answers),
            Err(problems) => CheckResult::Problems(problems),
        };
        // Last, so that what leaves this process has passed everything that can be checked here.
        let checked = match checked {
            CheckResult::Answers(answers) if asks_outside(form) => {
                self.ask_callbacks(asked, form, answers).await?
            }
            other => other,
        };
        self.state.validation.record(started.elapsed().as_secs_f64());
        Ok(checked)
    }

    /// Checks content without awaiting. Returns `None` if that is not possible, in which case the caller uses
    /// [`Checker::check`]: the content names a host or an uploaded file, the form has validators, or the
    /// content is larger than 64 KiB or than its limit.
    #[must_use]
    pub fn check_now(&self, asked: &Elicitation, content: Content<'_>) -> Option<CheckResult> {
        let limit = self.answer_limit(asked);
        if content.json.len() > MAX_BYTES_NOW || size_above(limit, content.json).is_some() {
            return None;
        }
        let Question::Form(form) = &asked.question else { return Some(content::page_result(content)) };
        if asks_outside(form) {
            return None;
        }
        let started = Instant::now();
        let checked = match content.check_against(form) {
            Ok(answers) if looks_outside(&answers) => return None,
            Ok(answers) => CheckResult::Answers(answers),
            Err(problems) => CheckResult::Problems(problems),
        };
        self.state.validation.record(started.elapsed().as_secs_f64());
        Some(checked)
    }

    /// Returns the largest answer in bytes: the limit of the elicitation or of its form, up to the ceiling,
    /// or else the default.
    fn answer_limit(&self, asked: &Elicitation) -> usize {
        let of_form = || asked.form()?.extensions().get(SIZE_LIMIT)?.as_u64();
        let own = asked.answer_limit.map(u64::from).or_else(of_form);
        let own = own.map(|own| usize::try_from(own).unwrap_or(usize::MAX));
        own.map_or(self.state.answer_bytes, |own| own.min(self.state.answer_ceiling))
    }

    /// Checks a form directly, or on a blocking thread if the form has validators.
    async fn check_form(&self, form: &Form, json: &[u8]) -> Result<Result<Answers, Problems>, CheckError> {
        // What was chosen is confirmed below, before it counts.
        let form = &form.confirming_options();
        if form.custom_validators().is_empty() {
            return Ok(form.check_json(json));
        }
        // A form loaded from a store has no validators bound.
        let form = match form.with_validators(&self.state.validators) {
            Ok(form) => form,
            Err(unknown) => {
                let message = format!("This cannot be answered here: {unknown}.");
                return Ok(Err(Problems::overall(&message)));
            }
        };
        let json = Zeroizing::new(json.to_vec());
        let permits = Arc::clone(&self.state.permits);
        let run = async move {
            let permit = permits.acquire_owned().await.ok()?;
            // The permit is held until the validator returns, even after a timeout, so that validators that
            // never return cannot take all blocking threads.
            let check = move || {
                let checked = form.check_json(&json);
                drop(permit);
                checked
            };
            tokio::task::spawn_blocking(check).await.ok()
        };
        tokio::time::timeout(VALIDATOR_TIMEOUT, run).await.ok().flatten().ok_or(CheckError::Unchecked)
    }

    /// Asks the sources of options and the validators outside of this process. Fails closed: without their word, the answer is not checked.
    async fn ask_callbacks(
        &self,
        asked: &Elicitation,
        form: &Form,
        answers: Answers,
    ) -> Result<CheckResult, CheckError> {
        let check = async {
            let unknown = self.state.callbacks.confirm_choices(asked, &answers).await?;
            if unknown.is_empty() {
                self.state.callbacks.check(asked, form, &answers).await
            } else {
                Ok(unknown)
            }
        };
        let problems = match tokio::time::timeout(CALLBACK_TIMEOUT, check).await {
            Ok(Ok(problems)) => problems,
            Ok(Err(error)) => {
                tracing::warn!(id = %asked.id, %error, "an answer could not be checked");
                return Err(CheckError::Unchecked);
            }
            Err(_) => return Err(CheckError::Unchecked),
        };
        Ok(if problems.is_empty() { CheckResult::Answers(answers) } else { CheckResult::Problems(problems) })
    }

    /// Checks the hosts and the uploaded files that answers refer to.
    async fn check_outside(
        &self,
        id: ElicitationId,
        answers: Answers,
        uploads: Option<&dyn Uploads>,
    ) -> Result<CheckResult, CheckError> {
        if let Err(problems) = self.state.hosts.check_answers(&answers).await {
            return Ok(CheckResult::Problems(problems));
        }
        let mut problems = Problems::default();
        for (field, answer) in answers.iter() {
            let Answer::File(file) = answer else { continue };
            let FileContent::Stored { kind, location } = &file.content else { continue };
            if kind != "local" {
                continue;
            }
            let found = match uploads {
                Some(uploads) => uploads.check_upload(id, location, file).await?,
                None => Err(ContentProblem::NotUploaded),
            };
            if let Err(problem) = found {
                problems.extend(field.refuse_content(&problem));
            }
        }
        Ok(if problems.is_empty() { CheckResult::Answers(answers) } else { CheckResult::Problems(problems) })
    }
}

impl std::fmt::Debug for Checker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker").finish_non_exhaustive()
    }
}

/// Returns whether answers to a form are checked outside of this process.
fn asks_outside(form: &Form) -> bool {
    !form.custom_validators().is_empty() || form.fields().iter().any(|field| field.options_source().is_some())
}

/// Returns whether checking the answers needs a name lookup or a store.
fn looks_outside(answers: &Answers) -> bool {
    answers.leaves().any(|leaf| match leaf.answer {
        Answer::Url(_) => true,
        Answer::File(file) => matches!(file.content, FileContent::Stored { .. }),
        _ => false,
    })
}
