//! Passing a question on: another person or group is asked from then on, until the same deadline.
//!
//! A record of the elicitation says who passed it on, to whom, and when it comes back if no answer comes. The reason is a
//! note among colleagues, and the change itself is in the history. Everything here can be repeated: after a crash the
//! question comes back once.

use askwell_locale::text;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Record, RecordWrite, StoreError, Verdict};
use askwell_engine::{CallError, Engine};
use askwell_lifecycle::{Actor, Audience, Elicitation, ElicitationId, Person, Surface, Timestamp};
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::action::read_fields;
use super::filter::words_of;
use super::note;
use crate::browser::Session;
use crate::keys::is_person_name;
use crate::page::{FinalPage, TOKEN_NAME, read_pairs_of, see_other};
use crate::pages::{Identity, Pages};
use crate::visit::{EntryPoint, PageError, Visit, inbox_person};

/// The path that takes a question back, and whose form token the list carries.
pub(super) const TAKE_BACK_PATH: &str = "/inbox/take-back";

const NAMESPACE: &str = "delegations";
const VERSION: u8 = 1;

/// The most delegations that one look finds. More wait for the next.
const MOST: usize = 500;

/// An unanswered question comes back so long before its deadline, or after half of the time that is left.
const BEFORE_DEADLINE: Duration = Duration::from_secs(600);

/// A question that was passed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Delegation {
    version: u8,
    pub(crate) id: String,
    /// Who passed it on.
    pub(crate) by: String,
    /// The person or group that is asked now.
    pub(crate) to: String,
    to_group: bool,
    /// The group that was asked before, if it was one. Otherwise it comes back to the person.
    from_group: Option<String>,
    returns_at: u64,
    /// The title of the question, which the person does not see any more.
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(skip)]
    revision: u64,
}

impl Delegation {
    pub(crate) fn returns_at(&self) -> Timestamp {
        Timestamp::from_millis(self.returns_at)
    }

    fn audience(&self) -> Audience {
        audience(&self.to, self.to_group)
    }

    fn origin(&self) -> Audience {
        match &self.from_group {
            Some(group) => Audience::Group(Arc::from(group.as_str())),
            None => Audience::Person(Arc::from(self.by.as_str())),
        }
    }

    /// Returns whether this record says the same as another one.
    fn says(&self, other: &Delegation) -> bool {
        *self == Delegation { revision: self.revision, ..other.clone() }
    }

    fn read(record: &Record) -> Option<Delegation> {
        let found: Delegation = serde_json::from_slice(&record.value).ok()?;
        (found.version == VERSION).then_some(Delegation { revision: record.revision, ..found })
    }
}

fn audience(name: &str, is_group: bool) -> Audience {
    if is_group { Audience::Group(Arc::from(name)) } else { Audience::Person(Arc::from(name)) }
}

/// Returns whether the question can be passed on: several people are known here, and one of them decides.
pub(super) fn is_possible(pages: &Pages, entry: &Elicitation) -> bool {
    *pages.identity() != Identity::Loopback && entry.quorum.is_none() && entry.status().is_open()
}

/// Returns the delegation of an elicitation.
pub(crate) async fn find(engine: &Engine, id: ElicitationId) -> Result<Option<Delegation>, StoreError> {
    let record = engine.records().get(NAMESPACE, id.to_string()).await?;
    Ok(record.as_ref().and_then(Delegation::read))
}

/// Returns the questions that a person has passed on, and brings those back that are due.
pub(super) async fn list_of(pages: &Pages, person: &str) -> Result<Vec<Delegation>, PageError> {
    let all = return_due(pages).await?;
    Ok(all.into_iter().filter(|delegation| delegation.by == person).collect())
}

/// Passes a question on, or gives it back to the person who passed it on.
pub(super) async fn post_delegate(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let fields = read_fields(&mut visit, request).await?;
    let refused = |why| Err(PageError::Rejected(FinalPage::Refused { why }));
    let EntryPoint::Inbox { person } = visit.entry_point.clone() else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    let field = |name: &str| fields.get(name).map(|value| value.trim()).unwrap_or_default();
    let (engine, id) = (visit.pages.engine().clone(), visit.elicitation.id);
    if field("back") == "yes" {
        if let Some(delegation) = find(&engine, id).await? {
            give_back(&engine, &visit.actor, id, &delegation).await?;
        }
        return Ok(see_other("/inbox"));
    }
    if !is_possible(&visit.pages, &visit.elicitation) {
        return refused("inbox-delegate-impossible");
    }
    let (to, is_group) = (field("to"), field("kind") == "group");
    let is_name = if is_group {
        (1..=Person::LONGEST_GROUP).contains(&to.len()) && !to.chars().any(char::is_control)
    } else {
        is_person_name(to)
    };
    if !is_name {
        return refused("inbox-delegate-no-name");
    }
    if !is_group && *to == *person {
        return refused("inbox-delegate-with-you");
    }
    let now = engine.now();
    let left = visit.elicitation.deadline().map(|deadline| now.until(deadline)).unwrap_or_default();
    let returns_at = now + left.saturating_sub(BEFORE_DEADLINE.min(left / 2));
    let from_group = match &visit.elicitation.audience {
        Audience::Group(group) => Some(group.to_string()),
        _ => None,
    };
    let delegation = Delegation {
        version: VERSION,
        id: id.to_string(),
        by: person.to_string(),
        to: to.to_owned(),
        to_group: is_group,
        from_group,
        returns_at: returns_at.as_millis(),
        title: Some(words_of(&visit.elicitation).0.to_owned()),
        revision: 0,
    };
    let reason = field("reason");
    let words = if reason.is_empty() {
        text("inbox-delegate-note", &[("name", to.into())])
    } else {
        text("inbox-delegate-note-why", &[("name", to.into()), ("reason", reason.into())])
    };
    match pass_on(&engine, &visit.actor, id, &delegation).await {
        Ok(()) => note::add(&engine, id, &person, &words).await?,
        // Closed meanwhile: its page says so.
        Err(CallError::Refused(_)) => return Ok(see_other(&visit.path)),
        Err(error) => return Err(error.into()),
    }
    Ok(see_other("/inbox"))
}

