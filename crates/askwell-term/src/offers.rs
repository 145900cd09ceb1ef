//! Several forms to choose from, as they come and go: what an inbox shows.
//!
//! Shows and picks; what happens to the one that was picked is for the caller.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::front::{Front, alone, chosen};
use crate::look::{self, Look};
use crate::outcome::TermError;
use crate::plain::{Heard, Patience, Person, Privacy};
use crate::terminal::{Input, Screen, lines::Lines};
use crate::wizard::blank;
use crate::wizard::key::Key;
use crate::{Manner, Stdin, text};

/// How often to look whether something has come or gone.
const TICK: Duration = Duration::from_millis(250);

/// How far a page key goes.
const PAGE: usize = 10;

/// One form to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What it goes by.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// How long it waits, who is at it.
    pub note: String,
}

/// What is on offer now, and what to say above it.
pub trait Offers {
    /// In the order to show them.
    fn now(&mut self) -> Vec<Offer>;

    /// One line: where they come from, and whether that can be reached.
    fn heading(&mut self) -> String;
}

/// Lets a person choose; nothing, if they leave. The list is live: it changes while it is looked at.
///
/// # Errors
/// If there is no terminal, or it goes away, or the program is told to end.
pub fn pick(offers: &mut dyn Offers, manner: Manner, look: Look) -> Result<Option<String>, TermError> {
    let _alone = alone();
    match chosen(manner, Stdin::Free) {
        Front::Wizard => pick_on_screen(offers, look),
        Front::PlainAtTerminal => {
            pick_in_lines(offers, &mut Lines::at_terminal().map_err(TermError::Terminal)?)
        }
        Front::PlainOverPipe => pick_in_lines(offers, &mut Lines::over_pipe().map_err(TermError::Terminal)?),
    }
}

/// The list, and what is picked in it. Pure: keys in, lines out.
#[derive(Debug, Default)]
struct List {
    heading: String,
    offers: Vec<Offer>,
    at: usize,
}

/// What came of a key.
#[derive(Debug, PartialEq, Eq)]
enum Pick {
    Nothing,
    Picked(String),
    Left,
}

impl List {
    /// Takes in what is on offer now; whatever was at hand stays so, if it is still there.
    fn refresh(&mut self, heading: String, offers: Vec<Offer>) -> bool {
        let changed = self.offers != offers || self.heading != heading;
        let at_hand = self.offers.get(self.at).map(|offer| offer.id.clone());
        let place = at_hand.and_then(|id| offers.iter().position(|offer| offer.id == id));
        self.at = place.unwrap_or(self.at.min(offers.len().saturating_sub(1)));
        (self.heading, self.offers) = (heading, offers);
        changed
    }

    fn key(&mut self, key: &Key) -> Pick {
        let last = self.offers.len().saturating_sub(1);
        match key {
            Key::Up | Key::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            Key::Down | Key::Tab => self.at = if self.at < last { self.at + 1 } else { 0 },
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::PageUp => self.at = self.at.saturating_sub(PAGE),
            Key::PageDown => self.at = (self.at + PAGE).min(last),
            Key::Enter | Key::Ctrl('j') => {
                return self
                    .offers
                    .get(self.at)
                    .map_or(Pick::Nothing, |offer| Pick::Picked(offer.id.clone()));
            }
            Key::Escape | Key::Char('q') | Key::Ctrl('c') => return Pick::Left,
            _ => {}
        }
        Pick::Nothing
    }

