//! Roles of people who have signed in, by the groups of their session.

use askwell_web::{ADMINISTRATORS, Keys, OPERATORS, SignInSettings};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::support::{FreePort, World};

/// Signs a person in with a personal link.
async fn guest(world: &World, person: &str, group: &str) -> Browser {
    let body = json!({"person": person, "groups": [group]}).to_string().into_bytes();
    let made = world.browser().send("POST", "/people/links", &[], body).await;
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let path = made["url"].as_str().unwrap().split_once("/personal-link/").unwrap().1;
    let path = format!("/personal-link/{path}");
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let code = made["code"].as_str().unwrap();
    assert_eq!(browser.post(&path, &[(":token", &token), ("code", code)]).await.status, 303);
    browser
}

#[tokio::test]
async fn administrator_ends_sessions_of_others_and_an_operator_does_not() {
    let world = World::with_keys(FreePort::take().await, SignInSettings::default(), &Keys::none());
    let mut person = guest(&world, "ada", "staff").await;
    let mut operator = guest(&world, "bob", OPERATORS).await;
    let mut administrator = guest(&world, "cleo", ADMINISTRATORS).await;
    for (browser, overview, administration) in
        [(&mut person, 403, 403), (&mut operator, 200, 403), (&mut administrator, 200, 200)]
    {
        assert_eq!(browser.get("/overview").await.status, overview);
        assert_eq!(browser.get("/administration").await.status, administration);
        assert_eq!(browser.get("/inbox").await.status, 200);
    }
    // A stranger is sent to the sign-in page.
    assert_eq!(world.browser().get("/administration").await.status, 303);
    let page = administrator.get("/administration").await;
    page.shows("ada").shows("bob").shows("a personal link");
    let sessions = world.browser().send("GET", "/sessions?person=ada", &[], Vec::new()).await;
    let sessions: Value = serde_json::from_str(&sessions.body).unwrap();
    let id = sessions["sessions"][0]["sessionId"].as_str().unwrap().to_owned();
    let token = page.token();
    let end = [(":token", token.as_str()), ("session", id.as_str())];
    assert_eq!(operator.post("/administration/sessions", &end).await.status, 403);
    assert_eq!(administrator.post("/administration/sessions", &end[1..]).await.status, 403, "no token");
    assert_eq!(person.get("/inbox").await.status, 200);
    assert_eq!(administrator.post("/administration/sessions", &end).await.status, 303);
    assert_eq!(person.get("/inbox").await.status, 303, "the session has ended");
}
