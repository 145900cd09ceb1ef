//! The service in a process of its own, with its data in a folder of its own.

use std::path::Path;

use askwell_lifecycle::{ElicitationId, Status};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::forms::server;
use crate::server::{GENEROUS, Server, data_in, program};

/// The service that runs, as a program that asks sees it.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) port: u16,
    folder: TempDir,
}

impl World {
    pub(crate) async fn new() -> World {
        World::with(&[])
    }

    /// Where a link wants a code.
    pub(crate) async fn with_codes() -> World {
        World::with(&["--set", "people.identity=code"])
    }

    pub(crate) fn with(settings: &[&str]) -> World {
        let folder = TempDir::new().unwrap();
        let server = start("127.0.0.1:0", &folder, settings);
        World { port: server.address.port(), server, folder }
    }

    /// Kills the service as a power cut would, and restarts it with the same data.
    pub(crate) fn crash_and_restart(self) -> World {
        let World { server, port, folder } = self;
        let address = server.address.to_string();
        server.kill();
        let server = start(&address, &folder, &[]);
        World { server, port, folder }
    }

    pub(crate) fn data(&self) -> &Path {
        self.folder.path()
    }

    fn create(&self, document: &Value) -> (ElicitationId, Value) {
        let params = json!({"mode": "url", "formDefinition": document});
        let asked = self.server.call("elicitation/create", params).unwrap();
        (asked["elicitationId"].as_str().unwrap().parse().unwrap(), asked)
    }

    /// Asks, and gives the path of a link to it.
    pub(crate) async fn link_to(&self, document: &Value) -> (ElicitationId, String) {
        let (id, asked) = self.create(document);
        (id, self.path_of(&asked))
    }

    /// Asks, and gives the path of a link that wants a code, and the code.
    pub(crate) async fn coded_link_to(&self, document: &Value) -> (ElicitationId, String, String) {
        let (id, asked) = self.create(document);
        (id, self.path_of(&asked), asked["code"].as_str().unwrap().to_owned())
    }

    fn path_of(&self, asked: &Value) -> String {
        let url = asked["url"].as_str().unwrap();
        url.strip_prefix(&format!("http://127.0.0.1:{}", self.port)).unwrap().to_owned()
    }

    fn look(&self, id: ElicitationId) -> Value {
        self.server.call("elicitation/status", json!({"elicitationId": id.to_string()})).unwrap()
    }

    pub(crate) async fn status(&self, id: ElicitationId) -> Status {
        let found = self.look(id);
        let name = found["status"].as_str().unwrap();
        Status::ALL.iter().find(|(known, _)| *known == name).map(|(_, status)| *status).unwrap()
    }

    /// What was answered.
    pub(crate) async fn answer(&self, id: ElicitationId) -> Value {
        let waited = self.server.call("elicitation/wait", json!({"elicitationId": id.to_string()})).unwrap();
        waited["result"].clone()
    }

    /// How much has happened to it.
    pub(crate) async fn steps(&self, id: ElicitationId) -> usize {
        let told = self.server.call("elicitation/history", json!({"elicitationId": id.to_string()})).unwrap();
        told["history"].as_array().unwrap().len()
    }

    /// After an attack, the next question is asked and answered as usual.
    pub(crate) async fn still_answers(&self) {
        let (id, path) = self.link_to(&server()).await;
        let sent = self.browser().fill_in(&path, &[("host", "db1"), (":do", "send")]).await;
        assert_eq!((sent.status, self.status(id).await), (303, Status::Completed), "{}", self.server.log());
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::at(self.port)
    }
}

fn start(address: &str, folder: &TempDir, settings: &[&str]) -> Server {
    let data = data_in(folder);
    let arguments = [&["--data", data.to_str().unwrap()], &GENEROUS[..], settings].concat();
    Server::listening_at(address, program(folder.path()), &arguments)
}
