//! Parses a line of plain mode: an answer or a command.
//!
//! Only whole lines are commands, so an answer may begin with any character; `!decline` alone may be followed by a
//! reason. An answer that looks like a command needs a backslash before it.

/// A parsed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParsedLine<'l> {
    Answer(&'l str),
    Back,
    Help,
    Menu,
    /// With the reason; empty if there is none.
    Decline(&'l str),
    Cancel,
    Clear,
    More,
    Review,
}

/// All commands, each with the message that describes it.
pub(super) const COMMANDS: [(&str, ParsedLine<'static>, &str); 8] = [
    ("<", ParsedLine::Back, "term-command-back"),
    ("?", ParsedLine::Help, "term-command-help"),
    ("!", ParsedLine::Menu, "term-command-menu"),
    ("!clear", ParsedLine::Clear, "term-command-clear"),
    ("!review", ParsedLine::Review, "term-command-review"),
    ("!more", ParsedLine::More, "term-command-more"),
    ("!decline", ParsedLine::Decline(""), crate::messages::DECLINE),
    ("!cancel", ParsedLine::Cancel, crate::messages::CANCEL),
];

pub(super) fn parse(line: &str) -> ParsedLine<'_> {
    let command = |text: &str| {
        let text = if text.trim_start().starts_with("!decline ") { "!decline" } else { text };
        COMMANDS.iter().find(|(name, ..)| *name == text.trim())
    };
    match line.strip_prefix('\\') {
        Some(rest) if command(rest.trim_start_matches('\\')).is_some() => ParsedLine::Answer(rest),
        _ => match line.trim_start().strip_prefix("!decline ") {
            Some(reason) => ParsedLine::Decline(reason.trim()),
            None => command(line).map_or(ParsedLine::Answer(line), |(_, meaning, _)| *meaning),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{ParsedLine, parse};

    #[test]
    fn line_that_only_begins_like_a_command_is_an_answer() {
        for (line, meaning) in [
            ("", ParsedLine::Answer("")),
            ("<", ParsedLine::Back),
            (" ? ", ParsedLine::Help),
            ("!", ParsedLine::Menu),
            ("!decline", ParsedLine::Decline("")),
            ("!decline not on a Friday", ParsedLine::Decline("not on a Friday")),
            ("!declined", ParsedLine::Answer("!declined")),
            ("\\!decline it", ParsedLine::Answer("!decline it")),
            ("!cancel", ParsedLine::Cancel),
            ("!more", ParsedLine::More),
            ("<b>", ParsedLine::Answer("<b>")),
            ("!important", ParsedLine::Answer("!important")),
            ("why?", ParsedLine::Answer("why?")),
            ("\\<", ParsedLine::Answer("<")),
            ("\\!decline", ParsedLine::Answer("!decline")),
            ("\\\\?", ParsedLine::Answer("\\?")),
            ("\\server", ParsedLine::Answer("\\server")),
        ] {
            assert_eq!(parse(line), meaning, "{line}");
        }
    }
}
