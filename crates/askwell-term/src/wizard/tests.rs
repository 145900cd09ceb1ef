//! Tests of the wizard without a terminal: keys as a terminal sends them, screens as text.

mod dialogs;
mod hostile;
mod screens;
mod styles;

use askwell_form::{Date, Form};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::{Effect, Wizard, WizardEvent};
use crate::asker::{Asker, NoDeadline};
use crate::local_files;
use crate::outcome::Outcome;
use crate::session::FormSession;
use crate::terminal::keys::KeyParser;
use crate::theme::{Colours, Symbols, Theme};

const LOOK: Theme = Theme { colours: Colours::Sixteen, symbols: Symbols::Unicode };

/// Types until the form ends or the keys do. A `|` is a pause, which makes an escape before it a
/// key of its own.
fn type_keys(wizard: &mut Wizard, asker: &mut dyn Asker, bytes: &[u8]) -> Option<Outcome> {
    bytes
        .split(|byte| *byte == b'|')
        .fold(None, |outcome, part| outcome.or_else(|| type_part(wizard, asker, part)))
}

fn type_part(wizard: &mut Wizard, asker: &mut dyn Asker, bytes: &[u8]) -> Option<Outcome> {
    let mut parser = KeyParser::default();
    let mut keys = parser.push(bytes);
    keys.extend(parser.flush());
    let mut effect = wizard.begin();
    let mut keys = keys.into_iter();
    loop {
        effect = match effect {
            Effect::Nothing => wizard.update(WizardEvent::Key(keys.next()?)),
            Effect::End(outcome) => return Some(outcome),
            Effect::ListFolder(folder) => {
                wizard.update(WizardEvent::FolderListed(local_files::list(&folder)))
            }
            Effect::ReadFile(path, kind) => {
                wizard.update(WizardEvent::FileRead(local_files::read(&path, &kind)))
            }
            Effect::Extend => {
                asker.extend_deadline();
                wizard.update(WizardEvent::WaitStatus(asker.wait_status()))
            }
            Effect::Suspend => Effect::Nothing,
            Effect::Send(answers) => {
                let reception = asker.submit(&answers);
                wizard.update(WizardEvent::Submitted(answers, reception))
            }
        };
    }
}

fn wizard(form: &str) -> Wizard {
    let session = FormSession::new(Form::parse(form).unwrap());
    Wizard::on_day(session, LOOK, Date::parse("2026-02-27").ok())
}

/// Returns the screen without trailing spaces.
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
            skip = if skip > 0 { skip - 1 } else { crate::safe_text::width(symbol).saturating_sub(1) };
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// Runs a whole form and returns only its outcome.
fn outcome(form: &str, bytes: &[u8]) -> Option<Outcome> {
    type_keys(&mut wizard(form), &mut NoDeadline, bytes)
}
