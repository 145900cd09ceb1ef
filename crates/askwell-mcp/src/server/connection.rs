//! Serving one connection: a loop over what comes in.
//!
//! A handler that has to wait goes on as a task of its own, so that one that waits for a person keeps nobody else waiting.
//! When the connection ends, so do they.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;

use super::catalogue::Handler;
use super::dispatch::{self, Begun, Visit};
use super::parts::Parts;
use super::{Call, Running, Server, Session};
use crate::transport::{Arrival, Closed, Connection, Garbage, stdio};
use crate::wire::{
    ErrorCode, Id, Malformed, Message, Notification, Raw, Request, RpcError, decode, decode_batch, encode,
    is_batch, method,
};

/// How long a client has to read what is said when it has left.
const LAST_WORDS: Duration = Duration::from_secs(5);

impl Server {
    /// Serves a connection to a program on this machine, until it is closed.
    pub async fn serve(&self, connection: Connection) {
        self.serve_for(connection, "local").await;
    }

    /// Serves this process's standard input and output, until the input ends, and sees to it that what was said last gets
    /// out. Nothing else may write to standard output meanwhile.
    ///
    /// # Errors
    /// When the output cannot be written to.
    pub async fn serve_process(&self) -> io::Result<()> {
        let (connection, mut writing) = stdio::of_process(&self.shared.limits);
        tokio::select! {
            () = self.serve(connection) => {}
            written = writing.done() => return written,
        }
        // A client that does not read its last words has left.
        tokio::time::timeout(LAST_WORDS, writing.done()).await.unwrap_or(Ok(()))
    }

    /// Serves a connection on behalf of somebody that the caller knows, until it is closed.
    pub async fn serve_for(&self, connection: Connection, principal: &str) {
        let Connection { mut incoming, outgoing } = connection;
        let visit = Visit::new(&self.shared, Arc::from(principal), outgoing);
        // The client is there as long as the connection is.
        let _lease = self.shared.ask.has_given_engine.then(|| self.shared.ask.engine().attend(principal));
        let mut desk = Desk { visit, session: None, running: Arc::default() };
        while let Some(arrival) = incoming.next().await {
            if desk.take(arrival).is_err() {
                break;
            }
        }
        desk.running.cancel_all();
        if let Some(session) = &desk.session {
            session.end();
        }
    }
}

/// What one connection has going on.
struct Desk {
    visit: Visit,
    session: Option<Arc<Session>>,
    running: Arc<Running>,
}

impl Desk {
    fn take(&mut self, arrival: Arrival) -> Result<(), Closed> {
        let text = match arrival {
            Arrival::Text(text) => text,
            Arrival::Garbage(garbage) => {
                let code = match garbage {
                    Garbage::NotText => ErrorCode::PARSE,
                    Garbage::TooLong { .. } => ErrorCode::INVALID_REQUEST,
                };
                return self.send(encode::error(None, &RpcError::new(code, garbage.to_string())));
            }
        };
        let limits = &self.visit.server.limits;
        if is_batch(&text) && self.session.as_ref().is_some_and(|session| session.takes_batches) {
            return match decode_batch(&text, limits) {
                Ok(messages) => messages.into_iter().try_for_each(|message| self.take_message(message)),
                Err(error) => self.send(encode::error(None, &error)),
            };
        }
        let message = decode(text, limits);
        self.take_message(message)
    }

    /// Takes one message. The answers to those of a batch are sent one by one, each when it is there.
    fn take_message(&mut self, message: Result<Message, Malformed>) -> Result<(), Closed> {
        match message {
            Ok(Message::Request(request)) => self.request(request),
            Ok(Message::Notification(notification)) => {
                self.notification(&notification);
                Ok(())
            }
            Ok(Message::Response(response)) => {
                if let Some(session) = &self.session {
                    session.respond(response);
                }
                Ok(())
            }
            Err(malformed) => self.send(encode::error(malformed.id.as_ref(), &malformed.error)),
        }
    }

    fn send(&self, text: String) -> Result<(), Closed> {
        self.visit.outgoing.send(text)
    }

    fn request(&mut self, request: Request) -> Result<(), Closed> {
        let parts = Parts::of(&request);
        let begun = if parts.is_modern(&request) {
            self.visit.begin_modern(request, parts)
        } else if request.method() == method::INITIALIZE && self.session.is_some() {
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, "`initialize` was sent before");
            return self.send(encode::error(Some(request.id()), &error));
        } else {
            self.visit.begin_legacy(request, parts, self.session.as_ref())
        };
        match begun {
            Begun::Done(finished) => self.send(finished.text),
            Begun::Initialized(session, finished) => {
                session.set_standing(self.visit.outgoing.clone());
                self.session = Some(session);
                self.send(finished.text)
            }
            Begun::Running(call, handler) => {
                if let Err(error) = self.admit(&call) {
                    return self.send(encode::error(Some(call.0.request.id()), &error));
                }
                self.run(call, handler);
                Ok(())
            }
        }
    }

    /// Runs a handler: at once as far as it gets without waiting, and the rest as a task of its own. Most calls of the
    /// modern era never wait, and need none.
    fn run(&self, call: Call, handler: Handler) {
        let running = Arc::clone(&self.running);
        let mut work = Box::pin(async move {
            let finished = dispatch::run(call.clone(), handler).await;
            running.end(&call);
            if let Some(finished) = finished {
                // Nobody left to tell is how a connection ends.
                let _ = call.0.outgoing.send(finished.text);
            }
        });
        if work.as_mut().now_or_never().is_none() {
            tokio::spawn(work);
        }
    }

    fn admit(&self, call: &Call) -> Result<(), RpcError> {
        if self.running.len() >= self.visit.server.ask.settings.calls_at_once {
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

    fn notification(&self, notification: &Notification) {
        if notification.method() == method::CANCELLED
            && let Some(id) = notification.params().get("requestId").and_then(|id: Raw<'_>| Id::read(id))
        {
            self.running.cancel(&id);
        }
    }
}
