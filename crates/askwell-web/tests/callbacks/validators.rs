//! Validators by HTTP: what they are asked, what their objections become, and that failing closed means closed.

use std::collections::VecDeque;
use std::future::{Future, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{
    Ask, CreateError, Engine, Limits, OutsideServices, Resolver, SubmitError, SystemClock, ValidatorCallback,
};
use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Status, Surface};
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::callbacks::{CallbackContext, CallbackSettings, HttpValidator, ValidatorSettings};
use askwell_web::webhooks::SigningSecret;
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::http_service::{HttpService, SECRET, Scripted};

/// A resolver with another result each time, as in a DNS rebinding attack.
struct Rebinding(Mutex<VecDeque<Vec<IpAddr>>>);

impl Resolver for Rebinding {
    fn resolve<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>> {
        Box::pin(ready(self.0.lock().pop_front().unwrap_or_default()))
    }
}

fn settings(url: String) -> ValidatorSettings {
    let mut callback = CallbackSettings::new("iban", url, SigningSecret::parse(SECRET).unwrap());
    (callback.allow_private, callback.timeout) = (true, Duration::from_secs(10));
    ValidatorSettings { callback, secrets: false }
}

fn form() -> Form {
    Form::from_value(&json!({"id": "payment", "title": "Payment", "version": "2.1.0", "fields": [
        {"id": "iban", "type": "text", "label": "IBAN", "required": true},
        {"id": "pin", "type": "text", "label": "PIN", "rendering": {"inputType": "password"}}
    ], "validation": {"customValidators": ["iban"]}}))
    .unwrap()
}

fn client() -> Actor {
    Actor::client("billing", Surface::Library)
}

fn engine(settings: ValidatorSettings, resolver: Arc<dyn Resolver>) -> Engine {
    let context = CallbackContext::new(Arc::new(SystemClock), resolver);
    let validator: Arc<dyn ValidatorCallback> = Arc::new(HttpValidator::new(settings, context).unwrap());
    let builder = Engine::builder().limits(Limits::none()).resolver(ScriptedResolver::new());
    let services = OutsideServices { validators: vec![validator], ..OutsideServices::default() };
    builder.outside_services(services).start()
}

fn engine_with(settings: ValidatorSettings) -> Engine {
    engine(settings, Arc::new(ScriptedResolver::new()))
}

const ANSWER: &[u8] = br#"{"iban": "DE00", "pin": "1234"}"#;

async fn asked(engine: &Engine) -> ElicitationId {
    engine.create(&client(), Ask::form(form())).await.unwrap().id
}

/// Asks, submits, and returns what came of it with the status of the elicitation.
async fn submitted(engine: &Engine) -> (Result<(), SubmitError>, Status) {
    let id = asked(engine).await;
    let result = engine.submit(&client(), id, ANSWER).await.map(|_| ());
    (result, engine.status(&client(), id).await.unwrap().status())
}

#[tokio::test]
async fn answer_is_accepted_after_a_validator_found_no_problems() {
    let service = HttpService::new([Scripted::Json(json!({"problems": []}))]).await;
    let engine = engine_with(settings(service.url()));
    assert_eq!(submitted(&engine).await, (Ok(()), Status::Completed));
    let requests = service.requests();
    assert_eq!(requests.len(), 1);
    let mut body = requests[0].json();
    assert!(body["elicitation_id"].as_str().unwrap().len() > 8);
    body["elicitation_id"] = Value::Null;
    // A secret is not for a validator, unless its settings say so.
    assert_eq!(
        body,
        json!({"type": "answer.validate", "validator": "iban", "elicitation_id": null, "client": "billing",
            "form": {"id": "payment", "version": "2.1.0"}, "answers": {"iban": "DE00"}})
    );
    let with_secrets = engine_with(ValidatorSettings { secrets: true, ..settings(service.url()) });
    assert_eq!(submitted(&with_secrets).await, (Ok(()), Status::Completed));
    assert_eq!(service.requests()[1].json()["answers"], json!({"iban": "DE00", "pin": "1234"}));
}

#[tokio::test]
async fn objections_are_problems_without_what_hides_in_their_texts() {
    let long = "x".repeat(2_000);
    let service = HttpService::new([Scripted::Json(json!({"problems": [
        {"field": "iban", "message": "This account is\u{202e} closed.\n\u{1b}[2J"},
        {"field": "no_such_field", "message": "Something else."},
        {"message": long},
        {"field": "pin"}
    ]}))])
    .await;
    let engine = engine_with(settings(service.url()));
    let (result, status) = submitted(&engine).await;
    let Err(SubmitError::Invalid { problems, retry_count: 1, retry_allowed: true, .. }) = result else {
        panic!("{result:?}")
    };
    let found: Vec<(&str, &str)> =
        problems.iter().map(|problem| (&*problem.field, &*problem.message)).collect();
    assert_eq!(found[0].0, "iban");
    assert!(!found[0].1.contains(['\u{202e}', '\u{1b}', '\n']), "{:?}", found[0].1);
    assert!(found[0].1.starts_with("This account is"), "{:?}", found[0].1);
    assert_eq!(found[1], ("", "Something else."));
    assert_eq!(found[2], ("", &long[..512]));
    assert_eq!(found[3], ("pin", "This was not accepted."));
    assert_eq!(status, Status::Active);
}