    fn draw(&self, frame: &mut Frame<'_>, look: Look) {
        let whole = frame.area();
        let columns = usize::from(whole.width).saturating_sub(2);
        let rows = usize::from(whole.height).saturating_sub(4);
        let sign = look.sign(look::TITLE);
        let mut lines = vec![
            Line::from(vec![
                Span::styled(format!("{sign} "), look.accent()),
                Span::styled(text::fit(&text::line(&self.heading), columns.saturating_sub(2)), look.strong()),
            ]),
            Line::default(),
        ];
        if self.offers.is_empty() {
            lines.push(Line::styled("Nothing waits for an answer.", look.faint()));
        }
        // Where not all fit, the first and the last row say how many there are beyond.
        let cut = self.offers.len() > rows;
        let rows = if cut { rows.saturating_sub(2).max(1) } else { rows };
        let first = (self.at + 1).saturating_sub(rows);
        let after = self.offers.len().saturating_sub(first + rows);
        let edge = |sign, count: usize| {
            let text = if count > 0 { look.more(sign, count) } else { String::new() };
            Line::styled(text, look.faint())
        };
        if cut {
            lines.push(edge(look::MORE_UP, first));
        }
        for (row, offer) in self.offers.iter().enumerate().skip(first).take(rows) {
            let here = row == self.at;
            let pointer = if here { look.sign(look::HERE) } else { " " };
            let note = text::fit(&text::line(&offer.note), columns / 2);
            let title_columns = columns.saturating_sub(text::width(&note) + 5);
            let title = text::fit(&text::line(&offer.title), title_columns);
            let gap = title_columns.saturating_sub(text::width(&title)) + 2;
            let style = if here { look.picked() } else { ratatui::style::Style::new() };
            lines.push(Line::from(vec![
                Span::styled(format!("{pointer} "), look.accent()),
                Span::styled(title, style),
                Span::raw(" ".repeat(gap)),
                Span::styled(note, look.faint()),
            ]));
        }
        if cut {
            lines.push(edge(look::MORE_DOWN, after));
        }
        let area = Rect { x: whole.x + 1, width: whole.width.saturating_sub(2), ..whole };
        frame.render_widget(Paragraph::new(lines), area);
        let between = format!(" {} ", look.sign(look::BETWEEN));
        let keys = format!("enter answer{between}up/down move{between}esc leave");
        let bottom = Rect { y: whole.height.saturating_sub(1), height: 1.min(whole.height), ..area };
        frame.render_widget(Paragraph::new(Line::styled(text::fit(&keys, columns), look.faint())), bottom);
    }
}

fn pick_on_screen(offers: &mut dyn Offers, look: Look) -> Result<Option<String>, TermError> {
    let mut screen = Screen::take().map_err(TermError::Terminal)?;
    let mut display = blank(&screen).map_err(TermError::Terminal)?;
    let mut list = List::default();
    let mut stale = true;
    loop {
        stale |= list.refresh(offers.heading(), offers.now());
        let (width, height) = screen.size();
        if display.get_frame().area() != (Rect { x: 0, y: 0, width, height }) {
            display = blank(&screen).map_err(TermError::Terminal)?;
            stale = true;
        }
        if std::mem::take(&mut stale) {
            let drawn = display.draw(|frame| {
                list.draw(frame, look);
                text::cover_hidden(frame.buffer_mut());
            });
            drawn.map_err(TermError::Terminal)?;
        }
        match screen.wait(TICK).map_err(TermError::Terminal)? {
            Input::Keys(keys) => {
                for key in keys {
                    match list.key(&key) {
                        Pick::Nothing if key == Key::Ctrl('z') => {
                            screen.suspend().map_err(TermError::Terminal)?;
                            display = blank(&screen).map_err(TermError::Terminal)?;
                        }
                        Pick::Nothing => {}
                        Pick::Picked(id) => return Ok(Some(id)),
                        Pick::Left => return Ok(None),
                    }
                }
                stale = true;
            }
            Input::Nothing => {}
            Input::Signal(signal) if signal == signal_hook::consts::SIGINT => return Ok(None),
            Input::Signal(signal) => return Err(TermError::Interrupted(signal)),
        }
    }
}

