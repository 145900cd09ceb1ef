//! Measures what runs as the program `askwell`, with its allocator.

use std::error::Error;
use std::process::ExitCode;

use askwell_bench::Part;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    askwell_bench::run(Part::Program)
}
