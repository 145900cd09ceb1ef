//! Colours and signs: the sixteen colours that every theme defines, and signs that say the same without them.
//!
//! The background is never set and no colour is used that vanishes on a light or on a dark one. Whatever a colour says,
//! a sign or a word beside it says, too.

use ratatui::style::{Color, Modifier, Style};

/// How the wizard looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether colours may be used.
    pub colours: Colours,
    /// Which signs may be used.
    pub signs: Signs,
}

/// Whether colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// The sixteen that a theme defines.
    Sixteen,
    /// None: bold, dim and reversed have to do.
    None,
}

/// Which signs may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// Those of Unicode.
    Unicode,
    /// Those of ASCII, for a terminal that has no others.
    Ascii,
}

/// One sign in its two spellings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sign(&'static str, &'static str);

pub(crate) const TITLE: Sign = Sign("◆", "*");
pub(crate) const BAR: Sign = Sign("┃", "|");
pub(crate) const HERE: Sign = Sign("❯", ">");
pub(crate) const DONE: Sign = Sign("✓", "+");
pub(crate) const WRONG: Sign = Sign("✗", "x");
pub(crate) const COMING: Sign = Sign("·", "-");
pub(crate) const FIXED: Sign = Sign("=", "=");
pub(crate) const WARNING: Sign = Sign("▲", "!");
pub(crate) const NOTE: Sign = Sign("→", "->");
pub(crate) const CHOSEN: Sign = Sign("●", "(o)");
pub(crate) const NOT_CHOSEN: Sign = Sign("○", "( )");
pub(crate) const CHECKED: Sign = Sign("◼", "[x]");
pub(crate) const NOT_CHECKED: Sign = Sign("◻", "[ ]");
pub(crate) const GONE_BY: Sign = Sign("━", "=");
pub(crate) const AHEAD: Sign = Sign("─", "-");
pub(crate) const KNOB: Sign = Sign("●", "o");
pub(crate) const BETWEEN: Sign = Sign("·", "|");
pub(crate) const MASK: Sign = Sign("•", "*");
pub(crate) const MORE_UP: Sign = Sign("↑", "^");
pub(crate) const MORE_DOWN: Sign = Sign("↓", "v");

impl Look {
    /// That so many lines lie beyond an edge.
    pub(crate) fn more(self, sign: Sign, count: usize) -> String {
        format!("{} {count} more", self.sign(sign))
    }

    /// What the environment allows: `NO_COLOR` is respected, and only a terminal that speaks UTF-8 gets its signs.
    #[must_use]
    pub fn of_environment() -> Look {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colours = if variable("NO_COLOR").is_some() { Colours::None } else { Colours::Sixteen };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let locale = locale.to_lowercase().replace('-', "");
        let console = variable("TERM").is_some_and(|term| term == "linux");
        let signs = if locale.contains("utf8") && !console { Signs::Unicode } else { Signs::Ascii };
        Look { colours, signs }
    }

    pub(crate) fn sign(self, sign: Sign) -> &'static str {
        match self.signs {
            Signs::Unicode => sign.0,
            Signs::Ascii => sign.1,
        }
    }

    fn coloured(self, colour: Color, otherwise: Modifier) -> Style {
        match self.colours {
            Colours::Sixteen => Style::new().fg(colour),
            Colours::None => Style::new().add_modifier(otherwise),
        }
    }

    /// What is at hand.
    pub(crate) fn accent(self) -> Style {
        self.coloured(Color::Cyan, Modifier::empty()).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn good(self) -> Style {
        self.coloured(Color::Green, Modifier::empty())
    }

    pub(crate) fn bad(self) -> Style {
        self.coloured(Color::Red, Modifier::BOLD)
    }

    pub(crate) fn warning(self) -> Style {
        self.coloured(Color::Yellow, Modifier::BOLD)
    }

    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What the next key acts on.
    pub(crate) fn picked(self) -> Style {
        self.coloured(Color::Cyan, Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }
}
