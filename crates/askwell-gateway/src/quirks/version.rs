//! Version ranges: comparisons joined by commas.

use std::cmp::Ordering;

/// A range of versions, such as `>=1.0.83, <2`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct VersionRange(Vec<(Comparison, Vec<u64>)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

/// The comparisons; longer ones first, so that `>=` is not read as `>`.
const COMPARISONS: [(&str, Comparison); 5] = [
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    ("=", Comparison::Equal),
];

impl VersionRange {
    /// Reads a range.
    ///
    /// # Errors
    /// When a part is no comparison with a version.
    pub(crate) fn parse(text: &str) -> Result<VersionRange, String> {
        let parts = text.split(',').map(|part| {
            let part = part.trim();
            let found = COMPARISONS.iter().find_map(|(sign, comparison)| {
                Some((*comparison, numbers(part.strip_prefix(sign)?.trim())?))
            });
            found.ok_or_else(|| {
                format!("`{part}` is not a comparison of versions; write one such as `>=1.2.3`")
            })
        });
        parts.collect::<Result<_, _>>().map(VersionRange)
    }

    /// Returns whether a version is in the range. Missing numbers count as zero; what follows the numbers, such as
    /// `-beta.1`, does not count. A text without numbers is in no range but the one of all versions.
    pub(crate) fn includes(&self, version: &str) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let Some(version) = numbers(version) else { return false };
        self.0.iter().all(|(comparison, bound)| {
            let order = compare(&version, bound);
            match comparison {
                Comparison::Less => order == Ordering::Less,
                Comparison::AtMost => order != Ordering::Greater,
                Comparison::Equal => order == Ordering::Equal,
                Comparison::AtLeast => order != Ordering::Less,
                Comparison::Greater => order == Ordering::Greater,
            }
        })
    }
}

/// Returns the leading numbers of a version, at most eight.
fn numbers(version: &str) -> Option<Vec<u64>> {
    let version = version.strip_prefix('v').unwrap_or(version);
    let mut numbers = Vec::new();
    for part in version.split('.').take(8) {
        let digits = part.len() - part.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let Some(Ok(number)) = part.get(..digits).map(str::parse) else { break };
        numbers.push(number);
        if digits < part.len() {
            break;
        }
    }
    (!numbers.is_empty()).then_some(numbers)
}

fn compare(one: &[u64], other: &[u64]) -> Ordering {
    let at = |numbers: &[u64], index: usize| numbers.get(index).copied().unwrap_or(0);
    (0..one.len().max(other.len()))
        .map(|index| at(one, index).cmp(&at(other, index)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::VersionRange;

    #[test]
    fn versions_are_compared_by_number() {
        for (range, version, expected) in [
            (">=1.0.84", "1.0.84", true),
            (">=1.0.84", "1.0.102", true),
            (">=1.0.84", "1.0.83", false),
            (">=1.0.84", "2", true),
            (">=1.0.84", "v1.0.90-beta.1", true),
            (">=1.0.84", "", false),
            (">=1.0.84", "unknown", false),
            (">=1, <2", "1.99.0", true),
            (">=1, <2", "2.0.0", false),
            ("=1.2", "1.2.0", true),
            ("=1.2", "1.2.1", false),
            (">1.2", "1.2.0.1", true),
            ("<=1.2", "1.2", true),
        ] {
            assert_eq!(VersionRange::parse(range).unwrap().includes(version), expected, "{range} {version}");
        }
        assert!(VersionRange::default().includes("any words"));
        for wrong in ["", "1.2", ">=", ">= x", ">=1,,<2", "~1"] {
            assert!(VersionRange::parse(wrong).is_err(), "{wrong}");
        }
        assert!(!VersionRange::parse("<1").unwrap().includes(&"9".repeat(100)));
    }
}
