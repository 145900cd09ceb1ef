//! Valid URLs under a policy.

use askwell_form::url_guard::{Scheme, UrlPolicy};
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::select;
use serde_json::Value;

/// Hosts that anyone may visit.
const PUBLIC: [&str; 6] = [
    "example.com",
    "www.example.org",
    "a-b.example.net",
    "93.184.216.34",
    "[2606:4700:4700::1111]",
    "bücher.example",
];

/// Hosts of a private network, and why they are none of our business.
pub(crate) const PRIVATE: [&str; 3] = ["10.0.0.1", "192.168.1.1", "169.254.169.254"];

/// This machine.
pub(crate) const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

const PATHS: [&str; 6] = ["", "/", "/a/b", "/a?b=c&d=%20", "/#top", ":8443/x"];

pub(super) fn valid(policy: &UrlPolicy) -> Option<BoxedStrategy<Value>> {
    let mut hosts = PUBLIC.to_vec();
    if !policy.block_private_ips {
        hosts.extend(PRIVATE);
    }
    if !policy.block_localhost {
        hosts.extend(LOCAL);
    }
    let schemes = policy.allowed_schemes.iter().map(Scheme::name);
    let mut urls: Vec<String> = schemes
        .flat_map(|scheme| hosts.iter().map(move |host| format!("{scheme}://{host}")))
        .flat_map(|start| PATHS.map(|path| format!("{start}{path}")))
        .filter(|url| url.chars().count() <= policy.max_length)
        .collect();
    urls.sort_by_key(String::len);
    (!urls.is_empty()).then(|| select(urls).prop_map(Value::String).boxed())
}

/// Returns the shortest valid start of a URL: scheme and slashes.
pub(crate) fn start(policy: &UrlPolicy) -> Option<String> {
    policy.allowed_schemes.iter().next().map(|scheme| format!("{}://", scheme.name()))
}
