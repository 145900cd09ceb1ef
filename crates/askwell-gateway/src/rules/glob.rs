//! Name patterns: `*` stands for any characters, `?` for one.

use std::fmt;

/// A pattern of names. Case counts, and a pattern covers the whole name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// The longest pattern in bytes.
    pub(crate) const MAX_BYTES: usize = 256;

    /// Reads a pattern.
    ///
    /// # Errors
    /// When it is empty or too long.
    pub fn new(pattern: &str) -> Result<Glob, String> {
        match pattern.len() {
            0 => Err("a pattern cannot be empty; `*` stands for every name".to_owned()),
            1..=Glob::MAX_BYTES => Ok(Glob(pattern.to_owned())),
            _ => Err(format!("a pattern has at most {} bytes", Glob::MAX_BYTES)),
        }
    }

    /// Returns whether the pattern covers a name. Takes time proportional to both lengths.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let pattern: Vec<char> = self.0.chars().collect();
        let name: Vec<char> = name.chars().collect();
        let (mut at, mut in_name) = (0, 0);
        // Where to continue if what follows the last star does not fit.
        let mut retry: Option<(usize, usize)> = None;
        while let Some(&character) = name.get(in_name) {
            match pattern.get(at) {
                Some('*') => {
                    retry = Some((at + 1, in_name));
                    at += 1;
                }
                Some(&expected) if expected == '?' || expected == character => {
                    at += 1;
                    in_name += 1;
                }
                _ => match &mut retry {
                    Some((after_star, consumed)) => {
                        *consumed += 1;
                        (at, in_name) = (*after_star, *consumed);
                    }
                    None => return false,
                },
            }
        }
        pattern.get(at..).is_none_or(|rest| rest.iter().all(|character| *character == '*'))
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn pattern_covers_the_whole_name() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("*", "anything at all", true),
            ("delete_*", "delete_file", true),
            ("delete_*", "delete_", true),
            ("delete_*", "Delete_file", false),
            ("delete_*", "undelete_file", false),
            ("*delete*", "undelete_file", true),
            ("*_file", "delete_file_file", true),
            ("*_file", "delete_file_", false),
            ("?et", "get", true),
            ("?et", "et", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b-d", false),
            // A Cyrillic letter is not the Latin one.
            ("delete_*", "d\u{435}lete_file", false),
            ("exact", "exact", true),
            ("exact", "exactly", false),
        ] {
            assert_eq!(Glob::new(pattern).unwrap().matches(name), expected, "{pattern} {name}");
        }
        assert!(Glob::new("").is_err());
        assert!(Glob::new(&"a".repeat(300)).is_err());
    }

    #[test]
    fn many_stars_take_little_time() {
        let pattern = Glob::new(&"*a".repeat(128)).unwrap();
        let started = std::time::Instant::now();
        assert!(!pattern.matches(&format!("{}b", "a".repeat(10_000))));
        assert!(started.elapsed().as_secs() < 5);
    }
}
