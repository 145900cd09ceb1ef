//! Pages in the language of the person.

use std::sync::Arc;

use askwell_lifecycle::Status;
use askwell_locale::{Language, Overrides};
use askwell_web::LanguageSettings;
use serde_json::{Value, json};

use crate::browser::{Browser, Page};
use crate::forms::server;
use crate::support::World;

/// A browser that wants these languages.
fn speaking(world: &World, header: &str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("accept-language".to_owned(), header.to_owned()));
    browser
}

/// A form in every language: its texts are the tag of the language and what they are.
fn translated() -> Value {
    let mut translations = serde_json::Map::new();
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let tag = language.tag();
        translations.insert(
            tag.to_owned(),
            json!({"title": format!("{tag}-title"), "fields": {"host": {"label": format!("{tag}-host")}, "size": {
                "label": format!("{tag}-size"), "options": {"s": format!("{tag}-small"), "l": format!("{tag}-large")}}}}),
        );
    }
    json!({"id": "f", "title": "written-title", "translations": translations, "fields": [
        {"id": "host", "type": "text", "label": "written-host", "required": true},
        {"id": "size", "type": "select", "label": "written-size", "options": ["s", "l"]},
    ]})
}

#[tokio::test]
async fn page_speaks_the_language_that_the_browser_wants() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    for (header, lang, dir) in [
        ("de-AT,en;q=0.5", "de", "ltr"),
        ("ar", "ar", "rtl"),
        ("he-IL", "he", "rtl"),
        ("ja;q=0.4, ko;q=0.9", "ko", "ltr"),
        ("tlh, *;q=0.1", "en", "ltr"),
        ("", "en", "ltr"),
    ] {
        let page = speaking(&world, header).get(&path).await;
        page.shows(&format!("<html lang=\"{lang}\" dir=\"{dir}\">"));
    }
    speaking(&world, "de").get("/inbox").await.shows("<html lang=\"de\" dir=\"ltr\">");
}

#[tokio::test]
async fn operator_language_holds_where_the_browser_wants_none() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    world.pages.set_languages(LanguageSettings { language: Language::Hebrew, ..LanguageSettings::default() });
    world.browser().get(&path).await.shows("<html lang=\"he\" dir=\"rtl\">");
    speaking(&world, "en").get(&path).await.shows("<html lang=\"en\" dir=\"ltr\">");
}

#[tokio::test]
async fn text_of_the_operator_stands_in_place_of_ours() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut words = Overrides::default();
    words.add("en", "pages-review", "Look <it> over").unwrap();
    world.pages.set_languages(LanguageSettings { words: Arc::new(words), ..LanguageSettings::default() });
    world.browser().get(&path).await.shows("Look &lt;it&gt; over").hides("Review your answer");
}

#[tokio::test]
async fn choice_of_the_person_counts_before_the_browser() {
    let world = World::new().await;
    let (_, path) = world.link_to(&server()).await;
    let mut browser = speaking(&world, "fr");
    let page = browser.get(&format!("{path}?step=form")).await;
    page.shows("action=\"/language\"").shows(&format!("name=\"return\" value=\"{path}?step=form\""));
    let chosen = browser.post("/language", &[("language", "de"), ("return", &path)]).await;
    assert_eq!((chosen.status, chosen.header("location")), (303, Some(path.as_str())));
    let cookie = chosen.header("set-cookie").unwrap_or_default();
    assert!(cookie.starts_with("askwell-language=de; Path=/;") && cookie.contains("HttpOnly"), "{cookie}");
    browser.get(&path).await.shows("<html lang=\"de\"").shows("value=\"de\" lang=\"de\" selected");
    for (language, back, location) in
        [("xx", "/inbox", "/inbox"), ("de", "//evil.example/", "/"), ("de", "https://evil.example", "/")]
    {
        let chosen = browser.post("/language", &[("language", language), ("return", back)]).await;
        assert_eq!(chosen.header("location"), Some(location));
    }
    let foreign = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "cross-site")];
    let refused = browser.send("POST", "/language", &foreign, b"language=en".to_vec()).await;
    assert_eq!((refused.status, refused.header("set-cookie")), (403, None));
}

