//! A value for one field, in whatever shape it came: scanned from text, or still inside an answer that was parsed
//! elsewhere. Both are judged where they lie, by the same rules; a copy is made only for an answer that is kept.

use serde_json::Value;

use crate::answer::Answer;
use crate::kind::Kind;
use crate::raw::Raw;
use crate::report::Report;

/// What a field was given.
pub(crate) trait Given<'a>: Clone + Into<Raw<'a>> {
    /// Whether that is as good as nothing: see [`Raw::is_blank`].
    fn is_blank(&self, kind: &Kind) -> bool;

    /// Reports what is wrong with it.
    fn judge(&self, kind: &Kind, report: &mut Report<'_>);

    /// Reports what is wrong with it, and makes an answer of it if it is of the right type.
    fn check(&self, kind: &Kind, report: &mut Report<'_>) -> Option<Answer<'static>>;
}

impl<'a> Given<'a> for Raw<'a> {
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

impl<'a> Given<'a> for &'a Value {
    #[inline]
    fn is_blank(&self, kind: &Kind) -> bool {
        match self {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty() && matches!(kind, Kind::MultiSelect(_)),
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
