//! The event stream of a service for code that does not run in a task.

use std::sync::mpsc::{Receiver, channel};

use askwell_client::Event;

use super::Service;

/// Subscribes for as long as the receiver lives, or until the service rejects the stream.
pub(crate) fn subscribe(service: &Service) -> Receiver<Event> {
    let (sender, receiver) = channel();
    let mut events = service.client().events();
    service.spawn(async move {
        while let Ok(event) = events.next().await {
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    receiver
}
