//! `askwell inbox`: what waits for an answer at a running service, live.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::Result;
use askwell_term::{Inbox, InboxEntry, Outcome, pick_from_inbox};

use crate::Verdict;
use crate::answer::{answer, interrupted, look, manner};
use crate::arguments::InboxArguments;
use crate::asked_by::program_name;
use crate::console::Console;
use crate::remote::events::{News, listen};
use crate::remote::{CallError, Service, Waiting};
use crate::shown;

pub(crate) fn run(arguments: &InboxArguments, console: &Console) -> Result<Verdict> {
    let service = Service::new(&arguments.service)?;
    let look_up = || service.patiently(console, || service.open());
    if arguments.list {
        let lines = look_up()?.iter().map(line).collect::<String>();
        console.print_text(&lines)?;
        return Ok(Verdict::Fine);
    }
    let mut desk =
        Desk { news: listen(&service), waiting: look_up()?, service: service.clone(), lost: false };
    let manner = manner(arguments.plain);
    loop {
        let picked = match pick_from_inbox(&mut desk, manner, look(console)) {
            Ok(picked) => picked,
            Err(error) => return Err(interrupted(error)?),
        };
        let Some(id) = picked else { return Ok(Verdict::Fine) };
        match answer(&service, &id, manner, console) {
            Ok(Outcome::Closed(sentence)) => console.warning(&shown::line(&sentence)),
            Ok(_) => {}
            Err(error) if error.downcast_ref::<CallError>().is_some() => {
                console.warning(&format!("{error:#}"));
            }
            Err(error) => return Err(error),
        }
        desk.look_again();
    }
}

/// One to a line, with tabs between: for programs as well.
fn line(entry: &Waiting) -> String {
    let left = entry.left().map_or_else(|| "-".to_owned(), |left| left.as_secs().to_string());
    let [id, mode, prompt] = [&entry.id, &entry.mode, &entry.prompt].map(|text| shown::line(text));
    let client = entry.client.as_deref().map_or_else(|| "-".to_owned(), shown::line);
    format!("{id}\t{left}\t{mode}\t{prompt}\t{client}\n")
}

/// What waits, kept up to date by what the service tells.
struct Desk {
    service: Service,
    news: Receiver<News>,
    waiting: Vec<Waiting>,
    lost: bool,
}

impl Desk {
    fn look_again(&mut self) {
        match self.service.open() {
            Ok(waiting) => {
                self.waiting = waiting;
                self.lost = false;
            }
            Err(_) => self.lost = true,
        }
    }
}

impl Inbox for Desk {
    fn entries(&mut self) -> Vec<InboxEntry> {
        let mut stale = false;
        while let Ok(news) = self.news.try_recv() {
            match news {
                News::Lost => self.lost = true,
                News::Listening | News::Happened { .. } => stale = true,
            }
        }
        if stale {
            self.look_again();
        }
        let offer = |entry: &Waiting| InboxEntry {
            id: entry.id.clone(),
            title: entry.prompt.clone(),
            note: note(entry),
        };
        self.waiting.iter().map(offer).collect()
    }

    fn heading(&mut self) -> String {
        let address = self.service.address();
        if self.lost {
            return format!("{address} does not answer; trying again");
        }
        match self.waiting.len() {
            1 => format!("1 form waits at {address}"),
            count => format!("{count} forms wait at {address}"),
        }
    }
}

fn note(entry: &Waiting) -> String {
    let mode = if entry.mode == "url" { Some("on a web page".to_owned()) } else { None };
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
