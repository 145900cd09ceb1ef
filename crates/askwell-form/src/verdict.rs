//! Tells only whether answers would be accepted.
//!
//! If no field depends on another, values are checked as they are read and nothing is kept: no
//! answers, no second problem. The rules are those of [`Form::check`], in the same functions. Forms
//! with conditions or custom validators are checked in full, because order matters there.

use serde_json::Value;

use crate::definition::{Definition, Form};
use crate::field_value::FieldValue;
use crate::parse::MAX_FIELDS;
use crate::problem::Problem;
use crate::report::Report;
use crate::walk::{self, AnswerVisitor, Stop};

impl Form {
    /// Returns whether [`Form::check`] would accept, without keeping the answers.
    #[must_use]
    pub fn accepts(&self, raw: &Value) -> bool {
        if !self.definition.is_plain() {
            return self.check(raw).is_ok();
        }
        let mut verdict = Verdict::new(&self.definition);
        walk::value(&self.definition.index, raw, &mut verdict).is_ok() && verdict.is_complete()
    }

    /// Returns whether [`Form::check_json`] would accept, without keeping the answers.
    #[must_use]
    pub fn accepts_json(&self, json: &[u8]) -> bool {
        if !self.definition.is_plain() {
            return self.check_json(json).is_ok();
        }
        let mut verdict = Verdict::new(&self.definition);
        walk::json(&self.definition.index, json, &mut verdict).is_ok() && verdict.is_complete()
    }
}

/// What is known halfway through an answer in which all has been well so far.
struct Verdict<'d> {
    definition: &'d Definition,
    met: [bool; MAX_FIELDS],
    required_filled: usize,
    /// Where checks put what they find: nothing, or all is over.
    problems: Vec<Problem>,
}

impl<'d> Verdict<'d> {
    #[inline]
    fn new(definition: &'d Definition) -> Self {
        Verdict { definition, met: [false; MAX_FIELDS], required_filled: 0, problems: Vec::new() }
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.required_filled == self.definition.required_fields || self.definition.allow_partial
    }
}

impl<'a, V: FieldValue<'a>> AnswerVisitor<V> for Verdict<'_> {
    #[inline]
    fn take(&mut self, place: usize, value: V) -> Result<(), Stop> {
        let (Some(field), Some(met @ false)) = (self.definition.fields.get(place), self.met.get_mut(place))
        else {
            return Err(Stop::Enough);
        };
        *met = true;
        // A blank is wrong only where something is required, and that shows in the end.
        if value.is_blank(&field.kind) {
            return Ok(());
        }
        self.required_filled += usize::from(field.required);
        value.judge(&field.kind, &mut Report { field: &field.identity, problems: &mut self.problems });
        if self.problems.is_empty() { Ok(()) } else { Err(Stop::Enough) }
    }

    #[cold]
    fn refuse_unknown(&mut self, _: &str) -> Result<(), Stop> {
        Err(Stop::Enough)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
    use proptest::sample::select;
    use serde_json::Value;

    use crate::definition::Form;

    /// One field of each kind, half of them required.
    fn form(more: &str) -> Form {
        let fields = r#"
            {"id": "text", "type": "text", "label": "T", "required": true, "validation": {"minLength": 2, "maxLength": 9}},
            {"id": "note", "type": "text", "label": "N", "validation": {"pattern": "^[a-z]*$"}},
            {"id": "number", "type": "number", "label": "N", "required": true, "validation": {"maximum": 10}},
            {"id": "boolean", "type": "boolean", "label": "B"},
            {"id": "date", "type": "date", "label": "D", "validation": {"minimum": "2026-01-01"}},
            {"id": "select", "type": "select", "label": "S", "required": true, "options": ["a", "true"]},
            {"id": "choices", "type": "multi_select", "label": "M", "options": ["a", "b"], "validation": {"minItems": 2}},
            {"id": "url", "type": "url", "label": "U"},
            {"id": "file", "type": "file", "label": "F"}"#;
        Form::parse(&format!(r#"{{"id": "all", "title": "All"{more}, "fields": [{fields}]}}"#)).unwrap()
    }

    const KEYS: [&str; 10] =
        ["text", "note", "number", "boolean", "date", "select", "choices", "url", "file", "stranger"];

    const VALUES: [&str; 21] = [
        "null",
        "true",
        "7",
        "11",
        "1.5",
        r#""""#,
        r#""a""#,
        r#""abc""#,
        r#""true""#,
        r#""a\u202eb""#,
        r#""2026-03-01""#,
        r#""2025-03-01""#,
        r#""https://example.com""#,
        r#""http://localhost""#,
        "[]",
        r#"["a"]"#,
        r#"["a", "b"]"#,
        r#"["a", "a"]"#,
        r#"["c", 1]"#,
        "{}",
        r#"{"filename": "a.txt", "content_type": "text/plain", "size": 2, "content": "aGk="}"#,
    ];

    /// Returns the text of an answer that is good but for a few of its members, which may come
    /// twice.
    fn answer() -> impl Strategy<Value = String> {
        let good = [("text", r#""abc""#), ("number", "7"), ("select", r#""a""#)];
        let changes = proptest::collection::vec((select(&KEYS[..]), select(&VALUES[..])), 0..4);
        (changes, any::<bool>()).prop_map(move |(changes, twice)| {
            let kept = good
                .into_iter()
                .filter(|(key, _)| twice || changes.iter().all(|(changed, _)| changed != key));
            let members =
                kept.chain(changes.iter().copied()).map(|(key, value)| format!("\"{key}\": {value}"));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        })
    }

    proptest! {
        #[test]
        fn verdict_agrees_with_check(answer in answer(), partial: bool) {
            let form = form(if partial { r#", "allowPartial": true"# } else { "" });
            prop_assert_eq!(form.accepts_json(answer.as_bytes()), form.check_json(answer.as_bytes()).is_ok());
            let value: Value = serde_json::from_str(&answer).unwrap();
            prop_assert_eq!(form.accepts(&value), form.check(&value).is_ok());
        }

        #[test]
        fn verdict_agrees_with_check_on_invalid_json(answer in answer(), place in 0..200_usize, other in select(&["", "{", "\"", ",", "x"][..])) {
            let mut text = answer.into_bytes();
            let place = place.min(text.len());
            text.splice(place.., other.bytes());
            let form = form("");
            prop_assert_eq!(form.accepts_json(&text), form.check_json(&text).is_ok());
        }
    }

    #[test]
    fn answer_that_is_no_object_is_rejected() {
        let form = form(r#", "allowPartial": true"#);
        for (text, accepted) in [("{}", true), ("[]", false), ("null", false), ("\"\"", false), ("1", false)]
        {
            assert_eq!(form.accepts_json(text.as_bytes()), accepted, "{text}");
            assert_eq!(form.accepts(&serde_json::from_str(text).unwrap()), accepted, "{text}");
        }
    }
}
