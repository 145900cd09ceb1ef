//! One inbox: asks the gateway's questions through the service that runs for this person, too.
//!
//! The gateway's engine owns each question. The service gets a copy of it, so that it waits in one
//! inbox with everything else; the first answer counts, wherever it is given, and the copy is
//! withdrawn when the question ends. Questions that the service cannot show in full stay on the
//! gateway's own page.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use askwell_client::ask::OnDisconnect;
use askwell_client::{Ask, Client, Key, Mode, Outcome, ServiceChoice, ServiceEndpoint, ServiceEndpointError};
use askwell_engine::{Engine, Hosted, HostedError, HostedLink, WatchEvent};
use askwell_lifecycle::{Actor, Audience, CancelReason, Decline, Elicitation, ElicitationId, Surface};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::arguments::usage_error;
use crate::attribution::with_attribution;
use crate::console::Console;
use crate::remote;

/// The longest message that a form of the service shows in full, beside the name of the server.
const MAX_MESSAGE: usize = 1_800;

/// Which service a command wants to ask through, by its options.
pub(crate) struct InboxChoice<'a> {
    /// The name of the command.
    pub(crate) command: &'static str,
    /// The value of `--service`.
    pub(crate) named: Option<&'a str>,
    pub(crate) key_file: Option<&'a Path>,
    /// The option that concerns the page of this process, if there is one.
    pub(crate) own_page: Option<&'static str>,
}

