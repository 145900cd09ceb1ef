//! What a client's dialog brings as the content of an answer.

use std::borrow::Cow;

use askwell_form::Form;

use crate::wire::{ObjectWriter, Raw};

/// Returns the content without the members that the form did not ask for. The schema that a client gets does not forbid
/// others, and some clients add their own. No content at all is the empty object, which may be a fine answer to a form
/// that requires nothing.
pub(super) fn known_members<'c>(form: &Form, content: Option<Raw<'c>>) -> Cow<'c, str> {
    let content = content.unwrap_or(Raw::EMPTY);
    let is_known = |key: &str| form.fields().iter().any(|field| field.property() == key);
    if content.members().all(|(key, _)| is_known(&key)) {
        return Cow::Borrowed(content.text());
    }
    let mut known = ObjectWriter::with_room(content.text().len());
    for (key, value) in content.members().filter(|(key, _)| is_known(key)) {
        known.raw(&key, value);
    }
    Cow::Owned(known.finish().text().to_owned())
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::known_members;
    use crate::wire::Json;

    #[test]
    fn members_that_are_no_fields_are_dropped() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"},
                {"id": "b", "type": "number", "label": "B"}]}"#,
        )
        .unwrap();
        for (content, expected) in [
            (r#"{"a":"x","b":1.50}"#, r#"{"a":"x","b":1.50}"#),
            (r#"{"a":"x","__typename":"Answer","b":1.50}"#, r#"{"a":"x","b":1.50}"#),
            (r#"{"confirm":true}"#, "{}"),
            ("{}", "{}"),
            // What is no object is left for the check to reject.
            ("[1]", "[1]"),
            (r#""x""#, r#""x""#),
        ] {
            let content = Json::parse(content, &Default::default()).unwrap();
            assert_eq!(known_members(&form, Some(content.raw())), expected, "{}", content.text());
        }
        assert_eq!(known_members(&form, None), "{}");
    }
}
