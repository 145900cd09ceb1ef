//! Orders fields by their dependencies.

use super::reader::Reader;
use crate::answer_rule::AnswerRule;
use crate::defect::DefectCode;
use crate::definition::{Action, Field, Rules};
use crate::json::tree::Node;

/// Returns the fields in an order in which each comes after all that its presence or value depends on; empty
/// if none depends on another and there is no answer rule. Cycles are noted.
///
/// A `validate` rule only asks for an answer, it does not take one away, so "each requires the other" is
/// no cycle.
pub(super) fn evaluation_order(
    reader: &mut Reader,
    fields: &[(Field, &Node<'_>)],
    answer_rules: &[AnswerRule],
) -> Vec<usize> {
    let is_dependent = |(field, _): &(Field, &Node<'_>)| field.is_conditional() || field.derivation.is_some();
    if answer_rules.is_empty() && !fields.iter().any(is_dependent) {
        return Vec::new();
    }
    let needs: Vec<Vec<usize>> = fields.iter().map(|(field, _)| prerequisites(field)).collect();
    let mut order = Vec::with_capacity(fields.len());
    let mut placed = vec![false; fields.len()];
    // At most a hundred fields: looking through them again until nothing moves is quick and keeps the
    // form's own order where it can.
    loop {
        let before = order.len();
        for (index, needs) in needs.iter().enumerate() {
            if !placed[index] && needs.iter().all(|&need| placed[need]) {
                placed[index] = true;
                order.push(index);
            }
        }
        if order.len() == fields.len() {
            return order;
        }
        if order.len() == before {
            note_cycle(reader, fields, &needs, &placed);
            return order;
        }
    }
}

fn prerequisites(field: &Field) -> Vec<usize> {
    let mut needs = field.rules.depends_on.clone();
    field.rules.groups.iter().for_each(|condition| condition.fields(&mut needs));
    if let Some(condition) = &field.rules.display {
        condition.fields(&mut needs);
    }
    if let Some((action, condition)) = &field.rules.action
        && *action != Action::Validate
    {
        condition.fields(&mut needs);
    }
    needs.extend(field.derivation.iter().flat_map(|derivation| derivation.references()));
    needs
}

/// Marks the fields that a condition or an expression looks at.
pub(super) fn note_steering(fields: &mut [(Field, &Node<'_>)], answer_rules: &[AnswerRule]) {
    let mut steering: Vec<usize> =
        answer_rules.iter().flat_map(|rule| rule.references().iter().copied()).collect();
    for (field, _) in fields.iter() {
        let Rules { groups, display, action, .. } = &field.rules;
        let groups = groups.iter().map(|condition| &**condition);
        let conditions = groups.chain(display).chain(action.iter().map(|(_, condition)| condition));
        conditions.for_each(|condition| condition.fields(&mut steering));
        steering.extend(field.derivation.iter().flat_map(|derivation| derivation.references()));
    }
    for index in steering {
        if let Some((field, _)) = fields.get_mut(index) {
            field.steers = true;
        }
    }
}

/// Follows what could not be placed until it meets itself, and names the round.
fn note_cycle(reader: &mut Reader, fields: &[(Field, &Node<'_>)], needs: &[Vec<usize>], placed: &[bool]) {
    let stuck = |from: &[usize]| from.iter().copied().find(|&index| !placed[index]);
    let mut trail: Vec<usize> = Vec::new();
    let mut next = placed.iter().position(|placed| !placed);
    while let Some(index) = next {
        if let Some(start) = trail.iter().position(|&earlier| earlier == index) {
            let mut round: Vec<&str> = trail[start..].iter().map(|&index| fields[index].0.id()).collect();
            round.push(fields[index].0.id());
            let is_value = trail[start..].iter().any(|&index| fields[index].0.derivation.is_some());
            let what = if is_value { "value" } else { "presence" };
            let message = format!("these fields' {what} depends on itself: {}", round.join(" → "));
            reader.note(&fields[index].1.span, DefectCode::Cycle, message);
            return;
        }
        trail.push(index);
        next = stuck(&needs[index]);
    }
}
