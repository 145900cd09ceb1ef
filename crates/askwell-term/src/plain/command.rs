//! What a line means: an answer, or a command.
//!
//! Only whole lines are commands, so that an answer may begin with any character. An answer that looks like a command
//! is written with a backslash before it.

/// What a person wants with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'l> {
    Answer(&'l str),
    Back,
    Help,
    Menu,
    Decline,
    Cancel,
    Clear,
    More,
    Review,
}

/// Every command with what it does.
pub(super) const COMMANDS: [(&str, Line<'static>, &str); 8] = [
    ("<", Line::Back, "go back to the question before"),
    ("?", Line::Help, "say more about this question"),
    ("!", Line::Menu, "list these commands"),
    ("!clear", Line::Clear, "empty this answer"),
    ("!review", Line::Review, "look over all answers"),
    ("!more", Line::More, "ask for more time"),
    ("!decline", Line::Decline, crate::wording::DECLINE),
    ("!cancel", Line::Cancel, crate::wording::CANCEL),
];

pub(super) fn read(line: &str) -> Line<'_> {
    let command = |text: &str| COMMANDS.iter().find(|(name, ..)| *name == text.trim());
    match line.strip_prefix('\\') {
        Some(rest) if command(rest.trim_start_matches('\\')).is_some() => Line::Answer(rest),
        _ => command(line).map_or(Line::Answer(line), |(_, meaning, _)| *meaning),
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, read};

    #[test]
    fn only_whole_lines_are_commands() {
        for (line, meaning) in [
            ("", Line::Answer("")),
            ("<", Line::Back),
            (" ? ", Line::Help),
            ("!", Line::Menu),
            ("!decline", Line::Decline),
            ("!cancel", Line::Cancel),
            ("!more", Line::More),
            ("<b>", Line::Answer("<b>")),
            ("!important", Line::Answer("!important")),
            ("why?", Line::Answer("why?")),
            ("\\<", Line::Answer("<")),
            ("\\!decline", Line::Answer("!decline")),
            ("\\\\?", Line::Answer("\\?")),
            ("\\server", Line::Answer("\\server")),
        ] {
            assert_eq!(read(line), meaning, "{line}");
        }
    }
}
