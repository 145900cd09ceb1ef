//! Links: random, and bound to one browser. Also run against the whole service.

use askwell_lifecycle::Status;

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn link_is_bound_to_the_first_browser_that_acts() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let (mut first, mut second) = (world.browser(), world.browser());
    let token_of_second = second.get(&path).await.token();
    let token_of_first = first.get(&path).await.token();
    first.post(&path, &[(":token", &token_of_first), ("host", "db1"), (":do", "update")]).await.shows("db1");
    // The other one saw the page, and cannot act any more.
    let refused =
        second.post(&path, &[(":token", &token_of_second), ("host", "evil"), (":do", "send")]).await;
    assert_eq!(refused.status, 403);
    refused.shows("This link is in use in another browser");
    let refused = second.get(&path).await;
    assert_eq!(refused.status, 403);
    refused.hides("Host");
    // Nor does a stolen form token help, as it is of another session.
    let replayed =
        second.post(&path, &[(":token", &token_of_first), ("host", "evil"), (":do", "send")]).await;
    assert_eq!(replayed.status, 403);
    let sent = first.post(&path, &[(":token", &token_of_first), ("host", "db1"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(world.status(id).await, Status::Completed);
    world.still_answers().await;
}

#[tokio::test]
async fn guessed_or_replayed_link_is_not_found() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut longer = path.clone();
    longer.push('A');
    let shorter = &path[..path.len() - 1];
    let mut other = path.clone().into_bytes();
    let last = other.last_mut().unwrap();
    *last = if *last == b'A' { b'E' } else { b'A' };
    let other = String::from_utf8(other).unwrap();
    for wrong in
        [longer.as_str(), shorter, &other, "/f/", "/f/..%2f..%2fetc", "/f/%00", "/f/' OR 1=1", "/f/AAAA"]
    {
        let page = world.browser().get(&wrong.replace(' ', "%20")).await;
        assert_eq!(page.status, 404, "{wrong}");
        page.hides("A new server");
    }
    // After the answer a link shows that it is over, and takes nothing more.
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let pairs = [(":token", token.as_str()), ("host", "db1"), (":do", "send")];
    assert_eq!(browser.post(&path, &pairs).await.status, 303);
    let again = browser.post(&path, &pairs).await;
    browser.follow(again).await.shows("<h1>Sent</h1>");
    world.still_answers().await;
}
