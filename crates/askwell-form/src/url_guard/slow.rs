//! The full URL reader, for every text that the fast reader does not accept.
//!
//! The syntax is checked first, by RFC 3986 with the letters of RFC 3987, because people type
//! international names. Then the `url` crate reads the host by the rules of browsers: percent
//! escapes, IDNA, and every spelling of an IPv4 address.
//!
//! Does not rely on one reader: a URL is rejected if the grammar and the `url` crate see different
//! hosts or ports, because a fetching program could see either.

use super::{GuardedUrl, Scheme, UrlHost, UrlPolicy, UrlRefusal, name};
use crate::format::uri::{self, Alphabet};
use crate::hidden::is_hidden_in_url;
use std::borrow::Cow;
use std::net::IpAddr;
use url::{Host, Url};

/// Reads a URL and checks all but the kind of its host.
pub(super) fn read<'a>(text: &'a str, policy: &UrlPolicy) -> Result<GuardedUrl<'a>, UrlRefusal> {
    if text.chars().any(is_hidden_in_url) {
        return Err(UrlRefusal::ControlOrSpace);
    }
    let length = text.chars().count();
    if length > policy.max_length {
        return Err(UrlRefusal::TooLong { length, max: policy.max_length });
    }
    let parts = uri::read(text, Alphabet::Iri).ok_or(UrlRefusal::Syntax)?;
    let scheme = Scheme::from_name(parts.scheme)
        .filter(|&scheme| policy.allowed_schemes.contains(scheme))
        .ok_or_else(|| UrlRefusal::Scheme {
            found: parts.scheme.to_ascii_lowercase(),
            allowed: policy.allowed_schemes,
        })?;
    // Browsers find a host in `http:a`, `http:/a` and `http:///a`; the grammar does not, and neither do we.
    let authority = parts.authority.ok_or(UrlRefusal::NoHost)?;
    // Even an empty user name is refused: it is there to mislead a reader.
    if authority.userinfo.is_some() {
        return Err(UrlRefusal::Credentials);
    }
    if authority.host.is_empty() {
        return Err(UrlRefusal::NoHost);
    }
    let port = read_port(authority.port)?;
    // `Host::parse` reads a host as browsers do for http. `Url::parse` would take the host of a scheme it
    // has no rules for, such as ftps, as opaque text, and let `ftps://127.1/` pass for a name.
    let host = Host::parse(authority.host).map_err(|_| UrlRefusal::Syntax)?;
    if scheme != Scheme::Ftps {
        let url = Url::parse(text).map_err(|_| UrlRefusal::Syntax)?;
        let agrees = url.scheme() == scheme.name()
            && url.host().is_some_and(|seen| seen == host)
            && url.port_or_known_default() == Some(port.unwrap_or(scheme.default_port()));
        if !agrees {
            return Err(UrlRefusal::Syntax);
        }
    }
    Ok(GuardedUrl::new(text, scheme, normal_host(host)?, port, parts.rest))
}

fn read_port(digits: Option<&str>) -> Result<Option<u16>, UrlRefusal> {
    match digits {
        None | Some("") => Ok(None),
        Some(digits) => digits.parse().map(Some).map_err(|_| UrlRefusal::Syntax),
    }
}

fn normal_host(host: Host<String>) -> Result<UrlHost<'static>, UrlRefusal> {
    match host {
        Host::Ipv4(address) => Ok(UrlHost::Address(IpAddr::V4(address))),
        Host::Ipv6(address) => Ok(UrlHost::Address(IpAddr::V6(address))),
        Host::Domain(mut name) => {
            if name.ends_with('.') {
                name.pop();
            }
            if name::is_well_formed(&name) {
                Ok(UrlHost::Name(Cow::Owned(name)))
            } else {
                Err(UrlRefusal::HostName { name })
            }
        }
    }
}
