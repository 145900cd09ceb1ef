//! Splits the source of an expression into tokens.

use std::ops::Range;

use super::ExpressionError;
use crate::number::Number;

/// A token with its place in the source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) at: Range<usize>,
    pub(super) kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    Name(String),
    Text(String),
    Number(Number),
    /// An operator or a bracket.
    Symbol(&'static str),
    End,
}

/// The longest first.
const SYMBOLS: [&str; 22] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".",
    "?", ":",
];

/// Returns all tokens; the last one is the end.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = source.get(at..).unwrap_or_default();
        if first.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, length) = match first {
            'r' | 'R' if rest.get(1..).is_some_and(|after| after.starts_with(['"', '\''])) => {
                text(rest, at, 1)?
            }
            '"' | '\'' => text(rest, at, 0)?,
            '0'..='9' => number(rest, at)?,
            'a'..='z' | 'A'..='Z' | '_' => {
                let length =
                    rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                (TokenKind::Name(rest.get(..length).unwrap_or_default().to_owned()), length)
            }
            _ => symbol(rest, at, first)?,
        };
        tokens.push(Token { at: at..at + length, kind });
        at += length;
    }
    tokens.push(Token { at: at..at, kind: TokenKind::End });
    Ok(tokens)
}

fn symbol(rest: &str, at: usize, first: char) -> Result<(TokenKind, usize), ExpressionError> {
    if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        return Ok((TokenKind::Symbol(symbol), symbol.len()));
    }
    let place = at..at + first.len_utf8();
    let meant = match first {
        '=' => Some("=="),
        '&' => Some("&&"),
        '|' => Some("||"),
        '≤' => Some("<="),
        '≥' => Some(">="),
        '≠' => Some("!="),
        _ => None,
    };
    let message = format!("unexpected character `{}`", first.escape_debug());
    Err(ExpressionError::new(place, message).suggest(meant.map(str::to_owned)))
}

/// Reads a number: digits, with a fraction and an exponent if need be.
fn number(rest: &str, at: usize) -> Result<(TokenKind, usize), ExpressionError> {
    let bytes = rest.as_bytes();
    let digits = |from: usize| {
        bytes.get(from..).map_or(0, |tail| tail.iter().take_while(|byte| byte.is_ascii_digit()).count())
    };
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let power = digits(length + 1 + sign);
        if power > 0 {
            length += 1 + sign + power;
        }
    }
    match Number::parse(rest.get(..length).unwrap_or_default()) {
        Ok(number) => Ok((TokenKind::Number(number), length)),
        Err(error) => Err(ExpressionError::new(at..at + length, error.to_string())),
    }
}

/// Reads a text between quotation marks; `raw` bytes stand before the first, and if there are any, a backslash stands
/// for itself.
fn text(rest: &str, at: usize, raw: usize) -> Result<(TokenKind, usize), ExpressionError> {
    let mut characters = rest.char_indices().skip(raw);
    let Some((_, quote)) = characters.next() else {
        return Err(ExpressionError::new(at..at, "a text without an end"));
    };
    let mut content = String::new();
    while let Some((place, character)) = characters.next() {
        match character {
            _ if character == quote => return Ok((TokenKind::Text(content), place + quote.len_utf8())),
            '\\' if raw == 0 => {
                let escaped = characters.next().map(|(_, escaped)| escaped);
                content.push(match escaped {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some(same @ ('\\' | '"' | '\'')) => same,
                    Some('u') => {
                        let digits: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                        code.and_then(char::from_u32).ok_or_else(|| {
                            ExpressionError::new(at + place..at + place + 2, "not a character")
                                .expected("four hexadecimal digits after \\u")
                        })?
                    }
                    _ => {
                        return Err(ExpressionError::new(at + place..at + place + 1, "unknown escape")
                            .expected("one of \\\\ \\\" \\' \\n \\r \\t \\uXXXX"));
                    }
                });
            }
            _ => content.push(character),
        }
    }
    Err(ExpressionError::new(at..at + rest.len(), "a text without an end").expected(format!("{quote}")))
}
