//! The files in `deploy/`: load balancers in front of real nodes, and settings that exist.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use askwell_testkit::postgres::PgServer;
use serde_json::json;
use tempfile::TempDir;

use super::{Cluster, answer};
use crate::http::{Connection, EventStream};
use crate::server::{Server, name_form, outcome, program, until};

fn deploy(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(deploy(name)).unwrap()
}

/// A load balancer, which ends with the test.
struct Balancer {
    child: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn start(mut command: Command, folder: TempDir, address: SocketAddr) -> Balancer {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let balancer = Balancer { child: command.spawn().unwrap(), address, _folder: folder };
    until("the balancer listens", || TcpStream::connect(address).is_ok());
    balancer
}

/// Finds a program, or says how to install it.
fn find(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.unwrap_or_else(|| {
        panic!("{name} is needed: apt-get install {name}; cargo xtask test installs it on Debian")
    })
}

/// Starts nginx with the file of the deployment, in front of these nodes.
fn nginx(nodes: &[&Server]) -> Balancer {
    let (folder, address) = (TempDir::new().unwrap(), free_address());
    let mut text = read("cluster/nginx.conf").replace("listen 8080;", &format!("listen {address};"));
    for (number, node) in nodes.iter().enumerate() {
        text = text.replace(&format!("node{}:8787", number + 1), &node.address.to_string());
    }
    let whole = format!(
        "daemon off; pid {0}/pid; error_log {0}/errors;\nevents {{}}\nhttp {{\naccess_log off; \
         client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u; \
         scgi_temp_path {0}/s;\n{text}\n}}\n",
        folder.path().display()
    );
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, whole).unwrap();
    let mut command = Command::new(find("nginx"));
    // One process, so that it ends with its child.
    command.arg("-c").arg(&file).args(["-g", "master_process off;"]);
    start(command, folder, address)
}

/// Starts Caddy with the file of the deployment, in front of these nodes.
fn caddy(nodes: &[&Server]) -> Balancer {
    let (folder, address) = (TempDir::new().unwrap(), free_address());
    let text = read("cluster/Caddyfile").replace("ask.example.com {", &format!("http://{address} {{"));
    let hosts: Vec<String> = nodes.iter().map(|node| node.address.to_string()).collect();
    let text = text.replace("10.0.0.5:8787 10.0.0.6:8787 10.0.0.7:8787", &hosts.join(" "));
    let file = folder.path().join("Caddyfile");
    std::fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{text}")).unwrap();
    let mut command = Command::new(find("caddy"));
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file).env("HOME", folder.path());
    start(command, folder, address)
}

/// Asks through a balancer. Returns the id; `None` if the balancer could not pass the request on.
fn ask(balancer: &Balancer, key: &str, idempotency_key: &str) -> Option<String> {
    let params = json!({"formDefinition": name_form(), "idempotencyKey": idempotency_key});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params});
    let authorization = format!("Bearer {key}");
    let headers = [("content-type", "application/json"), ("authorization", authorization.as_str())];
    let mut connection = Connection::open(balancer.address);
    let response = connection.ask("POST", "/rpc", &headers, message.to_string().as_bytes()).unwrap();
    if response.status == 502 {
        return None;
    }
    let created = outcome(&response.json()).unwrap_or_else(|error| panic!("{error}"));
    Some(created["elicitationId"].as_str().unwrap().to_owned())
}

#[test]
fn nodes_work_behind_the_load_balancers_of_the_deployment() {
    for start_balancer in [nginx, caddy] {
        let cluster = Cluster::new(PgServer::shared());
        let (a, b, c) = (cluster.node(), cluster.node(), cluster.node());
        let balancer = start_balancer(&[&a, &b, &c]);
        let authorization = format!("Bearer {}", cluster.key);
        let (mut events, _) = EventStream::open_through(
            balancer.address,
            "/events?after=0",
            &[("authorization", &authorization)],
        );
        // Requests go round, and events arrive one by one.
        for number in 1..=6 {
            let id = ask(&balancer, &cluster.key, &format!("first {number}")).unwrap();
            assert_eq!(events.next().unwrap().data["params"]["elicitationId"], id, "{number}");
            answer([&a, &b, &c][number % 3], &id);
            events.next().unwrap();
        }
        // A body that is larger than what balancers take unless told otherwise.
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
            "params": {"prompt": "x".repeat(3_000_000)}});
        let headers = [("content-type", "application/json"), ("authorization", authorization.as_str())];
        let sent =
            Connection::open(balancer.address).ask("POST", "/rpc", &headers, message.to_string().as_bytes());
        let sent = sent.unwrap();
        assert!(
            sent.header("content-type").is_some_and(|kind| kind.starts_with("application/json")),
            "{sent:?}"
        );
        // A node that is lost: a request that it may have begun is not sent twice, so the caller repeats it.
        a.kill();
        let began = Instant::now();
        let ids: BTreeSet<String> = (0..6)
            .map(|number| {
                let key = format!("second {number}");
                let mut tries = (0..20).map(|_| ask(&balancer, &cluster.key, &key));
                tries.find_map(|id| id).expect("another node takes it")
            })
            .collect();
        assert_eq!(ids.len(), 6);
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }
}

#[test]
fn deployment_files_name_settings_that_exist() {
    let folder = TempDir::new().unwrap();
    for file in ["cluster/compose.yaml", "kubernetes/askwell.yaml"] {
        let text = read(file);
        let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
        let mut command = program(folder.path());
        let mut count = 0;
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let Some(at) = line.find("ASKWELL_") else { continue };
            let name: String = line[at..].chars().take_while(|c| is_name(*c)).collect();
            let value = match name.as_str() {
                "ASKWELL_STORE_URL" => "postgres://askwell:x@primary:5432,standby:5432/askwell".to_owned(),
                "ASKWELL_PUBLIC_URL" => "https://ask.example.com".to_owned(),
                _ => {
                    let value = line[at + name.len()..].trim_start_matches([':', ' ']).trim_matches('"');
                    if value.is_empty() { "x".to_owned() } else { value.to_owned() }
                }
            };
            command.env(name, value);
            count += 1;
        }
        let printed = command.args(["serve", "--print-config=effective"]).output().unwrap();
        assert!(printed.status.success() && count >= 5, "{file}: {printed:?}");
    }
    // What compose mounts is there.
    for line in read("cluster/compose.yaml").lines() {
        if let Some(name) = line.trim().strip_prefix("- ./").and_then(|rest| rest.split(':').next()) {
            assert!(deploy("cluster").join(name).is_file(), "{name}");
        }
    }
    // What kustomize names is there.
    let kustomization = read("kubernetes/kustomization.yaml");
    let resources = kustomization
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- "))
        .filter(|name| name.ends_with(".yaml"));
    let count = resources.map(|name| assert!(deploy("kubernetes").join(name).is_file(), "{name}")).count();
    assert_eq!(count, 4);
}
