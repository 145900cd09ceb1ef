//! The form language of Askwell: what a form is, what to show, and what to accept.
//!
//! ```
//! use askwell_form::Form;
//! use serde_json::json;
//!
//! let form = Form::parse(r#"{
//!     "id": "server", "title": "A new server",
//!     "fields": [
//!         {"id": "host", "type": "text", "label": "Host", "required": true, "validation": {"format": "hostname"}},
//!         {"id": "port", "type": "number", "label": "Port", "default": 8080, "validation": {"maximum": 65535}}
//!     ]
//! }"#)?;
//! let answers = form.check(&json!({"host": "example.com"})).unwrap();
//! assert_eq!(answers.to_json(), r#"{"host":"example.com","port":8080}"#);
//!
//! let problems = form.check(&json!({"port": 70000})).unwrap_err();
//! assert_eq!(problems.to_string(), "Host is required. Port must be at most 65535.");
//! # Ok::<(), askwell_form::Defects>(())
//! ```
//!
//! # Concepts
//!
//! - A *form document* is JSON with comments. [`Form::parse`] returns a [`Form`], which is valid by construction, or
//!   all [`Defects`] of the document with their positions.
//! - A form has *fields* of eight *kinds*. Its *conditions* show, require or disable a field depending on others.
//! - [`Form::check`] turns an answer into [`Answers`], or returns all [`Problems`]. Only checking creates `Answers`.
//! - A [`View`] says what a renderer shows for the values entered so far.
//! - A *secret* field never appears in a problem, in `Debug` output or in masked JSON.
//!
//! The [`language`] module contains the reference of form documents.
//!
//! # Modules
//!
//! - `definition`, `kind`, `condition`: forms, the eight kinds of fields, conditions between them
//! - `expression`, `answer_rule`: rules of a form's author, written in a subset of CEL
//! - `parse`, [`build`], `typed`: forms from documents, from Rust code, from Rust types
//! - `check`, `answers`, `problem`, `message`: checking, what passed, and what did not
//! - `view`, `rendering`: what a renderer shows
//! - [`schema`]: forms to and from JSON Schema and MCP
//! - [`url_guard`], [`host_name`], [`hidden`], [`media`]: addresses, characters and files that deceive
//! - [`json`]: JSON with positions, exact numbers and duplicate keys
//!
//! Pure: no I/O, no async, no clock, no state between two calls. Does not resolve names or fetch
//! anything.

mod calendar;
mod format;
pub mod hidden;
pub mod host_name;
pub mod json;
pub mod media;
mod number;
mod pattern;
mod text;
pub mod url_guard;

mod computed;
mod condition;
mod decision;
mod defect;
mod definition;
mod display;
mod display_style;
mod expression;
mod form_cache;
mod group;
mod index;
mod kind;
mod nearest;
mod packed;
mod parse;
mod phone;
mod rendering;
mod shared;
mod source;

mod answer;
mod answer_rule;
mod answers;
mod check;
mod constraint;
mod field_value;
mod message;
mod problem;
mod raw;
mod report;
mod row;
mod slots;
mod translation;
mod typed;
mod validator;
mod verdict;
mod view;
mod walk;

pub mod build;
pub mod language;
pub mod markdown;
pub mod schema;

pub use answer::{Answer, Content, File, Secret};
pub use answer_rule::AnswerRule;
pub use answers::{Answers, ConvertError, LeafAnswer};
pub use calendar::{CalendarError, Date, DateTime};
pub use constraint::Constraint;
pub use decision::{CommentRule, Decision, DecisionAnswer};
pub use defect::{Defect, DefectCode, Defects, Place};
pub use definition::{Action, Field, Form};
pub use display::{Display, Image, TextFormat};
pub use display_style::{DisplayStyle, ScalePoint};
pub use expression::{expression_fields, expression_functions};
pub use form_cache::FormCache;
pub use format::Format;
pub use group::{Group, Layout, OutlineEntry};
pub use json::JsonKind;
pub use kind::{
    BooleanKind, Choice, ContentProblem, DateKind, FileKind, Kind, KindName, MAX_ROWS, Moment,
    MultiSelectKind, NumberKind, Options, RowsKind, SelectKind, TextKind, UrlKind,
};
pub use message::{default_sentence, quotable_label};
pub use nearest::nearest;
pub use number::{Number, NumberError};
pub use parse::MAX_FIELDS;
pub use pattern::{Pattern, PatternError};
pub use problem::{Fact, Problem, Problems, RowPlace, VALIDATION_FAILED};
pub use raw::Raw;
pub use rendering::{Accessibility, InputType, Rendering, Trigger};
pub use row::Row;
pub use source::{Entry, Part, Source, locate};
pub use validator::{Finding, UnknownValidators, Validators};
pub use view::{FieldView, GroupView, View};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
