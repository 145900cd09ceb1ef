//! The id of an elicitation: a UUIDv7, so that ids sort by creation time.

use std::fmt;
use std::str::FromStr;

use uuid::Builder;

use crate::time::Timestamp;

/// Identifies an elicitation. Printed as `elic_` and 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElicitationId(u128);

const PREFIX: &str = "elic_";

impl ElicitationId {
    /// Creates an id from the time and unpredictable random bytes.
    #[must_use]
    pub fn new(now: Timestamp, random: [u8; 10]) -> Self {
        ElicitationId(Builder::from_unix_timestamp_millis(now.as_millis(), &random).into_uuid().as_u128())
    }

    /// Returns the 16 bytes, which sort like ids.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// Creates an id from its 16 bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        ElicitationId(u128::from_be_bytes(bytes))
    }
}

impl fmt::Display for ElicitationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{:032x}", self.0)
    }
}

impl fmt::Debug for ElicitationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not an elicitation id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an elicitation id; one looks like elic_0198c0ffee007000a000000000000000")]
pub struct InvalidId;

impl FromStr for ElicitationId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let digits = text.strip_prefix(PREFIX).filter(|digits| digits.len() == 32).ok_or(InvalidId)?;
        let canonical = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = u128::from_str_radix(digits, 16).ok().filter(|_| canonical).ok_or(InvalidId)?;
        Ok(ElicitationId(number))
    }
}

#[cfg(test)]
mod tests {
    use super::ElicitationId;
    use crate::time::Timestamp;

    #[test]
    fn ids_round_trip_and_sort_by_time() {
        let early = ElicitationId::new(Timestamp::from_millis(1_000), [255; 10]);
        let late = ElicitationId::new(Timestamp::from_millis(1_001), [0; 10]);
        assert!(early < late && early.to_bytes() < late.to_bytes() && early.to_string() < late.to_string());
        assert_eq!(early.to_string().parse(), Ok(early));
        assert_eq!(ElicitationId::from_bytes(late.to_bytes()), late);
        for wrong in [
            "",
            "elic_",
            "elic_xyz",
            "0198c0ffee007000a000000000000000",
            "elic_0198C0FFEE007000A000000000000000",
        ] {
            assert!(wrong.parse::<ElicitationId>().is_err(), "{wrong}");
        }
    }
}
