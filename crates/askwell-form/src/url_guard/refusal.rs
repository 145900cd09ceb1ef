//! Why a URL was rejected.
//!
//! Does not contain the URL: it may include a password, and rejections are logged.

use super::SchemeSet;
use std::net::IpAddr;
use thiserror::Error;

/// Why a URL was refused. The first reason in the order of the checks, which is the order of the variants.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UrlRefusal {
    /// Programs disagree on such characters: some drop them, some stop there, people do not see them.
    #[error("the URL holds a control character, a space or an invisible character")]
    ControlOrSpace,
    /// Longer than the policy allows.
    #[error("the URL is {length} characters long, more than {max}")]
    TooLong {
        /// Its length in characters.
        length: usize,
        /// The policy's limit.
        max: usize,
    },
    /// Not an absolute URL, or one that a lenient reader would have to repair first.
    #[error("this is not a well-formed absolute URL")]
    Syntax,
    /// A scheme that the policy does not list.
    #[error("the scheme `{found}` is not allowed (allowed: {allowed})")]
    Scheme {
        /// The scheme in lower case.
        found: String,
        /// What the policy lists.
        allowed: SchemeSet,
    },
    /// Something stands before an `@`: a user name, a password, or a decoy host.
    #[error("the URL carries a user name or a password")]
    Credentials,
    /// No host to visit.
    #[error("the URL names no host")]
    NoHost,
    /// A host name that DNS does not know the form of.
    #[error("the host name `{name}` is not made of labels of letters, digits and hyphens")]
    HostName {
        /// The name as the URL standard reads it.
        name: String,
    },
    /// This machine: a loopback address or a localhost name.
    #[error("the host is this machine")]
    Localhost,
    /// An address that is not public.
    #[error("the address {address} is not public: {range}")]
    PrivateAddress {
        /// The address, from the URL or from DNS.
        address: IpAddr,
        /// The block it lies in and what the block is for.
        range: &'static str,
    },
    /// A name that only private networks or cloud machines know.
    #[error("the host name `{name}` is not public: {rule}")]
    PrivateName {
        /// The name in lower case, without a trailing dot.
        name: String,
        /// What kind of name it is.
        rule: &'static str,
    },
    /// DNS has no address for the name.
    #[error("the host name does not resolve to any address")]
    Unresolved,
}
