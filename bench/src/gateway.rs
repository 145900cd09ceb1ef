//! The gateway as a process between a client and a server, beside the direct connection and beside other proxies.
//!
//! The server is this program (`--mcp-server stdio | http`), so that it costs next to nothing. Every side is a chain of
//! real processes; calls are timed in turns. `cargo xtask bench gateway` installs the other proxies and says where they
//! are; a proxy that is not there is left out.

mod byte_copier;
mod conversation;
mod server;
mod sides;

use std::error::Error;
use std::time::Duration;

use crate::engine::verdict;
use crate::harness::Effort;
use conversation::Conversation;
use sides::{Side, Transport};

pub(crate) use byte_copier::be_the_byte_copier;
pub(crate) use server::be_the_server;

/// What a call may take, in times of the direct one: two hops instead of one.
const MOST_TIMES: f64 = 2.2;
/// What a question may take, in times of the direct one.
const MOST_QUESTION: f64 = 2.5;
/// How many times more the best of the others has to add.
const LEAST_ADVANTAGE: f64 = 20.0;
/// What an idle session may weigh.
const MOST_SESSION: f64 = 20.0 * 1024.0;
/// The size of a large result, and how often it may be in memory at once.
const LARGE: usize = 10 << 20;
const MOST_COPIES: f64 = 2.0;

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let names = ["gateway stdio", "gateway http", "gateway question", "gateway idle", "gateway large"];
    if !names.into_iter().any(wanted) {
        return Ok(true);
    }
    let Some(program) = sides::gateway_program() else {
        println!(
            "\ngateway: left out; `cargo build --release -p askwell-cli` makes the program to be measured"
        );
        return Ok(true);
    };
    let mut met = true;
    if wanted("gateway stdio") {
        met &= calls(Transport::Stdio, effort)?;
    }
    if wanted("gateway http") {
        met &= calls(Transport::Http, effort)?;
    }
    if wanted("gateway question") {
        met &= question(effort)?;
    }
    if wanted("gateway idle") {
        met &= idle(&program, effort)?;
    }
    if wanted("gateway large") {
        met &= large()?;
    }
    Ok(met)
}

fn rounds(effort: Effort) -> (usize, usize) {
    if effort == Effort::FULL { (10, 300) } else { (2, 20) }
}

/// Times one kind of call on every side, in turns. Returns the best median of each.
fn race(
    sides: &[Side],
    effort: Effort,
    mut call: impl FnMut(&mut Conversation) -> Result<Duration, Box<dyn Error>>,
) -> Result<Vec<(String, f64)>, Box<dyn Error>> {
    let mut open = Vec::new();
    for side in sides {
        match side.open() {
            Ok(conversation) => open.push((side.name.clone(), conversation, f64::INFINITY)),
            Err(error) => println!("  {} is left out: {error}", side.name),
        }
    }
    let (rounds, times) = rounds(effort);
    let mut turn = |conversation: &mut Conversation| -> Result<f64, Box<dyn Error>> {
        let mut taken = (0..times).map(|_| call(conversation)).collect::<Result<Vec<_>, _>>()?;
        taken.sort_unstable();
        Ok(taken.get(times / 2).copied().unwrap_or_default().as_secs_f64() * 1e6)
    };
    for _ in 0..rounds {
        let mut failed = Vec::new();
        for (name, conversation, best) in &mut open {
            match turn(conversation) {
                Ok(median) => *best = best.min(median),
                Err(error) if [sides::DIRECT, sides::OURS].contains(&name.as_str()) => {
                    return Err(format!("{name}: {error}").into());
                }
                Err(error) => {
                    println!("  {name} is left out: {error}");
                    failed.push(name.clone());
                }
            }
        }
        open.retain(|(name, _, _)| !failed.contains(name));
    }
    Ok(open.into_iter().map(|(name, _, best)| (name, best)).collect())
}

