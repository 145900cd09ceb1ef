//! The server for the official conformance suite: `conformance_server [both | legacy | modern]`.
//!
//! It has the tools, prompts and resources that the scenarios call, and prints its address when it
//! is ready. `legacy` and `modern` make it a server of one era only, as most servers are.

mod asking;
mod content;
mod eras;
mod tasks;

use std::error::Error;
use std::net::Ipv4Addr;

use askwell_mcp::Server;
use axum::middleware;
use tokio::net::TcpListener;

use eras::ServedEras;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let eras: ServedEras = std::env::args().nth(1).as_deref().unwrap_or("both").parse()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let builder = Server::builder("askwell-conformance", "1.0.0");
    let server = tasks::add(asking::add(content::add(builder))).build();
    let router = server.http().build().router("/mcp");
    let router = router.layer(middleware::from_fn(move |request, next| eras::check(eras, request, next)));
    axum::serve(listener, router).await?;
    Ok(())
}
