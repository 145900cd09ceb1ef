//! The verbs of a call: one word to ask, for clients of both eras.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

use askwell_engine::AskError;
use askwell_form::build::{form, text};
use askwell_mcp::client::{Client, FormReply, FormRequest};
use askwell_mcp::transport::memory;
use askwell_mcp::wire::Era;
use askwell_mcp::{Call, Failure, Server, Tool, ToolResult, Unreachable};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Region {
    name: String,
}

async fn run(call: Call) -> Result<ToolResult, Failure> {
    let verb: String = call.argument("verb")?;
    let times: Option<u8> = call.argument("times")?;
    let text = match verb.as_str() {
        "ask" => {
            let form =
                form("f", "Who?").field(text("who", "Who").required()).build().map_err(Failure::message)?;
            format!("{:?}", call.ask("k", &form).await?)
        }
        "ask_as" => format!("{:?}", call.ask_as::<Region>("k", "Where?").await?.map(|region| region.name)),
        "confirm" => format!("{:?}", call.confirm("k", format!("Deploy {times:?} times?")).await?),
        "approve" => format!("{:?}", call.approve("k", "Deploy?").await?),
        _ => format!("{:?}", call.prompt("k", "Which?").await?),
    };
    Ok(ToolResult::text(text))
}

async fn call(era: Era, arguments: Value, answer: Value) -> Result<String, String> {
    let server = Server::builder("s", "1").tool(Tool::new("run", "Asks."), run).build();
    let (left, right) = memory::pair();
    tokio::spawn(async move { server.serve(right).await });
    let answer = move |request: FormRequest| {
        let reply = request.accept(&answer).unwrap_or(FormReply::Cancel);
        async move { reply }
    };
    let client = Client::builder("c", "1").on_form(answer).only_era(era).connect(left).await.unwrap();
    client.call_tool("run", arguments).await.map(|result| result.text()).map_err(|error| error.to_string())
}

#[tokio::test]
async fn each_verb_gives_the_value_it_asks_for_in_both_eras() {
    for era in [Era::Legacy, Era::Modern] {
        for (verb, answer, expected) in [
            ("ask", json!({"who": "me"}), r#"Accepted({"who": "#),
            ("ask_as", json!({"name": "eu"}), r#"Accepted("eu")"#),
            ("confirm", json!({"confirm": true}), "Accepted(true)"),
            (
                "approve",
                json!({"approved": "approve", "comment": "Go."}),
                r#"Accepted(Approval { by: None, comment: Some("Go.") })"#,
            ),
            (
                "approve",
                json!({"approved": "reject", "comment": "No."}),
                r#"Declined(Decline { reason: Some("No.") })"#,
            ),
            ("prompt", json!({"answer": "1.4.2"}), r#"Accepted("1.4.2")"#),
        ] {
            let result = call(era, json!({"verb": verb}), answer).await.unwrap();
            assert!(result.starts_with(expected), "{era:?} {verb}: {result}");
        }
    }
}

#[tokio::test]
async fn argument_that_is_missing_or_of_another_type_is_an_error_of_the_caller() {
    for (arguments, expected) in [
        (json!({}), "arguments: verb is missing"),
        (json!({"verb": 3}), "arguments: verb: invalid type: integer `3`, expected a string"),
        (json!({"verb": "confirm", "times": "x"}), "arguments: times: invalid type"),
    ] {
        let error = call(Era::Legacy, arguments, json!({})).await.unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

/// A handler can look at why the person cannot be reached, whichever crate the error comes from.
#[tokio::test]
async fn reason_of_an_unreachable_person_can_be_looked_at() {
    let server = Server::builder("s", "1")
        .tool(Tool::new("run", "Asks."), async |call: Call| match call.confirm("k", "Sure?").await {
            Err(AskError::Unreachable(cause)) => {
                let reason =
                    cause.get().downcast_ref::<Unreachable>().map(|reason| reason.reason.to_string());
                Ok(ToolResult::text(reason.unwrap_or_else(|| panic!("{cause}"))))
            }
            other => panic!("{other:?}"),
        })
        .build();
    let (left, right) = memory::pair();
    tokio::spawn(async move { server.serve(right).await });
    let client = Client::builder("c", "1").only_era(Era::Legacy).connect(left).await.unwrap();
    let result = client.call_tool("run", json!({})).await.unwrap().text();
    assert!(result.contains("capability `elicitation`"), "{result}");
}
