//! Adds `_meta` to the params of a request: what the era requires, the progress token, and the
//! caller's own members.

use askwell_form::schema::Revision;

use super::builder::Settings;
use super::options::RequestOptions;
use crate::wire::{Era, Json, ObjectWriter, Raw, meta};

/// Returns the params of request `id` with their `_meta`. The members that the protocol defines win
/// over the caller's.
pub(super) fn with_meta(
    settings: &Settings,
    revision: Revision,
    id: i64,
    asked: Raw<'_>,
    options: &RequestOptions,
) -> Json {
    let mut metadata = ObjectWriter::new();
    if Era::of(revision) == Era::Modern {
        metadata
            .text(meta::PROTOCOL_VERSION, revision.as_str())
            .raw(meta::CLIENT_CAPABILITIES, settings.capabilities().raw())
            .raw(meta::CLIENT_INFO, settings.identity.to_json().raw());
    }
    if options.progress.is_some() {
        metadata.integer(meta::PROGRESS_TOKEN, id);
    }
    let ours = [meta::PROTOCOL_VERSION, meta::CLIENT_CAPABILITIES, meta::CLIENT_INFO, meta::PROGRESS_TOKEN];
    for (index, (key, value)) in options.meta.iter().enumerate() {
        let is_repeated = options.meta.iter().skip(index + 1).any(|(other, _)| other == key);
        if !is_repeated && !ours.contains(&key.as_str()) {
            metadata.raw(key, value.raw());
        }
    }
    let metadata = metadata.finish();
    let mut params = ObjectWriter::with_capacity(asked.text().len() + metadata.text().len() + 16);
    params.members(asked);
    if metadata.raw() != Raw::EMPTY {
        params.raw(meta::META, metadata.raw());
    }
    params.finish()
}

#[cfg(test)]
mod tests {
    use askwell_form::schema::Revision;

    use super::with_meta;
    use crate::client::Client;
    use crate::client::options::RequestOptions;
    use crate::wire::Json;

    #[test]
    fn meta_has_the_members_of_the_era() {
        let settings = Client::builder("c", "1").settings();
        let asked = Json::parse(r#"{"name":"t"}"#, &Default::default()).unwrap();
        let traced = RequestOptions::new().trace("00-ab-cd-01", "").meta("x", Json::of_text("y"));
        let with_progress =
            RequestOptions::new().progress(|_| {}).meta("progressToken", Json::of_text("mine"));
        let modern = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}"#;
        for (revision, options, expected) in [
            (Revision::V2025_11_25, RequestOptions::new(), r#"{"name":"t"}"#.to_owned()),
            (Revision::V2025_11_25, with_progress, r#"{"name":"t","_meta":{"progressToken":7}}"#.to_owned()),
            (
                Revision::V2026_07_28,
                traced,
                format!(r#"{{"name":"t","_meta":{{{modern},"traceparent":"00-ab-cd-01","x":"y"}}}}"#),
            ),
        ] {
            assert_eq!(with_meta(&settings, revision, 7, asked.raw(), &options).text(), expected);
        }
    }
}
