//! Decides which host names are public, as far as a name can tell.
//!
//! Does not know addresses: a name that looks public may resolve to a private address, which is
//! checked later.

use super::{Gate, UrlPolicy, UrlRefusal};

/// Is this a name that DNS can hold: labels of letters, digits and hyphens, each at most 63 long?
pub(super) fn is_well_formed(name: &str) -> bool {
    name.len() <= 253
        && name.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
}

/// Refuses a name in lower case, without a trailing dot, if the policy keeps its kind shut.
#[inline]
pub(super) fn check(name: &str, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
    match special(name) {
        None => Ok(()),
        Some((gate, rule)) => check_special(name, gate, rule, policy),
    }
}

/// The same for a name whose last label has been found already.
#[inline]
pub(super) fn check_ordinary(name: &str, last_label: &str, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
    match special_below(name, last_label) {
        None => Ok(()),
        Some((gate, rule)) => check_special(name, gate, rule, policy),
    }
}

#[cold]
fn check_special(name: &str, gate: Gate, rule: &'static str, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
    match gate {
        Gate::Localhost if policy.block_localhost => Err(UrlRefusal::Localhost),
        Gate::Private | Gate::Both if policy.block_private_ips => {
            Err(UrlRefusal::PrivateName { name: name.to_owned(), rule })
        }
        Gate::Both if policy.block_localhost => Err(UrlRefusal::Localhost),
        _ => Ok(()),
    }
}

/// Sorts a name by its last label first: one comparison lets nearly every public name pass.
fn special(name: &str) -> Option<(Gate, &'static str)> {
    let Some(dot) = name.bytes().rposition(|byte| byte == b'.') else {
        return Some(match name {
            "localhost" => LOCALHOST,
            _ if HOSTS_FILE_NAMES.contains(&name) => HOSTS_FILE,
            _ => (Gate::Private, "a name without a dot"),
        });
    };
    special_below(name, name.get(dot + 1..)?)
}

#[inline]
fn special_below(name: &str, last_label: &str) -> Option<(Gate, &'static str)> {
    match last_label {
        "localhost" => Some(LOCALHOST),
        "localdomain" | "localdomain4" | "localdomain6" if HOSTS_FILE_NAMES.contains(&name) => {
            Some(HOSTS_FILE)
        }
        "com" | "net" | "goog" | "internal" if is_metadata_name(name) => {
            Some((Gate::Private, "a cloud metadata service"))
        }
        "internal" => Some((Gate::Private, "`.internal` is for private use")),
        "local" => Some((Gate::Private, "`.local` is for the local link")),
        "localdomain" => Some((Gate::Private, "`.localdomain` is for this machine's network")),
        "lan" => Some((Gate::Private, "`.lan` is for local networks")),
        "corp" => Some((Gate::Private, "`.corp` is for company networks")),
        "svc" => Some((Gate::Private, "`.svc` is for services inside a cluster")),
        "arpa" if name == "home.arpa" || name.ends_with(".home.arpa") => {
            Some((Gate::Private, "`.home.arpa` is for home networks"))
        }
        _ => None,
    }
}

const LOCALHOST: (Gate, &str) = (Gate::Localhost, "a localhost name");
const HOSTS_FILE: (Gate, &str) = (Gate::Both, "a hosts-file name of this machine");

/// Names beside `localhost` that stock hosts files give to loopback. They look private and are not.
static HOSTS_FILE_NAMES: [&str; 7] = [
    "ip6-localhost",
    "ip6-loopback",
    "localhost.localdomain",
    "localhost4",
    "localhost4.localdomain4",
    "localhost6",
    "localhost6.localdomain6",
];

/// A new name here needs its last label in [`special`] too.
static METADATA_NAMES: [&str; 6] = [
    "metadata.google.internal",
    "metadata.goog",
    "metadata.tencentyun.com",
    "metadata.packet.net",
    "metadata.amazonaws.com",
    "metadata.oraclecloud.com",
];

fn is_metadata_name(name: &str) -> bool {
    name.starts_with("metadata.") && METADATA_NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{Gate, HOSTS_FILE_NAMES, METADATA_NAMES, is_well_formed, special};

    #[test]
    fn every_listed_name_needs_a_permission() {
        for name in METADATA_NAMES {
            assert_eq!(special(name), Some((Gate::Private, "a cloud metadata service")), "{name}");
        }
        for name in HOSTS_FILE_NAMES {
            assert_eq!(special(name).map(|(gate, _)| gate), Some(Gate::Both), "{name}");
        }
    }

    #[test]
    fn names_are_sorted_by_kind() {
        for (name, expected) in [
            ("example.com", None),
            ("localhost.com", None),
            ("mylocalhost.com", None),
            ("internal.example", None),
            ("myinternal.io", None),
            ("a.notlocal", None),
            ("a.xlan", None),
            ("in-addr.arpa", None),
            ("athome.arpa", None),
            ("foo.home.example", None),
            ("metadata.example.com", None),
            ("x.metadata.packet.net", None),
            ("1.1.1.1.nip.io", None),
            ("localhost", Some(Gate::Localhost)),
            ("a.localhost", Some(Gate::Localhost)),
            ("a.b.localhost", Some(Gate::Localhost)),
            ("notlocalhost", Some(Gate::Private)),
            ("ip6-localhost", Some(Gate::Both)),
            ("localhost6", Some(Gate::Both)),
            ("localhost.localdomain", Some(Gate::Both)),
            ("metadata.google.internal", Some(Gate::Private)),
            ("metadata.goog", Some(Gate::Private)),
            ("metadata.tencentyun.com", Some(Gate::Private)),
            ("metadata.packet.net", Some(Gate::Private)),
            ("metadata.amazonaws.com", Some(Gate::Private)),
            ("metadata.oraclecloud.com", Some(Gate::Private)),
            ("intranet", Some(Gate::Private)),
            ("com", Some(Gate::Private)),
            ("db.internal", Some(Gate::Private)),
            ("printer.local", Some(Gate::Private)),
            ("a.localdomain", Some(Gate::Private)),
            ("router.lan", Some(Gate::Private)),
            ("wiki.corp", Some(Gate::Private)),
            ("home.arpa", Some(Gate::Private)),
            ("nas.home.arpa", Some(Gate::Private)),
            ("api.default.svc", Some(Gate::Private)),
            ("api.default.svc.cluster.local", Some(Gate::Private)),
        ] {
            assert_eq!(special(name).map(|(gate, _)| gate), expected, "{name}");
        }
    }

    #[test]
    fn well_formed_name_consists_of_labels() {
        let long_label = "a".repeat(63);
        let longest = [long_label.as_str(), &long_label, &long_label, &"a".repeat(61)].join(".");
        for (name, expected) in [
            ("example.com", true),
            ("a", true),
            ("--1.sslip.io", true),
            ("a--b.example", true),
            (&format!("{long_label}.com"), true),
            (&format!("a{long_label}.com"), false),
            (&longest, true),
            (&format!("{longest}a"), false),
            ("", false),
            (".", false),
            ("a..b", false),
            (".a", false),
            ("a.", false),
            ("a_b.com", false),
            ("a*.com", false),
            ("münchen.de", false),
        ] {
            assert_eq!(is_well_formed(name), expected, "{name}");
        }
    }
}
