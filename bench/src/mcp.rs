//! One tool call that asks: from the call to the checked answer and the result, over a pair in memory with real text
//! between the two ends; beside rmcp, which checks nothing.
//!
//! Both sides run on the same kind of runtime, one call after the other and a hundred at once.

mod ours;
mod theirs;

use std::error::Error;
use std::future::Future;

use tokio::runtime::{Builder, Runtime};

use crate::harness::{Contender, Effort, Race, compare, find, repeat};

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
    let (one_by_one, at_once) =
        ("a tool call that asks a form of four fields, one after the other", "the same, a hundred at once");
    for (name, about, pace, era) in [
        ("mcp sequential, legacy", one_by_one, Pace::OneByOne, ours::Era::Legacy),
        ("mcp sequential, modern", one_by_one, Pace::OneByOne, ours::Era::Modern),
        ("mcp 100 in flight, legacy", at_once, Pace::AllAtOnce, ours::Era::Legacy),
        ("mcp 100 in flight, modern", at_once, Pace::AllAtOnce, ours::Era::Modern),
    ] {
        if !wanted(name) {
            continue;
        }
        let ours = runtime.block_on(ours::connect(era))?;
        let client = runtime.block_on(ours::connect_client(era))?;
        let pushing = runtime.block_on(theirs::connect(theirs::Kind::Push))?;
        let rounds = runtime.block_on(theirs::connect(theirs::Kind::Rounds))?;
        let mut contenders = vec![
            contender("ours", &runtime, pace, || ours.call()),
            contender("rmcp, schema made beforehand", &runtime, pace, || pushing.call()).beaten_by(TARGET),
            contender("rmcp, in rounds", &runtime, pace, || rounds.call()),
        ];
        // Our client shows its person no more than a few forms at once.
        if let Pace::OneByOne = pace {
            let checking = "ours, to our client, which checks too";
            contenders.push(contender(checking, &runtime, pace, || client.call()));
        }
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
