//! Attacks: requests from other sites, for other hosts, with other methods. Also run against the
//! whole service.

use askwell_lifecycle::Status;

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn post_from_another_site_is_rejected() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let mut browser = world.browser();
    let token = browser.get(&path).await.token();
    let own = format!("http://127.0.0.1:{}", world.port);
    for (site, origin, token) in [
        ("cross-site", "https://evil.example", token.as_str()),
        ("cross-site", own.as_str(), token.as_str()),
        ("same-site", "http://127.0.0.1:1", token.as_str()),
        ("none", "null", token.as_str()),
        ("", "https://evil.example", token.as_str()),
        ("same-origin", "null", ""),
        ("same-origin", "null", "guessed"),
        ("", "", ""),
        ("", "null", ""),
    ] {
        for (suffix, action) in
            [("", "send"), ("", "decline"), ("/evaluate", "update"), ("/test", "test:host")]
        {
            let mut attacker = world.browser();
            attacker.cookies = browser.cookies.clone();
            attacker.headers = vec![
                ("sec-fetch-site".to_owned(), site.to_owned()),
                ("origin".to_owned(), origin.to_owned()),
            ];
            let pairs = [(":token", token), ("host", "evil"), (":do", action)];
            let page = attacker.post(&format!("{path}{suffix}"), &pairs).await;
            assert_eq!(page.status, 403, "{site:?} {origin:?} {suffix} {action}");
        }
        for suffix in ["/extend", "/upload/host?name=a.txt"] {
            let mut attacker = world.browser();
            attacker.cookies = browser.cookies.clone();
            let headers = [("sec-fetch-site", site), ("origin", origin), ("x-askwell-token", token)];
            let headers: Vec<_> = headers.into_iter().filter(|(_, value)| !value.is_empty()).collect();
            let page = attacker.send("POST", &format!("{path}{suffix}"), &headers, Vec::new()).await;
            assert_eq!(page.status, 403, "{site:?} {origin:?} {suffix}");
        }
    }
    assert_eq!(world.status(id).await, Status::Pending, "none of them did anything");
    world.still_answers().await;
}

#[tokio::test]
async fn form_token_without_its_cookie_is_rejected() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let token = world.browser().get(&path).await.token();
    let page = world.browser().post(&path, &[(":token", &token), ("host", "evil"), (":do", "send")]).await;
    assert_eq!(page.status, 403);
    assert_eq!(world.status(id).await, Status::Pending);
    world.still_answers().await;
}

#[tokio::test]
async fn request_for_unknown_host_is_rejected() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let port = world.port;
    for (host, answered) in [
        (format!("127.0.0.1:{port}"), true),
        (format!("localhost:{port}"), true),
        (format!("LOCALHOST:{port}"), true),
        (format!("rebound.example:{port}"), false),
        ("127.0.0.1".to_owned(), false),
        (format!("127.0.0.1:{port}.evil.example"), false),
        (format!("127.0.0.2:{port}"), false),
    ] {
        for path in [path.as_str(), "/inbox"] {
            let mut browser = world.browser();
            browser.headers.push(("host".to_owned(), host.clone()));
            let page = browser.get(path).await;
            assert_eq!(page.status, if answered { 200 } else { 421 }, "{host} {path}");
            if !answered {
                page.hides("A new server");
            }
        }
    }
    world.still_answers().await;
}

#[tokio::test]
async fn session_cookie_is_limited_to_its_page_and_hidden_from_scripts() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let page = world.browser().get(&path).await;
    let cookie = page.header("set-cookie").unwrap();
    assert!(cookie.starts_with("askwell="), "{cookie}");
    for part in [format!("Path={path}"), "HttpOnly".to_owned(), "SameSite=Lax".to_owned()] {
        assert!(cookie.contains(&part), "{cookie}");
    }
    world.still_answers().await;
}

#[tokio::test]
async fn malformed_body_is_rejected_and_page_still_works() {
    let world = World::new().await;
    let (id, path) = world.link_to(&server()).await;
    let mut browser = world.browser();
    browser.get(&path).await;
    for (content_type, body) in [
        ("text/plain", b"host=evil".to_vec()),
        ("application/json", b"{}".to_vec()),
        ("multipart/form-data", b"--x".to_vec()),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\ncontent-disposition: form-data; name=\"host\"\r\n\r\nhalf".to_vec(),
        ),
        ("application/x-www-form-urlencoded", vec![b'a'; 3 << 20]),
        ("application/x-www-form-urlencoded", b"%ff%fe=%00&&&=;==".to_vec()),
        ("", Vec::new()),
    ] {
        let headers = [("content-type", content_type), ("sec-fetch-site", "same-origin")];
        let page = browser.send("POST", &path, &headers, body).await;
        assert_eq!(page.status, 403, "{content_type}");
    }
    for method in ["PUT", "DELETE", "PATCH"] {
        assert_eq!(browser.send(method, &path, &[], Vec::new()).await.status, 405);
    }
    assert_eq!(world.status(id).await, Status::Pending);
    world.still_answers().await;
}
