//! Channels: the ways by which a notification reaches a person.
//!
//! A channel delivers one notification and says what became of it. It keeps nothing: the outbox stores, retries and
//! gives up.

pub mod command;
pub mod http_post;
pub mod mail;
pub mod ntfy;
pub mod slack;
pub mod teams;
pub mod telegram;
pub mod web_push;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::notification::{Notification, Titles};

/// The future that [`Channel::deliver`] returns.
pub type DeliverFuture<'a> = Pin<Box<dyn Future<Output = DeliveryOutcome> + Send + 'a>>;

/// A way by which notifications reach people.
pub trait Channel: fmt::Debug + Send + Sync + 'static {
    /// Checks an address of the directory.
    ///
    /// # Errors
    /// What an address must look like.
    fn check_address(&self, address: &str) -> Result<(), String>;

    /// Returns how recipients are addressed.
    fn addressing(&self) -> Addressing {
        Addressing::ByAddress
    }

    /// Returns what an address of this channel is.
    fn address_kind(&self) -> AddressKind {
        AddressKind::Other
    }

    /// Delivers a notification. Dropping the future ends the attempt. A notification can come again after a crash,
    /// with the same id.
    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a>;
}

/// How a channel finds a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressing {
    /// By an address in the directory. Without one, the recipient is not told over this channel.
    ByAddress,
    /// By the name of the person, who has registered devices.
    ByName,
}

/// What an address of a channel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressKind {
    /// A mail address: people whom sign-in has made known have one.
    Mail,
    /// Something that only the settings know.
    Other,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The notification is delivered as far as the channel can tell.
    Delivered,
    /// The attempt failed, and another one may succeed.
    RetryLater {
        /// Why, without secrets.
        why: String,
        /// The wait that the receiver asked for.
        wait: Option<Duration>,
    },
    /// Another attempt would fail, too.
    GaveUp {
        /// Why, without secrets.
        why: String,
    },
}

impl DeliveryOutcome {
    /// Returns a failure after which another attempt follows.
    #[must_use]
    pub fn retry(why: impl Into<String>) -> DeliveryOutcome {
        DeliveryOutcome::RetryLater { why: why.into(), wait: None }
    }
}

/// A channel with its name and the rules that hold for it.
#[derive(Debug, Clone)]
pub struct NamedChannel {
    /// The name: lower-case letters, digits, `-` and `_`. Addresses and preferences refer to it.
    pub name: Arc<str>,
    /// The channel.
    pub channel: Arc<dyn Channel>,
    /// Whether titles of questions are sent.
    pub titles: Titles,
    /// Whether messages contain a link to turn the channel off.
    pub unsubscribe: Unsubscribe,
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// The most attempts.
    pub attempts: u32,
}

/// Whether messages contain a link to turn the channel off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsubscribe {
    /// They do.
    Offered,
    /// They do not.
    NotOffered,
}

impl NamedChannel {
    /// The usual timeout of one attempt.
    pub const TIMEOUT: Duration = Duration::from_secs(30);

    /// The usual number of attempts.
    pub const ATTEMPTS: u32 = 8;

    /// Returns a channel with the usual rules: 30 seconds for an attempt, 8 attempts, no link to unsubscribe.
    pub fn new(name: impl Into<Arc<str>>, channel: impl Channel, titles: Titles) -> NamedChannel {
        NamedChannel {
            name: name.into(),
            channel: Arc::new(channel),
            titles,
            unsubscribe: Unsubscribe::NotOffered,
            timeout: NamedChannel::TIMEOUT,
            attempts: NamedChannel::ATTEMPTS,
        }
    }
}

/// Returns whether a text can name a channel.
#[must_use]
pub fn is_channel_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
}
