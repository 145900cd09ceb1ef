//! The server that the official conformance suite is run against: `conformance_server [PORT]`.
//!
//! Has the tools, prompts and resources that the suite's scenarios call for, and nothing of its own. Prints its address
//! when it is ready.

mod asking;
mod content;

use std::error::Error;
use std::net::Ipv4Addr;

use askwell_mcp::Server;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::args().nth(1).map_or(Ok(0), |port| port.parse::<u16>())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let server = asking::add(content::add(Server::builder("askwell-conformance", "1.0.0"))).build();
    axum::serve(listener, server.http().build().router("/mcp")).await?;
    Ok(())
}
