//! The value of one field as it arrives: a JSON token in text, or a parsed value. Both are checked
//! in place, by the same rules; only an answer that is kept is copied.

use serde_json::Value;

use crate::answer::Answer;
use crate::kind::Kind;
use crate::raw::Raw;
use crate::report::Report;

/// What a field was given.
pub(crate) trait FieldValue<'a>: Clone + Into<Raw<'a>> {
    /// Returns whether that is as good as nothing: see [`Raw::is_blank`].
    fn is_blank(&self, kind: &Kind) -> bool;

    /// Reports the problems of the value.
    fn judge(&self, kind: &Kind, report: &mut Report<'_>);

    /// Reports the problems of the value, and returns an answer if it has the right type.
    fn check(&self, kind: &Kind, report: &mut Report<'_>) -> Option<Answer<'static>>;
}

impl<'a> FieldValue<'a> for Raw<'a> {
    #[inline]
    fn is_blank(&self, kind: &Kind) -> bool {
        Raw::is_blank(self, kind)
    }

    #[inline]
    fn judge(&self, kind: &Kind, report: &mut Report<'_>) {
        match self {
            Raw::Text(text) => kind.judge_text(text, report),
            other => kind.judge(other, report),
        }
    }

    fn check(&self, kind: &Kind, report: &mut Report<'_>) -> Option<Answer<'static>> {
        kind.check(self, report).map(Answer::into_owned)
    }
}

impl<'a> FieldValue<'a> for &'a Value {
    #[inline]
    fn is_blank(&self, kind: &Kind) -> bool {
        match self {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty() && matches!(kind, Kind::MultiSelect(_) | Kind::Rows(_)),
            _ => false,
        }
    }

    #[inline]
    fn judge(&self, kind: &Kind, report: &mut Report<'_>) {
        match (self, kind) {
            (Value::String(text), _) => kind.judge_text(text, report),
            (Value::Array(items), Kind::MultiSelect(select)) => select.judge_items(items, report),
            (other, _) => kind.judge(&Raw::from(*other), report),
        }
    }

    fn check(&self, kind: &Kind, report: &mut Report<'_>) -> Option<Answer<'static>> {
        Raw::from(*self).check(kind, report)
    }
}
