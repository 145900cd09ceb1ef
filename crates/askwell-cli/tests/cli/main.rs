//! `askwell` as its users see it: exit codes, stdout, stderr.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

mod answers;
mod call;
mod docs;
mod documented_commands;
mod files;
mod forms;
mod import;
mod lsp;
mod machine;
mod new;
mod process;
mod schema;
mod secrets;
mod setup;
mod usage;
