//! `file`: a file whose name, extension, declared type and content agree.

mod content_problem;
mod reference;

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::rules;
use super::text::quoted;
use crate::answer::{Content, File};
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::json::tree::Node;
use crate::media::{self, MediaType};
use crate::number::Number;
use crate::parse::reader::{Members, Reader};
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

use content_problem::count;

pub use content_problem::ContentProblem;

/// The constraints of a file field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FileKind {
    /// The largest size in bytes.
    pub max_size: u64,
    /// Types that are taken, `image/*` among them; empty if all are.
    pub allowed_mime_types: Vec<String>,
    /// Name extensions that are taken, in lower case with their dot; empty if all are.
    pub allowed_extensions: Vec<String>,
}

/// 10 MiB, unless the form says otherwise.
const DEFAULT_MAX_SIZE: u64 = 10 << 20;

impl FileKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>) -> FileKind {
        let mut kind = FileKind {
            max_size: DEFAULT_MAX_SIZE,
            allowed_mime_types: Vec::new(),
            allowed_extensions: Vec::new(),
        };
        let Some(members) = rules(reader, node, &["maxSize", "allowedMimeTypes", "allowedExtensions"]) else {
            return kind;
        };
        let size = members.get("maxSize").and_then(|node| reader.count(node, 1..=i64::MAX));
        kind.max_size = size.and_then(|size| size.try_into().ok()).unwrap_or(DEFAULT_MAX_SIZE);
        let is_type = |text: &str| MediaType::is_pattern(text);
        kind.allowed_mime_types =
            words(reader, members, "allowedMimeTypes", "a type such as image/png", is_type);
        let is_extension = |text: &str| {
            text.strip_prefix('.')
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
        };
        kind.allowed_extensions =
            words(reader, members, "allowedExtensions", "an ending such as .json", is_extension);
        kind
    }

    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<File<'a>> {
        let Some(upload) = Upload::read(raw) else {
            report.fail(Constraint::Type, Fact::Word("object"), Fact::Word(raw.type_name()));
            return None;
        };
        if !media::is_safe_filename(upload.filename) {
            report.fail(Constraint::Filename, Fact::Word("a plain file name"), quoted(upload.filename));
        }
        let extension = media::extension_of(upload.filename);
        if !self.allowed_extensions.is_empty()
            && !extension.as_ref().is_some_and(|found| self.allowed_extensions.contains(found))
        {
            let found = extension.map_or(Fact::Word("none"), Fact::Text);
            report.fail(
                Constraint::AllowedExtensions,
                Fact::List(Arc::from(&*self.allowed_extensions)),
                found,
            );
        }
        let declared = MediaType::parse(upload.content_type);
        let taken = declared.as_ref().is_some_and(|declared| {
            self.allowed_mime_types.is_empty()
                || self.allowed_mime_types.iter().any(|kind| declared.matches(kind))
        });
        if !taken {
            let expected = match self.allowed_mime_types.as_slice() {
                [] => Fact::Word("a media type"),
                some => Fact::List(Arc::from(some)),
            };
            report.fail(Constraint::AllowedMimeTypes, expected, quoted(upload.content_type));
        }
        self.check_size(upload.size, report);
        let content = self.check_content(&upload, declared.as_ref(), report)?;
        Some(File {
            filename: Cow::Borrowed(upload.filename),
            content_type: Cow::Borrowed(upload.content_type),
            size: upload.size,
            content,
        })
    }

    fn check_size(&self, size: u64, report: &mut Report<'_>) {
        if size > self.max_size {
            report.fail(Constraint::MaxSize, count(self.max_size), count(size));
        }
    }

    fn check_content<'a>(
        &self,
        upload: &Upload<'a>,
        declared: Option<&MediaType>,
        report: &mut Report<'_>,
    ) -> Option<Content<'a>> {
        let mismatch = |bytes: Option<&[u8]>| {
            let declared = declared?;
            let found = media::agree(upload.filename, declared, bytes).err()?;
            Some(ContentProblem::mismatch(upload.filename, declared, found))
        };
        let problem = match upload.content {
            None => ContentProblem::Missing,
            Some(Raw::Text(encoded)) => {
                if let Ok(bytes) = STANDARD.decode(encoded.as_bytes()) {
                    let found = bytes.len() as u64;
                    if found != upload.size {
                        ContentProblem::Size { said: upload.size, found }.tell(report);
                        self.check_size(found, report);
                    } else if let Some(mismatch) = mismatch(Some(&bytes)) {
                        mismatch.tell(report);
                    }
                    return Some(Content::Inline(bytes));
                }
                ContentProblem::NotBase64
            }
            Some(reference) => match reference::read(reference) {
                Ok((kind, location)) => {
                    if let Some(mismatch) = mismatch(None) {
                        mismatch.tell(report);
                    }
                    return Some(Content::Stored {
                        kind: Cow::Borrowed(kind),
                        location: Cow::Borrowed(location),
                    });
                }
                Err(problem) => problem,
            },
        };
        problem.tell(report);
        None
    }
}

/// A file on the wire, its parts of the right types.
struct Upload<'a> {
    filename: &'a str,
    content_type: &'a str,
    size: u64,
    content: Option<&'a Raw<'a>>,
}

impl<'a> Upload<'a> {
    fn read(raw: &'a Raw<'_>) -> Option<Upload<'a>> {
        let Raw::Object(members) = raw else { return None };
        let known = ["filename", "content_type", "size", "content"];
        let each_known_once = members.len() <= known.len()
            && members.iter().enumerate().all(|(index, (key, _))| {
                known.contains(&&**key) && members.iter().take(index).all(|(earlier, _)| earlier != key)
            });
        if !each_known_once {
            return None;
        }
        let size = match raw.get("size")? {
            Raw::Integer(size) => u64::try_from(*size).ok()?,
            Raw::Number(digits) => Number::parse(digits).ok()?.as_u64()?,
            _ => return None,
        };
        Some(Upload {
            filename: raw.get("filename")?.as_text()?,
            content_type: raw.get("content_type")?.as_text()?,
            size,
            content: raw.get("content"),
        })
    }
}

/// Returns a list of words in lower case, each of which `fits`.
fn words(
    reader: &mut Reader,
    members: Members<'_, '_>,
    key: &str,
    expected: &str,
    fits: impl Fn(&str) -> bool,
) -> Vec<String> {
    let Some(items) = members.get(key).and_then(|node| reader.list(node, 1)) else { return Vec::new() };
    let mut words = Vec::with_capacity(items.len());
    for item in items {
        let Some(text) = reader.text(item) else { continue };
        if fits(text) {
            words.push(text.to_ascii_lowercase());
        } else {
            reader.note(&item.span, DefectCode::Malformed, "malformed").expected(expected).found(item);
        }
    }
    words
}
