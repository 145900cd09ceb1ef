//! HTML and scripts in every text of a form and in every answer. Also run against the whole service.

use serde_json::{Value, json};

use crate::support::World;

const EVIL: &str = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;</textarea></title>";

/// Every text that a form can hold, hostile.
fn hostile() -> Value {
    let rendering = json!({"placeholder": EVIL, "helpText": EVIL, "autocomplete": EVIL,
        "accessibility": {"ariaLabel": EVIL, "ariaDescribedBy": EVIL}});
    let with = |extra: Value| {
        let mut all = rendering.clone();
        for (key, value) in extra.as_object().unwrap() {
            all[key] = value.clone();
        }
        all
    };
    let options =
        json!([{"value": EVIL, "title": EVIL}, {"value": "b", "title": "</option></select><script>"}]);
    let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let image = json!({"type": "image/png", "data": dot, "description": EVIL});
    let cards = json!([{"value": EVIL, "title": EVIL, "description": EVIL, "image": image}]);
    json!({"id": "evil", "title": EVIL, "description": EVIL, "fields": [
        {"id": "text", "type": "text", "label": EVIL, "description": EVIL, "default": EVIL, "rendering": rendering},
        {"id": "area", "type": "text", "label": EVIL, "default": EVIL, "rendering": with(json!({"rows": 3}))},
        {"id": "secret", "type": "text", "label": EVIL, "rendering": with(json!({"inputType": "password"}))},
        {"id": "number", "type": "number", "label": EVIL, "rendering": with(json!({"displayStyle": "slider"}))},
        {"id": "sure", "type": "boolean", "label": EVIL, "rendering": with(json!({"displayStyle": "toggle"}))},
        {"id": "day", "type": "date", "label": EVIL, "rendering": with(json!({"displayFormat": EVIL}))},
        {"id": "one", "type": "select", "label": EVIL, "options": options, "default": EVIL, "rendering": rendering},
        {"id": "radio", "type": "select", "label": EVIL, "options": options, "rendering": with(json!({"displayStyle": "radio"}))},
        {"id": "many", "type": "multi_select", "label": EVIL, "options": options, "default": [EVIL], "rendering": with(json!({"displayStyle": "chips"}))},
        {"id": "site", "type": "url", "label": EVIL, "rendering": with(json!({"testButton": true}))},
        {"id": "scale", "type": "number", "label": EVIL, "rendering": with(json!({"displayStyle": "scale", "lowLabel": EVIL, "highLabel": EVIL}))},
        {"id": "stars", "type": "select", "label": EVIL, "options": options, "rendering": with(json!({"displayStyle": "rating"}))},
        {"id": "cards", "type": "select", "label": EVIL, "options": cards},
        {"id": "boxes", "type": "multi_select", "label": EVIL, "options": cards},
        {"id": "paint", "type": "text", "label": EVIL, "validation": {"maxLength": 500}, "default": EVIL, "rendering": with(json!({"displayStyle": "colour"}))},
        {"id": "home", "type": "text", "label": EVIL, "default": EVIL, "rendering": with(json!({"displayStyle": "address"}))},
        {"id": "clock", "type": "text", "label": EVIL, "default": EVIL, "rendering": with(json!({"displayStyle": "time"}))},
        {"id": "sign", "type": "file", "label": EVIL, "rendering": with(json!({"displayStyle": "signature"}))},
        {"id": "file", "type": "file", "label": EVIL, "rendering": with(json!({"acceptAttribute": EVIL, "preview": true}))},
    ]})
}

/// Everything between angle brackets that this page is made of.
#[track_caller]
fn assert_tame(body: &str) {
    for tag in body.split('<').skip(1) {
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        let inside = tag.split('>').next().unwrap_or_default();
        assert!(name != "script" || inside.contains("src=\"/assets/askwell."), "a script: <{inside}>");
        let is_ours = inside.contains("src=\"/f/") || inside.contains("src=\"data:image/png;base64,");
        assert!(name != "img" || is_ours, "an image: <{inside}>");
        // Attributes are quoted: what is outside the quotes is ours.
        let outside: String = inside.split('"').step_by(2).collect();
        assert!(!outside.contains("onerror") && !outside.contains("alert"), "<{inside}>");
    }
    assert!(!body.contains("javascript:"));
    assert!(!body.contains(" style=\""), "no style of its own");
}

#[tokio::test]
async fn markup_in_form_texts_is_escaped() {
    let world = World::new().await;
    let (_, path) = world.link_to(&hostile()).await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    assert_eq!(page.status, 200);
    assert_tame(&page.body);
    page.shows("&lt;script&gt;alert(1)&lt;/script&gt;");
    world.still_answers().await;
}

#[tokio::test]
async fn markup_in_answers_is_escaped() {
    let world = World::new().await;
    let (_, path) = world.link_to(&hostile()).await;
    let mut browser = world.browser();
    for action in ["update", "review", "send", "test:site", "find:one", EVIL] {
        for site in [EVIL, "javascript:alert(1)", "https://example.com/\"><script>"] {
            let page = browser
                .fill_in(
                    &path,
                    &[
                        ("text", EVIL),
                        ("area", EVIL),
                        ("secret", EVIL),
                        ("number", EVIL),
                        ("sure", EVIL),
                        ("day", EVIL),
                        ("one", EVIL),
                        ("one:find", EVIL),
                        ("radio", EVIL),
                        ("many", EVIL),
                        ("site", site),
                        ("file", EVIL),
                        (EVIL, EVIL),
                        (":do", action),
                    ],
                )
                .await;
            assert!(matches!(page.status, 200 | 422), "{}", page.status);
            assert_tame(&page.body.replace("value=\"javascript:alert(1)\"", ""));
            page.hides("href=\"javascript");
        }
    }
    world.still_answers().await;
}

#[tokio::test]
async fn secret_answer_is_never_written_into_a_page() {
    let world = World::new().await;
    let (id, path) = world
        .link_to(&json!({"id": "s", "title": "Key", "fields": [
            {"id": "key", "type": "text", "label": "Key", "required": true, "rendering": {"inputType": "password"}, "validation": {"minLength": 8}},
            {"id": "note", "type": "text", "label": "Note", "required": true}]}))
        .await;
    let mut browser = world.browser();
    for (pairs, status) in [
        (&[("key", "hunter2"), ("note", ""), (":do", "review")][..], 422),
        (&[("key", "hunter2hunter2"), ("note", ""), (":do", "send")], 422),
        (&[("key", ""), ("note", "n"), (":do", "update")], 200),
        (&[("key", ""), ("note", "n"), (":do", "review")], 200),
    ] {
        let page = browser.fill_in(&path, pairs).await;
        assert_eq!(page.status, status);
        page.hides("hunter2");
    }
    let token = browser.get(&path).await.token();
    let told = browser
        .post(&format!("{path}/evaluate"), &[(":token", &token), ("key", "hunter2"), ("note", "n")])
        .await;
    told.hides("hunter2");
    // Typed once, three pages ago, and still what is sent.
    browser.fill_in(&path, &[("key", "hunter2hunter2"), ("note", "n"), (":do", "review")]).await;
    let sent = browser.fill_in(&path, &[("note", "n"), (":do", "send")]).await;
    assert_eq!(sent.status, 303);
    assert_eq!(world.answer(id).await["key"], "hunter2hunter2");
    world.still_answers().await;
}
