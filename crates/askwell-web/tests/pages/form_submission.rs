//! Filling in and submitting forms without a script.

use askwell_engine::Limits;
use askwell_lifecycle::Status;
use askwell_web::Identity;
use serde_json::{Value, json};

use crate::forms::server;
use crate::support::World;

/// Every kind, some with conditions.
fn workshop() -> Value {
    json!({"id": "workshop", "title": "A workshop", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"minLength": 3}},
        {"id": "key", "type": "text", "label": "Door code", "rendering": {"inputType": "password"}, "validation": {"minLength": 4}},
        {"id": "free", "type": "boolean", "label": "Free of charge", "default": true},
        {"id": "price", "type": "number", "label": "Price", "required": true, "rendering": {"conditionalDisplay": {"operator": "equals", "field": "free", "value": false}}},
        {"id": "day", "type": "date", "label": "Day"},
        {"id": "doors", "type": "date", "label": "Doors open", "rendering": {"enableTime": true}},
        {"id": "level", "type": "select", "label": "Level", "required": true, "options": [{"value": "b", "title": "Beginner"}, {"value": "e", "title": "Expert"}]},
        {"id": "tools", "type": "multi_select", "label": "Tools", "default": ["saw"], "options": ["saw", "file", "plane"]},
        {"id": "site", "type": "url", "label": "Site", "rendering": {"testButton": true}},
        {"id": "origin", "type": "text", "label": "Origin", "default": "web", "rendering": {"hidden": true}},
        {"id": "locked", "type": "select", "label": "Kind", "default": "open", "options": ["open", "closed"], "rendering": {"readonly": true}},
    ]})
}

const GOOD: [(&str, &str); 13] = [
    ("name", "Sourdough"),
    ("key", "4711"),
    ("free", "false"),
    ("free", "true"),
    ("day", "2026-05-04"),
    ("doors", "2026-05-04T09:30"),
    ("doors:zone", "+02:00"),
    ("level", "e"),
    ("tools", ""),
    ("tools", "plane"),
    ("site", " https://example.com/a "),
    ("origin", "web"),
    ("locked", "open"),
];

#[tokio::test]
async fn form_is_reviewed_before_it_is_sent() {
    let world = World::new().await;
    let (id, path) = world.link_to(&workshop()).await;
    let mut browser = world.browser();
    let with_review: Vec<_> = GOOD.into_iter().chain([(":do", "review")]).collect();
    let review = browser.fill_in(&path, &with_review).await;
    assert_eq!(review.status, 200);
    for part in [
        "Check before you send",
        "Expert",
        "2026-05-04 09:30 UTC +2:00",
        "plane",
        "<dd><span class=\"words\" dir=\"auto\">web</span><p class=\"hint\">Set by the form.</p></dd>",
        "Filled in, not shown",
        "Leads to <bdi class=\"host\" dir=\"ltr\">example.com</bdi>",
        "Yes",
    ] {
        review.shows(part);
    }
    review.hides("4711").hides("Price");
    assert_eq!(world.status(id).await, Status::Active);
    // What the review page carries is what its own inputs say, and the secret is not among them.
    let carried: Vec<(String, String)> = review
        .body
        .split("<input type=\"hidden\" name=\"")
        .skip(1)
        .map(|tag| {
            let name = tag.split('"').next().unwrap();
            let value = tag.split_once(" value=\"").unwrap().1.split('"').next().unwrap();
            (name.to_owned(), value.to_owned())
        })
        .collect();
    assert!(!carried.iter().any(|(name, _)| name == "key"));
    let mut pairs: Vec<(&str, &str)> =
        carried.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    pairs.push((":do", "send"));
    let sent = browser.post(&path, &pairs).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    browser.follow(sent).await.shows("<h1>Sent</h1>").shows("has your answer");
    assert_eq!(
        world.answer(id).await,
        json!({"name": "Sourdough", "key": "4711", "free": true, "day": "2026-05-04", "doors": "2026-05-04T09:30:00+02:00",
            "level": "e", "tools": ["plane"], "site": "https://example.com/a", "origin": "web", "locked": "open"})
    );
}

#[tokio::test]
async fn problems_are_listed_in_the_summary_and_at_their_fields() {
    let world = World::new().await;
    let (id, path) = world.link_to(&workshop()).await;
    let mut browser = world.browser();
    let page = browser
        .fill_in(
            &path,
            &[
                ("name", "ab"),
                ("key", "1"),
                ("free", "false"),
                ("day", "soon"),
                ("level", ""),
                ("tools", ""),
                (":do", "review"),
            ],
        )
        .await;
    assert_eq!(page.status, 422);
    page.shows("<title>Error: A workshop").shows("There is a problem");
    for (field, says) in [
        ("name", "Name must have at least 3 characters."),
        ("key", "Door code must have at least 4 characters."),
        ("price", "Price is required."),
        ("day", "Day must be a date, like 2026-01-31."),
        ("level", "Level is required."),
    ] {
        page.shows(&format!("<a href=\"#f-{field}\"><bdi dir=\"ltr\">{says}</bdi></a>"));
        page.shows(&format!(
            "<p class=\"error\" id=\"f-{field}-error\"><span class=\"sr\">Error: </span><bdi dir=\"ltr\">{says}</bdi></p>"
        ));
    }
    assert_eq!(page.value("name"), "ab", "what was typed is kept");
    page.shows("What you typed before is kept.").hides("value=\"1\"");
    assert_eq!(world.status(id).await, Status::Active, "a mistake on the page is not counted");
}

