//! A complete MCP server in one file: a tool that plans a trip and asks what it needs, step by
//! step.
//!
//! To try it, let an MCP client start `cargo run -p askwell-mcp --example travel`. The handler is
//! the same for clients of both eras.

use askwell_form::Form;
use askwell_form::build::{date, form, select};
use askwell_mcp::{Call, Failure, Reply, Server, Tool, ToolResult};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// The form of the first step.
#[derive(Debug, Deserialize, JsonSchema)]
struct Trip {
    /// Where to?
    destination: Destination,
    /// How many people travel?
    #[schemars(range(min = 1, max = 9))]
    travellers: u8,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Destination {
    Lisbon,
    Oslo,
}

impl Destination {
    fn name(self) -> &'static str {
        match self {
            Destination::Lisbon => "Lisbon",
            Destination::Oslo => "Oslo",
        }
    }

    /// Returns the choices of the second step, which depend on the destination.
    fn trains(self) -> [&'static str; 2] {
        match self {
            Destination::Lisbon => ["night train", "morning train"],
            Destination::Oslo => ["ferry and train", "train"],
        }
    }
}

/// Returns the form of the second step.
fn journey(destination: Destination) -> Result<Form, Failure> {
    form("journey", format!("How to get to {}", destination.name()))
        .field(select("by", "By").options(destination.trains()).required())
        .field(date("on", "On").required())
        .build()
        .map_err(Failure::message)
}

async fn plan(call: Call) -> Result<ToolResult, Failure> {
    let asker = call.asker();
    let trip = match asker.ask_as::<Trip>("trip", "Where shall we go?").await? {
        Reply::Accepted(trip) => trip,
        Reply::Declined(_) => return Ok(ToolResult::text("The traveller would rather stay at home.")),
        Reply::Cancelled(_) | Reply::TimedOut => return Ok(ToolResult::text("Nothing was planned.")),
    };
    let Some(journey) = asker.ask("journey", &journey(trip.destination)?).await?.accepted() else {
        return Ok(ToolResult::text("Nothing was planned."));
    };
    let (by, destination) = (journey.text("by").unwrap_or_default(), trip.destination.name());
    let question = format!("Book the {by} to {destination} for {}?", trip.travellers);
    let agreed = asker.confirm("book", &question).await?.accepted().unwrap_or_default();
    Ok(ToolResult::structured(json!({
        "booked": agreed,
        "destination": destination,
        "travellers": trip.travellers,
        "journey": journey.to_value(),
    })))
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let tool = Tool::new("plan_trip", "Plans a trip with the person, and books it if they agree.");
    let server = Server::builder("travel", "1.0.0").tool(tool, plan).build();
    server.serve_process().await
}
