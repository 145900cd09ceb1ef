//! Personal links: how people without an account sign in.
//!
//! An operator makes a link and a code for one person, and sends the two on different ways. The link holds 256 random
//! bits, of which the store has the SHA-256. Opening it changes nothing; the right code signs the person in once. After
//! five wrong codes, or when it expires, a link is over.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Records, StoreError};
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::expiry::remove_expired;
use super::provider_routes::begin_session;
use super::return_path::ReturnPath;
use super::sessions::NewSession;
use crate::browser::{Session, decode_secret, digest, encode_secret, hex, random_secret};
use crate::links::{code_from, tidy_code};
use crate::page::{FinalPage, TOKEN_NAME, code_page, read_form};
use crate::pages::Pages;
use crate::sign_in_attempts::CountedAttempt;
use crate::visit::PageError;

const NAMESPACE: &str = "personal-link";
const VERSION: u8 = 1;

/// The most wrong codes before a link is over.
const WRONG_CODES: u8 = 5;

/// How often a change is retried when another request changed the record first.
const ATTEMPTS: usize = 8;

const ABOUT: &str = "sign-in-link-about";

/// A new personal link: link and code are known only to the caller.
#[derive(Debug)]
pub(super) struct NewPersonalLink {
    pub(super) token: String,
    pub(super) code: String,
    pub(super) expires_at: u64,
}

/// A personal link as it is serialised.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LinkRecord {
    version: u8,
    person: String,
    groups: Vec<String>,
    /// The digest of token and code.
    code: String,
    /// Wrong codes so far.
    wrong: u8,
    /// In milliseconds since 1970.
    expires_at: u64,
}

/// The result of a try.
#[derive(Debug)]
enum CodeTry {
    Accepted { person: String, groups: Vec<String> },
    Wrong { left: u8 },
    Over,
}

/// Makes a personal link, and removes some that have expired.
pub(super) async fn make(
    records: &Records,
    person: &str,
    groups: Vec<String>,
    lifetime: Duration,
    now: u64,
) -> Result<NewPersonalLink, StoreError> {
    let is_over = |old: &Record| {
        let record: Option<LinkRecord> = serde_json::from_slice(&old.value).ok();
        record.is_none_or(|record| now >= record.expires_at)
    };
    remove_expired(records, NAMESPACE, is_over).await?;
    let (token, code) = (encode_secret(&random_secret()), code_from(rand::random()));
    let expires_at = now.saturating_add(u64::try_from(lifetime.as_millis()).unwrap_or(u64::MAX));
    let code_digest = code_digest(&token, &code);
    let record = LinkRecord {
        version: VERSION,
        person: person.to_owned(),
        groups,
        code: code_digest,
        wrong: 0,
        expires_at,
    };
    match write(records, key_of(&token), &record, 0).await? {
        Verdict::Committed => Ok(NewPersonalLink { token, code, expires_at }),
        other => Err(StoreError::Failed(format!("the link was not kept: {other:?}").into())),
    }
}

/// Returns whether a link is still good.
async fn is_good(records: &Records, token: &str, now: u64) -> Result<bool, StoreError> {
    Ok(find(records, token, now).await?.is_some())
}

async fn find(records: &Records, token: &str, now: u64) -> Result<Option<(u64, LinkRecord)>, StoreError> {
    if decode_secret(token).is_none() {
        return Ok(None);
    }
    let Some(stored) = records.get(NAMESPACE, key_of(token)).await? else { return Ok(None) };
    let record: Option<LinkRecord> = serde_json::from_slice(&stored.value).ok();
    let record = record
        .filter(|record| record.version == VERSION && now < record.expires_at && record.wrong < WRONG_CODES);
    Ok(record.map(|record| (stored.revision, record)))
}

/// Tries a code. The right one removes the link in the same write, so that it counts once on all nodes.
async fn try_code(records: &Records, token: &str, code: &str, now: u64) -> Result<CodeTry, StoreError> {
    let given = code_digest(token, &tidy_code(code));
    for _ in 0..ATTEMPTS {
        let Some((revision, mut record)) = find(records, token, now).await? else { return Ok(CodeTry::Over) };
        let key = key_of(token);
        if bool::from(record.code.as_bytes().ct_eq(given.as_bytes())) {
            let remove = RecordWrite::Remove { namespace: NAMESPACE, key, expected: revision };
            if records.write(vec![remove]).await?.first() == Some(&Verdict::Committed) {
                return Ok(CodeTry::Accepted { person: record.person, groups: record.groups });
            }
            continue;
        }
        record.wrong += 1;
        // A try counts once it is stored, so that concurrent tries give no additional ones.
        if write(records, key, &record, revision).await? == Verdict::Committed {
            let left = WRONG_CODES - record.wrong;
            return Ok(if left == 0 { CodeTry::Over } else { CodeTry::Wrong { left } });
        }
    }
    Ok(CodeTry::Over)
}

