//! The gateway beside the service of the same person: one inbox.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::{ERAS, GatewayProcess, answer_page, answered, asking_server};
use crate::server::{GENEROUS, Server, program, until};

/// Starts a service that programs of the same user find.
fn service(home: &TempDir) -> Server {
    let mut command = program(home.path());
    command.env_remove("ASKWELL_SERVICE");
    Server::from(command, &[&["--memory"], &GENEROUS[..]].concat())
}

fn open_questions(service: &Server) -> Vec<Value> {
    let listed = service.call("elicitation/list", json!({"status": ["pending", "active"]})).unwrap();
    listed["elicitations"].as_array().unwrap().clone()
}

#[test]
fn questions_are_in_the_inbox_of_the_running_service() {
    let home = TempDir::new().unwrap();
    let service = service(&home);
    for era in ERAS {
        let mut gateway = GatewayProcess::spawn(home.path(), &asking_server(era), None);
        let address = gateway.logged("questions are in the inbox of ");
        assert!(address.starts_with(&format!("http://{}", service.address)), "{address}");
        gateway.initialize(&json!({}));
        let id = gateway.call("ask");
        let url = gateway.logged("answer on this machine: ");
        assert!(url.starts_with(&format!("http://{}/f/", service.address)), "{url}");
        let open = open_questions(&service);
        assert_eq!(open.len(), 1, "{open:?}");
        answer_page(&url, &[("name", "Ada"), (":do", "send")]);
        assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada", "{era}");

        let id = gateway.call("ask");
        let url = gateway.logged("answer on this machine: ");
        answer_page(&url, &[(":do", "decline")]);
        assert_eq!(answered(&gateway.response(id))["action"], "decline", "{era}");
        assert_eq!(open_questions(&service), Vec::<Value>::new());
    }
}

#[test]
fn answer_in_the_dialog_withdraws_the_question_from_the_inbox() {
    let home = TempDir::new().unwrap();
    let service = service(&home);
    let url = format!("http://{}", service.address);
    let mut arguments = vec!["--service".to_owned(), url];
    arguments.extend(asking_server("legacy"));
    let mut gateway = GatewayProcess::spawn(home.path(), &arguments, Some("none"));
    gateway.initialize(&json!({"elicitation": {"form": {}}}));
    let id = gateway.call("ask");
    let question = gateway.question();
    until("the question is in the inbox", || open_questions(&service).len() == 1);
    gateway.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
    assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada");
    until("the question is withdrawn", || open_questions(&service).is_empty());
}

#[test]
fn questions_are_on_the_gateways_page_if_the_service_cannot_be_reached() {
    let home = TempDir::new().unwrap();
    let mut arguments = vec!["--service".to_owned(), "http://127.0.0.1:9".to_owned()];
    arguments.extend(asking_server("legacy"));
    let mut gateway = GatewayProcess::spawn(home.path(), &arguments, None);
    gateway.initialize(&json!({}));
    let id = gateway.call("ask");
    gateway.answer_page(&[("name", "Ada"), (":do", "send")]);
    assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada");
}
