//! Turns the claims of a provider into a person with groups.

use std::collections::HashMap;
use std::error::Error;

use askwell_http::client::describe_chain;
use openidconnect::core::CoreGenderClaim;
use openidconnect::{AdditionalClaims, IdTokenClaims, UserInfoClaims};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::OidcError;
use crate::sign_in::mailed_code::read_address;
use crate::sign_in::settings::OidcSettings;
use crate::visit::is_plain_name;

/// The most groups of a person.
const MOST_GROUPS: usize = 200;

/// The claims that the library does not know.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct ExtraClaims(HashMap<String, Value>);

impl AdditionalClaims for ExtraClaims {}

/// A person whom a provider has identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sign_in) struct Identified {
    pub(in crate::sign_in) person: String,
    pub(in crate::sign_in) groups: Vec<String>,
    /// The mail address, if the provider has verified it and it has an accepted domain.
    pub(in crate::sign_in) mail: Option<String>,
    pub(in crate::sign_in) id_token: String,
}

/// The claims by name, those of the ID token first.
pub(super) struct KnownClaims(HashMap<String, Value>);

impl KnownClaims {
    pub(super) fn of_id_token(claims: &IdTokenClaims<ExtraClaims, CoreGenderClaim>) -> KnownClaims {
        let mut known = claims.additional_claims().0.clone();
        let text = |value: Option<String>| value.map(Value::String);
        let named = |value: Option<&openidconnect::LocalizedClaim<openidconnect::EndUserName>>| {
            value.and_then(|all| all.get(None)).map(|name| name.to_string())
        };
        for (name, value) in [
            ("sub", text(Some(claims.subject().to_string()))),
            ("email", text(claims.email().map(|email| email.to_string()))),
            ("email_verified", claims.email_verified().map(Value::Bool)),
            ("preferred_username", text(claims.preferred_username().map(|name| name.to_string()))),
            ("name", text(named(claims.name()))),
        ] {
            known.extend(value.map(|value| (name.to_owned(), value)));
        }
        KnownClaims(known)
    }

