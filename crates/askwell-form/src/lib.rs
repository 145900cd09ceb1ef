//! The form language of Askwell: what a form is, what to show, and what to accept.

mod calendar;
mod format;
mod json;
pub mod media;
mod number;
mod pattern;
mod text;
pub mod url_guard;

mod condition;
mod defect;
mod definition;
mod index;
mod kind;
mod parse;
mod rendering;

mod answer;
mod answers;
mod check;
mod constraint;
mod message;
mod problem;
mod raw;
mod report;
mod slots;
mod validator;
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
    BooleanKind, Choice, DateKind, FileKind, Kind, KindName, Moment, MultiSelectKind, NumberKind, Options,
    SelectKind, TextKind, UrlKind,
};
pub use number::{Number, NumberError};
pub use parse::MAX_FIELDS;
pub use pattern::{Pattern, PatternError};
pub use problem::{Fact, Problem, Problems, VALIDATION_FAILED};
pub use raw::Raw;
pub use rendering::{Accessibility, DisplayStyle, InputType, Rendering, Trigger};
pub use validator::{Finding, UnknownValidators, Validators};
pub use view::{FieldView, View};
