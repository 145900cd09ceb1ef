//! Decisions: a form with two buttons and a comment.

use askwell_engine::Ask;
use askwell_form::build::{decision, form};
use askwell_form::{CommentRule, DecisionAnswer, Form};
use askwell_lifecycle::{ElicitationId, OnRejection, Outcome, Quorum, Status};
use askwell_web::Identity;

use crate::support::World;

fn deploy() -> Form {
    let words = decision().approve("Deploy <now>").reject("Hold back").comment(CommentRule::RequiredToReject);
    form("deploy", "Deploy 4.2?").description("All checks are done.").decision(words).build().unwrap()
}

async fn decided(world: &World, id: ElicitationId) -> Option<DecisionAnswer> {
    match world.engine.status(&world.client, id).await.unwrap().outcome() {
        Some(Outcome::Answered(answers)) => answers.decision(),
        _ => None,
    }
}

#[tokio::test]
async fn one_press_decides_in_the_words_of_the_author() {
    let world = World::new().await;
    for (buttons, expected) in [
        (&[(":do", "approve")][..], DecisionAnswer { approved: true, comment: None }),
        (
            &[(":do", "approve"), ("comment", "Go.")],
            DecisionAnswer { approved: true, comment: Some("Go.".to_owned()) },
        ),
        (
            &[(":do", "reject"), ("comment", "Friday.")],
            DecisionAnswer { approved: false, comment: Some("Friday.".to_owned()) },
        ),
        // The button decides, not a field of the same name.
        (
            &[(":do", "reject"), ("comment", "No."), ("approved", "true")],
            DecisionAnswer { approved: false, comment: Some("No.".to_owned()) },
        ),
    ] {
        let asked = world.ask(&deploy().to_value()).await;
        let path = format!("/inbox/{}", asked.id);
        let mut browser = world.browser();
        let page = browser.get(&path).await;
        page.shows("Deploy &lt;now&gt;")
            .shows("Hold back")
            .shows("Needed only to reject.")
            .hides("Review your answer");
        let sent = browser.fill_in(&path, buttons).await;
        assert_eq!(sent.status, 303);
        assert_eq!(decided(&world, asked.id).await, Some(expected), "{buttons:?}");
        browser.follow(sent).await.shows("<h1>Sent</h1>");
    }
}

#[tokio::test]
async fn rejection_without_the_needed_comment_stays_open_and_says_why() {
    let world = World::new().await;
    let asked = world.ask(&deploy().to_value()).await;
    let path = format!("/inbox/{}", asked.id);
    let mut browser = world.browser();
    browser.get(&path).await;
    let sent = browser.fill_in(&path, &[(":do", "reject")]).await;
    browser.follow(sent).await.shows("Please say why, to choose “Hold back”.");
    assert_eq!(world.status(asked.id).await, Status::Active);
    // Neither the enter key nor a form without a button decides.
    for buttons in [&[][..], &[(":do", "update")], &[("approved", "true")]] {
        browser.fill_in(&path, buttons).await;
        assert_eq!(world.status(asked.id).await, Status::Active, "{buttons:?}");
    }
    let sent = browser.fill_in(&path, &[(":do", "approve"), (":back", "list")]).await;
    assert_eq!(sent.header("location"), Some("/inbox"));
    assert_eq!(world.status(asked.id).await, Status::Completed);
}

#[tokio::test]
async fn votes_of_several_people_are_shown_and_counted() {
    let world = World::known_by(Identity::ProxyHeader("x-user".to_owned())).await;
    let quorum = Quorum { approvals: 2, on_rejection: OnRejection::Close, requester: Some("owner".into()) };
    let ask = Ask::form(deploy()).for_signed_in().quorum(quorum);
    let asked = world.engine.create(&world.client, ask).await.unwrap();
    let path = format!("/inbox/{}", asked.id);
    let browser_of = |name: &str| {
        let mut browser = world.browser();
        browser.headers.push(("x-user".to_owned(), name.to_owned()));
        browser
    };
    let mut owner = browser_of("owner");
    owner.get(&path).await.shows("0 of 2 approved").shows("You asked for it, so you can’t decide.");
    let sent = owner.fill_in(&path, &[(":do", "approve")]).await;
    owner.follow(sent).await.shows("You asked for this, so you can’t decide it.");
    let mut ada = browser_of("ada");
    ada.get(&path).await.shows("2 more approvals are needed.").shows("One rejection ends it.");
    let sent = ada.fill_in(&path, &[(":do", "approve"), ("comment", "Looks <fine>.")]).await;
    ada.follow(sent).await.shows("1 of 2 approved").shows("Looks &lt;fine&gt;.").shows("You");
    assert_eq!(world.status(asked.id).await, Status::Active);
    // One person cannot decline for all.
    for button in ["decline", "cancel"] {
        ada.fill_in(&path, &[(":do", button)]).await;
        assert_eq!(world.status(asked.id).await, Status::Active, "{button}");
    }
    let mut grace = browser_of("grace");
    grace.get(&path).await.shows("One more approval is needed.").shows("ada");
    grace.fill_in(&path, &[(":do", "approve")]).await;
    assert_eq!(decided(&world, asked.id).await, Some(DecisionAnswer { approved: true, comment: None }));
}

#[tokio::test]
async fn evidence_is_shown_and_nothing_else_is_interpreted() {
    const DOT: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let world = World::new().await;
    let form = form("deploy", "Deploy **4.2**?")
        .description(
            "**412** passed, see [the report](https://ci.example.org/1)\n\n<script>alert(1)</script>",
        )
        .display("change", "Change", "```diff\n-tag: 4.1\n+tag: 4.2\n```\n\n[x](javascript:alert(1))")
        .image("shot", "image/png", DOT, "The \"new\" page")
        .decision(decision())
        .build()
        .unwrap();
    let asked = world.ask(&form.to_value()).await;
    let page = world.browser().get(&format!("/inbox/{}", asked.id)).await;
    page.shows("<strong>412</strong>")
        .shows("Deploy **4.2**?")
        .shows("(ci.example.org)")
        .shows("<ins>tag: 4.2</ins>")
        .shows("&lt;script&gt;alert(1)&lt;/script&gt;")
        .shows(&format!("src=\"data:image/png;base64,{DOT}\""))
        .shows("alt=\"The &quot;new&quot; page\"")
        .hides("<script>alert")
        .hides("href=\"https://ci.example.org")
        .hides("href=\"javascript:");
}
