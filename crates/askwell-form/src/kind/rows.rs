//! The value of a repeating group: a list of rows, each the answers to the same fields.
//!
//! A row is checked like the answers to a small form, with the same function. The problems of a row say which row it
//! is. Rows have no files and no secrets: stores and pages keep both by the id of a field.

use std::borrow::Cow;

use crate::answer::Answer;
use crate::check::{Evaluation, Reading, evaluate};
use crate::constraint::Constraint;
use crate::definition::{Field, Form};
use crate::kind::Kind;
use crate::problem::{Fact, Problem, Problems, RowPlace};
use crate::raw::Raw;
use crate::report::Report;
use crate::row::{Cell, Row};
use crate::slots::Slots;

/// The fields of a row and how many rows there may be.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RowsKind {
    /// The fields of one row, as a form: its `view` says what to show of a row.
    pub form: Form,
    /// What people call one row.
    pub item: String,
    /// The fewest rows.
    pub minimum: usize,
    /// The most rows.
    pub maximum: usize,
}

/// A repeating group has at most this many rows.
pub const MAX_ROWS: usize = 1_000;

/// All rows together have at most this many fields.
pub(crate) const MAX_CELLS: usize = 10_000;

/// All rows together have at most this many URLs, as many as a form without rows: each may have to be resolved.
pub(crate) const MAX_ROW_URLS: usize = 100;

/// The most rows of a group that does not say.
pub(crate) const DEFAULT_MAXIMUM: usize = 100;

/// Problems of rows are listed one by one up to here.
const LISTED: usize = 100;

impl RowsKind {
    /// Returns what people call the row with this number, counted from 0.
    #[must_use]
    pub fn title(&self, row: usize) -> String {
        format!("{} {}", self.item, row + 1)
    }

    /// Reports the problems of all rows, and returns those that are objects.
    pub(super) fn check<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Vec<Row<'a>>> {
        let mut rows = Vec::new();
        self.visit(raw, report, |evaluation| rows.push(self.row(evaluation)))?;
        Some(rows)
    }

    pub(super) fn judge(&self, raw: &Raw<'_>, report: &mut Report<'_>) {
        self.visit(raw, report, |_| {});
    }

    /// Returns rows that were checked when they were written down. Types are checked, constraints are not.
    pub(crate) fn restore<'a>(&self, raw: &'a Raw<'_>) -> Option<Vec<Row<'a>>> {
        let Raw::List(items) = raw else { return None };
        let definition = &self.form.definition;
        let mut ignored = Vec::new();
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            let Raw::Object(members) = item else { return None };
            let slots = Slots::from_members(&definition.index, members);
            if !slots.strays.is_empty() {
                return None;
            }
            let mut cells = Vec::with_capacity(members.len());
            for (field, raw) in definition.fields.iter().zip(slots.values) {
                let Some(raw) = raw else { continue };
                let mut report = Report { field: &field.identity, problems: &mut ignored };
                let answer = field.kind.check(raw, &mut report)?;
                cells.push(Cell { property: field.shared_property(), answer });
            }
            rows.push(Row { cells });
        }
        Some(rows)
    }

    fn visit<'a>(
        &self,
        raw: &'a Raw<'_>,
        report: &mut Report<'_>,
        mut take: impl FnMut(Evaluation<'a>),
    ) -> Option<()> {
        let items: &'a [Raw<'_>] = match raw {
            Raw::List(items) => items,
            // What browsers send for every kind of input that was left blank.
            Raw::Text(text) if text.is_empty() => &[],
            other => {
                report.fail(Constraint::Type, Fact::Word("rows"), Fact::Word(other.type_name()));
                return None;
            }
        };
        let before = report.problems.len();
        for (row, item) in items.iter().enumerate().take(self.maximum) {
            let mut found = Vec::new();
            if let Some(evaluation) = self.evaluate(item, &mut found) {
                take(evaluation);
            }
            let room = (before + LISTED).saturating_sub(report.problems.len());
            let lifted = found.into_iter().map(|problem| self.lift(&report.field.id, row, problem));
            report.problems.extend(lifted.take(room));
            if report.problems.len() - before >= LISTED {
                break;
            }
        }
        if items.len() < self.minimum {
            report.fail(Constraint::MinItems, Fact::Rows(self.minimum), Fact::Rows(items.len()));
        }
        if items.len() > self.maximum {
            report.fail(Constraint::MaxItems, Fact::Rows(self.maximum), Fact::Rows(items.len()));
        }
        Some(())
    }

    /// Evaluates one row; its problems are those of a form of its own.
    fn evaluate<'a>(&self, item: &'a Raw<'_>, found: &mut Vec<Problem>) -> Option<Evaluation<'a>> {
        let Raw::Object(members) = item else {
            found.push(Problem {
                field: "".into(),
                constraint: Constraint::Type,
                message: Cow::Borrowed("This must be an object with one value for each field."),
                expected: Fact::Word("row"),
                actual: Fact::Word(item.type_name()),
                item: None,
                row: None,
            });
            return None;
        };
        let definition = &*self.form.definition;
        let slots = Slots::from_members(&definition.index, members);
        let mut evaluation = evaluate(definition, |place| slots.values.get(place).copied().flatten());
        found.append(&mut evaluation.problems);
        found.extend(slots.strays);
        Some(evaluation)
    }

    fn row<'a>(&self, evaluation: Evaluation<'a>) -> Row<'a> {
        let cell = |(field, state): (&Field, crate::check::State<'a>)| {
            let answer = match state.reading {
                Reading::FieldValue(answer) => answer,
                Reading::Absent if !state.required => field.default.clone()?,
                _ => return None,
            };
            Some(Cell { property: field.shared_property(), answer })
        };
        Row { cells: self.form.fields().iter().zip(evaluation.states).filter_map(cell).collect() }
    }

    /// Turns a problem of a row into one of the group.
    pub(crate) fn lift(&self, group: &std::sync::Arc<str>, row: usize, problem: Problem) -> Problem {
        Problem {
            field: group.clone(),
            message: Cow::Owned(format!("{}: {}", self.title(row), problem.message)),
            row: Some(RowPlace { row, field: problem.field }),
            ..problem
        }
    }
}

impl Field {
    /// Returns the rows of a repeating group, if the field is one.
    #[must_use]
    pub fn rows(&self) -> Option<&RowsKind> {
        if let Kind::Rows(rows) = &self.kind { Some(rows) } else { None }
    }

    /// Returns problems that a program found in one row of a repeating group, as problems of the group. Those of another
    /// field are returned as they are.
    #[must_use]
    pub fn lift_problems(&self, row: usize, problems: Problems) -> Problems {
        let Kind::Rows(rows) = &self.kind else { return problems };
        problems.0.into_iter().map(|problem| rows.lift(&self.identity.id, row, problem)).collect()
    }
}

impl Kind {
    /// Returns an answer that was checked when it was written down. Types are checked, constraints are not.
    pub(crate) fn restore<'a>(&self, raw: &'a Raw<'_>, report: &mut Report<'_>) -> Option<Answer<'a>> {
        match self {
            Kind::Rows(rows) => rows.restore(raw).map(Answer::Rows),
            other => other.check(raw, report),
        }
    }
}
