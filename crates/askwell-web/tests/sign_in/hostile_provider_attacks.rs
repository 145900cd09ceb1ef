//! Attacks by a provider, or in its name.

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::hostile_provider::{HostileProvider, signed, signed_with, unsigned};
use crate::real_provider::SECRET;
use crate::support::{FreePort, World, begin, press, provider};

async fn world() -> (World, HostileProvider) {
    let hostile = HostileProvider::start().await;
    let world = World::new(FreePort::take().await, vec![provider("sso", &hostile.issuer)]);
    (world, hostile)
}

fn parameter(url: &url::Url, wanted: &str) -> String {
    url.query_pairs().find(|(name, _)| name == wanted).unwrap().1.into_owned()
}

/// Signs in with the token that `make` makes of good claims, and returns the status.
async fn try_token(world: &World, hostile: &HostileProvider, make: impl FnOnce(Value) -> String) -> u16 {
    let mut browser = world.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    hostile.set_id_token(make(hostile.claims(&parameter(&url, "nonce"))));
    let page = browser.get(&format!("/sign-in/sso/callback?code=c&state={}", parameter(&url, "state"))).await;
    let entered = browser.get("/inbox").await.status == 200;
    assert_eq!(entered, page.status == 303, "{page:?}");
    page.status
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

#[tokio::test(flavor = "multi_thread")]
async fn token_that_was_not_made_for_this_sign_in_is_rejected() {
    let (world, hostile) = world().await;
    assert_eq!(try_token(&world, &hostile, |claims| signed(&claims)).await, 303, "a good token is accepted");
    for (what, name, value) in [
        ("the nonce of another sign-in", "nonce", json!("A".repeat(43))),
        ("no nonce", "nonce", Value::Null),
        ("another audience", "aud", json!("other-client")),
        ("another audience beside ours", "aud", json!(["askwell", "other-client"])),
        ("another issuer", "iss", json!("https://sso.example.com")),
        ("an issuer with a slash", "iss", json!(format!("{}/", hostile.issuer))),
        ("a token that has expired", "exp", json!(1_000_000)),
        ("no subject", "sub", Value::Null),
    ] {
        let status = try_token(&world, &hostile, |claims| signed(&with(claims, name, value))).await;
        assert_eq!(status, 502, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn token_without_the_providers_signature_is_rejected() {
    let (world, hostile) = world().await;
    let by_secret = |claims: Value| {
        let header = json!({"alg": "HS256"});
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
        mac.update(unsigned(&header, &claims).as_bytes());
        signed_with(&header, &claims, &mac.finalize().into_bytes())
    };
    type Make = Box<dyn Fn(Value) -> String>;
    let makes: [(&str, Make); 6] = [
        ("no algorithm", Box::new(|claims| signed_with(&json!({"alg": "none"}), &claims, b""))),
        (
            "an empty signature",
            Box::new(|claims| signed_with(&json!({"alg": "EdDSA", "kid": "k"}), &claims, b"")),
        ),
        (
            "a wrong signature",
            Box::new(|claims| signed_with(&json!({"alg": "EdDSA", "kid": "k"}), &claims, &[7; 64])),
        ),
        (
            "an unknown key",
            Box::new(|claims| signed_with(&json!({"alg": "EdDSA", "kid": "x"}), &claims, &[7; 64])),
        ),
        ("a shared secret, which the provider offers", Box::new(by_secret)),
        ("no token", Box::new(|_| String::new())),
    ];
    for (what, make) in makes {
        assert_eq!(try_token(&world, &hostile, make).await, 502, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn discovery_document_leads_to_no_other_machine() {
    let other = HostileProvider::start().await;
    let internal = format!("{}/jwks", other.issuer);
    for (what, name, value) in [
        ("keys in the cloud's metadata", "jwks_uri", "http://169.254.169.254/latest/meta-data"),
        ("keys at another port of this machine", "jwks_uri", internal.as_str()),
        ("keys in a private network", "jwks_uri", "https://10.0.0.1/jwks"),
        ("another issuer", "issuer", "https://sso.example.com"),
        ("a script as the place to sign in", "authorization_endpoint", "javascript:alert(1)"),
        ("an unencrypted place to sign in", "authorization_endpoint", "http://sso.example.com/"),
        ("a file as the place to sign out", "end_session_endpoint", "file:///etc/passwd"),
        ("a place to sign in with a password", "authorization_endpoint", "https://a:b@sso.example.com/"),
    ] {
        let (world, hostile) = world().await;
        let mut metadata = hostile.metadata();
        metadata[name] = json!(value);
        hostile.set_metadata(metadata);
        let page = press(&mut world.browser(), "sso", "/inbox").await;
        assert_eq!(page.status, 502, "{what}: {page:?}");
        page.shows("cannot be reached right now").hides("169.254");
    }
    assert_eq!(other.requests(), [""; 0], "nothing was asked of the other server");
    // The token endpoint is visited later, by the same rules.
    let (world, hostile) = world().await;
    let mut metadata = hostile.metadata();
    metadata["token_endpoint"] = json!(format!("{}/token", other.issuer));
    hostile.set_metadata(metadata);
    assert_eq!(try_token(&world, &hostile, |claims| signed(&claims)).await, 502);
    assert_eq!(other.requests(), [""; 0], "no code was sent to the other server");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_a_provider_are_limited() {
    let (world, hostile) = world().await;
    let place = "/.well-known/openid-configuration";
    let moved = (StatusCode::FOUND, [("location", "http://169.254.169.254/")]).into_response();
    let (mut long, mut deep) = (hostile.metadata(), hostile.metadata());
    long["padding"] = json!("a".repeat(2 << 20));
    deep["padding"] = (0..100).fold(Value::Null, |inner, _| json!([inner]));
    let json_answer =
        |value: &Value| ([("content-type", "application/json")], value.to_string()).into_response();
    for (what, answer) in [
        ("a redirect", moved),
        ("two megabytes", json_answer(&long)),
        ("no document", "<html>".into_response()),
        ("an error", StatusCode::INTERNAL_SERVER_ERROR.into_response()),
    ] {
        let (world, hostile) = self::world().await;
        hostile.set_answer(place, answer);
        assert_eq!(press(&mut world.browser(), "sso", "/inbox").await.status, 502, "{what}");
        // For a moment the provider is not asked again.
        assert_eq!(press(&mut world.browser(), "sso", "/inbox").await.status, 502, "{what}");
        assert_eq!(hostile.requests().len(), 1, "{what}");
    }
    hostile.set_answer(place, json_answer(&deep));
    assert_eq!(
        press(&mut world.browser(), "sso", "/inbox").await.status,
        200,
        "what nobody reads does no harm"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn private_issuer_is_visited_only_if_the_operator_says_so() {
    let hostile = HostileProvider::start().await;
    let mut settings = provider("sso", &hostile.issuer);
    settings.allow_private = false;
    let world = World::new(FreePort::take().await, vec![settings]);
    assert_eq!(press(&mut world.browser(), "sso", "/inbox").await.status, 502);
    assert_eq!(hostile.requests(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_claims_become_no_markup_and_no_header() {
    let (world, hostile) = world().await;
    let name = "<script>alert(1)</script>@example.com";
    let mut browser = world.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    let claims = hostile.claims(&parameter(&url, "nonce"));
    let claims = with(with(claims, "email", json!(name)), "groups", json!(["<b>", "a\r\nset-cookie: b=c"]));
    hostile.set_id_token(signed(&claims));
    browser.get(&format!("/sign-in/sso/callback?code=c&state={}", parameter(&url, "state"))).await;
    browser
        .get("/account")
        .await
        .shows("&lt;script&gt;")
        .hides("<script>alert")
        .hides("set-cookie: b")
        .shows("&lt;b&gt;");
}
