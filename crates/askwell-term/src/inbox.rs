//! The inbox: a live list of forms that a person selects from.
//!
//! Shows the list and returns the selected form. Opening it is up to the caller.

use askwell_locale::say;
use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::front_end::{FrontEnd, lock_terminal, select_front_end, terminal_words};
use crate::outcome::TermError;
use crate::plain::{Echo, LineInput, LineIo, WaitAction};
use crate::terminal::{Screen, TerminalEvent, lines::TerminalLines};
use crate::theme::{self, Theme};
use crate::wizard::blank;
use crate::wizard::key::Key;
use crate::{InputMode, Stdin, safe_text};

/// How often the list is refreshed.
const TICK: Duration = Duration::from_millis(250);

/// How many rows a page key moves.
const PAGE: usize = 10;

/// One form in the inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxEntry {
    /// Identifies the form for the caller.
    pub id: String,
    /// The title of the form.
    pub title: String,
    /// A note such as the time left, or who has it open.
    pub note: String,
}

/// Source of the forms that an inbox shows.
pub trait Inbox {
    /// Returns the current forms in display order.
    fn entries(&mut self) -> Vec<InboxEntry>;

    /// Returns the line above the list: where the forms come from, and whether that place can be
    /// reached.
    fn heading(&mut self) -> String;
}

/// Lets a person select a form and returns its id, or `None` if they leave. The list is refreshed
/// while it is shown.
///
/// # Errors
/// Returns an error if there is no terminal, if it goes away, or if a signal ends the program.
pub fn pick_from_inbox(
    inbox: &mut dyn Inbox,
    mode: InputMode,
    theme: Theme,
) -> Result<Option<String>, TermError> {
    let _terminal = lock_terminal();
    let _words = terminal_words().enter();
    match select_front_end(mode, Stdin::Free) {
        FrontEnd::Wizard => pick_on_screen(inbox, theme),
        FrontEnd::PlainAtTerminal => {
            pick_in_lines(inbox, &mut TerminalLines::at_terminal().map_err(TermError::Terminal)?)
        }
        FrontEnd::PlainOverPipe => {
            pick_in_lines(inbox, &mut TerminalLines::over_pipe().map_err(TermError::Terminal)?)
        }
    }
}

/// The list and its current row. Pure: takes keys, draws lines.
#[derive(Debug, Default)]
struct InboxList {
    heading: String,
    entries: Vec<InboxEntry>,
    at: usize,
}

/// What a key selected.
#[derive(Debug, PartialEq, Eq)]
enum PickResult {
    Nothing,
    LocalFile(String),
    Left,
}

impl InboxList {
    /// Replaces the list. The current form stays current if it is still listed. Returns whether
    /// something changed.
    fn refresh(&mut self, heading: String, entries: Vec<InboxEntry>) -> bool {
        let changed = self.entries != entries || self.heading != heading;
        let current = self.entries.get(self.at).map(|entry| entry.id.clone());
        let place = current.and_then(|id| entries.iter().position(|entry| entry.id == id));
        self.at = place.unwrap_or(self.at.min(entries.len().saturating_sub(1)));
        (self.heading, self.entries) = (heading, entries);
        changed
    }

    fn key(&mut self, key: &Key) -> PickResult {
        let last = self.entries.len().saturating_sub(1);
        match key {
            Key::Up | Key::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            Key::Down | Key::Tab => self.at = if self.at < last { self.at + 1 } else { 0 },
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::PageUp => self.at = self.at.saturating_sub(PAGE),
            Key::PageDown => self.at = (self.at + PAGE).min(last),
            Key::Enter | Key::Ctrl('j') => {
                return self
                    .entries
                    .get(self.at)
                    .map_or(PickResult::Nothing, |entry| PickResult::LocalFile(entry.id.clone()));
            }
            Key::Escape | Key::Char('q') | Key::Ctrl('c') => return PickResult::Left,
            _ => {}
        }
        PickResult::Nothing
    }

    fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let whole = frame.area();
        let columns = usize::from(whole.width).saturating_sub(2);
        let rows = usize::from(whole.height).saturating_sub(4);
        let sign = theme.symbol(theme::TITLE);
        let mut lines = vec![
            Line::from(vec![
                Span::styled(format!("{sign} "), theme.accent()),
                Span::styled(
                    safe_text::fit(&safe_text::line(&self.heading), columns.saturating_sub(2)),
                    theme.strong(),
                ),
            ]),
            Line::default(),
        ];
        if self.entries.is_empty() {
            lines.push(Line::styled(say("term-inbox-empty"), theme.faint()));
        }
        // If not all rows fit, the first and the last one tell how many lie beyond.
        let cut = self.entries.len() > rows;
        let rows = if cut { rows.saturating_sub(2).max(1) } else { rows };
        let first = (self.at + 1).saturating_sub(rows);
        let after = self.entries.len().saturating_sub(first + rows);
        let edge = |sign, count: usize| {
            let text = if count > 0 { theme.more(sign, count) } else { String::new() };
            Line::styled(text, theme.faint())
        };
        if cut {
            lines.push(edge(theme::MORE_UP, first));
        }
        for (row, entry) in self.entries.iter().enumerate().skip(first).take(rows) {
            let here = row == self.at;
            let pointer = if here { theme.symbol(theme::HERE) } else { " " };
            let note = safe_text::fit(&safe_text::line(&entry.note), columns / 2);
            let title_columns = columns.saturating_sub(safe_text::width(&note) + 5);
            let title = safe_text::fit(&safe_text::line(&entry.title), title_columns);
            let gap = title_columns.saturating_sub(safe_text::width(&title)) + 2;
            let style = if here { theme.picked() } else { ratatui::style::Style::new() };
            lines.push(Line::from(vec![
                Span::styled(format!("{pointer} "), theme.accent()),
                Span::styled(title, style),
                Span::raw(" ".repeat(gap)),
                Span::styled(note, theme.faint()),
            ]));
        }
        if cut {
            lines.push(edge(theme::MORE_DOWN, after));
        }
        let area = Rect { x: whole.x + 1, width: whole.width.saturating_sub(2), ..whole };
        frame.render_widget(Paragraph::new(lines), area);
        let between = format!(" {} ", theme.symbol(theme::BETWEEN));
        let keys = format!(
            "enter {}{between}up/down {}{between}esc {}",
            say("term-key-answer"),
            say("term-key-move"),
            say("term-key-leave")
        );
        let bottom = Rect { y: whole.height.saturating_sub(1), height: 1.min(whole.height), ..area };
        frame.render_widget(
            Paragraph::new(Line::styled(safe_text::fit(&keys, columns), theme.faint())),
            bottom,
        );
    }
}

fn pick_on_screen(inbox: &mut dyn Inbox, theme: Theme) -> Result<Option<String>, TermError> {
    let mut screen = Screen::take().map_err(TermError::Terminal)?;
    let mut display = blank(&screen).map_err(TermError::Terminal)?;
    let mut list = InboxList::default();
    let mut stale = true;
    loop {
        stale |= list.refresh(inbox.heading(), inbox.entries());
        let (width, height) = screen.size();
        if display.get_frame().area() != (Rect { x: 0, y: 0, width, height }) {
            display = blank(&screen).map_err(TermError::Terminal)?;
            stale = true;
        }
        if std::mem::take(&mut stale) {
            let drawn = display.draw(|frame| {
                list.draw(frame, theme);
                safe_text::cover_hidden(frame.buffer_mut());
            });
            drawn.map_err(TermError::Terminal)?;
        }
        match screen.wait(TICK).map_err(TermError::Terminal)? {
            TerminalEvent::Keys(keys) => {
                for key in keys {
                    match list.key(&key) {
                        PickResult::Nothing if key == Key::Ctrl('z') => {
                            screen.suspend().map_err(TermError::Terminal)?;
                            display = blank(&screen).map_err(TermError::Terminal)?;
                        }
                        PickResult::Nothing => {}
                        PickResult::LocalFile(id) => return Ok(Some(id)),
                        PickResult::Left => return Ok(None),
                    }
                }
                stale = true;
            }
            TerminalEvent::Nothing => {}
            TerminalEvent::Signal(signal) if signal == signal_hook::consts::SIGINT => return Ok(None),
            TerminalEvent::Signal(signal) => return Err(TermError::Interrupted(signal)),
        }
    }
}

