//! Defects of a form document: all found at once, each with its position.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

/// One mistake in a form document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// What kind of mistake it is.
    pub code: DefectCode,
    /// The JSON pointer of the value, the key, or the object that lacks something.
    pub pointer: String,
    /// Where it stands in the text; `None` for forms that were not read from text.
    pub place: Option<Place>,
    /// What is wrong, as a lower-case fragment.
    pub message: String,
    /// What would have been right.
    pub expected: Option<String>,
    /// What stands there instead.
    pub found: Option<String>,
    /// The name that was probably meant.
    pub suggestion: Option<String>,
}

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Bytes from the start of the text.
    #[serde(skip)]
    pub span: Range<usize>,
}

/// The kinds of mistake. [`DefectCode::fits_schema`] tells which of them a JSON Schema can see, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DefectCode {
    /// Not JSON.
    Syntax,
    /// The same key twice in one object.
    DuplicateKey,
    /// Something required is not there.
    Missing,
    /// A key that the language does not have in this place.
    UnknownKey,
    /// A value of the wrong type.
    WrongType,
    /// A value outside its bounds, or not one of the allowed ones.
    OutOfRange,
    /// A text that does not have the form it needs, such as an id with spaces.
    Malformed,
    /// A text for people with characters that hide from them.
    HiddenCharacter,
    /// Two fields with one id.
    DuplicateId,
    /// Two options with one value.
    DuplicateOption,
    /// A field id that no field has.
    UnknownReference,
    /// Fields whose visibility depends on itself.
    Cycle,
    /// Constraints that no answer can satisfy.
    Contradiction,
    /// A pattern that cannot be used.
    Pattern,
    /// A default that its own field refuses.
    DefaultRefused,
    /// A condition that cannot be put to this kind of field.
    ConditionMismatch,
    /// A number beyond 38 digits or the range of a double.
    Number,
    /// A date that does not exist.
    Date,
    /// An expression that cannot be read, or whose parts do not fit each other.
    Expression,
}

impl DefectCode {
    /// Returns whether the published meta-schema refuses such a document, too. The rest only a
    /// loader can see.
    #[must_use]
    pub fn fits_schema(self) -> bool {
        matches!(
            self,
            DefectCode::Missing
                | DefectCode::UnknownKey
                | DefectCode::WrongType
                | DefectCode::OutOfRange
                | DefectCode::Malformed
                | DefectCode::HiddenCharacter
        )
    }
}

/// All that is wrong with a form document, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Defects(pub(crate) Vec<Defect>);

impl Defects {
    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Defect> {
        self.0.iter()
    }
}

impl<'d> IntoIterator for &'d Defects {
    type Item = &'d Defect;
    type IntoIter = std::slice::Iter<'d, Defect>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{}:{}: ", place.line, place.column)?,
            None if self.pointer.is_empty() => {}
            None => write!(f, "{}: ", self.pointer)?,
        }
        f.write_str(&self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(found) = &self.found {
            write!(f, ", found {found}")?;
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "; did you mean `{suggestion}`?")?;
        }
        Ok(())
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, defect) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{defect}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Defects {}
