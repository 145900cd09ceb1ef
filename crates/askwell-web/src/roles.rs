//! The roles of people on the pages: who may answer, operate and administer, by group.
//!
//! A role says which pages a person may use. Who may answer a single question is decided by its audience.

use std::collections::HashMap;

use askwell_lifecycle::Person;
use axum::http::HeaderMap;

use crate::inbox_key;
use crate::page::FinalPage;
use crate::pages::{Identity, LOCAL_PERSON, Pages};
use crate::visit::{PageError, signed_in_person};

/// The group whose members operate by default.
pub const OPERATORS: &str = "askwell-operators";

/// The group whose members administer by default.
pub const ADMINISTRATORS: &str = "askwell-administrators";

/// What a person may do on the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PersonRole {
    /// See the inbox and answer.
    Answer,
    /// See the overview and the audit trail.
    Operate,
    /// Do what operators do, end sessions of others and revoke API keys.
    Administer,
}

/// The groups whose members have a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleGroups {
    /// Who may see the inbox and answer; empty means every identified person.
    pub answer: Vec<String>,
    /// Who may see the overview and the audit trail.
    pub operate: Vec<String>,
    /// Who may administer. They operate, too.
    pub administer: Vec<String>,
}

impl Default for RoleGroups {
    fn default() -> Self {
        RoleGroups {
            answer: Vec::new(),
            operate: vec![OPERATORS.to_owned()],
            administer: vec![ADMINISTRATORS.to_owned()],
        }
    }
}

impl RoleGroups {
    /// Returns whether a person has a role by their groups.
    #[must_use]
    pub fn admits(&self, person: &Person, role: PersonRole) -> bool {
        let is_in = |groups: &[String]| groups.iter().any(|group| person.is_in(group));
        match role {
            PersonRole::Answer => self.answer.is_empty() || is_in(&self.answer),
            PersonRole::Operate => is_in(&self.operate) || is_in(&self.administer),
            PersonRole::Administer => is_in(&self.administer),
        }
    }
}

/// Who may do what: the roles, and the groups of people by the settings of the service.
#[derive(Debug, Default)]
pub(crate) struct Permissions {
    pub(crate) roles: RoleGroups,
    pub(crate) groups: HashMap<String, Vec<String>>,
}

/// Returns the person behind a request if they have the role.
pub(crate) fn person_with_role(
    pages: &Pages,
    headers: &HeaderMap,
    role: PersonRole,
) -> Result<Person, PageError> {
    let person = signed_in_person(pages, headers)?;
    let admitted = match (pages.identity(), inbox_key::role_of(headers)) {
        // On this machine the key has the role, and without keys there is one person, who may do everything.
        (Identity::Loopback, Some(key_role)) => key_role.covers(role),
        (Identity::Loopback, None) => person.as_str() == LOCAL_PERSON,
        _ => pages.may(&person, role),
    };
    if admitted { Ok(person) } else { Err(refusal(role)) }
}

/// Returns the page for a person who lacks a role.
pub(crate) fn refusal(role: PersonRole) -> PageError {
    let why = match role {
        PersonRole::Answer => "final-refused-answer",
        PersonRole::Operate => "final-refused-operate",
        PersonRole::Administer => "final-refused-administer",
    };
    PageError::Rejected(FinalPage::Refused { why })
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Person;

    use super::{PersonRole, RoleGroups};

    #[test]
    fn groups_decide_the_roles() {
        let usual = RoleGroups::default();
        let strict = RoleGroups { answer: vec!["staff".to_owned()], ..RoleGroups::default() };
        let in_group = |group: &str| Person::new("ada").with_groups([group.to_owned()]);
        for (roles, person, expected) in [
            (&usual, Person::new("ada"), [true, false, false]),
            (&usual, in_group("askwell-operators"), [true, true, false]),
            (&usual, in_group("askwell-administrators"), [true, true, true]),
            (&usual, in_group("ASKWELL-OPERATORS"), [true, false, false]),
            (&strict, Person::new("ada"), [false, false, false]),
            (&strict, in_group("staff"), [true, false, false]),
            (&strict, in_group("askwell-administrators"), [false, true, true]),
            (&strict, Person::in_every_group("local"), [true, true, true]),
        ] {
            let found = [PersonRole::Answer, PersonRole::Operate, PersonRole::Administer]
                .map(|role| roles.admits(&person, role));
            assert_eq!(found, expected, "{person:?} {roles:?}");
        }
    }
}
