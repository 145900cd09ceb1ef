//! Notifications from the change log to a channel, over a store, with a simulated clock.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may insist")]

mod channels;
mod crash_recovery;
mod delivery;
mod fixture;
mod follow_ups;
mod hold;
mod http_attacks;
mod mail;
mod operator;
mod receiver;
mod signed_in_people;
mod web_push;
