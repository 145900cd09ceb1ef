//! People: a name and the groups that a surface knows about.

use std::fmt;
use std::sync::Arc;

/// A person as the surface identified them for one request: an e-mail address or an account name, and the groups
/// they belong to at this moment. Stores keep the name only.
///
/// A sign-in fills the groups: claims of an identity provider, a header of a trusted proxy, or the settings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person {
    name: Arc<str>,
    groups: Groups,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Groups {
    /// These, sorted, none twice.
    Listed(Arc<[Arc<str>]>),
    /// The only person on a machine is everyone.
    Every,
}

impl Person {
    /// The most groups of a person. Further ones are ignored.
    pub const MOST_GROUPS: usize = 256;

    /// The longest name of a group in bytes. A group with a longer name is ignored.
    pub const LONGEST_GROUP: usize = 256;

    /// Creates a person without groups.
    #[must_use]
    pub fn new(name: &str) -> Person {
        Person { name: Arc::from(name), groups: Groups::Listed(Arc::from([])) }
    }

    /// Creates the only person on a machine, who belongs to every group.
    #[must_use]
    pub fn in_every_group(name: &str) -> Person {
        Person { name: Arc::from(name), groups: Groups::Every }
    }

    /// Replaces the groups. Empty and too long names are left out, and so is everything after
    /// [`Person::MOST_GROUPS`].
    #[must_use]
    pub fn with_groups<G: AsRef<str>>(self, groups: impl IntoIterator<Item = G>) -> Person {
        let fits = |group: &G| (1..=Person::LONGEST_GROUP).contains(&group.as_ref().len());
        let mut groups: Vec<Arc<str>> = groups
            .into_iter()
            .filter(fits)
            .take(Person::MOST_GROUPS)
            .map(|group| Arc::from(group.as_ref()))
            .collect();
        groups.sort_unstable();
        groups.dedup();
        Person { groups: Groups::Listed(groups.into()), ..self }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// Returns the groups, sorted; `None` for a person who belongs to every group.
    #[must_use]
    pub fn groups(&self) -> Option<&[Arc<str>]> {
        match &self.groups {
            Groups::Listed(groups) => Some(groups),
            Groups::Every => None,
        }
    }

    /// Returns whether the person belongs to a group.
    #[must_use]
    pub fn is_in(&self, group: &str) -> bool {
        match &self.groups {
            Groups::Listed(groups) => groups.binary_search_by(|own| (**own).cmp(group)).is_ok(),
            Groups::Every => true,
        }
    }
}

impl From<&str> for Person {
    fn from(name: &str) -> Self {
        Person::new(name)
    }
}

impl From<String> for Person {
    fn from(name: String) -> Self {
        Person::new(&name)
    }
}

impl From<&String> for Person {
    fn from(name: &String) -> Self {
        Person::new(name)
    }
}

impl From<Arc<str>> for Person {
    fn from(name: Arc<str>) -> Self {
        Person { name, groups: Groups::Listed(Arc::from([])) }
    }
}

impl From<&Arc<str>> for Person {
    fn from(name: &Arc<str>) -> Self {
        Person::from(Arc::clone(name))
    }
}

impl From<&Person> for Person {
    fn from(person: &Person) -> Self {
        person.clone()
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::Person;

    #[test]
    fn groups_are_bounded_and_found() {
        let long = "g".repeat(Person::LONGEST_GROUP + 1);
        let person = Person::new("ada").with_groups(["ops", "", "admins", "ops", long.as_str()]);
        let groups: Vec<&str> = person.groups().unwrap().iter().map(|group| &**group).collect();
        assert_eq!(groups, ["admins", "ops"]);
        for (group, expected) in [("ops", true), ("admins", true), ("Ops", false), ("", false), ("op", false)]
        {
            assert_eq!(person.is_in(group), expected, "{group}");
        }
        let many = Person::new("ada").with_groups((0..1000).map(|number| format!("{number:04}")));
        assert_eq!(many.groups().unwrap().len(), Person::MOST_GROUPS);
        assert!(Person::in_every_group("local").is_in("anything"));
        assert!(!Person::new("ada").is_in("ops"));
    }
}