    /// Adds what the user info endpoint says about the same subject, where the ID token says nothing.
    pub(super) fn add(&mut self, info: &UserInfoClaims<ExtraClaims, CoreGenderClaim>) {
        let mut more = info.additional_claims().0.clone();
        let text = |value: Option<String>| value.map(Value::String);
        let mut pairs = vec![
            ("preferred_username", text(info.preferred_username().map(|name| name.to_string()))),
            ("name", text(info.name().and_then(|all| all.get(None)).map(|name| name.to_string()))),
        ];
        // The address and whether it is verified must come from the same place.
        if !self.0.contains_key("email") {
            self.0.remove("email_verified");
            pairs.push(("email", text(info.email().map(|email| email.to_string()))));
            pairs.push(("email_verified", info.email_verified().map(Value::Bool)));
        }
        more.extend(pairs.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        for (name, value) in more {
            self.0.entry(name).or_insert(value);
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the person that the claims name, if the settings admit them.
    pub(super) fn identify(
        &self,
        settings: &OidcSettings,
        id_token: String,
    ) -> Result<Identified, OidcError> {
        let claim = settings.person_claim.as_str();
        let person = self.0.get(claim).and_then(Value::as_str).map(str::trim).unwrap_or_default();
        if !is_plain_name(person) {
            let why = format!("the claim {claim} is missing or is no name; ask for the scope that brings it");
            return Err(OidcError::Person(why));
        }
        if claim == "email" && self.0.get("email_verified") != Some(&Value::Bool(true)) {
            let why = "the claim email is not verified (email_verified is not true)";
            return Err(OidcError::Person(why.to_owned()));
        }
        let domain = person.rsplit_once('@').map(|(_, domain)| domain);
        let is_of = |wanted: &String| domain.is_some_and(|domain| domain.eq_ignore_ascii_case(wanted));
        if !settings.accept_domains.is_empty() && !settings.accept_domains.iter().any(is_of) {
            return Err(OidcError::NotAllowed(person.to_owned()));
        }
        let groups = self.groups(settings);
        let is_required = |wanted: &String| groups.contains(wanted);
        if !settings.require_groups.is_empty() && !settings.require_groups.iter().any(is_required) {
            return Err(OidcError::NotAllowed(person.to_owned()));
        }
        Ok(Identified { person: person.to_owned(), groups, mail: self.mail(settings), id_token })
    }

    /// Returns the mail address that may be used: verified, one mailbox, and of an accepted domain.
    fn mail(&self, settings: &OidcSettings) -> Option<String> {
        let is_verified = self.0.get("email_verified") == Some(&Value::Bool(true));
        let mail = self.0.get("email").and_then(Value::as_str).filter(|_| is_verified)?;
        let mail = read_address(mail)?;
        let (_, domain) = mail.rsplit_once('@')?;
        let is_of = |wanted: &String| domain.eq_ignore_ascii_case(wanted);
        (settings.accept_domains.is_empty() || settings.accept_domains.iter().any(is_of)).then_some(mail)
    }

    /// Returns the groups of the claim that this provider may put people into.
    fn groups(&self, settings: &OidcSettings) -> Vec<String> {
        let listed: Vec<&str> = match self.0.get(&settings.groups_claim) {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(one)) => vec![one],
            _ => Vec::new(),
        };
        let is_accepted = |group: &&str| {
            settings.accept_groups.is_empty() || settings.accept_groups.iter().any(|own| own == group)
        };
        let mut groups: Vec<String> = listed
            .into_iter()
            .filter(|group| is_plain_name(group))
            .filter(is_accepted)
            .take(MOST_GROUPS)
            .map(str::to_owned)
            .collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// Returns an error with its reasons.
pub(super) fn describe(error: &dyn Error) -> String {
    describe_chain(error)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{KnownClaims, OidcError};
    use crate::sign_in::settings::OidcSettings;

    fn identify(
        claims: &Value,
        change: impl FnOnce(&mut OidcSettings),
    ) -> Result<(String, Vec<String>), OidcError> {
        let mut settings = OidcSettings::new("SSO", "https://sso.example.com", "askwell");
        change(&mut settings);
        let known = claims.as_object().unwrap().clone().into_iter().collect();
        KnownClaims(known).identify(&settings, String::new()).map(|found| (found.person, found.groups))
    }

    #[test]
    fn unverified_or_foreign_person_is_rejected() {
        let person = json!({"email": "ada@example.com", "email_verified": true});
        assert_eq!(identify(&person, |_| ()).unwrap().0, "ada@example.com");
        for claims in [
            json!({"email": "ada@example.com"}),
            json!({"email": "ada@example.com", "email_verified": false}),
            json!({"email": "ada@example.com", "email_verified": "yes"}),
            json!({"email": "a\u{202e}b@example.com", "email_verified": true}),
            json!({"email": "", "email_verified": true}),
            json!({"email": ["ada@example.com"], "email_verified": true}),
            json!({"sub": "1"}),
        ] {
            assert!(matches!(identify(&claims, |_| ()), Err(OidcError::Person(_))), "{claims}");
        }
        let domains = |settings: &mut OidcSettings| settings.accept_domains = vec!["example.com".to_owned()];
        assert!(identify(&person, domains).is_ok());
        for email in
            ["ada@example.com.evil.example", "ada@evilexample.com", "example.com", "a@b@evil.example"]
        {
            let claims = json!({"email": email, "email_verified": true});
            assert!(matches!(identify(&claims, domains), Err(OidcError::NotAllowed(_))), "{email}");
        }
    }

    #[test]
    fn only_a_verified_address_of_an_accepted_domain_is_used() {
        let mail = |claims: &Value, domains: &[&str]| {
            let mut settings = OidcSettings::new("SSO", "https://sso.example.com", "askwell");
            settings.accept_domains = domains.iter().map(|&domain| domain.to_owned()).collect();
            KnownClaims(claims.as_object().unwrap().clone().into_iter().collect()).mail(&settings)
        };
        let verified = json!({"email": "ada@example.com", "email_verified": true});
        assert_eq!(mail(&verified, &[]).as_deref(), Some("ada@example.com"));
        assert_eq!(mail(&verified, &["EXAMPLE.com"]).as_deref(), Some("ada@example.com"));
        assert_eq!(mail(&verified, &["partner.example"]), None);
        for claims in [
            json!({"email": "ada@example.com"}),
            json!({"email": "ada@example.com", "email_verified": false}),
            json!({"email": "ada@example.com", "email_verified": "true"}),
            json!({"email": "ada@example.com\r\nBcc: eve@example.com", "email_verified": true}),
            json!({"email": "ada@example.com, eve@example.com", "email_verified": true}),
            json!({"email": ["ada@example.com"], "email_verified": true}),
        ] {
            assert_eq!(mail(&claims, &[]), None, "{claims}");
        }
    }

    #[test]
    fn only_accepted_groups_are_taken_over() {
        let with = |groups: Value| json!({"sub": "ada", "groups": groups});
        let by_sub = |settings: &mut OidcSettings| settings.person_claim = "sub".to_owned();
        for (groups, expected) in [
            (json!(["b", "a", "a"]), vec!["a", "b"]),
            (json!("a"), vec!["a"]),
            (json!(["a", 7, null, {"b": 1}, "x\u{202e}", ""]), vec!["a"]),
            (json!({"a": true}), vec![]),
        ] {
            assert_eq!(identify(&with(groups.clone()), by_sub).unwrap().1, expected, "{groups}");
        }
        let few = |settings: &mut OidcSettings| {
            settings.person_claim = "sub".to_owned();
            settings.accept_groups = vec!["partners".to_owned()];
        };
        assert_eq!(identify(&with(json!(["partners", "administrators"])), few).unwrap().1, ["partners"]);
        let required = |settings: &mut OidcSettings| {
            few(settings);
            settings.require_groups = vec!["partners".to_owned()];
        };
        assert!(identify(&with(json!(["partners"])), required).is_ok());
        assert!(identify(&with(json!(["administrators"])), required).is_err());
        let many = json!((0..1000).map(|n| format!("g{n}")).collect::<Vec<_>>());
        assert_eq!(identify(&with(many), by_sub).unwrap().1.len(), 200);
    }
}
