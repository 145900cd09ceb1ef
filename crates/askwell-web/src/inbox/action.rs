//! `POST /inbox/bulk`, `/inbox/{id}/snooze` and `/inbox/{id}/note`: what a person does with entries beside
//! answering them.

use askwell_locale::text;
use std::collections::HashMap;
use std::time::Duration;

use askwell_engine::{CallError, Engine, SubmitError};
use askwell_form::Decision;
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

use super::hold::{self, HoldResult};
use super::{note, snooze};
use crate::browser::Session;
use crate::page::{FinalPage, read_pairs, see_other};
use crate::pages::Pages;
use crate::visit::{EntryPoint, PageError, Visit, inbox_person};

/// The path whose form token the bulk bar carries.
pub(super) const BULK_PATH: &str = "/inbox/bulk";

/// The most entries of one bulk action.
const MOST_AT_ONCE: usize = 200;

/// How long entries can be snoozed: the value of the button, the key of its words, the time.
pub(super) const SNOOZES: [(&str, &str, Duration); 3] = [
    ("hour", "inbox-snooze-hour", Duration::from_secs(3600)),
    ("afternoon", "inbox-snooze-afternoon", Duration::from_secs(4 * 3600)),
    ("day", "inbox-snooze-day", Duration::from_secs(24 * 3600)),
];

/// What became of the entries of a bulk action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct BulkResult {
    /// The action was done.
    done: usize,
    /// Skipped, because they are no decisions, or due too soon to be snoozed.
    skipped: usize,
    /// Over already, or the comment that they need is missing.
    failed: usize,
}

impl BulkResult {
    /// Returns the result as an address spells it.
    fn written(self, action: &str) -> String {
        format!("{action}.{}.{}.{}", self.done, self.skipped, self.failed)
    }

    /// Returns the sentence for what an address spells; `None` if it is not one.
    pub(super) fn sentence(written: &str) -> Option<String> {
        let mut parts = written.split('.');
        let [done_key, skipped_key, failed_key] = match parts.next()? {
            "approve" => ["inbox-bulk-approved", "inbox-bulk-no-decision", "inbox-bulk-not-approved"],
            "reject" => ["inbox-bulk-rejected", "inbox-bulk-no-decision", "inbox-bulk-not-rejected"],
            "snooze" => ["inbox-bulk-snoozed", "inbox-bulk-too-soon", "inbox-bulk-not-snoozed"],
            _ => return None,
        };
        let mut number = || parts.next()?.parse::<usize>().ok();
        let (done, skipped, failed) = (number()?, number()?, number()?);
        let mut said = vec![text(done_key, &[("count", done.into())])];
        if skipped > 0 {
            said.push(text(skipped_key, &[("count", skipped.into())]));
        }
        if failed > 0 {
            said.push(text(failed_key, &[("count", failed.into())]));
        }
        Some(said.join(" "))
    }
}

/// Does one thing with several entries, with one comment for all.
pub(super) async fn post_bulk(
    State(pages): State<Pages>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    let refused = |why| Err(PageError::Rejected(FinalPage::Refused { why }));
    if pages.host_guard().check_form(&headers).is_err() {
        return refused("final-refused-other-site");
    }
    let person = inbox_person(&pages, &headers)?;
    let mut ids: Vec<ElicitationId> = Vec::new();
    let mut fields: HashMap<String, String> = HashMap::new();
    for (name, value) in url::form_urlencoded::parse(&body) {
        match (&*name, value.parse()) {
            ("id", Ok(id)) if !ids.contains(&id) => ids.push(id),
            ("id", _) => {}
            _ => drop(fields.insert(name.into_owned(), value.into_owned())),
        }
    }
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if !Session::of(&headers, pages.cookie_name()).admits(BULK_PATH, field(":token")) {
        return refused("final-refused-stale");
    }
    if ids.len() > MOST_AT_ONCE {
        return refused("final-refused-too-many");
    }
    let actor = Actor::person(&person, Surface::Web);
    let engine = pages.engine();
    let action = field(":do");
    let mut result = BulkResult::default();
    for id in ids {
        let done = match action {
            "approve" => decide(&pages, &actor, id, true, field("comment")).await?,
            "reject" => decide(&pages, &actor, id, false, field("comment")).await?,
            "snooze" => snooze_entry(engine, &actor, person.as_str(), id, Duration::from_secs(3600)).await?,
            _ => Done::Skipped,
        };
        match done {
            Done::Yes => result.done += 1,
            Done::Skipped => result.skipped += 1,
            Done::Failed => result.failed += 1,
        }
    }
    let back = field(":list");
    let back = if back.starts_with('?') { back } else { "?" };
    Ok(see_other(&format!("/inbox{back}&said={}", result.written(action))))
}

