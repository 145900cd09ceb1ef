//! People who are identified by a proxy.

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::Status;
use askwell_web::Identity;

use crate::browser::Browser;
use crate::forms::server;
use crate::support::World;

fn signed_in(world: &World, name: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), name.to_owned()));
    browser
}

#[tokio::test]
async fn link_for_one_person_rejects_another_proxy_user() {
    let world = World::known_by(Identity::ProxyHeader("x-user".to_owned())).await;
    let form = Form::parse(&server().to_string()).unwrap();
    let ask = Ask::form(form).for_person("ops@example.com");
    let id = world.engine.create(&world.client, ask).await.unwrap().id;
    let path = world.path_of(&world.pages.link(id).await.unwrap());
    let anonymous = world.browser().get(&path).await;
    assert_eq!(anonymous.status, 401);
    anonymous.shows("Please sign in").hides("A new server");
    let other = signed_in(&world, "other@example.com").get(&path).await;
    assert_eq!(other.status, 403);
    other.shows("This request is for someone else").hides("A new server");
    let mut twice = signed_in(&world, "other@example.com");
    twice.headers.push(("x-user".to_owned(), "ops@example.com".to_owned()));
    assert_eq!(twice.get(&path).await.status, 401, "two names are none");
    let mut person = signed_in(&world, "ops@example.com");
    let sent = person.fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    person.get(&path).await.shows("<h1>Sent</h1>");
    assert_eq!(world.status(id).await, Status::Completed);
    let closing = world.engine.history(&world.client, id).await.unwrap().pop().unwrap();
    assert_eq!(closing.person.as_deref(), Some("ops@example.com"));
}

#[tokio::test]
async fn answer_through_proxy_records_the_person() {
    let world = World::known_by(Identity::ProxyHeader("x-user".to_owned())).await;
    let (id, path) = world.link_to(&server()).await;
    let (mut one, mut two) = (signed_in(&world, "one@example.com"), signed_in(&world, "two@example.com"));
    two.get(&path).await.shows("A new server");
    assert_eq!(one.fill_in(&path, &[("host", "db1"), (":do", "send")]).await.status, 303);
    two.get(&path).await.shows("already answered by <bdi>one@example.com</bdi>");
    one.get(&path).await.shows("<h1>Sent</h1>");
    assert_eq!(world.status(id).await, Status::Completed);
}
