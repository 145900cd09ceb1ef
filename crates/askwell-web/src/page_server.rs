//! Pages on a port of this machine, for programs that embed an engine and run no service.

mod result_loads;

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;

use askwell_engine::Engine;
use askwell_form::markdown::LinkHosts;
use askwell_lifecycle::ClientId;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::Redirect;
use axum::routing::get;
use parking_lot::Mutex;
use tokio::task::JoinHandle;

use self::result_loads::{ResultLoads, track_results};
use crate::browser;
use crate::pages::{Identity, Pages, PagesSettings};
use crate::service::{Service, StartError, listen};
use crate::settings::HttpSettings;
use crate::stop_signal::StopSignal;

/// Serves the hosted forms and the inbox of an engine at a loopback address. Dropping it stops it: it accepts no more
/// connections, and requests in progress continue on the runtime.
pub struct PageServer {
    pages: Pages,
    address: SocketAddr,
    results: ResultLoads,
    stop: StopSignal,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl PageServer {
    /// Starts to serve at an address; port 0 takes a free one. `client_names` are as in
    /// [`PagesSettings::client_names`]. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// Fails if other machines can reach the address, because everyone who reaches the pages counts as the local
    /// person, or if the address cannot be bound.
    pub async fn start(
        engine: &Engine,
        address: SocketAddr,
        client_names: HashMap<ClientId, String>,
    ) -> Result<PageServer, StartError> {
        let home = |_: &Pages| Router::new().route("/", get(|| async { Redirect::to("/inbox") }));
        PageServer::start_with(engine, address, client_names, home).await
    }

    /// Starts to serve as [`PageServer::start`] does, with further routes in place of the redirect from `/` to the inbox.
    /// They get the host check and the security headers of the pages, and check the origin of requests themselves.
    ///
    /// # Errors
    /// As [`PageServer::start`].
    pub async fn start_with(
        engine: &Engine,
        address: SocketAddr,
        client_names: HashMap<ClientId, String>,
        routes: impl FnOnce(&Pages) -> Router,
    ) -> Result<PageServer, StartError> {
        if !address.ip().is_loopback() {
            return Err(StartError::NotLoopback { address });
        }
        let listener = listen(address).await?;
        let bound = listener.local_addr().map_err(|source| StartError::Listen { address, source })?;
        let base = format!("http://{bound}");
        let base_url = base.parse().map_err(|_| StartError::PublicUrl { url: base })?;
        let settings = PagesSettings {
            base_url,
            identity: Identity::Loopback,
            client_names,
            link_hosts: LinkHosts::default(),
        };
        let pages = Pages::new(engine.clone(), settings);
        let results = ResultLoads::default();
        let routes = routes(&pages).layer(from_fn_with_state(pages.clone(), browser::guard));
        let router = pages.router().merge(routes).layer(from_fn_with_state(results.clone(), track_results));
        let stop = StopSignal::new();
        let service = Service::of_router(listener, bound, router, HttpSettings::default(), stop.clone());
        let task = tokio::spawn(service.run());
        tracing::info!(address = %bound, "the pages are served");
        Ok(PageServer { pages, address: bound, results, stop, task: Mutex::new(Some(task)) })
    }

    /// Returns the pages, for links.
    #[must_use]
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Returns the address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the browsers that have just sent something have loaded the page with the result, for two seconds at
    /// most. A program that ends right after an answer calls it first, so that the person does not see a lost
    /// connection. Returns at once if nothing was sent. Cancel-safe.
    pub async fn results_loaded(&self) {
        self.results.all_loaded().await;
    }

    /// Stops accepting connections and waits for requests in progress, as long as [`HttpSettings::drain`] allows.
    pub async fn stop(&self) {
        self.stop.trigger();
        let task = self.task.lock().take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

impl Drop for PageServer {
    fn drop(&mut self) {
        self.stop.trigger();
    }
}

impl fmt::Debug for PageServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageServer").field("address", &self.address).finish_non_exhaustive()
    }
}
