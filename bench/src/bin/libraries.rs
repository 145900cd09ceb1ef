//! Measures the libraries, with the system's allocator.

use std::error::Error;
use std::process::ExitCode;

use askwell_bench::Part;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    askwell_bench::run(Part::Libraries)
}
