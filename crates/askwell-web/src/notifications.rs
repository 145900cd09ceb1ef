//! What the service shows of notifications: lists for operators, pages for people.
//!
//! Notifications themselves are another crate's: a [`NotificationCenter`] connects both, and only the program that
//! has both implements it.

mod browsers;
mod preferences_page;
mod unsubscribe;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use askwell_engine::StoreError;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::browser;
use crate::pages::Pages;

/// The future that the methods of [`NotificationCenter`] return.
pub type CenterFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Access to the notifications of a service.
pub trait NotificationCenter: Send + Sync + 'static {
    /// Returns whether there is a channel.
    fn is_active(&self) -> bool;

    /// Returns dead or pending notifications after a cursor.
    fn list(
        &self,
        status: NotificationStatus,
        cursor: Option<Arc<str>>,
        limit: usize,
    ) -> CenterFuture<'_, Vec<NotificationItem>>;

    /// Sends a dead notification again. Returns whether there was one.
    fn retry<'a>(&'a self, id: &'a str) -> CenterFuture<'a, bool>;

    /// Sends all dead notifications of a channel, or of all, again. Returns how many.
    fn retry_all<'a>(&'a self, channel: Option<&'a str>) -> CenterFuture<'a, usize>;

    /// Returns the channel that a link to unsubscribe turns off; `None` if the link is not valid.
    fn unsubscribe_channel(&self, token: &str) -> Option<String>;

    /// Turns off the channel of a link to unsubscribe. Returns whether the link is valid.
    fn unsubscribe<'a>(&'a self, token: &'a str) -> CenterFuture<'a, bool>;

    /// Returns the preferences of a person; `None` if the person cannot be told at all.
    fn preferences<'a>(&'a self, person: &'a str) -> CenterFuture<'a, Option<AccountPreferences>>;

    /// Stores the preferences of a person, or returns the problems, each with the name of its input.
    fn set_preferences<'a>(
        &'a self,
        person: &'a str,
        preferences: &'a AccountPreferences,
    ) -> CenterFuture<'a, Vec<PreferenceMistake>>;

    /// Returns the tag of the language that a person has chosen.
    fn language<'a>(&'a self, person: &'a str) -> CenterFuture<'a, Option<String>>;

    /// Stores the language that a person has chosen.
    fn set_language<'a>(&'a self, person: &'a str, tag: &'a str) -> CenterFuture<'a, ()>;

    /// Returns the public key by which browsers register for Web Push; `None` if there is no such channel.
    fn push_key(&self) -> Option<String>;

    /// Registers a browser of a person by its subscription, JSON text as browsers write it; or says why not.
    fn register_browser<'a>(
        &'a self,
        person: &'a str,
        subscription: &'a str,
    ) -> CenterFuture<'a, Result<(), String>>;

    /// Removes a browser of a person by its subscription, or says why not.
    fn remove_browser<'a>(
        &'a self,
        person: &'a str,
        subscription: &'a str,
    ) -> CenterFuture<'a, Result<(), String>>;
}

/// Selects notifications by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationStatus {
    /// Given up.
    Dead,
    /// Another attempt follows.
    Pending,
}

/// A notification in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationItem {
    /// The id, for a retry and as a cursor.
    pub id: Arc<str>,
    /// The id that the receiver sees.
    pub message_id: String,
    /// The name of the channel.
    pub channel: Arc<str>,
    /// The person or group.
    pub recipient: Arc<str>,
    /// The id of the elicitation.
    pub elicitation: String,
    /// Why the recipient is told: `asked`, `reminder`, `escalated` or `delegated`.
    pub reason: &'static str,
    /// The number of attempts.
    pub attempts: u32,
    /// The error of the last attempt.
    pub last_error: Option<String>,
    /// When the next attempt is due, or since when it is dead, in milliseconds since 1970.
    pub at: u64,
}

/// What a person decides about their notifications. Texts are as the person wrote them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountPreferences {
    /// Every channel on which the person can be told, and whether it is used.
    pub channels: Vec<(String, bool)>,
    /// Hours without notifications, such as `22:00-07:00`; empty for none.
    pub quiet_hours: String,
    /// The time zone, such as `Europe/Berlin`; empty for UTC.
    pub time_zone: String,
    /// Times of digests, such as `09:00 15:00`; empty for none.
    pub digest: String,
    /// Who is asked instead; empty for no one.
    pub away_to: String,
    /// The last day of the absence, such as `2026-12-24`; empty for no end.
    pub away_until: String,
    /// The tag of the language, such as `de`; empty for what the browser wants.
    pub language: String,
}

/// A mistake in preferences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreferenceMistake {
    /// The name of the input.
    pub input: &'static str,
    /// What is wrong, as a sentence for the person.
    pub message: String,
}

/// The state of the pages about notifications.
#[derive(Clone)]
struct NotificationPages {
    pages: Pages,
    center: Arc<dyn NotificationCenter>,
}

/// Returns the routes `/notifications/unsubscribe/…` and `/inbox/notifications`, with the checks and headers of all
/// pages.
pub fn notification_routes(pages: &Pages, center: Arc<dyn NotificationCenter>) -> Router {
    if center.is_active() {
        pages.offer_notifications(Arc::clone(&center));
    }
    let state = NotificationPages { pages: pages.clone(), center };
    Router::new()
        .route("/notifications/unsubscribe/{token}", get(unsubscribe::show).post(unsubscribe::act))
        .route("/inbox/notifications", get(preferences_page::show).post(preferences_page::act))
        .route("/inbox/notifications/browsers", post(browsers::change).delete(browsers::change))
        .route("/inbox/notifications/register.js", get(browsers::script))
        .with_state(state)
        .layer(from_fn_with_state(pages.clone(), browser::guard))
}