#[tokio::test]
async fn update_button_shows_and_hides_conditional_fields() {
    let world = World::new().await;
    let (_, path) = world.link_to(&workshop()).await;
    let mut browser = world.browser();
    let is_hidden = |page: &crate::browser::Page| {
        let (_, rest) = page.body.split_once("data-field=\"price\"").unwrap();
        rest.split('>').next().unwrap().contains("hidden")
    };
    let first = browser.get(&path).await;
    first.shows("Update the form");
    assert!(is_hidden(&first));
    let paid = browser.fill_in(&path, &[("free", "false"), ("price", "12"), (":do", "update")]).await;
    assert_eq!(paid.status, 200);
    assert!(!is_hidden(&paid));
    assert_eq!(paid.value("price"), "12");
    paid.hides("There is a problem");
    // Hidden again, and the value is still there.
    let free = browser.fill_in(&path, &[("free", "true"), ("price", "12"), (":do", "update")]).await;
    assert!(is_hidden(&free));
    assert_eq!(free.value("price"), "12");
}

#[tokio::test]
async fn form_with_one_field_is_sent_without_review() {
    let world = World::new().await;
    let question = json!({"id": "q", "title": "Which region?", "fields": [
        {"id": "region", "type": "text", "label": "Region", "required": true}]});
    let (id, path) = world.link_to(&question).await;
    let mut browser = world.browser();
    browser.fill_in(&path, &[("region", ""), (":do", "send")]).await.shows("Region is required.");
    let sent = browser.fill_in(&path, &[("region", "eu"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(world.answer(id).await, json!({"region": "eu"}));
}

#[tokio::test]
async fn url_is_checked_by_test_button_and_on_send() {
    let world = World::new().await;
    let (id, path) = world.link_to(&workshop()).await;
    let mut browser = world.browser();
    for (address, says) in [
        ("https://example.com", "This address would be accepted. It was not visited."),
        ("https://inside.example.com", "Site must not lead into a private network."),
        ("https://10.0.0.1", "Site must not lead into a private network."),
        ("nonsense", "Site must be a full web address"),
        ("", "There is nothing to test yet."),
    ] {
        let page = browser.fill_in(&path, &[("site", address), (":do", "test:site")]).await;
        page.shows(says);
    }
    let odd = browser.fill_in(&path, &[("site", "https://xn--pple-43d.com"), (":do", "update")]).await;
    odd.shows("xn--pple-43d.com").shows("mixes letters of different scripts");
    // By its text alone this one is fine, so only the engine finds out.
    let sent = browser
        .fill_in(
            &path,
            &[
                ("name", "Bread"),
                ("level", "b"),
                ("tools", ""),
                ("site", "https://inside.example.com"),
                (":do", "send"),
            ],
        )
        .await;
    assert_eq!(sent.status, 422);
    sent.shows("<a href=\"#f-site\"><bdi dir=\"ltr\">Site must not lead into a private network.</bdi></a>");
    assert_eq!(world.status(id).await, Status::Active);
}

#[tokio::test]
async fn form_can_be_declined_cancelled_and_extended() {
    let world = World::new().await;
    for (action, status, says) in
        [("decline", Status::Declined, "You declined"), ("cancel", Status::Cancelled, "You cancelled it.")]
    {
        let (id, path) = world.link_to(&server()).await;
        let mut browser = world.browser();
        let done = browser.fill_in(&path, &[(":do", action)]).await;
        browser.follow(done).await.shows(says);
        assert_eq!(world.status(id).await, status);
    }
    let (id, path) = world.link_to(&server()).await;
    let mut browser = world.browser();
    for says in ["You have more time now.", "You have more time now.", "There is no more time to add."] {
        let page = browser.fill_in(&path, &[("host", "db1"), (":do", "extend")]).await;
        page.shows(says);
        assert_eq!(page.value("host"), "db1");
    }
    let left = world.engine.status(&world.client, id).await.unwrap();
    assert_eq!(left.extensions_left(), 0);
}

#[tokio::test]
async fn long_option_list_is_searched() {
    let world = World::new().await;
    let options: Vec<_> = (0..10_000).map(|n| format!("city-{n}")).collect();
    let (id, path) = world
        .link_to(&json!({"id": "c", "title": "City", "fields": [
            {"id": "city", "type": "select", "label": "City", "required": true, "options": options}]}))
        .await;
    let mut browser = world.browser();
    let first = browser.get(&path).await;
    assert!(first.body.matches("<option").count() < 150, "not all of them at once");
    first.shows("The first of 10000 options");
    let found = browser.fill_in(&path, &[("city:find", "9999"), (":do", "find:city")]).await;
    found.shows("One option fits.").shows("<option value=\"city-9999\">");
    let sent = browser.fill_in(&path, &[("city:find", "9999"), ("city", "city-9999"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(world.answer(id).await, json!({"city": "city-9999"}));
    let listed = browser.get(&format!("{path}/options/city?q=999")).await;
    assert_eq!(listed.status, 200);
    assert_eq!(serde_json::from_str::<Value>(&listed.body).unwrap().as_array().unwrap().len(), 19);
}

#[tokio::test]
async fn second_answer_is_rejected_after_the_first() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let mut slow = world.browser();
    let token = slow.fill_in(&path, &[("host", "mine"), (":do", "update")]).await.token();
    world
        .engine
        .submit(&world.client.clone().with_person("quick@example.com"), id, br#"{"host": "theirs"}"#)
        .await
        .unwrap();
    let late = slow.post(&path, &[(":token", &token), ("host", "mine"), (":do", "send")]).await;
    let late = slow.follow(late).await;
    late.shows("Someone else answered first").shows("quick@example.com");
    assert_eq!(world.answer(id).await["host"], "theirs");
}

#[tokio::test]
async fn script_endpoints_match_the_page() {
    let world = World::new().await;
    let (_, path) = world.link_to(&workshop()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let page = browser
        .post(
            &format!("{path}/evaluate"),
            &[
                (":token", &token),
                ("name", "ab"),
                ("key", "1"),
                ("free", "false"),
                ("site", "https://example.com"),
            ],
        )
        .await;
    let says: Value = serde_json::from_str(&page.body).unwrap();
    assert_eq!(
        says["fields"]["price"],
        json!({"visible": true, "enabled": true, "required": true, "problems": ["Price is required."]})
    );
    assert_eq!(says["fields"]["name"]["problems"], json!(["Name must have at least 3 characters."]));
    assert_eq!(says["fields"]["site"]["host"], "example.com");
    let tested = browser
        .post(
            &format!("{path}/test"),
            &[(":token", &token), ("site", "https://10.0.0.1"), (":do", "test:site")],
        )
        .await;
    assert_eq!(tested.body, r#"{"fine":false,"says":"Site must not lead into a private network."}"#);
    let more = browser
        .send(
            "POST",
            &format!("{path}/extend"),
            &[("x-askwell-token", token.as_str()), ("sec-fetch-site", "same-origin")],
            Vec::new(),
        )
        .await;
    let says: Value = serde_json::from_str(&more.body).unwrap();
    assert_eq!(says["standing"]["extensions"], 1);
}

#[tokio::test]
async fn day_as_default_of_a_point_in_time_is_its_first_moment_in_utc() {
    let world = World::new().await;
    let field = json!({"id": "at", "type": "date", "label": "At", "default": "2026-02-02", "rendering": {"enableTime": true}});
    let (id, path) = world.link_to(&json!({"id": "f", "title": "F", "fields": [field]})).await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    page.shows("type=\"datetime-local\"").shows("value=\"2026-02-02T00:00\"");
    page.shows("<option value=\"Z\" selected>");
    // Where the browser has no picker, a day can be typed: its first moment in the zone that was chosen.
    let answer = [("at", "2026-05-04"), ("at:zone", "+02:00"), (":do", "send")];
    let sent = browser.fill_in(&path, &answer).await;
    browser.follow(sent).await.shows("<h1>Sent</h1>");
    assert_eq!(world.answer(id).await, json!({"at": "2026-05-04T00:00:00+02:00"}));
}

#[tokio::test]
async fn page_takes_text_up_to_the_ceiling_for_answers() {
    let limits = Limits { answer_bytes: 3 << 20, answer_ceiling: 4 << 20, ..Limits::none() };
    let world = World::with(Identity::Loopback, |builder| builder.limits(limits)).await;
    let field = json!({"id": "log", "type": "text", "label": "Log"});
    let document = json!({"id": "f", "title": "F", "fields": [field]});
    // In a line of pairs each of these letters takes six bytes.
    for (bytes, is_taken) in [(3 << 20, true), ((3 << 20) + 2, false)] {
        let (id, path) = world.link_to(&document).await;
        let mut browser = world.browser();
        let text = "ü".repeat(bytes / 2);
        let sent = browser.fill_in(&path, &[("log", &text), (":do", "send")]).await;
        assert_eq!(world.status(id).await == Status::Completed, is_taken, "{}", sent.status);
        if !is_taken {
            sent.shows("Your answer is too long");
        }
    }
    let (id, path) = world.link_to(&document).await;
    let text = "x".repeat((5 << 20) + 1);
    let sent = world.browser().fill_in(&path, &[("log", &text), (":do", "send")]).await;
    sent.shows("More was sent than this form takes");
    assert!(world.status(id).await.is_open());
}
