//! The sessions of people who have signed in.
//!
//! A browser holds 256 random bits in a cookie; the store holds their SHA-256 and who has signed in. So reading the
//! store opens no session, every node of a shared store knows all of them, a restart ends none, and removing a record
//! ends a session at once. Expired records are removed when other sessions begin.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Record, RecordWrite, Verdict};
use askwell_engine::{Records, StoreError};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::browser::{decode_secret, digest, encode_secret, hex, random_secret};
use crate::json::JsonObject;

const NAMESPACE: &str = "session";
const VERSION: u8 = 1;

/// How long a session is used before that is written down again.
const SEEN_INTERVAL: u64 = 5 * 60 * 1000;

/// How many records are checked for expiry when a session begins.
const SWEPT: usize = 50;

/// The digits of a person's digest in keys, so that the sessions of one person are beside each other.
const PERSON_DIGITS: usize = 16;

/// The digits of a session's digest in its public id.
const ID_DIGITS: usize = 16;

/// The longest name of a browser that is kept, in bytes.
const LONGEST_AGENT: usize = 200;

/// The longest ID token that is kept for signing out at the provider.
const LONGEST_ID_TOKEN: usize = 8 << 10;

/// How long sessions last, and how many one person has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionLimits {
    pub(crate) lifetime: Duration,
    pub(crate) idle: Duration,
    pub(crate) per_person: usize,
}

/// A session to begin.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewSession {
    pub(crate) person: String,
    pub(crate) groups: Vec<String>,
    /// The way in, as people know it: the name of a provider.
    pub(crate) via: String,
    /// The id of the provider, if there is one.
    pub(crate) provider: Option<String>,
    /// What the browser calls itself.
    pub(crate) agent: Option<String>,
    /// The ID token, by which a provider knows whom to sign out.
    pub(crate) id_token: Option<String>,
}

/// A session as the store has it.
#[derive(Debug, Clone)]
pub(crate) struct StoredSession {
    key: Arc<str>,
    revision: u64,
    pub(crate) record: SessionRecord,
}

/// A session as it is serialised. Times are milliseconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SessionRecord {
    version: u8,
    pub(crate) person: String,
    pub(crate) groups: Vec<String>,
    pub(crate) via: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id_token: Option<String>,
    pub(crate) created_at: u64,
    pub(crate) seen_at: u64,
    pub(crate) expires_at: u64,
}

/// The sessions in a store.
#[derive(Debug)]
pub(crate) struct Sessions {
    records: Records,
    limits: SessionLimits,
    /// The last key that was checked for expiry.
    swept: Mutex<Option<Arc<str>>>,
}

impl Sessions {
    pub(crate) fn new(records: Records, limits: SessionLimits) -> Sessions {
        Sessions { records, limits, swept: Mutex::new(None) }
    }

    /// Begins a session and returns the value of its cookie. The oldest sessions of the person end if there are too
    /// many.
    pub(crate) async fn begin(&self, new: NewSession, now: u64) -> Result<String, StoreError> {
        self.make_room(&new.person, now).await?;
        self.sweep(now).await?;
        let secret = encode_secret(&random_secret());
        let cookie = format!("{}.{secret}", person_digits(&new.person));
        let shorten = |mut text: String| {
            text.truncate(text.floor_char_boundary(LONGEST_AGENT));
            text
        };
        let record = SessionRecord {
            version: VERSION,
            person: new.person,
            groups: new.groups,
            via: new.via,
            provider: new.provider,
            agent: new.agent.map(shorten),
            id_token: new.id_token.filter(|token| token.len() <= LONGEST_ID_TOKEN),
            created_at: now,
            seen_at: now,
            expires_at: now.saturating_add(millis(self.limits.lifetime)),
        };
        let key = key_of(&cookie).ok_or(StoreError::Closed)?;
        let session = StoredSession { key, revision: 0, record };
        match self.write(&session).await? {
            Verdict::Committed => Ok(cookie),
            other => Err(StoreError::Failed(format!("the session was not kept: {other:?}").into())),
        }
    }

