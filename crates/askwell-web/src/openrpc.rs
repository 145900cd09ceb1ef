//! Builds the OpenRPC document of the API from one table of methods. Tests send its examples to a
//! running service and check parameters and results against its schemas.

mod methods;
mod schemas;

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::rpc::Method;
use crate::rpc::error_code::ErrorCode;
use methods::{MethodDescription, describe};

/// Returns the document as JSON text.
pub(crate) fn document() -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| build().to_string())
}

fn build() -> Value {
    let methods: Vec<Value> =
        Method::ALL.iter().map(|(name, method)| entry(name, describe(*method))).collect();
    json!({
        "openrpc": "1.3.2",
        "info": {
            "title": "Askwell",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Software asks people: a form goes out, a checked answer comes back, exactly once."
        },
        "methods": methods,
        "components": {"schemas": schemas::all()},
    })
}

fn entry(name: &str, described: MethodDescription) -> Value {
    let MethodDescription { summary, params, result, errors, examples } = described;
    let params: Vec<Value> = params
        .into_iter()
        .map(|param| json!({"name": param.name, "summary": param.about, "required": param.required, "schema": param.schema}))
        .collect();
    let examples: Vec<Value> = examples
        .into_iter()
        .map(|example| {
            let params: Vec<Value> = example
                .params
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| json!({"name": name, "value": value}))
                .collect();
            json!({"name": example.name, "params": params, "result": {"name": "result", "value": example.result}})
        })
        .collect();
    // Every method can return these.
    let always = [ErrorCode::InvalidParams, ErrorCode::Unauthorized, ErrorCode::Unavailable];
    let errors: Vec<Value> = errors
        .iter()
        .chain(&always)
        .map(|code| json!({"code": code.row().number, "message": code.row().about}))
        .collect();
    json!({
        "name": name,
        "summary": summary,
        "paramStructure": "by-name",
        "params": params,
        "result": {"name": "result", "schema": result},
        "errors": errors,
        "examples": examples,
    })
}
