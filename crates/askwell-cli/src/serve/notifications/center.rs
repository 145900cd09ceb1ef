//! Connects the pages and the API of the service with its notifications.

use askwell_locale::{Language, say, text};
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_notify::channel::Addressing;
use askwell_notify::channel::web_push::{PushRegistry, PushSubscription, SubscribeError};
use askwell_notify::{
    NotificationFilter, NotificationState, NotificationView, Notifications, OperatorError, PreferenceProblem,
    Preferences, PreferencesDocument, UnsubscribeError,
};
use askwell_web::notifications::{
    AccountPreferences, CenterFuture, NotificationCenter, NotificationItem, NotificationStatus,
    PreferenceMistake,
};

/// The notifications of this service, as its pages and its API see them.
pub(crate) struct ServiceNotifications(pub(crate) Notifications, pub(crate) Option<PushRegistry>);

impl NotificationCenter for ServiceNotifications {
    fn is_active(&self) -> bool {
        self.0.channels().next().is_some()
    }

    fn list(
        &self,
        status: NotificationStatus,
        cursor: Option<Arc<str>>,
        limit: usize,
    ) -> CenterFuture<'_, Vec<NotificationItem>> {
        Box::pin(async move {
            let filter = match status {
                NotificationStatus::Dead => NotificationFilter::Dead,
                NotificationStatus::Pending => NotificationFilter::Pending,
            };
            match self.0.list(filter, cursor, limit).await {
                Ok(found) => Ok(found.into_iter().map(item).collect()),
                Err(OperatorError::Store(error)) => Err(error),
                Err(_) => Ok(Vec::new()),
            }
        })
    }

    fn retry<'a>(&'a self, id: &'a str) -> CenterFuture<'a, bool> {
        Box::pin(async move {
            match self.0.retry(id).await {
                Ok(()) => Ok(true),
                Err(OperatorError::Store(error)) => Err(error),
                Err(_) => Ok(false),
            }
        })
    }

    fn retry_all<'a>(&'a self, channel: Option<&'a str>) -> CenterFuture<'a, usize> {
        Box::pin(async move {
            match self.0.retry_all(channel).await {
                Ok(count) => Ok(count),
                Err(OperatorError::Store(error)) => Err(error),
                Err(_) => Ok(0),
            }
        })
    }

    fn unsubscribe_channel(&self, token: &str) -> Option<String> {
        self.0.unsubscribe_channel(token).ok()
    }

    fn unsubscribe<'a>(&'a self, token: &'a str) -> CenterFuture<'a, bool> {
        Box::pin(async move {
            match self.0.unsubscribe(token).await {
                Ok(()) => Ok(true),
                Err(UnsubscribeError::Store(error)) => Err(error),
                Err(_) => Ok(false),
            }
        })
    }

    fn preferences<'a>(&'a self, person: &'a str) -> CenterFuture<'a, Option<AccountPreferences>> {
        Box::pin(self.account(person))
    }

    fn set_preferences<'a>(
        &'a self,
        person: &'a str,
        preferences: &'a AccountPreferences,
    ) -> CenterFuture<'a, Vec<PreferenceMistake>> {
        Box::pin(async move {
            let mut mistakes = Vec::new();
            let checked = Preferences::new(document(preferences)).unwrap_or_else(|problems| {
                mistakes = problems
                    .into_iter()
                    .map(|problem| PreferenceMistake {
                        input: problem.preference,
                        message: mistake_sentence(&problem, preferences),
                    })
                    .collect();
                Preferences::default()
            });
            let away_to = preferences.away_to.as_str();
            let is_known = away_to.is_empty()
                || self.0.directory().group(away_to).is_some()
                || self.0.person(away_to).await?.is_some();
            if !is_known {
                let message = say("notifications-away-unknown");
                mistakes.push(PreferenceMistake { input: "away_to", message });
            }
            if mistakes.is_empty() {
                self.0.set_preferences(person, &checked).await?;
            }
            Ok(mistakes)
        })
    }

    fn language<'a>(&'a self, person: &'a str) -> CenterFuture<'a, Option<String>> {
        Box::pin(async move {
            let preferences = self.0.preferences(person).await?;
            Ok(preferences.language().map(|language| language.tag().to_owned()))
        })
    }

    fn set_language<'a>(&'a self, person: &'a str, tag: &'a str) -> CenterFuture<'a, ()> {
        Box::pin(async move {
            match Language::from_tag(tag) {
                Some(language) => self.0.set_language(person, language).await,
                None => Ok(()),
            }
        })
    }

    fn push_key(&self) -> Option<String> {
        self.1.as_ref().map(PushRegistry::public_key)
    }

    fn register_browser<'a>(
        &'a self,
        person: &'a str,
        subscription: &'a str,
    ) -> CenterFuture<'a, Result<(), String>> {
        Box::pin(async move { split(self.register(person, subscription).await) })
    }

    fn remove_browser<'a>(
        &'a self,
        person: &'a str,
        subscription: &'a str,
    ) -> CenterFuture<'a, Result<(), String>> {
        Box::pin(async move { split(self.forget(person, subscription).await) })
    }
}

