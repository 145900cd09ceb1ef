//! Regular expressions of form authors: ECMA-262 with the `u` flag, searched unanchored, as in JSON
//! Schema. Matching takes linear time for every pattern and answer.
//!
//! Rejects look-around, back-references and inline flags, which a linear-time engine cannot execute
//! or JSON Schema does not need; the lenient syntax of ECMA-262's Annex B; and patterns large
//! enough to overload the checking machine. Tells only whether a pattern matches, not where.

use std::fmt;
use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use self::class::ClassSequence;
use self::counted::CountedSet;

mod class;
mod counted;
mod escape;
mod property;
mod scan;
mod translate;

/// The longest source accepted, in bytes.
const MAX_SOURCE_BYTES: usize = 4 * 1024;

/// The largest program a pattern may compile to, in bytes.
///
/// Measured: patterns over ASCII (addresses, identifiers, versions, dates, numbers) need 8 to 32 KiB, the
/// longest IPv6 ones 48. A set with all letters takes about 50 KiB a time, and everyday patterns about names
/// hold two of them, such as `^[\p{L}_][\p{L}\p{N}_]*$` with 89 or `^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$` with 106;
/// one set with a count goes another way and needs one copy ([`counted`]). Nested counts and `\p{L}{1000}`
/// exceed any such limit, and are refused after 0.1 and 0.7 ms. Not more than this, as the time to match
/// grows with it: a program of this size that is made to be slow takes some 10 µs for each byte of text.
const MAX_COMPILED_BYTES: usize = 128 * 1024;

/// How much memory one thread may spend on what the engine remembers between texts. An eighth of the engine's
/// own default, as a process may hold many forms; when it is full, matching goes on with an emptied one.
const MAX_CACHE_BYTES: usize = 256 * 1024;

/// The nesting that the engine accepts. It counts more finely than the scanner: a group can hold an alternation
/// of sequences of repeated groups, four levels, and outermost and innermost there are eight more, as a class
/// may hold a set.
const ENGINE_DEPTH: u32 = 4 * scan::MAX_DEPTH + 8;

/// A compiled regular expression; cloning shares it.
#[derive(Clone)]
pub struct Pattern(Arc<Compiled>);

/// Why a source is not a usable pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The source is not a regular expression of ECMA-262 (with the `u` flag).
    #[error("at character {at}: {reason}")]
    Syntax {
        /// Where, as a count of characters from the start of the source.
        at: usize,
        /// What is wrong, and where possible what to write instead.
        reason: String,
    },
    /// The source is valid in ECMA-262, and uses a feature that is not supported here.
    #[error("at character {at}: no support for {what}")]
    Unsupported {
        /// Where, as a count of characters from the start of the source.
        at: usize,
        /// The construct, such as "look-ahead".
        what: &'static str,
    },
    /// The pattern asks for more than a form may spend.
    #[error("the pattern is too large: {what} may be at most {limit}")]
    TooLarge {
        /// What is limited, such as "a repeat count".
        what: &'static str,
        /// The most that is accepted.
        limit: usize,
    },
}

struct Compiled {
    source: Box<str>,
    engine: Engine,
}

enum Engine {
    Classes(ClassSequence),
    Counted(CountedSet),
    Regex(Regex),
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// When the source is not ECMA-262, uses what a linear-time engine can't do, or is too large.
    pub fn compile(source: &str) -> Result<Pattern, PatternError> {
        if source.len() > MAX_SOURCE_BYTES {
            return Err(PatternError::TooLarge {
                what: "the length of the source in bytes",
                limit: MAX_SOURCE_BYTES,
            });
        }
        let engine = if let Some(sequence) = ClassSequence::read(source)? {
            Engine::Classes(sequence)
        } else if let Some(counted) = CountedSet::read(source)? {
            Engine::Counted(counted)
        } else {
            Engine::Regex(build(&translate::translate(source)?)?)
        };
        Ok(Pattern(Arc::new(Compiled { source: source.into(), engine })))
    }

    /// Returns whether the pattern matches anywhere in the text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        match &self.0.engine {
            Engine::Classes(sequence) => sequence.is_match(text),
            Engine::Counted(counted) => counted.is_match(text),
            Engine::Regex(regex) => regex.is_match(text),
        }
    }

    /// Returns the pattern as its author wrote it.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source()).finish()
    }
}

fn build(translated: &str) -> Result<Regex, PatternError> {
    RegexBuilder::new(translated)
        .size_limit(MAX_COMPILED_BYTES)
        .dfa_size_limit(MAX_CACHE_BYTES)
        .nest_limit(ENGINE_DEPTH)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(limit) => {
                PatternError::TooLarge { what: "the compiled size in bytes", limit }
            }
            // What the scanner lets through is valid for the engine; should the two ever disagree, the form
            // is refused rather than trusted.
            other => {
                PatternError::Syntax { at: 0, reason: format!("the pattern can't be carried out: {other}") }
            }
        })
}

#[cfg(test)]
mod tests;
