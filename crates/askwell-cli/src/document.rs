//! A document read from a file or stdin, and the form in it.
//!
//! A document that cannot be read is an error of the command. Bytes that are not UTF-8 are a defect
//! of the document and reported like other defects.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use askwell_form::{Defect, DefectCode, Form, Place};

use crate::safe_text;

/// Limit of a document. No form and no answer needs more, and a wrong argument may name any file.
const MAX_BYTES: u64 = 16 << 20;

/// Stands for stdin on the command line.
pub(crate) const STDIN: &str = "-";

/// A document and its name in reports.
#[derive(Debug)]
pub(crate) struct Document {
    /// The name, safe to show.
    pub(crate) name: String,
    /// The content without a byte order mark.
    pub(crate) bytes: Vec<u8>,
}

impl Document {
    /// Reads a file, or stdin for `-`.
    pub(crate) fn read(path: &Path) -> Result<Document> {
        let from_stdin = path.as_os_str() == STDIN;
        let name = if from_stdin { "<stdin>".to_owned() } else { safe_text::line(&path.to_string_lossy()) };
        let read = if from_stdin {
            read_limited(io::stdin().lock())
        } else {
            File::open(path).and_then(read_limited)
        };
        let mut bytes = read.map_err(|error| anyhow!("cannot read {name}: {}", explain(&error)))?;
        if bytes.len() as u64 > MAX_BYTES {
            bail!("cannot read {name}: it is larger than 16 MiB; is it the right file?");
        }
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        Ok(Document { name, bytes })
    }

    /// Returns the text. Invalid bytes become `�`; the first is at [`Document::invalid_utf8`].
    pub(crate) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Returns the position of the first byte that is not UTF-8.
    pub(crate) fn invalid_utf8(&self) -> Option<Place> {
        let start = std::str::from_utf8(&self.bytes).err()?.valid_up_to();
        let before =
            self.bytes.get(..start).and_then(|valid| std::str::from_utf8(valid).ok()).unwrap_or_default();
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Some(Place {
            line,
            column: last_line.chars().count() + 1,
            span: start..start + '\u{fffd}'.len_utf8(),
        })
    }

    /// Returns the form in the document, or all its defects.
    pub(crate) fn form(&self) -> Result<Form, Vec<Defect>> {
        self.form_with_warnings().map(|(form, _)| form)
    }

    /// Like [`Document::form`], with warnings.
    pub(crate) fn form_with_warnings(&self) -> Result<(Form, Vec<Defect>), Vec<Defect>> {
        if let Some(place) = self.invalid_utf8() {
            return Err(vec![Defect {
                code: DefectCode::Syntax,
                pointer: String::new(),
                place: Some(place),
                message: "not UTF-8 text".to_owned(),
                expected: Some("a file saved as UTF-8".to_owned()),
                found: None,
                suggestion: None,
            }]);
        }
        Form::parse_with_warnings(&self.text()).map_err(|defects| defects.iter().cloned().collect())
    }
}

/// Reads one byte more than allowed, which tells a file that is too large from one that just fits.
fn read_limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn explain(error: &io::Error) -> Cow<'static, str> {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file; check the spelling and the folder".into(),
        ErrorKind::PermissionDenied => "permission denied; make it readable for you first".into(),
        ErrorKind::IsADirectory => "it is a folder; give a file in it".into(),
        _ => safe_text::line(&error.to_string()).into(),
    }
}
