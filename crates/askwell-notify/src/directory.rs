//! The people and groups that can be notified, with their addresses.
//!
//! A [`Directory`] is valid by construction. It says who is told; who may answer is decided by the audience of an
//! elicitation and the surfaces.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::preferences::Preferences;

/// The longest name of a person or group, in bytes.
const LONGEST_NAME: usize = 256;

/// Addresses by the name of the channel.
pub type Addresses = BTreeMap<Arc<str>, String>;

/// A person who can be notified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryPerson {
    /// The name by which questions and sign-in know the person.
    pub name: Arc<str>,
    /// Where the person is reached.
    pub addresses: Addresses,
    /// When and how the person wants to be told.
    pub preferences: Preferences,
}

/// A group of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryGroup {
    /// The name of the group.
    pub name: Arc<str>,
    /// The names of its members.
    pub members: Vec<Arc<str>>,
    /// Where the group is reached as a whole, such as a chat room. On these channels its members are not told one
    /// by one.
    pub addresses: Addresses,
}

/// The people and groups that can be notified.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Directory {
    people: HashMap<Arc<str>, DirectoryPerson>,
    groups: HashMap<Arc<str>, DirectoryGroup>,
}

/// What is wrong with a directory.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryProblem {
    /// A name is empty, too long, or has characters that cannot be seen.
    #[error("{0:?} is no name: use 1 to {LONGEST_NAME} bytes without control characters")]
    Name(Arc<str>),
    /// Two people have the same name.
    #[error("two people are called {0:?}; each needs a name of its own")]
    SamePerson(Arc<str>),
    /// Two groups have the same name.
    #[error("two groups are called {0:?}; each needs a name of its own")]
    SameGroup(Arc<str>),
    /// A group names a person who is not in the directory.
    #[error("the group {group:?} has the member {member:?}, who is not among the people")]
    UnknownMember {
        /// The group.
        group: Arc<str>,
        /// The name.
        member: Arc<str>,
    },
}

/// Who gets a notification: a person, or a group as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Recipient {
    /// A person.
    Person(Arc<str>),
    /// A group with an address of its own.
    Group(Arc<str>),
}

impl Recipient {
    /// Returns the name of the person or group.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        match self {
            Recipient::Person(name) | Recipient::Group(name) => name,
        }
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Directory {
    /// Checks people and groups.
    ///
    /// # Errors
    /// Returns all problems.
    pub fn new(
        people: Vec<DirectoryPerson>,
        groups: Vec<DirectoryGroup>,
    ) -> Result<Directory, Vec<DirectoryProblem>> {
        let mut problems = Vec::new();
        let mut directory = Directory::default();
        let names = people.iter().map(|person| &person.name).chain(groups.iter().map(|group| &group.name));
        problems.extend(names.filter(|name| !is_name(name)).map(|name| DirectoryProblem::Name(name.clone())));
        for person in people {
            let name = Arc::clone(&person.name);
            if directory.people.insert(Arc::clone(&name), person).is_some() {
                problems.push(DirectoryProblem::SamePerson(name));
            }
        }
        for group in groups {
            for member in group.members.iter().filter(|member| !directory.people.contains_key(*member)) {
                let (group, member) = (Arc::clone(&group.name), Arc::clone(member));
                problems.push(DirectoryProblem::UnknownMember { group, member });
            }
            let name = Arc::clone(&group.name);
            if directory.groups.insert(Arc::clone(&name), group).is_some() {
                problems.push(DirectoryProblem::SameGroup(name));
            }
        }
        if problems.is_empty() { Ok(directory) } else { Err(problems) }
    }

    /// Returns a person.
    #[must_use]
    pub fn person(&self, name: &str) -> Option<&DirectoryPerson> {
        self.people.get(name)
    }

    /// Returns a group.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<&DirectoryGroup> {
        self.groups.get(name)
    }

    /// Returns all people, in no order.
    pub fn people(&self) -> impl Iterator<Item = &DirectoryPerson> {
        self.people.values()
    }

    /// Returns all groups, in no order.
    pub fn groups(&self) -> impl Iterator<Item = &DirectoryGroup> {
        self.groups.values()
    }

    /// Returns the address of a recipient on a channel.
    #[must_use]
    pub fn address(&self, recipient: &Recipient, channel: &str) -> Option<&str> {
        let addresses = match recipient {
            Recipient::Person(name) => &self.people.get(name)?.addresses,
            Recipient::Group(name) => &self.groups.get(name)?.addresses,
        };
        addresses.get(channel).map(String::as_str)
    }
}

/// Returns whether a text can name a person or group.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len()) && !name.chars().any(askwell_form::hidden::is_hidden)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Addresses, Directory, DirectoryGroup, DirectoryPerson, DirectoryProblem, Recipient};
    use crate::preferences::Preferences;

    fn person(name: &str) -> DirectoryPerson {
        let addresses = Addresses::from([(Arc::from("mail"), format!("{name}@example.com"))]);
        DirectoryPerson { name: Arc::from(name), addresses, preferences: Preferences::default() }
    }

    fn group(name: &str, members: &[&str]) -> DirectoryGroup {
        let members = members.iter().map(|member| Arc::from(*member)).collect();
        DirectoryGroup { name: Arc::from(name), members, addresses: Addresses::new() }
    }

    #[test]
    fn all_problems_of_a_directory_are_reported() {
        let people = vec![person("ada"), person("ada"), person("a\nb")];
        let groups = vec![group("ops", &["ada", "nobody"]), group("ops", &[])];
        let problems = Directory::new(people, groups).unwrap_err();
        assert_eq!(
            problems,
            [
                DirectoryProblem::Name(Arc::from("a\nb")),
                DirectoryProblem::SamePerson(Arc::from("ada")),
                DirectoryProblem::UnknownMember { group: Arc::from("ops"), member: Arc::from("nobody") },
                DirectoryProblem::SameGroup(Arc::from("ops")),
            ]
        );
    }

    #[test]
    fn address_is_found_by_recipient_and_channel() {
        let directory = Directory::new(vec![person("ada")], vec![group("ops", &["ada"])]).unwrap();
        let ada = Recipient::Person(Arc::from("ada"));
        assert_eq!(directory.address(&ada, "mail"), Some("ada@example.com"));
        assert_eq!(directory.address(&ada, "ntfy"), None);
        assert_eq!(directory.address(&Recipient::Group(Arc::from("ops")), "mail"), None);
    }
}
