//! Decides which IP addresses are public.
//!
//! For IPv4 the table lists rejected blocks. For IPv6 only 2000::/3 is assigned to the public, so
//! all other addresses are rejected even if the table does not name them.
//!
//! An IPv4 address within an IPv6 one is always rejected: no legitimate URL needs that.

use super::{Gate, UrlPolicy, UrlRefusal};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Refuses the address if it lies in a special block that the policy keeps shut.
pub(super) fn check(address: IpAddr, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
    let special = match address {
        IpAddr::V4(address) => special_v4(address),
        IpAddr::V6(address) => special_v6(address),
    };
    match special {
        Some((Gate::Localhost, _)) if policy.block_localhost => Err(UrlRefusal::Localhost),
        Some((Gate::Private | Gate::Both, range)) if policy.block_private_ips => {
            Err(UrlRefusal::PrivateAddress { address, range })
        }
        Some((Gate::Both, _)) if policy.block_localhost => Err(UrlRefusal::Localhost),
        _ => Ok(()),
    }
}

struct Block<Bits> {
    first: Bits,
    /// How many leading bits an address shares with `first`.
    prefix: u32,
    gate: Gate,
    label: &'static str,
}

fn special_v4(address: Ipv4Addr) -> Option<(Gate, &'static str)> {
    let bits = address.to_bits();
    IPV4_BLOCKS
        .iter()
        .find(|block| (bits ^ block.first).leading_zeros() >= block.prefix)
        .map(|block| (block.gate, block.label))
}

fn special_v6(address: Ipv6Addr) -> Option<(Gate, &'static str)> {
    let bits = address.to_bits();
    let named = IPV6_BLOCKS
        .iter()
        .find(|block| (bits ^ block.first).leading_zeros() >= block.prefix)
        .map(|block| (block.gate, block.label));
    let (gate, label) = match named {
        Some(named) => named,
        None if bits >> 125 == 0b001 => return None,
        None => (Gate::Private, "outside 2000::/3"),
    };
    let reaches_this_machine = gate == Gate::Private
        && embedded_v4(address)
            .and_then(special_v4)
            .is_some_and(|(inner, _)| matches!(inner, Gate::Localhost | Gate::Both));
    Some((if reaches_this_machine { Gate::Both } else { gate }, label))
}

/// Returns the IPv4 address that a transition format carries.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let from_pair = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        // Compatible, mapped, translated, and both NAT64 prefixes.
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x64, 0xff9b, 1, _, _, _, high, low]
        // 6to4 carries it in front.
        | [0x2002, high, low, _, _, _, _, _] => Some(from_pair(high, low)),
        _ => None,
    }
}

const fn v4(first: [u8; 4], prefix: u32, gate: Gate, label: &'static str) -> Block<u32> {
    Block { first: u32::from_be_bytes(first), prefix, gate, label }
}

static IPV4_BLOCKS: [Block<u32>; 16] = [
    // Connecting to 0.0.0.0 reaches this machine on common systems.
    v4([0, 0, 0, 0], 8, Gate::Both, "0.0.0.0/8 (this network)"),
    v4([10, 0, 0, 0], 8, Gate::Private, "10.0.0.0/8 (private use)"),
    v4([100, 64, 0, 0], 10, Gate::Private, "100.64.0.0/10 (carrier-grade address sharing)"),
    v4([127, 0, 0, 0], 8, Gate::Localhost, "127.0.0.0/8 (loopback)"),
    // A public-looking address that every Azure machine reaches its host by.
    v4([168, 63, 129, 16], 32, Gate::Private, "168.63.129.16/32 (Azure host services)"),
    v4([169, 254, 0, 0], 16, Gate::Private, "169.254.0.0/16 (link-local, cloud metadata)"),
    v4([172, 16, 0, 0], 12, Gate::Private, "172.16.0.0/12 (private use)"),
    v4([192, 0, 0, 0], 24, Gate::Private, "192.0.0.0/24 (protocol assignments)"),
    v4([192, 0, 2, 0], 24, Gate::Private, "192.0.2.0/24 (documentation)"),
    v4([192, 88, 99, 0], 24, Gate::Private, "192.88.99.0/24 (6to4 relays)"),
    v4([192, 168, 0, 0], 16, Gate::Private, "192.168.0.0/16 (private use)"),
    v4([198, 18, 0, 0], 15, Gate::Private, "198.18.0.0/15 (benchmarking)"),
    v4([198, 51, 100, 0], 24, Gate::Private, "198.51.100.0/24 (documentation)"),
    v4([203, 0, 113, 0], 24, Gate::Private, "203.0.113.0/24 (documentation)"),
    v4([224, 0, 0, 0], 4, Gate::Private, "224.0.0.0/4 (multicast)"),
    v4([240, 0, 0, 0], 4, Gate::Private, "240.0.0.0/4 (reserved, broadcast)"),
];

const fn v6(first: [u16; 4], prefix: u32, label: &'static str) -> Block<u128> {
    let [a, b, c, d] = first;
    Block { first: Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_bits(), prefix, gate: Gate::Private, label }
}

const fn low_v6(first: u128, prefix: u32, gate: Gate, label: &'static str) -> Block<u128> {
    Block { first, prefix, gate, label }
}

