//! Hands drafts and typed secrets from one node to another, for stores that several nodes share.
//!
//! The request that sends a form and the page after its redirect may reach different nodes. The
//! entered values travel through the store, encrypted with a key that only the browser's cookie
//! gives: the database and its keyring alone do not reveal them. They count for an hour, and a page
//! that is closed removes them. An elicitation has a fixed number of places for them, so that no one
//! can fill the store; if two people share a place, one of them types again.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_form::{Constraint, Fact, Field, Form, Problem, RowPlace};
use askwell_lifecycle::{ElicitationId, Timestamp};
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{Key, KeyInit as _, XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize as _, Zeroizing};

use super::draft::Draft;
use super::inputs::{FieldInput, FormInputs};
use super::uploaded_file::UploadedFile;
use crate::browser::Session;
use crate::visit::Visit;

/// The namespace of the records.
const NAMESPACE: &str = "page-draft";

/// How long a draft counts.
const RETENTION: Duration = Duration::from_secs(60 * 60);

/// The places for drafts of one elicitation.
const PLACES: u8 = 16;

/// The most bytes of a draft. A longer one is shown without a redirect.
const MOST_BYTES: usize = 2 << 20;

const VERSION: u8 = 2;
const NONCE: usize = 24;

/// The entered values of a page, with its secrets.
#[derive(Serialize, Deserialize)]
struct SharedDraft {
    version: u8,
    /// When it was written, in milliseconds.
    at: u64,
    inputs: Vec<(usize, SharedInput)>,
    secrets: Vec<(usize, String)>,
    searches: Vec<(String, String)>,
    held: Vec<usize>,
    verdicts: Vec<(String, Result<String, String>)>,
    found: Vec<SharedProblem>,
    notice: Option<String>,
}

/// A problem of a draft: pages show the sentence alone.
#[derive(Serialize, Deserialize)]
struct SharedProblem {
    field: String,
    /// The number of the row, and the field in it.
    row: Option<(usize, String)>,
    sentence: String,
}

#[derive(Serialize, Deserialize)]
enum SharedInput {
    Text(String),
    Choices(Vec<String>),
    File(UploadedFile),
    Rows(Vec<Vec<(usize, SharedInput)>>),
}

impl SharedInput {
    fn of(input: &FieldInput) -> SharedInput {
        match input {
            FieldInput::Text(text) => SharedInput::Text(text.to_string()),
            FieldInput::Choices(values) => SharedInput::Choices(values.clone()),
            FieldInput::File(file) => SharedInput::File(file.clone()),
            FieldInput::Rows(rows) => SharedInput::Rows(
                rows.iter()
                    .map(|row| row.iter().map(|(place, input)| (place, SharedInput::of(input))).collect())
                    .collect(),
            ),
        }
    }

    /// Returns the input of a field; an input that is not of its kind is left to the check of the form.
    fn to_input(&self, field: &Field) -> FieldInput {
        match self {
            SharedInput::Text(text) => FieldInput::Text(Zeroizing::new(text.clone())),
            SharedInput::Choices(values) => FieldInput::Choices(values.clone()),
            SharedInput::File(file) => FieldInput::File(file.clone()),
            SharedInput::Rows(rows) => {
                let Some(kind) = field.rows() else { return FieldInput::Rows(Vec::new()) };
                FieldInput::Rows(rows.iter().map(|row| inputs(&kind.form, row)).collect())
            }
        }
    }
}

fn inputs(form: &Form, shared: &[(usize, SharedInput)]) -> FormInputs {
    let mut inputs = FormInputs::nothing(form);
    for (place, input) in shared {
        if let Some(field) = form.fields().get(*place) {
            inputs.set(*place, input.to_input(field));
        }
    }
    inputs
}

impl Drop for SharedDraft {
    fn drop(&mut self) {
        self.secrets.iter_mut().for_each(|(_, text)| text.zeroize());
    }
}

