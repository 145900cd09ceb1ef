//! The keys that the wizard knows.

use zeroize::Zeroizing;

/// One key, or what a paste brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Alt and Enter: a new line where there can be one.
    NewLine,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Left arrow.
    Left,
    /// Right arrow.
    Right,
    /// Left by a word.
    WordLeft,
    /// Right by a word.
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
    /// Control and a letter.
    Ctrl(char),
    /// What was pasted, all at once.
    Paste(Zeroizing<String>),
}
