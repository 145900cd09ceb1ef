use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{InboxCursor, InboxPart, InboxQuery, Op, Verdict};
use askwell_lifecycle::{
    Audience, Elicitation, ElicitationId, Event, Mode, NewElicitation, Person, Scope, State,
};

use super::Nodes;
use super::sample::{ROOMY, advance, answer, asked, at, draft};

/// An inbox contains the open elicitations of a person, the earliest deadline first, page by page, and is counted by
/// its parts.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn inbox(nodes: &Nodes) {
    let all = populate(nodes).await;
    let people = [
        Person::new("reviewer").with_groups(["ops", "owners"]),
        Person::new("approver").with_groups(["owners"]),
        Person::new("stranger"),
        Person::new(""),
        Person::in_every_group("local"),
    ];
    let scopes = people.map(Scope::Person);
    for scope in scopes.into_iter().chain([Scope::Everything, Scope::Client("a".into())]) {
        for part in [InboxPart::All, InboxPart::Own, InboxPart::Groups, InboxPart::Taken] {
            for mode in [None, Some(Mode::Form), Some(Mode::Terminal)] {
                for limit in [1, 7, 1000] {
                    let query = InboxQuery { scope: scope.clone(), part, mode, after: None, limit };
                    let expected = matching(&all, &query);
                    assert_eq!(pages(nodes, query.clone()).await, expected, "{query:?}");
                }
            }
        }
        let counts = nodes.turn(1).count_inbox(scope.clone()).await.unwrap();
        let count = |part| {
            let query = InboxQuery { scope: scope.clone(), part, mode: None, after: None, limit: 0 };
            matching(&all, &query).len()
        };
        let expected = [InboxPart::Own, InboxPart::Groups, InboxPart::Taken].map(count);
        assert_eq!([counts.own, counts.groups, counts.taken], expected, "{scope:?}");
    }
}

async fn populate(nodes: &Nodes) -> Vec<Arc<Elicitation>> {
    let audiences = [
        Audience::Anyone,
        Audience::Person(Arc::from("reviewer")),
        Audience::Person(Arc::from("approver")),
        Audience::ClientOnly,
        Audience::LinkHolder,
        Audience::Group(Arc::from("ops")),
        Audience::Group(Arc::from("owners")),
        Audience::SignedIn,
    ];
    let mut all = Vec::new();
    for number in 0..112_usize {
        let now = at(number as u64);
        let mode = [Mode::Form, Mode::Terminal][number % 2];
        let audience = audiences[number % 8].clone();
        let mut new = NewElicitation { audience, mode, ..draft(["a", "b"][number % 2], now) };
        // Deadlines in another order than creation, some of them equal.
        new.terms.timeout = Duration::from_secs(600 + (number as u64 * 37 % 11) * 60);
        let (made, changes) = asked(new, now);
        let op = Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(number).commit_one(op).await, Ok(Verdict::Committed));
        let events = match number % 7 {
            0 | 1 => vec![Event::Claim(Arc::from("approver"))],
            2 => vec![Event::Claim(Arc::from("approver")), Event::Claim(Arc::from("reviewer"))],
            3 => vec![Event::Claim(Arc::from("reviewer")), Event::Release],
            4 => vec![Event::Extend(None)],
            5 => vec![Event::Claim(Arc::from("reviewer")), answer("x")],
            _ => Vec::new(),
        };
        let mut current = made;
        for event in events {
            current = advance(nodes.turn(number + 1), &current, event, now).await;
        }
        all.push(current);
    }
    all
}

/// Returns what the store must find.
fn matching(all: &[Arc<Elicitation>], query: &InboxQuery) -> Vec<ElicitationId> {
    let is_in_part = |one: &Elicitation, open: &askwell_lifecycle::Open| match (&query.scope, query.part) {
        (_, InboxPart::All) => true,
        (Scope::Person(_), InboxPart::Own) => !matches!(one.audience, Audience::Group(_)),
        (Scope::Person(_), InboxPart::Groups) => matches!(one.audience, Audience::Group(_)),
        (Scope::Person(person), InboxPart::Taken) => open.claimed_by.as_ref() == Some(person.name()),
        _ => false,
    };
    let mut found: Vec<&Arc<Elicitation>> = all
        .iter()
        .filter(|one| matches!(&one.state, State::Open(open) if is_in_part(one, open)))
        .filter(|one| query.scope.includes(&one.client, &one.audience))
        .filter(|one| query.mode.is_none_or(|mode| one.mode == mode))
        .collect();
    found.sort_by_key(|one| InboxCursor::of(one));
    found.into_iter().map(|one| one.id).collect()
}

async fn pages(nodes: &Nodes, mut query: InboxQuery) -> Vec<ElicitationId> {
    let mut found = Vec::new();
    for turn in 0.. {
        let page = nodes.turn(turn).list_inbox(query.clone()).await.unwrap();
        found.extend(page.items.iter().map(|one| one.id));
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    found
}
