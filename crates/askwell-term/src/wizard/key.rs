//! The keys that the wizard handles.

use zeroize::Zeroizing;

/// A key, or a paste.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Alt-Enter: a line break in inputs of several lines.
    NewLine,
    /// Tab.
    Tab,
    /// Shift-Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Left arrow.
    Left,
    /// Right arrow.
    Right,
    /// Left by one word.
    WordLeft,
    /// Right by one word.
    WordRight,
    /// Up arrow.
    Up,
    /// Down arrow.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Escape.
    Escape,
    /// F1.
    Help,
    /// F2.
    ReadAll,
    /// Control with a letter.
    Ctrl(char),
    /// The pasted text.
    Paste(Zeroizing<String>),
}
