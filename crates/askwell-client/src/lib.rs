//! Typed client of the Askwell service: a program asks a person and gets a checked answer.
//!
//! ```no_run
//! use askwell_client::{Ask, Client, Mode, Outcome};
//! use askwell_form::build::{boolean, form};
//!
//! # async fn deploy() -> Result<(), Box<dyn std::error::Error>> {
//! // The service that ASKWELL_SERVICE names, or that runs on this machine.
//! let client = Client::from_env().await?;
//! let form = form("deploy", "Deploy 1.4.2?").field(boolean("go", "Deploy now").required()).build()?;
//! let ask = Ask::form(&form).mode(Mode::Url).key("deploy-1.4.2");
//! let asked = client.create(&ask).await?;
//! println!("answer here: {}", asked.url.as_deref().unwrap_or_default());
//! match client.wait(&asked.id).await? {
//!     Outcome::Answered(answers) => println!("{}", answers.as_json()),
//!     other => println!("no answer: {other:?}"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | module | contract |
//! |---|---|
//! | [`client`] | the methods of the service: bounded, repeated where that is safe, waiting across restarts |
//! | [`ask`] | what to ask |
//! | [`elicitation`] | elicitations and outcomes as the service describes them |
//! | [`events`] | the event stream, which continues where it broke |
//! | [`endpoint`] | which service to call, with which key |
//! | [`descriptor`] | the file by which programs find the service of their user |
//! | [`discovery`] | finds the service that runs on this machine |
//!
//! The crate knows the wire and the form language, and nothing of engines and stores. It makes no
//! decision of the service: deadlines, retries of people and permissions are decided there.

pub mod ask;
mod backoff;
pub mod client;
pub mod descriptor;
pub mod discovery;
pub mod elicitation;
pub mod endpoint;
mod error;
pub mod events;

pub use ask::Ask;
pub use client::{Client, ClientSettings};
pub use elicitation::{AnswerJson, Elicitation, ListFilter, Mode, Outcome, Status};
pub use endpoint::{Key, ServiceChoice, ServiceEndpoint, ServiceEndpointError};
pub use error::{ClientError, Delivery, ServiceError};
pub use events::{Event, EventStream};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