    /// Returns the session of a cookie, if it has not ended.
    pub(crate) async fn find(&self, cookie: &str, now: u64) -> Result<Option<StoredSession>, StoreError> {
        let Some(key) = key_of(cookie) else { return Ok(None) };
        let Some(record) = self.records.get(NAMESPACE, key).await? else { return Ok(None) };
        let Some(mut session) = StoredSession::read(&record) else { return Ok(None) };
        if self.has_ended(&session.record, now) {
            return Ok(None);
        }
        if now.saturating_sub(session.record.seen_at) >= SEEN_INTERVAL {
            session.record.seen_at = now;
            // If another request was faster, it has written the same.
            let _ = self.write(&session).await?;
        }
        Ok(Some(session))
    }

    /// Returns the sessions of a person that have not ended, the newest first.
    pub(crate) async fn of_person(&self, person: &str, now: u64) -> Result<Vec<StoredSession>, StoreError> {
        let mut found: Vec<StoredSession> = self.stretch(person).await?;
        found.retain(|session| session.record.person == person && !self.has_ended(&session.record, now));
        found.sort_by_key(|session| std::cmp::Reverse(session.record.created_at));
        Ok(found)
    }

    /// Returns a page of all sessions, and the cursor of the next page if there is one.
    pub(crate) async fn page(
        &self,
        after: Option<&str>,
        limit: usize,
        now: u64,
    ) -> Result<(Vec<StoredSession>, Option<String>), StoreError> {
        let records = self.records.list(NAMESPACE, after.map(Arc::from), limit).await?;
        let next = records.last().filter(|_| records.len() == limit).map(|last| last.key.to_string());
        let mut found: Vec<StoredSession> = records.iter().filter_map(StoredSession::read).collect();
        found.retain(|session| !self.has_ended(&session.record, now));
        Ok((found, next))
    }

    /// Ends the session with this public id. Returns whether there was one.
    pub(crate) async fn revoke(&self, id: &str) -> Result<bool, StoreError> {
        let is_id = id.len() == PERSON_DIGITS + ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some((person, digits)) = id.split_at_checked(PERSON_DIGITS).filter(|_| is_id) else {
            return Ok(false);
        };
        let prefix = format!("{person}/{digits}");
        let found = self.records.list(NAMESPACE, Some(Arc::from(prefix.as_str())), 1).await?;
        match found.first().filter(|record| record.key.starts_with(&prefix)) {
            Some(record) => self.remove(Arc::clone(&record.key)).await,
            None => Ok(false),
        }
    }

    /// Ends all sessions of a person except one. Returns how many.
    pub(crate) async fn revoke_all(&self, person: &str, except: Option<&str>) -> Result<usize, StoreError> {
        let mut ended = 0;
        for session in self.stretch(person).await? {
            if session.record.person == person && Some(session.id().as_str()) != except {
                ended += usize::from(self.remove(session.key).await?);
            }
        }
        Ok(ended)
    }

    /// Ends the session of a cookie and returns it.
    pub(crate) async fn end(&self, cookie: &str) -> Result<Option<SessionRecord>, StoreError> {
        let Some(key) = key_of(cookie) else { return Ok(None) };
        let Some(record) = self.records.get(NAMESPACE, Arc::clone(&key)).await? else { return Ok(None) };
        self.remove(key).await?;
        Ok(StoredSession::read(&record).map(|session| session.record))
    }

    fn has_ended(&self, record: &SessionRecord, now: u64) -> bool {
        now >= record.expires_at || now.saturating_sub(record.seen_at) >= millis(self.limits.idle)
    }

    /// Returns the sessions beside each other that this person's are among.
    async fn stretch(&self, person: &str) -> Result<Vec<StoredSession>, StoreError> {
        let prefix = format!("{}/", person_digits(person));
        let mut after: Arc<str> = Arc::from(prefix.as_str());
        let mut found = Vec::new();
        loop {
            let records = self.records.list(NAMESPACE, Some(after), 100).await?;
            let full = records.len() == 100;
            let own = records.iter().take_while(|record| record.key.starts_with(&prefix));
            found.extend(own.filter_map(StoredSession::read));
            match records.last().filter(|last| full && last.key.starts_with(&prefix)) {
                Some(last) => after = Arc::clone(&last.key),
                None => return Ok(found),
            }
        }
    }

