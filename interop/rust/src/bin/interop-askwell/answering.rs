//! The client.

use anyhow::{Context, Result};
use askwell_mcp::client::{
    Address, Client, Command, ElicitationHandler, FormReply, FormRequest, Target, UrlReply, UrlRequest,
};
use askwell_mcp::wire;
use interop_rust::{Call, Era, Mode, Person, report};
use serde_json::json;

struct Answering(Person);

/// Calls the tool and prints what came of it.
pub(crate) async fn call(call: Call) -> Result<()> {
    let person = Person::new(call.script);
    let builder =
        Client::builder("askwell", env!("CARGO_PKG_VERSION")).on_elicitation(Answering(person.clone()));
    let builder = match call.era {
        Era::Legacy => builder.only_era(wire::Era::Legacy),
        Era::Modern => builder,
    };
    let target: Target = match &call.url {
        Some(url) => Address::new(url)?.into(),
        None => {
            let (program, arguments) = call.command.split_first().context("no command")?;
            Command::new(program).arguments(arguments).into()
        }
    };
    let client = builder.connect(target).await?;
    let result = client.call_tool(&call.tool, json!({})).await?;
    report(&person, &result.text(), result.is_error(), client.server().revision.as_str());
    client.close().await;
    Ok(())
}

impl ElicitationHandler for Answering {
    /// A wrong answer does not get past the check; the person is asked again, as a form on a screen would.
    async fn form(&self, request: FormRequest) -> FormReply {
        let mut message = request.message.clone();
        loop {
            let (action, content) = self.0.answer(Mode::Form, &message);
            match (action, content) {
                ("accept", content) => match request.accept(&content.unwrap_or_default()) {
                    Ok(reply) => return reply,
                    Err(problems) => message = problems.to_string(),
                },
                ("decline", _) => return FormReply::Decline,
                _ => return FormReply::Cancel,
            }
        }
    }

    async fn url(&self, request: UrlRequest) -> UrlReply {
        match self.0.answer(Mode::Url(request.link.url()), &request.message).0 {
            "accept" => UrlReply::Consent,
            "decline" => UrlReply::Decline,
            _ => UrlReply::Cancel,
        }
    }
}
