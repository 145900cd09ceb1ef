//! Files beside answers.

use std::path::Path;

use serde_json::json;

use crate::server::Server;

#[test]
fn uploaded_file_is_returned_unchanged() {
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
        ("/uploads/%ff/report?filename=a.txt".to_owned(), "text/plain", b"x", 404),
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
    for nothing in ["nothing", "%ff"] {
        let refused = server.get(&format!("/uploads/{id}/{nothing}"));
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (404, &json!(-32001)));
    }
    assert_eq!(upload(&path, "text/plain", b"too late").status, 409);
}

/// A form can promise room for anything; the service takes no more than it can keep.
#[test]
fn uploads_beyond_the_service_limit_are_rejected() {
    let server = Server::with(Path::new("/"), &["--memory", "--set", "limits.upload_bytes=100000"]);
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "dump", "type": "file", "label": "Dump", "validation": {"maxSize": i64::MAX}}
    ]});
    let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let id = asked["elicitationId"].as_str().unwrap();
    let path = format!("/uploads/{id}/dump?filename=dump.bin");
    let head = |more: &str| {
        let host = server.address;
        format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/octet-stream\r\n{more}\r\n\r\n"
        )
    };
    let mut announced = server.connect();
    announced.write(head("content-length: 100001").as_bytes()).unwrap();
    let refused = announced.response().unwrap();
    assert_eq!((refused.status, &refused.json()["error"]["data"]["limit"]), (413, &json!(100_000)));
    // Not announced: it is refused while it comes, long before it ends.
    let mut endless = server.connect();
    endless.write(head("transfer-encoding: chunked").as_bytes()).unwrap();
    let chunk = [b"10000\r\n".to_vec(), vec![0; 0x10000], b"\r\n".to_vec()].concat();
    let gave_up = (0..2_000).any(|_| endless.write(&chunk).is_err());
    assert!(gave_up || endless.response().is_ok_and(|refused| refused.status == 413));
    let kept = server.ask("POST", &path, &[("content-type", "application/octet-stream")], &[0; 100_000]);
    assert_eq!(kept.status, 201, "{}", kept.text());
}
