//! The store that several nodes share: PostgreSQL, or a database that speaks its protocol.
//!
//! Nothing is cached but forms, which are found by their content: what one node has acknowledged, every node
//! reads. `docs/store-format.md` describes the tables.

mod batch;
mod batch_log;
mod clock;
mod columns;
mod committer;
mod committer_connection;
mod connection;
mod copy;
mod error;
mod inbox;
mod log;
mod migrations;
mod nodes;
mod options;
mod outcome;
mod pooling;
mod purge;
mod read;
mod read_batch;
mod records;
mod rotation;
mod row;
mod store;
mod tail;
mod test_hook;
mod tls;
mod uploads;
mod write_batch;

pub use copy::{
    CopyError, CopyObserver, CopyProgress, CopyReport, CopyStage, copy_from_postgres, copy_to_postgres,
};
pub use migrations::DatabaseFormat;
pub use options::{PgOpenError, PgOptions};
pub use pooling::PoolMode;
pub use store::PgStore;
#[cfg(feature = "test-hooks")]
#[doc(hidden)]
pub use test_hook::TestHook;
