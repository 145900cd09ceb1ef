//! A PostgreSQL server for tests, and a proxy that breaks its connections.
//!
//! ```no_run
//! # async fn example() {
//! use askwell_testkit::postgres::{PgServer, Proxy};
//!
//! let database = PgServer::shared().create_database().await;
//! let proxy = Proxy::start(database.address()).await;
//! let url = database.url_through(&proxy);
//! # }
//! ```
//!
//! The server is Debian's or the system's (`postgres`, `initdb` and `pg_ctl` on the `PATH`, in `PGBIN`, or below
//! `/usr/lib/postgresql`). It has its own folder below the temporary one, and no durability against power loss.
//! As PostgreSQL refuses to run as root, root starts it as the user `postgres` or `nobody`.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "for tests, which insist")]

mod held_connection;
mod pool;
mod processor_time;
mod proxy;
mod server;
mod standby;

pub use held_connection::HeldConnection;
pub use pool::TransactionPool;
pub use proxy::{Fault, Proxy};
pub use server::{PgServer, StopMode, TestDatabase, install_hint};
