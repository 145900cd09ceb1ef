//! Checks the hosts that answers name through DNS. A host with a forbidden address is a problem of its field.
//! A host without an address is one only where it must resolve.

use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use askwell_form::url_guard::{self, UrlPolicy, UrlRefusal};
use askwell_form::{Answer, Answers, Content, ContentProblem, Field, Kind, LeafAnswer, Problems};
use futures_util::future::join_all;
use tokio::time::Instant;

/// Resolves host names.
pub trait Resolver: Send + Sync + 'static {
    /// Returns every address of a name; empty if there is none or the lookup failed.
    fn resolve<'a>(&'a self, name: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>>;
}

/// The resolver of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve<'a>(&'a self, name: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await;
            found.map(|addresses| addresses.map(|address| address.ip()).collect()).unwrap_or_default()
        })
    }
}

/// The time limit of a lookup where the name need not resolve, so that a machine without a name server does
/// not delay people.
const OPTIONAL_LOOKUP: Duration = Duration::from_secs(2);

/// The time limit of a lookup where the name must resolve.
const REQUIRED_LOOKUP: Duration = Duration::from_secs(10);

/// Checks the hosts of URL fields, and of files that are references to web addresses. Used by the engine, MCP
/// dialogs, and programs that check answers without an engine.
#[derive(Clone)]
pub struct HostCheck {
    resolver: Arc<dyn Resolver>,
    must_resolve: bool,
}

impl fmt::Debug for HostCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostCheck").field("must_resolve", &self.must_resolve).finish_non_exhaustive()
    }
}

impl Default for HostCheck {
    /// Creates a check with the system resolver. Names need not resolve.
    fn default() -> Self {
        HostCheck { resolver: Arc::new(SystemResolver), must_resolve: false }
    }
}

impl HostCheck {
    /// Sets the resolver.
    #[must_use]
    pub fn resolver(self, resolver: Arc<dyn Resolver>) -> HostCheck {
        HostCheck { resolver, ..self }
    }

    /// Sets whether every name must resolve, even where the form does not require it.
    #[must_use]
    pub fn must_resolve(self, must_resolve: bool) -> HostCheck {
        HostCheck { must_resolve, ..self }
    }

    /// Checks all hosts that the answers name, concurrently. Takes at most two seconds, or ten if a name must
    /// resolve.
    ///
    /// # Errors
    /// One problem for each field whose host has a forbidden address, or must have an address and has none.
    pub async fn check_answers(&self, answers: &Answers) -> Result<(), Problems> {
        let checks = answers.leaves().filter_map(|LeafAnswer { field, answer, row, .. }| {
            let is_checked = match answer {
                Answer::Url(_) => true,
                Answer::File(file) => matches!(&file.content, Content::Stored { kind, .. } if kind == "url"),
                _ => false,
            };
            is_checked.then_some(async move {
                let problems = self.check_answer(field, answer).await;
                match row {
                    Some((group, row)) => group.lift_problems(row, problems),
                    None => problems,
                }
            })
        });
        let mut problems = Problems::default();
        for found in join_all(checks).await {
            problems.extend(found);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Checks a text as the answer to a URL field. Fields of other kinds accept everything.
    ///
    /// # Errors
    /// The problems that such an answer would have.
    pub async fn check_text(&self, field: &Field, text: &str) -> Result<(), Problems> {
        let Kind::Url(kind) = field.kind() else { return Ok(()) };
        self.check_url(text, &kind.policy).await.map_err(|refusal| field.refuse_url(&refusal, text))
    }

    async fn check_answer(&self, field: &Field, answer: &Answer<'_>) -> Problems {
        match answer {
            Answer::Url(text) => self.check_text(field, text).await.err().unwrap_or_default(),
            Answer::File(file) => {
                let Content::Stored { location, .. } = &file.content else { return Problems::default() };
                match self.check_url(location, &UrlPolicy::default()).await {
                    Ok(()) => Problems::default(),
                    Err(refusal) => {
                        let location = location.clone().into_owned();
                        field.refuse_content(&ContentProblem::Address { refusal, location })
                    }
                }
            }
            _ => Problems::default(),
        }
    }

    /// Checks a URL that is stored and not fetched: its text, and every address of its host.
    ///
    /// # Errors
    /// Why the guard refuses it. A name without an address is refused only if it must resolve.
    pub async fn check_url(&self, text: &str, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
        let guarded = url_guard::check(text, policy)?;
        let Some(name) = guarded.needs_resolving() else { return Ok(()) };
        let must_resolve = policy.must_resolve || self.must_resolve;
        let time = if must_resolve { REQUIRED_LOOKUP } else { OPTIONAL_LOOKUP };
        let lookup = tokio::time::timeout_at(Instant::now() + time, self.resolver.resolve(name));
        let addresses = lookup.await.unwrap_or_default();
        guarded.check_addresses(&UrlPolicy { must_resolve, ..policy.clone() }, &addresses)
    }
}
