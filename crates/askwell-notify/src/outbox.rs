//! Plans a notification for everyone who is to be told of a change. The engine's outbox stores them.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{
    CallError, Change, Clock, Outbox, OutboxEntry, OutboxName, OutboxPlanner, RecordWrite, StoreError,
};
use askwell_lifecycle::{Actor, Elicitation, Surface, Timestamp};
use tokio::sync::watch;

use crate::notification::Reason;
use crate::notifications::NotifyState;
use crate::preferences::SendTime;
use crate::recipients::{self, reason_of};
use crate::record::{Lane, PENDING, StoredNotification};

/// Plans notifications.
pub(crate) struct NotificationPlanner {
    shared: Arc<NotifyState>,
}

/// Opens the outbox of notifications.
pub(crate) async fn open(
    shared: Arc<NotifyState>,
    stop: watch::Receiver<bool>,
) -> Result<Outbox<NotificationPlanner>, StoreError> {
    let engine = shared.engine.clone();
    Outbox::open(&engine, NotificationPlanner { shared }, stop).await
}

impl OutboxPlanner for NotificationPlanner {
    /// The lane, and when the notification is due.
    type Notice = (Lane, Timestamp);

    const NAME: OutboxName =
        OutboxName { namespace: "notification-log", key: "cursor", subject: "notifications" };

    fn clock(&self) -> &dyn Clock {
        &*self.shared.settings.clock
    }

    async fn plan(&self, changes: &[Change]) -> Result<Vec<OutboxEntry<Self::Notice>>, StoreError> {
        let mut entries = Vec::new();
        for change in changes {
            let Some(reason) = reason_of(&change.effect) else { continue };
            let Some(elicitation) = self.open_elicitation(change).await? else { continue };
            // Passed on since: a later change tells the people who are asked now.
            if change.audience != elicitation.audience || self.pass_on(reason, &elicitation).await? {
                continue;
            }
            for (lane, send) in self.lanes(change, reason, &elicitation).await? {
                let notice = (lane.clone(), send.at);
                let write = StoredNotification::of(change, lane, reason, send).put(PENDING, 0);
                entries.push(OutboxEntry { write, notice });
            }
        }
        Ok(entries)
    }

    async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        self.shared.write(writes).await
    }

    fn hand_over(&self, entries: Vec<(Self::Notice, Verdict)>) {
        for ((lane, due), verdict) in entries {
            if matches!(verdict, Verdict::Committed | Verdict::Conflict) {
                self.shared.queue(&lane, due);
            }
        }
        self.shared.record_progress();
    }
}

impl NotificationPlanner {
    /// Returns the elicitation of a change, if it is still open.
    async fn open_elicitation(&self, change: &Change) -> Result<Option<Arc<Elicitation>>, StoreError> {
        match self.shared.engine.status(&operator(), change.id).await {
            Ok(elicitation) => Ok(Some(elicitation).filter(|found| found.outcome().is_none())),
            Err(CallError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Passes an elicitation on if the person who is asked is away, and returns whether it did. The change that
    /// follows tells the others. What a person passed on stays where it is.
    async fn pass_on(&self, reason: Reason, elicitation: &Elicitation) -> Result<bool, StoreError> {
        if !matches!(reason, Reason::Asked | Reason::Escalated) {
            return Ok(false);
        }
        let now = self.shared.settings.clock.now();
        let Some(to) = recipients::stand_in(&self.shared, &elicitation.audience, now).await? else {
            return Ok(false);
        };
        match self.shared.engine.delegate(&operator(), elicitation.id, to).await {
            Ok(_) => Ok(true),
            Err(CallError::Store(error)) => Err(error),
            // Closed in the meantime.
            Err(_) => Ok(false),
        }
    }

    /// Returns who is told of a change, over which channel and when.
    async fn lanes(
        &self,
        change: &Change,
        reason: Reason,
        elicitation: &Elicitation,
    ) -> Result<Vec<(Lane, SendTime)>, StoreError> {
        let now = self.shared.settings.clock.now();
        let ready = match reason {
            Reason::Asked => now.max(change.at + self.shared.settings.delay),
            _ => now,
        };
        let mut planned = Vec::new();
        for (lane, preferences) in recipients::lanes(&self.shared, elicitation, reason, now).await? {
            let mut send = preferences.send_time(ready, elicitation.deadline());
            if reason == Reason::Reminder {
                // A reminder is about time: only quiet hours hold it back.
                let quiet = preferences.end_of_quiet(ready);
                send = SendTime { at: quiet.unwrap_or(ready), is_held: quiet.is_some() };
            }
            planned.push((lane, send));
        }
        Ok(planned)
    }
}

fn operator() -> Actor {
    Actor::operator(Surface::Engine)
}
