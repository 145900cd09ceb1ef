//! Attack cases, one table for each class. The tables need nothing outside the crate.
//!
//! Each URL has the short name of its result: see [`verdict`].

use super::{Scheme, SchemeSet, UrlHost, UrlPolicy, UrlRefusal, check, check_address};
use std::net::IpAddr;

fn web() -> UrlPolicy {
    UrlPolicy { allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http), ..UrlPolicy::default() }
}

/// "allow", or one or two words for the refusal; for an address, the block it lies in.
fn verdict(text: &str, policy: &UrlPolicy) -> &'static str {
    check(text, policy).map_or_else(|refusal| short(&refusal), |_| "allow")
}

fn short(refusal: &UrlRefusal) -> &'static str {
    match refusal {
        UrlRefusal::ControlOrSpace => "control",
        UrlRefusal::TooLong { .. } => "too long",
        UrlRefusal::Syntax => "syntax",
        UrlRefusal::Scheme { .. } => "scheme",
        UrlRefusal::Credentials => "credentials",
        UrlRefusal::NoHost => "no host",
        UrlRefusal::HostName { .. } => "host name",
        UrlRefusal::Localhost => "localhost",
        UrlRefusal::PrivateAddress { range, .. } => range.split_once(" (").map_or(range, |(block, _)| block),
        UrlRefusal::PrivateName { .. } => "private name",
        UrlRefusal::Unresolved => "unresolved",
    }
}

fn expect(policy: &UrlPolicy, cases: &[(&str, &str)]) {
    for &(text, expected) in cases {
        assert_eq!(verdict(text, policy), expected, "{text:?}");
    }
}

fn addresses(list: &[&str]) -> Vec<IpAddr> {
    list.iter().map(|address| address.parse().unwrap()).collect()
}

#[test]
fn only_allowed_schemes_pass() {
    expect(
        &web(),
        &[
            ("http://example.com/", "allow"),
            ("https://example.com/", "allow"),
            ("HTTPS://EXAMPLE.COM/", "allow"),
            ("ftp://example.com/", "scheme"),
            ("ftps://example.com/", "scheme"),
            ("ws://example.com/", "scheme"),
            ("file:///etc/passwd", "scheme"),
            ("gopher://example.com/_x", "scheme"),
            ("javascript:alert(1)", "scheme"),
            ("data:text/html,x", "scheme"),
            ("jar:http://example.com!/", "scheme"),
            ("mailto:a@example.com", "scheme"),
            ("httpx://example.com", "scheme"),
            ("view-source:https://example.com", "scheme"),
            ("blob:https://example.com/1", "scheme"),
            ("example.com", "syntax"),
            ("//example.com/", "syntax"),
            ("/path", "syntax"),
            ("", "syntax"),
            ("1http://example.com", "syntax"),
            ("http//example.com", "syntax"),
        ],
    );
    expect(
        &UrlPolicy::default(),
        &[
            ("https://example.com/", "allow"),
            ("http://example.com/", "scheme"),
            ("wss://example.com/", "scheme"),
        ],
    );
    let all = UrlPolicy { allowed_schemes: Scheme::ALL.into_iter().collect(), ..UrlPolicy::default() };
    for scheme in Scheme::ALL {
        for (host, expected) in [
            ("example.com", "allow"),
            ("example.com:7", "allow"),
            ("8.8.8.8", "allow"),
            ("[2606:4700::1]", "allow"),
            ("127.0.0.1", "localhost"),
            ("127.1", "localhost"),
            ("0x7f000001", "localhost"),
            ("2130706433", "localhost"),
            ("①②⑦.1", "localhost"),
            ("%31%32%37.1", "localhost"),
            ("10.1", "10.0.0.0/8"),
            ("[::1]", "localhost"),
            ("LocalHost", "localhost"),
            ("a.internal.", "private name"),
            ("u@example.com", "credentials"),
        ] {
            assert_eq!(verdict(&format!("{scheme}://{host}/"), &all), expected, "{scheme} {host}");
        }
    }
    expect(&UrlPolicy { allowed_schemes: SchemeSet::EMPTY, ..web() }, &[("https://example.com/", "scheme")]);
}

