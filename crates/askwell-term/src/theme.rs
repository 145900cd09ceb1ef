//! Colours and symbols: the sixteen colours of terminal themes, and symbols for use without colour.
//!
//! The background is never set, and no colour is used that is invisible on a light or a dark one. A
//! symbol or a word always repeats what a colour says.

use ratatui::style::{Color, Modifier, Style};

/// Which colours and symbols a front end uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Which colours may be used.
    pub colours: Colours,
    /// Which symbols may be used.
    pub symbols: Symbols,
}

/// Which colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colours {
    /// The sixteen colours that a terminal theme defines.
    Sixteen,
    /// No colours: bold, dim and reversed text instead.
    None,
}

/// Which symbols may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symbols {
    /// Unicode symbols.
    Unicode,
    /// ASCII symbols, for terminals without Unicode.
    Ascii,
}

/// A symbol in Unicode and in ASCII.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Symbol(&'static str, &'static str);

pub(crate) const TITLE: Symbol = Symbol("◆", "*");
pub(crate) const BAR: Symbol = Symbol("┃", "|");
pub(crate) const HERE: Symbol = Symbol("❯", ">");
pub(crate) const DONE: Symbol = Symbol("✓", "+");
pub(crate) const WRONG: Symbol = Symbol("✗", "x");
pub(crate) const COMING: Symbol = Symbol("·", "-");
pub(crate) const FIXED: Symbol = Symbol("=", "=");
pub(crate) const WARNING: Symbol = Symbol("▲", "!");
pub(crate) const NOTE: Symbol = Symbol("→", "->");
pub(crate) const CHOSEN: Symbol = Symbol("●", "(o)");
pub(crate) const NOT_CHOSEN: Symbol = Symbol("○", "( )");
pub(crate) const CHECKED: Symbol = Symbol("◼", "[x]");
pub(crate) const NOT_CHECKED: Symbol = Symbol("◻", "[ ]");
pub(crate) const GONE_BY: Symbol = Symbol("━", "=");
pub(crate) const AHEAD: Symbol = Symbol("─", "-");
pub(crate) const KNOB: Symbol = Symbol("●", "o");
pub(crate) const STAR: Symbol = Symbol("★", "*");
pub(crate) const NO_STAR: Symbol = Symbol("☆", "-");
pub(crate) const BETWEEN: Symbol = Symbol("·", "|");
pub(crate) const MASK: Symbol = Symbol("•", "*");
pub(crate) const MORE_UP: Symbol = Symbol("↑", "^");
pub(crate) const MORE_DOWN: Symbol = Symbol("↓", "v");

impl Theme {
    /// Returns the label for `count` lines beyond an edge.
    pub(crate) fn more(self, sign: Symbol, count: usize) -> String {
        let more = askwell_locale::text("term-more", &[("count", count.into())]);
        format!("{} {more}", self.symbol(sign))
    }

    /// Returns the theme that the environment allows: respects `NO_COLOR`, and uses Unicode symbols
    /// only if the locale is UTF-8.
    #[must_use]
    pub fn from_env() -> Theme {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colours = if variable("NO_COLOR").is_some() { Colours::None } else { Colours::Sixteen };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let locale = locale.to_lowercase().replace('-', "");
        let console = variable("TERM").is_some_and(|term| term == "linux");
        let symbols = if locale.contains("utf8") && !console { Symbols::Unicode } else { Symbols::Ascii };
        Theme { colours, symbols }
    }

    pub(crate) fn symbol(self, sign: Symbol) -> &'static str {
        match self.symbols {
            Symbols::Unicode => sign.0,
            Symbols::Ascii => sign.1,
        }
    }

    fn coloured(self, colour: Color, otherwise: Modifier) -> Style {
        match self.colours {
            Colours::Sixteen => Style::new().fg(colour),
            Colours::None => Style::new().add_modifier(otherwise),
        }
    }

    /// Style of the current element.
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

    /// Style of the element that the next key acts on.
    pub(crate) fn picked(self) -> Style {
        self.coloured(Color::Cyan, Modifier::REVERSED).add_modifier(Modifier::BOLD)
    }
}
