//! Problems of a file's content: message, expected and actual value.

use std::borrow::Cow;

use crate::constraint::Constraint;
use crate::definition::Field;
use crate::kind::text::quoted;
use crate::media::{self, Disagreement, MediaType};
use crate::problem::{Fact, Problems};
use crate::report::Report;
use crate::url_guard::UrlRefusal;

/// What is wrong with the content of a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ContentProblem {
    /// There is none.
    Missing,
    /// A text that is not base64.
    NotBase64,
    /// Neither a text nor a reference.
    NotReference,
    /// Another number of bytes than the answer says.
    Size {
        /// What the answer says.
        said: u64,
        /// What there is.
        found: u64,
    },
    /// The name, the declared type and the content do not fit together.
    Mismatch {
        /// The type that the name or, failing that, the declaration promises.
        expected: String,
        /// What contradicts it.
        found: Disagreement,
    },
    /// A reference to a web address that is not allowed.
    Address {
        /// Why.
        refusal: UrlRefusal,
        /// The address.
        location: String,
    },
    /// A reference to an object store that names no object.
    ObjectLocation {
        /// What the answer says.
        location: String,
    },
    /// A reference to an upload under a name that no upload has.
    UploadLocation {
        /// What the answer says.
        location: String,
    },
    /// A reference to an upload that was not made for this elicitation.
    NotUploaded,
}

impl ContentProblem {
    /// Returns the problem with a file of this name and declared type.
    #[must_use]
    pub fn mismatch(filename: &str, declared: &MediaType, found: Disagreement) -> ContentProblem {
        let by_name = media::type_by_name(filename);
        let expected = by_name.as_ref().unwrap_or(declared).as_str().to_owned();
        ContentProblem::Mismatch { expected, found }
    }

    /// What is wrong, to follow the name of the field in a sentence.
    fn phrase(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            ContentProblem::Missing => "has no content",
            ContentProblem::NotBase64 => "has content that is not base64",
            ContentProblem::NotReference => "has content that is neither base64 nor a reference",
            ContentProblem::Size { said, found } => {
                return format!("has {found} bytes of content, but says {said}").into();
            }
            ContentProblem::Mismatch {
                found: Disagreement::ExtensionAndType { extension, declared },
                ..
            } => {
                return format!("has a name that ends in {extension} but the type {declared}").into();
            }
            ContentProblem::Mismatch { expected, found: Disagreement::ContentAndType { sniffed } } => {
                return match (*sniffed == expected, *sniffed) {
                    (true, _) => format!("has content that cannot be used as {expected}").into(),
                    (false, media::UNKNOWN) => format!("has content that is not {expected}").into(),
                    (false, sniffed) => format!("has content of the type {sniffed}, not {expected}").into(),
                };
            }
            ContentProblem::Address { .. } => "refers to a web address that is not allowed",
            ContentProblem::ObjectLocation { .. } => "refers to a place in S3 that is not s3://bucket/key",
            ContentProblem::UploadLocation { .. } => "refers to an upload by something that is no name",
            ContentProblem::NotUploaded => "has content that was never uploaded",
        })
    }

    fn expected(&self) -> Fact {
        match self {
            ContentProblem::Missing | ContentProblem::NotReference => {
                Fact::Word("base64, or an object with type (url, s3, local) and location")
            }
            ContentProblem::NotBase64 => Fact::Word("base64"),
            ContentProblem::Size { said, .. } => count(*said),
            ContentProblem::Mismatch { expected, .. } => Fact::Text(expected.clone()),
            ContentProblem::Address { refusal: UrlRefusal::Unresolved, .. } => {
                Fact::Word("a host name with an address")
            }
            ContentProblem::Address { .. } => Fact::Word("a public https address"),
            ContentProblem::ObjectLocation { .. } => Fact::Word("s3://bucket/key"),
            ContentProblem::UploadLocation { .. } | ContentProblem::NotUploaded => {
                Fact::Word("the location that the upload returned")
            }
        }
    }

    fn actual(&self) -> Fact {
        match self {
            ContentProblem::Size { found, .. } => count(*found),
            ContentProblem::Mismatch { found: Disagreement::ExtensionAndType { declared, .. }, .. } => {
                Fact::Text(declared.to_string())
            }
            ContentProblem::Mismatch { found: Disagreement::ContentAndType { sniffed }, .. } => {
                Fact::Word(sniffed)
            }
            // What stands before an @ may be a password.
            ContentProblem::Address { location, .. } if !location.contains('@') => quoted(location),
            ContentProblem::ObjectLocation { location } | ContentProblem::UploadLocation { location } => {
                quoted(location)
            }
            _ => Fact::Unsaid,
        }
    }

    pub(super) fn tell(&self, report: &mut Report<'_>) {
        report.fail_saying(Constraint::Content, &self.phrase(), self.expected(), self.actual());
    }
}

pub(super) fn count(bytes: u64) -> Fact {
    Fact::Count(usize::try_from(bytes).unwrap_or(usize::MAX))
}

impl Field {
    /// Returns the problem with a file whose content turned out not to be what the answer says.
    #[must_use]
    pub fn refuse_content(&self, problem: &ContentProblem) -> Problems {
        let mut problems = Vec::new();
        problem.tell(&mut Report { field: &self.identity, problems: &mut problems });
        Problems(problems)
    }
}
