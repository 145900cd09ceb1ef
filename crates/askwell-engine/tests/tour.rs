//! One elicitation from question to answer, the way a program goes.

use askwell_engine::{Ask, Engine, Limits, SubmitError};
use askwell_form::build::{form, number, text};
use askwell_lifecycle::{Actor, Outcome, Status, Surface};

#[tokio::test]
async fn elicitation_is_rejected_then_answered_and_waiters_get_the_answer() {
    let form = form("server", "A new server")
        .field(text("host", "Host").required())
        .field(number("port", "Port").range(1, 65535).default(8080))
        .build()
        .unwrap();
    let engine = Engine::builder().limits(Limits::none()).start();
    let client = Actor::client("a-program", Surface::Library);
    let asked = engine.create(&client, Ask::form(form)).await.unwrap();
    assert_eq!(asked.status(), Status::Pending);

    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let (engine, client, id) = (engine.clone(), client.clone(), asked.id);
            tokio::spawn(async move { engine.wait(&client, id).await.unwrap() })
        })
        .collect();

    let person = client.clone().with_person("ops");
    engine.open(&person, asked.id).await.unwrap();
    let wrong = engine.submit(&person, asked.id, br#"{"port": 70000}"#).await.unwrap_err();
    let SubmitError::Invalid { problems, retry_count: 1, retry_limit: 3, retry_allowed: true } = wrong else {
        panic!("{wrong:?}")
    };
    assert_eq!(problems.to_string(), "Host is required. Port must be at most 65535.");

    engine.submit(&person, asked.id, br#"{"host": "example.com"}"#).await.unwrap();
    for outcome in waiting {
        let Outcome::Answered(answers) = outcome.await.unwrap() else { panic!("not answered") };
        assert_eq!(answers.to_json(), r#"{"host":"example.com","port":8080}"#);
    }
    assert!(
        engine
            .submit(&person, asked.id, b"{}")
            .await
            .unwrap_err()
            .to_string()
            .starts_with("already completed")
    );
    let stranger = Actor::client("another", Surface::Library);
    assert_eq!(
        engine.status(&stranger, asked.id).await.unwrap_err().to_string(),
        "there is no such elicitation"
    );
}
