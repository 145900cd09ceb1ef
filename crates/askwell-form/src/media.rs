//! File types: whether a file's name, declared type and content agree.
//!
//! None of the three is trusted alone: anyone can choose a name, a declared type is a guess of the
//! sender, and content can be two things at once (a polyglot begins like an image and ends like an
//! archive). Agreement excludes accidents and simple disguises; it does not make a file safe. Does
//! not decode files, unpack archives or guess missing types, and rejects text that is neither UTF-8
//! nor UTF-16 with a byte order mark.

use std::fmt;

mod filename;
mod sniff;
mod table;
mod text;
mod zip;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub use filename::{extension_of, is_safe_filename};

use table::{ContentRule, FileType};

/// The type that says nothing about the content.
pub(crate) const UNKNOWN: &str = "application/octet-stream";

/// RFC 6838 allows so many characters before and after the slash.
const MAX_NAME: usize = 127;

/// A media type such as `image/png`: in lower case, without parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MediaType {
    essence: String,
}

impl MediaType {
    /// Reads `type/subtype`, in any case, with or without parameters; these are dropped.
    pub fn parse(text: &str) -> Option<MediaType> {
        let (main, sub) = essence_of(text).split_once('/')?;
        let well_formed = is_restricted_name(main) && is_restricted_name(sub);
        well_formed.then(|| MediaType { essence: essence_of(text).to_ascii_lowercase() })
    }

    /// Returns whether a text is a type or a range of types such as `image/*`, as forms list them.
    pub fn is_pattern(text: &str) -> bool {
        text.split_once('/')
            .is_some_and(|(main, sub)| is_restricted_name(main) && (sub == "*" || is_restricted_name(sub)))
    }

    /// Returns the type as text, such as `image/png`.
    pub fn as_str(&self) -> &str {
        &self.essence
    }

    /// Returns whether the type fits a pattern: the same type, another name of it (`text/yaml` is
    /// `application/yaml`), or a range such as `image/*` or `*/*`.
    pub fn matches(&self, pattern: &str) -> bool {
        let pattern = essence_of(pattern);
        match pattern.split_once('/') {
            Some(("*", "*")) => true,
            Some((main, "*")) => {
                self.essence.split_once('/').is_some_and(|(own, _)| own.eq_ignore_ascii_case(main))
            }
            Some(_) if pattern.eq_ignore_ascii_case(&self.essence) => true,
            Some(_) => table::by_name(&self.essence).is_some_and(|kind| kind.has_name(pattern)),
            None => false,
        }
    }
}

impl fmt::Display for MediaType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.essence)
    }
}

/// What does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The extension belongs to other types than the declared one.
    #[error("the extension {extension} does not belong to the type {declared}")]
    ExtensionAndType {
        /// The extension, in lower case, with its dot.
        extension: String,
        /// The type that the sender declared.
        declared: MediaType,
    },
    /// The content is not what the extension or the declared type promise.
    #[error("the content is of the type {sniffed}")]
    ContentAndType {
        /// What the content looks like; `text/plain` for any text, `application/octet-stream` for any other bytes.
        sniffed: &'static str,
    },
}

/// Checks that name, declared type and content fit together. The content, if given, is the whole file.
///
/// - An extension that is known must be one of the declared type; `application/octet-stream` declares nothing.
/// - Content is held against the extension, or against the declared type if the extension says nothing.
/// - If neither says anything, executables and HTML are refused anyway: they are always disguised then.
///
/// Call [`is_safe_filename`] as well: this function looks at the extension only.
///
/// # Errors
/// What does not fit together.
pub fn agree(filename: &str, declared: &MediaType, content: Option<&[u8]>) -> Result<(), Disagreement> {
    let extension = extension_of(filename);
    let by_extension = extension.as_deref().and_then(table::by_extension);
    if let (Some(extension), Some(kind)) = (extension, by_extension)
        && declared.as_str() != UNKNOWN
        && !kind.may_be_declared(declared.as_str())
    {
        return Err(Disagreement::ExtensionAndType { extension, declared: declared.clone() });
    }
    let Some(content) = content else {
        return Ok(());
    };
    let verdict = match by_extension.or_else(|| table::by_name(declared.as_str())) {
        Some(kind) => contradiction(kind, content),
        None => disguise(content),
    };
    verdict.map_or(Ok(()), |sniffed| Err(Disagreement::ContentAndType { sniffed }))
}

/// Returns the type that a file of this name declares, as a browser would when it sends one, or
/// `None` if its extension is not known.
#[must_use]
pub fn type_by_name(filename: &str) -> Option<MediaType> {
    table::by_extension(&extension_of(filename)?).and_then(|kind| MediaType::parse(kind.name()))
}

/// What the content is instead of the expected kind.
fn contradiction(expected: &FileType, content: &[u8]) -> Option<&'static str> {
    let text = text::decode(content);
    let found = sniff::by_magic(content).or_else(|| text.as_deref().and_then(sniff::by_opening));
    let fits = match expected.content {
        ContentRule::Magic(_) | ContentRule::Zip(_) => found.is_some_and(|found| expected.admits(found)),
        ContentRule::Text(shape) => {
            found.is_none_or(|found| expected.admits(found))
                && text.as_deref().is_some_and(|text| sniff::has_shape(text, shape))
        }
        ContentRule::Certificate => match text.as_deref() {
            Some(text) => found.is_none() && sniff::has_shape(text, table::Shape::Pem),
            None => sniff::is_der(content),
        },
    };
    let seen = found.map_or(if text.is_some() { "text/plain" } else { UNKNOWN }, FileType::name);
    (!fits).then_some(seen)
}

/// What the content is, if that may not come under an unknown name.
fn disguise(content: &[u8]) -> Option<&'static str> {
    let by_opening = || text::decode(content).as_deref().and_then(sniff::by_opening);
    sniff::by_magic(content).or_else(by_opening).filter(|found| found.dangerous).map(FileType::name)
}

/// All names of a type, if it is known; they mean the same.
pub(crate) fn names_of(name: &str) -> &'static [&'static str] {
    table::by_name(name).map_or(&[], FileType::names)
}

/// Returns the part before the parameters.
fn essence_of(text: &str) -> &str {
    text.split_once(';').map_or(text, |(essence, _)| essence).trim_ascii()
}

fn is_restricted_name(name: &str) -> bool {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(byte);
    name.len() <= MAX_NAME
        && name.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        && name.as_bytes().iter().all(allowed)
}