/// Asks the person or group of a delegation from now on, and stores the way back.
///
/// The record comes first: without the change it does nothing, and is removed when it is due. If several people pass the
/// question on at the same moment, the change of one of them counts. That one makes the record describe it, and the others
/// put back what they have replaced.
async fn pass_on(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    delegation: &Delegation,
) -> Result<(), CallError> {
    let mut before = find(engine, id).await?;
    while !put(engine, id, Some(delegation), before.as_ref()).await? {
        before = find(engine, id).await?;
    }
    match engine.delegate(actor, id, delegation.audience()).await {
        Ok(_) => describe(engine, id, delegation).await,
        Err(error) => {
            if let Some(stored) = find(engine, id).await?.filter(|stored| stored.says(delegation)) {
                put(engine, id, before.as_ref(), Some(&stored)).await?;
            }
            Err(error)
        }
    }
}

/// Makes the record describe a delegation, as long as the question is with those whom it names.
async fn describe(engine: &Engine, id: ElicitationId, delegation: &Delegation) -> Result<(), CallError> {
    loop {
        let stored = find(engine, id).await?;
        if stored.as_ref().is_some_and(|stored| stored.says(delegation)) {
            return Ok(());
        }
        let entry = engine.status(&Actor::engine(), id).await?;
        let is_with_them = entry.status().is_open() && entry.audience == delegation.audience();
        if !is_with_them || put(engine, id, Some(delegation), stored.as_ref()).await? {
            return Ok(());
        }
    }
}

/// Puts a record in the place of the stored one, or removes that. Returns whether it was still there.
async fn put(
    engine: &Engine,
    id: ElicitationId,
    new: Option<&Delegation>,
    stored: Option<&Delegation>,
) -> Result<bool, StoreError> {
    let expected = stored.map_or(0, |stored| stored.revision);
    let write = match new {
        Some(new) => {
            let value: Arc<[u8]> = serde_json::to_vec(new).map_err(StoreError::failed)?.into();
            let record = Record::new(NAMESPACE, id.to_string(), value).owned_by(id);
            RecordWrite::Put { record, expected }
        }
        None => RecordWrite::Remove { namespace: NAMESPACE, key: id.to_string().into(), expected },
    };
    match engine.records().write(vec![write]).await?.first() {
        Some(Verdict::Conflict) => Ok(false),
        _ => Ok(true),
    }
}

/// Takes a question back that the person has passed on, and that they do not see any more.
pub(super) async fn post_take_back(
    State(pages): State<Pages>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    let refused = |why| Err(PageError::Rejected(FinalPage::Refused { why }));
    if pages.host_guard().check_form(&headers).is_err() {
        return refused("final-refused-other-site");
    }
    let person = inbox_person(&pages, &headers)?;
    let fields: HashMap<String, String> = read_pairs_of(&body);
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if !Session::of(&headers, pages.cookie_name()).admits(TAKE_BACK_PATH, field(TOKEN_NAME)) {
        return refused("final-refused-stale");
    }
    let Ok(id) = field("id").parse::<ElicitationId>() else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    match find(pages.engine(), id).await? {
        // The record says that it was theirs.
        Some(delegation) if delegation.by == person.as_str() => {
            let actor = Actor::operator(Surface::Web).with_person(person.as_str());
            give_back(pages.engine(), &actor, id, &delegation).await?;
            Ok(see_other(&format!("/inbox/{id}")))
        }
        _ => Err(PageError::Rejected(FinalPage::NotFound)),
    }
}

/// Asks those again who were asked before, and forgets the delegation. A question that is over, or that was passed on
/// further, stays as it is.
async fn give_back(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    delegation: &Delegation,
) -> Result<(), PageError> {
    let is_with_them = match engine.status(&Actor::engine(), id).await {
        Ok(entry) => entry.status().is_open() && entry.audience == delegation.audience(),
        Err(CallError::NotFound) => false,
        Err(error) => return Err(error.into()),
    };
    if is_with_them {
        match engine.delegate(actor, id, delegation.origin()).await {
            Ok(_) | Err(CallError::Refused(_) | CallError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let remove = RecordWrite::Remove {
        namespace: NAMESPACE,
        key: delegation.id.as_str().into(),
        expected: delegation.revision,
    };
    engine.records().write(vec![remove]).await?;
    Ok(())
}

/// Brings back what was not answered in time, and returns the delegations that are left. Safe to call at any time, on any
/// node.
pub(super) async fn return_due(pages: &Pages) -> Result<Vec<Delegation>, PageError> {
    let engine = pages.engine();
    let now = engine.now();
    let mut left = Vec::new();
    for record in engine.records().list(NAMESPACE, None, MOST).await? {
        let Some(delegation) = Delegation::read(&record) else { continue };
        match delegation.id.parse() {
            Ok(id) if delegation.returns_at() <= now => {
                give_back(engine, &Actor::engine(), id, &delegation).await?;
            }
            _ => left.push(delegation),
        }
    }
    Ok(left)
}