/// Takes over what another node has received from this browser. Without such a draft, the caches of
/// this node count.
pub(crate) async fn load(visit: &Visit, form: &Form) {
    if !visit.pages.engine().store().is_shared() || visit.session.is_new() {
        return;
    }
    let found = match visit.pages.engine().records().get(NAMESPACE, place(visit)).await {
        Ok(Some(record)) => open(&visit.session, &visit.path, visit.elicitation.id, &record.value),
        Ok(None) => None,
        Err(error) => {
            tracing::warn!(%error, "what was entered through another node cannot be read now");
            None
        }
    };
    let now = visit.pages.engine().now();
    let Some(found) = found.filter(|found| Timestamp::from_millis(found.at) + RETENTION > now) else {
        return;
    };
    let (secrets, key) = (visit.pages.secret_cache(), visit.session.key(&visit.path));
    secrets.forget(&key);
    for (place, text) in &found.secrets {
        let text = Zeroizing::new(text.clone());
        secrets.keep(key, *place, text, &visit.client_key(), visit.budget());
    }
    visit.pages.drafts().hold(key, found.to_draft(form), found.notice.clone());
}

/// Gives the draft to all nodes. Returns whether they have it; `true` if this is the only node.
pub(crate) async fn save(visit: &Visit, form: &Form, draft: &Draft, notice: Option<&str>) -> bool {
    if !visit.pages.engine().store().is_shared() {
        return true;
    }
    let shared = SharedDraft::of(form, draft, notice, visit.pages.engine().now());
    let Some(value) = seal(&visit.session, &visit.path, visit.elicitation.id, &shared) else { return false };
    match put(visit, value).await {
        Ok(is_saved) => is_saved,
        Err(error) => {
            tracing::warn!(%error, "what was entered cannot be given to the other nodes");
            false
        }
    }
}

async fn put(visit: &Visit, value: Arc<[u8]>) -> Result<bool, StoreError> {
    let (records, key) = (visit.pages.engine().records(), place(visit));
    // Another tab of this browser may write at the same time.
    for _ in 0..3 {
        let expected = records.get(NAMESPACE, Arc::clone(&key)).await?.map_or(0, |record| record.revision);
        let record =
            Record::new(NAMESPACE, Arc::clone(&key), Arc::clone(&value)).owned_by(visit.elicitation.id);
        let verdicts = records.write(vec![RecordWrite::Put { record, expected }]).await?;
        match verdicts.first() {
            Some(Verdict::Committed) => return Ok(true),
            Some(Verdict::Conflict) => {}
            _ => return Ok(false),
        }
    }
    Ok(false)
}

/// Removes all drafts of a closed elicitation.
pub(crate) async fn forget(visit: &Visit) -> Result<(), StoreError> {
    if !visit.pages.engine().store().is_shared() {
        return Ok(());
    }
    let records = visit.pages.engine().records();
    let id = visit.elicitation.id;
    let after: Arc<str> = Arc::from(format!("{id}/"));
    let found = records.list(NAMESPACE, Some(Arc::clone(&after)), usize::from(PLACES)).await?;
    let removals = found.into_iter().filter(|record| record.owner == Some(id)).map(|record| {
        RecordWrite::Remove { namespace: NAMESPACE, key: record.key, expected: record.revision }
    });
    let removals: Vec<RecordWrite> = removals.collect();
    if removals.is_empty() {
        return Ok(());
    }
    records.write(removals).await.map(drop)
}

/// Returns the key of the record for this browser and page.
fn place(visit: &Visit) -> Arc<str> {
    let [first, ..] = visit.session.key(&visit.path);
    Arc::from(format!("{}/{:02}", visit.elicitation.id, first % PLACES))
}

fn bound_to(path: &str, id: ElicitationId) -> Vec<u8> {
    [b"askwell page draft 1".as_slice(), &id.to_bytes(), path.as_bytes()].concat()
}

fn cipher(session: &Session, path: &str) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(*session.draft_key(path)))
}

/// Returns the encrypted draft; `None` if it is too long.
fn seal(session: &Session, path: &str, id: ElicitationId, shared: &SharedDraft) -> Option<Arc<[u8]>> {
    let plain = Zeroizing::new(serde_json::to_vec(shared).ok()?);
    if plain.len() > MOST_BYTES {
        return None;
    }
    let nonce: [u8; NONCE] = rand::random();
    let payload = Payload { msg: &plain, aad: &bound_to(path, id) };
    let sealed = cipher(session, path).encrypt(&XNonce::from(nonce), payload).ok()?;
    Some(Arc::from([nonce.as_slice(), &sealed].concat()))
}

/// Returns the draft; `None` if it belongs to another browser or page.
fn open(session: &Session, path: &str, id: ElicitationId, value: &[u8]) -> Option<SharedDraft> {
    let (nonce, sealed) = value.split_first_chunk::<NONCE>()?;
    let payload = Payload { msg: sealed, aad: &bound_to(path, id) };
    let plain = Zeroizing::new(cipher(session, path).decrypt(&XNonce::from(*nonce), payload).ok()?);
    let shared: SharedDraft = serde_json::from_slice(&plain).ok()?;
    // A newer node may have written it in another way.
    (shared.version == VERSION).then_some(shared)
}

