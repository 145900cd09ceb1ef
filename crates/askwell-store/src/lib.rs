//! Keeps elicitations on disk: a folder with one SQLite file, without a server. With the feature `postgres`, also in a
//! PostgreSQL database that several nodes share.
//!
//! ```
//! use askwell_engine::{Ask, Engine};
//! use askwell_lifecycle::{Actor, Surface};
//! use askwell_store::SqliteStore;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let engine = Engine::builder().store(SqliteStore::open(folder)?).start();
//! let program = Actor::client("deployer", Surface::Library);
//! let asked = engine.create(&program, Ask::prompt("Which release?")?.idempotency_key("release")).await?;
//! // A program that crashed here asks again with the same key and finds the same question.
//! let again = engine.create(&program, Ask::prompt("Which release?")?.idempotency_key("release")).await?;
//! assert_eq!(asked.id, again.id);
//! # Ok(())
//! # }
//! ```
//! # Concepts
//!
//! - [`SqliteStore`] is a [`Store`](askwell_engine::Store). A write is acknowledged when it is synced to disk; writers that
//!   come at the same time share one sync. Open elicitations are in memory, too.
//! - [`OpenOptions`] opens a folder. One process at a time can use it. A file that is unknown, newer or damaged is refused
//!   with advice, and never repaired.
//! - A [`Keyring`] has the keys that encrypt secrets. It is kept apart from the data; [`keyring_file`] is its usual place.
//! - `PgStore` (feature `postgres`) is a store that any number of nodes share; `PgOptions` opens it.
//! - [`backup()`] copies a store while it is in use.
//!
//! # Modules
//!
//! - `open`, `folder`, `schema`, `load`: opening a folder
//! - `sqlite_store`, `read`, `uploads`: what the store trait asks for
//! - `committer`, `checkpoint`: the thread that writes, in groups
//! - `codec`, `vault`: records as bytes, and their secrets
//! - `prepared`, `verdict`: what is decided alike for every database
//! - `postgres`: the shared store
//! - `backup`: copies

mod backup;
mod checkpoint;
mod closed_cache;
mod codec;
mod committer;
mod error;
mod folder;
mod forms;
mod key_use;
mod keyring_file;
mod load;
mod open;
mod open_index;
#[cfg(feature = "postgres")]
mod postgres;
mod prepared;
mod read;
mod read_records;
mod reader_pool;
mod schema;
mod sqlite_store;
mod uploads;
mod vault;
mod verdict;

pub use backup::{Backup, BackupError, backup, key_uses};
pub use committer::RotationReport;
pub use keyring_file::keyring_file;
pub use open::{OpenError, OpenOptions, Progress};
#[cfg(feature = "test-hooks")]
#[doc(hidden)]
pub use postgres::TestHook;
#[cfg(feature = "postgres")]
pub use postgres::{
    CopyError, CopyObserver, CopyProgress, CopyReport, CopyStage, DatabaseFormat, PgOpenError, PgOptions,
    PgStore, PoolMode, copy_from_postgres, copy_to_postgres,
};
pub use read_records::{ReadRecordsError, read_records};
pub use sqlite_store::SqliteStore;
pub use vault::{Encrypt, Keyring, KeyringError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
