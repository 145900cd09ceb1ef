//! The server.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use askwell_form::Form;
use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
use askwell_lifecycle::ElicitationId;
use askwell_mcp::{Call, Failure, Reply, Server, Tool, ToolResult};
use axum::extract::Path;
use axum::routing::get;
use interop_rust::{LINK_QUESTION, QUESTION, Serve, said};
use serde_json::{Value, json};

/// The page that `connect` sends people to: who opens it is done.
#[derive(Clone)]
struct Page {
    address: SocketAddr,
    visits: Arc<AtomicU64>,
    begun: Arc<Mutex<HashMap<u64, ElicitationId>>>,
}

/// Serves until the client leaves.
pub(crate) async fn serve(serve: Serve) -> Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let page = Page { address: listener.local_addr()?, visits: Arc::default(), begun: Arc::default() };
    let server = server(&page);
    let finishing = server.clone();
    let router = axum::Router::new().route(
        "/connect/{visit}",
        get(async move |Path(visit): Path<u64>| {
            let id = page.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(&visit);
            if let Some(id) = id {
                drop(finishing.finish(id, json!({"connected": true})).await);
            }
            "done"
        }),
    );
    tokio::spawn(async move { axum::serve(listener, router).await });
    match serve.http {
        None => server.serve_process().await?,
        Some(port) => {
            let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
            axum::serve(listener, server.http().build().router("/mcp")).await?;
        }
    }
    Ok(())
}

fn server(page: &Page) -> Server {
    let page = page.clone();
    Server::builder("askwell", env!("CARGO_PKG_VERSION"))
        .url_policy(UrlPolicy {
            allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
            block_localhost: false,
            ..UrlPolicy::default()
        })
        .tool(Tool::new("register", "Asks for a project and says what came of it."), async |call: Call| {
            let reply = call.asker().ask_with("project", &form()?, QUESTION).await?;
            Ok(tell(reply, |answers| Some(answers.to_value())))
        })
        .tool(Tool::new("connect", "Sends the person to a page."), move |call: Call| {
            let page = page.clone();
            async move {
                let visit = page.visits.fetch_add(1, Ordering::Relaxed);
                let url = format!("http://{}/connect/{visit}", page.address);
                let begun = |id| {
                    page.begun.lock().unwrap_or_else(PoisonError::into_inner).insert(visit, id);
                };
                let reply = call.asker().ask_url("link", &url, LINK_QUESTION, begun).await?;
                Ok(tell(reply, |_| None))
            }
        })
        .build()
}

fn form() -> Result<Form, Failure> {
    let document = json!({
        "id": "project", "title": QUESTION,
        "fields": [
            {"id": "project", "type": "text", "label": "Project", "required": true,
                "validation": {"minLength": 2, "maxLength": 40}},
            {"id": "size", "type": "select", "label": "Size", "options": ["small", "medium", "large"], "default": "medium"},
            {"id": "seats", "type": "number", "label": "Seats", "required": true,
                "validation": {"minimum": 1, "maximum": 100, "multipleOf": 1}},
            {"id": "contact", "type": "text", "label": "Contact", "validation": {"format": "email"}}
        ]
    });
    Form::from_value(&document).map_err(|defects| Failure::message(defects.to_string()))
}

fn tell<T>(reply: Reply<T>, content: impl FnOnce(T) -> Option<Value>) -> ToolResult {
    ToolResult::text(match reply {
        Reply::Accepted(answer) => said("accept", content(answer).as_ref()),
        Reply::Declined(_) => "decline".to_owned(),
        Reply::Cancelled(_) => "cancel".to_owned(),
        Reply::TimedOut => "timeout".to_owned(),
    })
}
