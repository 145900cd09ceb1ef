//! A fixture: an engine with notifications, a simulated clock and a channel that records.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Clock as _, Engine, Limits, MemoryStore, Store};
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Audience, Elicitation, Surface};
use askwell_notify::channel::{Channel, DeliverFuture, DeliveryOutcome, NamedChannel};
use askwell_notify::{
    Addresses, Directory, DirectoryGroup, DirectoryPerson, Notification, NotificationFilter,
    NotificationView, Notifications, NotifySettings, Preferences, PreferencesDocument, Titles,
};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use parking_lot::Mutex;
use tokio::sync::mpsc;

/// Long enough for a busy machine; reached only when something is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct NotifyFixture {
    pub(crate) clock: ManualClock,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engine: Engine,
    pub(crate) client: Actor,
}

impl NotifyFixture {
    pub(crate) fn new() -> NotifyFixture {
        NotifyFixture::over(Arc::new(MemoryStore::new()))
    }

    pub(crate) fn over(store: Arc<dyn Store>) -> NotifyFixture {
        let clock = ManualClock::new();
        let builder = Engine::builder().clock(clock.clone()).limits(Limits::none());
        let builder = builder.resolver(ScriptedResolver::new());
        let engine = builder.shared_store(Arc::clone(&store)).start();
        NotifyFixture { clock, store, engine, client: Actor::client("deployer", Surface::Library) }
    }

    /// Another run over the same store, at the same time of day.
    pub(crate) fn again(self) -> NotifyFixture {
        let NotifyFixture { clock, store, .. } = self;
        let next = NotifyFixture::over(store);
        next.clock.set(clock.now());
        next
    }

    pub(crate) async fn start(&self, directory: Directory, channels: Vec<NamedChannel>) -> Notifications {
        self.start_with(directory, channels, |_| {}).await
    }

    pub(crate) async fn start_with(
        &self,
        directory: Directory,
        channels: Vec<NamedChannel>,
        change: impl FnOnce(&mut NotifySettings),
    ) -> Notifications {
        let mut settings = NotifySettings::new("https://ask.example.com/");
        settings.clock = Arc::new(self.clock.clone());
        change(&mut settings);
        Notifications::start(&self.engine, directory, channels, settings).await.unwrap()
    }

    pub(crate) async fn ask(&self, audience: Audience, title: &str) -> Arc<Elicitation> {
        let question = form("q", title).field(text("name", "Name")).build().unwrap();
        let ask = Ask::form(question).timeout(Duration::from_secs(3600));
        let ask = match audience {
            Audience::Person(name) => ask.for_person(&name),
            Audience::LinkHolder => ask.for_link_holder(),
            Audience::ClientOnly => ask.client_only(),
            Audience::Group(name) => ask.for_group(&name),
            Audience::SignedIn => ask.for_signed_in(),
            Audience::Anyone => ask,
        };
        self.engine.create(&self.client, ask).await.unwrap()
    }

    pub(crate) async fn ask_person(&self, name: &str) -> Arc<Elicitation> {
        self.ask(Audience::Person(Arc::from(name)), "Deploy?").await
    }
}

/// A channel that records what it delivers, and answers as it is told.
#[derive(Debug, Clone)]
pub(crate) struct RecordingChannel {
    sent: mpsc::UnboundedSender<Notification>,
    outcomes: Arc<Mutex<Vec<Option<DeliveryOutcome>>>>,
}

/// What a recording channel has delivered.
pub(crate) struct Sent {
    sent: mpsc::UnboundedReceiver<Notification>,
    outcomes: Arc<Mutex<Vec<Option<DeliveryOutcome>>>>,
}

impl RecordingChannel {
    pub(crate) fn named(name: &str) -> (NamedChannel, Sent) {
        let (sent, received) = mpsc::unbounded_channel();
        let outcomes = Arc::new(Mutex::new(Vec::new()));
        let channel = RecordingChannel { sent, outcomes: Arc::clone(&outcomes) };
        (NamedChannel::new(name, channel, Titles::Sent), Sent { sent: received, outcomes })
    }
}

impl Channel for RecordingChannel {
    fn check_address(&self, address: &str) -> Result<(), String> {
        if address.is_empty() { Err("not empty".to_owned()) } else { Ok(()) }
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            let _ = self.sent.send(notification.clone());
            let outcome = {
                let mut outcomes = self.outcomes.lock();
                if outcomes.is_empty() { Some(DeliveryOutcome::Delivered) } else { outcomes.remove(0) }
            };
            match outcome {
                Some(outcome) => outcome,
                None => std::future::pending().await,
            }
        })
    }
}

impl Sent {
    /// Sets the outcomes of the next attempts; `None` means no answer at all.
    pub(crate) fn answer(&self, outcomes: impl IntoIterator<Item = Option<DeliveryOutcome>>) {
        self.outcomes.lock().extend(outcomes);
    }

    pub(crate) async fn next(&mut self) -> Notification {
        tokio::time::timeout(PATIENCE, self.sent.recv()).await.expect("in time").expect("a channel")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sent.is_empty()
    }
}

pub(crate) fn person(name: &str, channels: &[&str], preferences: PreferencesDocument) -> DirectoryPerson {
    let addresses = channels.iter().map(|channel| (Arc::from(*channel), format!("{name}-{channel}")));
    DirectoryPerson {
        name: Arc::from(name),
        addresses: addresses.collect(),
        preferences: Preferences::new(preferences).unwrap(),
    }
}

pub(crate) fn group(name: &str, members: &[&str], addresses: &[&str]) -> DirectoryGroup {
    let addresses: Addresses =
        addresses.iter().map(|channel| (Arc::from(*channel), format!("{name}-{channel}"))).collect();
    DirectoryGroup {
        name: Arc::from(name),
        members: members.iter().map(|member| Arc::from(*member)).collect(),
        addresses,
    }
}

/// A directory of ada, who has an address on a channel called `test`.
pub(crate) fn ada() -> Directory {
    Directory::new(vec![person("ada", &["test"], PreferencesDocument::default())], Vec::new()).unwrap()
}

pub(crate) async fn listed(
    notifications: &Notifications,
    which: NotificationFilter,
) -> Vec<NotificationView> {
    notifications.list(which, None, 100).await.unwrap()
}

/// Waits until a condition holds, which is looked at after every change of a notification.
pub(crate) async fn until<F: Future<Output = bool>>(
    notifications: &Notifications,
    mut condition: impl FnMut() -> F,
) {
    let mut progress = notifications.progress();
    let wait = async {
        loop {
            progress.mark_unchanged();
            if condition().await {
                return;
            }
            progress.changed().await.unwrap();
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("in time");
}

pub(crate) async fn until_nothing_pending(notifications: &Notifications) {
    until(notifications, || async { listed(notifications, NotificationFilter::Pending).await.is_empty() })
        .await;
}

pub(crate) fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
