//! Limits how often people try to sign in: per address and for the whole service.
//!
//! Everything that takes a guess counts before it is checked: a code, a personal link, the begin of a sign-in with a
//! provider and the return from one. Each node counts for itself; nothing is stored. Refused attempts do not count, so
//! that a person who waits as long as the page says gets in.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use askwell_http::connections::Slot;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use parking_lot::Mutex;

use crate::pages::Pages;
use crate::proxy::AddressRange;
use crate::rate_windows::RateWindows;
use crate::visit::PageError;

/// The most addresses that are counted one by one. All others share one count.
const MOST_ADDRESSES: usize = 65_536;

/// The most addresses in a header of a proxy that are looked at.
const MOST_HOPS: usize = 16;

/// How often people may try to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptLimits {
    /// The most attempts from one address in a minute. IPv6 addresses of one /64 network count as one.
    pub per_address: usize,
    /// The most attempts in a minute from all addresses.
    pub total: usize,
    /// The header in which a proxy names the address of the person, such as `x-forwarded-for`. Without one, the address
    /// of the connection counts.
    pub address_header: Option<String>,
    /// The addresses of the proxy. The header is ignored in requests from others.
    pub trusted: Vec<AddressRange>,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        AttemptLimits { per_address: 120, total: 3_000, address_header: None, trusted: Vec::new() }
    }
}

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttemptScope {
    /// Attempts from one network address.
    Address,
    /// Attempts of all.
    Service,
    /// Codes for one mail address.
    #[cfg_attr(not(feature = "sign-in"), expect(dead_code, reason = "codes are mailed where people sign in"))]
    Mailbox,
}

/// An attempt that is refused, and after how many seconds the next one is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyAttempts {
    pub(crate) scope: AttemptScope,
    pub(crate) seconds: u64,
}

/// The attempts of the last two minutes.
#[derive(Debug, Default)]
pub(crate) struct SignInAttempts {
    limits: AttemptLimits,
    counts: Mutex<AttemptCounts>,
}

#[derive(Debug, Default)]
struct AttemptCounts {
    windows: RateWindows<AttemptKey>,
    /// Whether a refusal of this window is in the log already.
    is_reported: bool,
}

/// What attempts are counted by. The address `None` stands for unknown ones and for those beyond [`MOST_ADDRESSES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum AttemptKey {
    Network(Option<IpAddr>),
    All,
}

impl SignInAttempts {
    pub(crate) fn new(limits: AttemptLimits) -> SignInAttempts {
        SignInAttempts { limits, counts: Mutex::default() }
    }

    /// Counts an attempt from an address. Returns when to try again if there were too many.
    pub(crate) fn count(&self, address: Option<IpAddr>, now: u64) -> Result<(), TooManyAttempts> {
        let mut counts = self.counts.lock();
        if counts.windows.advance(now) {
            counts.is_reported = false;
        }
        let mut network = address.map(network_of);
        let is_counted = |network| counts.windows.contains(&AttemptKey::Network(network));
        if counts.windows.len() > MOST_ADDRESSES && !is_counted(network) {
            network = None;
        }
        let checks = [
            (AttemptScope::Address, AttemptKey::Network(network), self.limits.per_address),
            (AttemptScope::Service, AttemptKey::All, self.limits.total),
        ];
        for (scope, key, limit) in checks {
            let wait = counts.windows.wait(&key, limit, now);
            if wait > 0 {
                if !std::mem::replace(&mut counts.is_reported, true) {
                    let network = network.map(|network| network.to_string());
                    tracing::warn!(?scope, network, "too many attempts to sign in; some are refused");
                }
                return Err(TooManyAttempts { scope, seconds: wait.div_ceil(1000) });
            }
        }
        for (_, key, _) in checks {
            counts.windows.add(key);
        }
        Ok(())
    }

    /// Returns the address of the person behind a request: the last one in the header that is not of the proxy itself.
    fn address_of(&self, headers: &HeaderMap, from: Option<IpAddr>) -> Option<IpAddr> {
        let is_trusted = |address: IpAddr| self.limits.trusted.iter().any(|range| range.contains(address));
        let (Some(header), Some(true)) = (&self.limits.address_header, from.map(is_trusted)) else {
            return from;
        };
        let lines = headers.get_all(header.as_str()).iter().rev();
        let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        // Addresses before one that cannot be read may be invented.
        let hops = hops.take(MOST_HOPS).map_while(|hop| read_address(hop.trim()));
        let mut nearest = from;
        for hop in hops {
            nearest = Some(hop);
            if !is_trusted(hop) {
                break;
            }
        }
        nearest
    }
}

/// Returns the address that attempts count for: a household or a server has a /64 of IPv6 to itself.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Reads an address as proxies write it: alone or with a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// A request that takes a guess, counted. Refused with a page if there were too many.
pub(crate) struct CountedAttempt {
    /// The address of the person, where it is known.
    #[cfg_attr(
        not(feature = "sign-in"),
        expect(dead_code, reason = "codes are mailed where people sign in")
    )]
    pub(crate) address: Option<IpAddr>,
}

