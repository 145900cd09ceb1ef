//! Codes by mail: how people without an account sign in by themselves.
//!
//! A person enters their mail address, and gets a code of eight digits there. It works once, for ten minutes, and only in
//! the browser that asked for it: that browser holds 256 random bits in a cookie, and the record of the code is found by
//! their SHA-256. The code itself is stored as a digest over both. An address that nobody has gets a record as well, and no
//! mail: what a stranger sees, and how long it takes, is the same.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Records, StoreError};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use super::expiry::remove_expired;
use super::return_path::ReturnPath;
use crate::browser::{decode_secret, digest, encode_secret, hex, random_secret};

const NAMESPACE: &str = "mailed-code";
const MAILBOXES: &str = "mailed-code-address";
const VERSION: u8 = 1;

/// How long a code works.
pub(super) const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// The most wrong codes before one is over.
const WRONG_CODES: u8 = 5;

/// The time in which codes for one address are counted, in milliseconds.
const HOUR: u64 = 60 * 60 * 1000;

/// The longest mail address (RFC 5321), in bytes.
const LONGEST_ADDRESS: usize = 254;

/// How often a change is retried when another request changed the record first.
const ATTEMPTS: usize = 8;

/// How many codes are mailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailedCodeLimits {
    /// The most codes for one mail address in an hour, on all nodes together.
    pub per_mailbox: usize,
    /// The most codes that one network address may ask for in a minute.
    pub per_network: usize,
    /// The most codes in a minute.
    pub total: usize,
}

impl Default for MailedCodeLimits {
    fn default() -> Self {
        MailedCodeLimits { per_mailbox: 5, per_network: 20, total: 120 }
    }
}

/// A new code: the secret is for the cookie of the browser, the code for the mail.
pub(super) struct NewCode {
    pub(super) secret: String,
    pub(super) code: Zeroizing<String>,
}

/// A code that this browser has asked for.
#[derive(Debug)]
pub(super) struct PendingCode {
    revision: u64,
    record: CodeRecord,
}

impl PendingCode {
    /// Returns the address as it was typed.
    pub(super) fn address(&self) -> &str {
        &self.record.address
    }

    /// Returns where the person goes afterwards.
    pub(super) fn return_path(&self) -> ReturnPath {
        ReturnPath::read(&self.record.return_path)
    }
}

/// A mailed code as it is serialised. Times are milliseconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct CodeRecord {
    version: u8,
    address: String,
    return_path: String,
    /// The digest of the browser's secret and the code.
    code: String,
    /// Wrong codes so far.
    wrong: u8,
    expires_at: u64,
}

/// When codes were asked for, for one address, as it is serialised.
#[derive(Debug, Default, Serialize, Deserialize)]
struct MailboxRecord {
    version: u8,
    asked_at: Vec<u64>,
}

/// The result of a try.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MailedCodeTry {
    /// The code of this address is right, and used up.
    Accepted,
    Wrong {
        left: u8,
    },
    Over,
}

/// Reads what a person typed as their mail address. Only its form is checked: one `@`, and nothing that a header or a
/// second recipient could be made of.
pub(in crate::sign_in) fn read_address(text: &str) -> Option<String> {
    let address = text.trim();
    let (local, domain) = address.split_once('@')?;
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.chars().any(|letter| {
                letter.is_whitespace()
                    || letter.is_control()
                    || "@<>()[],;:\\\"".contains(letter)
                    || askwell_form::hidden::is_hidden(letter)
            })
    };
    (address.len() <= LONGEST_ADDRESS && is_plain(local) && is_plain(domain)).then(|| address.to_owned())
}

