//! What somebody sees who runs `askwell`: exit codes, stdout, stderr.

mod answers;
mod files;
mod forms;
mod machine;
mod new;
mod process;
//mod schema;
mod secrets;
mod usage;
