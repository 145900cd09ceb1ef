//! The verdicts of a batch as bytes, by which a commit in doubt is resolved.

use askwell_engine::store::Verdict;
use askwell_lifecycle::{ElicitationId, Timestamp};

/// The version of the encoding.
const VERSION: u8 = 1;

/// Encodes verdicts. Nodes of the previous version decode them, so that codes stay.
pub(super) fn encode(verdicts: &[Verdict]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + verdicts.len());
    bytes.push(VERSION);
    for verdict in verdicts {
        match verdict {
            Verdict::Committed => bytes.push(0),
            Verdict::Conflict => bytes.push(1),
            Verdict::Exists(id) => {
                bytes.push(2);
                bytes.extend(id.to_bytes());
            }
            Verdict::ClientFull => bytes.push(3),
            Verdict::TotalFull => bytes.push(4),
            Verdict::TooFast { retry_at } => {
                bytes.push(5);
                bytes.extend(retry_at.as_millis().to_be_bytes());
            }
            Verdict::NotFound => bytes.push(6),
            Verdict::TooManyUploads => bytes.push(7),
            Verdict::UploadsTooLarge => bytes.push(8),
            Verdict::GuardFailed => bytes.push(9),
        }
    }
    bytes
}

/// Decodes verdicts; `None` if the bytes are not of them.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<Verdict>> {
    let (version, mut bytes) = bytes.split_first()?;
    if *version != VERSION {
        return None;
    }
    let mut verdicts = Vec::new();
    while let Some((code, rest)) = bytes.split_first() {
        bytes = rest;
        verdicts.push(match code {
            0 => Verdict::Committed,
            1 => Verdict::Conflict,
            2 => {
                let (id, rest) = bytes.split_first_chunk::<16>()?;
                bytes = rest;
                Verdict::Exists(ElicitationId::from_bytes(*id))
            }
            3 => Verdict::ClientFull,
            4 => Verdict::TotalFull,
            5 => {
                let (at, rest) = bytes.split_first_chunk::<8>()?;
                bytes = rest;
                Verdict::TooFast { retry_at: Timestamp::from_millis(u64::from_be_bytes(*at)) }
            }
            6 => Verdict::NotFound,
            7 => Verdict::TooManyUploads,
            8 => Verdict::UploadsTooLarge,
            9 => Verdict::GuardFailed,
            _ => return None,
        });
    }
    Some(verdicts)
}

#[cfg(test)]
mod tests {
    use askwell_engine::store::Verdict;
    use askwell_lifecycle::{ElicitationId, Timestamp};

    #[test]
    fn verdicts_round_trip_with_stable_bytes() {
        let verdicts = [
            Verdict::Committed,
            Verdict::Conflict,
            Verdict::Exists(ElicitationId::from_bytes([7; 16])),
            Verdict::ClientFull,
            Verdict::TotalFull,
            Verdict::TooFast { retry_at: Timestamp::from_millis(258) },
            Verdict::NotFound,
            Verdict::TooManyUploads,
            Verdict::UploadsTooLarge,
            Verdict::GuardFailed,
        ];
        let bytes = super::encode(&verdicts);
        let expected = [&[1, 0, 1, 2][..], &[7; 16], &[3, 4, 5, 0, 0, 0, 0, 0, 0, 1, 2, 6, 7, 8, 9]].concat();
        assert_eq!(bytes, expected);
        assert_eq!(super::decode(&bytes).as_deref(), Some(&verdicts[..]));
        for broken in [&[][..], &[2, 0], &[1, 10], &bytes[..10]] {
            assert_eq!(super::decode(broken), None);
        }
    }
}
