//! Repeating groups on pages without a script, and what the script is told about them.

use serde_json::{Value, json};

use crate::support::World;

fn order() -> Value {
    json!({"id": "order", "title": "Order", "fields": [
        {"id": "customer", "type": "text", "label": "Customer", "required": true},
        {"id": "sku", "type": "text", "label": "Article", "required": true},
        {"id": "kind", "type": "select", "label": "Kind", "options": ["plain", "engraved"]},
        {"id": "engraving", "type": "text", "label": "Engraving", "required": true,
            "rendering": {"conditionalDisplay": {"operator": "equals", "field": "kind", "value": "engraved"}}},
        {"id": "shop", "type": "url", "label": "Shop", "rendering": {"testButton": true}},
        {"id": "at", "type": "date", "label": "At", "rendering": {"enableTime": true}},
    ], "groups": [{"id": "lines", "title": "Lines", "repeat": {"minimum": 1, "maximum": 2, "item": "Line"},
        "fields": ["sku", "kind", "engraving", "shop", "at"]}]})
}

#[tokio::test]
async fn each_row_is_a_field_set_with_its_own_names() {
    let world = World::new().await;
    let (_, path) = world.link_to(&order()).await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    page.shows("<legend dir=\"auto\">Line 1</legend>").shows("name=\"lines:rows\" value=\"1\"");
    page.shows("id=\"f-lines.0.sku\"").shows("for=\"f-lines.0.sku\"").shows("name=\"lines.0.sku\"");
    // One row has nowhere to go, and the group needs it.
    page.shows("value=\"add:lines\"").hides("value=\"remove:lines.0\"").hides("value=\"up:lines.0\"");
    let added = [
        (":token", &*page.token()),
        ("lines:rows", "1"),
        ("lines.0.sku", "A1"),
        ("lines.0.kind", "engraved"),
        (":do", "add:lines"),
    ];
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(added).finish();
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("sec-fetch-site", "same-origin"),
        ("origin", "null"),
    ];
    let added = browser.send("POST", &path, &headers, body.into_bytes()).await;
    let location = added.header("location").unwrap().to_owned();
    assert!(location.ends_with("?step=form#r-lines.1"), "{location}");
    let two = browser.follow_step(added).await;
    two.shows("Line 2").shows("value=\"A1\"").shows("value=\"remove:lines.1\"").shows("value=\"up:lines.1\"");
    two.shows("value=\"down:lines.0\"").hides("value=\"add:lines\"");
    let first = two.body.split("data-field=\"lines.0.engraving\"").nth(1).unwrap().split('>').next().unwrap();
    let second =
        two.body.split("data-field=\"lines.1.engraving\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(!first.contains("hidden") && second.contains("hidden"), "{first} {second}");
}

#[tokio::test]
async fn problem_of_a_row_links_to_its_input_and_the_receipt_lists_the_rows() {
    let world = World::new().await;
    let (id, path) = world.link_to(&order()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let wrong = [
        (":token", &*token),
        ("customer", "Ana"),
        ("lines:rows", "2"),
        ("lines.0.sku", "A1"),
        ("lines.1.sku", ""),
        ("lines.1.at", "2026-01-31T09:30"),
        ("lines.1.at:zone", ""),
        (":do", "review"),
    ];
    let wrong = browser.fill_in(&path, &wrong).await;
    assert_eq!(wrong.status, 422);
    wrong.shows("href=\"#f-lines.1.at\"").shows("Line 2: Choose the time zone of At.");
    let wrong = [
        (":token", &*token),
        ("customer", "Ana"),
        ("lines:rows", "2"),
        ("lines.0.sku", "A1"),
        ("lines.1.sku", ""),
        (":do", "review"),
    ];
    let wrong = browser.fill_in(&path, &wrong).await;
    wrong.shows("href=\"#f-lines.1.sku\"").shows("Line 2: Article is required.");
    let good = [
        (":token", &*token),
        ("customer", "Ana"),
        ("lines:rows", "2"),
        ("lines.0.sku", "A1"),
        ("lines.1.sku", "<B2>"),
        ("lines.1.kind", "plain"),
        (":do", "review"),
    ];
    let review = browser.fill_in(&path, &good).await;
    review.shows("Check before you send").shows("<p dir=\"auto\">Line 2</p>").shows("&lt;B2&gt;");
    review.shows("<input type=\"hidden\" name=\"lines:rows\" value=\"2\">");
    review.shows("<input type=\"hidden\" name=\"lines.1.sku\" value=\"&lt;B2&gt;\">");
    let sent = [good.as_slice(), &[(":do", "send")]].concat();
    let sent = browser.post(&path, &sent).await;
    let receipt = browser.follow(sent).await;
    receipt.shows("<p dir=\"auto\">Line 2</p>").shows("&lt;B2&gt;");
    assert_eq!(
        world.answer(id).await,
        json!({"customer": "Ana", "lines": [{"sku": "A1"}, {"sku": "<B2>", "kind": "plain"}]})
    );
}

#[tokio::test]
async fn number_of_rows_in_a_body_is_bounded() {
    let world = World::new().await;
    let (_, path) = world.link_to(&order()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    for rows in ["99999999999999999999", "4000000000", "-1", "x", "3"] {
        let sent = [(":token", &*token), ("lines:rows", rows), ("lines.0.sku", "A1"), (":do", "update")];
        let page = browser.fill_in(&path, &sent).await;
        assert_eq!(page.status, 200, "{rows}");
        page.hides("Line 3");
    }
    for button in [
        "remove:lines.7",
        "up:lines.0",
        "down:lines.9",
        "add:customer",
        "add:nothing",
        "up:x.1",
        "add:a\r\nb",
    ] {
        let sent = [(":token", &*token), ("lines:rows", "1"), ("lines.0.sku", "A1"), (":do", button)];
        let page = browser.fill_in(&path, &sent).await;
        assert_eq!(page.status, 200, "{button}");
        page.shows("value=\"A1\"").hides("Line 2");
    }
}

#[tokio::test]
async fn script_is_told_about_each_row() {
    let world = World::new().await;
    let (_, path) = world.link_to(&order()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let sent = [
        (":token", &*token),
        ("lines:rows", "2"),
        ("lines.0.sku", "A1"),
        ("lines.1.kind", "engraved"),
        ("lines.1.shop", "https://example.com/a"),
    ];
    let page = browser.post(&format!("{path}/evaluate"), &sent).await;
    let says: Value = serde_json::from_str(&page.body).unwrap();
    assert_eq!(says["fields"]["lines.0.engraving"]["visible"], false);
    assert_eq!(says["fields"]["lines.1.engraving"]["visible"], true);
    assert_eq!(says["fields"]["lines.1.sku"]["problems"], json!(["Line 2: Article is required."]));
    assert_eq!(says["fields"]["lines.1.shop"]["host"], "example.com");
    let test = [
        (":token", &*token),
        ("lines:rows", "1"),
        ("lines.0.shop", "https://10.0.0.1"),
        (":do", "test:lines.0.shop"),
    ];
    let tested = browser.post(&format!("{path}/test"), &test).await;
    assert_eq!(tested.body, r#"{"fine":false,"says":"Shop must not lead into a private network."}"#);
    let options = browser.get(&format!("{path}/options/lines.0.kind?q=eng")).await;
    assert_eq!(options.body, r#"[["engraved","engraved"]]"#);
}
