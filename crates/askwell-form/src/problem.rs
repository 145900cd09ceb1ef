//! Problems of an answer: data for programs and a sentence for people.
//!
//! A problem never contains a secret: the value of a secret field is omitted when the problem is
//! created, not when it is shown.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::check::problem_from_code;
use crate::constraint::Constraint;
use crate::json::write;
use crate::number::Number;

/// The JSON-RPC error code of a form that did not pass, and of each problem in it.
pub const VALIDATION_FAILED: i32 = -32007;

/// The code as it stands in JSON between its neighbours.
const CODE_THEN_MESSAGE: &str = r#","code":-32007,"message":"#;

/// Most problems are shorter than this in their wire form.
const TYPICAL_JSON_LENGTH: usize = 200;

/// One thing that is wrong with an answer. Serialises to the wire form.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The field's id; empty when the answer as a whole is meant.
    pub field: Arc<str>,
    /// The violated constraint.
    pub constraint: Constraint,
    /// A full sentence for the person who answered.
    pub message: Cow<'static, str>,
    /// What would have been right.
    pub expected: Fact,
    /// What was found instead. [`Fact::Unsaid`] where it would give away a secret.
    pub actual: Fact,
    /// Which choice of several is meant, counted from 0.
    pub item: Option<usize>,
    /// The row that is meant, if the field is a repeating group.
    pub row: Option<RowPlace>,
}

/// A place in the rows of a repeating group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPlace {
    /// The number of the row, counted from 0.
    pub row: usize,
    /// The id of the field in the row; empty when the row as a whole is meant.
    pub field: Arc<str>,
}

/// A value that explains a problem: small, cheap to make, and never secret.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fact {
    /// Nothing to say.
    Unsaid,
    /// A length or a count.
    Count(usize),
    /// A count of rows.
    Rows(usize),
    /// A number.
    Number(Number),
    /// A truth value.
    Bool(bool),
    /// A fixed word, such as the name of a type.
    Word(&'static str),
    /// A text from the form or the answer.
    Text(String),
    /// Several texts from the form.
    List(Arc<[String]>),
}

impl Problem {
    /// Returns the way to the value: the field's id, then the row and the field in it, then the position in a list of
    /// choices.
    #[must_use]
    pub fn path(&self) -> Vec<String> {
        let field = (!self.field.is_empty()).then(|| self.field.to_string());
        let row = self.row.iter().flat_map(RowPlace::path);
        field.into_iter().chain(row).chain(self.item.map(|item| item.to_string())).collect()
    }

    /// Returns whether the problem is about the field itself, and not about one row of a repeating group.
    #[must_use]
    pub fn is_of_whole_field(&self) -> bool {
        self.row.is_none()
    }