#[tokio::test]
async fn form_is_shown_and_checked_in_the_language_of_the_page() {
    let world = World::new().await;
    let (id, path) = world.link_to(&translated()).await;
    let mut browser = speaking(&world, "de");
    browser
        .get(&path)
        .await
        .shows("de-title")
        .shows("de-host")
        .shows("de-large")
        .hides("written-")
        .hides("fr-");
    let wrong = browser.fill_in(&path, &[("host", ""), (":do", "review")]).await;
    wrong.shows("de-host ist ein Pflichtfeld.");
    let sent = browser.fill_in(&path, &[("host", "db1"), ("size", "l"), (":do", "send")]).await;
    let receipt = browser.follow(sent).await;
    receipt.shows("de-title").shows("de-host").shows("de-large");
    assert_eq!(world.status(id).await, Status::Completed);
    assert_eq!(world.answer(id).await, json!({"host": "db1", "size": "l"}));
    speaking(&world, "en")
        .get(&world.link_to(&translated()).await.1)
        .await
        .shows("written-title")
        .hides("de-");
}

#[tokio::test]
async fn page_of_a_form_in_all_languages_is_small() {
    let world = World::new().await;
    let (_, path) = world.link_to(&translated()).await;
    for language in Language::ALL {
        let mut browser = speaking(&world, language.tag());
        let page = browser.get(&path).await;
        let mut bytes = page.body.len();
        for asset in ["href=\"/assets/askwell.", "src=\"/assets/askwell."] {
            let (_, rest) = page.body.split_once(asset).unwrap();
            let name = rest.split('"').next().unwrap();
            let packed = [("accept-encoding", "gzip")];
            let sent = browser.send("GET", &format!("/assets/askwell.{name}"), &packed, Vec::new()).await;
            bytes += sent.header("content-length").unwrap().parse::<usize>().unwrap();
        }
        assert!(bytes <= 45 * 1024, "{}: {bytes} bytes", language.tag());
    }
}

/// Words that come from no catalogue and need none: names, units and what ICU writes.
const OWN_NAMES: [&str; 18] = [
    "Askwell", "local", "UTC", "KB", "MB", "JSON", "CSV", "MCP", "API", "HTML", "ada", "bot", "Deploy",
    "Bot", "Jan", "January", "EN", "XA",
];

/// Returns the words of a page in ASCII letters, as the pseudo-locale has none of its own. Times, keys, code and the names
/// of languages are left out.
fn foreign_words(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut skipped: Option<String> = None;
    let body = page.split_once("<title>").map_or(page, |(_, rest)| rest);
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        if let Some(open) = &skipped {
            if tag.strip_prefix('/') == Some(open.as_str()) {
                skipped = None;
                found.push(text.to_owned());
            }
            continue;
        }
        for attribute in
            ["aria-label=\"", "placeholder=\"", "alt=\"", "data-line=\"", "data-texts=\"", " title=\""]
        {
            // What a time says comes from the rules of the language.
            let own = tag.split_once(attribute).filter(|_| name != "time");
            if let Some((_, rest)) = own {
                let value = rest.split('"').next().unwrap_or_default();
                // The names of texts are for the script.
                let lines = value.lines().map(|line| line.split_once('\t').map_or(line, |(_, text)| text));
                found.extend(lines.map(str::to_owned));
            }
        }
        let is_list_of_languages = tag.contains("id=\"page-language\"");
        if ["time", "kbd", "code", "script", "pre"].contains(&name.as_str()) || is_list_of_languages {
            skipped = Some(name);
        } else {
            found.push(text.to_owned());
        }
    }
    let text = found.join(" ").replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&");
    // A place for an argument in a text of the script.
    let without_places: String = text
        .split('{')
        .enumerate()
        .map(
            |(place, part)| {
                if place == 0 { part } else { part.split_once('}').map_or(part, |(_, rest)| rest) }
            },
        )
        .collect();
    without_places
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_alphabetic()))
        .filter(|word| !OWN_NAMES.contains(word))
        .map(str::to_owned)
        .collect()
}

#[track_caller]
fn speaks_pseudo(what: &str, page: &Page) {
    assert!(page.body.contains("<html lang=\"en-XA\""), "{what}: {} {}", page.status, page.body);
    let words = foreign_words(&page.body);
    assert!(words.is_empty(), "{what}: {words:?} come from no catalogue: {}", page.body);
}

/// A form with every kind of field; its texts have no ASCII letters.
fn every_kind() -> Value {
    json!({"id": "f", "title": "Φόρμα", "description": "Περιγραφή", "fields": [
        {"id": "t", "type": "text", "label": "Α", "required": true},
        {"id": "s", "type": "text", "label": "Β", "rendering": {"displayStyle": "password"}},
        {"id": "n", "type": "number", "label": "Γ", "validation": {"minimum": 1, "multipleOf": 2}},
        {"id": "b", "type": "boolean", "label": "Δ", "required": true},
        {"id": "d", "type": "date", "label": "Ε", "validation": {"format": "date-time"}},
        {"id": "o", "type": "select", "label": "Ζ", "options": [{"value": "1", "title": "Ένα"}, {"value": "2", "title": "Δύο"}]},
        {"id": "m", "type": "multi_select", "label": "Η", "options": [{"value": "1", "title": "Ένα"}, {"value": "2", "title": "Δύο"}],
         "rendering": {"displayStyle": "multiselect_dropdown"}},
        {"id": "u", "type": "url", "label": "Θ", "rendering": {"testButton": true}},
        {"id": "x", "type": "file", "label": "Ι", "rendering": {"dragAndDrop": true}},
    ]})
}

