//! What the HTTP surfaces of Askwell share: the service, the MCP server and client, the command line, the gateway.
//!
//! Each rule about HTTP that more than one surface needs is implemented here once. The crate knows nothing of forms or
//! elicitations and depends on no sibling. It decides whether a request is admitted and how much of it is read; what a
//! request means, and how a refusal is worded on the wire, is decided by the surface.
//!
//! | module | contract |
//! |---|---|
//! | [`host_guard`] | admits requests for hosts that are served here, from pages that may call (DNS rebinding, cross-origin) |
//! | [`headers`] | reads `Authorization` and `Content-Type`; marks responses `nosniff` and `no-store` |
//! | [`budget`] | reserves memory for clients: a total for all of them, a share for each |
//! | [`load`] | counts requests and streams under way: a total, a share for each client, a reserve for small ones |
//! | [`connections`] | bounds open connections and evicts the longest idle one |
//! | [`write_timeout`] | closes a connection whose peer stops reading |
//! | [`body`] | reads request bodies within limits of bytes, time and memory |
//! | [`event_stream`] | reads and writes server-sent events |
//! | [`client`] | builds HTTP clients: TLS, certificate authorities, no redirects, no proxy on loopback |
//! | [`local_client`] | speaks plain HTTP/1.1 with servers on this machine, over kept connections |
//! | [`retry_schedule`] | computes the waits between attempts, and reads `Retry-After` |
//!
//! A server checks in this order: [`connections::ConnectionPool::acquire`] when a connection arrives,
//! [`host_guard::HostGuard::check_host`] and [`host_guard::HostGuard::check_origin`] when a request's head is there,
//! [`budget::ByteBudget::reserve`] before its body is read, and [`connections::Slot::admit`] before work on it begins.
//!
//! ```
//! use askwell_http::host_guard::{HostGuard, OriginRule};
//! use axum::http::{HeaderMap, Uri};
//!
//! let guard = HostGuard::loopback(OriginRule::SameOrigin);
//! let mut headers = HeaderMap::new();
//! headers.insert("host", "127.0.0.1:8787".parse().unwrap());
//! assert!(guard.check_host(&Uri::from_static("/"), &headers).is_ok());
//! headers.insert("host", "attacker.example".parse().unwrap());
//! assert!(guard.check_host(&Uri::from_static("/"), &headers).is_err());
//! ```

pub mod body;
pub mod budget;
pub mod client;
pub mod connections;
pub mod event_stream;
pub mod headers;
pub mod host_guard;
pub mod load;
pub mod local_client;
pub mod retry_schedule;
pub mod write_timeout;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
