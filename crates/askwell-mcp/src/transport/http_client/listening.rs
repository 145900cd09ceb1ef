//! The stream on which a legacy server speaks unasked: requests of its own, and notifications.
//!
//! A server need not have one; whoever has none says so, and is left alone.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::Shared;
use super::exchange::{Place, follow, is_stream, resume, send};
use super::request;

/// Listens until the server ends it for good. `open` hears when the server has answered, however it did.
pub(super) async fn run(shared: Arc<Shared>, open: oneshot::Sender<()>) {
    let answered = send(request::get(&shared, None)).await;
    // Whoever waited may have gone on without.
    let _ = open.send(());
    let Ok(response) = answered else { return };
    if !response.status().is_success() || !is_stream(&response) {
        return;
    }
    let mut place = Place::default();
    let mut stream = response;
    loop {
        if let Err(error) = follow(&shared, stream, None, &mut place).await {
            tracing::debug!(%error, "the server's stream broke");
        }
        stream = match resume(&shared, &mut place).await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::debug!(%error, "the server's stream is gone");
                return;
            }
        };
    }
}
