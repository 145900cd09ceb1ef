//! `askwell demo`: the first minute. Starts a service, asks for an approval on a page, and prints
//! what a program gets.
//!
//! The store is in memory, and the service ends with the answer or with Ctrl-C: nothing is left.

mod question;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_client::{Ask, Client, Elicitation, Key, Mode, Outcome, ServiceEndpoint};
use askwell_web::keys::{KeyFile, KeyRequest};
use askwell_web::{LOCAL_CLIENT, Role, StopSignal};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::arguments::DemoArguments;
use crate::ask::service::{interruption, print_link, wait_for_outcome};
use crate::console::Console;
use crate::remote::explain;
use crate::safe_text;
use crate::serve::{Config, ListeningService, ServiceOptions, runtime};
use crate::{ExitReason, browser};

/// By how much the deadline is moved once the question exists: it does not expire while the demo
/// runs, and the page shows no time. A timeout cannot be that long.
const NO_EXPIRY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// How long a browser gets to load the page with the result.
const LAST_PAGE: Duration = Duration::from_secs(3);

const SUGGESTIONS: &str = "\
That is what a program gets. Three ways to go on:
  askwell ask --confirm \"Deploy?\" --web     ask from a script of yours
  askwell setup                             let your AI agent ask you, in the client that you have
  askwell serve                             run the service for good: API, inbox and pages";

pub(crate) fn run(arguments: &DemoArguments, console: &Console) -> Result<ExitReason> {
    let runtime = runtime()?;
    let shown = runtime.block_on(show(arguments, console));
    runtime.shutdown_background();
    shown
}

async fn show(arguments: &DemoArguments, console: &Console) -> Result<ExitReason> {
    // From here on Ctrl-C ends the demo in good order.
    let interrupted = interruption()?;
    let stop = StopSignal::new();
    let visits = Arc::new(DemoVisits::default());
    let (service, _folder) = start(arguments.phone, &stop, &visits).await?;
    let url = format!("http://127.0.0.1:{}", service.address().port());
    let endpoint = ServiceEndpoint::at(url.parse()?, Some(Key::new(service.key())?));
    let client = Client::new(endpoint)?;
    let running = tokio::spawn(service.run());
    let ask = Ask::form(&question::form()?).mode(Mode::Url);
    let created = client.create(&ask).await.map_err(explain)?;
    client.extend(&created.id).await.map_err(explain)?;
    invite(&created, arguments, console);
    let end = tokio::select! {
        end = wait_for_outcome(&client, &created.id, console) => Some(end.map_err(explain)?),
        _ = interrupted => None,
    };
    visits.set_over();
    let reason = report(end.as_ref(), console)?;
    if end.is_some() {
        visits.wait_for_result_page().await;
    }
    stop.trigger();
    running.await.context("the service of the demo failed")??;
    Ok(reason)
}

