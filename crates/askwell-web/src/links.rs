//! Stores the links to the pages of elicitations and decides which browser may use them.
//!
//! A link contains 256 random bits. Only their digest is stored, in a record that is purged with
//! the elicitation. A stable link is derived from the elicitation's id and a secret of the store,
//! see `links/stable.rs`. A link alone does not prove who answers: depending on
//! [`Identity`](crate::Identity), it is bound to the first browser that acts through it, belongs to
//! a person, or needs a code that the asking program shows.

mod stable;

use std::sync::Arc;

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Engine, StoreError};
use askwell_lifecycle::ElicitationId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::browser::{decode_secret, digest, encode_secret, hex, random_secret};
pub(crate) use stable::make_stable;

/// The namespace of link records.
const NAMESPACE: &str = "link";

/// How often a change is retried when another request changed the record first.
const ATTEMPTS: usize = 8;

/// The most wrong codes before a link is locked.
const WRONG_CODES: u8 = 5;

/// Letters and digits that are hard to confuse.
const CODE_LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A new link: its token and its code are known only to the caller.
pub(crate) struct NewLink {
    pub(crate) token: String,
    pub(crate) code: Option<String>,
}

/// Whether a new link needs a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkProtection {
    /// The link is sufficient.
    None,
    /// The page asks for a code first.
    Code,
}

/// A link as the store has it.
#[derive(Debug, Clone)]
pub(crate) struct StoredLink {
    /// The elicitation of the link.
    pub(crate) id: ElicitationId,
    key: Arc<str>,
    revision: u64,
    record: LinkRecord,
}

/// A link as it is serialised.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LinkRecord {
    version: u8,
    /// The elicitation's id.
    id: String,
    /// The digest of the session that the link is bound to.
    session: Option<String>,
    /// The digest of the code.
    code: Option<String>,
    /// Wrong codes so far.
    wrong: u8,
    /// Whether the answer was sent through this link.
    sent: bool,
}

const VERSION: u8 = 1;

/// Whether a browser may use a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkAccess {
    /// The link is bound to this browser, or to none yet.
    Granted,
    /// The browser has to send the code first.
    CodeRequired,
    /// No browser may use the link any more: too many wrong codes were tried.
    Locked,
    /// The link is bound to another browser.
    OtherBrowser,
}

/// The result of a try to enter a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeVerdict {
    /// The code is right; the link is now bound to this browser.
    Accepted,
    /// The code is wrong; `left` more tries are allowed.
    Wrong { left: u8 },
    /// The link is bound to another browser.
    OtherBrowser,
}

/// Creates a link with a random token.
pub(crate) async fn make(
    engine: &Engine,
    id: ElicitationId,
    protection: LinkProtection,
) -> Result<NewLink, StoreError> {
    let token = encode_secret(&random_secret());
    let code = match protection {
        LinkProtection::None => None,
        LinkProtection::Code => Some(code_from(rand::random())),
    };
    let made = NewLink { token, code };
    match keep(engine, id, &made).await? {
        Verdict::Committed => Ok(made),
        Verdict::NotFound => Err(StoreError::Failed(format!("there is no {id} to make a link to").into())),
        other => Err(StoreError::Failed(format!("the link was not kept: {other:?}").into())),
    }
}

/// Stores a link, unless it exists.
async fn keep(engine: &Engine, id: ElicitationId, made: &NewLink) -> Result<Verdict, StoreError> {
    let NewLink { token, code } = made;
    let record = LinkRecord {
        version: VERSION,
        id: id.to_string(),
        session: None,
        code: code.as_deref().map(|code| code_digest(token, code)),
        wrong: 0,
        sent: false,
    };
    let stored = Record::new(NAMESPACE, key_of(token), record.to_bytes()?).owned_by(id);
    written(engine, stored, 0).await
}

/// Returns the link with this token.
pub(crate) async fn find(engine: &Engine, token: &str) -> Result<Option<StoredLink>, StoreError> {
    if decode_secret(token).is_none() {
        return Ok(None);
    }
    let key: Arc<str> = Arc::from(key_of(token));
    let Some(stored) = engine.records().get(NAMESPACE, Arc::clone(&key)).await? else { return Ok(None) };
    // The store found the digest; it is compared once more in constant time.
    if !bool::from(stored.key.as_bytes().ct_eq(key.as_bytes())) {
        return Ok(None);
    }
    let damaged = |what: String| StoreError::Damaged(format!("record of a link: {what}").into());
    let record: LinkRecord =
        serde_json::from_slice(&stored.value).map_err(|error| damaged(error.to_string()))?;
    let id = record.id.parse().map_err(|_| damaged("no elicitation id".to_owned()))?;
    Ok(Some(StoredLink { id, key, revision: stored.revision, record }))
}

