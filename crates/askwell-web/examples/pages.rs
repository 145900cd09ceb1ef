//! The pages on their own, over a folder with a store: to look at them, and for tests that drive a browser.
//!
//! `cargo run -p askwell-web --example pages -- FOLDER PORT [loopback | code | header:NAME]`
//!
//! Takes one JSON object a line on its standard input and answers each with one on its standard output:
//! `{"ask": FORM, "timeout": MS, "person": NAME}`, `{"answer": ID, "with": ANSWERS, "as": NAME}`, `{"status": ID}`,
//! `{"many": COUNT, "ask": FORM}`, `{"page": URL, "message": WHY}`. Ends when its standard input does.

use std::collections::HashMap;
use std::time::Duration;

use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Actor, Outcome, Policy, PolicySettings, Surface};
use askwell_store::{Keyring, OpenOptions};
use askwell_testkit::scripted_resolver::ScriptedResolver;
use askwell_web::{Identity, Pages, PagesSettings};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let port: u16 = arguments.next().ok_or("which port?")?.parse()?;
    let identity = match arguments.next().as_deref() {
        None | Some("loopback") => Identity::Loopback,
        Some("code") => Identity::Code,
        Some(other) => Identity::ProxyHeader(other.strip_prefix("header:").ok_or("known how?")?.to_owned()),
    };
    let folder = std::path::Path::new(&folder);
    let keyring = Keyring::from_file_or_new(&folder.with_extension("keys"))?;
    let store = OpenOptions::new().keyring(keyring).open(folder)?;
    // Names of a table, as a test must not depend on the network.
    let resolver = ScriptedResolver::new()
        .name("example.com", ["93.184.216.34"])
        .name("hooks.example.com", ["93.184.216.34"])
        .name("inside.example.com", ["10.0.0.1"]);
    let policy =
        Policy::new(PolicySettings { extension: Duration::from_secs(300), ..PolicySettings::default() })?;
    let engine =
        Engine::builder().store(store).policy(policy).limits(Limits::none()).resolver(resolver).start();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let port = listener.local_addr()?.port();
    let settings = PagesSettings {
        link_hosts: Default::default(),
        base_url: format!("http://127.0.0.1:{port}").parse()?,
        identity,
        client_names: HashMap::from([("deploy-bot".into(), "Deploy Bot".to_owned())]),
    };
    let pages = Pages::new(engine.clone(), settings);
    let router = pages.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    println!("{}", json!({"port": port}));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        match obey(&engine, &pages, &line).await {
            Ok(says) => println!("{says}"),
            Err(error) => println!("{}", json!({"error": error.to_string()})),
        }
    }
    Ok(())
}

async fn obey(engine: &Engine, pages: &Pages, line: &str) -> Result<Value, Failure> {
    let order: Value = serde_json::from_str(line)?;
    let text = |key: &str| order.get(key).and_then(Value::as_str);
    let client = Actor::client(text("client").unwrap_or("deploy-bot"), Surface::Library);
    if let Some(document) = order.get("ask") {
        let form = Form::parse(&document.to_string())?;
        let count = order.get("many").and_then(Value::as_u64).unwrap_or(1);
        let mut last = None;
        for _ in 0..count {
            let mut ask = Ask::form(form.clone());
            if let Some(timeout) = order.get("timeout").and_then(Value::as_u64) {
                ask = ask.timeout(Duration::from_millis(timeout));
            }
            if let Some(person) = text("person") {
                ask = ask.for_person(person);
            }
            last = Some(engine.create(&client, ask).await?.id);
        }
        let id = last.ok_or("nothing to ask")?;
        let link = pages.link(id).await?;
        return Ok(json!({"id": id.to_string(), "url": link.url, "code": link.code}));
    }
    if let Some(url) = text("page") {
        let ask = Ask::page(url, text("message").unwrap_or_default(), &UrlPolicy::default())?;
        let id = engine.create(&client, ask).await?.id;
        let link = pages.link(id).await?;
        return Ok(json!({"id": id.to_string(), "url": link.url, "code": link.code}));
    }
    if let Some(id) = text("answer") {
        let actor = match text("as") {
            Some(name) => client.with_person(name),
            None => client,
        };
        let answers = order.get("with").cloned().unwrap_or_default();
        engine.submit(&actor, id.parse()?, answers.to_string().as_bytes()).await?;
        return Ok(json!({"answered": id}));
    }
    let found =
        engine.status(&Actor::operator(Surface::Library), text("status").ok_or("what?")?.parse()?).await?;
    let answers = match found.outcome() {
        Some(Outcome::Answered(answers)) => answers.to_value(),
        _ => Value::Null,
    };
    Ok(json!({"status": found.status().as_str(), "answers": answers}))
}
