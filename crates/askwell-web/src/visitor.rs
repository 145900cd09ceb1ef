//! The person behind a request for a page, as the service has identified them.
//!
//! The check that runs before every page finds the person once and passes them on in a header of the
//! request, which it removes from what comes from outside.

use std::net::IpAddr;

use askwell_engine::StoreError;
use askwell_lifecycle::Person;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

use crate::pages::{Identity, Pages};

/// The header that passes the visitor from the check to the pages.
const VISITOR: HeaderName = HeaderName::from_static("x-askwell-visitor");

/// An identified person, with their groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Visitor {
    /// The name under which the person is asked and answers.
    pub(crate) person: String,
    /// The groups that the person is in.
    pub(crate) groups: Vec<String>,
    /// The public id of the session, if the person has signed in here.
    #[serde(default)]
    pub(crate) session: Option<String>,
}

impl Visitor {
    /// Removes what a stranger may have sent as the visitor.
    pub(crate) fn remove(headers: &mut HeaderMap) {
        headers.remove(VISITOR);
    }

    /// Passes the visitor on with the request.
    pub(crate) fn pass(&self, headers: &mut HeaderMap) {
        let value = serde_json::to_vec(self).ok().and_then(|json| HeaderValue::from_bytes(&json).ok());
        if let Some(mut value) = value {
            value.set_sensitive(true);
            headers.insert(VISITOR, value);
        }
    }

    /// Returns the person as the engine knows people.
    pub(crate) fn into_person(self) -> Person {
        Person::new(&self.person).with_groups(self.groups)
    }

    /// Returns the visitor that the check has found.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Visitor> {
        serde_json::from_slice(headers.get(VISITOR)?.as_bytes()).ok()
    }
}

/// Returns the person behind a request from this address, where the service itself knows people: by their session, or by
/// the headers of a trusted proxy.
pub(crate) async fn identify(
    pages: &Pages,
    headers: &HeaderMap,
    from: Option<IpAddr>,
) -> Result<Option<Visitor>, StoreError> {
    if let Identity::Proxy(proxy) = pages.identity() {
        return Ok(proxy.visitor(headers, from).map(|mut visitor| {
            visitor.groups.extend(pages.groups_of(&visitor.person));
            visitor
        }));
    }
    #[cfg(feature = "sign-in")]
    if let Some(sign_in) = pages.sign_in() {
        return sign_in.visitor(headers, pages.engine().now().as_millis()).await;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::Visitor;

    #[test]
    fn visitor_with_any_script_is_passed_on() {
        let mut headers = HeaderMap::new();
        let visitor = Visitor {
            person: "Zoë \"Z\" 東京".to_owned(),
            groups: vec!["on call".to_owned()],
            session: Some("s".to_owned()),
        };
        assert_eq!(Visitor::of(&headers), None);
        visitor.pass(&mut headers);
        assert_eq!(Visitor::of(&headers), Some(visitor));
        Visitor::remove(&mut headers);
        assert_eq!(Visitor::of(&headers), None);
    }
}
