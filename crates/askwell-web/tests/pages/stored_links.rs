//! What the store contains of links, and which elicitations have none.

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn store_contains_no_link_token() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let token = path.strip_prefix("/f/").unwrap();
    assert_eq!(token.len(), 43, "256 bits in base64url");
    let records = world.engine.records().list("link", None, 10).await.unwrap();
    let [note] = records.as_slice() else { panic!("one note, not {}", records.len()) };
    assert_eq!(note.key.len(), 64);
    let value = String::from_utf8_lossy(&note.value);
    assert!(!note.key.contains(token) && !value.contains(token));
}

#[tokio::test]
async fn client_only_elicitation_has_no_page() {
    let world = World::new().await;
    let form = askwell_form::Form::parse(&server().to_string()).unwrap();
    let ask = askwell_engine::Ask::form(form).client_only();
    let id = world.engine.create(&world.client, ask).await.unwrap().id;
    let path = world.path_of(&world.pages.link(id).await.unwrap());
    assert_eq!(world.browser().get(&path).await.status, 404);
}
