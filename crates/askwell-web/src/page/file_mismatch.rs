//! Explains in a sentence which of a file's name, declared type and content disagree.

use askwell_form::Field;
use askwell_form::hidden::is_hidden;
use askwell_form::media::{self, Disagreement, MediaType};
use askwell_locale::{Value, label_subject, text};

/// The longest file name in a sentence.
const LONGEST_NAME: usize = 60;

/// Returns the sentence for a rejected file: what contradicts what, and what to do.
pub(super) fn describe(field: &Field, filename: &str, content_type: &str, content: &[u8]) -> String {
    let label = ("label", Value::from(label_subject(field.label())));
    let file = ("name", Value::from(shortened(filename)));
    if !media::is_safe_filename(filename) {
        return text("pages-file-bad-name", &[label, file]);
    }
    let Some(declared) = MediaType::parse(content_type) else {
        return text("pages-file-no-type", &[label, file]);
    };
    match media::agree(filename, &declared, Some(content)) {
        Err(Disagreement::ExtensionAndType { extension, declared }) => {
            let [found, kind] = kind_arguments(declared.as_str());
            let ending = ("ending", Value::from(extension.to_string()));
            text("pages-file-ending-and-browser", &[label, file, ending, found, kind])
        }
        Err(Disagreement::ContentAndType { sniffed }) => {
            let is_malformed = sniffed == "text/plain" && is_text(&declared);
            let [found, kind] = if is_malformed {
                [("found", "malformed".into()), ("type", sniffed.into())]
            } else {
                kind_arguments(sniffed)
            };
            match media::extension_of(filename) {
                Some(extension) => {
                    let ending = ("ending", Value::from(extension.to_string()));
                    text("pages-file-ending-and-content", &[label, file, ending, found, kind])
                }
                None => {
                    let declared = ("declared", Value::from(declared.as_str()));
                    text("pages-file-browser-and-content", &[label, file, declared, found, kind])
                }
            }
        }
        Ok(()) => text("pages-file-refused", &[label, file]),
    }
}

fn is_text(declared: &MediaType) -> bool {
    let name = declared.as_str();
    name.starts_with("text/") || ["json", "yaml", "xml", "toml", "pem"].iter().any(|word| name.contains(word))
}

/// Returns the arguments that say what a file is: in plain words where there are any, else its media type.
fn kind_arguments(media_type: &str) -> [(&'static str, Value<'_>); 2] {
    let found = match media_type {
        "text/plain" => "text",
        "text/html" => "html",
        "application/octet-stream" => "unknown",
        _ => "type",
    };
    [("found", found.into()), ("type", media_type.into())]
}

fn shortened(name: &str) -> String {
    let plain: String = name.chars().filter(|&letter| !is_hidden(letter)).take(LONGEST_NAME + 1).collect();
    match plain.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", plain.get(..end).unwrap_or_default()),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::describe;

    #[test]
    fn mismatch_names_the_parts_that_do_not_fit() {
        let document =
            r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "file", "label": "Logo"}]}"#;
        let form = Form::parse(document).unwrap();
        let field = form.field("a").unwrap();
        for (name, declared, content, says) in [
            (
                "logo.png",
                "image/png",
                &b"<!doctype html><html></html>"[..],
                "Logo: the name “logo.png” ends in .png, but the content is an HTML page. Choose another file.",
            ),
            (
                "logo.png",
                "image/jpeg",
                b"x",
                "Logo: the name “logo.png” ends in .png, but your browser says that the file is of type image/jpeg. \
                 Rename the file, or choose another.",
            ),
            (
                "a.json",
                "application/json",
                b"not json",
                "Logo: the name “a.json” ends in .json, but its text does not have that form. Choose another file.",
            ),
            ("../a", "text/plain", b"x", "Logo: the file name “../a” cannot be used. Rename the file."),
            ("a", "nonsense", b"x", "Logo: your browser gave “a” a type that is none. Choose another file."),
        ] {
            assert_eq!(describe(field, name, declared, content), says);
        }
        let long = "n".repeat(300);
        assert!(describe(field, &format!("/{long}"), "text/plain", b"x").contains("nnn…”"));
    }
}
