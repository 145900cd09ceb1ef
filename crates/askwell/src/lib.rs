//! How software asks people: describe what you need, get a checked, typed answer, exactly once.
//!
//! A program asks; a person answers in the terminal, on a web page or in their MCP client; the program gets one
//! [`Reply`]: the answer, a no, a cancellation, or a timeout. What the person sends is checked against the form before
//! the program sees it, and the person can correct mistakes. With a store, a question survives crashes and restarts.
//!
//! # Ask in the terminal
//!
//! [`Askwell::in_terminal`] asks where the program runs. Any type with `Deserialize` and `JsonSchema` is a form:
//!
#![cfg_attr(feature = "term", doc = "```no_run")]
#![cfg_attr(not(feature = "term"), doc = "```ignore")]
//! use askwell::{AskError, Askwell, Reply};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Deploy { version: String, replicas: u8 }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), AskError> {
//!     match Askwell::in_terminal().ask_as::<Deploy>("Deploy a release").await? {
//!         Reply::Accepted(deploy) => println!("{} × {}", deploy.replicas, deploy.version),
//!         Reply::Declined(_) => println!("not deployed"),
//!         Reply::Cancelled(_) | Reply::TimedOut => println!("no answer"),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Ask on a page
//!
//! [`Askwell::builder`] adds a store and pages. [`start`](AskBuilder::start) returns an [`Asked`], which has a link. A
//! [key](AskBuilder::key) makes the question idempotent: a program that crashed and runs again finds the same question,
//! with the same link, and the answer if there is one.
//!
#![cfg_attr(all(feature = "store", feature = "web"), doc = "```no_run")]
#![cfg_attr(not(all(feature = "store", feature = "web")), doc = "```ignore")]
//! use askwell::{AskError, Askwell, Reply};
//!
//! #[tokio::main]
//! async fn main() -> Result<(), AskError> {
//!     let askwell = Askwell::builder().store("askwell-data").pages("127.0.0.1:8787").start().await?;
//!     let asked = askwell.prompt("Which release goes out?").key("release-2026-11").start().await?;
//!     println!("answer here: {}", asked.link().await?);
//!     if let Reply::Accepted(release) = asked.await? {
//!         println!("{release}");
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Ask for an approval
//!
//! [`Askwell::approve`] needs an explicit yes. [`Evidence`] is shown with the question.
//!
#![cfg_attr(all(feature = "store", feature = "web"), doc = "```no_run")]
#![cfg_attr(not(all(feature = "store", feature = "web")), doc = "```ignore")]
//! use askwell::{Approval, AskError, Askwell, Evidence, Reply};
//!
//! # const DIFF: &str = "";
//! #[tokio::main]
//! async fn main() -> Result<(), AskError> {
//!     let askwell = Askwell::builder().store("askwell-data").pages("127.0.0.1:8787").start().await?;
//!     let approval = askwell
//!         .approve("Deploy 1.4.2 to production?")
//!         .person("ops@example.com")
//!         .key("deploy-1.4.2")
//!         .evidence("Tests", Evidence::markdown("412 passed, **0 failed**"))
//!         .evidence("Changes", Evidence::diff(DIFF));
//!     match approval.await? {
//!         Reply::Accepted(Approval { by, comment, .. }) => println!("approved by {by:?}: {comment:?}"),
//!         other => println!("not approved: {other:?}"),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Ask from an MCP server
//!
//! One handler serves MCP clients of every revision. The module `mcp` has servers, clients and tools for agents.
//!
#![cfg_attr(feature = "mcp", doc = "```no_run")]
#![cfg_attr(not(feature = "mcp"), doc = "```ignore")]
//! use askwell::Reply;
//! use askwell::mcp::{Call, Failure, Server, Tool, ToolResult};
//!
//! async fn deploy(call: Call) -> Result<ToolResult, Failure> {
//!     let version: String = call.argument("version")?;
//!     Ok(ToolResult::text(match call.confirm("sure", format!("Deploy {version} to production?")).await? {
//!         Reply::Accepted(true) => format!("deployed {version}"),
//!         _ => "nothing was deployed".to_owned(),
//!     }))
//! }
//!
//! #[tokio::main]
//! async fn main() -> std::io::Result<()> {
//!     let tool = Tool::new("deploy", "Deploys after asking.");
//!     Server::builder("deployer", "1.0.0").tool(tool, deploy).build().serve_process().await
//! }
//! ```
//!
//! # Test with a simulated person
//!
#![cfg_attr(feature = "testkit", doc = "```")]
#![cfg_attr(not(feature = "testkit"), doc = "```ignore")]
//! use askwell::testkit::person::{Person, Scenario};
//! use askwell::{AskError, Askwell, Reply};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), AskError> {
//! let askwell = Askwell::in_memory();
//! let asked = askwell.confirm("Deploy 1.4.2?").start().await?;
//! let person = Person::new(askwell.engine().clone(), Scenario::ErrsThenCorrects);
//! person.attend(asked.id()).await.expect("the person corrects the mistake");
//! assert!(matches!(asked.await?, Reply::Accepted(_)));
//! # Ok(())
//! # }
//! ```
//!
//! # Concepts
//!
//! - A [`Form`] is what to ask: fields with types, rules and conditions. It comes from a Rust type ([`Form::of`]), a
//!   builder ([`form::build`]) or a JSON document ([`Form::parse`]); [`form::language`] is the reference.
//! - [`Answers`] are checked. There is no other way to get them than checking.
//! - An *elicitation* is one question to a person, from asking to its one outcome. It is open until a person answers or
//!   declines, the program cancels it, or its time runs out. The first of these wins.
//! - A *surface* is where people answer: the terminal, a page, an MCP client. A question can be on several at once.
//! - The *engine* keeps elicitations, checks answers and lets time pass. All surfaces use the same one.
//!
//! # Features and modules
//!
//! | feature | adds | module |
//! |---|---|---|
//! | (none) | the form language: define, show, check. No async runtime, no I/O | [`form`] |
//! | `engine` | [`Askwell`], in memory | `engine`, `lifecycle` |
//! | `term` (default) | answers in the terminal | `term` |
//! | `store` | questions that survive restarts, in one SQLite file | `store` |
//! | `web` | answers on pages that the program serves; the HTTP service | `web` |
//! | `mcp` | MCP servers that ask, MCP clients that answer | `mcp` |
//! | `rmcp` | asking from servers written with rmcp | `mcp::rmcp` |
//! | `testkit` | simulated people, clocks and stores for tests | `testkit` |
//!
//! The root of this crate is what most programs need. The modules are the crates behind it, whole.

