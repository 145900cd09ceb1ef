//! What somebody reads who has just started the service: where it is, and a line to try.

use std::net::SocketAddr;

use super::hosting::reachable;
use crate::console::Console;

const TRY: &str = r#"'{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"inline","prompt":"Your name?"}}'"#;

/// Says where to look.
pub(super) fn announce(console: &Console, address: SocketAddr, keys: bool, notice: &str) {
    let url = format!("http://{}", reachable(address));
    let key = if keys { " -H \"Authorization: Bearer $ASKWELL_KEY\"" } else { "" };
    console.say(&format!(
        "Askwell listens on {url}\n{notice}\n\nTry it:\n  curl{key} --json {TRY} {url}/rpc\n\nAnswer it: {url}/inbox\nEvery method: {url}/openrpc.json\nStop with Ctrl+C."
    ));
}
