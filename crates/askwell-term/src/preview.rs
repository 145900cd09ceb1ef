//! Shows a form as text the way the terminal does, for tools that help to write forms.
//!
//! Reads no input and touches no terminal. Nothing is answered here: every step is shown with the values of the session
//! and then left.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use crate::plain;
use crate::session::{FormSession, Step};
use crate::theme::Theme;
use crate::wizard::Wizard;
use crate::wizard::key::Key;

/// The most steps that are shown.
const MAX_STEPS: usize = 40;

/// Returns the screens of the wizard, one for each step and the review, of at most 40 steps. The lines of a screen
/// have no trailing blanks.
#[must_use]
pub fn preview_wizard(session: FormSession, theme: Theme, columns: u16, rows: u16) -> Vec<String> {
    let mut wizard = Wizard::on_day(session, theme, None);
    let mut screens = Vec::new();
    for _ in 0..MAX_STEPS {
        let Some(screen) = draw(&wizard, columns, rows) else { break };
        screens.push(screen);
        if wizard.step() == Step::Review {
            break;
        }
        wizard.press(Key::Ctrl('n'));
    }
    screens
}

/// Returns what plain mode prints for the same steps, without a line for what would be typed.
#[must_use]
pub fn preview_plain(mut session: FormSession) -> String {
    let mut out = plain::header(&session);
    for _ in 0..MAX_STEPS {
        match session.current() {
            Step::Field(index) => out += &plain::field_text(&session, index),
            Step::Review => {
                out += &plain::review_text(&session);
                break;
            }
        }
        session.skip();
    }
    out
}

/// Draws the current screen. Returns nothing if it has no size.
fn draw(wizard: &Wizard, columns: u16, rows: u16) -> Option<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).ok()?;
    terminal.draw(|frame| wizard.draw(frame)).ok()?;
    Some(lines(terminal.backend().buffer()))
}

fn lines(buffer: &Buffer) -> String {
    let area = buffer.area();
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let row = (area.left()..area.right()).filter_map(|x| buffer.cell((x, y)));
        let mut line = String::new();
        let mut covered = 0;
        for cell in row {
            // A wide character covers the cells after it.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            covered = crate::safe_text::width(cell.symbol()).saturating_sub(1);
            line += cell.symbol();
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use serde_json::json;

    use super::{preview_plain, preview_wizard};
    use crate::session::FormSession;
    use crate::theme::{Colours, Symbols, Theme};

    const THEME: Theme = Theme { colours: Colours::None, symbols: Symbols::Ascii };

    fn form() -> Form {
        Form::parse(
            r#"{"id": "a", "title": "Order 日本", "fields": [
                {"id": "size", "type": "text", "label": "Size", "required": true},
                {"id": "gift", "type": "boolean", "label": "Gift"},
                {"id": "note", "type": "text", "label": "Note", "rendering":
                    {"conditionalDisplay": {"operator": "equals", "field": "gift", "value": true}}}
            ]}"#,
        )
        .unwrap()
    }

    #[test]
    fn every_step_and_the_review_are_shown_without_answers() {
        let screens = preview_wizard(FormSession::new(form()), THEME, 80, 24);
        assert_eq!(screens.len(), 3, "{screens:#?}");
        assert!(screens.iter().all(|screen| screen.contains("Order 日本")), "{screens:#?}");
        assert!(screens[0].contains("Size") && screens[1].contains("Gift"), "{screens:#?}");
        let plain = preview_plain(FormSession::new(form()));
        assert!(plain.contains("Size") && plain.contains("Gift") && !plain.contains("Note"), "{plain}");
    }

    #[test]
    fn values_decide_which_fields_are_shown() {
        let session = || FormSession::with_values(form(), &json!({"size": "XL", "gift": true}));
        assert_eq!(preview_wizard(session(), THEME, 80, 24).len(), 4);
        let plain = preview_plain(session());
        assert!(plain.contains("Note") && plain.contains("XL"), "{plain}");
    }

    #[test]
    fn screens_without_room_are_still_text() {
        for (columns, rows) in [(0, 0), (1, 1), (19, 5)] {
            let screens = preview_wizard(FormSession::new(form()), THEME, columns, rows);
            assert_eq!(screens.len(), 3, "{columns}×{rows}");
        }
    }
}
