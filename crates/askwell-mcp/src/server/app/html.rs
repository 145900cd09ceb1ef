//! The HTML of the app: one document with its style and its script, and a policy that allows nothing else.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const SCRIPT: &str = include_str!("form.js");
const STYLE: &str = include_str!("form.css");

/// Returns the document.
pub(super) fn document() -> &'static str {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
        let digest = |text: &str| STANDARD.encode(Sha256::digest(text));
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
             form-action 'none'\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>Form</title><style>{STYLE}</style></head>\
             <body><main id=\"app\"></main><script>{SCRIPT}</script></body></html>",
            digest(STYLE),
            digest(SCRIPT),
        )
    });
    &DOCUMENT
}
