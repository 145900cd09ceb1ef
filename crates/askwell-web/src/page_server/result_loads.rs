//! Knows whether every browser that sent something has loaded the page with the result.
//!
//! A browser that submits is redirected and loads the page once more. Until that response is written, the program must
//! not end.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::watch;

/// How long to wait for a browser that does not follow its redirect.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Redirects that are remembered. Older ones are forgotten first.
const MOST_REDIRECTS: usize = 256;

/// Actions in progress and redirects that were not followed yet. Clones share the state.
#[derive(Debug, Clone, Default)]
pub(super) struct ResultLoads(Arc<watch::Sender<OpenResults>>);

#[derive(Debug, Default)]
struct OpenResults {
    actions: usize,
    /// The paths that browsers were sent to.
    redirects: Vec<String>,
}

impl OpenResults {
    fn is_empty(&self) -> bool {
        self.actions == 0 && self.redirects.is_empty()
    }
}

impl ResultLoads {
    /// Waits until there is nothing open, or the time is over.
    pub(super) async fn all_loaded(&self) {
        let mut state = self.0.subscribe();
        let loaded = state.wait_for(OpenResults::is_empty);
        if tokio::time::timeout(LONGEST_WAIT, loaded).await.is_err() {
            // These browsers will not come any more.
            self.0.send_modify(|open| open.redirects.clear());
        }
    }

    fn begin_action(&self) -> ActionGuard {
        self.0.send_modify(|open| open.actions += 1);
        ActionGuard(self.clone())
    }

    fn redirect(&self, path: &str) {
        self.0.send_modify(|open| {
            if open.redirects.len() == MOST_REDIRECTS {
                open.redirects.remove(0);
            }
            open.redirects.push(path.to_owned());
        });
    }

    fn awaits(&self, path: &str) -> bool {
        self.0.borrow().redirects.iter().any(|redirect| redirect == path)
    }
}

/// Counts an action until it is dropped.
struct ActionGuard(ResultLoads);

impl Drop for ActionGuard {
    fn drop(&mut self) {
        self.0.0.send_modify(|open| open.actions -= 1);
    }
}

/// Forgets the redirects to a path when it is dropped.
struct LoadGuard {
    loads: ResultLoads,
    path: String,
}

impl Drop for LoadGuard {
    fn drop(&mut self) {
        self.loads.0.send_modify(|open| open.redirects.retain(|redirect| *redirect != self.path));
    }
}

/// Records the actions and page loads of a request.
pub(super) async fn track_results(
    State(loads): State<ResultLoads>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    if request.method() == Method::GET {
        let response = next.run(request).await;
        if !loads.awaits(&path) {
            return response;
        }
        let guard = LoadGuard { loads, path };
        return response.map(|body| Body::new(GuardedBody { body, _guard: guard }));
    }
    let action = loads.begin_action();
    let response = next.run(request).await;
    if response.status() == StatusCode::SEE_OTHER
        && let Some(target) = response.headers().get(LOCATION).and_then(|target| target.to_str().ok())
    {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        loads.redirect(path);
    }
    drop(action);
    response
}

/// A body whose guard is dropped when all of it was written.
struct GuardedBody {
    body: Body,
    _guard: LoadGuard,
}

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, Instant};

    use super::{LONGEST_WAIT, LoadGuard, ResultLoads};

    #[tokio::test(start_paused = true)]
    async fn wait_ends_with_the_last_load_or_after_two_seconds() {
        let loads = ResultLoads::default();
        let start = Instant::now();
        loads.all_loaded().await;
        assert_eq!(start.elapsed(), Duration::ZERO, "nothing was sent");

        let action = loads.begin_action();
        loads.redirect("/f/a");
        let later = loads.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(action);
            drop(LoadGuard { loads: later, path: "/f/a".to_owned() });
        });
        loads.all_loaded().await;
        assert_eq!(start.elapsed(), Duration::from_millis(300));

        loads.redirect("/f/b");
        loads.all_loaded().await;
        assert_eq!(start.elapsed(), Duration::from_millis(300) + LONGEST_WAIT);
        loads.all_loaded().await;
        assert_eq!(start.elapsed(), Duration::from_millis(300) + LONGEST_WAIT, "it is not awaited twice");
    }
}
