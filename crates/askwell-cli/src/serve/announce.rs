//! What somebody reads who has just started the service: where it is, and a line to try.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::console::Console;

const TRY: &str = r#"'{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"inline","prompt":"Your name?"}}'"#;

/// Says where to look.
pub(super) fn announce(console: &Console, address: SocketAddr, keys: bool, notice: &str) {
    let url = format!("http://{}", reachable(address));
    let key = if keys { " -H \"Authorization: Bearer $ASKWELL_KEY\"" } else { "" };
    console.say(&format!(
        "Askwell listens on {url}\n{notice}\n\nTry it:\n  curl{key} --json {TRY} {url}/rpc\n\nEvery method: {url}/openrpc.json\nStop with Ctrl+C."
    ));
}

/// An address that can be called, for one that stands for all of them.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, v6.port())),
        other => other,
    }
}