/// A call without a question.
fn calls(transport: Transport, effort: Effort) -> Result<bool, Box<dyn Error>> {
    println!("\ngateway {}: a tool call without a question, median in the best round", transport.name());
    let figures = race(&sides::of_calls(transport)?, effort, Conversation::echo)?;
    let of = |name: &str| figures.iter().find(|(side, _)| side == name).map(|(_, figure)| *figure);
    let (Some(direct), Some(ours)) = (of(sides::DIRECT), of(sides::OURS)) else {
        return Err("the direct connection or the gateway did not answer".into());
    };
    for (name, figure) in &figures {
        println!(
            "  {name:<36}{figure:>10.0} µs{:>8.2} × direct, adds {:.0} µs",
            figure / direct,
            figure - direct
        );
    }
    let ratio = ours / direct;
    let mut met = ratio <= MOST_TIMES;
    println!("  {ratio:.2} × direct; target ≤ {MOST_TIMES}  {}", verdict(met));
    let own = [sides::DIRECT, sides::OURS, sides::FLOOR];
    let others = figures.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    match others.map(|(_, figure)| figure - direct).min_by(f64::total_cmp) {
        Some(best) => {
            if let Some(floor) = of(sides::FLOOR) {
                let most = best / (floor - direct).max(1.0);
                println!("  beside the floor, the best of the others adds {most:.1} × as much");
            }
            let advantage = best / (ours - direct).max(1.0);
            let enough = advantage >= LEAST_ADVANTAGE;
            met &= enough;
            println!(
                "  the best of the others adds {advantage:.1} × as much; target ≥ {LEAST_ADVANTAGE}  {}",
                verdict(enough)
            );
        }
        None => println!("  no other proxy is installed: `cargo xtask bench gateway` installs them"),
    }
    Ok(met)
}

/// A legacy question: the server asks, the client answers at once.
fn question(effort: Effort) -> Result<bool, Box<dyn Error>> {
    println!("\ngateway question: a tool that asks a legacy client, over stdio, median in the best round");
    let figures = race(&sides::of_questions()?, effort, Conversation::question)?;
    let [(_, direct), (_, ours), (_, floor)] = figures.as_slice() else {
        return Err("the direct connection or the gateway did not answer".into());
    };
    let ratio = ours / direct;
    let met = ratio <= MOST_QUESTION;
    println!(
        "  direct {direct:.0} µs, through the gateway {ours:.0} µs, through a proxy that copies bytes {floor:.0} µs"
    );
    println!("  {ratio:.2} × direct; target ≤ {MOST_QUESTION}  {}", verdict(met));
    Ok(met)
}

/// What sessions weigh that do nothing.
fn idle(program: &std::path::Path, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let count = if effort == Effort::FULL { 1_000 } else { 50 };
    let server = server::ServerProcess::start()?;
    let gateway = sides::ListeningProxy::gateway(program, &server.url)?;
    for _ in 0..20 {
        Conversation::http(&gateway.url)?.echo()?;
    }
    let before = gateway.resident()?;
    for _ in 0..count {
        // The session stays when the connection is closed.
        Conversation::http(&gateway.url)?;
    }
    let unused = gateway.resident()?;
    let each = (unused - before) / f64::from(count);
    for _ in 0..count {
        Conversation::http(&gateway.url)?.echo()?;
    }
    let used = (gateway.resident()? - unused) / f64::from(count);
    let met = each <= MOST_SESSION;
    println!("\ngateway idle: {count} sessions over HTTP, each with its own session at the server");
    println!("  {:.1} KB each; target ≤ {:.0} KB  {}", each / 1024.0, MOST_SESSION / 1024.0, verdict(met));
    println!("  {:.1} KB each after a call, with an open stream of the server", used / 1024.0);
    Ok(met)
}

/// How often a large result is in the gateway's memory at the same time.
fn large() -> Result<bool, Box<dyn Error>> {
    let sides = sides::of_calls(Transport::Stdio)?;
    let ours = sides.iter().find(|side| side.name == sides::OURS).ok_or("no gateway")?;
    let mut conversation = ours.open()?;
    conversation.echo()?;
    let before = conversation.peak()?;
    let mut received = 0;
    for _ in 0..5 {
        received = conversation.large(LARGE)?;
    }
    if received < LARGE {
        return Err(format!("only {received} bytes arrived").into());
    }
    #[expect(clippy::cast_precision_loss, reason = "sizes far below 2^52")]
    let copies = (conversation.peak()? - before) / LARGE as f64;
    // The bytes that are read, and those that wait to be written, are two; buffers grow by doubling.
    let met = copies <= MOST_COPIES * 2.0;
    println!("\ngateway large: a result of {} MiB over stdio", LARGE >> 20);
    println!("  the peak of the gateway's memory grows by {copies:.1} × the result");
    println!("  target ≤ {MOST_COPIES} copies, each in a buffer of at most twice its size  {}", verdict(met));
    Ok(met)
}