/// Plain mode of the inbox: prints a numbered list and reads a number.
fn pick_in_lines(inbox: &mut dyn Inbox, lines: &mut dyn LineIo) -> Result<Option<String>, TermError> {
    loop {
        let shown = inbox.entries();
        let mut out = format!("\n{}\n", safe_text::line(&inbox.heading()));
        if shown.is_empty() {
            out += &format!("  {}\n", say("term-inbox-empty"));
        }
        for (number, entry) in (1..).zip(&shown) {
            let note = safe_text::line(&entry.note);
            let note = if note.is_empty() { note } else { format!(" ({note})") };
            out += &format!("  {number}. {}{note}\n", safe_text::line(&entry.title));
        }
        out += &format!("{}\n", say("term-inbox-choose"));
        lines.write(&out)?;
        let line =
            match lines.read_line(&format!("{} ", say("term-plain-answer")), Echo::Visible, &mut || {
                WaitAction::Continue
            })? {
                LineInput::Line(line) => line,
                LineInput::TooLate(_) | LineInput::Interrupted | LineInput::EndOfInput => return Ok(None),
            };
        match line.trim() {
            "" => {}
            "!" | "q" => return Ok(None),
            typed => {
                let place = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match place.and_then(|place| shown.get(place)) {
                    Some(entry) => return Ok(Some(entry.id.clone())),
                    None => lines.write(&format!("{}\n", say("term-plain-no-such-number")))?,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::{Inbox, InboxEntry, InboxList, PickResult, pick_in_lines};
    use crate::plain::PipedLines;
    use crate::theme::{Colours, Symbols, Theme};
    use crate::wizard::key::Key;

    fn entry(id: &str) -> InboxEntry {
        InboxEntry { id: id.to_owned(), title: format!("Form {id}\u{1b}[2J"), note: "4:59 left".to_owned() }
    }

    #[test]
    fn current_entry_stays_current_when_the_inbox_changes() {
        let mut list = InboxList::default();
        assert!(list.refresh("h".to_owned(), vec![entry("a"), entry("b")]));
        assert!(!list.refresh("h".to_owned(), vec![entry("a"), entry("b")]));
        list.key(&Key::Down);
        list.refresh("h".to_owned(), vec![entry("c"), entry("a"), entry("b")]);
        assert_eq!(list.key(&Key::Enter), PickResult::LocalFile("b".to_owned()));
        list.refresh("h".to_owned(), vec![entry("c")]);
        assert_eq!(list.key(&Key::Enter), PickResult::LocalFile("c".to_owned()));
        list.refresh("h".to_owned(), vec![]);
        assert_eq!(list.key(&Key::Enter), PickResult::Nothing);
        assert_eq!(list.key(&Key::Escape), PickResult::Left);
    }

    #[test]
    fn inbox_of_any_size_draws_no_control_characters() {
        let theme = Theme { colours: Colours::Sixteen, symbols: Symbols::Unicode };
        let mut list = InboxList::default();
        list.refresh("WaitStatus\u{202e}".to_owned(), (0..50).map(|n| entry(&n.to_string())).collect());
        for (width, height) in [(80, 24), (20, 5), (3, 2), (1, 1)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| list.draw(frame, theme)).unwrap();
            let cells = terminal.backend().buffer().content().iter();
            assert!(!cells.flat_map(|cell| cell.symbol().chars()).any(|c| c.is_control() || c == '\u{202e}'));
        }
    }

    #[test]
    fn list_longer_than_the_screen_counts_hidden_rows() {
        let theme = Theme { colours: Colours::None, symbols: Symbols::Unicode };
        let mut list = InboxList::default();
        list.refresh("WaitStatus".to_owned(), (0..50).map(|n| entry(&n.to_string())).collect());
        let seen = |list: &InboxList| {
            let mut terminal = Terminal::new(TestBackend::new(60, 14)).unwrap();
            terminal.draw(|frame| list.draw(frame, theme)).unwrap();
            let cells = terminal.backend().buffer().content().iter();
            cells.map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        let text = seen(&list);
        assert!(text.contains("↓ 42 more") && !text.contains('↑'), "{text}");
        (0..20).for_each(|_| drop(list.key(&Key::Down)));
        let text = seen(&list);
        assert!(
            text.contains("↑ 13 more") && text.contains("↓ 29 more") && text.contains("Form 20"),
            "{text}"
        );
        list.key(&Key::End);
        let text = seen(&list);
        assert!(text.contains("↑ 42 more") && !text.contains('↓') && text.contains("Form 49"), "{text}");
    }

    #[test]
    fn number_picks_an_entry_in_plain_mode() {
        struct Two;
        impl Inbox for Two {
            fn entries(&mut self) -> Vec<InboxEntry> {
                vec![entry("a"), entry("b")]
            }
            fn heading(&mut self) -> String {
                "Two wait".to_owned()
            }
        }
        for (lines, expected) in [("2\n", Some("b")), ("\n9\nx\n1\n", Some("a")), ("!\n", None), ("", None)] {
            let mut lines = PipedLines { input: lines.as_bytes(), output: Vec::new() };
            assert_eq!(pick_in_lines(&mut Two, &mut lines).unwrap().as_deref(), expected, "{lines:?}");
        }
    }
}
