//! Explains in a sentence which of a file's name, declared type and content disagree.

use askwell_form::Field;
use askwell_form::hidden::is_hidden;
use askwell_form::media::{self, Disagreement, MediaType};

/// The longest file name in a sentence.
const LONGEST_NAME: usize = 60;

/// Returns the sentence for a rejected file: what contradicts what, and what to do.
pub(super) fn describe(field: &Field, filename: &str, content_type: &str, content: &[u8]) -> String {
    let (subject, name) = (field.subject(), shortened(filename));
    if !media::is_safe_filename(filename) {
        return format!("{subject}: the file name “{name}” cannot be used. Rename the file.");
    }
    let Some(declared) = MediaType::parse(content_type) else {
        return format!("{subject}: your browser gave “{name}” a type that is none. Choose another file.");
    };
    match media::agree(filename, &declared, Some(content)) {
        Err(Disagreement::ExtensionAndType { extension, declared }) => format!(
            "{subject}: the name “{name}” ends in {extension}, but your browser says that the file is {}. \
             Rename the file, or choose another.",
            kind_words(declared.as_str())
        ),
        Err(Disagreement::ContentAndType { sniffed }) => {
            let promised = media::extension_of(filename).map_or_else(
                || format!("your browser says that “{name}” is {}", kind_words(declared.as_str())),
                |extension| format!("the name “{name}” ends in {extension}"),
            );
            let found = if sniffed == "text/plain" && is_text(&declared) {
                "its text does not have that form".to_owned()
            } else {
                format!("the content is {}", kind_words(sniffed))
            };
            format!("{subject}: {promised}, but {found}. Choose another file.")
        }
        Ok(()) => format!("{subject}: “{name}” cannot be taken. Choose another file."),
    }
}

fn is_text(declared: &MediaType) -> bool {
    let name = declared.as_str();
    name.starts_with("text/") || ["json", "yaml", "xml", "toml", "pem"].iter().any(|word| name.contains(word))
}

/// Returns a media type in plain words where there are any.
fn kind_words(media_type: &str) -> String {
    match media_type {
        "text/plain" => "plain text".to_owned(),
        "text/html" => "an HTML page".to_owned(),
        "application/octet-stream" => "none of the known types".to_owned(),
        other => format!("of type {other}"),
    }
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
