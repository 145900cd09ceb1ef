//! Lists of open elicitations by deadline, as an inbox shows them, and the index that makes them fast.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use askwell_lifecycle::{Audience, Elicitation, ElicitationId, Mode, Scope, State, Timestamp};
use hashbrown::HashMap;

/// A part of a person's inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum InboxPart {
    /// All that the scope includes.
    #[default]
    All,
    /// What the person or anyone can answer.
    Own,
    /// What a group of the person can answer.
    Groups,
    /// What the person has claimed.
    Taken,
}

/// Which open elicitations to list by deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxQuery {
    /// The scope.
    pub scope: Scope,
    /// The part of the inbox.
    pub part: InboxPart,
    /// The mode to include; all, if `None`.
    pub mode: Option<Mode>,
    /// Only those after this one: the last of the previous page.
    pub after: Option<InboxCursor>,
    /// The most items.
    pub limit: usize,
}

/// A place in a list by deadline. Elicitations with the same deadline are in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InboxCursor {
    /// The deadline.
    pub deadline: Timestamp,
    /// The elicitation.
    pub id: ElicitationId,
}

impl InboxCursor {
    /// Returns the place of an elicitation; `None` if it is closed.
    #[must_use]
    pub fn of(elicitation: &Elicitation) -> Option<InboxCursor> {
        elicitation.deadline().map(|deadline| InboxCursor { deadline, id: elicitation.id })
    }
}

/// A page of a list by deadline.
#[derive(Debug, Clone, Default)]
pub struct InboxPage {
    /// The earliest deadline first.
    pub items: Vec<Arc<Elicitation>>,
    /// Where to continue, if there are more.
    pub next: Option<InboxCursor>,
}

impl InboxPage {
    /// Returns a page of `limit` items from a list that has one more if there is a next page.
    #[must_use]
    pub fn of(mut items: Vec<Arc<Elicitation>>, limit: usize) -> InboxPage {
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).and_then(|last| InboxCursor::of(last));
        InboxPage { items, next }
    }
}

/// How many open elicitations each part of an inbox has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InboxCounts {
    /// [`InboxPart::Own`].
    pub own: usize,
    /// [`InboxPart::Groups`].
    pub groups: usize,
    /// [`InboxPart::Taken`].
    pub taken: usize,
}

/// A store may stop to count a part of an inbox after so many.
pub const MOST_COUNTED: usize = 1_000;

/// One ordered list of the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Shelf {
    /// For anyone, or for anyone who is signed in.
    Everyone,
    Person(Arc<str>),
    Group(Arc<str>),
    /// For a client's dialog, or for holders of a link: in no inbox.
    Unlisted,
}

impl Shelf {
    fn of(audience: &Audience) -> Shelf {
        match audience {
            Audience::Anyone | Audience::SignedIn => Shelf::Everyone,
            Audience::Person(name) => Shelf::Person(Arc::clone(name)),
            Audience::Group(name) => Shelf::Group(Arc::clone(name)),
            Audience::ClientOnly | Audience::LinkHolder => Shelf::Unlisted,
        }
    }
}

/// What the index has to know of an open elicitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxKey {
    /// Its place.
    pub cursor: InboxCursor,
    /// Who can answer.
    pub audience: Audience,
    /// The person who claims it.
    pub claimed_by: Option<Arc<str>>,
}

impl InboxKey {
    /// Returns the key of an elicitation; `None` if it is closed.
    #[must_use]
    pub fn of(elicitation: &Elicitation) -> Option<InboxKey> {
        let State::Open(open) = &elicitation.state else { return None };
        Some(InboxKey {
            cursor: InboxCursor::of(elicitation)?,
            audience: elicitation.audience.clone(),
            claimed_by: open.claimed_by.clone(),
        })
    }
}

/// The open elicitations by deadline, apart for each audience. For stores that keep an index in memory: a page
/// of an inbox costs the same however many elicitations others have.
#[derive(Debug, Default)]
pub struct InboxIndex {
    shelves: HashMap<Shelf, BTreeSet<InboxCursor>>,
    /// What each person has claimed, and who can answer it.
    claimed: HashMap<Arc<str>, BTreeMap<InboxCursor, Audience>>,
}

impl InboxIndex {
    /// Creates an index of many elicitations at once.
    #[must_use]
    pub fn of(keys: Vec<InboxKey>) -> InboxIndex {
        let mut shelves: HashMap<Shelf, Vec<InboxCursor>> = HashMap::new();
        let mut index = InboxIndex::default();
        for key in keys {
            shelves.entry(Shelf::of(&key.audience)).or_default().push(key.cursor);
            index.claim(key);
        }
        let shelves = shelves.into_iter().map(|(shelf, cursors)| (shelf, cursors.into_iter().collect()));
        InboxIndex { shelves: shelves.collect(), ..index }
    }

