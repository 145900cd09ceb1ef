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
    let (Answer::Url(text), Kind::Url(kind)) = (answer, field.kind()) else { return None };
    let guarded = url_guard::check(text, &kind.policy).ok()?;
    let name = guarded.needs_resolving()?;
    let addresses = tokio::time::timeout_at(until, resolver.resolve(name)).await.unwrap_or_default();
    let refusal = guarded.check_resolved(&kind.policy, &addresses).err()?;
    Some(field.refuse_url(&refusal, text))
}
