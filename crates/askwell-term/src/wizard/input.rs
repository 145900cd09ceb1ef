//! The inputs, one to a file: what a key does to each, what it looks like, and the entry it makes.
//!
//! An input knows its field and nothing else: neither the session nor the screen around it.

mod choice;
mod choices;
mod date;
mod file;
mod lines;
mod list;
mod month;
mod number;
mod secret;
mod text_line;
mod toggle;
mod url;

use std::path::PathBuf;

use askwell_form::{Date, Field, Kind};
use ratatui::text::Line;

use super::key::Key;
use crate::files::Folder;
use crate::look::Look;
use crate::session::Entry;
use crate::style;

use self::choice::ChoiceInput;
use self::choices::ChoicesInput;
use self::date::DateInput;
use self::file::FileInput;
use self::lines::LinesInput;
use self::number::NumberInput;
use self::secret::SecretInput;
use self::text_line::TextInput;
use self::toggle::ToggleInput;
use self::url::UrlInput;

/// What came of a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reaction {
    /// The key is not for this input.
    Ignored,
    /// Only what is shown is another.
    Moved,
    /// The field now holds this.
    Entered(Entry),
    /// The field now holds this, and that is all: go on.
    Settled(Entry),
    /// Say something about what was typed.
    Puzzled(String),
    /// The content of a folder is needed.
    Wants(PathBuf),
}

/// The room an input has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// An input, drawn.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    pub(super) lines: Vec<Line<'static>>,
    /// Column and row of the cursor, if there is one.
    pub(super) cursor: Option<(usize, usize)>,
}

/// A key and what it does here.
pub(super) type KeyHint = (&'static str, &'static str);

/// An input for one field.
#[derive(Debug, Clone)]
pub(super) enum Input {
    Text(TextInput),
    Lines(LinesInput),
    Secret(SecretInput),
    Number(NumberInput),
    Toggle(ToggleInput),
    Choice(ChoiceInput),
    Choices(ChoicesInput),
    Date(DateInput),
    Url(UrlInput),
    File(FileInput),
}

impl Input {
    /// An input for a field that holds something already.
    pub(super) fn new(field: &Field, entry: &Entry, required: bool, today: Option<Date>) -> Input {
        match field.kind() {
            Kind::Number(kind) => Input::Number(NumberInput::new(field, kind, entry)),
            Kind::Boolean(_) => Input::Toggle(ToggleInput::new(entry)),
            Kind::Date(kind) => Input::Date(DateInput::new(field, kind, entry, today)),
            Kind::Select(kind) => Input::Choice(ChoiceInput::new(&kind.options, entry, required)),
            Kind::MultiSelect(kind) => Input::Choices(ChoicesInput::new(kind, entry)),
            Kind::Url(kind) => Input::Url(UrlInput::new(field, kind, entry)),
            Kind::File(kind) => Input::File(FileInput::new(kind, entry)),
            _ if field.is_secret() => Input::Secret(SecretInput::new(entry)),
            _ if style::is_multi_line(field) => Input::Lines(LinesInput::new(field, entry)),
            _ => Input::Text(TextInput::new(field, entry)),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> Reaction {
        match self {
            Input::Text(input) => input.key(field, key),
            Input::Lines(input) => input.key(field, key),
            Input::Secret(input) => input.key(field, key),
            Input::Number(input) => input.key(field, key),
            Input::Toggle(input) => input.key(field, key),
            Input::Choice(input) => input.key(field, key),
            Input::Choices(input) => input.key(field, key),
            Input::Date(input) => input.key(field, key),
            Input::Url(input) => input.key(field, key),
            Input::File(input) => input.key(key),
        }
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        match self {
            Input::Text(input) => input.draw(room, look),
            Input::Lines(input) => input.draw(room, look),
            Input::Secret(input) => input.draw(room, look),
            Input::Number(input) => input.draw(room, look),
            Input::Toggle(input) => input.draw(look),
            Input::Choice(input) => input.draw(room, look),
            Input::Choices(input) => input.draw(room, look),
            Input::Date(input) => input.draw(room, look),
            Input::Url(input) => input.draw(room, look),
            Input::File(input) => input.draw(room, look),
        }
    }

    /// The keys that this input has besides those of all.
    pub(super) fn keys(&self) -> &'static [KeyHint] {
        match self {
            Input::Text(_) | Input::Secret(_) | Input::Url(_) => &[],
            Input::Lines(_) => &[("ctrl-j", "new line")],
            Input::Number(_) => &[("↑↓", "step")],
            Input::Toggle(_) => &[("←→", "change"), ("y/n", "yes/no")],
            Input::Choice(_) => &[("↑↓", "move"), ("type", "search")],
            Input::Choices(_) => &[("space", "choose"), ("↑↓", "move"), ("type", "search")],
            Input::Date(input) => input.keys(),
            Input::File(_) => &[("tab", "complete"), ("↑↓", "pick")],
        }
    }

    /// The file that a path was typed for and that has not been read yet.
    pub(super) fn unread(&self) -> Option<PathBuf> {
        if let Input::File(input) = self { input.unread() } else { None }
    }

    /// The folder that the input would like to show.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        if let Input::File(input) = self { Some(input.folder()) } else { None }
    }

    /// Takes in what a folder holds.
    pub(super) fn listed(&mut self, folder: Folder) {
        if let Input::File(input) = self {
            input.listed(folder);
        }
    }
}

/// A line of input with its sign before it, and a placeholder while it is empty.
fn entry_line(
    (shown, column): (String, usize),
    placeholder: Option<&str>,
    columns: usize,
    look: Look,
) -> Drawn {
    use ratatui::text::Span;
    let sign = format!("{} ", look.sign(crate::look::HERE));
    let indent = crate::text::width(&sign);
    let text = match placeholder {
        Some(placeholder) if shown.is_empty() => {
            let placeholder =
                crate::text::fit(&crate::text::line(placeholder), columns.saturating_sub(indent));
            Span::styled(placeholder, look.faint())
        }
        _ => Span::raw(shown),
    };
    let lines = vec![Line::from(vec![Span::styled(sign, look.accent()), text])];
    Drawn { lines, cursor: Some((indent + column, 0)) }
}

/// How many columns a line of input has for its text.
fn text_columns(room: Room, look: Look) -> usize {
    room.columns.saturating_sub(crate::text::width(look.sign(crate::look::HERE)) + 1)
}
