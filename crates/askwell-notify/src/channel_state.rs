//! The runtime state of one channel: metrics, and commands to its worker.

use askwell_lifecycle::Timestamp;
use metrics::{Counter, counter};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::channel::NamedChannel;
use crate::directory::Recipient;

/// One channel at runtime.
pub(crate) struct ChannelState {
    pub(crate) channel: NamedChannel,
    pub(crate) meter: ChannelMetrics,
    /// Sends to the worker, while there is one.
    inbox: Mutex<Option<mpsc::UnboundedSender<(Recipient, Timestamp)>>>,
}

/// The metrics of one channel.
pub(crate) struct ChannelMetrics {
    pub(crate) delivered: Counter,
    pub(crate) failed: Counter,
    pub(crate) dead: Counter,
}

impl ChannelState {
    pub(crate) fn new(channel: NamedChannel) -> ChannelState {
        let name = channel.name.to_string();
        let meter = ChannelMetrics {
            delivered: counter!("askwell_notifications_delivered_total", "channel" => name.clone()),
            failed: counter!("askwell_notifications_failed_attempts_total", "channel" => name.clone()),
            dead: counter!("askwell_notifications_dead_total", "channel" => name),
        };
        ChannelState { channel, meter, inbox: Mutex::new(None) }
    }

    /// Connects a new worker, which receives everything from now on.
    pub(crate) fn connect_worker(&self) -> mpsc::UnboundedReceiver<(Recipient, Timestamp)> {
        let (sender, inbox) = mpsc::unbounded_channel();
        *self.inbox.lock() = Some(sender);
        inbox
    }

    /// Tells the worker that something for this recipient is due. A node without a worker need not know: the one
    /// that sends reads the store.
    pub(crate) fn send(&self, recipient: Recipient, due: Timestamp) {
        if let Some(inbox) = &*self.inbox.lock() {
            let _ = inbox.send((recipient, due));
        }
    }
}
