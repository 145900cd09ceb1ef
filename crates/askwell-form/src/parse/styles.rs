//! Checks what display styles need of their fields: the ends of date ranges, and signatures that are accepted.
//!
//! Adds no constraint. Whether a range may end before it begins is for an answer rule to say.

use super::field::FieldDraft;
use super::reader::Reader;
use crate::answer_rule::AnswerRule;
use crate::defect::DefectCode;
use crate::definition::Field;
use crate::display_style::DisplayStyle;
use crate::json::tree::{Json, Node};
use crate::kind::Kind;

/// Notes ranges that do not end in the field that follows, a date like the first.
pub(super) fn check_range_ends(reader: &mut Reader, drafts: &[FieldDraft<'_, '_>]) {
    let with_time = |draft: &FieldDraft<'_, '_>| match &draft.parts.as_ref()?.kind {
        Kind::Date(date) => Some(date.with_time),
        _ => None,
    };
    for (index, draft) in drafts.iter().enumerate() {
        let range_end = draft.parts.as_ref().and_then(|parts| parts.rendering.range_end.as_deref());
        let (Some(id), Some(node)) = (range_end, end_node(draft)) else { continue };
        let place = drafts.iter().position(|other| other.id.is_some_and(|(known, _)| known == id));
        let (code, message) = match place {
            None => (DefectCode::UnknownReference, "no field has this id"),
            Some(place) if place != index + 1 => {
                (DefectCode::Contradiction, "a range of dates ends in the field that follows")
            }
            Some(place) if drafts.get(place).and_then(with_time) != with_time(draft) => {
                (DefectCode::Contradiction, "both ends of a range are days, or both have a time")
            }
            Some(_) => continue,
        };
        let expected = "the id of the next field, a date like this one";
        reader.note(&node.span, code, message).expected(expected).found(node);
    }
}

/// Returns the value of `rendering.rangeEnd`.
fn end_node<'n, 't>(draft: &FieldDraft<'n, 't>) -> Option<&'n Node<'t>> {
    let Json::Object(hints) = &draft.members.get("rendering")?.value else { return None };
    hints.iter().find(|hint| hint.key == "rangeEnd").map(|hint| &hint.node)
}

/// Warns of ranges whose end may lie before their start, because no rule compares the two.
pub(super) fn warn_of_unruled_ranges(
    reader: &mut Reader,
    fields: &[(Field, &Node<'_>)],
    rules: &[AnswerRule],
) {
    for (index, (field, node)) in fields.iter().enumerate() {
        let Some(end) = field.rendering.range_end.as_deref() else { continue };
        let compares =
            |rule: &AnswerRule| [index, index + 1].iter().all(|place| rule.references().contains(place));
        if !rules.iter().any(compares) {
            reader.warn(&node.span, || {
                let rule = format!("`{end} >= {}`", field.id());
                (format!("no rule says that the range may not end before it begins: add {rule}"), None)
            });
        }
    }
}

/// Warns of fields that ask for a signature and refuse the PNG file that it becomes.
pub(super) fn warn_of_refused_signatures(reader: &mut Reader, fields: &[(Field, &Node<'_>)]) {
    for (field, node) in fields {
        let Kind::File(kind) = &field.kind else { continue };
        let takes_type = kind
            .allowed_mime_types
            .iter()
            .any(|taken| ["image/png", "image/*", "*/*"].iter().any(|png| taken.eq_ignore_ascii_case(png)));
        let takes_extension = kind.allowed_extensions.iter().any(|taken| taken.eq_ignore_ascii_case(".png"));
        let takes_png = (takes_type || kind.allowed_mime_types.is_empty())
            && (takes_extension || kind.allowed_extensions.is_empty());
        if field.rendering.display_style == Some(DisplayStyle::Signature) && !takes_png {
            let message = "a signature is a PNG picture, which this field refuses: add `image/png`";
            reader.warn(&node.span, || (message.to_owned(), None));
        }
    }
}
