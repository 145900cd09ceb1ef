//! Finds the fields in the source of an expression, for tools that edit forms.

use std::ops::Range;

use super::compile::ANSWERS;
use super::token::{Token, TokenKind, tokens};

/// Words of the language that are no fields.
const WORDS: [&str; 4] = ["true", "false", "null", "in"];

/// Returns the ids that an expression names, each with its bytes in the source: `id`, or all of
/// `answers["id"]` and `answers.id`. Does not
/// compile: the ids may be of no field. Nothing is found in a source that cannot be split into tokens.
///
/// ```
/// let found = askwell_form::expression_fields(r#"end >= start && has(answers["my-id"])"#);
/// let ids: Vec<_> = found.iter().map(|(span, id)| (span.clone(), id.as_str())).collect();
/// assert_eq!(ids, [(0..3, "end"), (7..12, "start"), (20..36, "my-id")]);
/// ```
#[must_use]
pub fn expression_fields(source: &str) -> Vec<(Range<usize>, String)> {
    let tokens = tokens(source).unwrap_or_default();
    let kind = |at: usize| tokens.get(at).map(|token| &token.kind);
    let is_symbol = |at: usize, symbol: &'static str| kind(at) == Some(&TokenKind::Symbol(symbol));
    let mut found = Vec::new();
    for (at, Token { at: span, kind: name }) in tokens.iter().enumerate() {
        let TokenKind::Name(name) = name else { continue };
        let is_member = at.checked_sub(1).is_some_and(|before| is_symbol(before, "."));
        if is_member || is_symbol(at + 1, "(") || WORDS.contains(&name.as_str()) {
            continue;
        }
        if name != ANSWERS {
            found.push((span.clone(), name.clone()));
            continue;
        }
        let close = match (kind(at + 1), kind(at + 2)) {
            (Some(TokenKind::Symbol("[")), Some(TokenKind::Text(id))) if is_symbol(at + 3, "]") => {
                Some((at + 3, id))
            }
            (Some(TokenKind::Symbol(".")), Some(TokenKind::Name(id))) => Some((at + 2, id)),
            _ => None,
        };
        if let Some((last, id)) = close.and_then(|(last, id)| Some((tokens.get(last)?, id))) {
            found.push((span.start..last.at.end, id.clone()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::expression_fields;

    #[test]
    fn functions_members_texts_and_words_are_no_fields() {
        for (source, ids) in [
            ("size(a) > 2 || b.startsWith('c') && true", &["a", "b"][..]),
            ("'x' in list ? r\"raw\" == t : !(u)", &["list", "t", "u"]),
            ("answers['a-b'] == answers.c", &["a-b", "c"]),
            ("a = b", &[]),
            ("", &[]),
        ] {
            let found = expression_fields(source);
            let found_ids: Vec<_> = found.iter().map(|(_, id)| id.as_str()).collect();
            assert_eq!(found_ids, ids, "{source}");
        }
    }
}
