//! The stream on which a legacy server sends its own requests and notifications. Servers need not
//! have one.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::exchange::resume;
use super::message_stream::{MessageStream, StreamPosition};
use super::{HttpContext, HttpEvent, request};

/// Reads the stream until the server ends it for good. `open` is notified when the server has
/// opened or refused it.
pub(super) async fn run(context: Arc<HttpContext>, open: oneshot::Sender<()>) {
    let answered = request::get(&context, None).send().await;
    // The waiting task may have timed out.
    let _ = open.send(());
    let Ok(response) = answered else { return };
    if !response.is_success() || !response.is_stream() {
        return;
    }
    let mut stream = MessageStream::new(response, StreamPosition::default(), context.limits.bytes);
    loop {
        match stream.next(&context).await {
            Ok(Some(message)) => {
                if context.events.send(HttpEvent::Message(Box::new(message), None)).await.is_err() {
                    return;
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "the server's stream broke"),
        }
        stream = match resume(&context, stream.take_position()).await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::debug!(%error, "the server's stream is gone");
                return;
            }
        };
    }
}
