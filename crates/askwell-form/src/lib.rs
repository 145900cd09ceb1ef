//! The form language of Askwell: what a form is, what to show, and what to accept.

mod text;
mod json;
mod number;
mod calendar;
mod pattern;
pub mod media;
mod format;
pub mod url_guard;

mod definition;
mod kind;
mod rendering;
mod condition;
mod index;
mod defect;
mod parse;

mod raw;
mod slots;
mod constraint;
mod message;
mod problem;
mod report;
mod answer;
mod answers;
mod validator;
mod check;
mod view;

pub mod build;

pub use answer::{Answer, Content, File, Secret};
pub use answers::{Answers, ConvertError};
pub use calendar::{CalendarError, Date, DateTime};
pub use constraint::Constraint;
pub use defect::{Defect, DefectCode, Defects, Place};
pub use definition::{Action, Field, Form};
pub use format::Format;
pub use kind::{
    BooleanKind, Choice, DateKind, FileKind, Kind, KindName, Moment, MultiSelectKind, NumberKind, Options, SelectKind,
    TextKind, UrlKind,
};
pub use number::{Number, NumberError};
pub use parse::MAX_FIELDS;
pub use pattern::{Pattern, PatternError};
pub use problem::{Fact, Problem, Problems, VALIDATION_FAILED};
pub use raw::Raw;
pub use rendering::{Accessibility, DisplayStyle, InputType, Rendering, Trigger};
pub use validator::{Finding, UnknownValidators, Validators};
pub use view::{FieldView, View};
