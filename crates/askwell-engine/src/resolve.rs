//! Asking DNS about the hosts of URL answers. A name that cannot be resolved is a problem with that field.

use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;

use askwell_form::{Answer, Answers, Field, Kind, Problems, url_guard};
use tokio::time::Instant;

/// Turns host names into addresses.
pub trait Resolver: Send + Sync + 'static {
    /// Every address of a name; none, if there is none or nobody could tell.
    fn resolve<'a>(&'a self, name: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>>;
}

/// The resolver of this machine.
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

/// Checks every address of every host that the answers name.
pub(crate) async fn check_urls(
    resolver: &dyn Resolver,
    answers: &Answers,
    until: Instant,
) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for (field, answer) in answers.iter() {
        if let Some(problem) = check_url(resolver, field, answer, until).await {
            problems.extend(problem);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

async fn check_url(
    resolver: &dyn Resolver,
    field: &Field,
    answer: &Answer<'_>,
    until: Instant,
) -> Option<Problems> {
    let Answer::Url(text) = answer else { return None };
    check_text(resolver, field, text, until).await.err()
}

/// Checks a text as the answer to a URL field; a field of another kind has nothing to say about it.
pub(crate) async fn check_text(
    resolver: &dyn Resolver,
    field: &Field,
    text: &str,
    until: Instant,
) -> Result<(), Problems> {
    let Kind::Url(kind) = field.kind() else { return Ok(()) };
    let refused = |refusal| field.refuse_url(&refusal, text);
    let guarded = url_guard::check(text, &kind.policy).map_err(refused)?;
    let Some(name) = guarded.needs_resolving() else { return Ok(()) };
    let addresses = tokio::time::timeout_at(until, resolver.resolve(name)).await.unwrap_or_default();
    guarded.check_resolved(&kind.policy, &addresses).map(drop).map_err(refused)
}
