//! The requests `tasks/get`, `tasks/update` and `tasks/cancel`, and the result that hands a task to the client.

use std::sync::Arc;

use super::{NO_TASK, Task};
use crate::server::dispatch::{EncodedResponse, complete};
use crate::server::result::ResultMembers;
use crate::server::{ServerState, tasks::Tasks};
use crate::wire::{Capabilities, ObjectWriter, Raw, Request, RpcError, encode, meta, method};

impl Tasks {
    /// Answers a request about a task; `None` if it is another request.
    ///
    /// # Errors
    /// When the client has not declared the extension, or the principal has no such task.
    pub(in crate::server) fn answer(
        server: &ServerState,
        principal: &str,
        request: &Request,
        capabilities: Raw<'_>,
    ) -> Result<EncodedResponse, RpcError> {
        if !Capabilities::read(capabilities).supports_tasks() {
            return Err(RpcError::missing_tasks(
                "this request needs the tasks extension, which the client does not declare",
            ));
        }
        let params = request.params();
        let id = params.get("taskId").and_then(Raw::as_text);
        let id = id.ok_or_else(|| RpcError::invalid_params("`taskId` has to be a text"))?;
        let task = server.tasks.find(&id, principal);
        let task = task.ok_or_else(|| RpcError::invalid_params(NO_TASK))?;
        let now = server.ask.now();
        let members = match request.method() {
            method::UPDATE_TASK => {
                let responses = params.get("inputResponses").and_then(Raw::object);
                let responses = responses
                    .ok_or_else(|| RpcError::invalid_params("`inputResponses` has to be an object"))?;
                task.answer(responses, now);
                ResultMembers::none()
            }
            method::CANCEL_TASK => {
                task.cancel(now);
                ResultMembers::none()
            }
            _ => details(&task),
        };
        Ok(complete(server, request, &members))
    }
}

fn details(task: &Task) -> ResultMembers {
    let mut object = ObjectWriter::with_capacity(512);
    let meta = task.write_details(&mut object);
    ResultMembers { meta, ..ResultMembers::of(object.finish().raw()) }
}

/// Encodes the result that hands a task to the client.
pub(super) fn created(server: &ServerState, request: &Request, task: &Arc<Task>) -> EncodedResponse {
    let mut object = ObjectWriter::with_capacity(512);
    object.text("resultType", "task");
    task.write_summary(&mut object);
    let info = ObjectWriter::new().raw(meta::SERVER_INFO, server.info_json.raw()).finish();
    object.raw(meta::META, info.raw());
    EncodedResponse { text: encode::result(request.id(), object.finish().raw()), error: None }
}