#[tokio::test]
async fn wrong_response_leaves_the_answer_unchecked() {
    let elsewhere = HttpService::new([Scripted::Json(json!({"problems": []}))]).await;
    let many: Vec<Value> = (0..101).map(|n| json!({"message": n.to_string()})).collect();
    for script in [
        Scripted::Text(200, String::new()),
        Scripted::Text(200, "<html>fine</html>".to_owned()),
        Scripted::Text(204, String::new()),
        Scripted::Text(500, json!({"problems": []}).to_string()),
        Scripted::Text(202, json!({"problems": []}).to_string()),
        Scripted::Json(json!({})),
        Scripted::Json(json!([])),
        Scripted::Json(json!({"problems": null})),
        Scripted::Json(json!({"problems": {"iban": "wrong"}})),
        Scripted::Json(json!({"problems": ["wrong"]})),
        Scripted::Json(json!({"problems": [{"field": 1}]})),
        Scripted::Json(json!({"problems": many})),
        Scripted::Bytes(1 << 30),
        Scripted::Redirect(elsewhere.address),
    ] {
        let service = HttpService::new([script.clone()]).await;
        let engine = engine_with(settings(service.url()));
        let result = submitted(&engine).await;
        assert_eq!(result, (Err(SubmitError::Unchecked), Status::Pending), "{script:?}");
        assert_eq!(service.requests().len(), 1, "{script:?}");
    }
    assert!(elsewhere.requests().is_empty(), "redirects are not followed");
}

#[tokio::test]
async fn silent_or_stalled_validator_is_given_up_at_its_deadline() {
    for script in [Scripted::Never, Scripted::Stalled] {
        let service = HttpService::new([script]).await;
        let mut settings = settings(service.url());
        settings.callback.timeout = Duration::from_millis(200);
        let engine = engine_with(settings);
        assert_eq!(submitted(&engine).await, (Err(SubmitError::Unchecked), Status::Pending));
    }
    // Nobody listens there.
    let gone = HttpService::new([]).await.url();
    assert_eq!(submitted(&engine_with(settings(gone))).await.0, Err(SubmitError::Unchecked));
}

#[tokio::test]
async fn answer_can_be_sent_again_after_the_validator_has_recovered() {
    let service =
        HttpService::new([Scripted::Text(503, String::new()), Scripted::Json(json!({"problems": []}))]).await;
    let engine = engine_with(settings(service.url()));
    let id = asked(&engine).await;
    let first = engine.submit(&client(), id, ANSWER).await.unwrap_err();
    assert!(first.retry_allowed(), "{first}");
    assert!(engine.submit(&client(), id, ANSWER).await.is_ok());
}

#[tokio::test]
async fn answer_with_problems_of_its_own_is_not_sent_to_a_validator() {
    let service = HttpService::new([Scripted::Json(json!({"problems": []}))]).await;
    let engine = engine_with(settings(service.url()));
    let id = asked(&engine).await;
    assert!(matches!(engine.submit(&client(), id, b"{}").await, Err(SubmitError::Invalid { .. })));
    assert!(service.requests().is_empty());
}

#[tokio::test]
async fn name_that_is_rebound_to_a_private_address_is_not_called() {
    let service = HttpService::new([Scripted::Json(json!({"problems": []}))]).await;
    for addresses in [vec!["127.0.0.1"], vec!["10.0.0.7"], vec!["93.184.216.34", "127.0.0.1"], vec![]] {
        let mut settings = settings(format!("https://rules.example.com:{}/", service.address.port()));
        settings.callback.allow_private = false;
        let parsed = addresses.iter().map(|text| text.parse().unwrap()).collect();
        let engine = engine(settings, Arc::new(Rebinding(Mutex::new([parsed].into()))));
        assert_eq!(submitted(&engine).await.0, Err(SubmitError::Unchecked), "{addresses:?}");
    }
    assert!(service.requests().is_empty());
}

#[tokio::test]
async fn form_that_names_an_unknown_or_foreign_validator_is_refused() {
    let service = HttpService::new([]).await;
    let mut foreign = settings(service.url());
    foreign.callback.client = Some("other".to_owned());
    let mut renamed = settings(service.url());
    renamed.callback.name = "bic".to_owned();
    for settings in [foreign, renamed] {
        let engine = engine_with(settings);
        let refused = engine.create(&client(), Ask::form(form())).await.unwrap_err();
        let CreateError::Validators(unknown) = refused else { panic!("{refused}") };
        assert_eq!(unknown.names, ["iban"]);
    }
}

#[test]
fn each_invalid_setting_of_a_validator_is_reported() {
    type Change = fn(&mut CallbackSettings);
    let cases: [(Change, &str); 6] = [
        (|s| s.name = "A b".to_owned(), "name: up to 64 small letters"),
        (|s| s.url = "http://rules.example.com/".to_owned(), "url: the scheme `http` is not allowed"),
        (|s| s.url = "https://127.0.0.1/".to_owned(), "url: the host is this machine"),
        (|s| s.url = "https://169.254.169.254/".to_owned(), "url: the address 169.254.169.254 is not public"),
        (|s| s.timeout = Duration::ZERO, "timeout_ms: more than nothing"),
        (|s| s.timeout = Duration::from_secs(21), "timeout_ms: more than nothing"),
    ];
    for (change, expected) in cases {
        let mut settings = settings("https://rules.example.com/t0ken".to_owned());
        settings.callback.allow_private = false;
        change(&mut settings.callback);
        let problems = HttpValidator::new(settings, CallbackContext::default()).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].to_string().starts_with(expected), "{problems:?}");
    }
}
