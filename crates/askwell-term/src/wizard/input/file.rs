//! A file: its path typed with completion, or picked from the folder that is shown below.

use std::path::PathBuf;

use askwell_form::{FileKind, media};
use ratatui::text::{Line, Span};

use super::{Drawn, Reaction, Room, entry_line, text_columns};
use crate::files::{Folder, Item};
use crate::look::{self, Look};
use crate::session::Entry;
use crate::wizard::key::Key;
use crate::wizard::line::{Did, Editor};
use crate::{text, wording};

/// Rows of the folder that are shown at once.
const MOST_ROWS: usize = 8;

#[derive(Debug, Clone)]
pub(in crate::wizard) struct FileInput {
    editor: Editor,
    kind: FileKind,
    folder: Folder,
    /// The row at hand among those that fit, while one moves about in the folder.
    at: Option<usize>,
    /// What is typed was read already.
    read: Option<String>,
}

impl FileInput {
    pub(super) fn new(kind: &FileKind, entry: &Entry) -> FileInput {
        let path = if let Entry::File(picked) = entry {
            picked.path.to_string_lossy().into_owned()
        } else {
            String::new()
        };
        let read = (!path.is_empty()).then(|| path.clone());
        FileInput {
            editor: Editor::new(&path),
            kind: kind.clone(),
            folder: Folder::default(),
            at: None,
            read,
        }
    }

    /// The folder part of what is typed, and the beginning of a name.
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

    /// What is in the folder and may be meant: folders, and files that the field takes.
    fn fitting(&self) -> Vec<&Item> {
        let (_, beginning) = self.parts();
        let folded = beginning.to_lowercase();
        let taken = |item: &Item| {
            let extension = media::extension_of(&item.name);
            let extension_fits = self.kind.allowed_extensions.is_empty()
                || extension.is_some_and(|extension| self.kind.allowed_extensions.contains(&extension));
            item.size.is_none() || extension_fits
        };
        let shown = |item: &Item| beginning.starts_with('.') || !item.name.starts_with('.');
        let begins = |item: &Item| item.name.to_lowercase().starts_with(&folded);
        self.folder.items.iter().filter(|item| taken(item) && shown(item) && begins(item)).collect()
    }

    pub(super) fn key(&mut self, key: &Key) -> Reaction {
        let rows = self.fitting().len();
        match key {
            Key::Tab => return self.complete(),
            Key::Down if rows > 0 => {
                self.at = Some(self.at.map_or(0, |at| if at + 1 < rows { at + 1 } else { 0 }));
                return Reaction::Moved;
            }
            Key::Up if rows > 0 => {
                self.at = self.at.and_then(|at| at.checked_sub(1));
                return Reaction::Moved;
            }
            Key::Enter => {
                let picked = self.at.and_then(|at| self.fitting().get(at).map(|item| (*item).clone()));
                let Some(item) = picked else { return Reaction::Ignored };
                self.at = None;
                self.take(&item);
                return if item.size.is_some() { Reaction::Ignored } else { Reaction::Wants(self.folder()) };
            }
            _ => {}
        }
        let before = self.folder();
        match self.editor.key(key) {
            Did::Ignored => Reaction::Ignored,
            Did::Moved => Reaction::Moved,
            Did::Changed => {
                self.at = None;
                if self.editor.text().is_empty() {
                    self.read = None;
                    return Reaction::Entered(Entry::Untouched);
                }
                if self.folder() == before { Reaction::Moved } else { Reaction::Wants(self.folder()) }
            }
        }
    }

    fn take(&mut self, item: &Item) {
        let slash = if item.size.is_none() { "/" } else { "" };
        let path = format!("{}{}{slash}", self.parts().0, item.name);
        self.editor.set(&path);
    }

    /// As far as there is no doubt.
    fn complete(&mut self) -> Reaction {
        let fitting = self.fitting();
        if let [only] = fitting.as_slice() {
            let only = (*only).clone();
            self.take(&only);
            return if only.size.is_none() { Reaction::Wants(self.folder()) } else { Reaction::Moved };
        }
        let names: Vec<&str> = fitting.iter().map(|item| item.name.as_str()).collect();
        let Some(first) = names.first() else { return Reaction::Moved };
        let shared = names.iter().fold(*first, |shared, name| common_beginning(shared, name));
        if shared.len() > self.parts().1.len() {
            let path = format!("{}{shared}", self.parts().0);
            self.editor.set(&path);
        }
        Reaction::Moved
    }

    pub(super) fn draw(&self, room: Room, look: Look) -> Drawn {
        let columns = text_columns(room, look);
        let mut drawn = entry_line(self.editor.window(columns), Some("path of a file"), room.columns, look);
        let fitting = self.fitting();
        let rows = room.rows.saturating_sub(2).min(MOST_ROWS);
        let first = self.at.map_or(0, |at| (at + 1).saturating_sub(rows));
        for (row, item) in fitting.iter().enumerate().skip(first).take(rows) {
            drawn.lines.push(self.row(item, self.at == Some(row), room.columns, look));
        }
        let left = fitting.len().saturating_sub(first + rows);
        if left > 0 && rows > 0 {
            drawn
                .lines
                .push(Line::styled(format!("    {} {left} more", look.sign(look::MORE_DOWN)), look.faint()));
        }
        drawn
    }

    fn row(&self, item: &Item, here: bool, columns: usize, look: Look) -> Line<'static> {
        let size = item.size.map_or(String::new(), wording::size);
        let slash = if item.size.is_none() { "/" } else { "" };
        let name_columns = columns.saturating_sub(size.len() + 7);
        let name = text::fit(&format!("{}{slash}", text::line(&item.name)), name_columns);
        let gap = name_columns.saturating_sub(text::width(&name)) + 1;
        let pointer = if here { look.sign(look::HERE) } else { " " };
        let style = if here { look.picked() } else { ratatui::style::Style::new() };
        Line::from(vec![
            Span::styled(format!("  {pointer} "), look.accent()),
            Span::styled(name, style),
            Span::raw(" ".repeat(gap.min(40))),
            Span::styled(size, look.faint()),
        ])
    }
}

fn common_beginning<'t>(this: &'t str, that: &str) -> &'t str {
    let same = this.char_indices().zip(that.chars()).take_while(|((_, a), b)| a == b).last();
    same.map_or("", |((start, character), _)| this.get(..start + character.len_utf8()).unwrap_or_default())
}
