//! Preferences that people have set for themselves. They replace those of the settings.

use askwell_locale::Language;
use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Record, RecordWrite, StoreError};
use serde::{Deserialize, Serialize};

use crate::notifications::{Notifications, NotifyState};
use crate::preferences::{Preferences, PreferencesDocument};

const NAMESPACE: &str = "notification-preferences";

const VERSION: u32 = 1;

/// How often a change is retried when another request changed the record first.
const ATTEMPTS: usize = 8;

/// Preferences as they are serialised.
#[derive(Serialize, Deserialize)]
struct PreferencesRecord {
    version: u32,
    preferences: PreferencesDocument,
}

/// Returns the preferences in force of a person.
pub(crate) async fn of_person(shared: &NotifyState, name: &str) -> Result<Preferences, StoreError> {
    let stored = load(shared, name).await?.and_then(|(stored, _)| stored);
    let usual = || shared.directory.person(name).map(|person| person.preferences.clone()).unwrap_or_default();
    Ok(stored.unwrap_or_else(usual))
}

/// Reads the stored preferences with the revision of their record. Unreadable ones count as none.
async fn load(shared: &NotifyState, name: &str) -> Result<Option<(Option<Preferences>, u64)>, StoreError> {
    let Some(record) = shared.engine.records().get(NAMESPACE, name).await? else { return Ok(None) };
    let read = serde_json::from_slice::<PreferencesRecord>(&record.value).ok();
    let document = read.filter(|read| read.version == VERSION).map(|read| read.preferences);
    let preferences = document.and_then(|document| Preferences::new(document).ok());
    if preferences.is_none() {
        tracing::error!(person = name, "stored preferences cannot be read; those of the settings hold");
    }
    Ok(Some((preferences, record.revision)))
}

impl Notifications {
    /// Returns the preferences in force of a person: those that they have set, else those of the settings.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn preferences(&self, person: &str) -> Result<Preferences, StoreError> {
        of_person(&self.shared, person).await
    }

    /// Stores the preferences of a person, in place of those in force.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn set_preferences(&self, person: &str, preferences: &Preferences) -> Result<(), StoreError> {
        self.change_preferences(person, |_| preferences.document().clone()).await
    }

    /// Stores the language of a person, and leaves their other preferences as they are.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn set_language(&self, person: &str, language: Language) -> Result<(), StoreError> {
        self.change_preferences(person, |before| PreferencesDocument {
            language: Some(language.tag().to_owned()),
            ..before.document().clone()
        })
        .await
    }

    /// Changes the preferences of a person.
    pub(crate) async fn change_preferences(
        &self,
        person: &str,
        change: impl Fn(&Preferences) -> PreferencesDocument,
    ) -> Result<(), StoreError> {
        let records = self.shared.engine.records();
        for _ in 0..ATTEMPTS {
            let expected = load(&self.shared, person).await?.map_or(0, |(_, revision)| revision);
            let before = of_person(&self.shared, person).await?;
            let record = PreferencesRecord { version: VERSION, preferences: change(&before) };
            // Serialising texts cannot fail.
            let value = serde_json::to_vec(&record).unwrap_or_default();
            let record = Record::new(NAMESPACE, Arc::<str>::from(person), value);
            let verdicts = records.write(vec![RecordWrite::Put { record, expected }]).await?;
            if verdicts.first() == Some(&Verdict::Committed) {
                return Ok(());
            }
        }
        Err(StoreError::Failed("preferences are changed by too many requests at once".into()))
    }
}
