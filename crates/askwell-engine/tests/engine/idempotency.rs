//! Asking again under the same key.

use askwell_engine::{Ask, CreateError};
use askwell_form::Form;
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Mode, OnDisconnect};
use serde_json::json;

use crate::support::{World, a_form, client, secs};

fn asked() -> Ask {
    Ask::form(a_form()).idempotency_key("k")
}

#[tokio::test]
async fn equal_content_under_a_key_returns_the_same_elicitation() {
    let world = World::new();
    let first = world.ask_with(asked()).await;
    let reordered = Form::parse(
        r#"{"title": "A new server", "id": "server", "fields": [
            {"required": true, "label": "Host", "type": "text", "id": "host"},
            {"id": "port", "type": "number", "label": "Port", "validation": {"maximum": 65535, "minimum": 1}}]}"#,
    )
    .unwrap();
    for again in [asked(), asked().timeout(secs(20)), Ask::form(reordered).idempotency_key("k")] {
        assert_eq!(world.ask_with(again).await.id, first.id);
    }
    world.engine.decline(&world.client, first.id).await.unwrap();
    assert_eq!(world.ask_with(asked()).await.id, first.id, "also when it is over");
    let others =
        world.engine.create(&client("b"), Ask::form(a_form()).idempotency_key("k").message("?")).await;
    assert_ne!(others.unwrap().id, first.id, "keys belong to a client");
}

#[tokio::test]
async fn other_content_under_the_same_key_is_a_conflict() {
    let world = World::new();
    let first = world.ask_with(asked()).await;
    let other = askwell_form::build::form("server", "Another title")
        .field(askwell_form::build::text("host", "Host"))
        .build()
        .unwrap();
    let page = Ask::page("https://example.com/", "Please", &UrlPolicy::default()).unwrap();
    for ask in [
        Ask::form(other).idempotency_key("k"),
        page.idempotency_key("k"),
        asked().message("Delete 9 files?"),
        asked().in_mode(Mode::Terminal),
        asked().for_person("person@example.com"),
        asked().answer_limit(10),
        asked().on_disconnect(OnDisconnect::Abandon),
    ] {
        let refused = world.engine.create(&world.client, ask).await.unwrap_err();
        assert_eq!(refused, CreateError::KeyConflict { id: first.id });
    }
    assert_eq!(world.log().await.len(), 1, "nothing else was asked");
}

#[tokio::test]
async fn form_without_fields_is_refused() {
    let world = World::new();
    for schema in [json!({"type": "object", "properties": {}}), json!({"type": "object"})] {
        let form = Form::import(&schema, "Please").unwrap().form;
        let refused = world.engine.create(&world.client, Ask::form(form)).await.unwrap_err();
        assert_eq!(refused, CreateError::NoFields);
    }
}
