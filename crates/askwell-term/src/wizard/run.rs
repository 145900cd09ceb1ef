//! The loop around the wizard: keys in, pictures out, files read, answers handed over.

use std::io;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

use super::{Effect, Event, Wizard};
use crate::asker::{Asker, Waiting};
use crate::files;
use crate::look::Look;
use crate::outcome::{Outcome, TermError};
use crate::session::Session;
use crate::terminal::frames::Frames;
use crate::terminal::{Input, Screen};
use crate::text;

/// A countdown moves every second; without one there is less to see.
const TICK: Duration = Duration::from_millis(250);

pub(crate) type Display = Terminal<CrosstermBackend<Frames>>;

/// Goes through a form with a person, on the whole screen. The session is given back as it was left.
pub(crate) fn run(
    session: Session,
    asker: &mut dyn Asker,
    look: Look,
) -> (Session, Result<Outcome, TermError>) {
    let mut wizard = Wizard::new(session, look);
    let outcome = run_wizard(&mut wizard, asker);
    (wizard.into_session(), outcome)
}

fn run_wizard(wizard: &mut Wizard, asker: &mut dyn Asker) -> Result<Outcome, TermError> {
    let mut screen = Screen::take().map_err(TermError::Terminal)?;
    let mut display = blank(&screen).map_err(TermError::Terminal)?;
    let mut effect = wizard.begin();
    if let Effect::Nothing = effect {
        effect = wizard.update(Event::Looked(asker.waiting()));
    }
    loop {
        match perform(effect, wizard, asker, &mut screen, &mut display)? {
            Some(outcome) => return Ok(outcome),
            None => show(wizard, &screen, &mut display).map_err(TermError::Terminal)?,
        }
        effect = next(wizard, asker, &mut screen, &mut display)?;
    }
}

/// Waits for something that has to be acted upon.
fn next(
    wizard: &mut Wizard,
    asker: &mut dyn Asker,
    screen: &mut Screen,
    display: &mut Display,
) -> Result<Effect, TermError> {
    loop {
        let waiting = asker.waiting();
        let tick = match &waiting {
            Waiting::Left { time, .. } => TICK.min(*time + Duration::from_millis(1)),
            _ => TICK,
        };
        let over = !matches!(waiting, Waiting::Unhurried | Waiting::Left { .. });
        let changed = wizard.waiting != waiting;
        let effect = wizard.update(Event::Looked(waiting));
        if over {
            return Ok(effect);
        }
        if changed {
            show(wizard, screen, display).map_err(TermError::Terminal)?;
        }
        match screen.wait(tick).map_err(TermError::Terminal)? {
            Input::Keys(keys) => {
                for key in keys {
                    let effect = wizard.update(Event::Key(key));
                    // What was typed ahead is dropped only if the form ends before it.
                    if let Some(outcome) = perform(effect, wizard, asker, screen, display)? {
                        return Ok(Effect::End(outcome));
                    }
                }
                return Ok(Effect::Nothing);
            }
            Input::Nothing => {
                if display.get_frame().area() != area(screen) {
                    return Ok(Effect::Nothing);
                }
            }
            Input::Signal(signal) if signal == signal_hook::consts::SIGINT => {
                return Ok(Effect::End(Outcome::BrokenOff));
            }
            Input::Signal(signal) => return Err(TermError::Interrupted(signal)),
        }
    }
}

/// Does what the wizard wants; each may lead to something else that it wants.
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
            Effect::List(folder) => wizard.update(Event::Listed(files::list(&folder))),
            Effect::Read(path, kind) => wizard.update(Event::Read(files::read(&path, &kind))),
            Effect::Extend => {
                asker.extend();
                wizard.update(Event::Looked(asker.waiting()))
            }
            Effect::Suspend => {
                screen.suspend().map_err(TermError::Terminal)?;
                *display = blank(screen).map_err(TermError::Terminal)?;
                Effect::Nothing
            }
            Effect::Send(answers) => {
                show(wizard, screen, display).map_err(TermError::Terminal)?;
                let reception = asker.submit(&answers);
                wizard.update(Event::Received(answers, reception))
            }
        };
    }
}

/// An empty screen to draw on.
pub(crate) fn blank(screen: &Screen) -> io::Result<Display> {
    let writer = Frames::to(screen.device.try_clone()?);
    // The size comes from the terminal that we hold, not from whatever stdout is.
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
        // Resizing would ask the terminal where its cursor is, and wait for an answer among the keys.
        *display = blank(screen)?;
    }
    display.draw(|frame| {
        wizard.draw(frame);
        text::cover_hidden(frame.buffer_mut());
    })?;
    Ok(())
}