    async fn make_room(&self, person: &str, now: u64) -> Result<(), StoreError> {
        let most = self.limits.per_person.max(1);
        let own = self.of_person(person, now).await?;
        for session in own.into_iter().skip(most - 1) {
            self.remove(session.key).await?;
        }
        Ok(())
    }

    /// Removes some of the sessions that have ended, going round.
    async fn sweep(&self, now: u64) -> Result<(), StoreError> {
        let after = self.swept.lock().clone();
        let records = self.records.list(NAMESPACE, after, SWEPT).await?;
        *self.swept.lock() =
            records.last().filter(|_| records.len() == SWEPT).map(|last| Arc::clone(&last.key));
        for record in records {
            let ended =
                StoredSession::read(&record).is_none_or(|session| self.has_ended(&session.record, now));
            if ended {
                self.remove(record.key).await?;
            }
        }
        Ok(())
    }

    async fn write(&self, session: &StoredSession) -> Result<Verdict, StoreError> {
        let value = serde_json::to_vec(&session.record).map_err(StoreError::failed)?;
        let record = Record::new(NAMESPACE, Arc::clone(&session.key), value);
        let write = RecordWrite::Put { record, expected: session.revision };
        self.records.write(vec![write]).await?.into_iter().next().ok_or(StoreError::Closed)
    }

    /// Removes a record, also if it changes meanwhile. Returns whether there was one.
    async fn remove(&self, key: Arc<str>) -> Result<bool, StoreError> {
        loop {
            let Some(record) = self.records.get(NAMESPACE, Arc::clone(&key)).await? else { return Ok(false) };
            let remove = RecordWrite::Remove {
                namespace: NAMESPACE,
                key: Arc::clone(&key),
                expected: record.revision,
            };
            match self.records.write(vec![remove]).await?.first() {
                Some(Verdict::Committed) => return Ok(true),
                Some(Verdict::Conflict) => {}
                _ => return Ok(false),
            }
        }
    }
}

impl StoredSession {
    /// Reads a record; `None` if it is damaged or of another version, so that it opens nothing.
    fn read(record: &Record) -> Option<StoredSession> {
        let value: SessionRecord = serde_json::from_slice(&record.value).ok()?;
        let (key, revision) = (Arc::clone(&record.key), record.revision);
        (value.version == VERSION).then_some(StoredSession { key, revision, record: value })
    }

    /// Returns the public id, by which the session can be revoked and not used.
    pub(crate) fn id(&self) -> String {
        let (person, digest) = self.key.split_once('/').unwrap_or_default();
        format!("{person}{}", digest.get(..ID_DIGITS).unwrap_or_default())
    }

    /// Returns the session as operators see it.
    pub(crate) fn to_json(&self) -> String {
        let SessionRecord { person, groups, via, agent, created_at, seen_at, expires_at, .. } = &self.record;
        let groups = serde_json::to_string(groups).unwrap_or_default();
        JsonObject::new()
            .text("sessionId", &self.id())
            .text("person", person)
            .raw("groups", &groups)
            .text("via", via)
            .optional(agent.as_deref(), |object, agent| object.text("browser", agent))
            .raw("createdAt", &created_at.to_string())
            .raw("lastSeenAt", &seen_at.to_string())
            .raw("expiresAt", &expires_at.to_string())
            .finish()
    }
}

/// Returns the key of the record for the value of a cookie.
fn key_of(cookie: &str) -> Option<Arc<str>> {
    let (person, secret) = cookie.split_once('.')?;
    decode_secret(secret)?;
    let is_digits = person.len() == PERSON_DIGITS && person.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digits.then(|| Arc::from(format!("{person}/{}", hex(&Sha256::digest(secret.as_bytes())))))
}

