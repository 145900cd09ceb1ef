//! A fast path for the most common patterns: anchored at both ends, a plain sequence of ASCII
//! characters and classes with counts, such as `^[a-z][a-z0-9_-]*$`. They are parsed in a fraction
//! of a microsecond and matched byte by byte, without a regular expression.
//!
//! Accepts a pattern only if greedy matching is exact. Leaves to the engine: groups, alternatives,
//! `.`, negated sets, `\s`, non-ASCII characters, and steps that compete for the same characters.

use super::PatternError;
use super::scan::{PatternScanner, Repeat, Set, Sign, Token};

/// So long that only a generated pattern exceeds it: the engine has the better data structures for that.
const MAX_STEPS: usize = 256;

/// A sequence of classes that covers a text from its first byte to its last.
#[derive(Debug)]
pub(super) struct ClassSequence(Steps);

/// A single step is so common (names, codes, numbers) that it is worth its own loop.
#[derive(Debug)]
enum Steps {
    One(Box<Run>),
    Many(Vec<Step>),
}

/// All of a text. A table of flags takes more room than one of bits and half the time.
#[derive(Debug)]
struct Run {
    members: [bool; 256],
    min: usize,
    max: usize,
}

/// Between `min` and `max` bytes of a set.
#[derive(Debug, Clone, Copy)]
struct Step {
    bytes: ByteSet,
    min: usize,
    max: usize,
}

/// A bit per byte value. Those of 128 and above are never set: no part of a character beyond ASCII is a
/// member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct ByteSet([u64; 4]);

impl ClassSequence {
    /// Reads a source; `None` if it is for the engine. A `Some` means that the scanner saw, and approved of,
    /// all of it.
    pub(super) fn read(source: &str) -> Result<Option<ClassSequence>, PatternError> {
        // Spares all other patterns the attempt.
        if !source.starts_with('^') || !source.ends_with('$') {
            return Ok(None);
        }
        let mut scanner = PatternScanner::new(source);
        scanner.next_token()?;
        let mut steps: Vec<Step> = Vec::new();
        while let Some(token) = scanner.next_token()? {
            let bytes = match token {
                Token::End => {
                    return Ok(if scanner.next_token()?.is_none() { Self::from_steps(steps) } else { None });
                }
                Token::Repeat(Repeat { min, max }) => {
                    if let Some(step) = steps.last_mut() {
                        step.min = min as usize;
                        step.max = max.map_or(usize::MAX, |max| max as usize);
                    }
                    continue;
                }
                Token::Char(c) => ByteSet::default().with_range(c, c),
                Token::Set(set) => ByteSet::default().with_set(set),
                Token::OpenClass(Sign::Within) => read_class(&mut scanner)?,
                _ => None,
            };
            match bytes {
                Some(bytes) if steps.len() < MAX_STEPS => steps.push(Step { bytes, min: 1, max: 1 }),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    fn from_steps(steps: Vec<Step>) -> Option<ClassSequence> {
        if !is_deterministic(&steps) {
            return None;
        }
        Some(ClassSequence(match steps.as_slice() {
            &[Step { bytes, min, max }] => Steps::One(Box::new(Run { members: bytes.to_table(), min, max })),
            _ => Steps::Many(steps),
        }))
    }

    /// Returns whether the text as a whole is such a sequence.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        match &self.0 {
            Steps::One(run) => {
                // No early exit: without a branch per byte it is faster for all texts of a usual length.
                (run.min..=run.max).contains(&bytes.len())
                    && bytes.iter().fold(true, |so_far, &byte| so_far & run.members[usize::from(byte)])
            }
            Steps::Many(steps) => {
                steps.iter().try_fold(bytes, |rest, step| step.strip_from(rest)).is_some_and(<[u8]>::is_empty)
            }
        }
    }
}

impl Step {
    /// What is left of the text after as much as this step can take; `None` if that is too little.
    fn strip_from(self, text: &[u8]) -> Option<&[u8]> {
        let (required, rest) = text.split_at_checked(self.min)?;
        if !required.iter().all(|&byte| self.bytes.has(byte)) {
            return None;
        }
        let more = rest.iter().take(self.max - self.min).take_while(|&&byte| self.bytes.has(byte)).count();
        rest.get(more..)
    }
}

/// Returns the rest of a class; `None` if it has members that are not ASCII, or not listed.
fn read_class(scanner: &mut PatternScanner<'_>) -> Result<Option<ByteSet>, PatternError> {
    let mut bytes = ByteSet::default();
    loop {
        let more = match scanner.next_token()? {
            Some(Token::Range(low, high)) => bytes.with_range(low, high),
            Some(Token::Set(set)) => bytes.with_set(set),
            _ => return Ok(Some(bytes)),
        };
        match more {
            Some(more) => bytes = more,
            None => return Ok(None),
        }
    }
}

/// Returns whether taking as much as possible at every step is always right: where a step may stop
/// or go on, no byte that it could go on with may begin what follows.
fn is_deterministic(steps: &[Step]) -> bool {
    // Read backwards: what may begin the text after the step in question.
    let mut follows = ByteSet::default();
    for step in steps.iter().rev() {
        if step.min != step.max && step.bytes.overlaps(follows) {
            return false;
        }
        if step.max > 0 {
            follows = if step.min == 0 { follows.union(step.bytes) } else { step.bytes };
        }
    }
    true
}

impl ByteSet {
    fn has(self, byte: u8) -> bool {
        // Two bits of a byte always index four words.
        (self.0[usize::from(byte >> 6)] >> (byte & 63)) & 1 == 1
    }

