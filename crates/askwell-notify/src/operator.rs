//! Operator functions: list pending and dead notifications, and send dead ones again.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::Verdict;
use askwell_lifecycle::{ElicitationId, Timestamp};

use crate::directory::Recipient;
use crate::notification::Reason;
use crate::notifications::{Notifications, PAGE};
use crate::record::{DEAD, NotificationKey, PENDING, StoredNotification};

/// A notification, for operators. Contains no address.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotificationView {
    /// The key, for [`Notifications::retry`].
    pub key: Arc<str>,
    /// The id that the receiver sees.
    pub message_id: String,
    /// The name of the channel.
    pub channel: Arc<str>,
    /// Who gets it.
    pub recipient: Recipient,
    /// The elicitation.
    pub elicitation: ElicitationId,
    /// Why the recipient is told.
    pub reason: Reason,
    /// When the change happened.
    pub created_at: Timestamp,
    /// The number of attempts.
    pub attempts: u32,
    /// The error of the last attempt.
    pub last_error: Option<String>,
    /// The state.
    pub state: NotificationState,
}

/// The state of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotificationState {
    /// Another attempt follows.
    Pending {
        /// The time of the next attempt.
        next_try: Timestamp,
        /// Whether it is held back by quiet hours or for a digest.
        is_held: bool,
    },
    /// No attempts follow, unless an operator sends it again.
    Dead {
        /// When it was given up.
        since: Timestamp,
    },
}

/// Selects notifications by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotificationFilter {
    /// Pending notifications.
    Pending,
    /// Dead notifications.
    Dead,
}

/// Why an operator function failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// There is no such dead notification: it was sent again already, or is purged.
    #[error("there is no such dead notification; it was sent again, or is forgotten with its elicitation")]
    Unknown,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Notifications {
    /// Returns a page of notifications, by channel and recipient. `after` is the key of the last one on the previous
    /// page.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(
        &self,
        which: NotificationFilter,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<NotificationView>, OperatorError> {
        let records =
            self.shared.engine.records().list(which.namespace(), after, limit.clamp(1, PAGE)).await?;
        let views = records.iter().filter_map(|record| {
            let stored = StoredNotification::read(record);
            if stored.is_none() {
                tracing::error!(key = &*record.key, "a notification cannot be read; it is not listed");
            }
            Some(NotificationView::of(Arc::clone(&record.key), stored?, which))
        });
        Ok(views.collect())
    }

    /// Sends a dead notification again, with the full number of attempts.
    ///
    /// # Errors
    /// When there is no such notification, or the store fails.
    pub async fn retry(&self, key: &str) -> Result<(), OperatorError> {
        let key = NotificationKey::parse(key).ok_or(OperatorError::Unknown)?;
        let records = self.shared.engine.records();
        let record = records.get(DEAD, key.to_text()).await?.ok_or(OperatorError::Unknown)?;
        let mut stored = StoredNotification::read(&record).ok_or(OperatorError::Unknown)?;
        stored.attempts = 0;
        stored.due = self.shared.settings.clock.now();
        // Stored in its new namespace before it is removed from the old one: a crash in between sends it twice
        // rather than never.
        let writes = vec![stored.put(PENDING, 0), stored.remove(DEAD, record.revision)];
        if records.write(writes).await?.first() == Some(&Verdict::NotFound) {
            return Err(OperatorError::Unknown);
        }
        self.shared.queue(&key.lane, stored.due);
        self.shared.record_progress();
        Ok(())
    }

    /// Sends all dead notifications again, of one channel or of all, and returns their number.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn retry_all(&self, channel: Option<&str>) -> Result<usize, OperatorError> {
        let (mut retried, mut after) = (0, None);
        loop {
            let page = self.list(NotificationFilter::Dead, after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(retried) };
            after = Some(Arc::clone(&last.key));
            for dead in page.iter().filter(|dead| channel.is_none_or(|name| *dead.channel == *name)) {
                match self.retry(&dead.key).await {
                    Ok(()) => retried += 1,
                    // Another call was first.
                    Err(OperatorError::Unknown) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

impl NotificationFilter {
    fn namespace(self) -> &'static str {
        match self {
            NotificationFilter::Pending => PENDING,
            NotificationFilter::Dead => DEAD,
        }
    }
}

impl NotificationView {
    fn of(key: Arc<str>, stored: StoredNotification, which: NotificationFilter) -> NotificationView {
        NotificationView {
            key,
            message_id: stored.message_id(),
            channel: stored.key.lane.channel,
            recipient: stored.key.lane.recipient,
            elicitation: stored.elicitation,
            reason: stored.reason,
            created_at: stored.created_at,
            attempts: stored.attempts,
            last_error: stored.last_error,
            state: match which {
                NotificationFilter::Pending => {
                    NotificationState::Pending { next_try: stored.due, is_held: stored.is_held }
                }
                NotificationFilter::Dead => NotificationState::Dead { since: stored.due },
            },
        }
    }
}