/// Starts the service of the demo. The folder has its keys, if other devices can connect, and is
/// removed when it is dropped.
async fn start(
    phone: bool,
    stop: &StopSignal,
    visits: &Arc<DemoVisits>,
) -> Result<(ListeningService, Option<TempDir>)> {
    let mut config = Config { memory: true, ..Config::default() };
    config.policy.extension = NO_EXPIRY;
    config.policy.max_extensions = 1;
    let address = if phone { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listener = askwell_web::listen(SocketAddr::from((address, 0))).await?;
    let mut folder = None;
    if phone {
        let port = listener.local_addr()?.port();
        let address =
            own_address().context("this machine is in no network; try askwell demo without --phone")?;
        config.http.public_url = Some(format!("http://{}", SocketAddr::new(address, port)));
        // A service for other devices needs keys. This one is never shown to anyone.
        let place = tempfile::tempdir().context("cannot create a temporary folder")?;
        let keys = place.path().join("keys.json");
        KeyFile::at(&keys).create(KeyRequest::new("demo", Role::Operates))?;
        config.keys_file = Some(keys);
        folder = Some(place);
    }
    let client_names = HashMap::from([(LOCAL_CLIENT.into(), question::ASKER.to_owned())]);
    let options = ServiceOptions { stop: stop.clone(), metrics: None, trace: None, client_names };
    let visits = Arc::clone(visits);
    let layer = |pages: Router| pages.layer(from_fn_with_state(visits, watch_requests));
    Ok((ListeningService::new(&config, listener, options, layer).await?, folder))
}

/// Returns the address of this machine in its network. Sends nothing: connecting a datagram socket
/// only selects the network.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation, which no machine has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// Opens the page, or says where it is.
fn invite(created: &Elicitation, arguments: &DemoArguments, console: &Console) {
    console.print_report(
        "A program asks for your approval. Answer it on its page, and the answer appears here.\n",
    );
    let url = created.url.as_deref().unwrap_or_default();
    if !arguments.phone && !arguments.no_browser && browser::open(url) {
        console.print_report(&format!("opened in your browser: {}", safe_text::line(url)));
    } else {
        print_link(created, console);
        if let (false, Some(tunnel)) = (arguments.phone, tunnel(url, |name| std::env::var(name).ok())) {
            console.print_report(&format!("first, on your own computer: {tunnel}"));
        }
        if !arguments.phone {
            console.print_report("on your phone: askwell demo --phone");
        }
    }
    console.print_report("\nWaiting for your answer. Ctrl-C ends the demo.");
}

/// Returns the command with which the page can be opened on the computer that this terminal is on,
/// if it is another one.
pub(crate) fn tunnel(url: &str, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let port = url::Url::parse(url).ok()?.port()?;
    let connection = variable("SSH_CONNECTION")?;
    let host: IpAddr = connection.split(' ').nth(2)?.parse().ok()?;
    let user = variable("USER").map(|user| format!("{}@", safe_text::line(&user))).unwrap_or_default();
    Some(format!("ssh -N -L {port}:127.0.0.1:{port} {user}{host}"))
}

/// Prints the outcome and how to go on.
fn report(end: Option<&Outcome>, console: &Console) -> Result<ExitReason> {
    let reason = match end {
        Some(Outcome::Answered(answers)) => {
            console.print_report("");
            console.print_json(&format!("{}\n", answers.as_json()))?;
            ExitReason::Success
        }
        Some(Outcome::Declined { reason }) => {
            let reason = reason.as_deref().map(|text| format!(": {}", safe_text::line(text)));
            console.failure(&format!("\ndeclined{}", reason.unwrap_or_default()));
            ExitReason::Declined
        }
        Some(Outcome::TimedOut) => {
            console.failure("\nno answer in time");
            ExitReason::TimedOut
        }
        Some(_) => {
            console.failure("\ncancelled");
            ExitReason::Cancelled
        }
        None => {
            console.print_report("\nThe demo has ended; nothing was kept.");
            return Ok(ExitReason::Cancelled);
        }
    };
    console.print_report(&format!("\n{SUGGESTIONS}"));
    Ok(reason)
}

/// Whether the browser has loaded the page with the result, which it does after it has sent the
/// answer.
#[derive(Debug, Default)]
struct DemoVisits {
    over: AtomicBool,
    loaded: Notify,
}

impl DemoVisits {
    /// Says that pages show the result from now on.
    fn set_over(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Waits until a page with the result is loaded, but not for long: the browser may be closed.
    async fn wait_for_result_page(&self) {
        let _ = tokio::time::timeout(LAST_PAGE, self.loaded.notified()).await;
    }
}

async fn watch_requests(State(visits): State<Arc<DemoVisits>>, request: Request, next: Next) -> Response {
    let over = visits.over.load(Ordering::Acquire);
    let response = next.run(request).await;
    let content = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if over && response.status().is_success() && content.is_some_and(|kind| kind.starts_with(b"text/html")) {
        visits.loaded.notify_one();
    }
    response
}

#[cfg(test)]
mod tests {
    use super::tunnel;

    #[test]
    fn tunnel_is_suggested_over_ssh_only() {
        let url = "http://127.0.0.1:4000/p/1";
        let over_ssh = |name: &str| match name {
            "SSH_CONNECTION" => Some("192.0.2.7 50000 192.0.2.9 22".to_owned()),
            "USER" => Some("ada".to_owned()),
            _ => None,
        };
        let expected = "ssh -N -L 4000:127.0.0.1:4000 ada@192.0.2.9";
        assert_eq!(tunnel(url, over_ssh).as_deref(), Some(expected));
        assert_eq!(tunnel(url, |_| None), None);
        assert_eq!(tunnel(url, |_| Some("; rm".to_owned())), None);
    }
}
