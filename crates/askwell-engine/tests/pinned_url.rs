//! URLs that programs may be called at.

use askwell_engine::pin_url;
use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
use askwell_testkit::scripted_resolver::ScriptedResolver;

fn private() -> UrlPolicy {
    UrlPolicy {
        allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
        block_private_ips: false,
        block_localhost: false,
        ..UrlPolicy::default()
    }
}

fn resolver() -> ScriptedResolver {
    ScriptedResolver::new()
        .name("public.example.com", ["93.184.216.34", "2606:2800:220:1::1"])
        .name("inside.example.com", ["10.0.0.1"])
        .name("metadata.example.com", ["169.254.169.254"])
        .name("both.example.com", ["93.184.216.34", "127.0.0.1"])
        .name("mapped.example.com", ["::ffff:127.0.0.1"])
        .fails("nowhere.example.com")
}

async fn way(url: &str, policy: &UrlPolicy) -> Result<Vec<String>, String> {
    let pinned = pin_url(url, policy, &resolver()).await.map_err(|no_way| no_way.to_string())?;
    Ok(pinned.socket_addresses().map(|address| address.to_string()).collect())
}

#[tokio::test]
async fn url_with_any_private_address_is_rejected() {
    let found = way("https://public.example.com/hook", &UrlPolicy::default()).await.unwrap();
    assert_eq!(found, ["93.184.216.34:443", "[2606:2800:220:1::1]:443"]);
    for (url, expected) in [
        ("https://inside.example.com/", "the address 10.0.0.1 is not public"),
        ("https://metadata.example.com/", "the address 169.254.169.254 is not public"),
        ("https://both.example.com/", "the host is this machine"),
        ("https://mapped.example.com/", "the address ::ffff:127.0.0.1 is not public"),
        ("https://nowhere.example.com/", "the host name does not resolve"),
        ("https://127.0.0.1/", "the host is this machine"),
        ("https://0x7f.1/", "the host is this machine"),
        ("https://[::1]/", "the host is this machine"),
        ("https://192.168.1.1/", "the address 192.168.1.1 is not public"),
        ("http://public.example.com/", "the scheme `http` is not allowed"),
    ] {
        let refused = way(url, &UrlPolicy::default()).await.unwrap_err();
        assert!(refused.contains(expected), "{url}: {refused}");
    }
}

#[tokio::test]
async fn plain_http_to_public_address_is_rejected() {
    assert_eq!(way("http://inside.example.com:81/", &private()).await.unwrap(), ["10.0.0.1:81"]);
    assert_eq!(way("http://127.0.0.1/", &private()).await.unwrap(), ["127.0.0.1:80"]);
    for url in ["http://public.example.com/", "http://both.example.com/", "http://93.184.216.34/"] {
        let refused = way(url, &private()).await.unwrap_err();
        assert_eq!(refused, "plain http is for private networks, and 93.184.216.34 is public", "{url}");
    }
    assert!(way("https://both.example.com/", &private()).await.is_ok());
}
