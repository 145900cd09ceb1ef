//! `askwell inbox`: a live list of the open elicitations of a running service.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::Result;
use askwell_client::{Event, Mode};
use askwell_term::{Inbox, InboxEntry, Outcome, pick_from_inbox};

use crate::ExitReason;
use crate::answer::{answer, input_mode, interrupted, theme};
use crate::arguments::InboxArguments;
use crate::attribution::program_name;
use crate::console::Console;
use crate::remote::asker::Unanswerable;
use crate::remote::events::subscribe;
use crate::remote::{CallFailure, PendingElicitation, Service, explain};
use crate::safe_text;

pub(crate) fn run(arguments: &InboxArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let list_open = || service.with_progress_message(console, || service.list_open()).map_err(explain);
    if arguments.list {
        let lines = list_open()?.iter().map(line).collect::<String>();
        console.print_text(&lines)?;
        return Ok(ExitReason::Success);
    }
    let mut inbox = ServiceInbox {
        events: subscribe(&service),
        pending: list_open()?,
        service: service.clone(),
        disconnected: false,
    };
    let mode = input_mode(arguments.plain);
    loop {
        let picked = match pick_from_inbox(&mut inbox, mode, theme(console)) {
            Ok(picked) => picked,
            Err(error) => return Err(interrupted(error)?),
        };
        let Some(id) = picked else { return Ok(ExitReason::Success) };
        match answer(&service, &id, mode, console) {
            Ok(Outcome::Closed(sentence)) => console.warning(&safe_text::line(&sentence)),
            Ok(_) => {}
            Err(error) if error.is::<CallFailure>() || error.is::<Unanswerable>() => {
                console.warning(&format!("{error:#}"));
            }
            Err(error) => return Err(error),
        }
        inbox.refresh();
    }
}

/// Returns an elicitation as one line with tabs, also for programs.
fn line(entry: &PendingElicitation) -> String {
    let left = entry.left().map_or_else(|| "-".to_owned(), |left| left.as_secs().to_string());
    let [id, prompt] = [&entry.id, &entry.prompt].map(|text| safe_text::line(text));
    let mode = entry.mode.as_str();
    let client = entry.client.as_deref().map_or_else(|| "-".to_owned(), safe_text::line);
    format!("{id}\t{left}\t{mode}\t{prompt}\t{client}\n")
}

/// The open elicitations, updated by events of the service.
struct ServiceInbox {
    service: Service,
    events: Receiver<Event>,
    pending: Vec<PendingElicitation>,
    disconnected: bool,
}

impl ServiceInbox {
    fn refresh(&mut self) {
        match self.service.list_open() {
            Ok(pending) => {
                self.pending = pending;
                self.disconnected = false;
            }
            Err(_) => self.disconnected = true,
        }
    }
}

impl Inbox for ServiceInbox {
    fn entries(&mut self) -> Vec<InboxEntry> {
        let mut stale = false;
        while let Ok(events) = self.events.try_recv() {
            match events {
                Event::Disconnected => self.disconnected = true,
                _ => stale = true,
            }
        }
        if stale {
            self.refresh();
        }
        let inbox_entry = |entry: &PendingElicitation| InboxEntry {
            id: entry.id.clone(),
            title: entry.prompt.clone(),
            note: note(entry),
        };
        self.pending.iter().map(inbox_entry).collect()
    }

    fn heading(&mut self) -> String {
        let address = self.service.address();
        if self.disconnected {
            return format!("{address} does not answer; trying again");
        }
        match self.pending.len() {
            1 => format!("1 form waits at {address}"),
            count => format!("{count} forms wait at {address}"),
        }
    }
}

fn note(entry: &PendingElicitation) -> String {
    let mode = if entry.mode == Mode::Url { Some("on a web page".to_owned()) } else { None };
    let claimed = entry.claimed_by.as_ref().map(|name| format!("{name} is at it"));
    let left = entry.left().map(time_left);
    let asker = entry.client.as_deref().filter(|client| *client != "local").map(program_name);
    let parts: Vec<String> = asker.into_iter().chain(mode).chain(claimed).chain(left).collect();
    parts.join(", ")
}

fn time_left(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..120 => format!("{seconds} s left"),
        seconds @ 120..7200 => format!("{} min left", seconds / 60),
        seconds => format!("{} h left", seconds / 3600),
    }
}
