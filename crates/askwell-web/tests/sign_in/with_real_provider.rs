//! People sign in with a real provider, and answer.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::memory::MemoryStore;
use askwell_web::SignInSettings;

use crate::real_provider::{RealProvider, path_of};
use crate::support::{FreePort, World, begin, departure, people, provider, sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn person_signs_in_and_answers_under_their_name() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (id, link, code) = world.ask(|ask| ask).await;
    assert_eq!(code, None, "people sign in");
    let mut browser = world.browser();
    // Before the sign-in, nothing of the question is shown.
    let page = browser.get(&link).await;
    assert_eq!(page.status, 303);
    let page = browser.follow(page).await;
    page.shows("Sign in to answer").shows("Company SSO").hides("Deploy").hides("bot");
    let arrived = sign_in(&mut browser, &provider, "ada", &link).await;
    assert_eq!((arrived.status, arrived.header("location")), (303, Some(link.as_str())));
    let session = arrived.headers.iter().find(|(_, value)| value.starts_with("askwell-session=")).unwrap();
    assert!(session.1.contains("HttpOnly") && session.1.contains("SameSite=Lax"), "{session:?}");
    browser.get(&link).await.shows("Deploy the release?");
    let sent = browser.fill_in(&link, &[("go", "yes"), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{sent:?}");
    assert_eq!(world.answered_by(id).await.as_deref(), Some("ada@example.com"));
    browser.get("/inbox").await.shows("ada@example.com");
    browser.get("/account").await.shows("administrators, on-call").shows("Company SSO");
}

#[tokio::test(flavor = "multi_thread")]
async fn request_to_the_provider_has_state_nonce_and_challenge() {
    let (world, _provider) = World::with_real_provider(|_| ()).await;
    let url = begin(&mut world.browser(), "sso", "/inbox").await;
    let all: std::collections::HashMap<_, _> = url.query_pairs().collect();
    assert_eq!((&*all["response_type"], &*all["code_challenge_method"]), ("code", "S256"));
    assert_eq!(&*all["scope"], "openid email groups");
    let long = ["state", "nonce", "code_challenge"].map(|name| all[name].len());
    assert_eq!(long, [43; 3]);
    let other = begin(&mut world.browser(), "sso", "/inbox").await;
    for (name, value) in other.query_pairs().filter(|(name, _)| ["state", "nonce"].contains(&&**name)) {
        assert_ne!(all[&name], value, "{name} is the same twice");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn session_survives_a_restart_and_is_known_to_every_node() {
    let at = FreePort::take().await;
    let real = RealProvider::start(&at.url(), &people());
    let store = Arc::new(MemoryStore::default());
    let settings =
        || SignInSettings { oidc: vec![provider("sso", &real.issuer)], ..SignInSettings::default() };
    let first = World::with(at, settings(), |builder| builder.shared_store(store.clone()));
    let mut browser = first.browser();
    sign_in(&mut browser, &real, "bob", "/inbox").await;
    let second = World::with(FreePort::take().await, settings(), |builder| builder.shared_store(store));
    browser.port = second.port;
    browser.get("/inbox").await.shows("bob@example.com");
}

#[tokio::test(flavor = "multi_thread")]
async fn session_ends_after_its_time() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    sign_in(&mut browser, &provider, "bob", "/inbox").await;
    assert_eq!(browser.get("/inbox").await.status, 200);
    world.clock.advance(Duration::from_secs(25 * 60 * 60));
    let page = browser.get("/inbox").await;
    assert_eq!((page.status, page.header("location")), (303, Some("/sign-in?return=%2Finbox")));
}

#[tokio::test(flavor = "multi_thread")]
async fn person_signs_out_here_and_at_the_provider() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    let mut at_provider = provider.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    let back = provider.sign_in(&mut at_provider, &url, "ada").await;
    browser.get(&path_of(&back)).await;
    let stolen = browser.cookies.clone();
    let token = browser.get("/account").await.token();
    let out = browser.post("/account/sign-out", &[(":token", &token)]).await;
    let end = departure(&out);
    let asked = at_provider.get(&path_of(&end)).await;
    assert_eq!(asked.status, 200, "{asked:?}");
    let xsrf = asked.value("xsrf");
    let done = at_provider.post("/session/end/confirm", &[("xsrf", &xsrf), ("logout", "yes")]).await;
    let location = done.header("location").unwrap();
    assert_eq!(location, format!("http://127.0.0.1:{}/sign-in", world.port), "{done:?}");
    // The session is over, also for a copy of its cookie.
    browser.cookies = stolen;
    assert_eq!(browser.get("/inbox").await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn person_without_verified_name_or_required_group_is_turned_away() {
    let (world, provider) = World::with_real_provider(|settings| {
        settings.require_groups = vec!["on-call".to_owned()];
    })
    .await;
    for (login, status, says) in [
        ("eve", 502, "has not verified your mail address"),
        ("bob", 403, "This account may not sign in here"),
        ("nobody", 502, "did not say who you are"),
    ] {
        let mut browser = world.browser();
        let page = sign_in(&mut browser, &provider, login, "/inbox").await;
        assert_eq!(page.status, status, "{login}");
        page.shows(says);
        assert_eq!(browser.get("/inbox").await.status, 303, "{login}");
    }
    let mut browser = world.browser();
    assert_eq!(sign_in(&mut browser, &provider, "ada", "/inbox").await.status, 303);
}
