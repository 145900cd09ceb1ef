//! One tool call that asks: from the call to the checked answer and the result, over a pair in memory with real text
//! between the two ends; beside rmcp, which checks nothing.
//!
//! Both sides run on the same kind of runtime, one call after the other and a hundred at once.

mod ours;
mod theirs;

use std::error::Error;
use std::future::Future;

use tokio::runtime::{Builder, Runtime};

use crate::harness::{Contender, Effort, Race, compare};

/// What the person answers, always.
const CONTENT: &str = r#"{"host":"example.com","port":443,"tls":true,"zone":"b"}"#;
/// So many calls are made in one go.
const TOGETHER: usize = 100;
/// We must be this many times as fast as rmcp with a schema made beforehand.
const TARGET: f64 = 3.0;

/// How calls are made.
#[derive(Debug, Clone, Copy)]
enum Pace {
    OneByOne,
    AllAtOnce,
}

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut met = true;
    for (name, about, pace) in [
        (
            "mcp sequential",
            "a tool call that asks a form of four fields, one after the other",
            Pace::OneByOne,
        ),
        ("mcp 100 in flight", "the same, a hundred at once", Pace::AllAtOnce),
    ] {
        if !wanted(name) {
            continue;
        }
        let legacy = runtime.block_on(ours::connect(ours::Era::Legacy))?;
        let modern = runtime.block_on(ours::connect(ours::Era::Modern))?;
        let whole_legacy = runtime.block_on(ours::connect_client(ours::Era::Legacy))?;
        let whole_modern = runtime.block_on(ours::connect_client(ours::Era::Modern))?;
        let pushing = runtime.block_on(theirs::connect(theirs::Kind::Push))?;
        let rounds = runtime.block_on(theirs::connect(theirs::Kind::Rounds))?;
        for (era, ours, client) in [("legacy", &legacy, &whole_legacy), ("modern", &modern, &whole_modern)] {
            let mut contenders = vec![
                contender("ours", &runtime, pace, || ours.call()),
                contender("rmcp, schema made beforehand", &runtime, pace, || pushing.call())
                    .beaten_by(TARGET),
                contender("rmcp, in rounds", &runtime, pace, || rounds.call()),
            ];
            // Our client shows its person no more than a few forms at once.
            if let Pace::OneByOne = pace {
                let checking = "ours, to our client, which checks too";
                contenders.push(contender(checking, &runtime, pace, || client.call()));
            }
            let about = format!("{about}; {era}");
            let mut race = Race { name, about: &about, contenders };
            met &= compare(&mut race, effort);
        }
    }
    Ok(met)
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
