//! Answer rules: expressions of a form's author that answers have to fulfil.
//!
//! A rule is asked once all fields that it refers to have passed their own constraints. It is broken if it comes to
//! `false`, or if its numbers or texts become too large to calculate with. It does not apply if it looks at an answer
//! that is not there. Its message is the author's, so no problem repeats an answer.

use std::borrow::Cow;
use std::sync::Arc;

use crate::check::{Evaluation, Presence, effective};
use crate::condition::is_empty;
use crate::condition::read::Scope;
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::definition::Definition;
use crate::expression::{Expression, Given, Stop, Type, Value};
use crate::json::tree::Node;
use crate::parse::reader::Reader;
use crate::problem::{Fact, Problem};

/// A form has at most this many answer rules.
const MAX_RULES: usize = 50;

/// A rule between answers: an expression that must hold, and what to say if it does not.
#[derive(Debug, Clone)]
pub struct AnswerRule {
    source: String,
    expression: Expression,
    message: String,
    /// The fields at which the message is shown.
    fields: Vec<usize>,
}

impl AnswerRule {
    /// Returns the expression as its author wrote it.
    #[must_use]
    pub fn expression(&self) -> &str {
        &self.source
    }

    /// Returns the sentence for a person whose answers break the rule.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the places of the fields that the expression refers to.
    pub(crate) fn references(&self) -> &[usize] {
        self.expression.fields()
    }

    /// Reads the rules of a form's `validation`.
    pub(crate) fn read_all(reader: &mut Reader, node: &Node<'_>, scope: &Scope<'_>) -> Vec<AnswerRule> {
        let Some(items) = reader.list(node, 0) else { return Vec::new() };
        if items.len() > MAX_RULES {
            let message = format!("{} rules", items.len());
            reader.note(&node.span, DefectCode::OutOfRange, message).expected(format!("at most {MAX_RULES}"));
        }
        items.iter().take(MAX_RULES).filter_map(|item| AnswerRule::read(reader, item, scope)).collect()
    }

    fn read(reader: &mut Reader, node: &Node<'_>, scope: &Scope<'_>) -> Option<AnswerRule> {
        let members = reader.closed_object(node, &["expression", "message", "fields"])?;
        let source = reader.required(members, "expression");
        let expression = source.and_then(|node| Expression::read(reader, node, scope.fields, Type::Bool));
        let message = reader.required(members, "message").and_then(|node| reader.shown(node, 1..=512));
        let mut fields = Vec::new();
        for item in members.get("fields").and_then(|node| reader.list(node, 1)).unwrap_or_default() {
            let Some(field) = scope.resolve(reader, item) else { continue };
            if fields.contains(&field) {
                reader.note(&item.span, DefectCode::DuplicateId, "listed twice").found(item);
            } else {
                fields.push(field);
            }
        }
        let source = source.and_then(|node| reader.text(node))?.to_owned();
        Some(AnswerRule { source, expression: expression?, message: message?, fields })
    }

    /// Returns whether the rule is broken.
    fn is_broken(&self, definition: &Definition, evaluation: &Evaluation<'_>) -> bool {
        let has_problem = |&field: &usize| {
            let id = definition.fields.get(field).map_or("", |field| field.id());
            evaluation.problems.iter().any(|problem| &*problem.field == id)
        };
        if self.expression.fields().iter().any(has_problem) {
            return false;
        }
        let given = |field: usize| match evaluation.states.get(field) {
            Some(state) if state.presence == Presence::Active => {
                let answer = effective(definition, &evaluation.states, field);
                answer.filter(|answer| !is_empty(answer)).map_or(Given::Nothing, Given::Answer)
            }
            _ => Given::Inactive,
        };
        match self.expression.evaluate(&given) {
            Ok(Value::Bool(truth)) => !truth,
            Err(Stop::Missing) => false,
            Ok(_) | Err(Stop::Failed) => true,
        }
    }

    /// Returns a problem for each named field that takes part, or one for the answer as a whole if none does.
    fn problems<'a>(
        &'a self,
        definition: &'a Definition,
        evaluation: &Evaluation<'_>,
    ) -> impl Iterator<Item = Problem> + use<'a> {
        let is_active = |&&field: &&usize| {
            evaluation.states.get(field).is_some_and(|state| state.presence == Presence::Active)
        };
        let mut places: Vec<Arc<str>> = self
            .fields
            .iter()
            .filter(is_active)
            .filter_map(|&field| definition.fields.get(field).map(|field| field.identity.id.clone()))
            .collect();
        if places.is_empty() {
            places.push(Arc::from(""));
        }
        places.into_iter().map(|field| Problem {
            field,
            constraint: Constraint::Rules,
            message: Cow::Owned(self.message.clone()),
            expected: Fact::Text(self.source.clone()),
            actual: Fact::Unsaid,
            item: None,
            row: None,
        })
    }
}

/// Adds the problems of all rules that are broken.
pub(crate) fn apply(definition: &Definition, evaluation: &mut Evaluation<'_>) {
    let broken = definition.answer_rules.iter().filter(|rule| rule.is_broken(definition, evaluation));
    let problems: Vec<Problem> = broken.flat_map(|rule| rule.problems(definition, evaluation)).collect();
    evaluation.problems.extend(problems);
}
