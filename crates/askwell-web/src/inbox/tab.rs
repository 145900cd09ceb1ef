//! The tabs of the inbox.

use askwell_engine::store::{InboxCounts, InboxPart};

/// A tab of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// What waits for the person or for anyone.
    #[default]
    Mine,
    /// What waits for a group of the person.
    Groups,
    /// What the person has taken.
    Taken,
    /// What is over.
    Done,
}

impl Tab {
    /// All tabs with their names in addresses and the keys of their labels.
    pub(super) const ALL: [(Tab, &'static str, &'static str); 4] = [
        (Tab::Mine, "mine", "inbox-tab-mine"),
        (Tab::Groups, "groups", "inbox-tab-groups"),
        (Tab::Taken, "taken", "inbox-tab-taken"),
        (Tab::Done, "done", "inbox-tab-done"),
    ];

    pub(super) fn read(name: &str) -> Option<Tab> {
        Tab::ALL.iter().find(|(_, other, _)| *other == name).map(|(tab, ..)| *tab)
    }

    pub(super) fn name(self) -> &'static str {
        Tab::ALL.iter().find(|(tab, ..)| *tab == self).map_or("", |(_, name, _)| name)
    }

    pub(super) fn label(self) -> &'static str {
        Tab::ALL.iter().find(|(tab, ..)| *tab == self).map_or("", |(.., label)| label)
    }

    /// Returns the part of the inbox that the tab lists; `None` for what is over.
    pub(super) fn part(self) -> Option<InboxPart> {
        match self {
            Tab::Mine => Some(InboxPart::Own),
            Tab::Groups => Some(InboxPart::Groups),
            Tab::Taken => Some(InboxPart::Taken),
            Tab::Done => None,
        }
    }

    /// Returns how many entries wait in the tab.
    pub(super) fn count(self, counts: &InboxCounts) -> usize {
        match self {
            Tab::Mine => counts.own,
            Tab::Groups => counts.groups,
            Tab::Taken => counts.taken,
            Tab::Done => 0,
        }
    }
}
