//! The inputs of the wizard, one file each: they handle keys, draw themselves and return entries.
//!
//! An input knows its field only, neither the session nor the screen around it.

mod choice;
mod choices;
mod date;
mod file;
mod lines;
mod month;
mod number;
mod option_list;
mod rows;
mod secret;
mod text_line;
mod toggle;
mod url;

use std::path::PathBuf;

use askwell_form::{Date, Field, Kind};
use ratatui::text::Line;

use super::key::Key;
use crate::field_style;
use crate::local_files::Folder;
use crate::session::FieldEntry;
use crate::theme::Theme;

use self::choice::ChoiceInput;
use self::choices::ChoicesInput;
use self::date::DateInput;
use self::file::FileInput;
use self::lines::LinesInput;
use self::number::NumberInput;
use self::rows::RowsInput;
use self::secret::SecretInput;
use self::text_line::TextInput;
use self::toggle::ToggleInput;
use self::url::UrlInput;

/// What a key did to an input.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum KeyResult {
    /// The key has no meaning for this input.
    Ignored,
    /// Only the display changed.
    Redraw,
    /// The entry of the field changed.
    Entered(FieldEntry),
    /// The entry of the field changed and is complete: go to the next field.
    Completed(FieldEntry),
    /// The typed text is unclear; show this message.
    Unclear(String),
    /// The content of a folder is needed.
    NeedsFolder(PathBuf),
    /// The fields of this row are to be filled in; a row after the last one is new.
    Row(usize),
}

/// The space that an input may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InputArea {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A drawn input.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnInput {
    pub(super) lines: Vec<Line<'static>>,
    /// Column and row of the cursor, if there is one.
    pub(super) cursor: Option<(usize, usize)>,
}

/// A key and what it does here.
pub(super) type KeyHint = (&'static str, &'static str);

/// The input of one field.
#[derive(Debug, Clone)]
pub(super) enum FieldInput {
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
    Rows(RowsInput),
}

