//! The wizard without a terminal: keys in as a terminal sends them, screens out as text.

mod conversations;
mod hostile;
mod screens;

use askwell_form::{Date, Form};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::{Effect, Event, Wizard};
use crate::asker::{Asker, Patient};
use crate::files;
use crate::look::{Colours, Look, Signs};
use crate::outcome::Outcome;
use crate::session::Session;
use crate::terminal::keys::Parser;

const LOOK: Look = Look { colours: Colours::Sixteen, signs: Signs::Unicode };

/// Types as at a terminal, until the form ends or the keys do. A `|` is a moment of rest, which makes an escape before
/// it a key of its own.
fn type_keys(wizard: &mut Wizard, asker: &mut dyn Asker, bytes: &[u8]) -> Option<Outcome> {
    bytes
        .split(|byte| *byte == b'|')
        .fold(None, |outcome, part| outcome.or_else(|| type_part(wizard, asker, part)))
}

fn type_part(wizard: &mut Wizard, asker: &mut dyn Asker, bytes: &[u8]) -> Option<Outcome> {
    let mut parser = Parser::default();
    let mut keys = parser.push(bytes);
    keys.extend(parser.flush());
    let mut effect = wizard.begin();
    let mut keys = keys.into_iter();
    loop {
        effect = match effect {
            Effect::Nothing => wizard.update(Event::Key(keys.next()?)),
            Effect::End(outcome) => return Some(outcome),
            Effect::List(folder) => wizard.update(Event::Listed(files::list(&folder))),
            Effect::Read(path, kind) => wizard.update(Event::Read(files::read(&path, &kind))),
            Effect::Extend => {
                asker.extend();
                wizard.update(Event::Looked(asker.waiting()))
            }
            Effect::Suspend => Effect::Nothing,
            Effect::Send(answers) => {
                let reception = asker.submit(&answers);
                wizard.update(Event::Received(answers, reception))
            }
        };
    }
}

fn wizard(form: &str) -> Wizard {
    let session = Session::new(Form::parse(form).unwrap());
    Wizard::on_day(session, LOOK, Date::parse("2026-02-27").ok())
}

/// What is on the screen, without the spaces at the ends of lines.
fn screen(wizard: &Wizard, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| wizard.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let mut lines = Vec::new();
    for y in 0..height {
        let mut line = String::new();
        let mut skip = 0;
        for x in 0..width {
            let symbol = buffer[(x, y)].symbol();
            if skip == 0 {
                line.push_str(symbol);
            }
            skip = if skip > 0 { skip - 1 } else { crate::text::width(symbol).saturating_sub(1) };
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The whole of a form in one go: for tests that only want the end.
fn outcome(form: &str, bytes: &[u8]) -> Option<Outcome> {
    type_keys(&mut wizard(form), &mut Patient, bytes)
}