impl SharedDraft {
    fn of(form: &Form, draft: &Draft, notice: Option<&str>, now: Timestamp) -> SharedDraft {
        let (mut inputs, mut secrets) = (Vec::new(), Vec::new());
        for (place, field) in form.fields().iter().enumerate() {
            match draft.filled.get(place) {
                Some(FieldInput::Text(text)) if field.is_secret() => secrets.push((place, text.to_string())),
                Some(other) => inputs.push((place, SharedInput::of(other))),
                None => {}
            }
        }
        let found = draft.found.iter();
        SharedDraft {
            version: VERSION,
            at: now.as_millis(),
            inputs,
            secrets,
            searches: draft.searches.iter().map(|(name, text)| (name.clone(), text.clone())).collect(),
            held: draft.held.iter().copied().collect(),
            verdicts: draft.verdicts.iter().map(|(name, verdict)| (name.clone(), verdict.clone())).collect(),
            found: found
                .map(|problem| SharedProblem {
                    field: problem.field.to_string(),
                    row: problem.row.as_ref().map(|place| (place.row, place.field.to_string())),
                    sentence: problem.message.to_string(),
                })
                .collect(),
            notice: notice.map(str::to_owned),
        }
    }

    /// Returns the draft without its secrets.
    fn to_draft(&self, form: &Form) -> Draft {
        let mut draft = Draft::with(inputs(form, &self.inputs));
        draft.searches.extend(self.searches.iter().cloned());
        draft.held.extend(self.held.iter().copied());
        draft.verdicts.extend(self.verdicts.iter().cloned());
        draft.found.extend(self.found.iter().map(|SharedProblem { field, row, sentence }| Problem {
            field: Arc::from(field.as_str()),
            // Pages show the sentence alone.
            constraint: Constraint::Content,
            message: sentence.clone().into(),
            expected: Fact::Unsaid,
            actual: Fact::Unsaid,
            item: None,
            row: row.as_ref().map(|(row, field)| RowPlace { row: *row, field: Arc::from(field.as_str()) }),
        }));
        draft
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use askwell_lifecycle::{ElicitationId, Timestamp};
    use axum::http::HeaderMap;
    use zeroize::Zeroizing;

    use super::{Draft, FieldInput, FormInputs, SharedDraft, open, seal};
    use crate::browser::Session;

    fn form() -> Form {
        let document = r#"{"id": "f", "title": "F", "fields": [
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "pin", "type": "text", "label": "Pin", "rendering": {"inputType": "password"}}
        ]}"#;
        Form::parse(document).unwrap()
    }

    #[test]
    fn draft_opens_only_with_the_cookie_and_page_that_sealed_it() {
        let (form, now) = (form(), Timestamp::from_millis(5));
        let mut filled = FormInputs::nothing(&form);
        filled.set(0, FieldInput::Text(Zeroizing::new("Ada".into())));
        filled.set(1, FieldInput::Text(Zeroizing::new("4711".into())));
        let (mine, other) =
            (Session::of(&HeaderMap::new(), "askwell"), Session::of(&HeaderMap::new(), "askwell"));
        let (id, another) = (ElicitationId::new(now, [1; 10]), ElicitationId::new(now, [2; 10]));
        let shared = SharedDraft::of(&form, &Draft::with(filled), Some("Hello."), now);
        let sealed = seal(&mine, "/f/a", id, &shared).unwrap();
        assert!(!String::from_utf8_lossy(&sealed).contains("4711"));
        assert!(open(&other, "/f/a", id, &sealed).is_none(), "another browser");
        assert!(open(&mine, "/f/b", id, &sealed).is_none(), "another page");
        assert!(open(&mine, "/f/a", another, &sealed).is_none(), "another elicitation");
        assert!(open(&mine, "/f/a", id, &sealed[..20]).is_none(), "damaged");
        let opened = open(&mine, "/f/a", id, &sealed).unwrap();
        assert_eq!(opened.secrets, [(1, "4711".to_owned())]);
        let draft = opened.to_draft(&form);
        assert_eq!((draft.filled.text(0), draft.filled.text(1)), (Some("Ada"), None));
    }
}
