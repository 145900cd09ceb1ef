//! Elicitations in `url` mode that are answered on another site.

use askwell_engine::Ask;
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Decline, ElicitationId, Outcome, Status};

use crate::support::World;

const SIGN_IN: &str = "https://accounts.example.com/grant?a=1&b=%22%3E";

async fn ask_for(world: &World, url: &str, message: &str) -> (ElicitationId, String) {
    let ask = Ask::page(url, message, &UrlPolicy::default()).unwrap();
    let id = world.engine.create(&world.client, ask).await.unwrap().id;
    (id, world.path_of(&world.pages.link(id).await.unwrap()))
}

#[tokio::test]
async fn external_page_shows_its_whole_address_before_the_link() {
    let world = World::new().await;
    let (id, path) = ask_for(&world, SIGN_IN, "Let the bot read <your> tickets").await;
    let page = world.browser().get(&path).await;
    assert_eq!(page.status, 200);
    for part in [
        "<title>Let the bot read &lt;your&gt; tickets · Askwell</title>",
        "Deploy Bot</bdi> asks",
        "<bdi>https://accounts.example.com/grant?a=1&amp;b=%22%3E</bdi>",
        "Leads to <bdi class=\"host\" dir=\"ltr\">accounts.example.com</bdi>.",
        "href=\"https://accounts.example.com/grant?a=1&amp;b=%22%3E\" rel=\"noopener noreferrer nofollow\" target=\"_blank\"",
        "Time left: ",
        "Decline",
    ] {
        page.shows(part);
    }
    page.hides("<input type=\"text\"").hides("Review your answer");
    assert_eq!(world.status(id).await, Status::Pending, "looking changes nothing");
    let inbox = world.browser().get("/inbox").await;
    inbox.shows("Let the bot read &lt;your&gt; tickets");
    world.browser().get(&format!("/inbox/{id}")).await.shows("accounts.example.com");
}

#[tokio::test]
async fn look_alike_host_names_get_a_warning() {
    let world = World::new().await;
    for (url, host, warning) in [
        ("https://аpple.com/login", "xn--pple-43d.com", "mixes letters of different scripts"),
        ("https://bücher.example/", "xn--bcher-kva.example", "letters beyond a to z"),
    ] {
        let (_, path) = ask_for(&world, url, "Sign in").await;
        world.browser().get(&path).await.shows(host).shows(warning);
    }
}

#[tokio::test]
async fn external_page_direction_follows_its_message() {
    let world = World::new().await;
    let (_, path) = ask_for(&world, SIGN_IN, "אישור גישה").await;
    world.browser().get(&path).await.shows("dir=\"rtl\"");
}

#[tokio::test]
async fn external_page_can_be_declined_and_extended() {
    let world = World::new().await;
    let (id, path) = ask_for(&world, SIGN_IN, "Sign in").await;
    let mut browser = world.browser();
    assert_eq!(browser.fill_in(&path, &[(":do", "extend")]).await.status, 303);
    assert_eq!(world.engine.status(&world.client, id).await.unwrap().extensions_left(), 1);
    // The page has no form to submit.
    for action in ["send", "review", "update", "test:x", "anything"] {
        let page = browser.fill_in(&path, &[("x", "y"), (":do", action)]).await;
        assert_eq!(page.status, 303, "{action}");
    }
    assert!(world.status(id).await.is_open());
    let declined = browser.fill_in(&path, &[(":do", "decline")]).await;
    browser.follow(declined).await.shows("You declined").hides("The reason given");
    assert_eq!(world.status(id).await, Status::Declined);
    let (id, path) = ask_for(&world, SIGN_IN, "Sign in").await;
    world.browser().get(&path).await;
    world.engine.submit(&world.client, id, b"null").await.unwrap();
    world.browser().get(&path).await.shows("<h1>Sent</h1>");
    // The token of another page, another browser, no token: none of them may decline.
    let (id, path) = ask_for(&world, SIGN_IN, "Sign in").await;
    let token = browser.get(&path).await.token();
    for (mut browser, token) in [(world.browser(), token.as_str()), (world.browser(), "")] {
        assert_eq!(browser.post(&path, &[(":token", token), (":do", "decline")]).await.status, 403);
    }
    assert!(world.status(id).await.is_open());
}

#[tokio::test]
async fn decline_of_external_page_keeps_the_reason() {
    let world = World::new().await;
    let (id, path) = ask_for(&world, SIGN_IN, "Sign in").await;
    let mut browser = world.browser();
    browser.get(&path).await.shows("name=\":reason\"").shows("Why not?");
    let declined = browser.fill_in(&path, &[(":do", "decline"), (":reason", " I have no <account> ")]).await;
    browser.follow(declined).await.shows("I have no &lt;account&gt;");
    match world.engine.status(&world.client, id).await.unwrap().outcome() {
        Some(Outcome::Declined(Decline { reason, .. })) => {
            assert_eq!(reason.as_deref(), Some("I have no <account>"));
        }
        other => panic!("not declined: {other:?}"),
    }
}

#[tokio::test]
async fn external_page_has_no_form_routes() {
    let world = World::new().await;
    let (id, path) = ask_for(&world, SIGN_IN, "Sign in").await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let headers = [("x-askwell-token", token.as_str()), ("sec-fetch-site", "same-origin")];
    for (method, part) in [
        ("POST", "/evaluate"),
        ("POST", "/test"),
        ("POST", "/upload/a?name=a.txt"),
        ("GET", "/options/a?q=b"),
    ] {
        let page = browser.send(method, &format!("{path}{part}"), &headers, Vec::new()).await;
        assert_eq!(page.status, 404, "{part}");
    }
    let more = browser.send("POST", &format!("{path}/extend"), &headers, Vec::new()).await;
    assert_eq!(more.status, 200, "{}", more.body);
    assert!(world.status(id).await.is_open());
}
