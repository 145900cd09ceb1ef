//! Files beside answers.

use serde_json::json;

use crate::server::Server;

#[test]
fn a_file_comes_beside_the_answer_and_goes_back_as_it_was() {
    let server = Server::in_memory();
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "report", "type": "file", "label": "Report", "required": true,
         "validation": {"maxSize": 2000, "allowedExtensions": [".txt"], "allowedMimeTypes": ["text/plain"]}}
    ]});
    let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let id = asked["elicitationId"].as_str().unwrap();
    let upload =
        |path: &str, kind: &str, body: &[u8]| server.ask("POST", path, &[("content-type", kind)], body);
    let path = format!("/uploads/{id}/report?filename=report.txt");
    let kept = upload(&path, "text/plain", b"All is well.\n");
    assert_eq!(kept.status, 201, "{}", kept.text());
    let answer = kept.json();
    assert_eq!(
        (&answer["filename"], &answer["size"], &answer["content"]["type"]),
        (&json!("report.txt"), &json!(13), &json!("local"))
    );

    for (path, kind, body, status) in [
        (path.clone(), "text/plain", &[b'x'; 2001][..], 413),
        (path.clone(), "image/png", b"All is well.\n", 422),
        (format!("/uploads/{id}/other?filename=report.txt"), "text/plain", b"x", 422),
        (format!("/uploads/{id}/report"), "text/plain", b"x", 422),
        (format!("/uploads/{id}/report?filename=..%2Freport.txt"), "text/plain", b"x", 422),
        (
            "/uploads/elic_0198c0ffee007000a000000000000000/report?filename=a.txt".to_owned(),
            "text/plain",
            b"x",
            404,
        ),
        ("/uploads/nothing/report?filename=a.txt".to_owned(), "text/plain", b"x", 404),
    ] {
        let refused = upload(&path, kind, body);
        assert_eq!(refused.status, status, "{path} {}", refused.text());
        assert!(refused.json()["error"]["code"].is_i64());
    }

    server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"report": answer}})).unwrap();
    let location = answer["content"]["location"].as_str().unwrap();
    let file = server.get(&format!("/uploads/{id}/{location}"));
    assert_eq!((file.status, &*file.text()), (200, "All is well.\n"));
    assert_eq!(
        (file.header("content-disposition"), file.header("x-content-type-options")),
        (Some("attachment"), Some("nosniff"))
    );
    assert_eq!(server.get(&format!("/uploads/{id}/nothing")).status, 404);
    assert_eq!(upload(&path, "text/plain", b"too late").status, 409);
}
