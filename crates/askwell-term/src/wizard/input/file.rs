//! Input for a file: a path typed with completion, or a file selected from the folder below.

use std::path::PathBuf;

use askwell_form::{FileKind, media};
use ratatui::text::{Line, Span};

use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::local_files::{Folder, FolderItem};
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::{EditResult, LineEditor};
use crate::{messages, safe_text};

/// Limit of folder rows.
const MOST_ROWS: usize = 8;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct FileInput {
    editor: LineEditor,
    kind: FileKind,
    folder: Folder,
    /// The current row of the matching items while the folder has the focus.
    at: Option<usize>,
    /// The typed path that has been read already.
    read: Option<String>,
}

impl FileInput {
    pub(super) fn new(kind: &FileKind, entry: &FieldEntry) -> FileInput {
        let path = if let FieldEntry::File(picked) = entry {
            picked.path.to_string_lossy().into_owned()
        } else {
            String::new()
        };
        let read = (!path.is_empty()).then(|| path.clone());
        FileInput {
            editor: LineEditor::new(&path),
            kind: kind.clone(),
            folder: Folder::default(),
            at: None,
            read,
        }
    }

    /// Returns the folder of the typed path and the beginning of a name.
    fn parts(&self) -> (&str, &str) {
        let typed = self.editor.text();
        typed.rfind('/').map_or(("", typed), |slash| typed.split_at_checked(slash + 1).unwrap_or((typed, "")))
    }

    pub(super) fn folder(&self) -> PathBuf {
        PathBuf::from(self.parts().0)
    }

    pub(super) fn listed(&mut self, folder: Folder) {
        if folder.path == self.folder() {
            self.folder = folder;
        }
    }

    pub(super) fn unread(&self) -> Option<PathBuf> {
        let typed = self.editor.text().trim();
        (!typed.is_empty() && self.read.as_deref() != Some(typed)).then(|| PathBuf::from(typed))
    }

    /// Returns the items that match: folders, and files that the field accepts.
    fn fitting(&self) -> Vec<&FolderItem> {
        let (_, beginning) = self.parts();
        let folded = beginning.to_lowercase();
        let taken = |item: &FolderItem| {
            let extension = media::extension_of(&item.name);
            let extension_fits = self.kind.allowed_extensions.is_empty()
                || extension.is_some_and(|extension| self.kind.allowed_extensions.contains(&extension));
            item.size.is_none() || extension_fits
        };
        let shown = |item: &FolderItem| beginning.starts_with('.') || !item.name.starts_with('.');
        let begins = |item: &FolderItem| item.name.to_lowercase().starts_with(&folded);
        self.folder.items.iter().filter(|item| taken(item) && shown(item) && begins(item)).collect()
    }

    pub(super) fn key(&mut self, key: &Key) -> KeyResult {
        let rows = self.fitting().len();
        match key {
            Key::Tab => return self.complete(),
            Key::Down if rows > 0 => {
                self.at = Some(self.at.map_or(0, |at| if at + 1 < rows { at + 1 } else { 0 }));
                return KeyResult::Redraw;
            }
            Key::Up if rows > 0 => {
                self.at = self.at.and_then(|at| at.checked_sub(1));
                return KeyResult::Redraw;
            }
            Key::Enter => {
                let picked = self.at.and_then(|at| self.fitting().get(at).map(|item| (*item).clone()));
                let Some(item) = picked else { return KeyResult::Ignored };
                self.at = None;
                self.take(&item);
                return if item.size.is_some() {
                    KeyResult::Ignored
                } else {
                    KeyResult::NeedsFolder(self.folder())
                };
            }
            _ => {}
        }
        let before = self.folder();
        match self.editor.key(key) {
            EditResult::Ignored => KeyResult::Ignored,
            EditResult::Moved => KeyResult::Redraw,
            EditResult::Changed => {
                self.at = None;
                if self.editor.text().is_empty() {
                    self.read = None;
                    return KeyResult::Entered(FieldEntry::Untouched);
                }
                if self.folder() == before {
                    KeyResult::Redraw
                } else {
                    KeyResult::NeedsFolder(self.folder())
                }
            }
        }
    }

    fn take(&mut self, item: &FolderItem) {
        let slash = if item.size.is_none() { "/" } else { "" };
        let path = format!("{}{}{slash}", self.parts().0, item.name);
        self.editor.set(&path);
    }

    /// Completes the path as far as it is unambiguous.
    fn complete(&mut self) -> KeyResult {
        let fitting = self.fitting();
        if let [only] = fitting.as_slice() {
            let only = (*only).clone();
            self.take(&only);
            return if only.size.is_none() {
                KeyResult::NeedsFolder(self.folder())
            } else {
                KeyResult::Redraw
            };
        }
        let names: Vec<&str> = fitting.iter().map(|item| item.name.as_str()).collect();
        let Some(first) = names.first() else { return KeyResult::Redraw };
        let shared = names.iter().fold(*first, |shared, name| common_beginning(shared, name));
        if shared.len() > self.parts().1.len() {
            let path = format!("{}{shared}", self.parts().0);
            self.editor.set(&path);
        }
        KeyResult::Redraw
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let mut drawn = entry_line(
            self.editor.window(columns),
            Some(&askwell_locale::say("term-path")),
            area.columns,
            theme,
        );
        let fitting = self.fitting();
        let rows = area.rows.saturating_sub(2).min(MOST_ROWS);
        let first = self.at.map_or(0, |at| (at + 1).saturating_sub(rows));
        for (row, item) in fitting.iter().enumerate().skip(first).take(rows) {
            drawn.lines.push(self.row(item, self.at == Some(row), area.columns, theme));
        }
        let left = fitting.len().saturating_sub(first + rows);
        if left > 0 && rows > 0 {
            drawn
                .lines
                .push(Line::styled(format!("    {}", theme.more(theme::MORE_DOWN, left)), theme.faint()));
        }
        drawn
    }

    fn row(&self, item: &FolderItem, here: bool, columns: usize, theme: Theme) -> Line<'static> {
        let size = item.size.map_or(String::new(), messages::size);
        let slash = if item.size.is_none() { "/" } else { "" };
        let name_columns = columns.saturating_sub(size.len() + 7);
        let name = safe_text::fit(&format!("{}{slash}", safe_text::line(&item.name)), name_columns);
        let gap = name_columns.saturating_sub(safe_text::width(&name)) + 1;
        let pointer = if here { theme.symbol(theme::HERE) } else { " " };
        let style = if here { theme.picked() } else { ratatui::style::Style::new() };
        Line::from(vec![
            Span::styled(format!("  {pointer} "), theme.accent()),
            Span::styled(name, style),
            Span::raw(" ".repeat(gap.min(40))),
            Span::styled(size, theme.faint()),
        ])
    }
}

fn common_beginning<'t>(this: &'t str, that: &str) -> &'t str {
    let same = this.char_indices().zip(that.chars()).take_while(|((_, a), b)| a == b).last();
    same.map_or("", |((start, character), _)| this.get(..start + character.len_utf8()).unwrap_or_default())
}
