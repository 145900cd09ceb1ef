//! The fast reader agrees with the full reader on every URL that it accepts.

use super::{OrdinaryUrl, read};
use crate::format::uri::is_uri;
use crate::url_guard::{Scheme, UrlPolicy, slow};
use proptest::{prop_assert, prop_assert_eq, prop_oneof, proptest, strategy::Strategy};
use url::Url;

/// Everything is allowed, so that only the readings are compared.
fn open_policy() -> UrlPolicy {
    UrlPolicy {
        allowed_schemes: Scheme::ALL.into_iter().collect(),
        block_private_ips: false,
        block_localhost: false,
        max_length: usize::MAX,
        must_resolve: false,
    }
}

/// Does the fast reader answer? If so, the full one must answer the same.
fn answers_in_agreement(text: &str) -> bool {
    let Some(fast) = read(text).map(OrdinaryUrl::guarded) else { return false };
    assert!(is_uri(text), "{text}");
    assert_eq!(Ok(&fast), slow::read(text, &open_policy()).as_ref(), "{text}");
    let url = fast.to_url().unwrap();
    assert_eq!(url, Url::parse(text).unwrap(), "{text}");
    true
}

#[test]
fn ordinary_url_takes_the_fast_path() {
    let longest = format!("{}.com", "a".repeat(59));
    for text in [
        "https://example.com",
        "https://example.com/",
        "https://api.example.com/v1/hooks?id=42&x=%20#top",
        "http://a.b",
        "http://1.2.3.4.nip.io/",
        "http://192-168-0-1.sslip.io",
        "ws://a1-b2.c3.example:1/",
        "wss://example.com:65535",
        "ftp://example.com:00021/",
        "ftps://example.com:990/x",
        "https://example.com:0/",
        "https://example.com:443?",
        "https://example.com#",
        "https://example.com//..//./%2e%2E/a",
        "https://example.com/?a?b/c:@!$&'()*+,;=-._~#?/",
        "https://localhost.localdomain/",
        "https://0x7f.com/",
        "https://a.x0",
        "https://a.xn",
        &format!("https://{longest}/"),
    ] {
        assert!(answers_in_agreement(text), "{text}");
    }
}

#[test]
fn unusual_url_is_left_to_the_parser() {
    let long_label = "a".repeat(60);
    let long_name = format!("{}com", "a.".repeat(31));
    for text in [
        "",
        "https",
        "https:",
        "https:/example.com",
        "https:///example.com",
        "HTTPS://example.com",
        "https://Example.com",
        "gopher://example.com",
        "https://",
        "https://localhost",
        "https://example",
        "https://example.com.",
        "https://example..com",
        "https://.example.com",
        "https://-a.com",
        "https://a-.com",
        "https://a.-com",
        "https://a--b.com",
        "https://xn--mnchen-3ya.de",
        "https://münchen.de",
        "https://127.0.0.1",
        "https://127.1",
        "https://a.0x7f",
        "https://a.1b",
        "https://a_b.com",
        "https://a%62.com",
        "https://user@example.com",
        "https://example.com@other.com",
        "https://example.com:80@other.com",
        "https://example.com:pass@other.com",
        "https://example.com:",
        "https://example.com:/",
        "https://example.com:65536",
        "https://example.com:000080",
        "https://example.com:8x",
        "https://example.com:+8",
        "https://example.com\\@other.com",
        "https://example.com;x",
        "https://example.com/a b",
        "https://example.com/%",
        "https://example.com/%4",
        "https://example.com/%zz",
        "https://example.com/#a#b",
        "https://example.com/<",
        "https://example.com/ü",
        "https://example.com/\u{1}",
        "https://[::1]/",
        &format!("https://{long_label}.com"),
        &format!("https://com.{long_label}"),
        &format!("https://{long_name}"),
    ] {
        assert!(!answers_in_agreement(text), "{text}");
    }
}

fn url_like() -> impl Strategy<Value = String> {
    let scheme = prop_oneof![9 => "(https?|wss?|ftps?)://", 1 => "[a-zA-Z]{1,5}:/{0,3}"];
    let host = prop_oneof![
        6 => "([a-z0-9]{1,8}[.-]){1,4}[a-z][a-z0-9]{0,5}",
        2 => "([a-zA-Z0-9._-]|xn--|\\.\\.){1,20}",
        1 => "(0x)?[0-9]{1,10}(\\.(0x)?[0-9a-f]{0,3}){0,4}",
        1 => "(localhost|example|metadata|a\\.b)(\\.goog|\\.internal|\\.com|\\.)?",
    ];
    let port = prop_oneof![3 => "", 2 => ":[0-9]{1,5}", 1 => ":[0-9a-z@]{0,7}"];
    let rest = prop_oneof![
        3 => "(/[a-zA-Z0-9._~-]{0,6}){0,4}(\\?[a-z=&]{0,8})?(#[a-z]{0,4})?",
        2 => "[/?#][!-~]{0,12}",
        1 => "\\PC{0,6}",
        1 => "(/(\\.|\\.\\.|%2e|%[0-9a-fA-F]{2})){0,4}",
    ];
    (scheme, host, port, rest).prop_map(|(scheme, host, port, rest)| format!("{scheme}{host}{port}{rest}"))
}

proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(4096))]

    #[test]
    fn fast_path_agrees_with_the_parser(text in url_like()) {
        answers_in_agreement(&text);
    }

    #[test]
    fn fast_path_agrees_after_one_changed_character(text in url_like(), at in 0_usize..60, other in "[ -~]|\\PC") {
        let changed: String = text
            .char_indices()
            .map(|(place, character)| if place == at { other.clone() } else { character.to_string() })
            .collect();
        answers_in_agreement(&changed);
    }

    #[test]
    fn verdict_is_equal_on_both_paths(text in url_like(), open in 0_u8..4) {
        let policy = UrlPolicy {
            block_private_ips: open & 1 == 0,
            block_localhost: open & 2 == 0,
            max_length: 60,
            ..open_policy()
        };
        let slowly = slow::read(&text, &policy).and_then(|url| url.check_host(&policy).map(|()| url));
        prop_assert_eq!(crate::url_guard::check(&text, &policy), slowly);
    }

    #[test]
    fn accepted_url_passes_again_in_normal_form(text in url_like()) {
        let policy = UrlPolicy { max_length: 4096, ..UrlPolicy::default() };
        if let Ok(url) = crate::url_guard::check(&text, &policy) {
            let normal = url.to_url().unwrap();
            let again = crate::url_guard::check(normal.as_str(), &policy);
            prop_assert!(again.is_ok_and(|again| again.host() == url.host() && again.port() == url.port()));
        }
    }
}
