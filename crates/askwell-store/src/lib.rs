//! Keeps elicitations on disk: a folder with one SQLite file, no server.
//!
//! [`SqliteStore`] is a [`Store`](askwell_engine::Store): what it has acknowledged is synced to disk, and
//! callers who write at the same time share one sync. What is open is also in memory. Secrets are encrypted
//! with keys from a [`Keyring`], kept apart.
//!
//! One process at a time has a folder; a store for several nodes is a different one. It refuses files that it
//! does not know, and never repairs one.

mod backup;
mod checkpoint;
mod codec;
mod committer;
mod error;
mod folder;
mod forms;
mod just_closed;
mod key_use;
mod live;
mod load;
mod open;
mod read;
mod readers;
mod schema;
mod sqlite_store;
mod uploads;
mod vault;

pub use backup::{Backup, BackupError, backup, key_uses};
pub use committer::Rotated;
pub use open::{OpenError, OpenOptions, Progress};
pub use sqlite_store::SqliteStore;
pub use vault::{Encrypt, Keyring, KeyringError};
