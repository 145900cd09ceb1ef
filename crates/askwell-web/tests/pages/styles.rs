//! Display styles without a script.

use serde_json::{Value, json};

use crate::support::World;

async fn body(field: &Value, value: &str) -> String {
    let world = World::new().await;
    let mut field = field.clone();
    field["id"] = json!("a");
    field["label"] = json!("A");
    let other = json!({"id": "z", "type": "text", "label": "Z", "required": true});
    let (_, path) = world.link_to(&json!({"id": "f", "title": "F", "fields": [field, other]})).await;
    let mut browser = world.browser();
    let page = match value {
        "" => browser.get(&path).await,
        value => browser.fill_in(&path, &[("a", value), (":do", "review")]).await,
    };
    let (_, from) = page.body.split_once("data-field=\"a\"").unwrap();
    from.split_once("data-field=\"z\"").unwrap().0.to_owned()
}

#[tokio::test]
async fn styles_are_inputs_that_browsers_know() {
    let rating = json!({"type": "number", "rendering": {"displayStyle": "rating"}});
    let scale = json!({"type": "number", "required": true, "rendering": {"displayStyle": "scale", "lowLabel": "Never"}});
    let time = json!({"type": "text", "validation": {"format": "time"}});
    let card =
        json!({"type": "select", "options": [{"value": "s", "title": "Small", "description": "For one."}]});
    for (field, value, shown, hidden) in [
        (&rating, "", &["role=\"radiogroup\"", "5 of 5 stars", "No answer"][..], "type=\"text\""),
        (&rating, "3", &["value=\"3\" checked"], "type=\"text\""),
        // What no star stands for can still be seen and corrected.
        (&rating, "3.5", &["type=\"text\"", "value=\"3.5\""], "type=\"radio\""),
        (&scale, "", &["value=\"10\"", "aria-required=\"true\"", ">Never<"], "No answer"),
        (&time, "", &["type=\"time\""], "type=\"text\""),
        (&time, "09:30:15", &["type=\"time\"", "step=\"1\""], "type=\"text\""),
        (&time, "noon", &["type=\"text\"", "value=\"noon\"", "must be a time of day"], "type=\"time\""),
        (&card, "", &["class=\"cards\"", "For one.", "aria-describedby=\"f-a-about\""], "<select"),
        (
            &json!({"type": "text", "rendering": {"displayStyle": "phone"}}),
            "",
            &["type=\"tel\"", "autocomplete=\"tel\""],
            "<textarea",
        ),
        (
            &json!({"type": "text", "rendering": {"displayStyle": "address"}}),
            "",
            &["rows=\"4\"", "autocomplete=\"street-address\""],
            "<input",
        ),
        (
            &json!({"type": "text", "rendering": {"displayStyle": "tel", "autocomplete": "off"}}),
            "",
            &["autocomplete=\"off\""],
            "autocomplete=\"tel\"",
        ),
        (
            &json!({"type": "text", "validation": {"format": "colour"}}),
            "red",
            &["type=\"color\" value=\"#000000\"", "value=\"red\""],
            "checked",
        ),
        (
            &json!({"type": "text", "validation": {"maxLength": 9}}),
            "",
            &["At most 9 characters.", "data-words=\"# of 9\"", "f-a-count"],
            "checked",
        ),
        (
            &json!({"type": "text", "validation": {"maxLength": 9}, "rendering": {"inputType": "password"}}),
            "",
            &["type=\"password\""],
            "data-counts",
        ),
        (
            &json!({"type": "file", "rendering": {"displayStyle": "signature"}}),
            "",
            &["type=\"file\"", "data-sign hidden", "<canvas"],
            "checked",
        ),
    ] {
        let body = body(field, value).await;
        for part in shown {
            assert!(body.contains(part), "{field} {value}: no {part} in\n{body}");
        }
        assert!(!body.contains(hidden), "{field} {value}: {hidden} in\n{body}");
    }
}

#[tokio::test]
async fn both_ends_of_a_range_are_one_group() {
    let world = World::new().await;
    let day = |id: &str, hints: Value| json!({"id": id, "type": "date", "label": id, "rendering": hints});
    let range = json!({"displayStyle": "range", "rangeEnd": "b"});
    let display = json!({"id": "d", "type": "display", "content": "Between"});
    let together = json!({"id": "f", "title": "F", "fields": [day("a", range.clone()), day("b", json!({}))]});
    let group = "<div class=\"range\" role=\"group\" aria-labelledby=\"f-a-label f-b-label\"><div class=\"field\" data-field=\"a\"";
    let (_, path) = world.link_to(&together).await;
    world.browser().get(&path).await.shows(group);
    let apart = json!({"id": "f", "title": "F", "fields": [day("a", range), display, day("b", json!({}))]});
    let (_, path) = world.link_to(&apart).await;
    world.browser().get(&path).await.hides("class=\"range\"").shows("data-field=\"b\"");
}
