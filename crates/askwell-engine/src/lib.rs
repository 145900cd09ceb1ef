//! Asks, waits and remembers: the async shell around the lifecycle of elicitations.
//!
//! An [`Engine`] is the only thing that decides; a [`Store`] keeps what was decided; one driver lets time
//! pass. Everything that could be fought over (who answers first, whether a deadline fires) is a
//! compare-and-set in the store, so that it happens once, on one node or on five.

mod answer_size;
mod ask;
mod audit;
mod check;
mod clock;
mod driver;
mod engine;
mod error;
mod hosted;
mod join;
mod limits;
mod meter;
mod notes;
mod presence;
mod rate;
mod resolve;
mod retention;
pub mod store;
mod waiters;

pub use ask::{Ask, PROMPT_FIELD, SIZE_LIMIT};
pub use askwell_lifecycle::{ClientId, Reply};
pub use audit::{AuditEvent, log_blocked_url, log_event, log_step};
pub use check::{CheckError, CheckResult, Checker, Content, UnknownKeys, UploadCheck, Uploads};
pub use clock::{Clock, SystemClock};
pub use engine::{
    Asked, Engine, EngineBuilder, Filter, NewFile, Seen, Submission, Submitted, UploadError, UploadReader,
    UploadWriter, Watch,
};
pub use error::{AskError, CallError, CreateError, Limit, Limited, PendingAsk, SubmitError};
pub use hosted::{Hosted, HostedError, HostedLink};
pub use join::{AskKey, TakeResult, WaitHandle};
pub use limits::Limits;
pub use notes::Notes;
pub use presence::Lease;
pub use resolve::{HostCheck, Resolver, SystemResolver};
pub use store::memory::MemoryStore;
pub use store::{Change, Note, NoteWrite, Store, StoreError};
