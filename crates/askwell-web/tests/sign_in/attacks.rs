//! Attacks on signing in with a good provider.

use crate::browser::Browser;
use crate::real_provider::RealProvider;
use crate::real_provider::path_of;
use crate::support::{FreePort, World, begin, people, press, provider, sign_in};

fn has_session(browser: &Browser) -> bool {
    browser.cookies.get("askwell-session").is_some_and(|value| !value.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn return_path_never_leads_to_another_site() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    for hostile in
        ["//evil.example", "https://evil.example/inbox", "/\\evil.example", "/inbox/..//evil.example"]
    {
        let page = sign_in(&mut world.browser(), &provider, "bob", hostile).await;
        assert_eq!((page.status, page.header("location")), (303, Some("/inbox")), "{hostile}");
    }
    // The hidden field of the form is as little trusted as the address.
    let mut browser = world.browser();
    let token = browser.get("/sign-in").await.token();
    let page = browser.post("/sign-in/sso", &[(":token", &token), ("return", "//evil.example")]).await;
    let back = provider.sign_in(&mut provider.browser(), &crate::support::departure(&page), "bob").await;
    assert_eq!(browser.get(&path_of(&back)).await.header("location"), Some("/inbox"));
}

#[tokio::test(flavor = "multi_thread")]
async fn answer_for_another_browser_signs_nobody_in() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    // The attacker signs in as themself, and gets the victim to open the address that finishes it.
    let mut attacker = world.browser();
    let url = begin(&mut attacker, "sso", "/inbox").await;
    let back = provider.sign_in(&mut provider.browser(), &url, "eve").await;
    for has_begun in [false, true] {
        let mut victim = world.browser();
        if has_begun {
            begin(&mut victim, "sso", "/inbox").await;
        }
        let page = victim.get(&path_of(&back)).await;
        assert_eq!(page.status, 400);
        page.shows("was not started in this browser");
        assert!(!has_session(&victim));
    }
    // A person who is signed in stays signed in as themselves.
    let mut victim = world.browser();
    sign_in(&mut victim, &provider, "bob", "/inbox").await;
    assert_eq!(victim.get(&path_of(&back)).await.status, 400);
    victim.get("/inbox").await.shows("bob@example.com");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_state_is_rejected() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    let back = provider.sign_in(&mut provider.browser(), &url, "bob").await;
    let code = back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let state = back.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    for query in [
        format!("code={code}"),
        format!("code={code}&state="),
        format!("code={code}&state={}", state.replace(|_| true, "A")),
        format!("code={code}&state={state}A"),
        format!("code={code}&state={state}&state=other"),
        "state".to_owned(),
        String::new(),
    ] {
        let page = browser.get(&format!("/sign-in/sso/callback?{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        assert!(!has_session(&browser), "{query}");
    }
    // With the right state, an answer of another issuer is none.
    let kept = browser.cookies.clone();
    let page = browser
        .get(&format!("/sign-in/sso/callback?code={code}&state={state}&iss=https://evil.example"))
        .await;
    assert_eq!(page.status, 502);
    browser.cookies = kept.clone();
    let page = browser.get(&format!("/sign-in/sso/callback?code={code}&state={state}")).await;
    assert_eq!(page.status, 502, "this provider always names itself");
    browser.cookies = kept;
    assert_eq!(browser.get(&path_of(&back)).await.status, 303, "nothing of it has used the code up");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_counts_once_and_for_its_verifier_only() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    let back = provider.sign_in(&mut provider.browser(), &url, "bob").await;
    let before = browser.cookies.clone();
    assert_eq!(browser.get(&path_of(&back)).await.status, 303);
    let mut again = world.browser();
    again.cookies = before;
    assert_eq!(again.get(&path_of(&back)).await.status, 502, "the code was used");
    assert!(!has_session(&again));
    // A stolen code with the thief's own sign-in: state fits, verifier does not.
    let mut victim = world.browser();
    let url = begin(&mut victim, "sso", "/inbox").await;
    let stolen = provider.sign_in(&mut provider.browser(), &url, "ada").await;
    let code = stolen.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned();
    let mut thief = world.browser();
    let own = begin(&mut thief, "sso", "/inbox").await;
    let state = own.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    let issuer = provider.issuer.clone();
    let page = thief.get(&format!("/sign-in/sso/callback?code={code}&state={state}&iss={issuer}")).await;
    assert_eq!(page.status, 502);
    assert!(!has_session(&thief));
}

#[tokio::test(flavor = "multi_thread")]
async fn answer_of_one_provider_does_not_finish_a_sign_in_with_another() {
    let at = FreePort::take().await;
    let real = RealProvider::start(&at.url(), &people());
    let world = World::new(at, vec![provider("sso", &real.issuer), provider("other", &real.issuer)]);
    let mut browser = world.browser();
    let url = begin(&mut browser, "sso", "/inbox").await;
    let back = real.sign_in(&mut real.browser(), &url, "bob").await;
    let crossed = path_of(&back).replace("/sign-in/sso/", "/sign-in/other/");
    assert_eq!(browser.get(&crossed).await.status, 400);
    assert!(!has_session(&browser));
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_in_begins_only_on_a_page_of_this_service() {
    let (world, _provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    let token = browser.get("/sign-in").await.token();
    let body = format!("%3Atoken={token}").into_bytes();
    let form = ("content-type", "application/x-www-form-urlencoded");
    for site in ["cross-site", "same-site"] {
        let page =
            browser.send("POST", "/sign-in/sso", &[form, ("sec-fetch-site", site)], body.clone()).await;
        assert_eq!(page.status, 403, "{site}");
    }
    for token in ["", "A"] {
        let page = browser.post("/sign-in/sso", &[(":token", token)]).await;
        assert_eq!(page.status, 400, "{token:?}");
    }
    let mut other = world.browser();
    assert_eq!(
        other.post("/sign-in/sso", &[(":token", &token)]).await.status,
        400,
        "a token of another browser"
    );
    assert_eq!(browser.get("/sign-in/sso").await.status, 405, "a link begins nothing");
    assert_eq!(browser.get("/sign-in/nobody/callback").await.status, 404);
    assert_eq!(press(&mut browser, "sso", "/inbox").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_come_from_the_provider_and_only_those_that_are_accepted() {
    let (world, provider) = World::with_real_provider(|settings| {
        settings.accept_groups = vec!["on-call".to_owned()];
    })
    .await;
    let mut browser = world.browser();
    sign_in(&mut browser, &provider, "ada", "/inbox").await;
    browser.get("/account").await.shows("on-call").hides("administrators");
    // A header of the service's own is worth nothing from outside.
    let mut stranger = world.browser();
    let visitor = r#"{"person":"ada@example.com","groups":["administrators"],"session":null}"#;
    stranger.headers.push(("x-askwell-visitor".to_owned(), visitor.to_owned()));
    assert_eq!(stranger.get("/inbox").await.status, 303);
    browser.headers.push(("x-askwell-visitor".to_owned(), visitor.replace("ada@", "bob@")));
    browser.get("/inbox").await.shows("ada@example.com").hides("bob@example.com");
}

#[tokio::test(flavor = "multi_thread")]
async fn invented_session_opens_nothing() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let mut browser = world.browser();
    sign_in(&mut browser, &provider, "bob", "/inbox").await;
    let good = browser.cookies["askwell-session"].clone();
    let secret = good.split_once('.').unwrap().1;
    for bad in [
        String::new(),
        "a".to_owned(),
        secret.to_owned(),
        format!("0000000000000000.{secret}"),
        good.replace('.', "/"),
        good.chars().rev().collect(),
        "x".repeat(4000),
    ] {
        browser.cookies.insert("askwell-session".to_owned(), bad.clone());
        assert_eq!(browser.get("/inbox").await.status, 303, "{bad}");
    }
    // A fixed session is replaced: signing in again ends the one before.
    browser.cookies.insert("askwell-session".to_owned(), good.clone());
    sign_in(&mut browser, &provider, "ada", "/inbox").await;
    assert_ne!(browser.cookies["askwell-session"], good);
    browser.cookies.insert("askwell-session".to_owned(), good);
    assert_eq!(browser.get("/inbox").await.status, 303);
}
