//! References to file content outside the answer: a URL, an S3 object, an upload.

use super::ContentProblem;
use crate::raw::Raw;
use crate::text::hidden_character;
use crate::url_guard::{self, UrlPolicy};

/// Reads a reference whose location has the form that its type asks for. A web address has to pass the guard.
pub(super) fn read<'a>(raw: &'a Raw<'_>) -> Result<(&'a str, &'a str), ContentProblem> {
    let part = |key| raw.get(key).and_then(Raw::as_text);
    let parts = part("type").zip(part("location"));
    let (Raw::Object(members), Some((kind, location))) = (raw, parts) else {
        return Err(ContentProblem::NotReference);
    };
    if members.len() != 2 || location.is_empty() {
        return Err(ContentProblem::NotReference);
    }
    match kind {
        "url" => {
            url_guard::check(location, &UrlPolicy::default())
                .map_err(|refusal| ContentProblem::Address { refusal, location: location.to_owned() })?;
        }
        "s3" if !is_object_location(location) => {
            return Err(ContentProblem::ObjectLocation { location: location.to_owned() });
        }
        "local" if !is_upload_location(location) => {
            return Err(ContentProblem::UploadLocation { location: location.to_owned() });
        }
        "s3" | "local" => {}
        _ => return Err(ContentProblem::NotReference),
    }
    Ok((kind, location))
}

/// Returns whether a text can be the name of an upload: a path would lead out of where uploads are
/// kept.
fn is_upload_location(text: &str) -> bool {
    text.len() <= 255
        && !text.contains(['/', '\\', ':'])
        && !matches!(text, "." | "..")
        && hidden_character(text).is_none()
}

/// Returns whether a text is `s3://bucket/key`, the same without the scheme, or as an ARN, by the
/// naming rules of S3.
fn is_object_location(text: &str) -> bool {
    let rest = text.strip_prefix("s3://").or_else(|| text.strip_prefix("arn:aws:s3:::")).unwrap_or(text);
    let Some((bucket, key)) = rest.split_once('/') else { return false };
    let is_edge = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let bytes = bucket.as_bytes();
    let bucket_is_sound = (3..=63).contains(&bytes.len())
        && is_edge(bytes.first())
        && is_edge(bytes.last())
        && bytes.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-".contains(b))
        && !bucket.contains("..");
    let key_is_sound = (1..=1024).contains(&key.len())
        && hidden_character(key).is_none()
        && !key.split('/').any(|segment| matches!(segment, "." | ".."));
    bucket_is_sound && key_is_sound
}

#[cfg(test)]
mod tests {
    use super::{is_object_location, is_upload_location};

    #[test]
    fn upload_locations_are_plain_names() {
        for sound in ["upload-1", "0197f0c2a1", "notes.txt", "con"] {
            assert!(is_upload_location(sound), "{sound}");
        }
        let too_long = "u".repeat(256);
        for broken in ["../secret", "a/b", "a\\b", "C:", ".", "..", "a\0", "a\u{202e}", &too_long] {
            assert!(!is_upload_location(broken), "{broken}");
        }
    }

    #[test]
    fn object_locations_follow_the_naming_rules_of_s3() {
        let long = format!("s3://bucket/{}", "k".repeat(1024));
        for sound in ["s3://bucket/key", "bucket/key", "arn:aws:s3:::my.bucket-1/a/b c.txt", "abc/é", &long]
        {
            assert!(is_object_location(sound), "{sound}");
        }
        let too_long = format!("{long}k");
        for broken in [
            "s3://bucket",
            "s3://bucket/",
            "s3://ab/key",
            "s3://Bucket/key",
            "s3://-bucket/key",
            "s3://bucket-/key",
            "s3://buc..ket/key",
            "s3:///key",
            "s3://buc_ket/key",
            "s3://bucket/../other",
            "s3://bucket/a\u{202e}b",
            "https://bucket/key",
            "/etc/passwd",
            &too_long,
        ] {
            assert!(!is_object_location(broken), "{broken}");
        }
    }
}
