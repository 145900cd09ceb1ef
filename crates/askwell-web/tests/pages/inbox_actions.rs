//! What a person does in the inbox beside answering a form: deciding in a row or for several entries, snoozing, notes
//! among colleagues; and the receipt.

use std::time::Duration;

use askwell_engine::Ask;
use askwell_form::Form;
use askwell_lifecycle::{Elicitation, Outcome, Status};
use serde_json::json;
use std::sync::Arc;

use crate::browser::Page;
use crate::support::World;

async fn ask(world: &World, form: &serde_json::Value, minutes: u64) -> Arc<Elicitation> {
    let form = Form::parse(&form.to_string()).unwrap();
    let ask = Ask::form(form).timeout(Duration::from_secs(minutes * 60));
    world.engine.create(&world.client, ask).await.unwrap()
}

fn decision(title: &str, comment: &str) -> serde_json::Value {
    json!({"id": "d", "title": title, "decision": {"comment": comment}})
}

/// Returns the form token of the bulk bar.
fn bulk_token(list: &Page) -> String {
    let bar = list.body.split("action=\"/inbox/bulk\"").nth(1).unwrap();
    let value = bar.split("name=\":token\" value=\"").nth(1).unwrap();
    value.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn several_decisions_share_one_comment_and_forms_are_skipped() {
    let world = World::new().await;
    let first = ask(&world, &decision("First", "optional"), 10).await;
    let second = ask(&world, &decision("Second", "required_to_reject"), 11).await;
    let strict = ask(&world, &decision("Strict", "required"), 12).await;
    let form = ask(
        &world,
        &json!({"id": "f", "title": "Form", "fields": [{"id": "a", "type": "text", "label": "A"}]}),
        13,
    )
    .await;
    let ids = [&first, &second, &strict, &form].map(|entry| entry.id.to_string());
    let mut browser = world.browser();
    let list = browser.get("/inbox").await;
    list.shows("One comment for all").shows("Reject…");
    let token = bulk_token(&list);
    let mut fields: Vec<(&str, &str)> = ids.iter().map(|id| ("id", id.as_str())).collect();
    // Neither another site nor a guessed token decides anything.
    for token in ["", "guessed"] {
        let mut wrong = fields.clone();
        wrong.extend([(":token", token), (":do", "approve")]);
        assert_eq!(browser.post("/inbox/bulk", &wrong).await.status, 403);
    }
    assert_eq!(world.status(first.id).await, Status::Pending);
    fields.extend([(":token", token.as_str()), (":do", "approve"), ("comment", " ")]);
    let done = browser.post("/inbox/bulk", &fields).await;
    assert_eq!(done.status, 303);
    browser.follow(done).await.shows("2 approved. 1 skipped: no decision. 1 not approved");
    for (entry, expected) in
        [(&first, Status::Completed), (&strict, Status::Pending), (&form, Status::Pending)]
    {
        assert_eq!(world.status(entry.id).await, expected);
    }
    let strict_id = strict.id.to_string();
    let fields =
        [("id", strict_id.as_str()), (":token", &token), (":do", "reject"), ("comment", "Not on a Friday.")];
    browser.post("/inbox/bulk", &fields).await;
    match world.engine.status(&world.client, strict.id).await.unwrap().outcome() {
        Some(Outcome::Answered(answers)) => {
            let decided = answers.decision().unwrap();
            assert_eq!((decided.approved, decided.comment.as_deref()), (false, Some("Not on a Friday.")));
        }
        other => panic!("not rejected: {other:?}"),
    }
}

#[tokio::test]
async fn row_approves_with_one_press_and_rejects_with_a_reason() {
    let world = World::new().await;
    let first = ask(&world, &decision("First", "optional"), 10).await;
    let second = ask(&world, &decision("Second", "required_to_reject"), 11).await;
    let mut browser = world.browser();
    browser.get("/inbox").await;
    let path = format!("/inbox/{}", first.id);
    let sent = browser.fill_in(&path, &[(":do", "approve"), (":back", "list")]).await;
    assert_eq!((sent.status, world.status(first.id).await), (303, Status::Completed));
    let path = format!("/inbox/{}", second.id);
    let sent = browser.fill_in(&path, &[(":do", "reject"), (":back", "list"), ("comment", "No.")]).await;
    assert_eq!((sent.status, world.status(second.id).await), (303, Status::Completed));
    browser.get("/inbox?tab=done").await.shows("Approved · ").shows("Rejected · ");
}

#[tokio::test]
async fn receipt_shows_the_answer_to_its_sender_only_and_masks_secrets() {
    let world = World::new().await;
    let form = json!({"id": "f", "title": "Connect", "fields": [
        {"id": "host", "type": "text", "label": "Host"},
        {"id": "token", "type": "text", "label": "Token", "rendering": {"inputType": "password"}}
    ]});
    let entry = ask(&world, &form, 10).await;
    ask(&world, &decision("After it", "optional"), 20).await;
    let mut browser = world.browser();
    let path = format!("/inbox/{}", entry.id);
    let sent = browser.fill_in(&path, &[("host", "db<1>"), ("token", "s3cret-value"), (":do", "send")]).await;
    let receipt = browser.follow(sent).await;
    for part in
        ["Receipt", "What was asked", "Connect", "What you sent", "db&lt;1&gt;", "Who got it, and when"]
    {
        receipt.shows(part);
    }
    receipt.hides("s3cret-value").shows("Filled in, not shown").shows("Next question (1)").shows("After it");
    // The history in the tab of what is done shows the same.
    browser.get(&path).await.shows("What you sent").hides("s3cret-value");
    // Answered by a program: nobody here sees what.
    let other = ask(&world, &form, 10).await;
    let answer = json!({"host": "hidden-host", "token": "another-secret"}).to_string();
    world.engine.submit(&world.client, other.id, answer.as_bytes()).await.unwrap();
    let page = browser.get(&format!("/inbox/{}", other.id)).await;
    page.shows("Receipt").hides("hidden-host").hides("What you sent");
}

#[tokio::test]
async fn snoozed_entry_returns_before_its_deadline() {
    let world = World::new().await;
    let soon = ask(&world, &decision("Soon", "optional"), 5).await;
    let later = ask(&world, &decision("Later on", "optional"), 50).await;
    let mut browser = world.browser();
    let path = format!("/inbox/{}", later.id);
    let token = browser.get(&path).await.token();
    let post = async |browser: &mut crate::browser::Browser, id: &str, long: &str| {
        let path = format!("/inbox/{id}");
        let token = browser.get(&path).await.token();
        browser.post(&format!("{path}/snooze"), &[(":token", &token), ("for", long)]).await.status
    };
    assert_eq!(
        browser.post(&format!("{path}/snooze"), &[(":token", "x"), ("for", "hour")]).await.status,
        403
    );
    assert!(!token.is_empty());
    assert_eq!(post(&mut browser, &later.id.to_string(), "day").await, 303);
    assert_eq!(post(&mut browser, &soon.id.to_string(), "hour").await, 303);
    let list = browser.get("/inbox").await;
    list.shows("Soon").hides("Later on").shows("1 snoozed.").shows("(1) Inbox");
    browser.get("/inbox?snoozed=yes").await.shows("Later on");
    world.clock.advance(Duration::from_secs(41 * 60));
    browser.get("/inbox").await.shows("Later on").hides("1 snoozed");
}

#[tokio::test]
async fn notes_are_for_colleagues_only() {
    let world = World::new().await;
    let entry = ask(&world, &decision("Deploy", "optional"), 10).await;
    let mut browser = world.browser();
    let path = format!("/inbox/{}", entry.id);
    let token = browser.get(&path).await.token();
    assert_eq!(
        browser.post(&format!("{path}/note"), &[(":token", "x"), ("note", "hello")]).await.status,
        403
    );
    for note in ["Is the <b>window</b> open?", "  "] {
        let sent = browser.post(&format!("{path}/note"), &[(":token", &token), ("note", note)]).await;
        assert_eq!(sent.status, 303);
    }
    let page = browser.get(&path).await;
    page.shows("Is the &lt;b&gt;window&lt;/b&gt; open?")
        .shows("Notes among colleagues <span class=\"count\">1</span>");
    // A holder of the link is no colleague.
    let link = world.path_of(&world.pages.link(entry.id).await.unwrap());
    world.browser().get(&link).await.hides("window").hides("Notes among colleagues");
}