    /// Writes what [`Serialize`] says, but every digit of a number.
    fn write_json(out: &mut String, problem: &Problem) {
        out.push_str(r#"{"field":"#);
        let field_start = out.len();
        write::string(out, &problem.field);
        let field = field_start..out.len();
        out.push_str(CODE_THEN_MESSAGE);
        write::string(out, &problem.message);
        out.push_str(r#","constraint":""#);
        out.push_str(problem.constraint.name());
        out.push('"');
        for (key, fact) in [(r#","expected":"#, &problem.expected), (r#","actual":"#, &problem.actual)] {
            if *fact != Fact::Unsaid {
                out.push_str(key);
                fact.write_json(out);
            }
        }
        out.push_str(r#","path":["#);
        if !problem.field.is_empty() {
            out.extend_from_within(field);
        }
        let places =
            problem.row.iter().flat_map(RowPlace::path).chain(problem.item.map(|item| item.to_string()));
        for (at, place) in places.enumerate() {
            out.push_str(if problem.field.is_empty() && at == 0 { "" } else { "," });
            write::string(out, &place);
        }
        out.push_str("]}");
    }
}

impl RowPlace {
    fn path(&self) -> impl Iterator<Item = String> {
        let field = (!self.field.is_empty()).then(|| self.field.to_string());
        std::iter::once(self.row.to_string()).chain(field)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("field", &*self.field)?;
        map.serialize_entry("code", &VALIDATION_FAILED)?;
        map.serialize_entry("message", &*self.message)?;
        map.serialize_entry("constraint", self.constraint.name())?;
        if self.expected != Fact::Unsaid {
            map.serialize_entry("expected", &self.expected)?;
        }
        if self.actual != Fact::Unsaid {
            map.serialize_entry("actual", &self.actual)?;
        }
        map.serialize_entry("path", &Path(self))?;
        map.end()
    }
}

struct Path<'p>(&'p Problem);

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Path(problem) = self;
        let mut list = serializer.serialize_seq(None)?;
        if !problem.field.is_empty() {
            list.serialize_element(&*problem.field)?;
        }
        for place in problem.row.iter().flat_map(RowPlace::path) {
            list.serialize_element(&place)?;
        }
        if let Some(item) = problem.item {
            list.serialize_element(&item.to_string())?;
        }
        list.end()
    }
}

impl Fact {
    fn write_json(&self, out: &mut String) {
        match self {
            Fact::Unsaid => out.push_str("null"),
            Fact::Count(count) | Fact::Rows(count) => {
                write::integer(out, i64::try_from(*count).unwrap_or(i64::MAX));
            }
            Fact::Number(number) => number.write_json(out),
            Fact::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Fact::Word(word) => write::string(out, word),
            Fact::Text(text) => write::string(out, text),
            Fact::List(texts) => write::list(out, &**texts, |out, text| write::string(out, text)),
        }
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Unsaid => serializer.serialize_unit(),
            Fact::Count(count) | Fact::Rows(count) => count.serialize(serializer),
            Fact::Number(number) => number.serialize(serializer),
            Fact::Bool(truth) => truth.serialize(serializer),
            Fact::Word(word) => word.serialize(serializer),
            Fact::Text(text) => text.serialize(serializer),
            Fact::List(texts) => serializer.collect_seq(texts.iter()),
        }
    }
}

/// Everything that is wrong with an answer, in the order of the form's fields. Never empty when returned
/// as an error.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    /// One problem with the answer as a whole, found by a program.
    #[must_use]
    pub fn overall(message: &str) -> Self {
        Problems(vec![problem_from_code(Arc::from(""), Constraint::CustomValidators, message.to_owned())])
    }

    /// Adds others.
    pub fn extend(&mut self, others: Problems) {
        self.0.extend(others.0);
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// Those of one field.
    pub fn of<'p>(&'p self, field: &'p str) -> impl Iterator<Item = &'p Problem> {
        self.iter().filter(move |problem| &*problem.field == field)
    }

    /// Returns the list in its wire form, as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(self.len() * TYPICAL_JSON_LENGTH);
        write::list(&mut out, self, Problem::write_json);
        out
    }
}

/// Problems found outside this crate, such as by a service.
impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Problems(problems.into_iter().collect())
    }
}

impl Serialize for Problems {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'p> IntoIterator for &'p Problems {
    type Item = &'p Problem;
    type IntoIter = std::slice::Iter<'p, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::sync::Arc;

    use super::{Fact, Problem, Problems, RowPlace};
    use crate::constraint::Constraint;
    use crate::number::Number;

    #[test]
    fn written_json_equals_that_of_serde() {
        let facts = [
            Fact::Unsaid,
            Fact::Count(3),
            Fact::Number(Number::parse("-1.5").unwrap()),
            Fact::Bool(true),
            Fact::Word("email"),
            Fact::Text("\"quoted\"\n\\".to_owned()),
            Fact::List(Arc::from(["a".to_owned(), "é".to_owned()])),
        ];
        let mut problems = Problems::default();
        for (place, fact) in facts.iter().enumerate() {
            problems.0.push(Problem {
                field: Arc::from(if place % 2 == 0 { "name" } else { "" }),
                constraint: Constraint::Format,
                message: Cow::Borrowed("It \"is\" wrong."),
                expected: fact.clone(),
                actual: facts[facts.len() - 1 - place].clone(),
                item: (place % 3 == 0).then_some(place),
                row: (place % 4 == 1)
                    .then(|| RowPlace { row: place, field: Arc::from(["", "count"][place % 2]) }),
            });
        }
        assert_eq!(problems.to_json(), serde_json::to_string(&problems).unwrap());
        assert_eq!(Problems::default().to_json(), "[]");
    }
}
