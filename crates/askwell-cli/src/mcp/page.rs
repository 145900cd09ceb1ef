//! Local pages of `askwell mcp --page`, for elicitations that the client's dialog cannot show.

use std::collections::HashMap;
use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use askwell_engine::Engine;
use askwell_web::{Identity, Pages, PagesSettings};
use tokio::net::TcpListener;

/// Starts to serve pages at an address. They are served until the process ends.
pub(super) async fn serve(engine: &Engine, address: SocketAddr) -> Result<Pages> {
    if !address.ip().is_loopback() {
        bail!(
            "{address} can be reached from other machines, where people cannot be identified; use an address of this machine, such \
             as 127.0.0.1:0, or a service (askwell serve) and its /mcp"
        );
    }
    let listening = async {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok::<_, std::io::Error>((listener, address))
    };
    let (listener, address) = listening.await.with_context(|| format!("cannot listen on {address}"))?;
    let base_url = format!("http://{address}").parse().context("the page has no address")?;
    let settings = PagesSettings { base_url, identity: Identity::Loopback, client_names: HashMap::new() };
    let pages = Pages::new(engine.clone(), settings);
    let router = pages.router();
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the page is gone");
        }
    });
    tracing::info!(%address, "the page is served");
    Ok(pages)
}
