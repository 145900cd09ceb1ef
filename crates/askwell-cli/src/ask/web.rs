//! The same form on a page of this machine, for one answer: what `--web` does.
//!
//! Nothing is kept: engine and store live in memory and end with the answer.

mod farewell;

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

use self::farewell::{Visitors, watch_requests};
use crate::console::Console;
use crate::serve::runtime;
use crate::shown;

/// The longest that a question stays open.
const LONGEST: Duration = Duration::from_secs(3600);

/// How long what is being sent already may take to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Serves the form until somebody has answered, or nobody will.
pub(super) fn ask(form: &Form, timeout: Option<Duration>, console: &Console) -> Result<Outcome> {
    runtime()?.block_on(serve(form, timeout, console))
}

async fn serve(form: &Form, timeout: Option<Duration>, console: &Console) -> Result<Outcome> {
    let engine = Engine::builder().limits(Limits::none()).start();
    let actor = Actor::client("askwell", Surface::Library);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.context("cannot listen on this machine")?;
    let base = format!("http://{}", listener.local_addr()?);
    let settings = PagesSettings {
        base_url: base.parse()?,
        identity: Identity::Loopback,
        client_names: HashMap::from([("askwell".into(), "a program on this machine".to_owned())]),
    };
    let pages = Pages::new(engine.clone(), settings);
    let question = Ask::form(form.clone()).timeout(timeout.unwrap_or(LONGEST).min(LONGEST));
    let id = engine.create(&actor, question).await?.id;
    let link = pages.link(id).await?;
    let (stop, stopped) = oneshot::channel::<()>();
    let path = link.url.strip_prefix(&base).context("the page is elsewhere")?;
    let visitors = Visitors::of(&engine, &actor, id, path);
    let router = pages.router().layer(from_fn_with_state(visitors.clone(), watch_requests));
    let listener = visitors.counted(listener);
    let server = tokio::spawn(async move {
        let until = async { drop(stopped.await) };
        axum::serve(listener, router).with_graceful_shutdown(until).await
    });
    // Whoever knows the address may break off at once.
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for an interrupt")?;
    console.say(&format!("answer on this machine: {}", shown::line(&link.url)));
    let end = tokio::select! {
        end = engine.wait(&actor, id) => Some(end?),
        _ = interrupt.recv() => None,
    };
    let outcome = match end {
        None => {
            // A page that is open somewhere says so, instead of looking for a lost connection.
            let _ = engine.cancel(&actor, id, CancelReason::ClientDisconnected).await;
            Outcome::Aborted
        }
        Some(End::Answered(answers)) => Outcome::Accepted(whole(&engine, &actor, id, form, &answers).await?),
        Some(End::Declined(_)) => Outcome::Declined,
        Some(End::TimedOut) => Outcome::TimedOut,
        Some(_) => Outcome::Cancelled,
    };
    // Only whoever pressed a button looks at the page once more.
    if matches!(outcome, Outcome::Accepted(_) | Outcome::Declined | Outcome::Cancelled) {
        visitors.gone().await;
    }
    // What is on its way still arrives; nobody else is waited for.
    drop(stop);
    let _ = tokio::time::timeout(LAST_WORDS, server).await;
    Ok(outcome)
}

/// The answers with their files in them: what was uploaded beside them ends with this program.
async fn whole(
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
