//! Signing in with an OpenID Connect provider: discovery, the code flow with PKCE, and claims.
//!
//! The provider is configured by the operator, but what it answers is not trusted: every address in its discovery
//! document passes the URL guard, and answers are limited in size and time.

mod claims;
mod guarded_client;

use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreSubjectIdentifierType,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalProviderMetadata, AuthenticationFlow, AuthorizationCode, Client, ClientId, ClientSecret,
    CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, IdTokenFields,
    IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, ProviderMetadata, RedirectUrl, Scope,
    StandardErrorResponse, StandardTokenResponse,
};
use openidconnect::{OAuth2TokenResponse as _, TokenResponse as _};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use url::Url;

use super::flow::Flow;
use super::settings::OidcSettings;
use claims::ExtraClaims;
pub(super) use claims::Identified;
use guarded_client::GuardedClient;

/// How long a discovery document and its keys are used.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// How long to wait after a failed discovery, and between two that an unknown signing key causes.
const PAUSE: Duration = Duration::from_secs(5);

/// The algorithms by which a provider can sign. A shared secret signs nothing.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Why a sign-in with a provider failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum OidcError {
    #[error("the settings of the provider cannot be used: {0}")]
    Settings(String),
    #[error("the provider cannot be used: {0}")]
    Discovery(String),
    #[error("the provider did not accept the code: {0}")]
    Exchange(String),
    #[error("the ID token is not valid: {0}")]
    IdToken(String),
    #[error("the answer is not from this provider")]
    Issuer,
    #[error("the provider did not say who it is: {0}")]
    Person(String),
    #[error("{0} may not sign in here")]
    NotAllowed(String),
}

/// What the discovery document says beside what the library reads.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct MoreMetadata {
    #[serde(default)]
    end_session_endpoint: Option<Url>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for MoreMetadata {}

type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type Tokens = StandardTokenResponse<
    IdTokenFields<
        ExtraClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

type OidcClient = Client<
    ExtraClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider and what is known of it.
#[derive(Debug)]
pub(super) struct Provider {
    settings: OidcSettings,
    redirect: String,
    http: GuardedClient,
    discovered: Mutex<Discovery>,
}

#[derive(Debug, Clone, Default)]
enum Discovery {
    #[default]
    None,
    Found(Box<Discovered>),
    Failed {
        at: Instant,
        why: String,
    },
}

#[derive(Debug, Clone)]
struct Discovered {
    client: OidcClient,
    algorithms: Vec<CoreJwsSigningAlgorithm>,
    end_session: Option<Url>,
    sends_issuer: bool,
    at: Instant,
}

/// The parameters with which a provider sends the browser back.
#[derive(Debug, Default, Deserialize)]
pub(super) struct CallbackQuery {
    pub(super) code: Option<String>,
    pub(super) state: Option<String>,
    pub(super) iss: Option<String>,
    pub(super) error: Option<String>,
}

impl Provider {
    /// Returns a provider that sends people back to this service.
    pub(super) fn new(settings: OidcSettings, base_url: &Url) -> Provider {
        let mut redirect = base_url.clone();
        redirect.set_path(&format!("/sign-in/{}/callback", settings.id));
        let http = GuardedClient::new(&settings);
        Provider { settings, redirect: redirect.into(), http, discovered: Mutex::default() }
    }

    pub(super) fn settings(&self) -> &OidcSettings {
        &self.settings
    }

    /// Returns the address at the provider where a sign-in continues.
    pub(super) async fn authorization_url(&self, flow: &Flow) -> Result<Url, OidcError> {
        let found = self.discover(FRESH).await?;
        let verifier = PkceCodeVerifier::new(flow.verifier());
        let (state, nonce) = (CsrfToken::new(flow.state()), Nonce::new(flow.nonce()));
        let code_flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
        let mut request = found.client.authorize_url(code_flow, move || state, move || nonce);
        for scope in self.settings.scopes.iter().filter(|scope| *scope != "openid") {
            request = request.add_scope(Scope::new(scope.clone()));
        }
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
        Ok(request.set_pkce_challenge(challenge).url().0)
    }

    /// Checks where a response of the authorization endpoint comes from (RFC 9207).
    pub(super) async fn check_issuer(&self, issuer: Option<&str>) -> Result<(), OidcError> {
        match issuer {
            Some(issuer) if issuer == self.settings.issuer => Ok(()),
            Some(_) => Err(OidcError::Issuer),
            None if self.discover(FRESH).await?.sends_issuer => Err(OidcError::Issuer),
            None => Ok(()),
        }
    }

