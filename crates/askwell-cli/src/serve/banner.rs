//! The banner of a started service: its address, and a command to try.

use std::net::SocketAddr;
use std::time::Duration;

use askwell_web::Identity;
use serde_json::json;

use super::config::Config;
use super::pages::{base_url, identity, reachable};
use crate::console::Console;

/// Timeout of the first question: enough time to try it.
const FIRST_TIMEOUT: Duration = Duration::from_secs(3600);

/// Prints the banner.
pub(super) fn print_banner(
    console: &Console,
    address: SocketAddr,
    keys: bool,
    notice: &str,
    config: &Config,
) {
    let url = format!("{}://{}", config.scheme(), reachable(address));
    let pages = base_url(config, address);
    let key = if keys { " -H \"Authorization: Bearer $ASKWELL_KEY\"" } else { "" };
    let identity = identity(config);
    let question = first_question(&identity, config.policy.max_timeout);
    let answer = match identity {
        Identity::Loopback if keys => {
            format!("Answer it: {pages}/inbox (the password is a key of the role answers), or askwell inbox")
        }
        Identity::Loopback => format!("Answer it: {pages}/inbox, or askwell inbox"),
        Identity::ProxyHeader(header) => {
            format!("Answer it: {pages}/inbox, through the proxy that sets {header}")
        }
        Identity::Proxy(proxy) => {
            format!("Answer it: {pages}/inbox, through the proxy that sets {}", proxy.person_header)
        }
        Identity::SignIn(_) => format!("Answer it: {pages}/inbox, after signing in"),
        Identity::Code => {
            "Answer it: open the url of the reply, and give its code there. There is no inbox page here\n\
             (people.identity = code); askwell inbox needs a key of the role answers."
                .to_owned()
        }
    };
    console.print_report(&format!(
        "Askwell listens on {url}\n{notice}\n\nTry it:\n  curl{key} --json '{question}' {url}/rpc\n\n\
         {answer}\nEvery method: {url}/openrpc.json\nStop with Ctrl+C."
    ));
}

/// Returns a call with a yes/no question. Where people are known by a code, it has a page of its
/// own.
fn first_question(identity: &Identity, longest: Duration) -> String {
    let form = json!({"id": "first", "title": "Your first question", "fields": [
        {"id": "ready", "type": "boolean", "label": "Are you ready?", "required": true}]});
    let timeout = u64::try_from(FIRST_TIMEOUT.min(longest).as_millis()).unwrap_or(u64::MAX);
    let mode = if *identity == Identity::Code { "url" } else { "form" };
    let params = json!({"mode": mode, "timeout": timeout, "formDefinition": form});
    json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}).to_string()
}
