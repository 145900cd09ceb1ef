//! Expresses a condition's test as a schema of the tested value.

use serde_json::json;

use super::Claim;
use crate::answer::Answer;
use crate::condition::{Comparison, ConditionTest};
use crate::kind::Kind;
use crate::pattern::Pattern;
use crate::schema::numbers;

/// Returns the test that holds exactly when this one does not, for those tests that nothing passes.
pub(super) fn opposite(test: &ConditionTest) -> Option<ConditionTest> {
    match test {
        ConditionTest::Empty => Some(ConditionTest::Filled),
        ConditionTest::Differs(value) => Some(ConditionTest::Equals(value.clone())),
        ConditionTest::Filled
        | ConditionTest::Equals(_)
        | ConditionTest::Contains(_)
        | ConditionTest::Compares(..)
        | ConditionTest::Matches(_) => None,
    }
}

/// When a value of this kind, blank or valid, passes a test that nothing does not pass.
pub(super) fn of_value(kind: &Kind, test: &ConditionTest) -> Claim {
    match test {
        ConditionTest::Filled => filled(kind),
        ConditionTest::Equals(value) => equals(kind, value),
        ConditionTest::Contains(part) => contains(kind, part),
        ConditionTest::Compares(comparison, Answer::Number(bound)) => match numbers::exact(*bound) {
            Some(bound) => Claim::when(json!({keyword(*comparison): bound})),
            None => Claim::Unsayable,
        },
        ConditionTest::Compares(..) => Claim::Unsayable,
        ConditionTest::Matches(pattern) => matches(pattern),
        ConditionTest::Empty | ConditionTest::Differs(_) => Claim::Unsayable,
    }
}

fn keyword(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Above => "exclusiveMinimum",
        Comparison::Below => "exclusiveMaximum",
        Comparison::AtLeast => "minimum",
        Comparison::AtMost => "maximum",
    }
}

fn filled(kind: &Kind) -> Claim {
    match kind {
        Kind::Text(_) | Kind::Date(_) | Kind::Select(_) | Kind::Url(_) => {
            Claim::when(json!({"minLength": 1}))
        }
        Kind::MultiSelect(_) | Kind::Rows(_) => Claim::when(json!({"minItems": 1})),
        Kind::Number(_) | Kind::Boolean(_) | Kind::File(_) => Claim::Always,
    }
}

fn equals(kind: &Kind, value: &Answer<'_>) -> Claim {
    match (kind, value) {
        (_, Answer::Choices(values)) => {
            let mut distinct: Vec<&str> = Vec::new();
            for value in values {
                if !distinct.contains(&&**value) {
                    distinct.push(value);
                }
            }
            // As many choices as listed, each once: a list with repetitions equals nothing.
            if values.is_empty() || distinct.len() < values.len() {
                return Claim::Never;
            }
            let count = values.len();
            Claim::when(json!({"minItems": count, "maxItems": count, "items": {"enum": distinct}}))
        }
        (_, Answer::Text(text)) if text.is_empty() => Claim::Never,
        (Kind::Date(date), Answer::Date(day)) if !date.with_time => {
            Claim::when(json!({"const": day.to_string()}))
        }
        // One point in time can be written in many ways, and the day it lies in depends on the offset.
        (Kind::Date(_), _) => Claim::Unsayable,
        (_, other) => match numbers::exact_answer(other) {
            Some(value) => Claim::when(json!({"const": value})),
            None => Claim::Unsayable,
        },
    }
}

fn contains(kind: &Kind, part: &str) -> Claim {
    match kind {
        Kind::MultiSelect(_) => Claim::when(json!({"contains": {"const": part}})),
        _ if part.is_empty() => filled(kind),
        _ => Claim::when(json!({"pattern": escaped(part)})),
    }
}

fn matches(pattern: &Pattern) -> Claim {
    if pattern.is_match("") {
        // An empty text counts as missing in a condition, even if the pattern matches it.
        Claim::when(json!({"minLength": 1, "pattern": pattern.source()}))
    } else {
        Claim::when(json!({"pattern": pattern.source()}))
    }
}

/// Returns a pattern that finds exactly this text. ECMA-262 allows a backslash before these
/// characters only.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if r"^$\.*+?()[]{}|/".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::escaped;
    use crate::pattern::Pattern;

    #[test]
    fn escaped_text_matches_itself() {
        for text in ["a", "a.b", "^$\\.*+?()[]{}|/", "-#&~ é\n", "[a-z]"] {
            let pattern = Pattern::compile(&escaped(text)).unwrap();
            assert!(pattern.is_match(&format!("<{text}>")), "{text}");
        }
        assert!(!Pattern::compile(&escaped("a.b")).unwrap().is_match("axb"));
    }
}
