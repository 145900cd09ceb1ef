//! The one check of content, awaited and not.

use std::sync::Arc;

use askwell_engine::{
    Ask, CallError, CheckError, CheckResult, Checker, Content, CreateError, HostCheck, Limits, MemoryStore,
    SubmitError, UnknownKeys,
};
use askwell_form::build::{form, group, text, url};
use askwell_form::url_guard::UrlPolicy;
use askwell_form::{Answers, Finding, Form, Validators};
use askwell_lifecycle::{Elicitation, Question, Refusal, Status};
use askwell_testkit::crash_store::CrashStore;
use askwell_testkit::scripted_resolver::ScriptedResolver;

use super::support::{BAD, GOOD, World, a_form, client};

fn resolver() -> ScriptedResolver {
    ScriptedResolver::new()
        .name("inside.example.com", ["10.0.0.1"])
        .name("outside.example.com", ["93.184.216.34"])
}

fn page(url: &str) -> Ask {
    Ask::page(url, "There", &UrlPolicy::default()).unwrap()
}

#[tokio::test]
async fn page_with_a_private_host_is_refused() {
    let resolver = resolver();
    let world = World::with(|builder| builder.resolver(resolver.clone()));
    let refused = world.engine.create(&world.client, page("https://inside.example.com/")).await.unwrap_err();
    assert!(matches!(refused, CreateError::Url(_)), "{refused}");
    assert_eq!(world.log().await, []);
    // A name without an address passes, as it does in answers.
    for url in ["https://outside.example.com/", "https://nowhere.example.com/"] {
        world.engine.create(&world.client, page(url)).await.unwrap();
    }
}

#[tokio::test]
async fn page_of_a_rate_limited_client_is_not_resolved() {
    let resolver = resolver();
    let limits = Limits { per_window: 1, ..Limits::none() };
    let world = World::with(|builder| builder.resolver(resolver.clone()).limits(limits));
    let ask = || world.engine.create(&world.client, page("https://outside.example.com/"));
    ask().await.unwrap();
    assert!(matches!(ask().await.unwrap_err(), CreateError::Limited(_)));
    assert_eq!(resolver.asked().len(), 1);
}

#[tokio::test]
async fn submit_now_accepts_and_refuses_like_submit() {
    let world = World::new();
    let asked = world.ask().await;
    let submit = |json| world.engine.submit_now(&world.client, asked.id, Content::strict(json));
    let Some(Err(SubmitError::Invalid { retry_count: 1, retry_allowed: true, .. })) = submit(BAD) else {
        panic!("a bad answer was taken")
    };
    assert_eq!(world.status(asked.id).await, Status::Active);
    let submitted = submit(GOOD).unwrap().unwrap();
    assert_eq!(submitted.elicitation.status(), Status::Completed);
    let Some(Err(SubmitError::Call(CallError::Refused(Refusal::Closed { .. })))) = submit(GOOD) else {
        panic!("answered twice")
    };
    assert_eq!(world.history(asked.id).await, ["created", "rejected", "complete"]);
    let stranger = world.engine.submit_now(&client("b"), asked.id, Content::strict(GOOD));
    assert!(stranger.is_none(), "what belongs to others does not exist");
}

#[tokio::test]
async fn submit_now_after_the_deadline_records_the_timeout() {
    let world = World::new();
    let asked = world.ask().await;
    // The driver gets no chance to run before the answer comes.
    world.clock.set(asked.deadline().unwrap());
    let late = world.engine.submit_now(&world.client, asked.id, Content::strict(GOOD)).unwrap();
    assert!(matches!(late, Err(SubmitError::Call(CallError::Refused(Refusal::TooLate { .. })))), "{late:?}");
    assert_eq!(world.status(asked.id).await, Status::Timeout);
}

#[tokio::test]
async fn submit_now_changes_nothing_if_it_would_wait() {
    // A store that answers only to those who wait.
    let store = CrashStore::around(Arc::new(MemoryStore::new()));
    let world = World::over(Arc::new(store), |builder| builder);
    let asked = world.ask().await;
    assert!(world.engine.submit_now(&world.client, asked.id, Content::strict(GOOD)).is_none());
    assert_eq!(world.history(asked.id).await, ["created"]);
    world.engine.submit(&world.client, asked.id, GOOD).await.unwrap();
}

