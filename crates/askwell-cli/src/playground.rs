//! `askwell playground`: a page of this machine on which an author edits a form and sees what becomes of it.
//!
//! The server evaluates everything, with the same code as the other commands and surfaces; the script of the page only
//! sends the document and shows what comes back. Stores nothing, and other machines cannot reach it.

mod evaluation;
mod previews;
mod render;
mod request;
mod routes;
mod share;
mod texts;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use askwell_web::{PageServer, StartError};

use self::previews::Previews;
use self::request::MAX_DOCUMENT_BYTES;
use crate::arguments::PlaygroundArguments;
use crate::ask::service::interruption;
use crate::console::Console;
use crate::document::Document;
use crate::serve::runtime;
use crate::{ExitReason, browser, demo, new};

/// The usual address: a fixed port, so that shared links open on every machine where a playground runs.
const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8310);

pub(crate) fn run(arguments: &PlaygroundArguments, console: &Console) -> Result<ExitReason> {
    let document = read_document(arguments.form.as_deref())?;
    let runtime = runtime()?;
    let served = runtime.block_on(serve(document, arguments, console));
    runtime.shutdown_background();
    served.map(|()| ExitReason::Success)
}

/// Returns the document to start with.
fn read_document(named: Option<&str>) -> Result<String> {
    let Some(named) = named else { return Ok(new::STARTER.to_owned()) };
    if let Some(shared) = share::of_link(named) {
        return share::decode(shared).context("this link cannot be opened");
    }
    let document = Document::read(Path::new(named))?;
    if document.bytes.len() > MAX_DOCUMENT_BYTES {
        bail!("cannot open {}: the playground takes at most {} KiB", document.name, MAX_DOCUMENT_BYTES >> 10);
    }
    Ok(document.text().into_owned())
}

async fn serve(document: String, arguments: &PlaygroundArguments, console: &Console) -> Result<()> {
    // From here on Ctrl-C ends the playground in good order.
    let interrupted = interruption()?;
    let previews = Previews::start()?;
    let server = listen(&previews, &document, arguments.listen).await?;
    let url = format!("http://{}/", server.address());
    if !arguments.no_browser && browser::open(&url) {
        console.print_report(&format!("opened in your browser: {url}"));
    } else {
        console.print_report(&format!("open this page: {url}"));
        if let Some(tunnel) = demo::tunnel(&url, |name| std::env::var(name).ok()) {
            console.print_report(&format!("first, on your own computer: {tunnel}"));
        }
    }
    console.print_report("Ctrl-C ends the playground; nothing is kept.");
    interrupted.await;
    server.stop().await;
    Ok(())
}

/// Starts the server at the given address, or at the usual one; if another program has its port, at a free one.
async fn listen(previews: &Previews, document: &str, address: Option<SocketAddr>) -> Result<PageServer> {
    let start = |address| {
        let routes = |pages: &_| routes::router(pages, previews.clone(), document.to_owned());
        PageServer::start_with(previews.engine(), address, previews.client_names(), routes)
    };
    match (start(address.unwrap_or(USUAL_ADDRESS)).await, address) {
        (Err(StartError::Listen { .. }), None) => Ok(start(SocketAddr::new(USUAL_ADDRESS.ip(), 0)).await?),
        (started, _) => Ok(started?),
    }
}
