//! Scopes of API keys at every entry point, the role that administers, and the last use.

use serde_json::json;
use tempfile::TempDir;

use crate::server::{Server, data_in, make_key, run};

#[test]
fn scoped_key_reaches_its_methods_and_entry_points_only() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let narrow = make_key(
        &data,
        &["ci", "--scope", "elicitation/create", "--scope", "elicitation/status", "--expires-days", "90"],
    );
    let wide = make_key(&data, &["wide"]);
    let viewer = make_key(&data, &["viewer", "--role", "operates", "--scope", "audit", "--scope", "metrics"]);
    let administrator = make_key(&data, &["root", "--role", "administers"]);
    let mut server = Server::on_disk(&data);
    for (key, allowed) in
        [(&narrow, [true, true, false, false]), (&wide, [true, true, true, true]), (&viewer, [false; 4])]
    {
        server.key = Some(wide.clone());
        let id = server.ask_name();
        server.key = Some(key.clone());
        let form = json!({"formDefinition": crate::server::name_form()});
        let of_id = json!({"elicitationId": id});
        for ((method, params), is_allowed) in [
            ("elicitation/create", form),
            ("elicitation/status", of_id.clone()),
            ("elicitation/list", json!({})),
            ("elicitation/cancel", of_id),
        ]
        .into_iter()
        .zip(allowed)
        {
            let called = server.call(method, params);
            // Another client's elicitation is not found, which is not a matter of scopes.
            let is_refused = called.is_err_and(|error| {
                error["message"].as_str().is_some_and(|text| text.contains("the scopes of this key"))
            });
            let by_role = method == "elicitation/create" && *key == viewer;
            assert_eq!(is_refused, !is_allowed && !by_role, "{method}");
        }
    }
    let status = |key: &str, path: &str| {
        let authorization = format!("Bearer {key}");
        server.ask("GET", path, &[("authorization", &authorization)], b"").status
    };
    for (path, of_narrow, of_viewer, of_administrator) in
        [("/metrics", 403, 200, 200), ("/audit", 403, 200, 200), ("/openrpc.json", 200, 200, 200)]
    {
        assert_eq!(status(&narrow, path), of_narrow, "{path}");
        assert_eq!(status(&viewer, path), of_viewer, "{path}");
        assert_eq!(status(&administrator, path), of_administrator, "{path}");
    }
    for path in ["/events", "/uploads/elic_00000000000000000000000000/a"] {
        assert_eq!(status(&narrow, path), 403, "{path}");
    }
    server.stop();
    let listed = run(folder.path(), &["keys", "list", "--data", data.to_str().unwrap()]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let line = |name: &str| listed.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    let ci = line("ci ");
    for part in ["only elicitation/create elicitation/status", ", expires 20", ", last used 20"] {
        assert!(ci.contains(part), "{ci}");
    }
    let unused = make_key(&data, &["unused"]);
    assert!(!listed.contains(&unused));
    let again = run(folder.path(), &["keys", "list", "--data", data.to_str().unwrap()]);
    assert!(String::from_utf8(again.stdout).unwrap().contains("not used yet"));
    let refused = run(
        folder.path(),
        &["keys", "create", "x", "--scope", "elicitation/none", "--data", data.to_str().unwrap()],
    );
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && told.contains("is no scope"), "{told}");
}
