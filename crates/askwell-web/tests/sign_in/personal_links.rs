//! Personal links: people without an account sign in with a link and a code.

use askwell_web::keys::{KeyFile, KeyRequest};
use askwell_web::{Keys, Role, SignInSettings};
use serde_json::{Value, json};

use crate::browser::{Browser, Page};
use crate::support::{FreePort, World};

async fn make(browser: &mut Browser, headers: &[(&str, &str)], body: &Value) -> Page {
    browser.send("POST", "/people/links", headers, body.to_string().into_bytes()).await
}

async fn world(keys: &Keys) -> World {
    World::with_keys(FreePort::take().await, SignInSettings::default(), keys)
}

#[tokio::test]
async fn link_and_code_sign_a_person_in_once() {
    let world = world(&Keys::none()).await;
    let made =
        make(&mut world.browser(), &[], &json!({"person": "guest@example.com", "groups": ["guests"]})).await;
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let (url, code) = (made["url"].as_str().unwrap(), made["code"].as_str().unwrap());
    let path = url.strip_prefix(&format!("http://127.0.0.1:{}", world.port)).unwrap();
    let mut guest = world.browser();
    // A preview of the link uses nothing up, and tells nothing.
    for _ in 0..3 {
        world.browser().get(path).await.shows("Enter the code").hides("guest@");
    }
    let token = guest.get(path).await.token();
    let wrong = guest.post(path, &[(":token", &token), ("code", "AAAAAAAA")]).await;
    assert_eq!(wrong.status, 422);
    wrong.shows("You can try 4 more times");
    // Another site, or a browser that did not see the page, cannot send the code.
    assert_eq!(world.browser().post(path, &[(":token", &token), ("code", code)]).await.status, 403);
    let entered = guest.post(path, &[(":token", &token), ("code", code)]).await;
    assert_eq!((entered.status, entered.header("location")), (303, Some("/inbox")));
    guest.get("/account").await.shows("guest@example.com").shows("guests").shows("a personal link");
    let mut second = world.browser();
    assert_eq!(second.get(path).await.status, 404, "the link was used");
    let (_, link, _) = world.ask(|ask| ask.for_group("guests")).await;
    guest.get(&link).await.shows("Deploy the release?");
}

#[tokio::test]
async fn only_operators_see_sessions_and_only_administrators_make_links() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("keys.json");
    let key = |name: &str, role: Role| {
        format!("Bearer {}", KeyFile::at(&file).create(KeyRequest::new(name, role)).unwrap().reveal())
    };
    let (asks, answers, operates) =
        (key("asks", Role::Asks), key("answers", Role::Answers), key("operates", Role::Operates));
    let administers = key("administers", Role::Administers);
    let world = world(&Keys::load(file, askwell_engine::Limits::none()).unwrap()).await;
    let mut browser = world.browser();
    let body = json!({"person": "ada"});
    for (key, status, of_link) in [
        ("", 401, 401),
        ("Bearer ask_no", 401, 401),
        (&*asks, 403, 403),
        (&*answers, 403, 403),
        (&*operates, 200, 403),
        (&*administers, 200, 200),
    ] {
        let headers = if key.is_empty() { vec![] } else { vec![("authorization", key)] };
        assert_eq!(make(&mut browser, &headers, &body).await.status, of_link, "{key}");
        for (method, path) in [("GET", "/sessions"), ("DELETE", "/sessions?person=ada")] {
            assert_eq!(browser.send(method, path, &headers, Vec::new()).await.status, status, "{key} {path}");
        }
        let unknown = if status == 200 { 404 } else { status };
        assert_eq!(
            browser.send("DELETE", "/sessions/abc", &headers, Vec::new()).await.status,
            unknown,
            "{key}"
        );
    }
    let headers = [("authorization", administers.as_str())];
    for bad in [
        json!({}),
        json!({"person": ""}),
        json!({"person": "a\u{202e}b"}),
        json!({"person": "ada", "groups": [""]}),
        json!({"person": "ada", "lifetimeMs": 0}),
        json!({"person": "ada", "lifetimeMs": 99_999_999_999_u64}),
        json!({"person": "ada", "role": "administrator"}),
        json!({"person": "x".repeat(70_000)}),
    ] {
        assert_eq!(make(&mut browser, &headers, &bad).await.status, 400, "{bad}");
    }
}
