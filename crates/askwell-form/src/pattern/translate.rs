//! Translates the syntax of ECMA-262 to that of the `regex` crate.
//!
//! Constructs whose meaning differs are written out as sets; nothing is left for the engine to
//! interpret. Does not check syntax: the scanner does.

use std::fmt::Write as _;

use super::PatternError;
use super::property::{Family, Property};
use super::scan::{PatternScanner, Repeat, Set, Sign, Token};

/// Inside brackets: what `\s` means, the white space and line ends of ECMA-262. Unlike Unicode's own notion
/// it has the byte order mark and lacks U+0085.
const SPACE: &str = "\\t-\\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";

/// Translates a source.
pub(super) fn translate(source: &str) -> Result<String, PatternError> {
    let mut scanner = PatternScanner::new(source);
    let mut out = String::with_capacity(2 * source.len() + 16);
    while let Some(token) = scanner.next_token()? {
        push_token(&mut out, &mut scanner, token)?;
    }
    Ok(out)
}

/// Writes what a token means; for the start of a class, all of the class.
pub(super) fn push_token(
    out: &mut String,
    scanner: &mut PatternScanner<'_>,
    token: Token<'_>,
) -> Result<(), PatternError> {
    match token {
        Token::Start => out.push('^'),
        Token::End => out.push('$'),
        Token::WordEdge => out.push_str(r"(?-u:\b)"),
        Token::NotWordEdge => out.push_str(r"(?-u:\B)"),
        Token::Any => out.push_str("[^\\n\\r\u{2028}\u{2029}]"),
        Token::Char(c) => push_literal(out, c),
        Token::Set(set) => push_set(out, set),
        Token::OpenClass(sign) => push_class(out, scanner, sign)?,
        Token::OpenGroup => out.push_str("(?:"),
        Token::CloseGroup => out.push(')'),
        Token::Or => out.push('|'),
        Token::Repeat(repeat) => push_repeat(out, repeat),
        // Only within a class, which is read to its end in one go.
        Token::Range(..) | Token::CloseClass => {}
    }
    Ok(())
}

fn push_class(out: &mut String, scanner: &mut PatternScanner<'_>, sign: Sign) -> Result<(), PatternError> {
    let start = out.len();
    out.push_str(match sign {
        Sign::Within => "[",
        Sign::Outside => "[^",
    });
    let opened = out.len();
    loop {
        match scanner.next_token()? {
            Some(Token::Range(low, high)) => {
                push_literal(out, low);
                if low != high {
                    out.push('-');
                    push_literal(out, high);
                }
            }
            Some(Token::Set(set)) => push_set(out, set),
            _ => break,
        }
    }
    if out.len() > opened {
        out.push(']');
        return Ok(());
    }
    // The engine would take the bracket after `[` or `[^` for a literal.
    out.truncate(start);
    out.push_str(match sign {
        Sign::Within => r"[^\x00-\x{10FFFF}]",
        Sign::Outside => r"[\x00-\x{10FFFF}]",
    });
    Ok(())
}

fn push_set(out: &mut String, set: Set<'_>) {
    let (sign, members) = match set {
        Set::Digit(sign) => (sign, "0-9"),
        Set::Word(sign) => (sign, "0-9A-Z_a-z"),
        Set::Space(sign) => (sign, SPACE),
        Set::Property(sign, property) => return push_property(out, sign, property),
    };
    out.push_str(match sign {
        Sign::Within => "[",
        Sign::Outside => "[^",
    });
    out.push_str(members);
    out.push(']');
}

fn push_property(out: &mut String, sign: Sign, property: Property<'_>) {
    out.push_str(match sign {
        Sign::Within => r"\p{",
        Sign::Outside => r"\P{",
    });
    out.push_str(match property.family {
        Family::Category => "gc=",
        Family::Script => "sc=",
        Family::ScriptExtensions => "scx=",
        Family::Binary => "",
    });
    out.push_str(property.name);
    out.push('}');
}

fn push_repeat(out: &mut String, repeat: Repeat) {
    // Writing to a string can't fail.
    let _ = match repeat {
        Repeat { min: 0, max: None } => out.write_str("*"),
        Repeat { min: 1, max: None } => out.write_str("+"),
        Repeat { min: 0, max: Some(1) } => out.write_str("?"),
        Repeat { min, max: None } => write!(out, "{{{min},}}"),
        Repeat { min, max: Some(max) } if min == max => write!(out, "{{{min}}}"),
        Repeat { min, max: Some(max) } => write!(out, "{{{min},{max}}}"),
    };
}

/// Escapes all punctuation, so that no sequence of characters (`&&`, `--`, `[:alpha:]`) can come to mean
/// something to the engine; all but the two marks that only mean something *when* escaped.
fn push_literal(out: &mut String, c: char) {
    if c.is_ascii_punctuation() && !matches!(c, '<' | '>') {
        out.push('\\');
    }
    out.push(c);
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn constructs_that_differ_are_translated() {
        for (source, expected) in [
            ("", ""),
            ("^a$", "^a$"),
            ("a.b", "a[^\\n\\r\u{2028}\u{2029}]b"),
            (r"\d\D[\d\D]", "[0-9][^0-9][[0-9][^0-9]]"),
            (r"\w\W", "[0-9A-Z_a-z][^0-9A-Z_a-z]"),
            (r"\b\B", r"(?-u:\b)(?-u:\B)"),
            (r"[\b]", "[\u{8}]"),
            ("[]", r"[^\x00-\x{10FFFF}]"),
            ("[^]", r"[\x00-\x{10FFFF}]"),
            ("[[&&~~+--]", r"[\[\&\&\~\~\+-\-]"),
            ("[[:alpha:]x", r"[\[\:alpha\:]x"),
            (r"[a\-z]", r"[a\-z]"),
            ("<a>", "<a>"),
            (r"\<#\ud83d\ude00", "<\\#\u{1f600}"),
            ("(a)(?:b)(?<c>d)", "(?:a)(?:b)(?:d)"),
            ("a*?b+?c??d{2}?e{2,}f{2,3}", "a*b+c?d{2}e{2,}f{2,3}"),
            (
                r"\p{L}\P{Lu}\p{Script=Greek}\p{scx=Grek}\p{Alpha}",
                r"\p{gc=L}\P{gc=Lu}\p{sc=Greek}\p{scx=Grek}\p{Alpha}",
            ),
        ] {
            assert_eq!(translate(source).unwrap(), expected, "{source}");
        }
    }
}