/// The same in lines: a numbered list, and a number in answer.
fn pick_in_lines(offers: &mut dyn Offers, person: &mut dyn Person) -> Result<Option<String>, TermError> {
    loop {
        let shown = offers.now();
        let mut out = format!("\n{}\n", text::line(&offers.heading()));
        if shown.is_empty() {
            out += "  Nothing waits for an answer.\n";
        }
        for (number, offer) in (1..).zip(&shown) {
            let note = text::line(&offer.note);
            let note = if note.is_empty() { note } else { format!(" ({note})") };
            out += &format!("  {number}. {}{note}\n", text::line(&offer.title));
        }
        out += "A number answers that one, an empty line looks again, ! leaves.\n";
        person.say(&out)?;
        let line = match person.hear("Answer: ", Privacy::Open, &mut || Patience::Wait)? {
            Heard::Line(line) => line,
            Heard::TooLate(_) | Heard::Interrupted | Heard::Ended => return Ok(None),
        };
        match line.trim() {
            "" => {}
            "!" | "q" => return Ok(None),
            typed => {
                let place = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match place.and_then(|place| shown.get(place)) {
                    Some(offer) => return Ok(Some(offer.id.clone())),
                    None => person.say("There is no such number.\n")?,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::{List, Offer, Offers, Pick, pick_in_lines};
    use crate::look::{Colours, Look, Signs};
    use crate::plain::Piped;
    use crate::wizard::key::Key;

    fn offer(id: &str) -> Offer {
        Offer { id: id.to_owned(), title: format!("Form {id}\u{1b}[2J"), note: "4:59 left".to_owned() }
    }

    #[test]
    fn what_is_at_hand_stays_at_hand() {
        let mut list = List::default();
        assert!(list.refresh("h".to_owned(), vec![offer("a"), offer("b")]));
        assert!(!list.refresh("h".to_owned(), vec![offer("a"), offer("b")]));
        list.key(&Key::Down);
        list.refresh("h".to_owned(), vec![offer("c"), offer("a"), offer("b")]);
        assert_eq!(list.key(&Key::Enter), Pick::Picked("b".to_owned()));
        list.refresh("h".to_owned(), vec![offer("c")]);
        assert_eq!(list.key(&Key::Enter), Pick::Picked("c".to_owned()));
        list.refresh("h".to_owned(), vec![]);
        assert_eq!(list.key(&Key::Enter), Pick::Nothing);
        assert_eq!(list.key(&Key::Escape), Pick::Left);
    }

    #[test]
    fn it_fits_every_size_and_shows_harmless() {
        let look = Look { colours: Colours::Sixteen, signs: Signs::Unicode };
        let mut list = List::default();
        list.refresh("Waiting\u{202e}".to_owned(), (0..50).map(|n| offer(&n.to_string())).collect());
        for (width, height) in [(80, 24), (20, 5), (3, 2), (1, 1)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| list.draw(frame, look)).unwrap();
            let cells = terminal.backend().buffer().content().iter();
            assert!(!cells.flat_map(|cell| cell.symbol().chars()).any(|c| c.is_control() || c == '\u{202e}'));
        }
    }

    #[test]
    fn list_that_does_not_fit_says_how_much_lies_beyond() {
        let look = Look { colours: Colours::None, signs: Signs::Unicode };
        let mut list = List::default();
        list.refresh("Waiting".to_owned(), (0..50).map(|n| offer(&n.to_string())).collect());
        let seen = |list: &List| {
            let mut terminal = Terminal::new(TestBackend::new(60, 14)).unwrap();
            terminal.draw(|frame| list.draw(frame, look)).unwrap();
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
    fn lines_pick_by_number() {
        struct Two;
        impl Offers for Two {
            fn now(&mut self) -> Vec<Offer> {
                vec![offer("a"), offer("b")]
            }
            fn heading(&mut self) -> String {
                "Two wait".to_owned()
            }
        }
        for (lines, expected) in [("2\n", Some("b")), ("\n9\nx\n1\n", Some("a")), ("!\n", None), ("", None)] {
            let mut person = Piped { input: lines.as_bytes(), output: Vec::new() };
            assert_eq!(pick_in_lines(&mut Two, &mut person).unwrap().as_deref(), expected, "{lines:?}");
        }
    }
}
