//! The OpenRPC document and the service agree: every example is called, every parameter and result
//! is validated by its schema, and both have the same methods.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::server::{GENEROUS, Server};

/// Methods that answer another question than a form.
const NEEDS_A_PAGE: &str = "elicitation/complete";

/// The method that asks another service.
const NEEDS_A_SOURCE: &str = "elicitation/options";

/// Starts a service that answers every request with the same two cities.
fn start_option_source() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 4096];
            if stream.read(&mut request).is_ok() {
                let cities =
                    r#"{"options":[{"value":"ber","title":"Berlin"},{"value":"lis","title":"Lisbon"}]}"#;
                let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
                let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{cities}", cities.len());
            }
        }
    });
    address
}

fn server_with_templates(folder: &TempDir) -> Server {
    let template = json!({"id": "deploy", "title": "Deploy {{service}}?",
        "x-parameters": {"service": {"description": "what is deployed", "maxLength": 80}},
        "fields": [{"id": "go", "type": "boolean", "label": "Deploy {{service}}", "required": true}]});
    fs::write(folder.path().join("deploy.json"), template.to_string()).unwrap();
    // Nothing listens there, so that there is a failed delivery.
    let webhook = "[[webhooks]]\nname = \"crm\"\nurl = \"http://127.0.0.1:9/\"\nallow_private = true\nattempts = 1\n\
                   secret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"\n";
    let source = format!(
        "[[option_sources]]\nname = \"cities\"\nurl = \"http://{}/\"\nallow_private = true\n\
         secret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"\n",
        start_option_source()
    );
    fs::write(folder.path().join("askwell.toml"), format!("{webhook}{source}")).unwrap();
    Server::with(folder.path(), &[&["--memory", "--set", "templates=."], &GENEROUS[..]].concat())
}

/// A schema of the document, with what it refers to at hand.
fn check(document: &Value, schema: &Value, value: &Value, what: &str) {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:?} in {value}");
}

fn params_of(example: &Value) -> Map<String, Value> {
    let params = example["params"].as_array().unwrap().iter();
    params.map(|param| (param["name"].as_str().unwrap().to_owned(), param["value"].clone())).collect()
}

#[test]
fn openrpc_examples_match_the_service() {
    let folder = TempDir::new().unwrap();
    let server = server_with_templates(&folder);
    let document = server.get("/openrpc.json").json();
    assert_eq!(server.call("rpc.discover", json!({})).unwrap(), document);
    let methods = document["methods"].as_array().unwrap();
    let examples_of =
        |name: &str| methods.iter().find(|method| method["name"] == name).unwrap()["examples"].clone();
    let create = |example: &str| {
        let examples = examples_of("elicitation/create");
        let found = examples.as_array().unwrap().iter().find(|one| one["name"] == example).unwrap();
        let mut params = params_of(found);
        params.remove("idempotencyKey");
        server.call("elicitation/create", params.into()).unwrap()["elicitationId"].clone()
    };
    let create_with_source = || {
        let form = json!({"id": "trip", "title": "Where to?", "fields": [
            {"id": "city", "type": "select", "label": "City", "optionsSource": {"name": "cities"}}]});
        let params = json!({"mode": "form", "timeout": 60_000, "formDefinition": form});
        server.call("elicitation/create", params).unwrap()["elicitationId"].clone()
    };
    let mut called = 0;
    for method in methods {
        let name = method["name"].as_str().unwrap();
        let schemas: Map<String, Value> = method["params"]
            .as_array()
            .unwrap()
            .iter()
            .map(|param| (param["name"].as_str().unwrap().to_owned(), param["schema"].clone()))
            .collect();
        for example in method["examples"].as_array().unwrap() {
            let what = format!("{name}, {}", example["name"]);
            let mut params = params_of(example);
            for (param, value) in &params {
                check(
                    &document,
                    schemas.get(param).unwrap_or_else(|| panic!("{what}: {param}")),
                    value,
                    &what,
                );
            }
            for param in method["params"].as_array().unwrap().iter().filter(|param| param["required"] == true)
            {
                assert!(params.contains_key(param["name"].as_str().unwrap()), "{what}");
            }
            check(&document, &method["result"]["schema"], &example["result"]["value"], &what);
            if params.contains_key("elicitationId") {
                let asked = match name {
                    NEEDS_A_PAGE => create("page"),
                    NEEDS_A_SOURCE => create_with_source(),
                    _ => create("form"),
                };
                params.insert("elicitationId".to_owned(), asked);
            }
            let result = server.call(name, params.into()).unwrap_or_else(|error| panic!("{what}: {error}"));
            check(&document, &method["result"]["schema"], &result, &what);
            called += 1;
        }
    }
    assert!(called >= methods.len());
}

#[test]
fn openrpc_and_dispatcher_have_the_same_methods() {
    let folder = TempDir::new().unwrap();
    let server = server_with_templates(&folder);
    let document = server.get("/openrpc.json").json();
    let known: Vec<&str> = askwell_web::rpc::Method::ALL.iter().map(|(name, _)| *name).collect();
    let methods = document["methods"].as_array().unwrap();
    let documented: Vec<&str> = methods.iter().map(|method| method["name"].as_str().unwrap()).collect();
    assert_eq!(documented, known);
    for method in methods {
        let name = method["name"].as_str().unwrap();
        // A parameter that is not documented is refused, and the refusal lists those there are.
        let error = server.call(name, json!({"undocumented": 1})).unwrap_err();
        let message = error["message"].as_str().unwrap();
        let listed = message.rsplit_once(": ").map_or(Vec::new(), |(_, names)| names.split(", ").collect());
        let params: Vec<&str> = method["params"]
            .as_array()
            .unwrap()
            .iter()
            .map(|param| param["name"].as_str().unwrap())
            .collect();
        let mut sorted = [listed, params];
        sorted.iter_mut().for_each(|names| names.sort_unstable());
        assert_eq!(sorted[0], sorted[1], "{name}");
    }
}
