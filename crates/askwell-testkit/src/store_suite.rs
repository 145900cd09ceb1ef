//! What every store has to do, whoever makes it: run it against yours.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use askwell_engine::MemoryStore;
//! use askwell_testkit::store_suite::{self, Nodes};
//!
//! store_suite::verdicts(&Nodes::one(MemoryStore::new())).await;
//! # }
//! ```
//!
//! [`run`] runs everything, each time on an empty store. Nothing here assumes that one process has the store
//! to itself: a store that several nodes share is given as several [`Nodes`], which then take turns.
//! A store that encrypts secrets has to be given a key.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a suite insists, as any test does")]

mod changes_readable;
mod due;
mod fidelity;
mod listing;
mod log;
mod many;
mod notes;
mod people;
mod purging;
mod races;
mod sample;
mod taking;
mod verdicts;

use std::future::Future;
use std::sync::Arc;

use askwell_engine::Store;

pub use changes_readable::changes_readable;
pub use due::due;
pub use fidelity::fidelity;
pub use listing::listing;
pub use log::{history, log, log_under_load};
pub use many::many;
pub use notes::{notes, notes_race};
pub use people::people;
pub use purging::{purging, upload_chunks, uploads};
pub use races::{ceilings, dropped_futures, keys, one_winner};
pub use taking::{
    answer_given_back_is_found_again, open_elicitation_cannot_be_taken, take_is_in_the_history,
    take_succeeds_once_over_n_handles, taken_key_can_be_used_again,
};
pub use verdicts::verdicts;

/// One store, empty at first, as one or more nodes see it.
pub struct Nodes(Vec<Arc<dyn Store>>);

impl Nodes {
    /// A store of one's own.
    pub fn one(store: impl Store) -> Self {
        Nodes(vec![Arc::new(store)])
    }

    /// Handles onto one shared store.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn shared(handles: Vec<Arc<dyn Store>>) -> Self {
        assert!(!handles.is_empty(), "a store has at least one node");
        Nodes(handles)
    }

    /// The nodes in turn.
    fn turn(&self, turn: usize) -> &Arc<dyn Store> {
        &self.0[turn % self.0.len()]
    }
}

/// Runs everything. `make` gives an empty store each time.
///
/// # Panics
/// When the store does not do what a store has to do.
pub async fn run<F: Future<Output = Nodes>>(make: impl Fn() -> F) {
    verdicts(&make().await).await;
    fidelity(&make().await).await;
    one_winner(&make().await).await;
    keys(&make().await).await;
    take_succeeds_once_over_n_handles(&make().await).await;
    taken_key_can_be_used_again(&make().await).await;
    take_is_in_the_history(&make().await).await;
    open_elicitation_cannot_be_taken(&make().await).await;
    answer_given_back_is_found_again(&make().await).await;
    ceilings(&make().await).await;
    dropped_futures(&make().await).await;
    due(&make().await).await;
    listing(&make().await).await;
    log(&make().await).await;
    log_under_load(&make().await).await;
    changes_readable(&make().await).await;
    history(&make().await).await;
    people(&make().await).await;
    notes(&make().await).await;
    notes_race(&make().await).await;
    purging(&make().await).await;
    uploads(&make().await).await;
    upload_chunks(&make().await).await;
    many(&make().await).await;
}