/// Elicitations of every kind of form, with content that passes, does not, or cannot be told at once.
fn cases() -> Vec<(Form, &'static str, bool)> {
    let site = || form("f", "F").field(url("site", "Site")).field(text("name", "Name")).build().unwrap();
    let checked = form("f", "F").field(text("name", "Name")).validators(["even"]).build().unwrap();
    vec![
        (a_form(), r#"{"host": "db1"}"#, true),
        (a_form(), r#"{"port": 1}"#, true),
        (a_form(), r#"{"host": "db1", "more": 1}"#, true),
        (a_form(), "[]", true),
        (a_form(), "no JSON", true),
        (Ask::prompt_form("Why?").unwrap(), r#""because""#, true),
        (site(), r#"{"name": "x"}"#, true),
        (site(), r#"{"site": "no url"}"#, true),
        (site(), r#"{"site": "https://outside.example.com/"}"#, false),
        (site(), r#"{"site": "https://inside.example.com/"}"#, false),
        (checked.clone(), r#"{"name": "1"}"#, false),
        (checked, r#"{"name": "22"}"#, false),
    ]
}

fn checker(limits: &Limits) -> Checker {
    let is_even = |answers: &Answers| answers.text("name").is_some_and(|name| name.len() % 2 == 0);
    let even = Validators::new().register("even", move |answers| {
        if is_even(answers) { Vec::new() } else { vec![Finding::in_field("name", "odd")] }
    });
    Checker::new(even, HostCheck::default().resolver(Arc::new(resolver())), limits)
}

#[tokio::test]
async fn both_channels_use_one_check() {
    let world = World::new();
    let checker = checker(&Limits::default());
    for (form, json, at_once) in cases() {
        let asked = create(&world, form).await;
        for unknown_keys in [UnknownKeys::Drop, UnknownKeys::Reject] {
            let content = Content { json: json.as_bytes(), unknown_keys };
            let awaited = checker.check(&asked, content, None).await.unwrap();
            let now = checker.check_now(&asked, content);
            assert_eq!(now.is_some(), at_once, "{json}");
            assert!(now.is_none_or(|now| now == awaited), "{json}");
        }
    }
}

/// Something asked by a world that knows no validators.
async fn create(world: &World, form: Form) -> Elicitation {
    let asked = world.ask().await;
    Elicitation { question: Question::Form(form), ..Elicitation::clone(&asked) }
}

#[tokio::test]
async fn unknown_keys_are_problems_except_in_dialogs() {
    let world = World::new();
    let asked = world.ask().await;
    let json = br#"{"host": "db1", "more": 1}"#;
    let strict = world.engine.checker().check_now(&asked, Content::strict(json)).unwrap();
    assert!(matches!(strict, CheckResult::Problems(_)));
    let dialog = world.engine.checker().check_now(&asked, Content::of_dialog(json)).unwrap();
    let CheckResult::Answers(answers) = dialog else { panic!("{dialog:?}") };
    assert_eq!(answers.to_json(), r#"{"host":"db1"}"#);
}

#[tokio::test]
async fn content_above_the_limit_is_not_checked() {
    let world = World::new();
    let checker = checker(&Limits { answer_bytes: 10, ..Limits::default() });
    let asked = world.ask().await;
    let content = Content::strict(br#"{"host": "longer than ten"}"#);
    let too_large = checker.check(&asked, content, None).await;
    assert_eq!(too_large, Err(CheckError::TooLarge { size: 15, limit: 10 }));
    assert_eq!(checker.check_now(&asked, content), None);
    let own = Elicitation { answer_limit: Some(20), ..Elicitation::clone(&asked) };
    assert!(checker.check(&own, content, None).await.is_ok());
}

#[tokio::test]
async fn url_in_a_row_with_a_private_host_is_a_problem_of_that_row() {
    let resolver = resolver();
    let world = World::with(|builder| builder.resolver(resolver.clone()));
    let links = group("links", "Links").repeat(0..=5).item("Link").field(url("site", "Site"));
    let ask = Ask::form(form("f", "F").group(links).build().unwrap());
    let id = world.engine.create(&world.client, ask).await.unwrap().id;
    let answer = |second: &str| {
        format!(r#"{{"links":[{{"site":"https://outside.example.com"}},{{"site":"https://{second}"}}]}}"#)
    };
    let refused = world.engine.submit(&world.client, id, answer("inside.example.com").as_bytes()).await;
    let Err(SubmitError::Invalid { problems, .. }) = refused else { panic!("{refused:?}") };
    let problem = problems.iter().next().unwrap();
    assert_eq!(problem.path(), ["links", "1", "site"]);
    assert_eq!(problem.message, "Link 2: Site must not lead into a private network.");
    world.engine.submit(&world.client, id, answer("outside.example.com").as_bytes()).await.unwrap();
}
