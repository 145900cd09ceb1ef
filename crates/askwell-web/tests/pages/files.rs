//! File uploads: valid, large and disguised files, and hostile names. Also run against the whole
//! service.

use askwell_lifecycle::Status;
use serde_json::{Value, json};

use crate::browser::{Browser, Page, multipart};
use crate::support::World;

fn upload_form() -> Value {
    json!({"id": "u", "title": "Configuration", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true},
        {"id": "config", "type": "file", "label": "Configuration", "required": true,
            "validation": {"maxSize": 1000, "allowedExtensions": [".json", ".png"], "allowedMimeTypes": ["application/json", "image/png"]}}]})
}

async fn post_file(
    browser: &mut Browser,
    path: &str,
    texts: &[(&str, &str)],
    file: (&str, &str, &[u8]),
) -> Page {
    let token = browser.get(path).await.token();
    let mut all = vec![(":token", token.as_str())];
    all.extend_from_slice(texts);
    let (content_type, body) = multipart(&all, &[("config", file.0, file.1, file.2)]);
    let headers = [("content-type", content_type.as_str()), ("sec-fetch-site", "same-origin")];
    let page = browser.send("POST", path, &headers, body).await;
    browser.follow_step(page).await
}

#[tokio::test]
async fn uploaded_file_survives_problems_in_other_fields() {
    let world = World::new().await;
    let (id, path) = world.link_to(&upload_form()).await;
    let mut browser = world.browser();
    browser.get(&path).await.shows("enctype=\"multipart/form-data\"");
    let wrong = post_file(
        &mut browser,
        &path,
        &[("name", ""), (":do", "review")],
        ("a.json", "application/json", b"{\"a\": 1}"),
    )
    .await;
    assert_eq!(wrong.status, 422);
    wrong.shows("Name is required.").shows("<bdi>a.json</bdi>").shows("(8 bytes)");
    let location = wrong.value("config");
    assert_eq!(location.len(), 32);
    let review = browser.fill_in(&path, &[("name", "n"), ("config", &location), (":do", "review")]).await;
    review.shows("Check before you send").shows("a.json");
    let back = browser.get(&format!("{path}/file/{location}")).await;
    assert_eq!(back.body, "{\"a\": 1}");
    assert_eq!(
        back.header("content-disposition"),
        Some(format!("attachment; filename=\"{location}\"").as_str())
    );
    assert_eq!(back.header("content-type"), Some("application/octet-stream"));
    assert_eq!(back.header("x-content-type-options"), Some("nosniff"));
    let sent = browser.fill_in(&path, &[("name", "n"), ("config", &location), (":do", "send")]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    let file = &world.answer(id).await["config"];
    assert_eq!(
        (&file["filename"], &file["content_type"], &file["size"]),
        (&json!("a.json"), &json!("application/json"), &json!(8))
    );
    assert_eq!(file["content"]["location"], location.as_str());
    world.still_answers().await;
}

#[tokio::test]
async fn file_that_breaks_a_rule_is_rejected() {
    let world = World::new().await;
    let (id, path) = world.link_to(&upload_form()).await;
    let mut browser = world.browser();
    let png_and_html = [b"\x89PNG\r\n\x1a\n".as_slice(), b"<html><script>alert(1)</script>"].concat();
    let too_large = vec![b' '; 1001];
    let much_too_large = vec![b' '; 3 << 20];
    for (file, says) in [
        (("a.json", "application/json", too_large.as_slice()), "must be at most 1000 bytes"),
        (("a.json", "application/json", much_too_large.as_slice()), "must be at most 1000 bytes"),
        (
            ("a.json", "application/json", b"<html><script>alert(1)</script></html>"),
            "ends in .json, but the content is an HTML page",
        ),
        (
            ("a.json", "application/json", b"MZ\x90\x00\x03\x00\x00\x00\x04\x00"),
            "ends in .json, but the content is of type ",
        ),
        (("a.png", "image/png", b"{\"not\": \"a picture\"}"), "ends in .png, but the content is plain text"),
        (
            ("a.html", "application/json", b"{}"),
            "ends in .html, but your browser says that the file is of type application/json",
        ),
        (
            ("a.json", "image/png", &png_and_html),
            "ends in .json, but your browser says that the file is of type image/png",
        ),
        (("../../etc/passwd.json", "application/json", b"{}"), "cannot be used. Rename the file."),
        (("..\\\\a.json", "application/json", b"{}"), "cannot be used. Rename the file."),
        (("/abs.json", "application/json", b"{}"), "cannot be used. Rename the file."),
        (("CON.json", "application/json", b"{}"), "cannot be used. Rename the file."),
        (("a\u{202e}nosj.json", "application/json", b"{}"), "cannot be used. Rename the file."),
        (("a.txt", "text/plain", b"plain"), "must be a file that ends in .json or .png"),
    ] {
        let page = post_file(&mut browser, &path, &[("name", "n"), (":do", "send")], file).await;
        assert_eq!(page.status, 422, "{} {}", file.0, page.body);
        page.shows(says);
    }
    // A name that breaks the frame it comes in makes the whole of it unreadable.
    let page =
        post_file(&mut browser, &path, &[(":do", "send")], ("a\u{0}.json", "application/json", b"{}")).await;
    assert_eq!(page.status, 403);
    assert_eq!(world.status(id).await, Status::Active);
    world.still_answers().await;
}

#[tokio::test]
async fn scripted_upload_applies_the_same_rules() {
    let world = World::new().await;
    let (_, path) = world.link_to(&upload_form()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    for (field, name, content_type, body, status) in [
        ("config", "a.json", "application/json", b"{}".to_vec(), 201),
        ("config", "..%2Fa.json", "application/json", b"{}".to_vec(), 422),
        ("config", "a.json", "application/json", vec![b' '; 1001], 422),
        ("name", "a.json", "application/json", b"{}".to_vec(), 404),
        ("nothing", "a.json", "application/json", b"{}".to_vec(), 404),
    ] {
        let headers = [
            ("content-type", content_type),
            ("x-askwell-token", token.as_str()),
            ("sec-fetch-site", "same-origin"),
        ];
        let page = browser.send("POST", &format!("{path}/upload/{field}?name={name}"), &headers, body).await;
        assert_eq!(page.status, status, "{field} {name} {}", page.body);
    }
    world.still_answers().await;
}

#[tokio::test]
async fn forged_file_reference_is_ignored() {
    let world = World::new().await;
    let (_, mine) = world.link_to(&upload_form()).await;
    let (other_id, other) = world.link_to(&upload_form()).await;
    let mut browser = world.browser();
    let page =
        post_file(&mut browser, &mine, &[(":do", "update")], ("a.json", "application/json", b"{}")).await;
    let location = page.value("config");
    // Another question's upload, an invented one, a path: none of them is a file.
    let mut other_browser = world.browser();
    for reference in
        [location.as_str(), "00000000000000000000000000000000", "../../etc/passwd", "{\"type\":\"url\"}"]
    {
        let page =
            other_browser.fill_in(&other, &[("name", "n"), ("config", reference), (":do", "send")]).await;
        page.shows("Configuration is required.");
        let encoded = reference.replace('/', "%2f").replace(['{', '}', '"'], "");
        assert_eq!(other_browser.get(&format!("{other}/file/{encoded}")).await.status, 404);
    }
    assert_eq!(world.status(other_id).await, Status::Active);
    world.still_answers().await;
}

#[tokio::test]
async fn field_without_size_limit_takes_up_to_the_service_limit() {
    let world = World::new().await;
    let file = |id: &str| json!({"id": id, "type": "file", "label": id, "validation": {"maxSize": i64::MAX}});
    let form = json!({"id": "u", "title": "Dumps", "fields": [file("config"), file("b"), file("c")]});
    let (id, path) = world.link_to(&form).await;
    let mut browser = world.browser();
    let large = vec![0; (50 << 20) + 1];
    let much = post_file(&mut browser, &path, &[], ("a.bin", "application/octet-stream", &large)).await;
    assert_eq!(much.status, 422);
    much.shows("must be at most 50 MB");
    let sent =
        post_file(&mut browser, &path, &[(":do", "send")], ("a.bin", "application/octet-stream", b"\0"))
            .await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert_eq!(world.answer(id).await["config"]["size"], 1);
}
