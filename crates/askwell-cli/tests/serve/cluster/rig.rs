//! Three real nodes, each behind a proxy to the database, and a client that writes down what it was told.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use askwell_testkit::postgres::{PgServer, Proxy};
use serde_json::{Value, json};

use super::{Cluster, KEYRING};
use crate::clock::Clock;
use crate::server::{Server, program};

/// How long a client waits for a response.
pub(super) const CALL_TIMEOUT: Duration = Duration::from_secs(8);

/// Nodes that can be stopped, killed and started again at the same address.
pub(super) struct Rig {
    pub(super) cluster: Cluster,
    pub(super) proxies: Vec<Proxy>,
    urls: Vec<String>,
    nodes: Vec<Option<Server>>,
    addresses: Vec<SocketAddr>,
    settings: Vec<String>,
}

impl Rig {
    /// Starts three nodes, each behind a proxy of its own.
    pub(super) async fn start(server: &'static PgServer, settings: &[&str]) -> Rig {
        Rig::start_with_files(server, settings, |_| {}).await
    }

    /// Starts three nodes in a folder with files, such as settings of webhooks.
    pub(super) async fn start_with_files(
        server: &'static PgServer,
        settings: &[&str],
        write_files: impl FnOnce(&Path),
    ) -> Rig {
        let cluster = blocking(move || Cluster::new(server));
        write_files(cluster.folder.path());
        let (proxies, urls) = Rig::proxies(&cluster).await;
        Rig::start_at(cluster, proxies, urls, settings)
    }

    /// Starts three nodes with clocks of their own.
    pub(super) async fn start_with_clocks(
        server: &'static PgServer,
        settings: &[&str],
        clocks: &[Clock],
    ) -> Rig {
        let cluster = blocking(move || Cluster::new(server));
        let (proxies, urls) = Rig::proxies(&cluster).await;
        Rig::begin(cluster, proxies, urls, settings, clocks)
    }

    async fn proxies(cluster: &Cluster) -> (Vec<Proxy>, Vec<String>) {
        let mut proxies = Vec::new();
        for _ in 0..3 {
            proxies.push(Proxy::start(cluster.database.address()).await);
        }
        let urls = proxies.iter().map(|proxy| cluster.database.url_through(proxy)).collect();
        (proxies, urls)
    }

    /// Starts a node for each URL.
    pub(super) fn start_at(
        cluster: Cluster,
        proxies: Vec<Proxy>,
        urls: Vec<String>,
        settings: &[&str],
    ) -> Rig {
        Rig::begin(cluster, proxies, urls, settings, &[])
    }

    fn begin(
        cluster: Cluster,
        proxies: Vec<Proxy>,
        urls: Vec<String>,
        settings: &[&str],
        clocks: &[Clock],
    ) -> Rig {
        let settings = settings.iter().flat_map(|setting| ["--set", setting]).map(str::to_owned).collect();
        let mut rig = Rig { cluster, proxies, urls, nodes: Vec::new(), addresses: Vec::new(), settings };
        for number in 0..rig.urls.len() {
            let node = rig.spawn(number, "127.0.0.1:0", clocks.get(number));
            rig.addresses.push(node.address);
            rig.nodes.push(Some(node));
        }
        rig
    }

    fn spawn(&self, number: usize, address: &str, clock: Option<&Clock>) -> Server {
        let mut command = program(self.cluster.folder.path());
        command.env("ASKWELL_KEYRING", KEYRING);
        if let Some(clock) = clock {
            clock.give_to(&mut command);
        }
        let more: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        let arguments = Cluster::arguments(&self.urls[number], &more);
        blocking(|| Server::listening_at(address, command, &arguments))
    }

    pub(super) fn client(&self) -> RigClient {
        RigClient {
            http: http_client(CALL_TIMEOUT),
            key: self.cluster.key.clone(),
            addresses: self.addresses.clone(),
        }
    }

    pub(super) fn kill(&mut self, number: usize) {
        self.nodes[number].take().unwrap().kill();
    }

    /// Starts a killed node again, at its address.
    pub(super) fn revive(&mut self, number: usize) {
        let address = self.addresses[number].to_string();
        self.nodes[number] = Some(self.spawn(number, &address, None));
    }

    /// Stops a node where it stands, or lets it go on.
    pub(super) fn signal(&self, number: usize, signal: &str) {
        self.nodes[number].as_ref().unwrap().signal(signal);
    }

    pub(super) fn log(&self, number: usize) -> String {
        self.nodes[number].as_ref().map(Server::log).unwrap_or_default()
    }
}

/// Returns a client for plain HTTP.
pub(super) fn http_client(timeout: Duration) -> reqwest::Client {
    let url = "http://127.0.0.1/".parse().unwrap();
    askwell_http::client::build(&url, |client| client.timeout(timeout)).unwrap()
}

/// Runs something that blocks, inside of a runtime.
pub(super) fn blocking<T>(run: impl FnOnce() -> T + Send) -> T
where
    T: Send,
{
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Told {
    Done(Value),
    /// Refused, and nothing was changed.
    Refused(Value),
    /// It may have been carried out.
    Unknown,
}

/// Calls nodes.
#[derive(Clone)]
pub(super) struct RigClient {
    pub(super) http: reqwest::Client,
    pub(super) key: String,
    pub(super) addresses: Vec<SocketAddr>,
}

impl RigClient {
    /// Returns the URL of a path at a node. Any number names a node.
    pub(super) fn url(&self, number: usize, path: &str) -> String {
        format!("http://{}{path}", self.addresses[number % self.addresses.len()])
    }

    pub(super) async fn call(&self, number: usize, method: &str, params: Value) -> Told {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let request = self.http.post(self.url(number, "/rpc")).bearer_auth(&self.key);
        let sent = request.header("content-type", "application/json").body(body.to_string()).send().await;
        let Ok(response) = sent else { return Told::Unknown };
        let Ok(bytes) = response.bytes().await else { return Told::Unknown };
        let Ok(answer) = serde_json::from_slice::<Value>(&bytes) else { return Told::Unknown };
        match answer.get("error") {
            None => Told::Done(answer["result"].clone()),
            Some(error) if error["message"].as_str().is_some_and(|text| text.contains("may have been")) => {
                Told::Unknown
            }
            Some(error) => Told::Refused(error.clone()),
        }
    }

    /// Calls one node until it has an answer that does not say "try again".
    pub(super) async fn insist_at(
        &self,
        number: usize,
        method: &str,
        params: &Value,
    ) -> Result<Value, Value> {
        loop {
            match self.call(number, method, params.clone()).await {
                Told::Done(result) => return Ok(result),
                Told::Refused(error) if error["data"]["type"] != "system" => return Err(error),
                Told::Refused(_) | Told::Unknown => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// Calls one node after the other until one has an answer that does not say "try again".
    pub(super) async fn insist(&self, first: usize, method: &str, params: &Value) -> Result<Value, Value> {
        let mut number = first;
        loop {
            match self.call(number, method, params.clone()).await {
                Told::Done(result) => return Ok(result),
                Told::Refused(error) if error["data"]["type"] != "system" => return Err(error),
                Told::Refused(_) | Told::Unknown => {}
            }
            number += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
