//! The event loop of the wizard: reads keys, draws frames, reads files, submits answers.

use std::io;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

use super::{Effect, Wizard, WizardEvent};
use crate::asker::{Asker, WaitStatus};
use crate::local_files;
use crate::outcome::{Outcome, TermError};
use crate::safe_text;
use crate::session::FormSession;
use crate::terminal::frame_writer::FrameWriter;
use crate::terminal::{Screen, TerminalEvent};
use crate::theme::Theme;

/// How long to wait for keys before the time left is checked again.
const TICK: Duration = Duration::from_millis(250);

pub(crate) type Display = Terminal<CrosstermBackend<FrameWriter>>;

/// Runs a form on the full screen. Returns the session with all entries.
pub(crate) fn run(
    session: FormSession,
    asker: &mut dyn Asker,
    theme: Theme,
) -> (FormSession, Result<Outcome, TermError>) {
    let mut wizard = Wizard::new(session, theme);
    let outcome = run_wizard(&mut wizard, asker);
    (wizard.into_session(), outcome)
}

fn run_wizard(wizard: &mut Wizard, asker: &mut dyn Asker) -> Result<Outcome, TermError> {
    let mut screen = Screen::take().map_err(TermError::Terminal)?;
    let mut display = blank(&screen).map_err(TermError::Terminal)?;
    wizard.without_answer = asker.without_answer();
    let mut effect = wizard.begin();
    if let Effect::Nothing = effect {
        effect = wizard.update(WizardEvent::WaitStatus(asker.wait_status()));
    }
    loop {
        match perform(effect, wizard, asker, &mut screen, &mut display)? {
            Some(outcome) => return Ok(outcome),
            None => show(wizard, &screen, &mut display).map_err(TermError::Terminal)?,
        }
        effect = next(wizard, asker, &mut screen, &mut display)?;
    }
}

/// Waits for an event that leads to an outcome.
fn next(
    wizard: &mut Wizard,
    asker: &mut dyn Asker,
    screen: &mut Screen,
    display: &mut Display,
) -> Result<Effect, TermError> {
    loop {
        let waiting = asker.wait_status();
        let tick = match &waiting {
            WaitStatus::TimeLeft { time, .. } => TICK.min(*time + Duration::from_millis(1)),
            _ => TICK,
        };
        let over = !matches!(waiting, WaitStatus::NoDeadline | WaitStatus::TimeLeft { .. });
        let changed = wizard.waiting != waiting;
        let effect = wizard.update(WizardEvent::WaitStatus(waiting));
        if over {
            return Ok(effect);
        }
        if changed {
            show(wizard, screen, display).map_err(TermError::Terminal)?;
        }
        match screen.wait(tick).map_err(TermError::Terminal)? {
            TerminalEvent::Keys(keys) => {
                for key in keys {
                    let effect = wizard.update(WizardEvent::Key(key));
                    // Keys that were typed ahead are dropped only if the form ends before them.
                    if let Some(outcome) = perform(effect, wizard, asker, screen, display)? {
                        return Ok(Effect::End(outcome));
                    }
                }
                return Ok(Effect::Nothing);
            }
            TerminalEvent::Nothing => {
                if display.get_frame().area() != area(screen) {
                    return Ok(Effect::Nothing);
                }
            }
            TerminalEvent::Signal(signal) if signal == signal_hook::consts::SIGINT => {
                return Ok(Effect::End(Outcome::Aborted));
            }
            TerminalEvent::Signal(signal) => return Err(TermError::Interrupted(signal)),
        }
    }
}

/// Performs an effect and those that follow from it.
fn perform(
    mut effect: Effect,
    wizard: &mut Wizard,
    asker: &mut dyn Asker,
    screen: &mut Screen,
    display: &mut Display,
) -> Result<Option<Outcome>, TermError> {
    loop {
        effect = match effect {
            Effect::Nothing => return Ok(None),
            Effect::End(outcome) => return Ok(Some(outcome)),
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
            Effect::Suspend => {
                screen.suspend().map_err(TermError::Terminal)?;
                *display = blank(screen).map_err(TermError::Terminal)?;
                Effect::Nothing
            }
            Effect::Send(answers) => {
                show(wizard, screen, display).map_err(TermError::Terminal)?;
                let reception = asker.submit(&answers);
                wizard.update(WizardEvent::Submitted(answers, reception))
            }
        };
    }
}

/// Returns an empty screen to draw on.
pub(crate) fn blank(screen: &Screen) -> io::Result<Display> {
    let writer = FrameWriter::new(screen.device.try_clone()?);
    // The size is that of the terminal in use; stdout may be a pipe.
    let viewport = Viewport::Fixed(area(screen));
    let mut backend = CrosstermBackend::new(writer);
    backend.clear()?;
    Terminal::with_options(backend, TerminalOptions { viewport })
}

fn area(screen: &Screen) -> Rect {
    let (width, height) = screen.size();
    Rect { x: 0, y: 0, width, height }
}

fn show(wizard: &Wizard, screen: &Screen, display: &mut Display) -> io::Result<()> {
    if display.get_frame().area() != area(screen) {
        // Resizing would ask the terminal for its cursor position and wait for the reply among the
        // keys.
        *display = blank(screen)?;
    }
    display.draw(|frame| {
        wizard.draw(frame);
        safe_text::cover_hidden(frame.buffer_mut());
    })?;
    Ok(())
}
