//! Returns the keys under which requests, streams and memory are counted per client.

use std::net::IpAddr;

use askwell_http::budget::ClientKey;
use askwell_lifecycle::Scope;

use crate::browser::{digest, hex};
use crate::caller::{Caller, Role};

/// Returns the key of a caller of the API.
pub(crate) fn of_caller(caller: &Caller, address: Option<IpAddr>) -> ClientKey {
    match (&caller.actor.scope, caller.role) {
        (_, Role::Local) => ClientKey::of_address(address),
        (Scope::Client(client), _) => ClientKey::new("client", client),
        (Scope::Person(person), _) => of_person(person.as_str()),
        (Scope::Everything, _) => {
            ClientKey::new("operator", caller.actor.person.as_deref().unwrap_or_default())
        }
    }
}

/// Returns the key of a person in the inbox, or with a key of their own.
pub(crate) fn of_person(name: &str) -> ClientKey {
    ClientKey::new("person", name)
}

/// Returns the key of all requests through one page link. The key does not reveal the link.
pub(crate) fn of_link(token: &str) -> ClientKey {
    let digest = digest(&[b"askwell client", token.as_bytes()]);
    ClientKey::new("link", hex(digest.get(..8).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::of_link;

    #[test]
    fn client_key_of_link_does_not_contain_the_link() {
        let (one, other) = (of_link("aaaa"), of_link("bbbb"));
        assert!(one != other && one == of_link("aaaa"));
        assert!(!one.to_string().contains("aaaa"));
    }
}