fn person_digits(person: &str) -> String {
    let mut digits = hex(&digest(&[b"askwell session of", person.as_bytes()]));
    digits.truncate(PERSON_DIGITS);
    digits
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use askwell_engine::Records;
    use askwell_engine::store::memory::MemoryStore;

    use super::{NewSession, SEEN_INTERVAL, SessionLimits, Sessions};

    fn sessions() -> Sessions {
        let limits = SessionLimits {
            lifetime: Duration::from_millis(10 * SEEN_INTERVAL),
            idle: Duration::from_millis(3 * SEEN_INTERVAL),
            per_person: 3,
        };
        Sessions::new(Records::of(Arc::new(MemoryStore::default())), limits)
    }

    fn of(person: &str) -> NewSession {
        NewSession { person: person.to_owned(), via: "SSO".to_owned(), ..NewSession::default() }
    }

    #[tokio::test]
    async fn session_ends_when_idle_or_old_or_revoked() {
        let sessions = sessions();
        let cookie = sessions.begin(of("ada"), 0).await.unwrap();
        assert_eq!(sessions.find(&cookie, 1).await.unwrap().unwrap().record.person, "ada");
        // Each use keeps it for longer, but not beyond its lifetime.
        for step in 1..5 {
            assert!(sessions.find(&cookie, 2 * step * SEEN_INTERVAL).await.unwrap().is_some(), "{step}");
        }
        assert!(sessions.find(&cookie, 10 * SEEN_INTERVAL).await.unwrap().is_none(), "too old");
        let cookie = sessions.begin(of("ada"), 0).await.unwrap();
        assert!(sessions.find(&cookie, 3 * SEEN_INTERVAL).await.unwrap().is_none(), "idle");
        let cookie = sessions.begin(of("ada"), 0).await.unwrap();
        let id = sessions.find(&cookie, 1).await.unwrap().unwrap().id();
        assert!(sessions.revoke(&id).await.unwrap() && !sessions.revoke(&id).await.unwrap());
        assert!(sessions.find(&cookie, 1).await.unwrap().is_none());
        for wrong in ["", ".", "0123456789abcdef.", &cookie.replace('.', "/"), &format!("{cookie}a"), "/"] {
            assert!(
                sessions.find(wrong, 1).await.unwrap().is_none() && !sessions.revoke(wrong).await.unwrap()
            );
        }
    }

    #[tokio::test]
    async fn cookie_of_one_person_does_not_open_a_session_of_another() {
        let sessions = sessions();
        let (ada, bob) =
            (sessions.begin(of("ada"), 0).await.unwrap(), sessions.begin(of("bob"), 0).await.unwrap());
        let (digits, secret) = (ada.split_once('.').unwrap().0, bob.split_once('.').unwrap().1);
        assert!(sessions.find(&format!("{digits}.{secret}"), 1).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn oldest_session_ends_when_a_person_has_too_many() {
        let sessions = sessions();
        let mut cookies = Vec::new();
        for now in 0..5 {
            cookies.push(sessions.begin(of("ada"), now).await.unwrap());
        }
        let other = sessions.begin(of("bob"), 5).await.unwrap();
        let found = sessions.of_person("ada", 6).await.unwrap();
        assert_eq!(found.iter().map(|session| session.record.created_at).collect::<Vec<_>>(), [4, 3, 2]);
        assert!(sessions.find(&cookies[1], 6).await.unwrap().is_none());
        let own = sessions.find(&cookies[4], 6).await.unwrap().unwrap().id();
        assert_eq!(sessions.revoke_all("ada", Some(&own)).await.unwrap(), 2);
        assert!(sessions.find(&cookies[4], 6).await.unwrap().is_some());
        assert!(sessions.find(&other, 6).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn expired_sessions_are_removed_when_others_begin() {
        let sessions = sessions();
        for person in 0..120 {
            sessions.begin(of(&format!("person {person}")), 0).await.unwrap();
        }
        let later = 20 * SEEN_INTERVAL;
        for _ in 0..4 {
            sessions.begin(of("ada"), later).await.unwrap();
        }
        let all = sessions.records.list(super::NAMESPACE, None, 1000).await.unwrap();
        assert!(all.len() <= 3, "{} are left", all.len());
    }
}