impl FieldInput {
    /// Creates the input for a field and its entry.
    pub(super) fn new(field: &Field, entry: &FieldEntry, required: bool, today: Option<Date>) -> FieldInput {
        match field.kind() {
            Kind::Number(kind) => FieldInput::Number(NumberInput::new(field, kind, entry)),
            Kind::Boolean(_) => FieldInput::Toggle(ToggleInput::new(field, entry)),
            Kind::Date(kind) => FieldInput::Date(DateInput::new(field, kind, entry, today)),
            // Without the service's list, an option is typed.
            Kind::Select(_) | Kind::MultiSelect(_) if field.options_source().is_some() => {
                FieldInput::Text(TextInput::new(field, entry))
            }
            Kind::Select(kind) => FieldInput::Choice(ChoiceInput::new(&kind.options, entry, required)),
            Kind::MultiSelect(kind) => FieldInput::Choices(ChoicesInput::new(kind, entry)),
            Kind::Url(kind) => FieldInput::Url(UrlInput::new(field, kind, entry)),
            Kind::File(kind) => FieldInput::File(FileInput::new(kind, entry)),
            Kind::Rows(kind) => FieldInput::Rows(RowsInput::new(kind, entry)),
            _ if field.is_secret() => FieldInput::Secret(SecretInput::new(entry)),
            _ if field_style::is_multi_line(field) => FieldInput::Lines(LinesInput::new(field, entry)),
            _ => FieldInput::Text(TextInput::new(field, entry)),
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        match self {
            FieldInput::Text(input) => input.key(field, key),
            FieldInput::Lines(input) => input.key(field, key),
            FieldInput::Secret(input) => input.key(field, key),
            FieldInput::Number(input) => input.key(field, key),
            FieldInput::Toggle(input) => input.key(field, key),
            FieldInput::Choice(input) => input.key(field, key),
            FieldInput::Choices(input) => input.key(field, key),
            FieldInput::Date(input) => input.key(field, key),
            FieldInput::Url(input) => input.key(field, key),
            FieldInput::File(input) => input.key(key),
            FieldInput::Rows(input) => input.key(field, key),
        }
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        match self {
            FieldInput::Text(input) => input.draw(area, theme),
            FieldInput::Lines(input) => input.draw(area, theme),
            FieldInput::Secret(input) => input.draw(area, theme),
            FieldInput::Number(input) => input.draw(area, theme),
            FieldInput::Toggle(input) => input.draw(theme),
            FieldInput::Choice(input) => input.draw(area, theme),
            FieldInput::Choices(input) => input.draw(area, theme),
            FieldInput::Date(input) => input.draw(area, theme),
            FieldInput::Url(input) => input.draw(area, theme),
            FieldInput::File(input) => input.draw(area, theme),
            FieldInput::Rows(input) => input.draw(area, theme),
        }
    }

    /// Returns the keys of this input besides the common ones.
    pub(super) fn keys(&self) -> &'static [KeyHint] {
        match self {
            FieldInput::Text(_) | FieldInput::Secret(_) | FieldInput::Url(_) => &[],
            FieldInput::Lines(_) => &[("ctrl-j", "term-key-new-line")],
            FieldInput::Number(_) => &[("↑↓", "term-key-step")],
            FieldInput::Toggle(input) if input.is_verdict() => {
                &[("←→", "term-key-change"), ("a/r", "term-key-approve-reject")]
            }
            FieldInput::Toggle(_) => &[("←→", "term-key-change"), ("y/n", "term-key-yes-no")],
            FieldInput::Choice(_) => &[("↑↓", "term-key-move"), ("term-key-name-type", "term-key-search")],
            FieldInput::Choices(_) => &[
                ("term-key-name-space", "term-key-choose"),
                ("↑↓", "term-key-move"),
                ("term-key-name-type", "term-key-search"),
            ],
            FieldInput::Date(input) => input.keys(),
            FieldInput::File(_) => &[("tab", "term-key-complete"), ("↑↓", "term-key-pick")],
            FieldInput::Rows(_) => &[
                ("+", "term-key-add"),
                ("-", "term-key-remove"),
                ("u/d", "term-key-move-entry"),
                ("↑↓", "term-key-move"),
            ],
        }
    }

    /// Returns the path that was typed and not read yet.
    pub(super) fn unread(&self) -> Option<PathBuf> {
        if let FieldInput::File(input) = self { input.unread() } else { None }
    }

    /// Returns the folder that the input shows.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        if let FieldInput::File(input) = self { Some(input.folder()) } else { None }
    }

    /// Sets the content of a folder.
    pub(super) fn listed(&mut self, folder: Folder) {
        if let FieldInput::File(input) = self {
            input.listed(folder);
        }
    }
}

/// Draws a line of input after its symbol, or a placeholder while it is empty.
fn entry_line(
    (shown, column): (String, usize),
    placeholder: Option<&str>,
    columns: usize,
    theme: Theme,
) -> DrawnInput {
    use ratatui::text::Span;
    let sign = format!("{} ", theme.symbol(crate::theme::HERE));
    let indent = crate::safe_text::width(&sign);
    let text = match placeholder {
        Some(placeholder) if shown.is_empty() => {
            let placeholder =
                crate::safe_text::fit(&crate::safe_text::line(placeholder), columns.saturating_sub(indent));
            Span::styled(placeholder, theme.faint())
        }
        _ => Span::raw(shown),
    };
    let lines = vec![Line::from(vec![Span::styled(sign, theme.accent()), text])];
    DrawnInput { lines, cursor: Some((indent + column, 0)) }
}

/// Returns the columns for the text of an input line.
fn text_columns(area: InputArea, theme: Theme) -> usize {
    area.columns.saturating_sub(crate::safe_text::width(theme.symbol(crate::theme::HERE)) + 1)
}
