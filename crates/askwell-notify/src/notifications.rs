//! The running notifications: what the tasks share, how they start and stop.

use askwell_locale::{Language, Overrides};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Guard, RecordWrite, Verdict};
use askwell_engine::{
    Clock, Engine, LeaderFuture, LeaderWork, NodeRole, OutboxPlanner as _, StoreError, SystemClock,
    remove_outbox_position, spawn_leader_work,
};
use askwell_http::retry_schedule::RetrySchedule;
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex as SyncMutex;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

use crate::channel::{NamedChannel, is_channel_name};
use crate::channel_state::ChannelState;
use crate::directory::{Directory, Recipient};
use crate::outbox::{self, NotificationPlanner};
use crate::record::{Lane, PENDING, StoredNotification};
use crate::unsubscribe::{self, UnsubscribeSecret};
use crate::worker::Worker;

/// How many records are read at a time.
pub(crate) const PAGE: usize = 256;

/// The settings of notifications.
#[derive(Debug, Clone)]
pub struct NotifySettings {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The waits between attempts.
    pub schedule: RetrySchedule,
    /// The most concurrent deliveries of one channel.
    pub at_once: usize,
    /// How long a question must be open before people are told of it. One that is answered sooner is not told.
    pub delay: Duration,
    /// Where people reach the pages, such as `https://ask.example.com`, without a slash at the end.
    pub base_url: String,
    /// The people and groups who are told of questions that anyone may answer.
    pub anyone: Vec<Arc<str>>,
    /// The language of people who have not chosen one, and of groups.
    pub language: Language,
    /// Texts of the operator in place of those of the catalogues.
    pub words: Arc<Overrides>,
}

impl NotifySettings {
    /// Returns settings with the defaults, for pages at this URL.
    pub fn new(base_url: impl Into<String>) -> NotifySettings {
        NotifySettings {
            clock: Arc::new(SystemClock),
            schedule: RetrySchedule::default(),
            at_once: 4,
            delay: Duration::ZERO,
            base_url: base_url.into().trim_end_matches('/').to_owned(),
            anyone: Vec::new(),
            language: Language::default(),
            words: Arc::default(),
        }
    }

    /// Returns the URL of the inbox.
    pub(crate) fn inbox(&self) -> String {
        format!("{}/inbox", self.base_url)
    }
}