#[test]
fn credentials_and_decoys_are_refused() {
    expect(
        &web(),
        &[
            ("https://user@example.com/", "credentials"),
            ("https://user:pass@example.com/", "credentials"),
            ("https://:pass@example.com/", "credentials"),
            ("https://@example.com/", "credentials"),
            ("https://:@example.com/", "credentials"),
            ("https://example.com@127.0.0.1/", "credentials"),
            ("https://example.com:443@127.0.0.1/", "credentials"),
            ("https://example.com%2f@127.0.0.1/", "credentials"),
            ("https://user@/", "credentials"),
            ("https://a@b@example.com/", "syntax"),
            ("https://example.com/@127.0.0.1", "allow"),
            ("https://example.com/?@127.0.0.1", "allow"),
            ("https://example.com?@127.0.0.1", "allow"),
            ("https://example.com#@127.0.0.1", "allow"),
            ("https://127.0.0.1/?@example.com", "localhost"),
            ("https://127.0.0.1#@example.com", "localhost"),
            ("https://127.0.0.1?@example.com", "localhost"),
        ],
    );
}

#[test]
fn missing_or_malformed_host_is_refused() {
    expect(
        &web(),
        &[
            ("https:", "no host"),
            ("https:/", "no host"),
            ("https://", "no host"),
            ("https:///", "no host"),
            ("https:example.com", "no host"),
            ("https:/example.com", "no host"),
            ("https:///example.com", "no host"),
            ("https:////example.com", "no host"),
            ("https://:443/", "no host"),
            ("https://?x", "no host"),
            ("https:\\\\example.com", "syntax"),
            ("https:\\\\127.0.0.1", "syntax"),
            ("https:/\\example.com", "syntax"),
            ("https://example.com\\@127.0.0.1/", "syntax"),
            ("https://127.0.0.1\\@example.com/", "syntax"),
            ("https://example.com/a\\b", "syntax"),
            ("https://example.com:80:80/", "syntax"),
            ("https://example.com:80;x/", "syntax"),
            ("https://example.com:65535/", "allow"),
            ("https://example.com:65536/", "syntax"),
            ("https://example.com:99999999999999999999/", "syntax"),
            ("https://example.com:-1/", "syntax"),
            ("https://example.com:/", "allow"),
            ("https://example.com:0000443/", "allow"),
            ("https://example.com/<x>", "syntax"),
            ("https://example.com/\"", "syntax"),
            ("https://example.com/{x}", "syntax"),
            ("https://example.com/|", "syntax"),
            ("https://example.com/^`", "syntax"),
            ("https://example.com/%", "syntax"),
            ("https://example.com/%g0", "syntax"),
            ("https://example.com/?a[]=1", "syntax"),
            ("https://exa<mple.com/", "syntax"),
            ("https://example.com%00.evil.com/", "syntax"),
            ("https://example.com%2f/", "syntax"),
            ("https://example%2ecom/", "allow"),
            ("https://%25/", "syntax"),
            ("https://192%252e168%252e1%252e1/", "syntax"),
        ],
    );
}

#[test]
fn control_hidden_and_space_characters_are_refused() {
    for (character, expected) in [
        ("\0", "control"),
        ("\t", "control"),
        ("\n", "control"),
        ("\r", "control"),
        ("\u{1f}", "control"),
        (" ", "control"),
        ("\u{7f}", "control"),
        ("\u{85}", "control"),
        ("\u{a0}", "control"),
        ("\u{ad}", "control"),
        ("\u{61c}", "control"),
        ("\u{180e}", "control"),
        ("\u{2003}", "control"),
        ("\u{200b}", "control"),
        ("\u{200f}", "control"),
        ("\u{2028}", "control"),
        ("\u{202e}", "control"),
        ("\u{2060}", "control"),
        ("\u{2066}", "control"),
        ("\u{3000}", "control"),
        ("\u{feff}", "control"),
        ("\u{e0041}", "control"),
        ("\u{fffd}", "syntax"),
        ("\u{fdd0}", "syntax"),
    ] {
        for text in [
            format!("{character}https://example.com/"),
            format!("ht{character}tps://example.com/"),
            format!("https:/{character}/example.com/"),
            format!("https://exam{character}ple.com/"),
            format!("https://example.com{character}:80/"),
            format!("https://example.com/a{character}b?c"),
            format!("https://example.com/?a{character}b"),
            format!("https://example.com/#a{character}b"),
            format!("https://example.com/{character}"),
        ] {
            assert_eq!(verdict(&text, &web()), expected, "{text:?}");
        }
    }
}

