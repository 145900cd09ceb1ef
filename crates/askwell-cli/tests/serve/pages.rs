//! The pages as the service mounts them: links come from the API, people answer, the program hears.

use serde_json::json;
use tempfile::TempDir;

use crate::server::{Server, data_in, make_key, name_form};

#[test]
fn form_in_url_mode_has_a_page() {
    let server = Server::in_memory();
    let asked =
        server.call("elicitation/create", json!({"mode": "url", "formDefinition": name_form()})).unwrap();
    let url = asked["url"].as_str().unwrap();
    let path = url.strip_prefix(&format!("http://{}", server.address)).unwrap().to_owned();
    assert!(path.starts_with("/f/") && asked.get("code").is_none(), "{url}");
    // A link may be followed from anywhere; calling the API from another site's page may not.
    for headers in [&[][..], &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]] {
        let page = server.ask("GET", &path, headers, b"");
        assert!(page.status == 200 && page.text().contains("Who are you?"), "{page:?}");
        assert!(page.header("content-security-policy").is_some());
    }
    let location = server.ask("GET", &path, &[("host", "evil.example")], b"");
    assert_eq!(location.status, 421);
    assert_eq!(server.get("/f/nothing").status, 404);
    let inbox = server.get("/inbox");
    assert!(inbox.status == 200 && inbox.text().contains("Who are you?"));
    // Asking again under a key gives the same elicitation, and a link that works.
    let again = |key: &str| {
        let params = json!({"mode": "url", "formDefinition": name_form(), "idempotencyKey": key});
        server.call("elicitation/create", params).unwrap()
    };
    let (first, second) = (again("once"), again("once"));
    assert_eq!((&first["elicitationId"], &first["url"]), (&second["elicitationId"], &second["url"]));
    {
        let link = &first["url"];
        let path = link.as_str().unwrap().strip_prefix(&format!("http://{}", server.address)).unwrap();
        assert_eq!(server.get(path).status, 200);
    }
    // Links are for the person, not for the log.
    let token = path.strip_prefix("/f/").unwrap().to_owned();
    let (_, log) = server.stop();
    assert!(!log.contains(&token), "{log}");
}

#[test]
fn errors_are_pages_for_browsers_and_text_for_programs() {
    let server = Server::in_memory();
    let accept = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for (path, status, page_says, program_gets) in [
        ("/", 200, "Open the inbox", "POST /rpc"),
        ("/nosuchpage", 404, "There is nothing here", "there is nothing here; GET / tells what there is"),
        ("/f/a/b/c", 404, "There is nothing here", "there is nothing here; GET / tells what there is"),
    ] {
        let page = server.ask("GET", path, &accept, b"");
        assert_eq!(page.status, status, "{path}");
        assert!(
            page.text().contains(page_says) && page.text().starts_with("<!DOCTYPE html>"),
            "{path} {page:?}"
        );
        assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{path}");
        let policy = page.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'"), "{path} {policy}");
        let plain = server.get(path);
        assert!(plain.status == status && plain.text().contains(program_gets), "{path} {plain:?}");
        assert_eq!(plain.header("vary"), Some("accept, accept-language, cookie"), "{path}");
    }
}

#[test]
fn public_pages_ask_for_a_code() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["ci"]);
    let arguments = ["--data", data.to_str().unwrap(), "--set", "public_url=https://ask.example.com"];
    let mut server = Server::with(folder.path(), &arguments);
    server.key = Some(key);
    let asked =
        server.call("elicitation/create", json!({"mode": "url", "formDefinition": name_form()})).unwrap();
    let url = asked["url"].as_str().unwrap();
    let path = url.strip_prefix("https://ask.example.com").unwrap();
    assert_eq!(asked["code"].as_str().unwrap().chars().filter(char::is_ascii_alphanumeric).count(), 8);
    let page = server.ask("GET", path, &[("host", "ask.example.com")], b"");
    assert!(page.status == 200 && !page.text().contains("Who are you?"), "the code comes first");
}