enum Done {
    Yes,
    Skipped,
    Failed,
}

async fn decide(
    pages: &Pages,
    actor: &Actor,
    id: ElicitationId,
    approved: bool,
    comment: &str,
) -> Result<Done, PageError> {
    let engine = pages.engine();
    let entry = match engine.status(actor, id).await {
        Ok(entry) => entry,
        Err(CallError::NotFound) => return Ok(Done::Failed),
        Err(error) => return Err(error.into()),
    };
    if !entry.status().is_open() {
        return Ok(Done::Failed);
    }
    let Some(decision) = entry.form().and_then(|form| form.decision()) else { return Ok(Done::Skipped) };
    let mut answer = json!({ Decision::APPROVED: approved });
    let has_comment =
        entry.form().is_some_and(|form| form.fields().iter().any(|field| field.id() == Decision::COMMENT));
    if has_comment && !comment.trim().is_empty() {
        answer = json!({ Decision::APPROVED: approved, Decision::COMMENT: comment.trim() });
    } else if decision.needs_comment(approved) {
        return Ok(Done::Failed);
    }
    match hold::hold(pages, actor, &entry, approved, &answer.to_string()).await? {
        HoldResult::Held => return Ok(Done::Yes),
        HoldResult::AlreadyBy(_) => return Ok(Done::Failed),
        HoldResult::Now => {}
    }
    match engine.submit(actor, id, answer.to_string().as_bytes()).await {
        Ok(_) => Ok(Done::Yes),
        Err(SubmitError::Call(CallError::Store(error))) => Err(PageError::Store(error)),
        Err(_) => Ok(Done::Failed),
    }
}

async fn snooze_entry(
    engine: &Engine,
    actor: &Actor,
    person: &str,
    id: ElicitationId,
    long: Duration,
) -> Result<Done, PageError> {
    let entry = match engine.status(actor, id).await {
        Ok(entry) => entry,
        Err(CallError::NotFound) => return Ok(Done::Failed),
        Err(error) => return Err(error.into()),
    };
    let Some(until) = snooze::returns_at(&entry, engine.now(), long) else { return Ok(Done::Skipped) };
    snooze::set(engine, person, id, Some(until)).await?;
    Ok(Done::Yes)
}

/// Snoozes or wakes one entry.
pub(super) async fn post_snooze(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let fields = read_fields(&mut visit, request).await?;
    let EntryPoint::Inbox { person } = &visit.entry_point else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    let (engine, id) = (visit.pages.engine(), visit.elicitation.id);
    let wanted = fields.get("for").map(String::as_str).unwrap_or_default();
    match SNOOZES.iter().find(|(name, ..)| *name == wanted) {
        Some((.., long)) => {
            snooze_entry(engine, &visit.actor, person, id, *long).await?;
            Ok(see_other("/inbox"))
        }
        None => {
            snooze::set(engine, person, id, None).await?;
            Ok(see_other(&visit.path))
        }
    }
}

/// Adds a note for colleagues.
pub(super) async fn post_note(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    let fields = read_fields(&mut visit, request).await?;
    let EntryPoint::Inbox { person } = &visit.entry_point else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    let note = fields.get("note").map(String::as_str).unwrap_or_default();
    note::add(visit.pages.engine(), visit.elicitation.id, person, note).await?;
    Ok(see_other(&format!("{}#notes", visit.path)))
}

/// Takes a held decision back.
pub(super) async fn post_undo(mut visit: Visit, request: Request) -> Result<Response, PageError> {
    read_fields(&mut visit, request).await?;
    let EntryPoint::Inbox { person } = &visit.entry_point else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    if hold::undo(&visit.pages, visit.elicitation.id, person).await? {
        return Ok(see_other(&visit.path));
    }
    let why = "final-refused-undo";
    Err(PageError::Rejected(FinalPage::Refused { why }))
}

/// Reads the texts of a form, after its token was checked.
pub(super) async fn read_fields(
    visit: &mut Visit,
    request: Request,
) -> Result<HashMap<String, String>, PageError> {
    let fields = read_pairs(visit, request).await?;
    visit.mark_busy()?;
    visit.authorize(fields.get(":token").map(String::as_str).unwrap_or_default()).await?;
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::BulkResult;

    #[test]
    fn bulk_result_round_trips_through_its_address() {
        let result = BulkResult { done: 2, skipped: 1, failed: 0 };
        assert_eq!(
            BulkResult::sentence(&result.written("approve")).as_deref(),
            Some("2 approved. 1 skipped: no decision.")
        );
        for written in ["", "approve", "approve.x.1.1", "drop.1.1.1", "<b>.1.1.1"] {
            assert_eq!(BulkResult::sentence(written), None, "{written}");
        }
    }
}
