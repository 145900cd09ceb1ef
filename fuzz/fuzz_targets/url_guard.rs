//! Any text as a URL: what passes can be fetched, and leads to no place that the policy closes.
#![no_main]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use askwell_form::url_guard::{self, Scheme, UrlPolicy};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((flags, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let policy = UrlPolicy {
        allowed_schemes: Scheme::ALL
            .into_iter()
            .filter(|scheme| *flags & (1 << (*scheme as u8)) == 0)
            .collect(),
        block_private_ips: flags & 0x40 == 0,
        block_localhost: flags & 0x80 == 0,
        max_length: 200,
    };
    let Ok(guarded) = url_guard::check(text, &policy) else { return };
    let url = guarded.to_url().expect("what passes can be fetched");
    assert_eq!(url.scheme(), guarded.scheme().name());
    assert!(policy.allowed_schemes.contains(guarded.scheme()));
    assert!(text.chars().count() <= policy.max_length);
    assert!(url.username().is_empty() && url.password().is_none());
    let host =
        url.host_str().expect("there is a host").trim_start_matches('[').trim_end_matches(']').to_owned();
    if let Ok(address) = host.parse::<IpAddr>() {
        assert!(guarded.needs_resolving().is_none());
        assert!(!(policy.block_private_ips && is_private(address)), "{text} leads to {address}");
        assert!(!(policy.block_localhost && address.is_loopback()), "{text} leads to {address}");
    } else {
        let name = guarded.needs_resolving().expect("a name needs resolving");
        assert_eq!(name, host.trim_end_matches('.'));
        let local = name == "localhost" || name.ends_with(".localhost");
        assert!(!(policy.block_localhost && local), "{text}");
        // No answer that is private may be pinned.
        for answer in
            [IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), IpAddr::V6(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, 1))]
        {
            assert_eq!(guarded.check_resolved(&policy, &[answer]).is_ok(), !policy.block_private_ips);
        }
    }
    // The normal form passes, too, and stays what it is.
    let normal = url.as_str();
    if normal.chars().count() <= policy.max_length {
        let again =
            url_guard::check(normal, &policy).unwrap_or_else(|why| panic!("{text} became {normal}: {why}"));
        assert_eq!(again.host(), guarded.host());
        assert_eq!(again.port(), guarded.port());
    }
});

/// The well-known private ranges; the guard knows more.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            v4.is_private()
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_broadcast()
                || v4.is_multicast()
        }
        IpAddr::V6(v6) => {
            let mapped = v6
                .to_ipv4_mapped()
                .is_some_and(|v4| v4.is_private() || v4.is_loopback() || v4.is_link_local());
            mapped
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_unspecified()
                || v6.is_multicast()
        }
    }
}