pub use askwell_form as form;
pub use askwell_form::{Answers, Form};

#[cfg(feature = "engine")]
pub use askwell_engine as engine;
#[cfg(feature = "engine")]
pub use askwell_lifecycle as lifecycle;
#[cfg(feature = "mcp")]
pub use askwell_mcp as mcp;
#[cfg(feature = "store")]
pub use askwell_store as store;
#[cfg(feature = "term")]
pub use askwell_term as term;
#[cfg(feature = "testkit")]
pub use askwell_testkit as testkit;
#[cfg(feature = "web")]
pub use askwell_web as web;

#[cfg(feature = "engine")]
mod ask_builder;
#[cfg(feature = "engine")]
mod asked;
#[cfg(feature = "engine")]
mod askwell;
#[cfg(feature = "engine")]
mod builder;
#[cfg(feature = "engine")]
mod conversion;
#[cfg(feature = "engine")]
mod surfaces;
#[cfg(feature = "term")]
mod terminal;

#[cfg(feature = "engine")]
pub use crate::ask_builder::AskBuilder;
#[cfg(feature = "engine")]
pub use crate::asked::Asked;
#[cfg(feature = "engine")]
pub use crate::askwell::Askwell;
#[cfg(feature = "engine")]
pub use crate::builder::AskwellBuilder;
#[cfg(feature = "engine")]
pub use askwell_engine::{Approval, AskError, Evidence, HostedLink, Person};
#[cfg(feature = "engine")]
pub use askwell_lifecycle::{CancelReason, Decline, ElicitationId, Reply};

#[cfg(all(doctest, feature = "term", feature = "store", feature = "web", feature = "mcp"))]
#[doc = include_str!("../../../README.md")]
mod readme {}

#[cfg(all(doctest, feature = "term"))]
#[doc = include_str!("../README.md")]
mod crate_readme {}
