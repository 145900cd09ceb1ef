//! Expresses when a field is present, as schemas of the whole answer.
//!
//! Mirrors `check`: a condition sees an answer or, if there is none, the default; of a hidden,
//! disabled or blank field it sees nothing. It may assume that every present field is valid,
//! because an answer with an invalid field is rejected anyway.

mod claim;
mod test;

use std::sync::Arc;

use serde_json::{Value, json};

use super::Keywords;
use crate::condition::Condition;
use crate::definition::{Action, Form};

pub(super) use claim::Claim;

/// When each field takes part, and when it has to be filled in while it does.
pub(super) struct PresenceClaims<'f> {
    form: &'f Form,
    active: Vec<Claim>,
    required: Vec<Claim>,
    /// Fields whose claim others refer to, so that it stands among the definitions.
    shared: Vec<bool>,
    /// The conditions of groups, each said once.
    groups: Vec<(Arc<Condition>, Claim)>,
}

impl<'f> PresenceClaims<'f> {
    pub(super) fn of(form: &'f Form) -> Self {
        let fields = form.fields();
        let mut presence = PresenceClaims {
            form,
            active: vec![Claim::Always; fields.len()],
            required: vec![Claim::Never; fields.len()],
            shared: vec![false; fields.len()],
            groups: Vec::new(),
        };
        // In the order of evaluation, so that what a claim builds on is known.
        for &index in &form.definition.evaluation_order {
            let claim = presence.activity(index);
            if let Some(slot) = presence.active.get_mut(index) {
                *slot = claim;
            }
        }
        if !form.allows_partial() {
            for index in 0..fields.len() {
                let claim = presence.requirement(index);
                if let Some(slot) = presence.required.get_mut(index) {
                    *slot = claim;
                }
            }
        }
        presence
    }

    /// When the field takes part.
    pub(super) fn active(&self, index: usize) -> Claim {
        match self.active.get(index) {
            Some(Claim::When(_)) if self.shared.get(index) == Some(&true) => self.reference(index),
            Some(claim) => claim.clone(),
            None => Claim::Never,
        }
    }

    /// When it has to be filled in, given that it takes part. Never, if answers may be partial.
    pub(super) fn required(&self, index: usize) -> Claim {
        match self.required.get(index) {
            // Forms like to repeat why a field is there as the reason to fill it in.
            Some(Claim::When(_)) if self.required.get(index) == self.active.get(index) => Claim::Always,
            Some(claim) => claim.clone(),
            None => Claim::Never,
        }
    }

    /// Returns whether a field that this one is listed to depend on may be missing.
    pub(super) fn depends_on_conditional(&self, index: usize) -> bool {
        let parents = self.form.fields().get(index).map_or(&[][..], |field| &field.rules.depends_on);
        parents.iter().any(|&parent| self.active.get(parent) != Some(&Claim::Always))
    }

    /// Returns the claims that others refer to, by name.
    pub(super) fn definitions(&self) -> Keywords {
        let shared = self.shared.iter().zip(&self.active).enumerate().filter(|(_, (shared, _))| **shared);
        let fields = shared.filter_map(|(index, (_, claim))| Some((self.name(index), claim.to_schema()?)));
        let groups = self.groups.iter().enumerate();
        fields
            .chain(groups.filter_map(|(place, (_, claim))| Some((group_name(place), claim.to_schema()?))))
            .collect()
    }

    fn name(&self, index: usize) -> String {
        format!("active_{}", self.form.fields().get(index).map_or("", |field| field.id()))
    }

    fn reference(&self, index: usize) -> Claim {
        Claim::when(json!({"$ref": format!("#/$defs/{}", self.name(index))}))
    }

    /// Returns the claim of another field, for use inside a claim.
    fn shared(&mut self, index: usize) -> Claim {
        match (self.active.get(index), self.shared.get_mut(index)) {
            (Some(Claim::When(_)), Some(shared)) => {
                *shared = true;
                self.reference(index)
            }
            (Some(claim), _) => claim.clone(),
            (None, _) => Claim::Never,
        }
    }

    fn activity(&mut self, index: usize) -> Claim {
        let form = self.form;
        let Some(field) = form.fields().get(index) else { return Claim::Never };
        let mut parts: Vec<Claim> =
            field.rules.depends_on.iter().map(|&parent| self.shared(parent)).collect();
        parts.extend(field.rules.groups.iter().map(|condition| self.group(condition)));
        parts.extend(field.rules.display.as_ref().map(|condition| self.condition(condition)));
        match &field.rules.action {
            Some((Action::Show | Action::Enable, condition)) => parts.push(self.condition(condition)),
            Some((Action::Hide | Action::Disable, condition)) => parts.push(self.condition(condition).not()),
            Some((Action::Validate, _)) | None => {}
        }
        Claim::all(parts)
    }

    /// Returns the claim of a group's condition, which stands among the definitions.
    fn group(&mut self, condition: &Arc<Condition>) -> Claim {
        let known = self.groups.iter().position(|(other, _)| Arc::ptr_eq(other, condition));
        let place = known.unwrap_or_else(|| {
            let claim = self.condition(condition);
            self.groups.push((condition.clone(), claim));
            self.groups.len() - 1
        });
        match self.groups.get(place) {
            Some((_, Claim::When(_))) => {
                Claim::when(json!({"$ref": format!("#/$defs/{}", group_name(place))}))
            }
            Some((_, claim)) => claim.clone(),
            None => Claim::Never,
        }
    }

    fn requirement(&mut self, index: usize) -> Claim {
        let form = self.form;
        match form.fields().get(index) {
            // Left out, it has the value that it is prefilled with.
            Some(field) if field.derivation.is_some() => Claim::Never,
            Some(field) if field.required => Claim::Always,
            Some(field) => match &field.rules.action {
                Some((Action::Validate, condition)) => self.condition(condition),
                _ => Claim::Never,
            },
            None => Claim::Never,
        }
    }

    fn condition(&mut self, condition: &Condition) -> Claim {
        match condition {
            Condition::All(parts) => Claim::all(parts.iter().map(|part| self.condition(part)).collect()),
            Condition::Any(parts) => Claim::any(parts.iter().map(|part| self.condition(part)).collect()),
            Condition::Test { field, test } => match test::opposite(test) {
                Some(opposite) => self.test(*field, &opposite).not(),
                None => self.test(*field, test),
            },
        }
    }

    /// Returns a test that nothing does not pass.
    fn test(&mut self, index: usize, test: &crate::condition::ConditionTest) -> Claim {
        let form = self.form;
        let Some(field) = form.fields().get(index) else { return Claim::Never };
        // What a field comes to by an expression is not among the given values.
        if field.derivation.is_some() {
            return Claim::Unsayable;
        }
        let given = match test::of_value(&field.kind, test) {
            Claim::When(keywords) => json!({"properties": {field.property(): keywords}}),
            Claim::Always => json!({}),
            other => return other,
        };
        let mut given = Claim::when(given);
        if !test.holds(field.default.as_ref()) {
            given = Claim::all(vec![given, Claim::when(json!({"required": [field.property()]}))]);
        }
        Claim::all(vec![self.shared(index), given])
    }
}

/// Returns the name of a group's condition among the definitions.
fn group_name(place: usize) -> String {
    format!("group_{}", place + 1)
}

impl Claim {
    /// Returns a claim made of a schema; one that says nothing always holds.
    fn when(schema: Value) -> Claim {
        match schema {
            Value::Object(keywords) if !keywords.is_empty() => Claim::When(keywords),
            _ => Claim::Always,
        }
    }
}
