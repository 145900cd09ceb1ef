//! The client against the real service, in this process.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

use std::net::SocketAddr;
use std::time::Duration;

use askwell_client::client::FileUpload;
use askwell_client::{Ask, Client, ClientError, Event, Key, ListFilter, Outcome, ServiceEndpoint, Status};
use askwell_engine::{Engine, Limits};
use askwell_form::Form;
use askwell_web::{HttpSettings, Keys, Rpc, RpcParts, Service, ServiceParts, StopSignal};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// A running service, which can be stopped and started again.
struct TestService {
    engine: Engine,
    address: SocketAddr,
    stop: StopSignal,
    running: JoinHandle<()>,
}

impl TestService {
    async fn start() -> TestService {
        let engine = Engine::builder().limits(Limits::none()).start();
        TestService::start_at(engine, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    async fn start_at(engine: Engine, address: SocketAddr) -> TestService {
        let stop = StopSignal::new();
        let rpc = Rpc::new(engine.clone(), RpcParts { stop: stop.clone(), ..RpcParts::default() });
        let parts = ServiceParts {
            engine: engine.clone(),
            rpc,
            keys: Keys::none(),
            settings: HttpSettings { drain: Duration::from_secs(1), ..HttpSettings::default() },
            metrics: None,
            trace: None,
            more_api: axum::Router::new(),
            pages: axum::Router::new(),
            instance: None,
            stop: stop.clone(),
        };
        let service = Service::new(askwell_web::listen(address).await.unwrap(), parts).unwrap();
        let address = service.address();
        let running = tokio::spawn(async move { service.run().await });
        TestService { engine, address, stop, running }
    }

    fn client(&self) -> Client {
        Client::new(ServiceEndpoint::at(format!("http://{}", self.address).parse().unwrap(), None)).unwrap()
    }

    /// Stops the service and returns what starts it again.
    async fn stop(self) -> (Engine, SocketAddr) {
        self.stop.trigger();
        self.running.await.unwrap();
        (self.engine, self.address)
    }
}

fn form() -> Form {
    Form::from_value(&json!({"id": "deploy", "title": "Deploy?", "fields": [
        {"id": "go", "type": "boolean", "label": "Go", "required": true},
        {"id": "ratio", "type": "number", "label": "Ratio"}]}))
    .unwrap()
}

#[tokio::test]
async fn answer_is_returned_with_the_types_of_the_form() {
    let service = TestService::start().await;
    let client = service.client();
    let asked = client.create(&Ask::form(&form()).key("one")).await.unwrap();
    assert_eq!(asked.status, Status::Pending);
    assert_eq!(client.create(&Ask::form(&form()).key("one")).await.unwrap().id, asked.id);

    assert!(client.poll(&asked.id, Duration::from_millis(1)).await.unwrap().is_none());
    let page = client
        .list(&ListFilter { statuses: vec![Status::Pending], limit: Some(10), cursor: None })
        .await
        .unwrap();
    assert_eq!(page.elicitations.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), [&asked.id]);

    let error = client.submit(&asked.id, &json!({})).await.unwrap_err();
    assert_eq!(error.kind(), "validation");
    let ratio: Value = serde_json::from_str(r#""0.12345678901234567890123""#).unwrap();
    client.submit(&asked.id, &json!({"go": true, "ratio": ratio})).await.unwrap();
    let Outcome::Answered(answers) = client.wait(&asked.id).await.unwrap() else { panic!("not answered") };
    assert_eq!(answers.as_json(), r#"{"go":true,"ratio":0.12345678901234567890123}"#);
    let answers = answers.to_answers(&form()).unwrap();
    assert_eq!(answers.to_json(), r#"{"go":true,"ratio":0.12345678901234567890123}"#);
    assert_eq!(client.status(&asked.id).await.unwrap().status, Status::Completed);
    let (engine, _) = service.stop().await;
    drop(engine);
}

#[tokio::test]
async fn every_other_end_is_an_outcome() {
    let service = TestService::start().await;
    let client = service.client();
    let declined = client.create(&Ask::form(&form())).await.unwrap().id;
    client.decline(&declined, Some("not today")).await.unwrap();
    match client.wait(&declined).await.unwrap() {
        Outcome::Declined { reason } => assert_eq!(reason.as_deref(), Some("not today")),
        other => panic!("{other:?}"),
    }
    let cancelled = client.create(&Ask::prompt("Name?")).await.unwrap().id;
    client.cancel(&cancelled).await.unwrap();
    assert!(matches!(client.wait(&cancelled).await.unwrap(), Outcome::Cancelled { reason: Some(_) }));
    let late = client.create(&Ask::prompt("Name?").timeout(Duration::from_secs(1))).await.unwrap().id;
    assert!(matches!(client.wait(&late).await.unwrap(), Outcome::TimedOut));
    let unknown = "elic_00000000000000000000000000000001";
    assert_eq!(client.wait(unknown).await.unwrap_err().kind(), "not_found");
    assert_eq!(
        client.create(&Ask::template("none", [("a", "b")])).await.unwrap_err().kind(),
        "unknown_template"
    );
    assert!(client.templates().await.unwrap().is_empty());
    assert!(client.timeouts().await.unwrap()["modes"]["form"]["max_ms"].is_u64());
}

#[tokio::test]
async fn equal_questions_without_a_key_are_asked_separately() {
    let service = TestService::start().await;
    let client = service.client();
    let ask = Ask::form(&form());
    assert_ne!(client.create(&ask).await.unwrap().id, client.create(&ask).await.unwrap().id);
}

#[tokio::test]
async fn wait_and_events_continue_after_a_restart_of_the_service() {
    let service = TestService::start().await;
    let client = service.client();
    let mut events = client.events();
    assert_eq!(events.next().await.unwrap(), Event::Connected);
    let id = client.create(&Ask::form(&form())).await.unwrap().id;
    assert!(matches!(events.next().await.unwrap(), Event::Elicitation { what, .. } if what == "created"));
    let waiting = tokio::spawn({
        let (client, id) = (client.clone(), id.clone());
        async move { client.wait(&id).await }
    });
    let (engine, address) = service.stop().await;
    assert_eq!(events.next().await.unwrap(), Event::Disconnected);
    assert!(matches!(client.status(&id).await, Err(ClientError::Unreachable { .. })));
    let service = TestService::start_at(engine, address).await;
    client.submit(&id, &json!({"go": false})).await.unwrap();
    let Outcome::Answered(answers) = waiting.await.unwrap().unwrap() else { panic!("not answered") };
    assert_eq!(answers.to_value(), json!({"go": false}));
    loop {
        match events.next().await.unwrap() {
            Event::Elicitation { what, params } => {
                assert_eq!(
                    (what.as_str(), params["elicitationId"].as_str()),
                    ("complete", Some(id.as_str()))
                );
                break;
            }
            Event::Connected | Event::Disconnected => {}
            other => panic!("{other:?}"),
        }
    }
    drop(service);
}

#[tokio::test]
async fn uploaded_file_is_the_answer_to_its_field() {
    let service = TestService::start().await;
    let client = service.client();
    let document = json!({"id": "report", "title": "The report", "fields": [
        {"id": "report", "type": "file", "label": "Report", "required": true}]});
    let id = client.create(&Ask::form_document(document)).await.unwrap().id;
    let file = FileUpload {
        filename: "all is well.txt".to_owned(),
        content_type: "text/plain".to_owned(),
        bytes: b"All is well.".to_vec(),
    };
    let answer = client.upload(&id, "report", file.clone()).await.unwrap();
    assert_eq!(client.upload(&id, "nothing", file).await.unwrap_err().kind(), "invalid_params");
    client.submit(&id, &json!({"report": answer})).await.unwrap();
    let location = answer["content"]["location"].as_str().unwrap();
    assert_eq!(client.download(&id, location).await.unwrap(), b"All is well.");
    assert_eq!(client.download(&id, "nothing").await.unwrap_err().kind(), "not_found");
}

#[tokio::test]
async fn claim_of_another_person_is_respected() {
    let service = TestService::start().await;
    let client = service.client();
    let id = client.create(&Ask::form(&form())).await.unwrap().id;
    assert!(client.claim_if_free(&id).await.unwrap());
    client.release(&id).await.unwrap();
    client.claim(&id).await.unwrap();
    assert!(client.status(&id).await.unwrap().claimed_by.is_some());
    let before = client.status(&id).await.unwrap().timeout_at.unwrap();
    assert!(client.extend(&id).await.unwrap().new_timeout_at > before);
}

#[tokio::test]
async fn wrong_key_is_rejected_and_not_retried() {
    let service = TestService::start().await;
    let url = format!("http://{}", service.address).parse().unwrap();
    let client = Client::new(ServiceEndpoint::at(url, Some(Key::new("ask_wrong").unwrap()))).unwrap();
    assert_eq!(client.create(&Ask::prompt("Name?")).await.unwrap_err().kind(), "unauthorized");
    assert_eq!(client.events().next().await.unwrap_err().kind(), "unauthorized");
}
