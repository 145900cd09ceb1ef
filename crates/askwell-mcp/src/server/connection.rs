//! Serves one connection: reads messages and dispatches them.
//!
//! A handler runs in place until it has to wait, and goes on in place when the connection reads what
//! it waits for; [`call_task`](super::call_task) has the rest. All handlers end with the connection.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::call_task::CallTasks;
use super::catalogue::CallHandler;
use super::dispatch::{self, DispatchResult, Dispatcher};
use super::request_parts::RequestParts;
use super::{Call, RunningCalls, Server, Session};
use crate::transport::{Closed, Connection, Frame, FrameError, stdio};
use crate::wire::{
    ErrorCode, Id, MalformedMessage, Message, Notification, Raw, Request, RpcError, decode, decode_batch,
    encode, is_batch, method,
};

/// How long a client may take to read the last messages after it closed its input.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);

impl Server {
    /// Serves a connection to a local program until it is closed. The principal is `local`.
    /// Dropping the future ends the connection.
    pub async fn serve(&self, connection: Connection) {
        self.serve_for(connection, "local").await;
    }

    /// Serves this process's standard input and output until the input ends, then waits until the
    /// last messages are written. Nothing else may write to standard output meanwhile.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub async fn serve_process(&self) -> io::Result<()> {
        let (connection, mut writing) = stdio::process_stdio(&self.shared.limits);
        tokio::select! {
            () = self.serve(connection) => {}
            written = writing.finished() => return written,
        }
        // A client that does not read the last messages has left.
        tokio::time::timeout(FLUSH_TIMEOUT, writing.finished()).await.unwrap_or(Ok(()))
    }

    /// Serves a connection for a principal that the caller has authenticated, until it is closed.
    pub async fn serve_for(&self, connection: Connection, principal: &str) {
        let Connection { mut incoming, outgoing } = connection;
        let dispatcher = Dispatcher::new(&self.shared, Arc::from(principal), outgoing);
        // The client is there as long as the connection is.
        let _lease =
            self.shared.ask.has_given_engine.then(|| self.shared.ask.engine().lease_presence(principal));
        let mut state =
            ConnectionState { dispatcher, session: None, running: Arc::default(), tasks: CallTasks::new() };
        while let Some(frame) = incoming.next().await {
            if state.take(frame).await.is_err() {
                break;
            }
        }
        // Before the session ends: a handler may still tell others that it gives up.
        state.running.cancel_all();
        if let Some(session) = &state.session {
            session.end();
        }
    }
}

/// The state of one connection.
struct ConnectionState {
    dispatcher: Dispatcher,
    session: Option<Arc<Session>>,
    running: Arc<RunningCalls>,
    tasks: Arc<CallTasks>,
}

/// Ends the handlers, also when the connection is dropped.
impl Drop for ConnectionState {
    fn drop(&mut self) {
        self.running.cancel_all();
    }
}

impl ConnectionState {
    async fn take(&mut self, frame: Frame) -> Result<(), Closed> {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Invalid(error) => {
                let code = match error {
                    FrameError::NotUtf8 => ErrorCode::PARSE,
                    FrameError::TooLong { .. } => ErrorCode::INVALID_REQUEST,
                };
                return self.send(encode::error(None, &RpcError::new(code, error.to_string())));
            }
        };
        let limits = &self.dispatcher.server.limits;
        if is_batch(&text) && self.session.as_ref().is_some_and(|session| session.takes_batches) {
            return match decode_batch(&text, limits) {
                Ok(messages) => {
                    for message in messages {
                        self.take_message(message).await?;
                    }
                    Ok(())
                }
                Err(error) => self.send(encode::error(None, &error)),
            };
        }
        let message = decode(text, limits);
        self.take_message(message).await
    }

    /// Handles one message. The responses to messages of a batch are sent one by one.
    async fn take_message(&mut self, message: Result<Message, MalformedMessage>) -> Result<(), Closed> {
        match message {
            Ok(Message::Request(request)) => self.request(request),
            Ok(Message::Notification(notification)) => {
                self.notification(&notification).await;
                Ok(())
            }
            Ok(Message::Response(response)) => {
                if let Some(session) = &self.session {
                    self.tasks.run_woken_by(|| session.respond(response));
                }
                Ok(())
            }
            Err(malformed) => self.send(encode::error(malformed.id.as_ref(), &malformed.error)),
        }
    }

    fn send(&self, text: String) -> Result<(), Closed> {
        self.dispatcher.outgoing.send(text)
    }

    fn request(&mut self, request: Request) -> Result<(), Closed> {
        let parts = RequestParts::of(&request);
        let dispatched = if parts.is_modern(&request) {
            self.dispatcher.begin_modern(request, parts)
        } else if request.method() == method::INITIALIZE
            && self.session.as_ref().is_some_and(|session| !session.has_failed())
        {
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, "`initialize` was sent before");
            return self.send(encode::error(Some(request.id()), &error));
        } else {
            self.dispatcher.begin_legacy(request, parts, self.session.as_ref())
        };
        match dispatched {
            DispatchResult::Done(response) => self.send(response.text),
            DispatchResult::Initialized(session, response) => {
                session.set_standalone(self.dispatcher.outgoing.clone());
                self.session = Some(session);
                self.send(response.text)
            }
            DispatchResult::Initializing(session, call, handler) => {
                session.set_standalone(self.dispatcher.outgoing.clone());
                self.session = Some(session);
                self.begin(call, handler)
            }
            DispatchResult::Running(call, handler) => self.begin(call, handler),
        }
    }

    fn begin(&self, call: Call, handler: CallHandler) -> Result<(), Closed> {
        if let Err(error) = self.admit(&call) {
            return self.send(encode::error(Some(call.0.request.id()), &error));
        }
        self.run(call, handler);
        Ok(())
    }

    /// Runs a handler until it has to wait.
    fn run(&self, call: Call, handler: CallHandler) {
        let running = Arc::clone(&self.running);
        self.tasks.run(async move {
            let response = dispatch::run(call.clone(), handler).await;
            running.end(&call);
            if let Some(response) = response {
                // The connection may be closed already.
                let _ = call.0.outgoing.send(response.text);
            }
        });
    }

    fn admit(&self, call: &Call) -> Result<(), RpcError> {
        if self.running.len() >= self.dispatcher.server.ask.settings.max_concurrent_calls {
            return Err(RpcError::new(
                ErrorCode::BUSY,
                "too many calls at once; try again when one has ended",
            ));
        }
        if self.running.begin(call) {
            Ok(())
        } else {
            Err(RpcError::new(ErrorCode::INVALID_REQUEST, "a call with this id is still being handled"))
        }
    }

    async fn notification(&self, notification: &Notification) {
        if notification.method() == method::CANCELLED
            && let Some(id) = notification.params().get("requestId").and_then(|id: Raw<'_>| Id::read(id))
        {
            self.running.cancel_and_wait(&id, notification).await;
        } else if let Some(session) = &self.session {
            session.take_notification(notification);
        }
    }
}
