//! Tells people that a question waits: by mail, Web Push, ntfy, Slack, Teams, Telegram or a local command.
//!
//! [`Notifications`] reads the change log of an engine. For each change that concerns people it stores a notification
//! per recipient and channel, and then sends what is due. What is stored is sent at least once, with the same id for
//! every attempt; on a store that several nodes share, one node at a time sends.
//!
//! A notification contains the name of the asking program, the title of the question if the channel may carry it, the
//! deadline and a link to the inbox. It never contains an answer, and the link grants nothing: the inbox asks who you
//! are.
//!
//! # Modules
//!
//! - [`Directory`], [`Preferences`]: who can be told, where, and when
//! - [`Notification`]: what is told
//! - [`channel`]: the trait [`channel::Channel`], and one file per channel
//! - `outbox`, `worker`, `attempt`: from the change log to the channel
//! - `operator`: lists and repeats
//! - `unsubscribe`, `stored_preferences`: what people decide for themselves
//! - `stored_people`: people whom sign-in has made known

mod attempt;
pub mod channel;
mod channel_state;
mod directory;
mod lane_queue;
mod notification;
mod notifications;
mod operator;
mod outbox;
mod preferences;
mod recipients;
mod record;
mod stored_people;
mod stored_preferences;
mod unsubscribe;
mod worker;

pub use directory::{Addresses, Directory, DirectoryGroup, DirectoryPerson, DirectoryProblem, Recipient};
pub use notification::{Notification, NotificationEntry, Reason, Titles};
pub use notifications::{Notifications, NotifySettings, NotifyStartError};
pub use operator::{NotificationFilter, NotificationState, NotificationView, OperatorError};
pub use preferences::{PreferenceProblem, Preferences, PreferencesDocument, SendTime};
pub use stored_people::{MOST_PEOPLE, Remembered, SignedInPerson};
pub use unsubscribe::UnsubscribeError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
