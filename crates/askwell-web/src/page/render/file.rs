//! `file`: a file input with drag and drop, progress and the uploaded file.

use crate::text::message;
use askwell_form::{DisplayStyle, FileKind, Kind};
use askwell_locale::{Value, say, text};
use maud::{Markup, html};

use super::control::Control;
use super::format::{bytes, too_large};
use super::signature::pad;
use crate::page::submission::REMOVE;

/// The most extensions or types that are listed in a sentence.
const LISTED: usize = 8;

/// Renders a file field.
///
/// Once a file is uploaded, the browser's own input is folded away, because it would still say that
/// no file is chosen.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::File(kind) = control.view.field.kind() else { return html! {} };
    let accept = control.hints().accept.clone().unwrap_or_else(|| {
        kind.allowed_extensions.iter().chain(&kind.allowed_mime_types).cloned().collect::<Vec<_>>().join(",")
    });
    let most = control.context.largest_file;
    let is_signature = control.hints().display_style == Some(DisplayStyle::Signature);
    let shows_preview = control.hints().preview || is_signature;
    let is_kept = control.context.file.is_some();
    html! {
        div.file.drops[control.hints().drag_and_drop] data-upload=(control.name()) data-most=(most)
            data-preview[shows_preview] data-too-large=(too_large(control.view.field, most)) {
            div.kept data-kept {
                @if let Some(file) = control.context.file {
                    input type="hidden" name=(control.name()) value=(file.location);
                    @if shows_preview && file.is_picture() {
                        img.preview src=(control.context.file_path) alt="";
                    }
                    p {
                        bdi { (file.filename) } " " span.size { "(" (bytes(file.size)) ")" }
                    }
                    div.tick data-remove {
                        @let remove = format!("{}-remove", control.id);
                        input type="checkbox" id=(remove) name=(format!("{}{REMOVE}", control.name())) value="yes" disabled[control.switched_off()];
                        label for=(remove) { (say("pages-file-remove-this")) }
                    }
                }
            }
            @if is_signature && !control.switched_off() { (pad(control)) }
            details.another open[!is_kept] data-another {
                summary hidden[!is_kept] { (message("pages-file-another-for", &[], &[("label", html! { span.sr { (control.view.field.label()) } })])) }
                input type="file" id=(control.id) name=(control.name()) accept=[(!accept.is_empty()).then_some(accept)]
                    aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                    aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                    disabled[control.switched_off()];
            }
            @if control.hints().drag_and_drop { p.drop.scripted hidden { (say("pages-file-drop")) } }
            progress max="100" value="0" data-progress aria-label=(text("pages-file-uploading", &[("label", control.view.field.label().into())])) hidden {}
        }
    }
}

/// Returns the accepted files as a sentence.
pub(super) fn limits(kind: &FileKind, most: u64) -> String {
    let size = ("size", bytes(most).into());
    let types =
        if kind.allowed_extensions.is_empty() { &kind.allowed_mime_types } else { &kind.allowed_extensions };
    match types.as_slice() {
        [] => text("pages-file-any", &[size]),
        some if some.len() <= LISTED => {
            let types = some.iter().map(|name| name.as_str().into()).collect();
            text("pages-file-types", &[("types", Value::Alternatives(types)), size])
        }
        _ => text("pages-file-certain", &[size]),
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::{Field, Form, Kind};
    use serde_json::{Value, json};

    use super::limits;

    #[test]
    fn limits_name_the_types_and_the_size() {
        let many: Vec<String> = (0..9).map(|n| format!(".e{n}")).collect();
        for (rules, says) in [
            (json!({}), "Any type of file, at most 10 MB."),
            (json!({"allowedExtensions": [".json"]}), ".json, at most 10 MB."),
            (
                json!({"allowedExtensions": [".a", ".b", ".c"], "maxSize": 2048}),
                ".a, .b or .c, at most 2 KB.",
            ),
            (json!({"allowedMimeTypes": ["image/png", "image/*"]}), "image/png or image/*, at most 10 MB."),
            (json!({"allowedExtensions": many}), "Only certain types of file, at most 10 MB."),
        ] {
            assert_eq!(said(&rules), says, "{rules}");
        }
    }

    fn said(rules: &Value) -> String {
        let fields = json!([{"id": "a", "type": "file", "label": "A", "validation": rules}]);
        let form = Form::parse(&json!({"id": "f", "title": "F", "fields": fields}).to_string()).unwrap();
        match form.field("a").map(Field::kind) {
            Some(Kind::File(kind)) => limits(kind, kind.max_size),
            other => panic!("{other:?}"),
        }
    }
}