#[test]
fn length_is_counted_in_characters() {
    let policy = UrlPolicy { max_length: 24, ..web() };
    expect(
        &policy,
        &[
            ("https://example.com/1234", "allow"),
            ("https://example.com/12345", "too long"),
            ("https://münchen.de/123öü", "allow"),
            ("https://münchen.de/1234öü", "too long"),
            ("https://example.com/1234 5", "control"),
            ("file:///etc/12345678901234", "too long"),
        ],
    );
    let edge = format!("https://example.com/{}", "a".repeat(2028));
    assert_eq!(verdict(&edge, &UrlPolicy::default()), "allow");
    let beyond = edge + "a";
    let refused = check(&beyond, &UrlPolicy::default());
    assert_eq!(refused, Err(UrlRefusal::TooLong { length: 2049, max: 2048 }));
}

#[test]
fn private_ipv4_block_is_refused_and_its_neighbours_are_not() {
    // The last address before a block, its two ends, and the first address after it.
    for (before, first, last, after, block) in [
        ("", "0.0.0.0", "0.255.255.255", "1.0.0.0", "0.0.0.0/8"),
        ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", "10.0.0.0/8"),
        ("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0", "100.64.0.0/10"),
        ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", "localhost"),
        ("168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17", "168.63.129.16/32"),
        ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", "169.254.0.0/16"),
        ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", "172.16.0.0/12"),
        ("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0", "192.0.0.0/24"),
        ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0", "192.0.2.0/24"),
        ("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0", "192.88.99.0/24"),
        ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", "192.168.0.0/16"),
        ("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0", "198.18.0.0/15"),
        ("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0", "198.51.100.0/24"),
        ("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0", "203.0.113.0/24"),
        ("223.255.255.255", "224.0.0.0", "239.255.255.255", "", "224.0.0.0/4"),
        ("", "240.0.0.0", "255.255.255.255", "", "240.0.0.0/4"),
    ] {
        for (address, expected) in [(before, "allow"), (first, block), (last, block), (after, "allow")] {
            if !address.is_empty() {
                every_spelling_of(address, expected);
            }
        }
    }
}