    /// Exchanges a code for tokens and returns the person that they name.
    pub(super) async fn identify(&self, code: String, flow: &Flow) -> Result<Identified, OidcError> {
        let found = self.discover(FRESH).await?;
        let request = found.client.exchange_code(AuthorizationCode::new(code));
        let request = request.map_err(|error| OidcError::Discovery(error.to_string()))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(flow.verifier()));
        let http = self.http.caller();
        let tokens = request.request_async(&http).await;
        let tokens = tokens.map_err(|error| OidcError::Exchange(claims::describe(&error)))?;
        let nonce = Nonce::new(flow.nonce());
        let mut found = found;
        if !self.verifies(&found, &tokens, &nonce) {
            // The provider may sign with a new key.
            found = self.discover(PAUSE).await?;
        }
        let id_token = tokens.id_token().ok_or_else(|| OidcError::IdToken("there is none".to_owned()))?;
        let verifier = found.client.id_token_verifier().set_allowed_algs(found.algorithms.clone());
        let own = id_token
            .claims(&verifier, &nonce)
            .map_err(|error| OidcError::IdToken(claims::describe(&error)))?;
        let mut known = claims::KnownClaims::of_id_token(own);
        let wants_mail = self.settings.scopes.iter().any(|scope| scope == "email");
        let missing = !known.has(&self.settings.person_claim)
            || !known.has(&self.settings.groups_claim)
            || (wants_mail && !known.has("email"));
        if missing && found.client.user_info_url().is_some() {
            let subject = own.subject().clone();
            let request = found.client.user_info(tokens.access_token().clone(), Some(subject));
            let request = request.map_err(|error| OidcError::Discovery(error.to_string()))?;
            let info = request.request_async::<ExtraClaims, _, CoreGenderClaim>(&http).await;
            known.add(&info.map_err(|error| OidcError::Exchange(claims::describe(&error)))?);
        }
        known.identify(&self.settings, id_token.to_string())
    }

    /// Returns where a person ends their session at the provider, if it offers that.
    pub(super) async fn sign_out_url(&self, id_token: Option<&str>, return_to: &str) -> Option<Url> {
        let mut url = self.discover(FRESH).await.ok()?.end_session?;
        let mut query = url.query_pairs_mut();
        query.append_pair("client_id", &self.settings.client_id);
        query.append_pair("post_logout_redirect_uri", return_to);
        if let Some(token) = id_token {
            query.append_pair("id_token_hint", token);
        }
        drop(query);
        Some(url)
    }

    fn verifies(&self, found: &Discovered, tokens: &Tokens, nonce: &Nonce) -> bool {
        let verifier = found.client.id_token_verifier().set_allowed_algs(found.algorithms.clone());
        tokens.id_token().is_some_and(|token| token.claims(&verifier, nonce).is_ok())
    }

    /// Returns what the provider says of itself, not older than `fresh`.
    async fn discover(&self, fresh: Duration) -> Result<Discovered, OidcError> {
        let mut discovered = self.discovered.lock().await;
        match &*discovered {
            Discovery::Found(found) if found.at.elapsed() < fresh => return Ok((**found).clone()),
            Discovery::Failed { at, why } if at.elapsed() < PAUSE => {
                return Err(OidcError::Discovery(why.clone()));
            }
            _ => {}
        }
        match self.read_metadata().await {
            Ok(found) => {
                *discovered = Discovery::Found(Box::new(found.clone()));
                Ok(found)
            }
            Err(error) => {
                // A document that was read before stays in use while the provider cannot be reached.
                if let Discovery::Found(found) = &mut *discovered {
                    tracing::warn!(provider = self.settings.id, %error, "the provider is used as it was");
                    found.at = Instant::now();
                    return Ok((**found).clone());
                }
                *discovered = Discovery::Failed { at: Instant::now(), why: error.to_string() };
                Err(error)
            }
        }
    }

    async fn read_metadata(&self) -> Result<Discovered, OidcError> {
        let issuer = IssuerUrl::new(self.settings.issuer.clone());
        let issuer = issuer.map_err(|error| OidcError::Settings(format!("the issuer: {error}")))?;
        let redirect = RedirectUrl::new(self.redirect.clone());
        let redirect = redirect.map_err(|error| OidcError::Settings(format!("the public URL: {error}")))?;
        let http = self.http.caller();
        let metadata = Metadata::discover_async(issuer, &http).await;
        let metadata = metadata.map_err(|error| OidcError::Discovery(claims::describe(&error)))?;
        let more = metadata.additional_metadata().clone();
        // Browsers are sent to these two.
        self.http.check_visitable(metadata.authorization_endpoint().url())?;
        if let Some(end) = &more.end_session_endpoint {
            self.http.check_visitable(end)?;
        }
        let offered = metadata.id_token_signing_alg_values_supported();
        let algorithms: Vec<_> = ALGORITHMS.into_iter().filter(|known| offered.contains(known)).collect();
        if algorithms.is_empty() {
            let why = "it signs ID tokens by no algorithm with a public key";
            return Err(OidcError::Discovery(why.to_owned()));
        }
        let id = ClientId::new(self.settings.client_id.clone());
        let secret = self.settings.client_secret.as_ref().map(|secret| ClientSecret::new(secret.to_string()));
        let client = OidcClient::from_provider_metadata(metadata, id, secret).set_redirect_uri(redirect);
        tracing::info!(provider = self.settings.id, "the provider was discovered");
        Ok(Discovered {
            client,
            algorithms,
            end_session: more.end_session_endpoint,
            sends_issuer: more.authorization_response_iss_parameter_supported.unwrap_or_default(),
            at: Instant::now(),
        })
    }
}
