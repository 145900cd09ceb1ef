//! `askwell open`: opens the inbox of a running service in the browser.

use anyhow::Result;

use crate::ExitReason;
use crate::arguments::OpenArguments;
use crate::browser;
use crate::console::Console;
use crate::remote::{Service, explain};
use crate::safe_text;

pub(crate) fn run(arguments: &OpenArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    // A browser would only show that there is no connection.
    service.with_progress_message(console, || service.run(service.client().timeouts())).map_err(explain)?;
    let inbox = format!("{}/inbox", service.address());
    if arguments.print {
        console.print_data(format!("{inbox}\n").as_bytes())?;
    } else if browser::open(&inbox) {
        console.print_report(&format!("opened in your browser: {}", safe_text::line(&inbox)));
    } else {
        console.print_report(&format!("open this link: {}", safe_text::line(&inbox)));
        console.print_report("in the terminal: askwell inbox");
    }
    Ok(ExitReason::Success)
}
