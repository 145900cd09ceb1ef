//! The rules as tables, one for each kind of guard.

use axum::http::{HeaderMap, HeaderValue, Uri};
use url::Url;

use super::{HostGuard, HostRefusal, OriginRule};

const LOCAL: &str = "127.0.0.1:8787";
const PUBLIC: &str = "0.0.0.0:8787";

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    headers
}

fn judge(guard: &HostGuard, pairs: &[(&'static str, &str)]) -> Result<(), HostRefusal> {
    let (uri, headers) = (Uri::from_static("/rpc"), headers(pairs));
    guard.check_host(&uri, &headers).and_then(|()| guard.check_origin(&uri, &headers))
}

fn service(listen: &str) -> HostGuard {
    HostGuard::listening(listen.parse().unwrap(), OriginRule::SameOrigin)
        .allow_host("Ask.Internal")
        .allow_host("proxy.internal:8443")
        .allow_host("192.0.2.7")
        .allow_public_url("https://ask.example.com")
        .unwrap()
}

fn mcp() -> HostGuard {
    HostGuard::loopback(OriginRule::ServedHost).allow_host("ask.example.com").allow_host("[2001:db8::1]")
}

#[test]
fn listener_serves_its_hosts_and_no_others() {
    for (listen, host, expected) in [
        (LOCAL, "127.0.0.1:8787", true),
        (LOCAL, "127.0.0.2", true),
        (LOCAL, "localhost:8787", true),
        (LOCAL, "LOCALHOST", true),
        (LOCAL, "[::1]:8787", true),
        (LOCAL, "ask.internal", true),
        (LOCAL, "ASK.internal:1", true),
        (LOCAL, "proxy.internal:8443", true),
        (LOCAL, "proxy.internal", false),
        (LOCAL, "proxy.internal:8444", false),
        (LOCAL, "192.0.2.7:80", true),
        (LOCAL, "ask.example.com", true),
        (LOCAL, "ask.example.com.", true),
        (LOCAL, "evil.example:8787", false),
        (LOCAL, "localhost.evil.example", false),
        (LOCAL, "192.168.1.7:8787", false),
        (LOCAL, "evil@localhost", false),
        (LOCAL, "localhost/../x", true),
        (LOCAL, "", false),
        (LOCAL, "a b", false),
        (PUBLIC, "192.168.1.7:8787", true),
        (PUBLIC, "evil.example", false),
    ] {
        assert_eq!(judge(&service(listen), &[("host", host)]).is_ok(), expected, "{listen} {host}");
    }
}

#[test]
fn same_origin_rule_admits_the_requested_host_and_the_public_url() {
    for (host, origin, expected) in [
        ("localhost:8787", "http://localhost:8787", true),
        ("localhost:8787", "http://localhost:3000", false),
        ("localhost:8787", "http://127.0.0.1:8787", false),
        ("localhost:8787", "null", false),
        ("localhost:8787", "https://evil.example", false),
        ("ask.example.com", "https://ask.example.com", true),
        ("proxy.internal:8443", "https://proxy.internal:8443", true),
        ("127.0.0.1:8787", "https://ask.example.com", true),
        ("127.0.0.1:8787", "https://ask.example.com:444", false),
    ] {
        let judged = judge(&service(LOCAL), &[("host", host), ("origin", origin)]);
        assert_eq!(judged.is_ok(), expected, "{host} {origin}");
    }
}

#[test]
fn served_host_rule_admits_pages_of_every_served_host() {
    for (host, origin, expected) in [
        ("localhost:3000", None, true),
        ("127.0.0.1", Some("http://localhost:5173"), true),
        ("[::1]:80", None, true),
        ("[2001:db8::1]:80", Some("http://[2001:db8::1]"), true),
        ("ask.example.com", Some("https://ask.example.com"), true),
        ("ASK.example.com:443", None, true),
        ("localhost", Some("tauri://localhost"), true),
        ("evil.example.com", None, false),
        ("localhost.evil.example.com", None, false),
        ("127.0.0.1.evil.example.com", None, false),
        ("localhost", Some("http://evil.example.com"), false),
        ("localhost", Some("http://localhost@evil.example.com"), false),
        ("localhost", Some("null"), false),
        ("", None, false),
    ] {
        let mut pairs = vec![("host", host)];
        pairs.extend(origin.map(|origin| ("origin", origin)));
        assert_eq!(judge(&mcp(), &pairs).is_ok(), expected, "{host} {origin:?}");
    }
}

#[test]
fn cross_site_request_is_refused_unless_its_origin_is_served() {
    let cross_site = [("host", "localhost"), ("sec-fetch-site", "cross-site")];
    for guard in [service(LOCAL), mcp()] {
        assert_eq!(judge(&guard, &cross_site), Err(HostRefusal::Origin));
    }
    let from_other_name = [&cross_site[..], &[("origin", "http://127.0.0.1:5173")]].concat();
    assert_eq!(judge(&mcp(), &from_other_name), Ok(()));
    assert_eq!(judge(&service(LOCAL), &from_other_name), Err(HostRefusal::Origin));
}

#[test]
fn every_one_of_several_origins_must_be_admitted() {
    for guard in [service(LOCAL), mcp()] {
        let both =
            [("host", "localhost"), ("origin", "http://localhost"), ("origin", "https://evil.example")];
        assert_eq!(judge(&guard, &both), Err(HostRefusal::Origin));
    }
}

#[test]
fn request_with_no_host_or_two_is_refused() {
    for guard in [service(LOCAL), mcp(), HostGuard::for_url(&Url::parse("http://localhost").unwrap())] {
        assert_eq!(judge(&guard, &[]), Err(HostRefusal::Host));
        assert_eq!(judge(&guard, &[("host", "localhost"), ("host", "localhost")]), Err(HostRefusal::Host));
        let absolute = Uri::from_static("http://evil.example/rpc");
        let refused = guard.check_host(&absolute, &headers(&[("host", "localhost")]));
        assert_eq!(refused, Err(HostRefusal::Host));
    }
}

#[test]
fn guard_for_url_serves_its_host_and_port_only() {
    for (url, host, expected) in [
        ("https://ask.example.com", "ask.example.com", true),
        ("https://ask.example.com", "ask.example.com:443", false),
        ("https://ask.example.com", "localhost", false),
        ("https://Ask.Example.com:8443/", "ASK.example.com:8443", true),
        ("https://Ask.Example.com:8443/", "ask.example.com", false),
        ("http://127.0.0.1:4180", "127.0.0.1:4180", true),
        ("http://127.0.0.1:4180", "[::1]:4180", true),
        ("http://127.0.0.1:4180", "localhost:4180", true),
        ("http://127.0.0.1:4180", "localhost:4181", false),
        ("http://127.0.0.1:4180", "evil.example:4180", false),
    ] {
        let guard = HostGuard::for_url(&Url::parse(url).unwrap());
        let judged = guard.check_host(&Uri::from_static("/"), &headers(&[("host", host)]));
        assert_eq!(judged.is_ok(), expected, "{url} {host}");
    }
}

#[test]
fn public_url_or_open_address_is_reachable_from_outside() {
    for (listen, url, expected) in [
        (LOCAL, None, None),
        (LOCAL, Some("http://localhost:8080"), None),
        (LOCAL, Some("https://127.0.0.1"), None),
        (LOCAL, Some("http://[::1]:80/"), None),
        (LOCAL, Some("https://ask.example.com/x"), Some("https://ask.example.com")),
        (LOCAL, Some("http://192.0.2.1"), Some("http://192.0.2.1")),
        (PUBLIC, None, Some(PUBLIC)),
        (PUBLIC, Some("http://localhost"), Some(PUBLIC)),
    ] {
        let mut guard = HostGuard::listening(listen.parse().unwrap(), OriginRule::SameOrigin);
        if let Some(url) = url {
            guard = guard.allow_public_url(url).unwrap();
        }
        assert_eq!(guard.reachable_from_outside().as_deref(), expected, "{listen} {url:?}");
    }
}

#[test]
fn public_url_must_be_absolute_http() {
    for text in ["", "ask.example.com", "ftp://ask.example.com", "https://"] {
        let guard = HostGuard::loopback(OriginRule::SameOrigin);
        assert!(guard.allow_public_url(text).is_err(), "{text}");
    }
}

#[test]
fn form_must_come_from_a_page_of_the_same_origin() {
    let guard = HostGuard::for_url(&Url::parse("https://ask.example.com").unwrap());
    for (site, origin, expected) in [
        (Some("same-origin"), None, true),
        (Some("same-origin"), Some("null"), true),
        (Some("cross-site"), None, false),
        (Some("cross-site"), Some("https://ask.example.com"), false),
        (Some("same-site"), None, false),
        (Some("none"), None, false),
        (None, Some("https://ask.example.com"), true),
        (None, Some("https://ask.example.com:8443"), false),
        (None, Some("https://evil.example"), false),
        (None, Some("http://ask.example.com"), false),
        (None, Some("null"), true),
        (None, None, true),
    ] {
        let pairs = [("sec-fetch-site", site), ("origin", origin)];
        let pairs: Vec<_> = pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        assert_eq!(guard.check_form(&headers(&pairs)).is_ok(), expected, "{site:?} {origin:?}");
    }
}
