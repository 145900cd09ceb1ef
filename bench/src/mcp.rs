//! One tool call that asks: from the call to the checked answer and the result, beside rmcp, which checks nothing.
//!
//! Two pairings, as each alone would flatter one side: the same client, which answers by rote, in front of both
//! servers; and each library at both ends. Every contender speaks lines of JSON over a pipe in memory, on the same kind
//! of runtime, one call after the other and a hundred at once. Each call has a message of its own, as calls mostly
//! have; beside that, a hundred calls at once have two messages in turn, so that they are equal to others.

mod ours;
mod rote;
mod template_server;
mod theirs;

use std::error::Error;
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_mcp::wire::Era;
use tokio::runtime::{Builder, Runtime};

use crate::harness::{Contender, Effort, Race, compare, find, repeat};
use rote::{Handshake, RoteClient};

/// What the person answers, always.
const CONTENT: &str = r#"{"host":"example.com","port":443,"tls":true,"zone":"b"}"#;
/// What the person reads: a client must not compile the form again because the message differs.
const MESSAGE: &str = "A new server for release 1.4.2?";
/// So many calls are made in one go.
const TOGETHER: usize = 100;
/// How many bytes the pipe between client and server holds.
const BUFFER: usize = 1 << 16;
/// We must be this many times as fast as rmcp with a schema made beforehand.
const TARGET: f64 = 4.0;

/// Which messages the calls have.
#[derive(Debug, Clone, Copy)]
enum Messages {
    /// Each its own.
    Distinct,
    /// Two in turn.
    Equal,
}

impl Messages {
    /// The message of the next call.
    fn next(self) -> String {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let release = match self {
            Messages::Distinct => call,
            Messages::Equal => call % 2,
        };
        format!("A new server for release 1.4.{release}?")
    }
}

/// How calls are made.
#[derive(Debug, Clone, Copy)]
enum Pace {
    OneByOne,
    AllAtOnce,
}

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    race(wanted, &mut |race| met &= compare(race, effort))?;
    Ok(met)
}

/// Runs one contender over and over, such as `mcp 100 in flight, modern/ours`; says whether there is such a one.
pub(crate) fn profile(name: &str) -> Result<bool, Box<dyn Error>> {
    let mut found = false;
    let in_race = |race: &str| name.split_once('/').is_some_and(|(wanted, _)| wanted == race);
    race(&in_race, &mut |race| {
        if let Some(contender) = find(std::slice::from_mut(race), name) {
            repeat(contender);
            found = true;
        }
    })?;
    Ok(found)
}

/// Gets every race ready whose name is wanted.
fn race(wanted: &dyn Fn(&str) -> bool, each: &mut dyn FnMut(&mut Race<'_>)) -> Result<(), Box<dyn Error>> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    for (name, pace, era, messages) in [
        ("mcp same client, sequential, legacy", Pace::OneByOne, Era::Legacy, Messages::Distinct),
        ("mcp same client, sequential, modern", Pace::OneByOne, Era::Modern, Messages::Distinct),
        ("mcp same client, 100 in flight, legacy", Pace::AllAtOnce, Era::Legacy, Messages::Distinct),
        ("mcp same client, 100 in flight, modern", Pace::AllAtOnce, Era::Modern, Messages::Distinct),
        ("mcp same client, 100 equal in flight, legacy", Pace::AllAtOnce, Era::Legacy, Messages::Equal),
        ("mcp same client, 100 equal in flight, modern", Pace::AllAtOnce, Era::Modern, Messages::Equal),
    ] {
        if !wanted(name) {
            continue;
        }
        let handshake = if era == Era::Legacy { Handshake::Initialize } else { Handshake::None };
        let (ours, theirs, limit) = runtime.block_on(async {
            let ours = RoteClient::connect(ours::serve()?, era, handshake).await?;
            let theirs = RoteClient::connect(theirs::serve(era)?, era, Handshake::None).await?;
            let limit = RoteClient::connect(template_server::serve(era)?, era, Handshake::None).await?;
            Ok::<_, Box<dyn Error>>((ours, theirs, limit))
        })?;
        let contenders = vec![
            contender("our server", &runtime, pace, || ours.call(messages.next())),
            contender("rmcp's server, schema made before", &runtime, pace, || theirs.call(messages.next()))
                .beaten_by(TARGET),
            contender("the limit: answers from templates", &runtime, pace, || limit.call(messages.next())),
        ];
        let about = "a tool call that asks a form of four fields; a client that answers by rote";
        each(&mut Race { name, about, contenders });
    }
    for (name, pace, era, messages) in [
        ("mcp both ends, sequential, legacy", Pace::OneByOne, Era::Legacy, Messages::Distinct),
        ("mcp both ends, sequential, modern", Pace::OneByOne, Era::Modern, Messages::Distinct),
        ("mcp both ends, 100 in flight, legacy", Pace::AllAtOnce, Era::Legacy, Messages::Distinct),
        ("mcp both ends, 100 in flight, modern", Pace::AllAtOnce, Era::Modern, Messages::Distinct),
        ("mcp both ends, 100 equal in flight, legacy", Pace::AllAtOnce, Era::Legacy, Messages::Equal),
        ("mcp both ends, 100 equal in flight, modern", Pace::AllAtOnce, Era::Modern, Messages::Equal),
    ] {
        if !wanted(name) {
            continue;
        }
        let (ours, theirs) = runtime.block_on(async {
            Ok::<_, Box<dyn Error>>((ours::connect(era).await?, theirs::connect(era).await?))
        })?;
        let contenders = vec![
            contender("our client and server, which check", &runtime, pace, || ours.call(messages.next())),
            contender("rmcp's client and server", &runtime, pace, || theirs.call(messages.next()))
                .beaten_by(TARGET),
        ];
        let about = "the same call; each library at both ends";
        each(&mut Race { name, about, contenders });
    }
    Ok(())
}

/// Calls, as often as it takes to forget what it costs to enter the runtime.
fn contender<'r, F, Fut>(name: &str, runtime: &'r Runtime, pace: Pace, call: F) -> Contender<'r>
where
    F: Fn() -> Fut + 'r,
    Fut: Future<Output = bool> + Send + 'static,
{
    let run = move || match pace {
        Pace::OneByOne => {
            let calls: Vec<Fut> = (0..TOGETHER).map(|_| call()).collect();
            let all = async {
                for call in calls {
                    assert!(call.await);
                }
            };
            runtime.block_on(async { runtime.spawn(all).await }).is_ok()
        }
        Pace::AllAtOnce => {
            let calls: Vec<_> = (0..TOGETHER).map(|_| runtime.spawn(call())).collect();
            runtime.block_on(async {
                for call in calls {
                    assert!(call.await.is_ok_and(|done| done));
                }
            });
            true
        }
    };
    Contender::new(name, run).for_units(TOGETHER as f64)
}
