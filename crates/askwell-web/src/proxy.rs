//! People whom a proxy in front of the service has identified: by headers, which count only from trusted addresses.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;

use crate::visit::is_plain_name;
use crate::visitor::Visitor;

/// The most groups that a header can name.
const MOST_GROUPS: usize = 256;

/// The headers of a proxy, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProxySettings {
    /// The header with the name of the person.
    pub person_header: String,
    /// The header with the groups of the person, with `,` or `|` between them.
    pub groups_header: Option<String>,
    /// The addresses of the proxy. Headers in requests from other addresses are ignored. Empty means that only the
    /// proxy can reach the service.
    pub trusted: Vec<AddressRange>,
}

/// A range of IP addresses, such as `10.0.0.0/8`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    prefix: u8,
}

/// A text that is no range of addresses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address nor a range such as 10.0.0.0/8 or fd00::/8")]
pub struct InvalidAddressRange(String);

impl FromStr for AddressRange {
    type Err = InvalidAddressRange;

    fn from_str(text: &str) -> Result<AddressRange, InvalidAddressRange> {
        let invalid = || InvalidAddressRange(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u8>().map_err(|_| invalid())?)),
            None => (text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| invalid())?;
        let longest = if first.is_ipv4() { 32 } else { 128 };
        let range = AddressRange { first, prefix: prefix.unwrap_or(longest) };
        // Bits after the prefix are most likely a mistake.
        let is_first = range.prefix <= longest && range.bits(first) == Some(bits(first));
        if is_first { Ok(range) } else { Err(invalid()) }
    }
}

impl std::fmt::Display for AddressRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

impl AddressRange {
    /// Returns whether an address is in the range. An IPv4 address in IPv6 form counts as the IPv4 address.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && self.bits(address) == Some(bits(self.first))
    }

    /// Returns the bits of an address up to the prefix.
    fn bits(&self, address: IpAddr) -> Option<u128> {
        let width: u32 = if self.first.is_ipv4() { 32 } else { 128 };
        let rest = width.checked_sub(self.prefix.into())?;
        Some(bits(address).checked_shr(rest).unwrap_or(0).checked_shl(rest).unwrap_or(0))
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => v4.to_bits().into(),
        IpAddr::V6(v6) => v6.to_bits(),
    }
}

impl ProxySettings {
    /// Returns the person that the proxy names. Two headers count as none, because one of them came from outside.
    pub(crate) fn visitor(&self, headers: &HeaderMap, from: Option<IpAddr>) -> Option<Visitor> {
        let is_trusted = |from: IpAddr| self.trusted.iter().any(|range| range.contains(from));
        if !self.trusted.is_empty() && !from.is_some_and(is_trusted) {
            return None;
        }
        let person = single(headers, &self.person_header).filter(|name| is_plain_name(name))?;
        let groups =
            self.groups_header.as_deref().and_then(|header| single(headers, header)).unwrap_or_default();
        let groups = groups.split([',', '|']).map(str::trim).filter(|group| is_plain_name(group));
        Some(Visitor {
            person: person.to_owned(),
            groups: groups.take(MOST_GROUPS).map(str::to_owned).collect(),
            session: None,
        })
    }
}

/// Returns the text of a header that a request has once.
fn single<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => std::str::from_utf8(value.as_bytes()).ok().map(str::trim),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{AddressRange, ProxySettings};

    #[test]
    fn range_contains_its_addresses_only() {
        for (range, inside, outside) in [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("fd00::/8", "fdff::1", "fe00::1"),
            ("::1", "::1", "::2"),
            ("::/0", "2001:db8::1", "10.0.0.1"),
        ] {
            let range: AddressRange = range.parse().unwrap();
            assert!(range.contains(inside.parse().unwrap()), "{range} {inside}");
            assert!(!range.contains(outside.parse().unwrap()), "{range} {outside}");
        }
        for bad in
            ["", "10.0.0.1/8", "10.0.0.0/33", "10.0.0/8", "localhost", "::1/129", "10.0.0.0/-1", "10.0.0.0/"]
        {
            assert!(bad.parse::<AddressRange>().is_err(), "{bad}");
        }
    }

    #[test]
    fn headers_count_from_trusted_addresses_and_once() {
        let settings = ProxySettings {
            person_header: "x-user".to_owned(),
            groups_header: Some("x-groups".to_owned()),
            trusted: vec!["10.0.0.0/8".parse().unwrap()],
        };
        let mut headers = HeaderMap::new();
        headers.insert("x-user", "ada".parse().unwrap());
        headers.insert("x-groups", "on-call, staff|ops,,\u{9}".parse().unwrap());
        let from = |address: &str| settings.visitor(&headers, address.parse().ok());
        let visitor = from("10.1.2.3").unwrap();
        assert_eq!(
            (visitor.person.as_str(), visitor.groups),
            ("ada", vec!["on-call".into(), "staff".into(), "ops".into()])
        );
        assert_eq!((from("11.1.2.3"), from("no address")), (None, None));
        let mut twice = headers.clone();
        twice.append("x-groups", "administrators".parse().unwrap());
        let visitor = settings.visitor(&twice, "10.1.2.3".parse().ok()).unwrap();
        assert!(visitor.groups.is_empty(), "two headers are none");
        twice.append("x-user", "bob".parse().unwrap());
        assert_eq!(settings.visitor(&twice, "10.1.2.3".parse().ok()), None);
    }
}
