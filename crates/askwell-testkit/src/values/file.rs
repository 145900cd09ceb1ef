//! Generates valid files: small ones of a dozen types, with matching names, types and contents.

use askwell_form::FileKind;
use askwell_form::media::MediaType;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use proptest::sample::select;
use serde_json::{Value, json};

/// A small file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// With its dot.
    pub(crate) extension: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) content: &'static [u8],
}

const fn sample(extension: &'static str, media_type: &'static str, content: &'static [u8]) -> Sample {
    Sample { extension, media_type, content }
}

pub(crate) const SAMPLES: [Sample; 14] = [
    sample(".txt", "text/plain", b"hello\n"),
    sample(".json", "application/json", b"{\"a\":1}"),
    sample(".csv", "text/csv", b"a,b\n1,2\n"),
    sample(".yaml", "application/yaml", b"a: 1\n"),
    sample(".yml", "text/yaml", b"a: 1\n"),
    sample(".toml", "application/toml", b"a = 1\n"),
    sample(".md", "text/markdown", b"# a\n"),
    sample(".xml", "application/xml", b"<?xml version=\"1.0\"?><a/>"),
    sample(".png", "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    sample(".jpg", "image/jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
    sample(".gif", "image/gif", b"GIF89a\x01\0\x01\0"),
    sample(".pdf", "application/pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
    sample(".gz", "application/gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03"),
    sample(".dat", "application/octet-stream", b"\x01\x02\x03"),
];

/// The beginning of a program: never what a document says it is.
pub(crate) const PROGRAM: &[u8] = b"\x7fELF\x02\x01\x01\0\0\0\0\0";

/// Returns the samples that a field takes.
pub(crate) fn taken(kind: &FileKind) -> Vec<Sample> {
    let takes = |sample: &Sample| {
        let extension = kind.allowed_extensions.is_empty()
            || kind.allowed_extensions.iter().any(|allowed| allowed == sample.extension);
        let declared = MediaType::parse(sample.media_type);
        let media_type = kind.allowed_mime_types.is_empty()
            || declared
                .is_some_and(|declared| kind.allowed_mime_types.iter().any(|kind| declared.matches(kind)));
        extension && media_type && sample.content.len() as u64 <= kind.max_size
    };
    SAMPLES.into_iter().filter(takes).collect()
}

/// Returns a file on the wire, its content in base64.
pub(crate) fn inline(filename: &str, media_type: &str, content: &[u8]) -> Value {
    let encoded = STANDARD.encode(content);
    json!({"filename": filename, "content_type": media_type, "size": content.len(), "content": encoded})
}

/// Returns a file on the wire with a reference to its content.
pub(crate) fn stored(filename: &str, media_type: &str, size: u64, reference: &Value) -> Value {
    json!({"filename": filename, "content_type": media_type, "size": size, "content": reference})
}

pub(super) fn valid(kind: &FileKind) -> Option<BoxedStrategy<Value>> {
    let samples = taken(kind);
    if samples.is_empty() {
        return None;
    }
    let most = kind.max_size;
    let names = select(vec!["a", "Report (2)", ".hidden", "日本"]);
    let references = proptest::prop_oneof![
        3 => Just(None),
        1 => Just(Some(json!({"type": "local", "location": "upload-1"}))),
        1 => Just(Some(json!({"type": "url", "location": "https://files.example.com/1"}))),
        1 => Just(Some(json!({"type": "s3", "location": "s3://bucket/key"}))),
    ];
    let make = move |(sample, name, reference): (Sample, &str, Option<Value>)| {
        let filename = format!("{name}{}", sample.extension);
        match reference {
            None => inline(&filename, sample.media_type, sample.content),
            Some(reference) => stored(&filename, sample.media_type, most.min(1 << 40), &reference),
        }
    };
    Some((select(samples), names, references).prop_map(make).boxed())
}