/// However an IPv4 address is spelled, the verdict is the same; inside an IPv6 address it never passes.
fn every_spelling_of(address: &str, expected: &str) {
    let parsed: std::net::Ipv4Addr = address.parse().unwrap();
    let [a, b, c, d] = parsed.octets();
    let bits = parsed.to_bits();
    for host in [
        address.to_owned(),
        format!("{address}."),
        format!("{bits}"),
        format!("{bits}."),
        format!("{bits:#x}"),
        format!("{bits:#X}"),
        format!("0{bits:o}"),
        format!("0x{bits:016x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("{a}.{b:#x}.0{c:o}.{d}"),
        format!("{a}.{}", bits & 0xff_ffff),
        format!("{a}.{b}.{}", bits & 0xffff),
        format!("{a}%2e{b}%2E{c}.{d}"),
        address.replace('.', "。"),
        address.replace('.', "．"),
        address.replace('.', "｡"),
        address.chars().map(full_width).collect(),
        address.bytes().map(|byte| format!("%{byte:02x}")).collect(),
    ] {
        assert_eq!(verdict(&format!("http://{host}/"), &web()), expected, "{host}");
        assert_eq!(verdict(&format!("http://{host}:8080"), &web()), expected, "{host}");
    }
    for inside in [
        format!("[::ffff:{address}]"),
        format!("[::{address}]"),
        format!("[::ffff:0:{address}]"),
        format!("[64:ff9b::{address}]"),
        format!("[64:ff9b:1::{address}]"),
        format!("[2002:{:x}:{:x}::]", bits >> 16, bits & 0xffff),
    ] {
        assert_ne!(verdict(&format!("http://{inside}/"), &web()), "allow", "{inside}");
    }
}

fn full_width(character: char) -> char {
    character.to_digit(10).and_then(|digit| char::from_u32(0xff10 + digit)).unwrap_or(character)
}

#[test]
fn unusual_ipv4_spelling_is_refused() {
    expect(
        &web(),
        &[
            ("http://256.1.1.1/", "syntax"),
            ("http://127.0.0.256/", "syntax"),
            ("http://127.16777216/", "syntax"),
            ("http://4294967296/", "syntax"),
            ("http://0x100000000/", "syntax"),
            ("http://08.0.0.1/", "syntax"),
            ("http://127.0.0.1.1/", "syntax"),
            ("http://o177.0.0.1/", "syntax"),
            ("http://1.2.3.4../", "host name"),
            ("http://127.0.0.1../", "host name"),
            ("http://127.0.0.1.example/", "allow"),
            ("http://192.168.example/", "allow"),
            ("http://0/", "0.0.0.0/8"),
            ("http://0x/", "0.0.0.0/8"),
            ("http://127.1/", "localhost"),
            ("http://127.0.1/", "localhost"),
            ("http://999999999/", "allow"),
        ],
    );
}

#[test]
fn private_ipv6_block_is_refused_in_every_spelling() {
    expect(
        &web(),
        &[
            ("http://[::]/", "::/128"),
            ("http://[0:0:0:0:0:0:0:0]/", "::/128"),
            ("http://[::1]/", "localhost"),
            ("http://[0000::0001]:80/", "localhost"),
            ("http://[0:0:0:0:0:0:0.0.0.1]/", "localhost"),
            ("http://[::2]/", "::/96"),
            ("http://[::8.8.8.8]/", "::/96"),
            ("http://[::ffff:127.0.0.1]/", "::ffff:0:0/96"),
            ("http://[::FFFF:7F00:1]/", "::ffff:0:0/96"),
            ("http://[::ffff:8.8.8.8]/", "::ffff:0:0/96"),
            ("http://[::ffff:0:8.8.8.8]/", "::ffff:0:0:0/96"),
            ("http://[64:ff9b::8.8.8.8]/", "64:ff9b::/96"),
            ("http://[64:ff9b:1::1]/", "64:ff9b:1::/48"),
            ("http://[64:ff9c::1]/", "outside 2000::/3"),
            ("http://[100::1]/", "100::/64"),
            ("http://[100:0:0:1::1]/", "100:0:0:1::/64"),
            ("http://[1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/", "outside 2000::/3"),
            ("http://[2000::]/", "allow"),
            ("http://[2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/", "allow"),
            ("http://[2001::]/", "2001::/23"),
            ("http://[2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff]/", "2001::/23"),
            ("http://[2001:200::]/", "allow"),
            ("http://[2001:db7:ffff::]/", "allow"),
            ("http://[2001:db8::]/", "2001:db8::/32"),
            ("http://[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]/", "2001:db8::/32"),
            ("http://[2001:db9::]/", "allow"),
            ("http://[2001:ffff::]/", "allow"),
            ("http://[2002::]/", "2002::/16"),
            ("http://[2002:808:808::1]/", "2002::/16"),
            ("http://[2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/", "2002::/16"),
            ("http://[2003::]/", "allow"),
            ("http://[2606:4700:4700::1111]/", "allow"),
            ("http://[2a00:1450:4001:81b::200e]:443/", "allow"),
            ("http://[3ffe:ffff::]/", "allow"),
            ("http://[3fff::]/", "3fff::/20"),
            ("http://[3fff:fff:ffff::]/", "3fff::/20"),
            ("http://[3fff:1000::]/", "allow"),
            ("http://[3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/", "allow"),
            ("http://[4000::]/", "outside 2000::/3"),
            ("http://[5f00::1]/", "5f00::/16"),
            ("http://[fc00::]/", "fc00::/7"),
            ("http://[fd00:ec2::254]/", "fc00::/7"),
            ("http://[fdff:ffff::]/", "fc00::/7"),
            ("http://[fe00::]/", "outside 2000::/3"),
            ("http://[fe80::1]/", "fe80::/10"),
            ("http://[febf::1]/", "fe80::/10"),
            ("http://[fec0::1]/", "fec0::/10"),
            ("http://[feff::1]/", "fec0::/10"),
            ("http://[ff02::1]/", "ff00::/8"),
            ("http://[fe80::1%25eth0]/", "syntax"),
            ("http://[fe80::1%eth0]/", "syntax"),
            ("http://[::1%25]/", "syntax"),
            ("http://[::1/", "syntax"),
            ("http://::1/", "syntax"),
            ("http://[::1]x/", "syntax"),
            ("http://[]/", "syntax"),
            ("http://[127.0.0.1]/", "syntax"),
            ("http://[::ffff:127.0.0.01]/", "syntax"),
            ("http://[::ﬀﬀ:7f00:1]/", "syntax"),
            ("http://[v1.a]/", "syntax"),
            ("http://%5B::1%5D/", "syntax"),
            ("http://%5B::1]/", "syntax"),
        ],
    );
}

#[test]
fn host_name_passes_or_is_refused_as_listed() {
    let label_of_64 = format!("http://{}.com/", "a".repeat(64));
    let label_of_63 = format!("http://{}.com/", "a".repeat(63));
    let name_of_254 = format!("http://{}abcd/", "a.".repeat(125));
    expect(
        &web(),
        &[
            ("http://localhost/", "localhost"),
            ("http://LOCALHOST/", "localhost"),
            ("http://localhost./", "localhost"),
            ("http://localhost../", "host name"),
            ("http://a.localhost/", "localhost"),
            ("http://a.b.localhost.:80/", "localhost"),
            ("http://%6cocalhost/", "localhost"),
            ("http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "localhost"),
            ("http://ｌｏｃａｌｈｏｓｔ/", "localhost"),
            ("http://a。localhost/", "localhost"),
            ("http://loc\u{ad}alhost/", "control"),
            ("http://localhost6/", "private name"),
            ("http://ip6-loopback/", "private name"),
            ("http://localhost.localdomain/", "private name"),
            ("http://localhost.example/", "allow"),
            ("http://notlocalhost.com/", "allow"),
            ("http://metadata.google.internal/", "private name"),
            ("http://METADATA.google.internal./", "private name"),
            ("http://metadata.goog/", "private name"),
            ("http://metadata.tencentyun.com/", "private name"),
            ("http://metadata.packet.net./", "private name"),
            ("http://metadata.amazonaws.com/", "private name"),
            ("http://metadata.oraclecloud.com/", "private name"),
            ("http://metadata。goog/", "private name"),
            ("http://metadata/", "private name"),
            ("http://intranet/", "private name"),
            ("http://intranet./", "private name"),
            ("http://com/", "private name"),
            ("http://db.internal/", "private name"),
            ("http://db.INTERNAL/", "private name"),
            ("http://printer.local/", "private name"),
            ("http://a.localdomain/", "private name"),
            ("http://router.lan/", "private name"),
            ("http://wiki.corp/", "private name"),
            ("http://home.arpa/", "private name"),
            ("http://nas.home.arpa./", "private name"),
            ("http://api.default.svc/", "private name"),
            ("http://api.ⓛⓐⓝ/", "private name"),
            ("http://internal.example/", "allow"),
            ("http://local.lan.example/", "allow"),
            ("http://example.com./", "allow"),
            ("http://a_b.example.com/", "host name"),
            ("http://*.example.com/", "host name"),
            ("http://a..example.com/", "host name"),
            ("http://.example.com/", "host name"),
            ("http://example.com../", "host name"),
            ("http://./", "host name"),
            ("http://.../", "host name"),
            ("http://a,b.example.com/", "host name"),
            ("http://-a.example/", "allow"),
            (&label_of_63, "allow"),
            (&label_of_64, "host name"),
            (&name_of_254, "host name"),
            ("http://münchen.de/straße?q=ü#ß", "allow"),
            ("http://xn--mnchen-3ya.de/", "allow"),
            ("http://XN--MNCHEN-3YA.de/", "allow"),
            ("http://例え.テスト/", "allow"),
            ("http://ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ/", "allow"),
            ("http://xn--/", "syntax"),
            ("http://xn--a.com/", "syntax"),
            ("http://a.xn--pokxncvks/", "syntax"),
            ("http://％４１.com/", "syntax"),
            ("http://💩.123/", "syntax"),
            ("http://example.com／path", "syntax"),
            ("http://example.com：80/", "syntax"),
            ("http://a＠example.com/", "syntax"),
        ],
    );
}

#[test]
fn accepted_url_has_its_parts() {
    let all = UrlPolicy { allowed_schemes: Scheme::ALL.into_iter().collect(), ..UrlPolicy::default() };
    for (text, scheme, host, port, needs, url) in [
        ("https://example.com", Scheme::Https, "example.com", 443, true, "https://example.com/"),
        (
            "HTTP://EXAMPLE.com.:8080/a/../b",
            Scheme::Http,
            "example.com",
            8080,
            true,
            "http://example.com:8080/b",
        ),
        (
            "https://münchen.de:443/ü",
            Scheme::Https,
            "xn--mnchen-3ya.de",
            443,
            true,
            "https://xn--mnchen-3ya.de/%C3%BC",
        ),
        ("ws://0x08080808/?q#f", Scheme::Ws, "8.8.8.8", 80, false, "ws://8.8.8.8/?q#f"),
        ("wss://[2606:4700:0::1]:", Scheme::Wss, "[2606:4700::1]", 443, false, "wss://[2606:4700::1]/"),
        ("ftp://example.com:2121/x", Scheme::Ftp, "example.com", 2121, true, "ftp://example.com:2121/x"),
        ("ftps://EXAMPLE.com./x", Scheme::Ftps, "example.com", 990, true, "ftps://example.com/x"),
        ("ftps://8.2056/x", Scheme::Ftps, "8.0.8.8", 990, false, "ftps://8.0.8.8/x"),
        (
            "ftps://münchen.de:990",
            Scheme::Ftps,
            "xn--mnchen-3ya.de",
            990,
            true,
            "ftps://xn--mnchen-3ya.de:990",
        ),
    ] {
        let guarded = check(text, &all).unwrap();
        assert_eq!(guarded.as_str(), text);
        assert_eq!((guarded.scheme(), guarded.port()), (scheme, port), "{text}");
        assert_eq!(guarded.host().to_string(), host, "{text}");
        assert_eq!(guarded.needs_resolving(), needs.then_some(host), "{text}");
        assert_eq!(matches!(guarded.host(), UrlHost::Name(_)), needs, "{text}");
        assert_eq!(guarded.to_url().unwrap().as_str(), url);
    }
}

#[test]
fn one_private_address_refuses_the_name() {
    let guarded = check("http://name.example.:81/x", &web()).unwrap();
    for (answers, expected) in [
        (&["93.184.216.34"][..], "allow"),
        (&["93.184.216.34", "2606:4700::1"], "allow"),
        (&[], "unresolved"),
        (&["127.0.0.1"], "localhost"),
        (&["::1"], "localhost"),
        (&["93.184.216.34", "127.0.0.1"], "localhost"),
        (&["10.0.0.1", "93.184.216.34"], "10.0.0.0/8"),
        (&["93.184.216.34", "fd00::1"], "fc00::/7"),
        (&["::ffff:93.184.216.34"], "::ffff:0:0/96"),
        (&["168.63.129.16"], "168.63.129.16/32"),
        (&["0.0.0.0"], "0.0.0.0/8"),
    ] {
        let outcome = guarded.check_resolved(&web(), &addresses(answers));
        let found = outcome.as_ref().map_or_else(short, |_| "allow");
        assert_eq!(found, expected, "{answers:?}");
        if let Ok(pinned) = outcome {
            assert_eq!(pinned.url().as_str(), "http://name.example:81/x");
            assert_eq!(pinned.addresses(), addresses(answers));
            assert!(pinned.socket_addresses().all(|socket| socket.port() == 81));
            assert_eq!(pinned.socket_addresses().count(), answers.len());
        }
    }
}

#[test]
fn rebound_name_is_refused_and_the_pin_stays() {
    let guarded = check("https://rebind.example/", &web()).unwrap();
    let first = addresses(&["93.184.216.34"]);
    let pinned = guarded.check_resolved(&web(), &first).unwrap();
    let second = guarded.check_resolved(&web(), &addresses(&["169.254.169.254"]));
    assert_eq!(second.as_ref().map_err(short), Err("169.254.0.0/16"));
    assert_eq!(pinned.addresses(), first);
}

#[test]
fn address_is_pinned_to_itself() {
    let guarded = check("https://8.8.8.8/", &web()).unwrap();
    for answers in [&[][..], &["1.1.1.1"], &["127.0.0.1"]] {
        let pinned = guarded.check_resolved(&web(), &addresses(answers)).unwrap();
        assert_eq!(pinned.addresses(), addresses(&["8.8.8.8"]));
    }
}

#[test]
fn each_permission_admits_its_own_hosts() {
    // Columns: neither open, localhost open, private open, both open.
    for (host, expected) in [
        ("example.com", ["allow", "allow", "allow", "allow"]),
        ("127.0.0.1", ["localhost", "allow", "localhost", "allow"]),
        ("2130706433", ["localhost", "allow", "localhost", "allow"]),
        ("[::1]", ["localhost", "allow", "localhost", "allow"]),
        ("localhost", ["localhost", "allow", "localhost", "allow"]),
        ("a.LOCALHOST.", ["localhost", "allow", "localhost", "allow"]),
        ("10.0.0.1", ["10.0.0.0/8", "10.0.0.0/8", "allow", "allow"]),
        ("169.254.169.254", ["169.254.0.0/16", "169.254.0.0/16", "allow", "allow"]),
        ("[fd00::1]", ["fc00::/7", "fc00::/7", "allow", "allow"]),
        ("[fe80::1]", ["fe80::/10", "fe80::/10", "allow", "allow"]),
        ("metadata.goog", ["private name", "private name", "allow", "allow"]),
        ("intranet", ["private name", "private name", "allow", "allow"]),
        ("db.internal", ["private name", "private name", "allow", "allow"]),
        ("0.0.0.0", ["0.0.0.0/8", "0.0.0.0/8", "localhost", "allow"]),
        ("[::]", ["::/128", "::/128", "localhost", "allow"]),
        ("[::ffff:127.0.0.1]", ["::ffff:0:0/96", "::ffff:0:0/96", "localhost", "allow"]),
        ("ip6-localhost", ["private name", "private name", "localhost", "allow"]),
        ("a_b.example", ["host name", "host name", "host name", "host name"]),
        ("u@127.0.0.1", ["credentials", "credentials", "credentials", "credentials"]),
    ] {
        let found = [(true, true), (false, true), (true, false), (false, false)].map(
            |(block_localhost, block_private_ips)| {
                verdict(
                    &format!("http://{host}/"),
                    &UrlPolicy { block_localhost, block_private_ips, ..web() },
                )
            },
        );
        assert_eq!(found, expected, "{host}");
    }
}

#[test]
fn permissions_hold_for_resolved_addresses() {
    let loopback_open = UrlPolicy { block_localhost: false, ..web() };
    let private_open = UrlPolicy { block_private_ips: false, ..web() };
    for (text, policy, answers, expected) in [
        ("http://localhost/", &loopback_open, &["127.0.0.1", "::1"][..], "allow"),
        ("http://localhost/", &loopback_open, &["10.0.0.1"], "10.0.0.0/8"),
        ("http://name.example/", &loopback_open, &["127.0.0.1"], "allow"),
        ("http://name.example/", &loopback_open, &["0.0.0.0"], "0.0.0.0/8"),
        ("http://intranet/", &private_open, &["10.0.0.1"], "allow"),
        ("http://intranet/", &private_open, &["10.0.0.1", "127.0.0.1"], "localhost"),
        ("http://intranet/", &private_open, &["::ffff:127.0.0.1"], "localhost"),
        ("http://intranet/", &private_open, &[], "unresolved"),
    ] {
        let outcome = check(text, policy).unwrap().check_resolved(policy, &addresses(answers));
        assert_eq!(outcome.as_ref().map_or_else(short, |_| "allow"), expected, "{text} {answers:?}");
    }
    // A URL that passed a lenient policy does not carry that leniency into a stricter one.
    let guarded = check("http://localhost/", &loopback_open).unwrap();
    let strictly = guarded.check_resolved(&web(), &addresses(&["93.184.216.34"]));
    assert_eq!(strictly, Err(UrlRefusal::Localhost));
    let by_https_only = guarded.check_resolved(&UrlPolicy::default(), &addresses(&["127.0.0.1"]));
    assert_eq!(by_https_only.as_ref().map_err(short), Err("scheme"));
    assert_eq!(check_address(addresses(&["127.0.0.1"])[0], &web()), Err(UrlRefusal::Localhost));
    assert_eq!(check_address(addresses(&["127.0.0.1"])[0], &loopback_open), Ok(()));
}

#[test]
fn refusals_are_described() {
    for (text, expected) in [
        ("https://a b", "the URL holds a control character, a space or an invisible character"),
        ("nonsense", "this is not a well-formed absolute URL"),
        ("File:///x", "the scheme `file` is not allowed (allowed: http, https)"),
        ("http://10.1/", "the address 10.0.0.1 is not public: 10.0.0.0/8 (private use)"),
        ("http://Intranet./", "the host name `intranet` is not public: a name without a dot"),
        ("http://a_b.c/", "the host name `a_b.c` is not made of labels of letters, digits and hyphens"),
    ] {
        assert_eq!(check(text, &web()).unwrap_err().to_string(), expected);
    }
}