impl FromRequestParts<Pages> for CountedAttempt {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<CountedAttempt, PageError> {
        let from = match parts.extensions.get::<Arc<Slot>>() {
            Some(slot) => slot.address(),
            // Pages that a program mounts in its own server.
            None => parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|from| from.0.ip()),
        };
        let attempts = pages.sign_in_attempts();
        let address = attempts.address_of(&parts.headers, from);
        attempts
            .count(address, pages.engine().now().as_millis())
            .map(|()| CountedAttempt { address })
            .map_err(PageError::Attempts)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::HeaderMap;

    use super::{AttemptLimits, AttemptScope, SignInAttempts};
    use crate::rate_windows::WINDOW;

    fn attempts(per_address: usize, total: usize) -> SignInAttempts {
        SignInAttempts::new(AttemptLimits { per_address, total, ..AttemptLimits::default() })
    }

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn attempts_of_an_address_are_refused_until_the_time_that_is_named() {
        for limit in [1, 2, 5, 120] {
            let (attempts, mut now) = (attempts(limit, 10_000), 1_000_000);
            for _ in 0..limit {
                attempts.count(address("10.0.0.1"), now).unwrap();
            }
            attempts.count(address("10.0.0.2"), now).unwrap();
            for _ in 0..50 {
                let refused = attempts.count(address("10.0.0.1"), now).unwrap_err();
                assert_eq!(refused.scope, AttemptScope::Address);
                assert!((1..=120).contains(&refused.seconds), "{refused:?}");
                now += refused.seconds * 1000;
                attempts.count(address("10.0.0.1"), now).unwrap();
                while attempts.count(address("10.0.0.1"), now).is_ok() {}
            }
        }
    }

    #[test]
    fn no_minute_has_more_than_twice_the_limit() {
        let (attempts, limit) = (attempts(20, 10_000), 20);
        let mut admitted = Vec::new();
        for now in (0..10 * WINDOW).step_by(500) {
            while attempts.count(address("10.0.0.1"), now).is_ok() {
                admitted.push(now);
            }
        }
        for start in 0..9 * WINDOW / 500 {
            let minute = start * 500..start * 500 + WINDOW;
            let found = admitted.iter().filter(|at| minute.contains(*at)).count();
            assert!(found <= 2 * limit, "{found} from {start}");
        }
        assert!(admitted.len() >= 9 * limit, "those who wait get in: {}", admitted.len());
    }

    #[test]
    fn all_addresses_together_are_limited_and_bounded() {
        let attempts = attempts(3, 10);
        for last in 0..10 {
            attempts.count(address(&format!("10.0.0.{last}")), 5).unwrap();
        }
        for last in 10..200 {
            let refused = attempts.count(address(&format!("10.0.0.{last}")), 5).unwrap_err();
            assert_eq!(refused.scope, AttemptScope::Service);
        }
        assert_eq!(attempts.counts.lock().windows.len(), 10 + 1, "refused ones are not remembered");
        attempts.count(address("10.0.0.1"), 5 + 2 * WINDOW).unwrap();
        assert_eq!(attempts.counts.lock().windows.len(), 1 + 1, "those of earlier windows are forgotten");
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_and_a_clock_may_go_back() {
        let attempts = attempts(2, 100);
        attempts.count(address("2001:db8::1"), WINDOW).unwrap();
        attempts.count(address("2001:db8::ffff:1"), 0).unwrap();
        assert!(attempts.count(address("2001:db8::2:3"), 1).is_err());
        attempts.count(address("2001:db8:0:1::1"), 1).unwrap();
        for spelled in ["10.0.0.1", "::ffff:10.0.0.1"] {
            attempts.count(address(spelled), 1).unwrap();
        }
        assert!(attempts.count(address("10.0.0.1"), 1).is_err());
    }

    #[test]
    fn header_with_the_address_counts_from_the_proxy_only() {
        let attempts = SignInAttempts::new(AttemptLimits {
            address_header: Some("x-forwarded-for".to_owned()),
            trusted: vec!["10.0.0.0/8".parse().unwrap()],
            ..AttemptLimits::default()
        });
        for (lines, from, expected) in [
            (&["203.0.113.9"][..], "10.0.0.1", "203.0.113.9"),
            (&["203.0.113.9"], "198.51.100.1", "198.51.100.1"),
            (&["1.1.1.1, 203.0.113.9, 10.0.0.2"], "10.0.0.1", "203.0.113.9"),
            (&["1.1.1.1", "203.0.113.9"], "10.0.0.1", "203.0.113.9"),
            (&["203.0.113.9:4711"], "10.0.0.1", "203.0.113.9"),
            (&["[2001:db8::1]:80"], "10.0.0.1", "2001:db8::1"),
            (&["1.1.1.1, nonsense"], "10.0.0.1", "10.0.0.1"),
            (&["1.1.1.1, nonsense, 10.0.0.3"], "10.0.0.1", "10.0.0.3"),
            (&[], "10.0.0.1", "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            assert_eq!(attempts.address_of(&headers, address(from)), address(expected), "{lines:?} {from}");
        }
        assert_eq!(attempts.address_of(&HeaderMap::new(), None), None);
    }
}
