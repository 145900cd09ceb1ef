//! The account page: a person sees and ends their sessions.

use crate::support::{World, sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn person_ends_their_other_sessions_and_nobody_elses() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let (mut desk, mut phone, mut other) = (world.browser(), world.browser(), world.browser());
    phone.headers.push(("user-agent".to_owned(), "A <b>phone</b>".to_owned()));
    for browser in [&mut desk, &mut phone] {
        sign_in(browser, &provider, "ada", "/inbox").await;
    }
    sign_in(&mut other, &provider, "bob", "/inbox").await;
    let page = desk.get("/account").await;
    let page = page.shows("this browser").shows("A &lt;b&gt;phone&lt;/b&gt;");
    let (token, id) = (page.token(), button_value(&page.body));
    // Bob knows the id, which ends nothing of Ada's.
    let bobs = other.get("/account").await.token();
    other.post("/account/sessions", &[(":token", &bobs), ("session", &id)]).await;
    assert_eq!(phone.get("/inbox").await.status, 200);
    // Neither does a request of another site, or without the token.
    assert_eq!(desk.post("/account/sessions", &[(":token", &bobs), ("session", &id)]).await.status, 403);
    assert_eq!(phone.get("/inbox").await.status, 200);
    let done = desk.post("/account/sessions", &[(":token", &token), ("session", &id)]).await;
    assert_eq!(done.status, 303);
    assert_eq!(phone.get("/inbox").await.status, 303);
    sign_in(&mut phone, &provider, "ada", "/inbox").await;
    desk.post("/account/sessions", &[(":token", &token), ("session", "others")]).await;
    assert_eq!((desk.get("/inbox").await.status, phone.get("/inbox").await.status), (200, 303));
    assert_eq!(other.get("/inbox").await.status, 200);
}

fn button_value(body: &str) -> String {
    body.split("name=\"session\" value=\"").skip(1).find(|rest| !rest.starts_with("others")).unwrap()[..32]
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn account_needs_a_session() {
    let (world, _provider) = World::with_real_provider(|_| ()).await;
    let page = world.browser().get("/account").await;
    assert_eq!((page.status, page.header("location")), (303, Some("/sign-in?return=%2Faccount")));
}
