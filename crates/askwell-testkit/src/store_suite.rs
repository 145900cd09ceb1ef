//! Tests that every store must pass: run them on yours.
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
//! [`run`] runs all tests, each on an empty store. A store that several nodes share is given as
//! several [`Nodes`], which take turns; no test assumes that one process owns the store. A store
//! that encrypts secrets needs a key.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a suite insists, as any test does")]

mod changes_readable;
mod claims;
mod delegation;
mod due;
mod fidelity;
mod following;
mod inbox;
mod leases;
mod listing;
mod log;
mod many;
mod people;
mod purging;
mod races;
mod rates;
mod records;
mod sample;
mod taking;
mod verdicts;

use std::future::Future;
use std::sync::Arc;

use askwell_engine::Store;

pub use changes_readable::changes_readable;
pub use claims::claims;
pub use delegation::delegation;
pub use due::due;
pub use fidelity::fidelity;
pub use following::{any_text, following};
pub use inbox::inbox;
pub use leases::{guards, leases, registry};
pub use listing::listing;
pub use log::{history, log, log_under_load};
pub use many::many;
pub use people::people;
pub use purging::{purging, upload_chunks, uploads};
pub use races::{ceilings, dropped_futures, keys, one_winner};
pub use rates::rates;
pub use records::{records, records_race};
pub use taking::{
    answer_given_back_is_found_again, open_elicitation_cannot_be_taken, take_is_in_the_history,
    take_succeeds_once_over_n_handles, taken_key_can_be_used_again,
};
pub use verdicts::verdicts;

/// An empty store, as one or more nodes see it.
pub struct Nodes(Vec<Arc<dyn Store>>);

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nodes").field("count", &self.0.len()).finish()
    }
}

impl Nodes {
    /// A store with one node.
    pub fn one(store: impl Store) -> Self {
        Nodes(vec![Arc::new(store)])
    }

    /// Several handles of one shared store.
    ///
    /// # Panics
    /// Panics if there is none.
    #[must_use]
    pub fn shared(handles: Vec<Arc<dyn Store>>) -> Self {
        assert!(!handles.is_empty(), "a store has at least one node");
        Nodes(handles)
    }

    /// Returns the nodes in turn.
    fn turn(&self, turn: usize) -> &Arc<dyn Store> {
        &self.0[turn % self.0.len()]
    }
}

/// Runs all tests. `make` returns an empty store each time.
///
/// # Panics
/// Panics if the store fails a test.
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
    rates(&make().await).await;
    due(&make().await).await;
    claims(&make().await).await;
    listing(&make().await).await;
    log(&make().await).await;
    log_under_load(&make().await).await;
    changes_readable(&make().await).await;
    history(&make().await).await;
    people(&make().await).await;
    inbox(&make().await).await;
    delegation(&make().await).await;
    records(&make().await).await;
    records_race(&make().await).await;
    any_text(&make().await).await;
    guards(&make().await).await;
    leases(&make().await).await;
    registry(&make().await).await;
    following(&make().await).await;
    purging(&make().await).await;
    uploads(&make().await).await;
    upload_chunks(&make().await).await;
    many(&make().await).await;
}
