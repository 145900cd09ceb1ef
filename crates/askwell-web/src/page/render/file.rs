//! `file`: a file to choose, to drop, or to keep.

use askwell_form::Kind;
use maud::{Markup, html};

use super::control::Control;
use super::words::{bytes, too_large};
use crate::page::decode::REMOVE;

/// The control of a file field.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::File(kind) = control.view.field.kind() else { return html! {} };
    let accept = control.hints().accept.clone().unwrap_or_else(|| {
        kind.allowed_extensions.iter().chain(&kind.allowed_mime_types).cloned().collect::<Vec<_>>().join(",")
    });
    html! {
        div.file.drops[control.hints().drag_and_drop] data-upload=(control.name()) data-most=(kind.max_size)
            data-preview[control.hints().preview] data-too-large=(too_large(control.view.field, kind.max_size)) {
            div.kept data-kept {
                @if let Some(file) = control.around.file {
                    input type="hidden" name=(control.name()) value=(file.location);
                    @if control.hints().preview && file.is_picture() {
                        img.preview src=(control.around.file_path) alt="";
                    }
                    p {
                        bdi { (file.filename) } " " span.size { "(" (bytes(file.size)) ")" }
                    }
                    div.tick data-remove {
                        @let remove = format!("{}-remove", control.id);
                        input type="checkbox" id=(remove) name=(format!("{}{REMOVE}", control.name())) value="yes" disabled[control.switched_off()];
                        label for=(remove) { "Remove this file" }
                    }
                }
            }
            input type="file" id=(control.id) name=(control.name()) accept=[(!accept.is_empty()).then_some(accept)]
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                disabled[control.switched_off()];
            @if control.hints().drag_and_drop { p.drop.scripted hidden { "or drop it here" } }
            progress max="100" value="0" data-progress aria-label=(format!("Uploading {}", control.view.field.label())) hidden {}
        }
    }
}