/// Why notifications cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotifyStartError {
    /// A channel has a name that is not one.
    #[error("{0:?} is no name of a channel: use up to 64 small letters, digits, - and _")]
    ChannelName(Arc<str>),
    /// Two channels have the same name.
    #[error("two channels are called {0:?}; each needs a name of its own")]
    SameName(Arc<str>),
    /// An address names a channel that does not exist.
    #[error("{recipient} has an address for {channel:?}, and there is no such channel")]
    UnknownChannel {
        /// The person or group.
        recipient: Arc<str>,
        /// The name of the channel.
        channel: Arc<str>,
    },
    /// An address does not fit its channel.
    #[error("the address of {recipient} for {channel} cannot be used: {why}")]
    Address {
        /// The person or group.
        recipient: Arc<str>,
        /// The name of the channel.
        channel: Arc<str>,
        /// What an address must look like.
        why: String,
    },
    /// Questions for anyone are to be told to a name that is not in the directory.
    #[error("{0:?} is to be told of questions for anyone, and is neither a person nor a group")]
    UnknownRecipient(Arc<str>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Running notifications. Clones share the state. When the last clone is dropped, the tasks stop at once; what is
/// pending is sent by the next run.
#[derive(Clone)]
pub struct Notifications {
    pub(crate) shared: Arc<NotifyState>,
    running: Arc<NotifyTasks>,
}

/// The state that all tasks share.
pub(crate) struct NotifyState {
    pub(crate) engine: Engine,
    pub(crate) settings: NotifySettings,
    pub(crate) directory: Directory,
    pub(crate) channels: Vec<Arc<ChannelState>>,
    pub(crate) secret: UnsubscribeSecret,
    /// Counts changes of notifications.
    progress: watch::Sender<u64>,
    /// What must hold when something is written.
    guard: SyncMutex<Guard>,
}

struct NotifyTasks {
    stop: watch::Sender<bool>,
    tasks: Mutex<JoinSet<()>>,
}

impl NotifyState {
    /// Counts a change of a notification.
    pub(crate) fn record_progress(&self) {
        self.progress.send_modify(|count| *count += 1);
    }

    /// Writes records while this node is the one that sends notifications.
    ///
    /// # Errors
    /// When the store fails, or another node sends now; then nothing is written.
    pub(crate) async fn write(&self, writes: Vec<RecordWrite>) -> Result<Vec<Verdict>, StoreError> {
        let guard = self.guard.lock().clone();
        let verdicts = self.engine.records().write_guarded(writes, guard).await?;
        if verdicts.contains(&Verdict::GuardFailed) {
            return Err(StoreError::Failed("another node sends notifications now".into()));
        }
        Ok(verdicts)
    }

    /// Returns a channel.
    pub(crate) fn channel(&self, name: &str) -> Option<&Arc<ChannelState>> {
        self.channels.iter().find(|state| *state.channel.name == *name)
    }
}

impl Notifications {
    /// Starts to tell people of changes, from where the last run ended. The first run starts with the changes after
    /// this call returned. If several nodes share the store, one of them sends; another takes over within seconds
    /// after it stops or fails.
    ///
    /// # Errors
    /// Fails if channels or addresses cannot be used, or if the store fails.
    pub async fn start(
        engine: &Engine,
        directory: Directory,
        channels: Vec<NamedChannel>,
        settings: NotifySettings,
    ) -> Result<Notifications, NotifyStartError> {
        check(&directory, &channels, &settings)?;
        let secret = unsubscribe::load_secret(&engine.records()).await?;
        let shared = Arc::new(NotifyState {
            engine: engine.clone(),
            settings,
            directory,
            channels: channels.into_iter().map(|channel| Arc::new(ChannelState::new(channel))).collect(),
            secret,
            progress: watch::Sender::new(0),
            guard: SyncMutex::default(),
        });
        let (stop, stopped) = watch::channel(false);
        let is_shared = engine.store().is_shared();
        let mut tasks = JoinSet::new();
        if !shared.channels.is_empty() {
            // Makes sure that there is a cursor, which the leader continues.
            drop(outbox::open(Arc::clone(&shared), stopped.clone()).await?);
            let work = Arc::new(NotifyWork { shared: Arc::clone(&shared), read_after: SyncMutex::default() });
            tasks = spawn_leader_work(Arc::clone(engine.store()), work, stopped).await?;
        } else if !is_shared {
            remove_outbox_position(&engine.records(), NotificationPlanner::NAME).await?;
        }
        Ok(Notifications { shared, running: Arc::new(NotifyTasks { stop, tasks: Mutex::new(tasks) }) })
    }

    /// Stops gracefully: starts no more attempts and waits for those in flight, at most for the timeout of an
    /// attempt. Dropping the future and the last clone stops at once; messages whose outcome is not stored are then
    /// sent again by the next run.
    pub async fn stop(&self) {
        self.running.stop.send_replace(true);
        let mut tasks = self.running.tasks.lock().await;
        while tasks.join_next().await.is_some() {}
    }

    /// Returns a counter that increases with every change of a notification.
    #[must_use]
    pub fn progress(&self) -> watch::Receiver<u64> {
        self.shared.progress.subscribe()
    }

    /// Returns the channels.
    pub fn channels(&self) -> impl Iterator<Item = &NamedChannel> {
        self.shared.channels.iter().map(|state| &state.channel)
    }

    /// Returns the people and groups of the settings. Sign-in makes more people known.
    #[must_use]
    pub fn directory(&self) -> &Directory {
        &self.shared.directory
    }
}

/// Checks that names and addresses fit together.
fn check(
    directory: &Directory,
    channels: &[NamedChannel],
    settings: &NotifySettings,
) -> Result<(), NotifyStartError> {
    for (place, channel) in channels.iter().enumerate() {
        if !is_channel_name(&channel.name) {
            return Err(NotifyStartError::ChannelName(Arc::clone(&channel.name)));
        }
        if channels.iter().take(place).any(|other| other.name == channel.name) {
            return Err(NotifyStartError::SameName(Arc::clone(&channel.name)));
        }
    }
    let people = directory.people().map(|person| (&person.name, &person.addresses));
    let groups = directory.groups().map(|group| (&group.name, &group.addresses));
    for (recipient, addresses) in people.chain(groups) {
        for (channel, address) in addresses {
            let recipient = Arc::clone(recipient);
            let Some(known) = channels.iter().find(|known| known.name == *channel) else {
                return Err(NotifyStartError::UnknownChannel { recipient, channel: Arc::clone(channel) });
            };
            if let Err(why) = known.channel.check_address(address) {
                return Err(NotifyStartError::Address { recipient, channel: Arc::clone(channel), why });
            }
        }
    }
    let is_known = |name: &Arc<str>| directory.person(name).is_some() || directory.group(name).is_some();
    match settings.anyone.iter().find(|name| !is_known(name)) {
        Some(unknown) => Err(NotifyStartError::UnknownRecipient(Arc::clone(unknown))),
        None => Ok(()),
    }
}

/// The work of the node that sends.
struct NotifyWork {
    shared: Arc<NotifyState>,
    /// Where to read on among the pending notifications.
    read_after: SyncMutex<Option<Arc<str>>>,
}

impl LeaderWork for NotifyWork {
    fn name(&self) -> &'static str {
        "notifications"
    }

    fn start(
        &self,
        guard: Guard,
        stop: watch::Receiver<bool>,
    ) -> LeaderFuture<'_, Result<JoinSet<()>, StoreError>> {
        Box::pin(async move {
            *self.shared.guard.lock() = guard;
            let mut tasks = JoinSet::new();
            for state in &self.shared.channels {
                tasks.spawn(Worker::new(Arc::clone(&self.shared), Arc::clone(state), stop.clone()).run());
            }
            // Loads what earlier runs, or other nodes, have left.
            let mut after = None;
            loop {
                after = self.shared.queue_pending(after).await?;
                if after.is_none() {
                    break;
                }
            }
            tasks.spawn(outbox::open(Arc::clone(&self.shared), stop).await?.run());
            Ok(tasks)
        })
    }

    fn refresh(&self, role: NodeRole) -> LeaderFuture<'_, ()> {
        Box::pin(async move {
            if role == NodeRole::Follower {
                return;
            }
            let after = self.read_after.lock().take();
            match self.shared.queue_pending(after).await {
                Ok(next) => *self.read_after.lock() = next,
                Err(error) => tracing::warn!(%error, "pending notifications cannot be read"),
            }
        })
    }
}

