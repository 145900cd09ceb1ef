//! People whom sign-in has made known: their name, verified mail address and groups, as a provider named them.
//!
//! They are told like the people of the settings, which they never replace. Each sign-in refreshes them. There are at most
//! [`MOST_PEOPLE`]; those who have not signed in for a year make room for others.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{Record, RecordWrite, Records, StoreError};
use askwell_lifecycle::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::channel::AddressKind;
use crate::directory::{Addresses, DirectoryPerson, is_name};
use crate::notifications::{Notifications, NotifyState, PAGE};
use crate::preferences::Preferences;

const PEOPLE: &str = "directory-person";
const MEMBERS: &str = "directory-member";
const VERSION: u32 = 1;

/// The most people whom sign-in makes known.
pub const MOST_PEOPLE: usize = 10_000;

/// The most groups of one person that are stored.
const MOST_GROUPS: usize = 200;

/// A person who has not signed in for so long is forgotten if others need the place.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How often a change is retried when another request changed the record first.
const ATTEMPTS: usize = 8;

/// A person who has signed in with a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInPerson {
    /// The name by which questions and sign-in know the person.
    pub name: Arc<str>,
    /// The mail address, if the provider has verified it.
    pub mail: Option<String>,
    /// The groups that the provider named and the settings accept.
    pub groups: Vec<Arc<str>>,
    /// The name of the provider.
    pub provider: String,
    /// When the person signed in.
    pub seen_at: Timestamp,
}

/// Whether a person was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    /// The person is known now.
    Stored,
    /// The settings name this person, and they count.
    InSettings,
    /// There are too many people already, or the name cannot be one.
    Refused,
}

/// A person as they are serialised.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct PersonRecord {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mail: Option<String>,
    groups: Vec<String>,
    provider: String,
    seen_at: u64,
}

/// A member of a group, as it is serialised. The record of the person says whether it still holds.
#[derive(Debug, Serialize, Deserialize)]
struct MemberRecord {
    version: u32,
    group: String,
    person: String,
}

impl Notifications {
    /// Makes a person known, or refreshes what is known of them. Harmless to repeat.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remember_person(&self, person: &SignedInPerson) -> Result<Remembered, StoreError> {
        if self.shared.directory.person(&person.name).is_some() {
            return Ok(Remembered::InSettings);
        }
        if !is_name(&person.name) {
            return Ok(Remembered::Refused);
        }
        let records = self.shared.engine.records();
        let is_address = |mail: &&String| self.shared.is_mail_address(mail);
        let groups = person.groups.iter().filter(|group| is_name(group)).take(MOST_GROUPS);
        let new = PersonRecord {
            version: VERSION,
            mail: person.mail.as_ref().filter(is_address).cloned(),
            groups: groups.map(ToString::to_string).collect(),
            provider: person.provider.clone(),
            seen_at: person.seen_at.as_millis(),
        };
        for _ in 0..ATTEMPTS {
            let stored = records.get(PEOPLE, Arc::clone(&person.name)).await?;
            if stored.is_none() && !make_room(&records, person.seen_at).await? {
                tracing::warn!(
                    person = &*person.name,
                    "too many people are known by sign-in; this one is not told of questions"
                );
                return Ok(Remembered::Refused);
            }
            let before = stored.as_ref().and_then(read).map(|record| record.groups).unwrap_or_default();
            let value = serde_json::to_vec(&new).map_err(StoreError::failed)?;
            let record = Record::new(PEOPLE, Arc::clone(&person.name), value);
            let expected = stored.map_or(0, |stored| stored.revision);
            let verdicts = records.write(vec![RecordWrite::Put { record, expected }]).await?;
            if verdicts.first() == Some(&Verdict::Committed) {
                return set_groups(&records, &person.name, &before, &new.groups)
                    .await
                    .map(|()| Remembered::Stored);
            }
        }
        Err(StoreError::Failed("a person is changed by too many requests at once".into()))
    }

    /// Forgets a person whom sign-in has made known, until they sign in again. Returns whether there was one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn forget_person(&self, name: &str) -> Result<bool, StoreError> {
        forget(&self.shared.engine.records(), name).await
    }

    /// Returns people whom sign-in has made known, by name, after a cursor.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn signed_in_people(
        &self,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<SignedInPerson>, StoreError> {
        let found = self.shared.engine.records().list(PEOPLE, after, limit).await?;
        let people =
            found.iter().filter_map(|record| Some(to_person(Arc::clone(&record.key), read(record)?)));
        Ok(people.collect())
    }

    /// Returns a person who can be told: of the settings, or made known by sign-in.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn person(&self, name: &str) -> Result<Option<DirectoryPerson>, StoreError> {
        self.shared.person(name).await
    }
}

impl NotifyState {
    /// Returns a person who can be told: of the settings, or made known by sign-in.
    pub(crate) async fn person(&self, name: &str) -> Result<Option<DirectoryPerson>, StoreError> {
        if let Some(person) = self.directory.person(name) {
            return Ok(Some(person.clone()));
        }
        let Some(stored) = self.engine.records().get(PEOPLE, name).await? else { return Ok(None) };
        let Some(record) = read(&stored) else { return Ok(None) };
        let mut addresses = Addresses::new();
        if let Some(mail) = record.mail {
            let channels = self.channels.iter().map(|state| &state.channel);
            let for_mail = channels.filter(|channel| channel.channel.address_kind() == AddressKind::Mail);
            addresses.extend(for_mail.map(|channel| (Arc::clone(&channel.name), mail.clone())));
        }
        Ok(Some(DirectoryPerson { name: Arc::from(name), addresses, preferences: Preferences::default() }))
    }

