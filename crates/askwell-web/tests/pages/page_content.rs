//! The content of pages, and that `GET` changes nothing.

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn page_shows_who_asks_what_and_why() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let page = world.browser().get(&path).await;
    assert_eq!(page.status, 200);
    for part in [
        "<title>A new server · Askwell</title>",
        "Deploy Bot</bdi> asks",
        "<h1 dir=\"auto\">A new server</h1>",
        "For the staging network.",
        "<label id=\"f-host-label\" for=\"f-host\">Host",
        "id=\"f-host-hint\">Its short name.</p>",
        "aria-describedby=\"f-host-hint f-host-error\"",
        "name=\"port\" value=\"8080\"",
        "Time left: ",
        "Add 5 minutes",
        "Decline",
    ] {
        page.shows(part);
    }
}

#[tokio::test]
async fn assets_are_immutable_and_compressed() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    for (before, content_type) in
        [("<link rel=\"stylesheet\" href=\"", "text/css"), ("<script src=\"", "text/javascript")]
    {
        let address = page.body.split_once(before).unwrap().1.split('"').next().unwrap().to_owned();
        let asset = browser.send("GET", &address, &[("accept-encoding", "br, gzip;q=0.8")], Vec::new()).await;
        assert_eq!(asset.header("content-encoding"), Some("gzip"));
        assert_eq!(asset.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert!(asset.header("content-type").unwrap().starts_with(content_type));
        let plain = browser.get(&address).await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    }
    assert_eq!(browser.get("/assets/askwell.0000.css").await.status, 404);
}

#[tokio::test]
async fn closed_page_shows_the_outcome() {
    let world = World::new().await;
    let actor = &world.client;
    let (declined, declined_path) = world.link_to(&server()).await;
    world.engine.decline(actor, declined).await.unwrap();
    let (answered, answered_path) = world.link_to(&server()).await;
    world.engine.submit(actor, answered, br#"{"host": "db1"}"#).await.unwrap();
    let (called_off, called_off_path) = world.link_to(&server()).await;
    world.engine.cancel(actor, called_off, askwell_lifecycle::CancelReason::FormInvalidated).await.unwrap();
    let (_, late_path) = world.link_to(&server()).await;
    world.clock.advance_and_settle(std::time::Duration::from_secs(301)).await;
    for (path, status, says) in [
        (declined_path, 410, "This was declined"),
        (answered_path, 410, "already answered by <bdi>a program</bdi>"),
        (called_off_path, 410, "The form was withdrawn."),
        (late_path, 410, "The time is up"),
        ("/f/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned(), 404, "There is nothing here"),
    ] {
        let page = world.browser().get(&path).await;
        page.shows(says);
        assert_eq!(page.status, status, "{path}");
    }
}
