//! The messages in the language of a person.

use std::borrow::Cow;
use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;

use crate::catalogue;
use crate::format::{self, DayStyle, Shape, Value};
use crate::language::Language;
use crate::message::{Message, Piece};
use crate::overrides::Overrides;

/// The messages in one language, with the operator's own in their place. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    language: Language,
    overrides: Option<Arc<Overrides>>,
}

thread_local! {
    /// The words of the surface that runs on this thread now.
    static ENTERED: RefCell<Words> = RefCell::new(Words::default());
}

/// Restores the earlier words when it is dropped.
#[derive(Debug)]
#[must_use = "the words are left again when this is dropped"]
pub struct EnteredWords {
    before: Words,
    /// It belongs to its thread.
    _thread: std::marker::PhantomData<*const ()>,
}

impl Drop for EnteredWords {
    fn drop(&mut self) {
        ENTERED.set(std::mem::take(&mut self.before));
    }
}

impl Words {
    /// Returns the words of a language.
    #[must_use]
    pub fn of(language: Language) -> Words {
        Words { language, overrides: None }
    }

    /// Returns the same words, and in their place those of the operator.
    #[must_use]
    pub fn with_overrides(self, overrides: Arc<Overrides>) -> Words {
        Words { overrides: Some(overrides), ..self }
    }

    /// Returns the words in another language, with the operator's own in their place.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Words {
        Words { language, overrides: self.overrides.clone() }
    }

    /// Returns the words that were entered on this thread, English if none were.
    #[must_use]
    pub fn current() -> Words {
        ENTERED.with_borrow(Words::clone)
    }

    /// Makes these the words of this thread until the returned guard is dropped. Guards have to be dropped in the
    /// opposite order. Async code enters at every poll, see [`Words::during`].
    pub fn enter(&self) -> EnteredWords {
        let before = ENTERED.replace(self.clone());
        EnteredWords { before, _thread: std::marker::PhantomData }
    }

    /// Runs a function with these words entered.
    pub fn enter_while<T>(&self, run: impl FnOnce() -> T) -> T {
        let _entered = self.enter();
        run()
    }

    /// Runs a future with these words entered at every poll. Dropping the returned future drops the inner one.
    pub async fn during<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|context| self.enter_while(|| future.as_mut().poll(context))).await
    }

    /// Returns the language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns whether the operator has words of their own for a message.
    #[must_use]
    pub(crate) fn are_overridden(&self) -> bool {
        self.overrides.as_ref().is_some_and(|overrides| !overrides.is_empty())
    }

    fn message(&self, key: &str) -> Option<&Message> {
        let own = self.overrides.as_ref().and_then(|overrides| overrides.message(self.language, key));
        own.or_else(|| catalogue::message(self.language, key))
    }

    /// Returns a message with its arguments; the key itself if there is no such message.
    #[must_use]
    pub fn text(&self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let Some(message) = self.message(key) else { return key.to_owned() };
        let pieces = message.pieces(self.language, values);
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => &**text,
                Piece::Slot(_) => "",
            })
            .collect()
    }

    /// Returns a day such as `2026-01-31` as the language writes it; the text itself if it is no day.
    #[must_use]
    pub fn day(&self, date: &str, style: DayStyle) -> String {
        format::spelled_day(self.language, date, style).unwrap_or_else(|| date.to_owned())
    }

    /// Returns a time such as `2026-01-31T09:30:00Z` as the language writes it, with the name of the month.
    #[must_use]
    pub fn moment(&self, time: &str) -> String {
        format::value(self.language, &Value::Date(time.into()), Shape::Spelled)
    }

    /// Returns the variants of a message for a program that counts by itself, see [`Message::variants`]. Arguments that
    /// are not in `values` are written as `{name}`.
    #[must_use]
    pub fn variants(&self, key: &str, values: &[(&str, Value<'_>)]) -> Vec<(String, String)> {
        let Some(message) = self.message(key) else { return vec![("other".to_owned(), key.to_owned())] };
        let written = |pieces: Vec<Piece<'_>>| {
            pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => Cow::Borrowed(&**text),
                    Piece::Slot(name) => Cow::Owned(format!("{{{name}}}")),
                })
                .collect()
        };
        let all = message.variants(self.language, values).into_iter();
        all.map(|(key, pieces)| (key.to_owned(), written(pieces))).collect()
    }

    /// Returns a message in pieces, with slots for the arguments that are not in `values`.
    #[must_use]
    pub fn pieces(&self, key: &str, values: &[(&str, Value<'_>)]) -> Vec<Piece<'_>> {
        match self.message(key) {
            Some(message) => message.pieces(self.language, values),
            None => vec![Piece::Text(key.to_owned().into())],
        }
    }
}

/// Returns a message without arguments, in the words that were entered on this thread.
#[must_use]
pub fn say(key: &str) -> String {
    text(key, &[])
}

/// Returns a message with its arguments, in the words that were entered on this thread.
#[must_use]
pub fn text(key: &str, values: &[(&str, Value<'_>)]) -> String {
    ENTERED.with_borrow(|words| words.text(key, values))
}

/// Returns a message for a text of a form, in the words that were entered on this thread. A form has no characters that
/// cannot be seen, so the marks that right-to-left languages put around arguments are left out.
#[must_use]
pub fn form_text(key: &str, values: &[(&str, Value<'_>)]) -> String {
    let mut text = text(key, values);
    text.retain(|letter| !matches!(letter, '\u{2068}' | '\u{2069}'));
    text
}
