//! Limits of attempts to sign in, over real sockets.

use std::time::Duration;

use askwell_web::{AttemptLimits, SignInSettings};

use crate::browser::Browser;
use crate::support::{FreePort, World, provider};

async fn world(per_address: usize, total: usize) -> World {
    let settings =
        SignInSettings { oidc: vec![provider("sso", "http://127.0.0.1:9")], ..SignInSettings::default() };
    let world = World::with(FreePort::take().await, settings, |builder| builder);
    world.pages.limit_attempts(AttemptLimits {
        per_address,
        total,
        address_header: Some("x-forwarded-for".to_owned()),
        trusted: vec!["127.0.0.1".parse().unwrap()],
    });
    world
}

fn from(world: &World, address: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
    browser
}

#[tokio::test]
async fn every_way_to_sign_in_is_limited_per_address() {
    let world = world(3, 1000).await;
    let (_, link, code) = world.ask(askwell_engine::Ask::for_link_holder).await;
    let code_path = format!("{link}/code");
    let token = "A".repeat(43);
    let personal = format!("/personal-link/{token}");
    let ways = [
        ("GET", personal.as_str(), 404),
        ("POST", &personal, 403),
        ("POST", "/sign-in/sso", 400),
        ("GET", "/sign-in/sso/callback?code=a&state=b", 400),
        ("POST", &code_path, 403),
    ];
    for (place, (method, path, status)) in ways.into_iter().enumerate() {
        let mut browser = from(&world, &format!("192.0.2.{place}"));
        let form = [("content-type", "application/x-www-form-urlencoded")];
        for _ in 0..3 {
            let page = browser.send(method, path, &form, Vec::new()).await;
            assert_eq!(page.status, status, "{method} {path} {}", page.body);
        }
        let page = browser.send(method, path, &form, Vec::new()).await;
        assert_eq!(page.status, 429, "{method} {path}");
        page.shows("Too many attempts").shows("came from your network").shows("Wait ");
        let seconds: u64 = page.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=120).contains(&seconds), "{seconds}");
        // The other pages and other people go on.
        assert_eq!(browser.get("/sign-in").await.status, 200);
        assert_eq!(from(&world, "198.51.100.7").send("GET", "/account", &[], Vec::new()).await.status, 303);
    }
    // A refused code uses up no try, and the right one is accepted after the time that the page names.
    let mut browser = from(&world, "203.0.113.9");
    let page = browser.get(&link).await;
    let enter = [(":token", page.token()), ("code", code.unwrap())];
    let enter = enter.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut wrong = enter;
    wrong[1].1 = "AAAAAAAA";
    for _ in 0..3 {
        assert_eq!(browser.post(&code_path, &wrong).await.status, 422);
    }
    let mut refused = browser.post(&code_path, &enter).await;
    for _ in 0..20 {
        assert_eq!(refused.status, 429);
        refused = browser.post(&code_path, &wrong).await;
    }
    let seconds = refused.header("retry-after").unwrap().parse().unwrap();
    world.clock.advance(Duration::from_secs(seconds));
    assert_eq!(browser.post(&code_path, &enter).await.status, 303);
}

#[tokio::test]
async fn all_addresses_together_are_limited() {
    let world = world(100, 4).await;
    for last in 0..4 {
        let page = from(&world, &format!("192.0.2.{last}")).get("/sign-in/sso/callback").await;
        assert_eq!(page.status, 400);
    }
    let page = from(&world, "198.51.100.1").get("/sign-in/sso/callback").await;
    assert_eq!(page.status, 503);
    page.shows("Too many people or programs");
    let seconds = page.header("retry-after").unwrap().parse().unwrap();
    world.clock.advance(Duration::from_secs(seconds));
    assert_eq!(from(&world, "198.51.100.1").get("/sign-in/sso/callback").await.status, 400);
}
