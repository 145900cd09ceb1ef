//! Options of a service by HTTP: what is asked, what is shown, and that only confirmed choices count.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{
    Ask, CreateError, Engine, FoundOption, Limits, OptionSource, OutsideServices, SubmitError, SystemClock,
};
use askwell_form::{Constraint, Form};
use askwell_lifecycle::{Actor, Status, Surface};
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::callbacks::{CallbackContext, CallbackSettings, HttpOptionSource, OptionSourceSettings};
use askwell_web::webhooks::SigningSecret;
use serde_json::{Value, json};

use crate::http_service::{HttpService, SECRET, Scripted};

fn settings(url: String) -> OptionSourceSettings {
    let mut callback = CallbackSettings::new("cities", url, SigningSecret::parse(SECRET).unwrap());
    (callback.allow_private, callback.timeout) = (true, Duration::from_secs(10));
    OptionSourceSettings::new(callback)
}

fn source(settings: OptionSourceSettings) -> Arc<HttpOptionSource> {
    let context = CallbackContext::new(Arc::new(SystemClock), Arc::new(ScriptedResolver::new()));
    Arc::new(HttpOptionSource::new(settings, context).unwrap())
}

fn engine(source: Arc<HttpOptionSource>) -> Engine {
    let services = OutsideServices { option_sources: vec![source], ..OutsideServices::default() };
    let builder = Engine::builder().limits(Limits::none()).resolver(ScriptedResolver::new());
    builder.outside_services(services).start()
}

fn form() -> Form {
    Form::from_value(&json!({"id": "trip", "title": "Trip", "fields": [
        {"id": "to", "type": "select", "label": "To", "required": true, "optionsSource": {"name": "cities"}},
        {"id": "via", "type": "multi_select", "label": "Via", "optionsSource": {"name": "cities"}}
    ]}))
    .unwrap()
}

fn client() -> Actor {
    Actor::client("travel", Surface::Library)
}

fn found(options: &[(&str, &str)], more: bool) -> Value {
    let options: Vec<Value> =
        options.iter().map(|(value, title)| json!({"value": value, "title": title})).collect();
    json!({"options": options, "more": more})
}

fn options(pairs: &[(&str, &str)]) -> Vec<FoundOption> {
    let option = |(value, title): &(&str, &str)| FoundOption {
        value: (*value).to_owned(),
        title: (*title).to_owned(),
    };
    pairs.iter().map(option).collect()
}

async fn submitted(engine: &Engine, answer: &Value) -> (Result<(), SubmitError>, Status) {
    let id = engine.create(&client(), Ask::form(form())).await.unwrap().id;
    let result = engine.submit(&client(), id, answer.to_string().as_bytes()).await.map(|_| ());
    (result, engine.status(&client(), id).await.unwrap().status())
}

#[tokio::test]
async fn search_is_signed_bounded_and_kept_for_a_moment() {
    let service =
        HttpService::new([Scripted::Json(found(&[("ber", "Berlin"), ("bru", "Brussels")], true))]).await;
    let source = source(settings(service.url()));
    let first = source.search("  b ", 1).await.unwrap();
    assert_eq!((first.options, first.more), (options(&[("ber", "Berlin")]), true));
    source.search("b", 1).await.unwrap();
    let requests = service.requests();
    assert_eq!(requests.len(), 1, "the same search is kept");
    assert_eq!(
        requests[0].json(),
        json!({"type": "options.search", "source": "cities", "search": "b", "limit": 1})
    );
    // What was found need not be confirmed for a moment.
    assert_eq!(source.confirm(&["ber"]).await.unwrap(), options(&[("ber", "Berlin")]));
    assert_eq!(service.requests().len(), 1);
    let long = "x".repeat(5_000);
    source.search(&long, 100).await.unwrap();
    assert_eq!(service.requests()[1].json()["search"].as_str().unwrap().len(), 256);
}

#[tokio::test]
async fn only_confirmed_choices_are_accepted() {
    let service =
        HttpService::new([Scripted::Json(found(&[("ber", "Berlin"), ("par", "Paris")], false))]).await;
    let engine = engine(source(settings(service.url())));
    let (result, status) = submitted(&engine, &json!({"to": "ber", "via": ["par"]})).await;
    assert_eq!((result, status), (Ok(()), Status::Completed));
    assert_eq!(
        service.requests()[0].json(),
        json!({"type": "options.confirm", "source": "cities", "values": ["ber"]})
    );
    let (result, status) = submitted(&engine, &json!({"to": "ber", "via": ["par", "atlantis"]})).await;
    let Err(SubmitError::Invalid { problems, .. }) = result else { panic!("{result:?}") };
    let wrong: Vec<(&str, Constraint)> =
        problems.iter().map(|problem| (&*problem.field, problem.constraint)).collect();
    assert_eq!((wrong, status), (vec![("via", Constraint::Enum)], Status::Active));
}

#[tokio::test]
async fn choice_that_cannot_be_confirmed_stays_unchecked() {
    for script in [
        Scripted::Text(500, String::new()),
        Scripted::Text(200, "[]".to_owned()),
        Scripted::Json(json!({"options": [{"title": "no value"}]})),
        Scripted::Json(json!({"options": null})),
        Scripted::Json(found(&vec![("a", "A"); 201], false)),
        Scripted::Bytes(1 << 28),
        Scripted::Redirect("127.0.0.1:9".parse().unwrap()),
    ] {
        let service = HttpService::new([script.clone()]).await;
        let engine = engine(source(settings(service.url())));
        let result = submitted(&engine, &json!({"to": "ber"})).await;
        assert_eq!(result, (Err(SubmitError::Unchecked), Status::Pending), "{script:?}");
    }
    let service = HttpService::new([Scripted::Stalled]).await;
    let mut slow = settings(service.url());
    slow.callback.timeout = Duration::from_millis(200);
    let result = submitted(&engine(source(slow)), &json!({"to": "ber"})).await;
    assert_eq!(result, (Err(SubmitError::Unchecked), Status::Pending));
}

#[tokio::test]
async fn hostile_options_are_dropped_or_cleaned() {
    let service = HttpService::new([Scripted::Json(found(
        &[("ok", "Fine\u{202e}\u{1b}[2J"), ("hid\u{200b}den", "Hidden"), ("", "Empty"), ("plain", "")],
        false,
    ))])
    .await;
    let found = source(settings(service.url())).search("", 100).await.unwrap();
    let values: Vec<&str> = found.options.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(values, ["ok", "plain"]);
    assert!(!found.options[0].title.contains(['\u{202e}', '\u{1b}']), "{:?}", found.options[0]);
    assert_eq!(found.options[1].title, "plain");
}

#[tokio::test]
async fn form_with_an_unknown_source_is_refused() {
    let engine = Engine::builder().limits(Limits::none()).start();
    let refused = engine.create(&client(), Ask::form(form())).await.unwrap_err();
    assert!(
        matches!(&refused, CreateError::OptionSources(unknown) if unknown.names == ["cities"]),
        "{refused}"
    );
    let mut foreign = settings("http://127.0.0.1:9/".to_owned());
    foreign.callback.client = Some("other".to_owned());
    let services = OutsideServices { option_sources: vec![source(foreign)], ..OutsideServices::default() };
    let engine = Engine::builder().outside_services(services).start();
    assert!(engine.create(&client(), Ask::form(form())).await.is_err());
}
