//! Adds the connection slot and the stop signal to every request of a connection.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use askwell_http::connections::Slot;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use tower::Service;

use crate::stop_signal::StopSignal;

/// The router of one connection. Its requests carry the slot and the stop signal as extensions.
#[derive(Debug, Clone)]
pub(super) struct SlotService {
    router: Router,
    slot: Arc<Slot>,
    stop: StopSignal,
}

impl SlotService {
    pub(super) fn new(router: Router, slot: Arc<Slot>, stop: StopSignal) -> Self {
        SlotService { router, slot, stop }
    }
}

impl Service<Request<Incoming>> for SlotService {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&self.slot));
        request.extensions_mut().insert(self.stop.clone());
        Box::pin(self.router.call(request))
    }
}
