//! Batches: several messages in one text, which clients of 2025-03-26 may send.

use super::decode::{Limits, MalformedMessage, decode};
use super::error::{ErrorCode, RpcError};
use super::json::Raw;
use super::message::Message;
use super::method;

/// The most messages in a batch.
pub(crate) const MOST_IN_BATCH: usize = 100;

/// Returns whether a text is a batch.
pub(crate) fn is_batch(text: &str) -> bool {
    text.trim_ascii_start().starts_with('[')
}

/// Decodes each message of a batch. A malformed message does not affect the others.
///
/// # Errors
/// When the text is not JSON, or the batch has no messages or too many.
pub(crate) fn decode_batch(
    text: &str,
    limits: &Limits,
) -> Result<Vec<Result<Message, MalformedMessage>>, RpcError> {
    let batch =
        Raw::parse(text, limits).map_err(|fault| RpcError::new(ErrorCode::PARSE, fault.to_string()))?;
    let count = batch.items().take(MOST_IN_BATCH + 1).count();
    if count == 0 || count > MOST_IN_BATCH {
        let message = format!("a batch has from 1 to {MOST_IN_BATCH} messages");
        return Err(RpcError::new(ErrorCode::INVALID_REQUEST, message));
    }
    let read = |item: Raw<'_>| match decode(item.text().to_owned(), limits)? {
        Message::Request(request) if request.method() == method::INITIALIZE => Err(MalformedMessage {
            id: Some(request.id().clone()),
            error: RpcError::new(ErrorCode::INVALID_REQUEST, "`initialize` cannot be part of a batch"),
        }),
        message => Ok(message),
    };
    Ok(batch.items().map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::{MOST_IN_BATCH, decode_batch, is_batch};
    use crate::wire::Limits;

    #[test]
    fn each_message_of_a_batch_is_decoded_on_its_own() {
        let text = r#" [{"jsonrpc":"2.0","id":1,"method":"ping"}, 7, {"jsonrpc":"2.0","method":"notifications/x"},
            {"jsonrpc":"2.0","id":2,"method":"initialize"}]"#;
        assert!(is_batch(text) && !is_batch(" {}"));
        let read = decode_batch(text, &Limits::default()).unwrap();
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, false]);
        assert!(read[3].as_ref().unwrap_err().id.is_some());
        let message = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        for (count, fits) in [(0, false), (1, true), (MOST_IN_BATCH, true), (MOST_IN_BATCH + 1, false)] {
            let text = format!("[{}]", vec![message; count].join(","));
            assert_eq!(decode_batch(&text, &Limits::default()).is_ok(), fits, "{count}");
        }
        assert!(decode_batch("[", &Limits::default()).is_err());
    }
}