    /// Returns the members of a group whom sign-in has made known.
    pub(crate) async fn signed_in_members(&self, group: &str) -> Result<Vec<Arc<str>>, StoreError> {
        let records = self.engine.records();
        let prefix = group_prefix(group);
        let mut after: Arc<str> = Arc::from(prefix.as_str());
        let mut members = Vec::new();
        loop {
            let page = records.list(MEMBERS, Some(after), PAGE).await?;
            let own = page.iter().take_while(|record| record.key.starts_with(&prefix));
            for record in own {
                let member: Option<MemberRecord> = serde_json::from_slice(&record.value).ok();
                let Some(member) = member.filter(|member| member.version == VERSION && member.group == group)
                else {
                    continue;
                };
                let person = records.get(PEOPLE, member.person.as_str()).await?;
                let is_member = |record: PersonRecord| record.groups.iter().any(|own| own == group);
                let is_of_settings = self.directory.person(&member.person).is_some();
                if !is_of_settings && person.as_ref().and_then(read).is_some_and(is_member) {
                    members.push(Arc::from(member.person));
                }
            }
            let is_last = page.len() < PAGE || !page.last().is_some_and(|last| last.key.starts_with(&prefix));
            match page.last().filter(|_| !is_last) {
                Some(last) => after = Arc::clone(&last.key),
                None => return Ok(members),
            }
        }
    }

    fn is_mail_address(&self, mail: &str) -> bool {
        let channels = self.channels.iter().map(|state| &state.channel.channel);
        let mut for_mail = channels.filter(|channel| channel.address_kind() == AddressKind::Mail);
        for_mail.all(|channel| channel.check_address(mail).is_ok())
    }
}

/// Writes the members of groups: adds the new ones and removes those of before.
async fn set_groups(
    records: &Records,
    person: &str,
    before: &[String],
    now: &[String],
) -> Result<(), StoreError> {
    let mut writes = Vec::new();
    for group in before.iter().filter(|group| !now.contains(group)) {
        writes.extend(removal(records, member_key(group, person)).await?);
    }
    for group in now {
        let key = member_key(group, person);
        if records.get(MEMBERS, Arc::clone(&key)).await?.is_none() {
            let member = MemberRecord { version: VERSION, group: group.clone(), person: person.to_owned() };
            let value = serde_json::to_vec(&member).map_err(StoreError::failed)?;
            writes.push(RecordWrite::Put { record: Record::new(MEMBERS, key, value), expected: 0 });
        }
    }
    if !writes.is_empty() {
        // What another sign-in of the same person has changed meanwhile is right already.
        records.write(writes).await?;
    }
    Ok(())
}

async fn removal(records: &Records, key: Arc<str>) -> Result<Option<RecordWrite>, StoreError> {
    let found = records.get(MEMBERS, Arc::clone(&key)).await?;
    Ok(found.map(|found| RecordWrite::Remove { namespace: MEMBERS, key, expected: found.revision }))
}

async fn forget(records: &Records, name: &str) -> Result<bool, StoreError> {
    for _ in 0..ATTEMPTS {
        let Some(stored) = records.get(PEOPLE, name).await? else { return Ok(false) };
        let groups = read(&stored).map(|record| record.groups).unwrap_or_default();
        let remove = RecordWrite::Remove { namespace: PEOPLE, key: stored.key, expected: stored.revision };
        if records.write(vec![remove]).await?.first() == Some(&Verdict::Committed) {
            return set_groups(records, name, &groups, &[]).await.map(|()| true);
        }
    }
    Err(StoreError::Failed("a person is changed by too many requests at once".into()))
}

/// Returns whether there is a place for another person. Forgets those who have not signed in for a year, if needed.
async fn make_room(records: &Records, now: Timestamp) -> Result<bool, StoreError> {
    let (mut after, mut count, mut old) = (None, 0, Vec::new());
    loop {
        let page = records.list(PEOPLE, after, PAGE).await?;
        count += page.len();
        for record in &page {
            let seen =
                read(record).map_or(Timestamp::from_millis(0), |found| Timestamp::from_millis(found.seen_at));
            if seen.until(now) >= FORGOTTEN_AFTER {
                old.push(Arc::clone(&record.key));
            }
        }
        match page.last().filter(|_| page.len() == PAGE) {
            Some(last) => after = Some(Arc::clone(&last.key)),
            None => break,
        }
    }
    if count < MOST_PEOPLE {
        return Ok(true);
    }
    for name in &old {
        forget(records, name).await?;
    }
    Ok(count - old.len() < MOST_PEOPLE)
}

fn read(record: &Record) -> Option<PersonRecord> {
    let read: PersonRecord = serde_json::from_slice(&record.value).ok()?;
    (read.version == VERSION).then_some(read)
}

fn to_person(name: Arc<str>, record: PersonRecord) -> SignedInPerson {
    SignedInPerson {
        name,
        mail: record.mail,
        groups: record.groups.into_iter().map(Arc::from).collect(),
        provider: record.provider,
        seen_at: Timestamp::from_millis(record.seen_at),
    }
}

fn member_key(group: &str, person: &str) -> Arc<str> {
    Arc::from(format!("{}{person}", group_prefix(group)))
}

/// Returns the beginning of the keys of a group's members, so that they are beside each other.
fn group_prefix(group: &str) -> String {
    use std::fmt::Write as _;
    let mut prefix = String::new();
    for byte in Sha256::digest(group.as_bytes()).iter().take(16) {
        // Writing to a text cannot fail.
        let _ = write!(prefix, "{byte:02x}");
    }
    prefix.push('/');
    prefix
}
