//! Measures the form language, the engine, the store, MCP, the service, the gateway and the terminal beside their peers: `cargo xtask
//! bench [FILTER] [--quick]`.
//!
//! Two programs, which differ in nothing but their allocator: what runs inside other people's programs is measured
//! with the system's, what runs as `askwell` with that of `askwell`. The peers always have the same.
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
mod cluster;
mod distinct;
mod durable;
mod engine;
mod form;
mod gateway;
mod growth;
mod handwritten;
mod harness;
mod mcp;
mod memory;
mod peer;
mod service;
mod state;
mod term;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What is linked into other people's programs.
    Libraries,
    /// What runs as the program `askwell`.
    Program,
}

/// Reads the command line, measures, and fails if a target was missed.
///
/// # Errors
/// When something cannot be measured.
pub fn run(part: Part) -> Result<ExitCode, Box<dyn Error>> {
    if service::be_the_server()? || gateway::be_the_server()? || gateway::be_the_byte_copier()? {
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(mistake) => {
            eprintln!("{mistake}\n\n{}", arguments::USAGE);
            return Ok(ExitCode::from(2));
        }
    };
    match part {
        Part::Libraries => libraries(arguments),
        Part::Program => program(arguments),
    }
}

fn libraries(arguments: Arguments) -> Result<ExitCode, Box<dyn Error>> {
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
    met &= cluster::run(&wanted, effort)?;
    met &= distinct::run(&wanted, effort)?;
    met &= mcp::run(&wanted, effort)?;
    met &= state::run(&wanted, effort)?;
    Ok(verdict(met, effort))
}

fn program(arguments: Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let effort = match arguments.mode {
        Mode::Profile(name) => return Err(format!("nothing here is called {name}").into()),
        Mode::Full => Effort::FULL,
        Mode::Quick => Effort::QUICK,
    };
    let wanted = |name: &str| name.contains(&arguments.filter);
    let mut met = service::run(&wanted, effort)?;
    met &= gateway::run(&wanted, effort)?;
    met &= term::run(&wanted, effort)?;
    Ok(verdict(met, effort))
}

/// A brief run is too noisy to fail anyone.
fn verdict(met: bool, effort: Effort) -> ExitCode {
    if met || effort == Effort::QUICK { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
