//! Computed values, validators by HTTP and options of a service, on pages without a script.

use std::sync::Arc;

use askwell_engine::{OutsideServices, SystemClock};
use askwell_lifecycle::Status;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::Identity;
use askwell_web::callbacks::{
    CallbackContext, CallbackSettings, HttpOptionSource, HttpValidator, OptionSourceSettings,
    ValidatorSettings,
};
use askwell_web::webhooks::SigningSecret;
use serde_json::{Value, json};

use crate::http_service::{HttpService, SECRET, Scripted};
use crate::support::World;

fn context() -> CallbackContext {
    CallbackContext::new(Arc::new(SystemClock), Arc::new(ScriptedResolver::new()))
}

fn settings(name: &str, service: &HttpService) -> CallbackSettings {
    let secret = SigningSecret::parse(SECRET).unwrap();
    CallbackSettings { allow_private: true, ..CallbackSettings::new(name, service.url(), secret) }
}

async fn world(services: OutsideServices) -> World {
    World::with(Identity::Loopback, |builder| builder.outside_services(services)).await
}

#[tokio::test]
async fn computed_value_is_shown_and_never_an_input() {
    let world = World::new().await;
    let (id, path) = world
        .link_to(&json!({"id": "order", "title": "Order", "fields": [
            {"id": "count", "type": "number", "label": "Count", "required": true},
            {"id": "name", "type": "text", "label": "Name", "prefill": "'box ' + string(count)"},
            {"id": "total", "type": "number", "label": "Total", "computed": "count * 2.5",
                "validation": {"maximum": 100}}
        ]}))
        .await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    page.shows("<output class=\"computed\"").shows("—").hides("name=\"total\"");
    page.shows("name=\"name:prefill\" value=\"\"");
    // A value that is sent all the same is not read.
    let token = page.token();
    let sent =
        [(":token", token.as_str()), ("count", "3"), ("total", "1"), ("name", ""), ("name:prefill", "")];
    let evaluated = browser.post(&format!("{path}/evaluate"), &sent).await;
    let evaluated: Value = serde_json::from_str(&evaluated.body).unwrap();
    assert_eq!(evaluated["fields"]["total"]["computed"], "7.5");
    assert_eq!(evaluated["fields"]["name"]["prefill"], "box 3");
    let review = browser.fill_in(&path, &[("count", "3"), ("name:prefill", ""), (":do", "review")]).await;
    let review = browser.follow_step(review).await;
    review.shows("7.5").shows("Computed from your other answers.").shows("box 3");
    let wrong = browser.fill_in(&path, &[("count", "300"), ("name:prefill", ""), (":do", "review")]).await;
    browser.follow_step(wrong).await.shows("Total must be at most 100.");
    let sent = browser.fill_in(&path, &[("count", "4"), ("name", "mine"), (":do", "send")]).await;
    browser.follow(sent).await.shows("Receipt").shows("<dt>Total</dt>").shows("10");
    assert_eq!(world.answer(id).await, json!({"count": 4, "name": "mine", "total": 10}));
}

#[tokio::test]
async fn answer_is_kept_while_a_validator_cannot_be_asked() {
    let service = HttpService::new([
        Scripted::Text(503, String::new()),
        Scripted::Json(json!({"problems": [{"field": "iban", "message": "This account is <b>closed</b>."}]})),
        Scripted::Json(json!({"problems": []})),
    ])
    .await;
    let validator = ValidatorSettings { callback: settings("iban", &service), secrets: false };
    let validator = Arc::new(HttpValidator::new(validator, context()).unwrap());
    let world = world(OutsideServices { validators: vec![validator], ..OutsideServices::default() }).await;
    let (id, path) = world
        .link_to(&json!({"id": "f", "title": "F", "fields": [
            {"id": "iban", "type": "text", "label": "IBAN", "required": true}
        ], "validation": {"customValidators": ["iban"]}}))
        .await;
    let mut browser = world.browser();
    let answer = [("iban", "DE00 1234"), (":do", "send")];
    let sent = browser.fill_in(&path, &answer).await;
    let page = browser.follow_step(sent).await;
    page.shows("could not be checked just now").shows("Nothing was sent").shows("value=\"DE00 1234\"");
    assert_ne!(world.status(id).await, Status::Completed);
    let sent = browser.fill_in(&path, &answer).await;
    let page = browser.follow_step(sent).await;
    page.shows("This account is &lt;b&gt;closed&lt;/b&gt;.").shows("value=\"DE00 1234\"");
    browser.fill_in(&path, &answer).await;
    assert_eq!(world.status(id).await, Status::Completed);
}

#[tokio::test]
async fn options_of_a_service_are_searched_chosen_and_shown_with_their_titles() {
    let cities = |options: Value| Scripted::Json(json!({"options": options, "more": true}));
    let service = HttpService::new([
        cities(json!([{"value": "ber", "title": "Berlin <DE>"}])),
        cities(json!([{"value": "par", "title": "Paris"}])),
        cities(json!([{"value": "rom", "title": "Rome"}])),
        Scripted::Text(500, String::new()),
    ])
    .await;
    let source = OptionSourceSettings::new(settings("cities", &service));
    let source = Arc::new(HttpOptionSource::new(source, context()).unwrap());
    let world = world(OutsideServices { option_sources: vec![source], ..OutsideServices::default() }).await;
    let (id, path) = world
        .link_to(&json!({"id": "f", "title": "F", "fields": [
            {"id": "to", "type": "select", "label": "To", "required": true, "optionsSource": {"name": "cities"}}
        ]}))
        .await;
    let mut browser = world.browser();
    let page = browser.get(&path).await;
    page.shows("Berlin &lt;DE&gt;").shows("name=\"to:find\"").shows("Search to see others.");
    // The search of a script, and the one of a page without.
    let found = browser.get(&format!("{path}/options/to?q=par")).await;
    assert_eq!(serde_json::from_str::<Value>(&found.body).unwrap(), json!([["par", "Paris"]]));
    let searched = browser.fill_in(&path, &[("to", "ber"), ("to:find", "rom"), (":do", "find:to")]).await;
    let page = browser.follow_step(searched).await;
    page.shows("Rome").shows("value=\"ber\" selected").shows("Berlin &lt;DE&gt;");
    let review = browser.fill_in(&path, &[("to", "rom"), (":do", "review")]).await;
    browser.follow_step(review).await.shows("Rome");
    // Nobody knows this one, and the service is down.
    let sent = browser.fill_in(&path, &[("to", "atlantis"), (":do", "send")]).await;
    browser.follow_step(sent).await.shows("could not be checked just now");
    assert_ne!(world.status(id).await, Status::Completed);
    let sent = browser.fill_in(&path, &[("to", "rom"), (":do", "send")]).await;
    browser.follow(sent).await.shows("Receipt").shows("Rome");
    assert_eq!(world.answer(id).await, json!({"to": "rom"}));
    let failed = browser.get(&format!("{path}/options/to?q=new")).await;
    assert_ne!(failed.status, 200);
}