// The first block that fits names an address, so narrow blocks stand before the wide ones around them.
static IPV6_BLOCKS: [Block<u128>; 18] = [
    low_v6(0, 128, Gate::Both, "::/128 (unspecified)"),
    low_v6(1, 128, Gate::Localhost, "::1/128 (loopback)"),
    low_v6(0xffff << 32, 96, Gate::Private, "::ffff:0:0/96 (mapped IPv4)"),
    low_v6(0xffff << 48, 96, Gate::Private, "::ffff:0:0:0/96 (translated IPv4)"),
    low_v6(0, 96, Gate::Private, "::/96 (compatible IPv4)"),
    v6([0x64, 0xff9b, 0, 0], 96, "64:ff9b::/96 (NAT64)"),
    v6([0x64, 0xff9b, 1, 0], 48, "64:ff9b:1::/48 (local NAT64)"),
    v6([0x100, 0, 0, 0], 64, "100::/64 (discard)"),
    v6([0x100, 0, 0, 1], 64, "100:0:0:1::/64 (dummy)"),
    v6([0x2001, 0, 0, 0], 23, "2001::/23 (protocol assignments)"),
    v6([0x2001, 0xdb8, 0, 0], 32, "2001:db8::/32 (documentation)"),
    v6([0x2002, 0, 0, 0], 16, "2002::/16 (6to4)"),
    v6([0x3fff, 0, 0, 0], 20, "3fff::/20 (documentation)"),
    v6([0x5f00, 0, 0, 0], 16, "5f00::/16 (segment routing)"),
    v6([0xfc00, 0, 0, 0], 7, "fc00::/7 (unique local)"),
    v6([0xfe80, 0, 0, 0], 10, "fe80::/10 (link-local)"),
    v6([0xfec0, 0, 0, 0], 10, "fec0::/10 (site-local)"),
    v6([0xff00, 0, 0, 0], 8, "ff00::/8 (multicast)"),
];

#[cfg(test)]
mod tests {
    use super::{IPV4_BLOCKS, IPV6_BLOCKS, check, special_v4, special_v6};
    use crate::url_guard::{UrlPolicy, UrlRefusal};
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    #[test]
    fn every_label_begins_with_its_block() {
        for block in &IPV4_BLOCKS {
            let cidr = format!("{}/{} (", Ipv4Addr::from_bits(block.first), block.prefix);
            assert!(block.label.starts_with(&cidr), "{}", block.label);
        }
        for block in &IPV6_BLOCKS {
            let (address, prefix) = block.label.split_once(' ').unwrap().0.split_once('/').unwrap();
            assert_eq!(address.parse::<Ipv6Addr>().unwrap().to_bits(), block.first, "{}", block.label);
            assert_eq!(prefix.parse::<u32>().unwrap(), block.prefix, "{}", block.label);
        }
    }

    #[test]
    fn both_ends_of_every_block_belong_to_it() {
        for block in &IPV4_BLOCKS {
            let last = block.first | u32::MAX.checked_shr(block.prefix).unwrap_or(0);
            for bits in [block.first, last] {
                assert_eq!(special_v4(Ipv4Addr::from_bits(bits)).unwrap().1, block.label);
            }
        }
        for block in &IPV6_BLOCKS {
            let last = block.first | u128::MAX.checked_shr(block.prefix).unwrap_or(0);
            assert_eq!(special_v6(Ipv6Addr::from_bits(last)).unwrap().1, block.label);
            assert!(special_v6(Ipv6Addr::from_bits(block.first)).is_some(), "{}", block.label);
        }
    }

    #[test]
    fn each_permission_admits_its_own_addresses() {
        // Columns: neither open, localhost open, private open, both open.
        for (address, expected) in [
            ("1.1.1.1", "yes yes yes yes"),
            ("2606:4700::1111", "yes yes yes yes"),
            ("127.0.0.1", "localhost yes localhost yes"),
            ("127.255.255.255", "localhost yes localhost yes"),
            ("::1", "localhost yes localhost yes"),
            ("10.0.0.1", "private private yes yes"),
            ("169.254.169.254", "private private yes yes"),
            ("fd00::1", "private private yes yes"),
            ("4000::1", "private private yes yes"),
            ("::ffff:10.0.0.1", "private private yes yes"),
            ("::ffff:8.8.8.8", "private private yes yes"),
            ("0.0.0.0", "private private localhost yes"),
            ("::", "private private localhost yes"),
            ("::ffff:127.0.0.1", "private private localhost yes"),
            ("::ffff:0.0.0.0", "private private localhost yes"),
            ("::127.0.0.1", "private private localhost yes"),
            ("::ffff:0:127.0.0.1", "private private localhost yes"),
            ("64:ff9b::127.0.0.1", "private private localhost yes"),
            ("64:ff9b:1::127.0.0.1", "private private localhost yes"),
            ("2002:7f00:1::", "private private localhost yes"),
        ] {
            let address: IpAddr = address.parse().unwrap();
            let verdicts = [(true, true), (false, true), (true, false), (false, false)].map(
                |(block_localhost, block_private_ips)| {
                    let policy = UrlPolicy { block_localhost, block_private_ips, ..UrlPolicy::default() };
                    match check(address, &policy) {
                        Ok(()) => "yes",
                        Err(UrlRefusal::Localhost) => "localhost",
                        Err(_) => "private",
                    }
                },
            );
            assert_eq!(verdicts.join(" "), expected, "{address}");
        }
    }
}
