//! `askwell ask --web`: serves the form on a local web page for one answer.
//!
//! Engine and store live in memory and end with the answer.

mod page_visits;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_engine::{Ask, Engine, Limits};
use askwell_form::{Answer, Answers, Content, Form};
use askwell_lifecycle::{Actor, CancelReason, ElicitationId, Outcome as End, Surface};
use askwell_term::Outcome;
use askwell_web::{Identity, Pages, PagesSettings};
use axum::middleware::from_fn_with_state;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use self::page_visits::{PageVisits, watch_requests};
use crate::console::Console;
use crate::safe_text;
use crate::serve::runtime;

/// Limit of the time that a question stays open.
const LONGEST: Duration = Duration::from_secs(3600);

/// How long pending responses may take to be sent.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// Serves the form until it is answered, times out or is interrupted.
pub(super) fn ask(form: &Form, timeout: Option<Duration>, console: &Console) -> Result<Outcome> {
    runtime()?.block_on(serve(form, timeout, console))
}

async fn serve(form: &Form, timeout: Option<Duration>, console: &Console) -> Result<Outcome> {
    let engine = Engine::builder().limits(Limits::none()).start();
    let actor = Actor::client("askwell", Surface::Library);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.context("cannot listen on this machine")?;
    let base = format!("http://{}", listener.local_addr()?);
    let settings = PagesSettings {
        link_hosts: Default::default(),
        base_url: base.parse()?,
        identity: Identity::Loopback,
        client_names: HashMap::from([("askwell".into(), "a program on this machine".to_owned())]),
    };
    let pages = Pages::new(engine.clone(), settings);
    let question = Ask::form(form.clone()).timeout(timeout.unwrap_or(LONGEST).min(LONGEST));
    let id = engine.create(&actor, question).await?.id;
    let link = pages.link(id).await?;
    let (stop, stopped) = oneshot::channel::<()>();
    let path = link.url.strip_prefix(&base).context("the page has another address")?;
    let visits = PageVisits::new(&engine, &actor, id, path);
    let router = pages.router().layer(from_fn_with_state(visits.clone(), watch_requests));
    let listener = visits.count_connections(listener);
    let server = tokio::spawn(async move {
        let until = async { drop(stopped.await) };
        axum::serve(listener, router).with_graceful_shutdown(until).await
    });
    // A person may press Ctrl-C as soon as they see the address.
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for an interrupt")?;
    console.print_report(&format!("answer on this machine: {}", safe_text::line(&link.url)));
    let end = tokio::select! {
        end = engine.wait(&actor, id) => Some(end?),
        _ = interrupt.recv() => None,
    };
    let outcome = match end {
        None => {
            // An open page shows the cancellation instead of a lost connection.
            let _ = engine.cancel(&actor, id, CancelReason::ClientDisconnected).await;
            Outcome::Aborted
        }
        Some(End::Answered(answers)) => {
            Outcome::Accepted(with_uploads(&engine, &actor, id, form, &answers).await?)
        }
        Some(End::Declined(decline)) => {
            Outcome::Declined { reason: decline.reason.as_deref().map(str::to_owned) }
        }
        Some(End::TimedOut) => Outcome::TimedOut,
        Some(_) => Outcome::Cancelled,
    };
    // Only a browser that submitted loads the page once more.
    if matches!(outcome, Outcome::Accepted(_) | Outcome::Declined { .. } | Outcome::Cancelled) {
        visits.wait_until_idle().await;
    }
    // Responses in progress are sent; new connections are not accepted.
    drop(stop);
    let _ = tokio::time::timeout(DRAIN_TIME, server).await;
    Ok(outcome)
}

/// Returns the answers with the content of uploaded files, which ends with this program.
async fn with_uploads(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    form: &Form,
    answers: &Answers,
) -> Result<Answers> {
    let mut values = answers.to_value();
    for (field, answer) in answers.iter() {
        let Answer::File(file) = answer else { continue };
        let Content::Stored { location, .. } = &file.content else { continue };
        let kept = engine.download(actor, id, location).await?;
        if let Some(content) = values.get_mut(field.property()).and_then(|value| value.get_mut("content")) {
            *content = STANDARD.encode(&kept).into();
        }
    }
    match form.check(&values) {
        Ok(answers) => Ok(answers),
        Err(problems) => bail!("the answers do not pass any more: {problems}"),
    }
}