    /// Replaces the key of an elicitation: `None` means that it was not there, or is not any more.
    pub fn replace(&mut self, before: Option<InboxKey>, after: Option<InboxKey>) {
        if before == after {
            return;
        }
        if let Some(key) = before {
            let shelf = Shelf::of(&key.audience);
            if let Some(cursors) = self.shelves.get_mut(&shelf) {
                cursors.remove(&key.cursor);
                if cursors.is_empty() {
                    self.shelves.remove(&shelf);
                }
            }
            self.unclaim(&key);
        }
        if let Some(key) = after {
            self.shelves.entry(Shelf::of(&key.audience)).or_default().insert(key.cursor);
            self.claim(key);
        }
    }

    fn claim(&mut self, key: InboxKey) {
        if let Some(by) = key.claimed_by {
            self.claimed.entry(by).or_default().insert(key.cursor, key.audience);
        }
    }

    fn unclaim(&mut self, key: &InboxKey) {
        let Some(by) = &key.claimed_by else { return };
        if let Some(claimed) = self.claimed.get_mut(by) {
            claimed.remove(&key.cursor);
            if claimed.is_empty() {
                self.claimed.remove(by);
            }
        }
    }

    /// Returns the places that a query may match, in order. The scope of a client is not looked at: it includes
    /// all of them here.
    pub fn places<'i>(&'i self, query: &InboxQuery) -> Box<dyn Iterator<Item = InboxCursor> + 'i> {
        let after = (query.after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        if let (Scope::Person(person), InboxPart::Taken) = (&query.scope, query.part) {
            let claimed = self.claimed.get(person.name());
            return Box::new(
                claimed.into_iter().flat_map(move |claimed| claimed.range(after)).map(|(cursor, _)| *cursor),
            );
        }
        let lists = self.shelves_of(&query.scope, query.part);
        let mut lists: Vec<_> = lists.into_iter().map(|list| list.range(after).peekable()).collect();
        Box::new(std::iter::from_fn(move || {
            let firsts = lists.iter_mut().filter_map(|list| list.peek().copied().map(|first| (*first, list)));
            let (_, list) = firsts.min_by_key(|(first, _)| *first)?;
            list.next().copied()
        }))
    }

    /// Counts the parts of an inbox.
    #[must_use]
    pub fn count(&self, scope: &Scope) -> InboxCounts {
        let count = |part| self.shelves_of(scope, part).iter().map(|list| list.len()).sum();
        let taken = match scope {
            Scope::Person(person) => {
                let claimed = self.claimed.get(person.name()).into_iter().flatten();
                claimed.filter(|(_, audience)| audience.admits(person)).count()
            }
            Scope::Client(_) | Scope::Everything => 0,
        };
        InboxCounts { own: count(InboxPart::Own), groups: count(InboxPart::Groups), taken }
    }

    fn shelves_of(&self, scope: &Scope, part: InboxPart) -> Vec<&BTreeSet<InboxCursor>> {
        let Scope::Person(person) = scope else {
            return if part == InboxPart::All { self.shelves.values().collect() } else { Vec::new() };
        };
        let (own, groups) = match part {
            InboxPart::All => (true, true),
            InboxPart::Own => (true, false),
            InboxPart::Groups => (false, true),
            InboxPart::Taken => (false, false),
        };
        let mut found = Vec::new();
        if own {
            let shelves = [Shelf::Everyone, Shelf::Person(Arc::clone(person.name()))];
            found.extend(shelves.iter().filter_map(|shelf| self.shelves.get(shelf)));
        }
        match person.groups() {
            Some(names) if groups => {
                let shelf = |name: &Arc<str>| self.shelves.get(&Shelf::Group(Arc::clone(name)));
                found.extend(names.iter().filter_map(shelf));
            }
            None if groups => {
                let all = self.shelves.iter().filter(|(shelf, _)| matches!(shelf, Shelf::Group(_)));
                found.extend(all.map(|(_, list)| list));
            }
            _ => {}
        }
        found
    }
}

impl InboxQuery {
    /// Returns whether an elicitation at one of the [`InboxIndex::places`] matches.
    #[must_use]
    pub fn matches(&self, elicitation: &Elicitation) -> bool {
        self.scope.includes(&elicitation.client, &elicitation.audience)
            && self.mode.is_none_or(|mode| elicitation.mode == mode)
    }
}
