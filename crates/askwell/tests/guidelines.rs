//! Points of the Rust API Guidelines that the compiler can check; docs/api-guidelines.md lists all of them.

use std::error::Error;

use askwell::form::{Answers, Defects, Form, Problems};
use askwell::{AskError, Askwell, AskwellBuilder, Reply, engine, lifecycle, mcp, store, web};

fn good_error<E: Error + Send + Sync + 'static>() {}

fn shared_between_tasks<T: Send + Sync + 'static>() {}

#[test]
fn errors_work_with_question_mark_in_any_task() {
    good_error::<AskError>();
    good_error::<Defects>();
    good_error::<Problems>();
    good_error::<engine::CreateError>();
    good_error::<engine::CallError>();
    good_error::<engine::SubmitError>();
    good_error::<engine::StoreError>();
    good_error::<engine::HostedError>();
    good_error::<lifecycle::TimeoutError>();
    good_error::<store::OpenError>();
    good_error::<web::StartError>();
    good_error::<mcp::wire::RpcError>();
    good_error::<mcp::client::ConnectError>();
    good_error::<mcp::client::CallError>();
}

#[test]
fn main_types_can_be_shared_between_tasks() {
    shared_between_tasks::<Askwell>();
    shared_between_tasks::<AskwellBuilder>();
    shared_between_tasks::<Reply<Answers>>();
    shared_between_tasks::<Form>();
    shared_between_tasks::<engine::Engine>();
    shared_between_tasks::<store::SqliteStore>();
    shared_between_tasks::<mcp::Server>();
    shared_between_tasks::<mcp::Call>();
    shared_between_tasks::<mcp::client::Client>();
    shared_between_tasks::<web::Service>();
    shared_between_tasks::<web::Pages>();
}