    fn with_range(mut self, low: char, high: char) -> Option<ByteSet> {
        if !high.is_ascii() {
            return None;
        }
        for byte in u8::try_from(low).ok()?..=u8::try_from(high).ok()? {
            self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        Some(self)
    }

    fn with_set(self, set: Set<'_>) -> Option<ByteSet> {
        match set {
            Set::Digit(Sign::Within) => self.with_range('0', '9'),
            Set::Word(Sign::Within) => {
                self.with_range('0', '9')?.with_range('A', 'Z')?.with_range('_', '_')?.with_range('a', 'z')
            }
            _ => None,
        }
    }

    fn to_table(self) -> [bool; 256] {
        let mut table = [false; 256];
        for (flags, word) in table.chunks_mut(64).zip(self.0).filter(|&(_, word)| word != 0) {
            for (bit, flag) in flags.iter_mut().enumerate() {
                *flag = (word >> bit) & 1 == 1;
            }
        }
        table
    }

    fn overlaps(self, other: ByteSet) -> bool {
        self.0.iter().zip(other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    fn union(self, ByteSet([a, b, c, d]): ByteSet) -> ByteSet {
        let [e, f, g, h] = self.0;
        ByteSet([a | e, b | f, c | g, d | h])
    }
}

#[cfg(test)]
mod tests {
    use super::ClassSequence;

    #[test]
    fn only_plain_sequences_are_matched_directly() {
        for (source, expected) in [
            ("^[a-zA-Z0-9_-]+$", true),
            ("^sk-[a-zA-Z0-9]{40,}$", true),
            ("^[a-z][a-z0-9]*$", true),
            (r"^\d{4}-\d{2}$", true),
            ("^[A-Z]{2,3}$", true),
            (r"^\+?[1-9]\d{1,14}$", true),
            (r"^\d+\.\d+\.\d+$", true),
            (r"^[\w.]{1,20}?$", true),
            ("^a*b*c*$", true),
            ("^a?b{0}c$", true),
            ("^$", true),
            ("^[]$", true),
            ("^a{0}$", true),
            (r"^\$$", true),
            // Steps that compete.
            ("^a*a$", false),
            ("^a?b?a$", false),
            ("^a?b{0}a$", false),
            ("^a*[]*a$", false),
            (r"^\w+\d$", false),
            ("^[a-z]{1,2}[a-z]{1,2}$", false),
            // Not anchored, or not plainly.
            ("a", false),
            ("^a", false),
            ("a$", false),
            (r"^a\$", false),
            ("^^a$", false),
            ("^a$$", false),
            ("^a|b$", false),
            ("^(a)$", false),
            (r"^\ba$", false),
            ("^a$b$", false),
            // Beyond ASCII, or not listed.
            ("^é$", false),
            ("^[a-é]$", false),
            ("^[^a]$", false),
            (r"^\D$", false),
            (r"^[\W]$", false),
            (r"^\s$", false),
            (r"^\p{ASCII}$", false),
            ("^.$", false),
        ] {
            assert_eq!(ClassSequence::read(source).unwrap().is_some(), expected, "{source}");
        }
    }
}
