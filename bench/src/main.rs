//! Measures the form language, the engine, the store, MCP, the service and the terminal beside their peers: `cargo run --release -p askwell-bench -- [FILTER] [--quick]`.
//!
//! Every comparison happens in one run, round by round, so that a busy machine slows both sides down alike. What
//! counts are ratios, never nanoseconds. Refuses to compare unlike work: before anything is timed, all sides
//! must agree about the answers they are given.

use std::error::Error;
use std::process::ExitCode;

use crate::arguments::{Arguments, Mode};
use crate::harness::Effort;

mod arguments;
mod cases;
mod durable;
mod engine;
mod form;
mod growth;
mod handwritten;
mod harness;
mod mcp;
mod memory;
mod peer;
mod service;
mod term;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if service::be_the_server()? {
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(mistake) => {
            eprintln!("{mistake}\n\n{}", arguments::USAGE);
            return Ok(ExitCode::from(2));
        }
    };
    let setup = cases::Setup::new()?;
    let scales = growth::scales()?;
    let mut races = cases::all(&setup);
    let mut series = growth::all(&scales);
    let effort = match arguments.mode {
        Mode::Profile(name) => {
            match harness::find(&mut races, &name).or_else(|| harness::find(&mut series, &name)) {
                Some(contender) => harness::repeat(contender),
                None if mcp::profile(&name)? => {}
                None => return Err(format!("nothing is called {name}").into()),
            }
            return Ok(ExitCode::SUCCESS);
        }
        Mode::Full => Effort::FULL,
        Mode::Quick => Effort::QUICK,
    };
    let wanted = |name: &str| name.contains(&arguments.filter);
    let mut met = true;
    for race in races.iter_mut().filter(|race| wanted(race.name)) {
        met &= harness::compare(race, effort);
    }
    for race in series.iter_mut().filter(|race| wanted(race.name)) {
        met &= harness::compare_growth(race, effort);
    }
    met &= engine::run(&wanted, effort)?;
    met &= durable::run(&wanted, effort)?;
    met &= mcp::run(&wanted, effort)?;
    met &= service::run(&wanted, effort)?;
    met &= term::run(&wanted, effort)?;
    // A brief run is too noisy to fail anyone.
    let failed = !met && effort == Effort::FULL;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
