//! Asks, waits and remembers: the async shell around the lifecycle of elicitations.
//! ```
//! use askwell_engine::{Ask, Engine};
//! use askwell_lifecycle::{Actor, Outcome, Surface};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder().start();
//! let program = Actor::client("deployer", Surface::Library);
//! let asked = engine.create(&program, Ask::prompt("Which release?")?).await?;
//!
//! // A surface does this when a person has answered.
//! let person = Actor::person("ada", Surface::Web);
//! engine.submit(&person, asked.id, br#"{"answer": "1.4.2"}"#).await?;
//!
//! let Outcome::Answered(answers) = engine.wait(&program, asked.id).await? else { panic!("not answered") };
//! assert_eq!(answers.text("answer"), Some("1.4.2"));
//! # Ok(())
//! # }
//! ```
//! # Concepts
//!
//! - An [`Engine`] creates elicitations, applies events, keeps time and wakes waiters. Clones share everything, and one
//!   background task lets time pass.
//! - An [`Ask`] is a question before it is asked; [`AskError`] is the error of everything that asks and waits.
//! - The [`Checker`] is the one judge of content: form, validators, and the addresses behind URLs.
//! - A [`Store`] keeps what was decided. Who answers first and whether a deadline fires is a compare-and-set there, so that
//!   it happens once, on one node or on several. [`MemoryStore`] is the default.
//! - [`Hosted`] makes links to pages where people answer. Surfaces that serve pages implement it.
//! - [`Approval`] is a question that needs an explicit yes.
//!
//! Every method that takes an [`Actor`](askwell_lifecycle::Actor) shows and changes only what that actor may see. Dropping a
//! future does not undo a write that has started.
//!
//! # Modules
//!
//! - `engine`: create, open, submit, decline, cancel, extend, list, wait, watch, uploads
//! - `join`: questions that repeated calls share, and answers that are taken once
//! - `check`, `callback`, `resolve`, `pinned_url`: content, checks outside of this process, host names, and URLs that
//!   may be called
//! - `driver`, `retention`, `presence`: deadlines, purging, clients that leave
//! - `tail`, `waiters`: what other nodes change, and who waits for it
//! - `leadership`: work that one node does at a time
//! - `outbox`: reads the log for surfaces that send something because of changes
//! - `limits`, `rate`: how much a client may ask
//! - [`store`]: the trait, and a store in memory
//! - `audit`, `meter`: log events and metrics

mod answer_size;
mod approval;
mod ask;
mod audit;
mod callback;
mod check;
mod clock;
mod driver;
mod engine;
mod error;
mod follow_up;
mod hosted;
mod join;
mod leadership;
mod limits;
mod meter;
mod outbox;
mod pinned_url;
mod presence;
mod rate;
mod records;
mod resolve;
mod retention;
mod shared_error;
mod step_recorder;
pub mod store;
mod tail;
mod take;
mod waiters;

pub use approval::{Approval, Evidence};
pub use ask::{Ask, CONFIRM_FIELD, PROMPT_FIELD, SIZE_LIMIT};
pub use askwell_lifecycle::{ClientId, Person, Reply};
pub use audit::{AuditEvent, log_ask, log_blocked_url, log_event};
pub use callback::{
    CallbackError, CallbackFuture, FoundOption, FoundOptions, OptionSource, OutsideServices,
    UnknownOptionSources, ValidatorCallback,
};
pub use check::{CheckError, CheckResult, Checker, Content, UnknownKeys, UploadCheck, Uploads};
pub use clock::{Clock, SystemClock};
pub use engine::{
    AcceptedSubmission, Asked, Engine, EngineBuilder, InboxFilter, ListFilter, NewFile, Submission,
    UploadError, UploadReader, UploadWriter, Watch, WatchEvent,
};
pub use error::{AskError, CallError, CreateError, Limit, LimitReached, PendingAsk, SubmitError};
pub use follow_up::{
    ESCALATE, REMINDERS, ReadFollowUpError, WITHOUT_ANSWER, read_follow_up, read_without_answer,
};
pub use hosted::{Hosted, HostedError, HostedLink};
pub use join::{AskKey, CreateNow, PendingCreate, WaitHandle};
pub use leadership::{LeaderFuture, LeaderWork, NodeRole, spawn_leader_work};
pub use limits::Limits;
pub use outbox::{Outbox, OutboxEntry, OutboxName, OutboxPlanner, remove_outbox_position, sleep_until};
pub use pinned_url::{PinError, pin_url};
pub use presence::Lease;
pub use records::Records;
pub use resolve::{HostCheck, Resolver, SystemResolver};
pub use shared_error::SharedError;
pub use step_recorder::StepRecorder;
pub use store::memory::MemoryStore;
pub use store::{Change, Guard, Record, RecordWrite, Store, StoreError};
pub use take::TakeResult;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
