//! Roles by group at every page: a table of who may open what.

use std::collections::HashMap;

use askwell_engine::{Engine, Limits};
use askwell_web::keys::{KeyFile, KeyRequest};
use askwell_web::{Identity, Keys, Pages, PagesSettings, ProxySettings, Role, RoleGroups};
use axum::Extension;
use tokio::net::TcpListener;

use crate::browser::Browser;
use crate::forms::server;
use crate::support::World;

fn proxy() -> Identity {
    Identity::Proxy(Box::new(ProxySettings {
        person_header: "x-user".to_owned(),
        groups_header: Some("x-groups".to_owned()),
        trusted: Vec::new(),
    }))
}

fn person(world: &World, name: &str, groups: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("x-user".to_owned(), name.to_owned()));
    browser.headers.push(("x-groups".to_owned(), groups.to_owned()));
    browser
}

#[tokio::test]
async fn each_role_opens_its_pages_and_no_others() {
    let world = World::known_by(proxy()).await;
    let roles = RoleGroups {
        answer: vec!["staff".to_owned()],
        operate: vec!["ops".to_owned()],
        administer: vec!["admins".to_owned()],
    };
    // One person has their role by the settings, and not by the proxy.
    let by_settings = HashMap::from([("grace".to_owned(), vec!["admins".to_owned()])]);
    world.pages.set_roles(roles, by_settings);
    let (id, link) = world.link_to(&server()).await;
    let entry = format!("/inbox/{id}");
    for (name, groups, answers, operates, administers) in [
        ("ada", "", 403, 403, 403),
        ("ada", "staff", 200, 403, 403),
        ("ada", "ops", 403, 200, 403),
        ("ada", "admins", 403, 200, 200),
        ("ada", "staff,ops", 200, 200, 403),
        ("ada", "askwell-operators|askwell-administrators", 403, 403, 403),
        ("ada", "Staff", 403, 403, 403),
        ("grace", "", 403, 200, 200),
    ] {
        for (path, expected) in [
            ("/inbox", answers),
            (entry.as_str(), answers),
            (link.as_str(), answers),
            ("/overview", operates),
            ("/overview/audit.jsonl", operates),
            ("/overview/audit.csv", operates),
            ("/administration", administers),
        ] {
            let status = person(&world, name, groups).get(path).await.status;
            assert_eq!(status, expected, "{name} in {groups:?} at {path}");
        }
        let act = person(&world, name, groups).post("/administration/keys", &[("key", "ci")]).await;
        assert_eq!(act.status, 403, "{name} in {groups:?}: an action needs the token of the page, too");
        let send = person(&world, name, groups).post(&entry, &[(":do", "send"), ("host", "db1")]).await;
        assert_eq!(send.status, 403, "{name} in {groups:?}: no token");
    }
    assert_eq!(world.browser().get("/administration").await.status, 401);
    assert_eq!(world.steps(id).await, 1, "nobody has changed anything");
}

#[tokio::test]
async fn pages_of_a_machine_with_keys_need_a_key_with_the_role() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("keys.json");
    let key = |role: Role| {
        KeyFile::at(&file).create(KeyRequest::new(role.as_str(), role)).unwrap().reveal().to_owned()
    };
    let shown = [Role::Asks, Role::Answers, Role::Operates, Role::Administers].map(key);
    KeyFile::at(&file).create(KeyRequest::new("spare", Role::Asks)).unwrap();
    let keys = Keys::load(file, Limits::none()).unwrap();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = PagesSettings {
        link_hosts: Default::default(),
        base_url: format!("http://127.0.0.1:{port}").parse().unwrap(),
        identity: Identity::Loopback,
        client_names: HashMap::new(),
    };
    let router = Pages::new(Engine::builder().start(), settings).router().layer(Extension(keys.clone()));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let open = async |key: Option<&str>, path: &str| {
        let mut browser = Browser::at(port);
        if let Some(key) = key {
            browser.headers.push(("authorization".to_owned(), format!("Bearer {key}")));
        }
        browser.get(path).await
    };
    for (path, expected) in [
        ("/inbox", [403, 200, 403, 403]),
        ("/overview", [403, 403, 200, 200]),
        ("/overview/audit.jsonl", [403, 403, 200, 200]),
        ("/overview/audit.csv", [403, 403, 200, 200]),
        ("/administration", [403, 403, 403, 200]),
    ] {
        assert_eq!(open(None, path).await.status, 401, "{path}");
        assert_eq!(open(Some("ask_none"), path).await.status, 401, "{path}");
        for (key, status) in shown.iter().zip(expected) {
            assert_eq!(open(Some(key), path).await.status, status, "{path}");
        }
        let mut spoofing = Browser::at(port);
        spoofing.headers.push(("x-askwell-inbox-person".to_owned(), "local".to_owned()));
        spoofing.headers.push(("x-askwell-key-role".to_owned(), "administers".to_owned()));
        assert_eq!(spoofing.get(path).await.status, 401, "{path}");
    }
    // The administrator sees the keys, and revokes one.
    let mut administrator = Browser::at(port);
    administrator.headers.push(("authorization".to_owned(), format!("Bearer {}", shown[3])));
    let page = administrator.get("/administration").await;
    page.shows("answers").shows("Last used").shows("Not used yet").hides("ask_");
    let revoked =
        administrator.post("/administration/keys", &[(":token", &page.token()), ("key", "asks")]).await;
    assert_eq!((revoked.status, keys.list().len()), (303, 4));
    assert!(keys.caller(Some(&shown[0])).is_none());
}