async fn write(
    records: &Records,
    key: Arc<str>,
    record: &LinkRecord,
    expected: u64,
) -> Result<Verdict, StoreError> {
    let value = serde_json::to_vec(record).map_err(StoreError::failed)?;
    let put = RecordWrite::Put { record: Record::new(NAMESPACE, key, value), expected };
    records.write(vec![put]).await?.into_iter().next().ok_or(StoreError::Closed)
}

fn key_of(token: &str) -> Arc<str> {
    Arc::from(hex(&Sha256::digest(token.as_bytes())))
}

fn code_digest(token: &str, code: &str) -> String {
    hex(&digest(&[b"askwell personal code", token.as_bytes(), code.as_bytes()]))
}

/// `GET /personal-link/{token}`: asks for the code. Changes nothing.
pub(super) async fn show(
    State(pages): State<Pages>,
    _: CountedAttempt,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let now = pages.engine().now().as_millis();
    if !is_good(&pages.engine().records(), &token, now).await? {
        return Err(over());
    }
    let path = format!("/personal-link/{token}");
    let session = Session::of(&headers, pages.cookie_name());
    let mut response = code_page(&path, ABOUT, &session.form_token(&path), None);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(&path), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

/// `POST /personal-link/{token}`: signs the person in with the right code.
pub(super) async fn enter(
    State(pages): State<Pages>,
    _: CountedAttempt,
    Path(token): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let sign_in = pages.sign_in().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    let form = read_form(&pages, &headers, request).await?;
    let path = format!("/personal-link/{token}");
    let form_token = form.get(TOKEN_NAME).unwrap_or_default();
    if !Session::of(&headers, pages.cookie_name()).admits(&path, form_token) {
        let why = "final-refused-stale";
        return Err(PageError::Rejected(FinalPage::Refused { why }));
    }
    let now = pages.engine().now().as_millis();
    let code = form.get("code").unwrap_or_default();
    match try_code(&pages.engine().records(), &token, code, now).await? {
        CodeTry::Accepted { person, groups } => {
            tracing::info!(person, "signed in with a personal link");
            let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).map(str::to_owned);
            let via = super::VIA_PERSONAL_LINK.to_owned();
            let new = NewSession { person, groups, via, agent, ..NewSession::default() };
            begin_session(&pages, sign_in, new, &ReturnPath::read("/inbox"), &headers).await
        }
        CodeTry::Wrong { left } => Ok(code_page(&path, ABOUT, form_token, Some(left))),
        CodeTry::Over => Err(over()),
    }
}

fn over() -> PageError {
    PageError::Rejected(FinalPage::NotFound)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use askwell_engine::Records;
    use askwell_engine::store::memory::MemoryStore;

    use super::{CodeTry, is_good, make, try_code};

    const HOUR: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn right_code_counts_once_and_five_wrong_ones_end_the_link() {
        let records = Records::of(Arc::new(MemoryStore::default()));
        let link = make(&records, "ada", vec!["guests".to_owned()], HOUR, 0).await.unwrap();
        let typed = format!(" {}-{} ", &link.code[..4].to_lowercase(), &link.code[4..]);
        let entered = try_code(&records, &link.token, &typed, 1).await.unwrap();
        assert!(
            matches!(entered, CodeTry::Accepted { person, groups } if person == "ada" && groups == ["guests"])
        );
        assert!(matches!(try_code(&records, &link.token, &link.code, 2).await.unwrap(), CodeTry::Over));
        let link = make(&records, "ada", Vec::new(), HOUR, 0).await.unwrap();
        for left in (1..=4).rev() {
            let wrong = try_code(&records, &link.token, "AAAAAAAA", 1).await.unwrap();
            assert!(matches!(wrong, CodeTry::Wrong { left: found } if found == left), "{wrong:?}");
        }
        assert!(matches!(try_code(&records, &link.token, "AAAAAAAA", 1).await.unwrap(), CodeTry::Over));
        assert!(matches!(try_code(&records, &link.token, &link.code, 1).await.unwrap(), CodeTry::Over));
    }

    #[tokio::test]
    async fn expired_or_invented_link_is_over() {
        let records = Records::of(Arc::new(MemoryStore::default()));
        let link = make(&records, "ada", Vec::new(), HOUR, 0).await.unwrap();
        assert!(is_good(&records, &link.token, 3_599_999).await.unwrap());
        assert!(matches!(
            try_code(&records, &link.token, &link.code, 3_600_000).await.unwrap(),
            CodeTry::Over
        ));
        for invented in ["", "a", &link.token.replace(|letter: char| letter.is_lowercase(), "A")] {
            assert!(!is_good(&records, invented, 1).await.unwrap(), "{invented}");
        }
        make(&records, "bob", Vec::new(), HOUR, 4_000_000).await.unwrap();
        assert_eq!(
            records.list(super::NAMESPACE, None, 10).await.unwrap().len(),
            1,
            "expired ones are removed"
        );
    }
}