/// Returns the service to ask through, or `None` if none is named and none of this user runs.
pub(crate) async fn endpoint(choice: &InboxChoice<'_>, console: &Console) -> Result<Option<ServiceEndpoint>> {
    let InboxChoice { command, named, key_file, own_page } = *choice;
    if let Some(option) = own_page {
        if named.is_none_or(|name| name == "none") {
            return Ok(None);
        }
        usage_error(
            command,
            &format!("{option} cannot be used with --service: the service has its own pages"),
        );
    }
    if named == Some("") {
        return remote::endpoint(None, key_file).await.map(Some);
    }
    let named = named.map(str::parse::<ServiceChoice>).transpose()?;
    let key = key_file.map(Key::read).transpose()?;
    match ServiceEndpoint::resolve_optional(named.clone(), key).await {
        Ok(found) => Ok(found),
        // Without a service that was asked for, people can still answer on the gateway's page.
        Err(error @ ServiceEndpointError::Find(_)) if named.is_none() => {
            console.warning(&format!("{error}; asking from this process"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

type Links = HashMap<ElicitationId, Arc<OnceCell<Option<HostedLink>>>>;

/// Pages of the service for the gateway's questions.
pub(crate) struct ServiceInbox(Arc<InboxState>);

struct InboxState {
    client: Client,
    engine: Engine,
    /// Who asks, for people.
    who: String,
    timeout: Duration,
    /// The gateway's own pages.
    own: Arc<dyn Hosted>,
    /// The links of open questions; `None` for one that stays here.
    links: Mutex<Links>,
}

impl ServiceInbox {
    /// Copies every question of an engine to a service, from now on.
    pub(crate) async fn start(
        client: Client,
        engine: &Engine,
        who: String,
        timeout: Duration,
        own: Arc<dyn Hosted>,
    ) -> Result<ServiceInbox> {
        let state = Arc::new(InboxState {
            client,
            engine: engine.clone(),
            who,
            timeout,
            own,
            links: Mutex::default(),
        });
        let mut watch = engine.watch(&operator(), None).await?;
        let watched = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok(event) = watch.next().await {
                let WatchEvent::Change(change) = event else { continue };
                let state = Arc::clone(&watched);
                tokio::spawn(async move { state.copy(change.id).await });
            }
        });
        Ok(ServiceInbox(state))
    }
}

impl Hosted for ServiceInbox {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move {
            match self.0.copy(id).await {
                Some(link) => Ok(link),
                None => self.0.own.link(id).await,
            }
        })
    }
}

impl InboxState {
    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the link to a question at the service; asks it there first if that was not done.
    async fn copy(self: &Arc<Self>, id: ElicitationId) -> Option<HostedLink> {
        let asked = self.engine.status(&operator(), id).await.ok()?;
        if asked.outcome().is_some() {
            return None;
        }
        let cell = Arc::clone(self.links().entry(id).or_default());
        cell.get_or_init(|| self.create(asked)).await.clone()
    }

    async fn create(self: &Arc<Self>, asked: Arc<Elicitation>) -> Option<HostedLink> {
        let ask = self.question(&asked)?;
        match self.client.create(&ask).await {
            Ok(created) => {
                tokio::spawn(Arc::clone(self).follow(asked, created.id));
                created.url.map(|url| HostedLink { url, code: created.code })
            }
            Err(error) => {
                tracing::warn!(%error, "the service cannot ask; the question is on the gateway's page");
                None
            }
        }
    }

    /// Returns what to ask at the service; `None` for what has to stay here.
    fn question(&self, asked: &Elicitation) -> Option<Ask> {
        let message = asked.message.as_deref().unwrap_or_default();
        let described = asked.form()?.description().unwrap_or_default();
        // A person must see all of what they approve.
        if message.chars().count() + described.chars().count() > MAX_MESSAGE {
            return None;
        }
        let form = with_attribution(asked.form()?, &self.who, message)?;
        let ask = Ask::form(&form)
            .mode(Mode::Url)
            .timeout(self.timeout)
            .key(&asked.id.to_string())
            .on_disconnect(OnDisconnect::Abandon);
        match &asked.audience {
            Audience::Anyone => Some(ask),
            Audience::Person(person) => Some(ask.person(person)),
            Audience::Group(group) => Some(ask.group(group)),
            Audience::SignedIn => Some(ask.signed_in()),
            Audience::ClientOnly | Audience::LinkHolder => None,
        }
    }

    /// Waits for the end of a question, here or at the service, and ends it in the other place.
    async fn follow(self: Arc<Self>, asked: Arc<Elicitation>, copy: String) {
        let actor = operator();
        tokio::select! {
            answered = self.client.wait(&copy) => match answered {
                Ok(outcome) => self.take(&asked, &copy, outcome).await,
                Err(error) => tracing::warn!(%error, "the service lost a question"),
            },
            _ = self.engine.wait(&actor, asked.id) => {
                // It may have ended there, too.
                let _ = self.client.cancel(&copy).await;
            }
        }
        self.links().remove(&asked.id);
    }

    /// Takes the outcome of the service. A question that has ended here keeps its own.
    async fn take(&self, asked: &Elicitation, copy: &str, outcome: Outcome) {
        let person = self.person(copy).await;
        let actor = match (&asked.audience, &person) {
            (Audience::Person(wanted), Some(person)) if **wanted != **person => {
                return tracing::warn!("the service has the answer of another person; it does not count");
            }
            (Audience::Person(_) | Audience::Group(_) | Audience::SignedIn, None) => {
                return tracing::warn!("the service does not say who answered; the answer does not count");
            }
            (_, Some(person)) => operator().with_person(person),
            (_, None) => operator(),
        };
        let taken = match outcome {
            Outcome::Answered(answers) => {
                let json = answers.as_json().as_bytes();
                self.engine.submit(&actor, asked.id, json).await.map(drop).map_err(|error| error.to_string())
            }
            Outcome::Declined { reason } => {
                let decline = Decline::because(&reason.unwrap_or_default());
                let declined = self.engine.decline_with(&actor, asked.id, decline).await;
                declined.map(drop).map_err(|error| error.to_string())
            }
            Outcome::Cancelled { .. } => {
                let cancelled = self.engine.cancel(&actor, asked.id, CancelReason::UserCancelled).await;
                cancelled.map(drop).map_err(|error| error.to_string())
            }
            // Its deadline passed there; the question has its own.
            _ => Ok(()),
        };
        if let Err(error) = taken {
            tracing::warn!(%error, "an answer of the service cannot be used");
        }
    }

    /// Returns who ended a question at the service, if it says so.
    async fn person(&self, copy: &str) -> Option<String> {
        let history = self.client.call("elicitation/history", &json!({"elicitationId": copy})).await.ok()?;
        let last = history.get("history")?.as_array()?.last()?.clone();
        last.get("person").and_then(Value::as_str).map(str::to_owned)
    }
}

/// The gateway itself, which passes on what people did at the service.
fn operator() -> Actor {
    Actor::operator(Surface::Web)
}