impl NotifyState {
    /// Reads a page of pending notifications, queues their lanes, and returns where to read on.
    async fn queue_pending(&self, after: Option<Arc<str>>) -> Result<Option<Arc<str>>, StoreError> {
        let page = self.engine.records().list(PENDING, after, PAGE).await?;
        for record in &page {
            match StoredNotification::read(record) {
                Some(stored) => self.queue(&stored.key.lane, stored.due),
                None => tracing::error!(key = &*record.key, "a notification cannot be read; it stays"),
            }
        }
        Ok(page.last().filter(|_| page.len() == PAGE).map(|record| Arc::clone(&record.key)))
    }

    /// Tells the worker of a channel that something is due.
    pub(crate) fn queue(&self, lane: &Lane, due: Timestamp) {
        match self.channel(&lane.channel) {
            Some(state) => state.send(lane.recipient.clone(), due),
            None => tracing::debug!(channel = &*lane.channel, "a notification waits for its channel"),
        }
    }

    /// Returns the address of a recipient, or an empty one on a channel that knows people by name.
    pub(crate) async fn address(
        &self,
        state: &ChannelState,
        recipient: &Recipient,
    ) -> Result<Option<String>, StoreError> {
        use crate::channel::Addressing;
        Ok(match (state.channel.channel.addressing(), recipient) {
            (Addressing::ByName, Recipient::Person(_)) => Some(String::new()),
            (Addressing::ByName, Recipient::Group(_)) => None,
            (Addressing::ByAddress, Recipient::Group(_)) => {
                self.directory.address(recipient, &state.channel.name).map(str::to_owned)
            }
            (Addressing::ByAddress, Recipient::Person(name)) => {
                let person = self.person(name).await?;
                person.and_then(|person| person.addresses.get(&state.channel.name).cloned())
            }
        })
    }
}

impl fmt::Debug for Notifications {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channels = self.shared.channels.iter().map(|state| &state.channel.name);
        f.debug_list().entries(channels).finish()
    }
}