#[tokio::test]
async fn every_text_of_form_pages_comes_from_a_catalogue() {
    let world = World::new().await;
    let asked = every_kind();
    let mut browser = speaking(&world, "en-XA");
    let (_, path) = world.link_to(&asked).await;
    speaks_pseudo("form", &browser.get(&path).await);
    speaks_pseudo("problems", &browser.fill_in(&path, &[(":do", "review")]).await);
    let answer = [("t", "1"), ("b", "true"), ("n", "2"), ("o", "1"), ("u", ""), (":do", "review")];
    speaks_pseudo("review", &browser.fill_in(&path, &answer).await);
    let sent = browser.fill_in(&path, &[("t", "1"), ("b", "true"), (":do", "send")]).await;
    speaks_pseudo("sent", &browser.follow(sent).await);
    let (_, path) = world.link_to(&asked).await;
    let declined = browser.fill_in(&path, &[(":do", "decline"), (":reason", "όχι")]).await;
    speaks_pseudo("declined", &browser.follow(declined).await);
    let (_, path) = world.link_to(&asked).await;
    let cancelled = browser.fill_in(&path, &[(":do", "cancel")]).await;
    speaks_pseudo("cancelled", &browser.follow(cancelled).await);
    speaks_pseudo("no such link", &browser.get("/f/nothing").await);
    speaks_pseudo("refused", &browser.post(&path, &[(":token", "wrong")]).await);
    let decision = json!({"id": "d", "title": "Απόφαση", "decision": {"approve": "Ναι", "reject": "Όχι"}});
    let (_, path) = world.link_to(&decision).await;
    speaks_pseudo("decision", &browser.get(&path).await);
    let steps = json!({"id": "s", "title": "Βήματα", "layout": "steps", "fields": [{"id": "a", "type": "text", "label": "Α"}, {"id": "b", "type": "text", "label": "Β"}],
        "groups": [{"id": "g", "title": "Ένα", "fields": ["a"]}, {"id": "h", "title": "Δύο", "fields": ["b"]}]});
    let (_, path) = world.link_to(&steps).await;
    speaks_pseudo("steps", &browser.get(&path).await);
    speaks_pseudo("second step", &browser.fill_in(&path, &[("a", "1"), (":do", "continue")]).await);
    let codes = World::with_codes().await;
    let (_, path, _) = codes.coded_link_to(&asked).await;
    let mut browser = speaking(&codes, "en-XA");
    speaks_pseudo("code", &browser.get(&path).await);
    let token = browser.get(&path).await.token();
    let wrong = browser.post(&format!("{path}/code"), &[(":token", &token), ("code", "AAAA")]).await;
    speaks_pseudo("wrong code", &wrong);
    speaks_pseudo("no inbox", &browser.get("/inbox").await);
}

#[tokio::test]
async fn every_text_of_the_inbox_comes_from_a_catalogue() {
    let world = World::new().await;
    let mut browser = speaking(&world, "en-XA");
    for path in
        ["/inbox", "/inbox?tab=groups", "/inbox?tab=taken", "/inbox?tab=done", "/inbox?q=5", "/inbox/offline"]
    {
        speaks_pseudo(path, &browser.get(path).await);
    }
    let decision = json!({"id": "d", "title": "Απόφαση", "decision": {"approve": "Ναι", "reject": "Όχι"}});
    let entry = world.ask(&decision).await;
    world.ask(&every_kind()).await;
    speaks_pseudo("list", &browser.get("/inbox").await);
    let path = format!("/inbox/{}", entry.id);
    speaks_pseudo("entry", &browser.get(&path).await);
    let taken = browser.fill_in(&path, &[(":do", "claim")]).await;
    speaks_pseudo("taken", &browser.follow(taken).await);
    let noted = browser.fill_in(&path, &[(":do", "approve")]).await;
    speaks_pseudo("approved", &browser.follow(noted).await);
    speaks_pseudo("history", &browser.get(&format!("{path}/history")).await);
    speaks_pseudo("done", &browser.get("/inbox?tab=done").await);
    speaks_pseudo("bulk", &browser.get("/inbox?&said=approve.1.2.3").await);
    for path in ["/overview", "/administration"] {
        speaks_pseudo(path, &browser.get(path).await);
    }
}