/// Returns the address as it is compared: without upper case.
pub(crate) fn comparable(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Returns the address so that its owner knows it and others learn little: `a•••@example.com`.
pub(super) fn masked(address: &str) -> String {
    let (local, domain) = address.split_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

/// Counts a code for an address. Returns after how many seconds there may be another one if there were too many.
pub(super) async fn count_for_mailbox(
    records: &Records,
    address: &str,
    limit: usize,
    now: u64,
) -> Result<Result<(), u64>, StoreError> {
    let key: Arc<str> = Arc::from(hex(&digest(&[b"askwell mailbox", comparable(address).as_bytes()])));
    for _ in 0..ATTEMPTS {
        let stored = records.get(MAILBOXES, Arc::clone(&key)).await?;
        let expected = stored.as_ref().map_or(0, |stored| stored.revision);
        let mut record = stored.and_then(|stored| read_mailbox(&stored)).unwrap_or_default();
        // A clock that was set back must not count for ever.
        record.asked_at.retain(|at| now.checked_sub(*at).is_some_and(|age| age < HOUR));
        if record.asked_at.len() >= limit.max(1) {
            let oldest = record.asked_at.iter().min().copied().unwrap_or(now);
            return Ok(Err((oldest + HOUR - now).div_ceil(1000)));
        }
        record.version = VERSION;
        record.asked_at.push(now);
        let value = serde_json::to_vec(&record).map_err(StoreError::failed)?;
        let put = RecordWrite::Put { record: Record::new(MAILBOXES, Arc::clone(&key), value), expected };
        if records.write(vec![put]).await?.first() == Some(&Verdict::Committed) {
            return Ok(Ok(()));
        }
    }
    // Many ask for the same address at this moment.
    Ok(Err(1))
}

fn read_mailbox(record: &Record) -> Option<MailboxRecord> {
    let read: MailboxRecord = serde_json::from_slice(&record.value).ok()?;
    (read.version == VERSION).then_some(read)
}

/// Makes a code for an address, and removes some that have expired.
pub(super) async fn make(
    records: &Records,
    address: &str,
    return_path: &ReturnPath,
    now: u64,
) -> Result<NewCode, StoreError> {
    remove_expired(records, NAMESPACE, |old| read(old).is_none_or(|record| now >= record.expires_at)).await?;
    let is_old = |old: &Record| {
        read_mailbox(old).is_none_or(|record| record.asked_at.iter().all(|at| at + HOUR <= now))
    };
    remove_expired(records, MAILBOXES, is_old).await?;
    let secret = encode_secret(&random_secret());
    let code = Zeroizing::new(random_digits());
    let record = CodeRecord {
        version: VERSION,
        address: address.to_owned(),
        return_path: return_path.as_str().to_owned(),
        code: code_digest(&secret, &code),
        wrong: 0,
        expires_at: now.saturating_add(u64::try_from(LIFETIME.as_millis()).unwrap_or(u64::MAX)),
    };
    match write(records, &secret, &record, 0).await? {
        Verdict::Committed => Ok(NewCode { secret, code }),
        other => Err(StoreError::Failed(format!("the code was not kept: {other:?}").into())),
    }
}

/// Returns the code that the holder of this secret has asked for, unless it is over.
pub(super) async fn find(
    records: &Records,
    secret: &str,
    now: u64,
) -> Result<Option<PendingCode>, StoreError> {
    if decode_secret(secret).is_none() {
        return Ok(None);
    }
    let Some(stored) = records.get(NAMESPACE, key_of(secret)).await? else { return Ok(None) };
    let record = read(&stored).filter(|record| now < record.expires_at && record.wrong < WRONG_CODES);
    Ok(record.map(|record| PendingCode { revision: stored.revision, record }))
}

/// Forgets a code: another one takes its place.
pub(super) async fn forget(records: &Records, secret: &str, now: u64) -> Result<(), StoreError> {
    if let Some(pending) = find(records, secret, now).await? {
        let (key, expected) = (key_of(secret), pending.revision);
        records.write(vec![RecordWrite::Remove { namespace: NAMESPACE, key, expected }]).await?;
    }
    Ok(())
}

/// Tries a code. The right one removes the record in the same write, so that it counts once on all nodes. Without an owner
/// of the address no code is right.
pub(super) async fn try_code(
    records: &Records,
    secret: &str,
    code: &str,
    has_owner: bool,
    now: u64,
) -> Result<MailedCodeTry, StoreError> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let given = code_digest(secret, &digits);
    for _ in 0..ATTEMPTS {
        let Some(PendingCode { revision, mut record }) = find(records, secret, now).await? else {
            return Ok(MailedCodeTry::Over);
        };
        if bool::from(record.code.as_bytes().ct_eq(given.as_bytes())) & has_owner {
            let remove =
                RecordWrite::Remove { namespace: NAMESPACE, key: key_of(secret), expected: revision };
            if records.write(vec![remove]).await?.first() == Some(&Verdict::Committed) {
                return Ok(MailedCodeTry::Accepted);
            }
            continue;
        }
        record.wrong += 1;
        // A try counts once it is stored, so that concurrent tries give no additional ones.
        if write(records, secret, &record, revision).await? == Verdict::Committed {
            let left = WRONG_CODES - record.wrong;
            return Ok(if left == 0 { MailedCodeTry::Over } else { MailedCodeTry::Wrong { left } });
        }
    }
    Ok(MailedCodeTry::Over)
}

fn read(record: &Record) -> Option<CodeRecord> {
    let read: CodeRecord = serde_json::from_slice(&record.value).ok()?;
    (read.version == VERSION).then_some(read)
}

async fn write(
    records: &Records,
    secret: &str,
    record: &CodeRecord,
    expected: u64,
) -> Result<Verdict, StoreError> {
    let value = serde_json::to_vec(record).map_err(StoreError::failed)?;
    let put = RecordWrite::Put { record: Record::new(NAMESPACE, key_of(secret), value), expected };
    records.write(vec![put]).await?.into_iter().next().ok_or(StoreError::Closed)
}

/// Returns eight random digits in two groups.
fn random_digits() -> String {
    // The bias of the remainder is below 2^-37.
    let number = rand::random::<u64>() % 100_000_000;
    format!("{:04} {:04}", number / 10_000, number % 10_000)
}

fn key_of(secret: &str) -> Arc<str> {
    Arc::from(hex(&Sha256::digest(secret.as_bytes())))
}

fn code_digest(secret: &str, code: &str) -> String {
    let digits: Zeroizing<String> = Zeroizing::new(code.chars().filter(char::is_ascii_digit).collect());
    hex(&digest(&[b"askwell mailed code", secret.as_bytes(), digits.as_bytes()]))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_engine::Records;
    use askwell_engine::store::memory::MemoryStore;

    use super::super::return_path::ReturnPath;
    use super::{
        HOUR, LIFETIME, MAILBOXES, MailedCodeTry, NAMESPACE, count_for_mailbox, find, forget, make, masked,
        read_address, try_code,
    };

    fn records() -> Records {
        Records::of(Arc::new(MemoryStore::default()))
    }

    #[tokio::test]
    async fn right_code_counts_once_in_its_browser_and_five_wrong_ones_end_it() {
        let (records, home) = (records(), ReturnPath::read("/inbox"));
        let made = make(&records, "ada@example.com", &home, 0).await.unwrap();
        let other = make(&records, "ada@example.com", &home, 0).await.unwrap();
        assert_eq!((made.code.len(), made.code.find(' ')), (9, Some(4)), "two groups of four digits");
        let stored = records.list(NAMESPACE, None, 10).await.unwrap();
        let digits = made.code.replace(' ', "");
        for record in &stored {
            let text = String::from_utf8_lossy(&record.value);
            assert!(!text.contains(&digits) && !text.contains(&*made.code) && !text.contains(&made.secret));
        }
        let in_other_browser = try_code(&records, &other.secret, &made.code, true, 1).await.unwrap();
        assert_eq!(in_other_browser, MailedCodeTry::Wrong { left: 4 }, "another browser");
        let typed = format!(" {}-{} ", &digits[..3], &digits[3..]);
        let unknown = try_code(&records, &made.secret, &typed, false, 1).await.unwrap();
        assert_eq!(unknown, MailedCodeTry::Wrong { left: 4 }, "nobody has the address");
        assert_eq!(try_code(&records, &made.secret, &typed, true, 1).await.unwrap(), MailedCodeTry::Accepted);
        assert_eq!(try_code(&records, &made.secret, &typed, true, 1).await.unwrap(), MailedCodeTry::Over);
        for left in (1..=3).rev() {
            let wrong = try_code(&records, &other.secret, "0", true, 1).await.unwrap();
            assert_eq!(wrong, MailedCodeTry::Wrong { left });
        }
        for code in ["0", &other.code] {
            assert_eq!(try_code(&records, &other.secret, code, true, 1).await.unwrap(), MailedCodeTry::Over);
        }
    }

    #[tokio::test]
    async fn concurrent_tries_give_no_additional_ones() {
        let (records, home) = (records(), ReturnPath::read("/inbox"));
        let made = make(&records, "ada@example.com", &home, 0).await.unwrap();
        let tries = (0..50).map(|_| try_code(&records, &made.secret, "0", true, 1));
        let found = futures_util::future::join_all(tries).await;
        let wrong = found.iter().filter(|found| matches!(found, Ok(MailedCodeTry::Wrong { .. }))).count();
        assert_eq!(wrong, 4, "{found:?}");
        let made = make(&records, "ada@example.com", &home, 0).await.unwrap();
        let tries = (0..50).map(|_| try_code(&records, &made.secret, &made.code, true, 1));
        let found = futures_util::future::join_all(tries).await;
        let accepted = found.iter().filter(|found| matches!(found, Ok(MailedCodeTry::Accepted))).count();
        assert_eq!(accepted, 1, "{found:?}");
    }

    #[tokio::test]
    async fn code_expires_and_its_records_are_removed() {
        let (records, home) = (records(), ReturnPath::read("/f/abc"));
        let lifetime = u64::try_from(LIFETIME.as_millis()).unwrap();
        let made = make(&records, "ada@example.com", &home, 0).await.unwrap();
        assert_eq!(count_for_mailbox(&records, "ada@example.com", 5, 0).await.unwrap(), Ok(()));
        let pending = find(&records, &made.secret, lifetime - 1).await.unwrap().unwrap();
        assert_eq!(pending.return_path().as_str(), "/f/abc");
        assert!(find(&records, &made.secret, lifetime).await.unwrap().is_none());
        let later = make(&records, "bob@example.com", &home, 2 * HOUR).await.unwrap();
        assert_eq!(records.list(NAMESPACE, None, 10).await.unwrap().len(), 1, "expired ones are removed");
        assert!(records.list(MAILBOXES, None, 10).await.unwrap().is_empty());
        forget(&records, &later.secret, 2 * HOUR).await.unwrap();
        assert!(records.list(NAMESPACE, None, 10).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn address_gets_a_limited_number_of_codes_in_an_hour() {
        let records = records();
        for at in 0..3 {
            let spelled = if at == 1 { " ADA@Example.com" } else { "ada@example.com" };
            assert_eq!(count_for_mailbox(&records, spelled, 3, at * 1000).await.unwrap(), Ok(()));
        }
        let refused = count_for_mailbox(&records, "ada@example.com", 3, 3000).await.unwrap().unwrap_err();
        assert_eq!(refused, 3597);
        assert_eq!(count_for_mailbox(&records, "bob@example.com", 3, 3000).await.unwrap(), Ok(()));
        let later = 3000 + refused * 1000;
        assert_eq!(count_for_mailbox(&records, "ada@example.com", 3, later).await.unwrap(), Ok(()));
        assert!(count_for_mailbox(&records, "ada@example.com", 3, later).await.unwrap().is_err());
    }

    #[test]
    fn address_is_one_mailbox_and_nothing_else() {
        for good in ["ada@example.com", " ada@example.com ", "a+b@例え.jp"] {
            assert_eq!(read_address(good).as_deref(), Some(good.trim()));
        }
        let long = format!("{}@example.com", "a".repeat(250));
        for bad in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "a@b@c",
            "a@b, c@d",
            "<ada@example.com>",
            "ada@example.com\r\nBcc: eve@e",
            "a b@example.com",
            "ada@exam\u{200b}ple.com",
            "\"a\"@example.com",
            &long,
        ] {
            assert_eq!(read_address(bad), None, "{bad:?}");
        }
        assert_eq!(
            (masked("ada@example.com"), masked("é@b")),
            ("a•••@example.com".to_owned(), "é•••@b".to_owned())
        );
    }
}
