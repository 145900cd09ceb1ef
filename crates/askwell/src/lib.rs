//! How software asks people: describe what you need, get a checked, typed answer, exactly once, whatever
//! crashes in between.
//!
//! ```
//! use askwell::{Actor, Engine, Reply, SqliteStore, Surface};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Deploy { version: String, replicas: u8 }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> anyhow::Result<()> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let engine = Engine::builder().store(SqliteStore::open(folder)?).start();
//! let me = Actor::client("deployer", Surface::Library);
//! let asked = engine.ask::<Deploy>(&me, "Deploy a release").await?;
//! # engine.submit(&me, asked.id(), br#"{"version": "1.2.3", "replicas": 3}"#).await?;
//! match asked.reply().await? {
//!     Reply::Accepted(deploy) => println!("{} × {}", deploy.replicas, deploy.version),
//!     other => println!("no answer: {:?}", std::mem::discriminant(&other)),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! This crate only gathers what users need from the others: [`form`] is the form language, [`Engine`] asks and
//! remembers, [`SqliteStore`] keeps it on disk, [`mcp`] asks through MCP clients.

pub use askwell_engine as engine;
pub use askwell_form as form;
pub use askwell_lifecycle as lifecycle;
pub use askwell_mcp as mcp;
pub use askwell_store as store;

pub use askwell_engine::{
    Ask, AskError, Asked, CallError, CreateError, Engine, EngineBuilder, Filter, Limits, MemoryStore, Reply,
    Seen, SubmitError, Watch,
};
pub use askwell_form::{Answers, Defects, Form, Problems, Validators};
pub use askwell_lifecycle::{Actor, ElicitationId, Outcome, Policy, PolicySettings, Status, Surface};
pub use askwell_store::SqliteStore;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
