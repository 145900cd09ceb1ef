//! Walks through an answer: visits every value with the index of its field.
//!
//! All checking uses this module. It does not check values, nor decide about duplicates: the
//! visitor does.

use serde_json::Value;

use crate::index::FieldIndex;
use crate::json::scan::{Comments, JsonError, Scanner};
use crate::raw::Raw;

/// Takes the members of an answer, one after the other.
pub(crate) trait AnswerVisitor<V> {
    /// A value for the field at `place`; in JSON text not always the first one.
    fn take(&mut self, place: usize, value: V) -> Result<(), Stop>;

    /// A key that no field has.
    fn refuse_unknown(&mut self, key: &str) -> Result<(), Stop>;
}

/// Why a walk ended before the answer did.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The taker knows all that it wants to know.
    Enough,
    /// The answer is something else than an object.
    NotAnObject,
    /// The text is not JSON.
    Json(JsonError),
}

impl From<JsonError> for Stop {
    #[cold]
    fn from(error: JsonError) -> Self {
        Stop::Json(error)
    }
}

/// Walks through a value that has been parsed already.
#[inline]
pub(crate) fn value<'a>(
    index: &FieldIndex,
    value: &'a Value,
    taker: &mut impl AnswerVisitor<&'a Value>,
) -> Result<(), Stop> {
    let Value::Object(members) = value else { return Err(Stop::NotAnObject) };
    pairs(index, members.iter().map(|(key, value)| (key.as_str(), value)), taker)
}

/// Walks through pairs of key and value.
#[inline]
pub(crate) fn pairs<'a, V>(
    index: &FieldIndex,
    pairs: impl IntoIterator<Item = (&'a str, V)>,
    taker: &mut impl AnswerVisitor<V>,
) -> Result<(), Stop> {
    let mut previous = None;
    for (key, value) in pairs {
        previous = place(index, key, value, previous, taker)?;
    }
    Ok(())
}

/// Hands on a value, and says where its field is if it has one.
#[inline]
fn place<V>(
    index: &FieldIndex,
    key: &str,
    value: V,
    previous: Option<usize>,
    taker: &mut impl AnswerVisitor<V>,
) -> Result<Option<usize>, Stop> {
    match index.find(key, previous) {
        Some(place) => taker.take(place, value).map(|()| Some(place)),
        None => taker.refuse_unknown(key).map(|()| previous),
    }
}

/// Walks through JSON text, in one pass.
#[inline]
pub(crate) fn json<'a>(
    index: &FieldIndex,
    bytes: &'a [u8],
    taker: &mut impl AnswerVisitor<Raw<'a>>,
) -> Result<(), Stop> {
    let mut scanner = Scanner::from_bytes(bytes, Comments::Refused)?;
    if !matches!(scanner.peek()?, Some(b'{') | None) {
        Raw::scan(&mut scanner, 0)?;
        scanner.end()?;
        return Err(Stop::NotAnObject);
    }
    scanner.demand(b'{', "an object")?;
    let mut previous = None;
    if !scanner.skip(b'}')? {
        loop {
            scanner.peek()?;
            let guess = index.guess(previous);
            if index.name(guess).is_some_and(|name| scanner.skip_key(name)) {
                previous = Some(guess);
                match scanner.peek()? {
                    // Most values are texts: apart, so that nothing else has to be thought of for them.
                    Some(b'"') => taker.take(guess, Raw::Text(scanner.string()?))?,
                    _ => taker.take(guess, Raw::scan(&mut scanner, 1)?)?,
                }
            } else {
                let key = scanner.string()?;
                scanner.demand(b':', "`:`")?;
                let value = Raw::scan(&mut scanner, 1)?;
                previous = place(index, &key, value, previous, taker)?;
            }
            if !scanner.skip(b',')? {
                break;
            }
        }
        scanner.demand(b'}', "`,` or `}`")?;
    }
    Ok(scanner.end()?)
}
