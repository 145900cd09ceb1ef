//! The stream on which a legacy server sends its own requests and notifications. Servers need not
//! have one.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::HttpContext;
use super::exchange::{StreamPosition, is_stream, read_stream, resume, send};
use super::request;

/// Reads the stream until the server ends it for good. `open` is notified when the server has
/// opened or refused it.
pub(super) async fn run(context: Arc<HttpContext>, open: oneshot::Sender<()>) {
    let answered = send(request::get(&context, None)).await;
    // The waiting task may have timed out.
    let _ = open.send(());
    let Ok(response) = answered else { return };
    if !response.status().is_success() || !is_stream(&response) {
        return;
    }
    let mut position = StreamPosition::default();
    let mut stream = response;
    loop {
        if let Err(error) = read_stream(&context, stream, None, &mut position).await {
            tracing::debug!(%error, "the server's stream broke");
        }
        stream = match resume(&context, &mut position).await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::debug!(%error, "the server's stream is gone");
                return;
            }
        };
    }
}