impl StoredLink {
    /// Returns whether the browser with this session digest may use the link.
    pub(crate) fn access(&self, session: &[u8; 32]) -> LinkAccess {
        if self.is_bound_to(session) {
            LinkAccess::Granted
        } else if self.record.session.is_some() {
            LinkAccess::OtherBrowser
        } else if self.record.code.is_some() {
            if self.record.wrong >= WRONG_CODES { LinkAccess::Locked } else { LinkAccess::CodeRequired }
        } else {
            LinkAccess::Granted
        }
    }

    /// Whether the answer was sent through this link.
    pub(crate) fn was_sent(&self) -> bool {
        self.record.sent
    }

    fn is_bound_to(&self, session: &[u8; 32]) -> bool {
        let own = hex(session);
        self.record.session.as_deref().is_some_and(|bound| bool::from(bound.as_bytes().ct_eq(own.as_bytes())))
    }
}

/// Binds a link to this session if it is not bound yet. Returns whether it is bound to this
/// session.
pub(crate) async fn bind(engine: &Engine, token: &str, session: &[u8; 32]) -> Result<bool, StoreError> {
    for _ in 0..ATTEMPTS {
        let Some(mut found) = find(engine, token).await? else { return Ok(false) };
        match found.access(session) {
            LinkAccess::Granted if found.record.session.is_some() => return Ok(true),
            LinkAccess::Granted => {}
            LinkAccess::CodeRequired | LinkAccess::Locked | LinkAccess::OtherBrowser => return Ok(false),
        }
        found.record.session = Some(hex(session));
        if found.write(engine).await? == Verdict::Committed {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks a code. The right one binds the link to the session.
pub(crate) async fn try_code(
    engine: &Engine,
    token: &str,
    code: &str,
    session: &[u8; 32],
) -> Result<CodeVerdict, StoreError> {
    let given = code_digest(token, &tidy_code(code));
    for _ in 0..ATTEMPTS {
        let Some(mut found) = find(engine, token).await? else { return Ok(CodeVerdict::OtherBrowser) };
        match found.access(session) {
            LinkAccess::CodeRequired => {}
            LinkAccess::Granted => return Ok(CodeVerdict::Accepted),
            LinkAccess::OtherBrowser => return Ok(CodeVerdict::OtherBrowser),
            LinkAccess::Locked => return Ok(CodeVerdict::Wrong { left: 0 }),
        }
        let wanted = found.record.code.clone().unwrap_or_default();
        let right = bool::from(wanted.as_bytes().ct_eq(given.as_bytes()));
        if right {
            found.record.session = Some(hex(session));
        } else {
            found.record.wrong = found.record.wrong.saturating_add(1);
        }
        let left = WRONG_CODES.saturating_sub(found.record.wrong);
        // A try counts once it is stored, so that concurrent tries give no additional ones.
        if found.write(engine).await? == Verdict::Committed {
            return Ok(if right { CodeVerdict::Accepted } else { CodeVerdict::Wrong { left } });
        }
    }
    Ok(CodeVerdict::Wrong { left: 0 })
}

/// Records that the answer was sent through this link, so that its page can show a confirmation.
pub(crate) async fn mark_sent(engine: &Engine, token: &str) -> Result<(), StoreError> {
    for _ in 0..ATTEMPTS {
        let Some(mut found) = find(engine, token).await? else { return Ok(()) };
        found.record.sent = true;
        if found.write(engine).await? == Verdict::Committed {
            break;
        }
    }
    Ok(())
}

impl StoredLink {
    async fn write(&self, engine: &Engine) -> Result<Verdict, StoreError> {
        let stored = Record::new(NAMESPACE, Arc::clone(&self.key), self.record.to_bytes()?).owned_by(self.id);
        written(engine, stored, self.revision).await
    }
}

impl LinkRecord {
    fn to_bytes(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(StoreError::failed)
    }
}

async fn written(engine: &Engine, stored: Record, expected: u64) -> Result<Verdict, StoreError> {
    let verdicts = engine.records().write(vec![RecordWrite::Put { record: stored, expected }]).await?;
    verdicts.into_iter().next().ok_or(StoreError::Closed)
}

fn key_of(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Returns the digest of a code and its token. The digest of the code alone could be reversed by
/// trying all codes.
fn code_digest(token: &str, code: &str) -> String {
    hex(&digest(&[b"askwell code", token.as_bytes(), code.as_bytes()]))
}

/// Normalises a typed code: any case, with or without spaces and hyphens.
pub(crate) fn tidy_code(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

pub(crate) fn code_from(bytes: [u8; 8]) -> String {
    let letter =
        |byte: u8| CODE_LETTERS.get(usize::from(byte % 32)).map_or('A', |&letter| char::from(letter));
    bytes.into_iter().map(letter).collect()
}
