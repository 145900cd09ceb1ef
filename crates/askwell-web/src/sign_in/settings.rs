//! The settings of sign-in.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use zeroize::Zeroizing;

use super::mailed_code::MailedCodeLimits;

/// How people sign in on the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInSettings {
    /// The OpenID Connect providers, in the order of the sign-in page.
    pub oidc: Vec<OidcSettings>,
    /// Groups of people by the settings of the service, in addition to those that a provider names.
    pub groups: HashMap<String, Vec<String>>,
    /// How long a session lasts.
    pub session_lifetime: Duration,
    /// How long a session lasts without a request.
    pub session_idle: Duration,
    /// The most sessions of one person. The oldest one ends when another begins.
    pub sessions_per_person: usize,
    /// Whether people of the directory can sign in with a code by mail, and how many codes are mailed.
    pub mailed_codes: Option<MailedCodeLimits>,
}

impl Default for SignInSettings {
    fn default() -> Self {
        SignInSettings {
            oidc: Vec::new(),
            groups: HashMap::new(),
            session_lifetime: Duration::from_secs(7 * 24 * 60 * 60),
            session_idle: Duration::from_secs(24 * 60 * 60),
            sessions_per_person: 20,
            mailed_codes: None,
        }
    }
}

/// An OpenID Connect provider.
#[derive(Clone, PartialEq, Eq)]
pub struct OidcSettings {
    /// Its name in URLs: lower-case letters, digits and hyphens. The redirect URI to register with the provider is
    /// `{public URL}/sign-in/{id}/callback`.
    pub id: String,
    /// Its name on the sign-in page.
    pub name: String,
    /// The issuer, exactly as the provider's discovery document spells it.
    pub issuer: String,
    /// The client id that the provider gave this service.
    pub client_id: String,
    /// The client secret; `None` for a public client, which PKCE alone protects.
    pub client_secret: Option<Zeroizing<String>>,
    /// The scopes to ask for, beside `openid`.
    pub scopes: Vec<String>,
    /// The claim with the name under which a person is asked. `email` counts only if the provider has verified it.
    pub person_claim: String,
    /// The claim with the person's groups: a list of texts, or one text.
    pub groups_claim: String,
    /// The groups that are taken over from the claim; empty means all. A provider can put nobody into another one.
    pub accept_groups: Vec<String>,
    /// Groups of which a person must have at least one to sign in; empty means that everyone may.
    pub require_groups: Vec<String>,
    /// Mail domains of which a person's name must have one to sign in; empty means all.
    pub accept_domains: Vec<String>,
    /// Whether the issuer may be on this machine or in a private network, and there without TLS.
    pub allow_private: bool,
}

impl OidcSettings {
    /// Returns the settings of a provider with the usual claims and scopes.
    #[must_use]
    pub fn new(name: impl Into<String>, issuer: impl Into<String>, client_id: impl Into<String>) -> Self {
        let name = name.into();
        OidcSettings {
            id: OidcSettings::id_of(&name),
            name,
            issuer: issuer.into(),
            client_id: client_id.into(),
            client_secret: None,
            scopes: ["profile", "email"].map(str::to_owned).to_vec(),
            person_claim: "email".to_owned(),
            groups_claim: "groups".to_owned(),
            accept_groups: Vec::new(),
            require_groups: Vec::new(),
            accept_domains: Vec::new(),
            allow_private: false,
        }
    }

    /// Returns the id for a name: its ASCII letters and digits in lower case, with hyphens between words.
    #[must_use]
    pub fn id_of(name: &str) -> String {
        let words =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
    }

    /// Returns whether an id can be part of a URL.
    #[must_use]
    pub fn is_id(id: &str) -> bool {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    }
}

impl fmt::Debug for OidcSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OidcSettings")
            .field("id", &self.id)
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::OidcSettings;

    #[test]
    fn id_is_made_of_the_name() {
        for (name, expected) in
            [("Company SSO", "company-sso"), ("  Git / Forge ", "git-forge"), ("東京", "")]
        {
            assert_eq!(OidcSettings::id_of(name), expected);
        }
        assert!(
            OidcSettings::is_id("company-sso") && !OidcSettings::is_id("") && !OidcSettings::is_id("A/b")
        );
    }
}
