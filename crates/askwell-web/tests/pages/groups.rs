//! Sections and steps without a script.

use askwell_testkit::conversations::conversations;
use serde_json::Value;

use crate::browser::Page;
use crate::support::World;

/// Returns the hidden inputs of a page, which a browser sends with every button.
fn hidden_inputs(page: &Page) -> Vec<(String, String)> {
    let attribute = |tag: &str, name: &str| {
        let from = tag.split_once(&format!(" {name}=\""))?.1;
        from.split_once('"').map(|(value, _)| value.to_owned())
    };
    let tags = page.body.split("<input type=\"hidden\"").skip(1).filter_map(|tag| tag.split_once('>'));
    tags.filter_map(|(tag, _)| Some((attribute(tag, "name")?, attribute(tag, "value")?))).collect()
}

#[tokio::test]
async fn shared_conversations_lead_pages_to_their_answers() {
    let world = World::new().await;
    for conversation in conversations() {
        let (id, path) = world.link_to(&conversation.form.to_value()).await;
        let mut browser = world.browser();
        let mut page = browser.get(&path).await;
        for inputs in &conversation.page {
            let mut pairs = hidden_inputs(&page);
            for (name, value) in inputs {
                match value {
                    Value::Array(values) => pairs.extend(
                        values
                            .iter()
                            .map(|value| (name.clone(), value.as_str().unwrap_or_default().to_owned())),
                    ),
                    value => pairs.push((name.clone(), value.as_str().unwrap_or_default().to_owned())),
                }
            }
            let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
            let sent = browser.post(&path, &pairs).await;
            page = browser.follow_step(sent).await;
        }
        assert_eq!(
            world.status(id).await,
            askwell_lifecycle::Status::Completed,
            "{}\n{}",
            conversation.about,
            page.body
        );
        assert_eq!(world.answer(id).await, conversation.answers, "{}", conversation.about);
    }
}

#[tokio::test]
async fn step_shows_its_own_fields_and_carries_the_others() {
    let world = World::new().await;
    let form = conversations().remove(0).form.to_value();
    let (_, path) = world.link_to(&form).await;
    let mut browser = world.browser();
    let first = browser.get(&path).await;
    first.shows("Step 1 of 3: <bdi>Place</bdi>").shows("data-field=\"name\"");
    first.hides("data-field=\"docks\"").hides("value=\"back\"").hides("badge</strong>");
    let token = first.token();
    let wrong =
        browser.post(&path, &[(":token", &token), (":at", "place"), ("name", ""), (":do", "continue")]).await;
    let wrong = browser.follow_step(wrong).await;
    assert_eq!(wrong.status, 422);
    // Problems of later steps are not told yet.
    wrong.shows("Name is required.").hides("Docks is required.");
    let second =
        [(":token", &*token), (":at", "place"), ("name", "Lisbon"), ("kind", "depot"), (":do", "continue")];
    let second = browser.post(&path, &second).await;
    let second = browser.follow_step(second).await;
    second.shows("Step 2 of 4: <bdi>People</bdi>").shows("Who runs it.").shows("badge");
    second.shows("<input type=\"hidden\" name=\"name\" value=\"Lisbon\">").hides("data-field=\"name\"");
    // A problem of another step is a button that leads there.
    let review = [
        (":token", &*token),
        (":at", "people"),
        ("name", "Lisbon"),
        ("kind", "depot"),
        ("manager", ""),
        ("docks", "0"),
        (":do", "review"),
    ];
    let review = browser.post(&path, &review).await;
    let review = browser.follow_step(review).await;
    review.shows("Step 2 of 4").shows("href=\"#f-manager\"").shows("value=\"step:loading\" formaction=");
    let jump = [
        (":token", &*token),
        (":at", "people"),
        ("name", "Lisbon"),
        ("kind", "depot"),
        ("manager", ""),
        ("docks", "0"),
        (":do", "step:loading"),
    ];
    let jump = browser.post(&path, &jump).await;
    browser
        .follow_step(jump)
        .await
        .shows("Step 3 of 4")
        .shows("Docks must be at least 1.")
        .hides("Manager is required.");
}

#[tokio::test]
async fn sections_have_headings_and_hidden_ones_are_hidden() {
    let world = World::new().await;
    let sections = conversations().into_iter().find(|one| one.about.starts_with("sections")).unwrap();
    let (_, path) = world.link_to(&sections.form.to_value()).await;
    let page = world.browser().get(&path).await;
    page.shows("<h2>Place</h2>").shows("<h3>More</h3>").shows("Only if you like.");
    let people = page.body.split("data-group=\"people\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(people.ends_with(" hidden"), "{people}");
    page.hides("Step 1");
}