impl ServiceNotifications {
    async fn register(&self, person: &str, subscription: &str) -> Result<(), SubscribeError> {
        let registry = self.1.as_ref().ok_or(SubscribeError::Malformed)?;
        registry.subscribe(person, &PushSubscription::from_json(subscription)?).await
    }

    async fn forget(&self, person: &str, subscription: &str) -> Result<(), SubscribeError> {
        let registry = self.1.as_ref().ok_or(SubscribeError::Malformed)?;
        let subscription = PushSubscription::from_json(subscription)?;
        registry.unsubscribe(person, &subscription.endpoint).await?;
        Ok(())
    }

    async fn account(&self, person: &str) -> Result<Option<AccountPreferences>, StoreError> {
        let Some(known) = self.0.person(person).await? else { return Ok(None) };
        let preferences = self.0.preferences(person).await?;
        let channels = self.0.channels().filter(|channel| {
            channel.channel.addressing() == Addressing::ByName || known.addresses.contains_key(&channel.name)
        });
        let channels = channels.map(|channel| (channel.name.to_string(), preferences.wants(&channel.name)));
        let document = preferences.document();
        let written = |text: &Option<String>| text.clone().unwrap_or_default();
        Ok(Some(AccountPreferences {
            channels: channels.collect(),
            quiet_hours: written(&document.quiet_hours),
            time_zone: written(&document.time_zone),
            digest: document.digest.join(" "),
            away_to: written(&document.away_to),
            away_until: written(&document.away_until),
            language: written(&document.language),
        }))
    }
}

/// Separates failures of the store from what the person is told.
fn split(result: Result<(), SubscribeError>) -> Result<Result<(), String>, StoreError> {
    match result {
        Ok(()) => Ok(Ok(())),
        Err(SubscribeError::Store(error)) => Err(error),
        Err(SubscribeError::TooMany) => Ok(Err(say("notifications-browser-too-many"))),
        Err(other) => {
            tracing::info!(error = %other, "a browser cannot be registered for notifications");
            Ok(Err(say("notifications-browser-failed")))
        }
    }
}

fn document(preferences: &AccountPreferences) -> PreferencesDocument {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let is_all = preferences.channels.iter().all(|(_, is_on)| *is_on);
    let wanted = preferences.channels.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.clone());
    PreferencesDocument {
        channels: (!is_all).then(|| wanted.collect()),
        quiet_hours: text(&preferences.quiet_hours),
        time_zone: text(&preferences.time_zone),
        digest: preferences
            .digest
            .split([' ', ','])
            .filter(|time| !time.is_empty())
            .map(str::to_owned)
            .collect(),
        away_to: text(&preferences.away_to),
        away_until: text(&preferences.away_until),
        language: text(&preferences.language),
    }
}

/// Returns a problem of preferences as a sentence for the person.
fn mistake_sentence(problem: &PreferenceProblem, given: &AccountPreferences) -> String {
    match problem.preference {
        "time_zone" => say("notifications-zone-wrong"),
        "quiet_hours" => say("notifications-quiet-wrong"),
        "digest" => text("notifications-digest-wrong", &[("count", Preferences::MOST_DIGESTS.into())]),
        "away_until" if given.away_to.is_empty() => say("notifications-until-whom"),
        "away_until" => say("notifications-until-wrong"),
        _ => say("notifications-language-wrong"),
    }
}

fn item(view: NotificationView) -> NotificationItem {
    NotificationItem {
        at: match view.state {
            NotificationState::Pending { next_try, .. } => next_try.as_millis(),
            NotificationState::Dead { since } => since.as_millis(),
            _ => 0,
        },
        id: view.key,
        message_id: view.message_id,
        channel: view.channel,
        recipient: Arc::clone(view.recipient.name()),
        elicitation: view.elicitation.to_string(),
        reason: view.reason.as_str(),
        attempts: view.attempts,
        last_error: view.last_error,
    }
}
