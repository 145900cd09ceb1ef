//! Decides who is told of a change: the people who can answer, each over the channels that they want.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_lifecycle::{Audience, Effect, Elicitation, State, Timestamp};

use crate::directory::Recipient;
use crate::notification::Reason;
use crate::notifications::NotifyState;
use crate::preferences::Preferences;
use crate::record::Lane;
use crate::stored_preferences;

/// Returns why people are told of a change; `None` if they are not.
pub(crate) fn reason_of(effect: &Effect) -> Option<Reason> {
    match effect {
        Effect::Created => Some(Reason::Asked),
        Effect::Reminded { .. } => Some(Reason::Reminder),
        Effect::Escalated { .. } => Some(Reason::Escalated),
        Effect::Delegated { .. } => Some(Reason::Delegated),
        _ => None,
    }
}

/// Returns the recipients of an elicitation on each channel, with the preferences that hold for them.
pub(crate) async fn lanes(
    shared: &NotifyState,
    elicitation: &Elicitation,
    reason: Reason,
    now: Timestamp,
) -> Result<Vec<(Lane, Preferences)>, StoreError> {
    let claimer = match &elicitation.state {
        State::Open(open) => open.claimed_by.clone(),
        State::Closed(_) => None,
    };
    let names: Vec<Arc<str>> = match (&elicitation.audience, claimer) {
        // The person who works on it is the one to remind.
        (_, Some(name)) if reason == Reason::Reminder && shared.person(&name).await?.is_some() => vec![name],
        (Audience::Person(name), _) => vec![Arc::clone(name)],
        (Audience::Anyone | Audience::SignedIn, _) => shared.settings.anyone.clone(),
        (Audience::Group(_) | Audience::ClientOnly | Audience::LinkHolder, _) => Vec::new(),
    };
    let mut plan = LanePlan { shared, now, people: BTreeMap::new(), lanes: BTreeSet::new() };
    if let (Audience::Group(name), true) = (&elicitation.audience, names.is_empty()) {
        plan.add_group(name).await?;
    }
    for name in names {
        plan.add(&name).await?;
    }
    let LanePlan { people, lanes, .. } = plan;
    let with_preferences = lanes.into_iter().map(|lane| {
        let preferences = match &lane.recipient {
            Recipient::Person(name) => people.get(name).cloned().unwrap_or_default(),
            Recipient::Group(_) => Preferences::default(),
        };
        (lane, preferences)
    });
    Ok(with_preferences.collect())
}

/// Returns who is asked instead of a person who is away: the first in the chain of stand-ins who is not. `None` if the
/// person is not away, or the chain leads nowhere.
pub(crate) async fn stand_in(
    shared: &NotifyState,
    audience: &Audience,
    now: Timestamp,
) -> Result<Option<Audience>, StoreError> {
    let Audience::Person(asked) = audience else { return Ok(None) };
    let mut seen = BTreeSet::from([Arc::clone(asked)]);
    let mut current = Arc::clone(asked);
    loop {
        let preferences = stored_preferences::of_person(shared, &current).await?;
        let Some(next) = preferences.stand_in(now) else {
            return Ok((current != *asked).then_some(Audience::Person(current)));
        };
        if shared.directory.group(next).is_some() {
            return Ok(Some(Audience::Group(Arc::clone(next))));
        }
        if shared.person(next).await?.is_none() || !seen.insert(Arc::clone(next)) {
            tracing::warn!(person = &**asked, "a person is away, and there is nobody to ask instead");
            return Ok(None);
        }
        current = Arc::clone(next);
    }
}

/// Recipients while they are collected, each channel at most once.
struct LanePlan<'s> {
    shared: &'s NotifyState,
    now: Timestamp,
    people: BTreeMap<Arc<str>, Preferences>,
    lanes: BTreeSet<Lane>,
}

impl LanePlan<'_> {
    /// Adds a person or a group.
    async fn add(&mut self, name: &Arc<str>) -> Result<(), StoreError> {
        if self.shared.directory.group(name).is_some() {
            return self.add_group(name).await;
        }
        self.add_person(name, None).await
    }

    /// Adds a group: its members in the settings, and those whom sign-in has made known.
    async fn add_group(&mut self, name: &Arc<str>) -> Result<(), StoreError> {
        let whole = Recipient::Group(Arc::clone(name));
        let mut by_member = Vec::new();
        for state in &self.shared.channels {
            let channel = Arc::clone(&state.channel.name);
            if self.shared.address(state, &whole).await?.is_some() {
                self.lanes.insert(Lane { channel, recipient: whole.clone() });
            } else {
                by_member.push(channel);
            }
        }
        let of_settings = self.shared.directory.group(name).map(|group| group.members.clone());
        let mut members: BTreeSet<Arc<str>> = of_settings.unwrap_or_default().into_iter().collect();
        members.extend(self.shared.signed_in_members(name).await?);
        for member in &members {
            self.add_person(member, Some(&by_member)).await?;
        }
        Ok(())
    }

    /// Adds a person on these channels, or on all.
    async fn add_person(&mut self, name: &Arc<str>, channels: Option<&[Arc<str>]>) -> Result<(), StoreError> {
        if self.shared.person(name).await?.is_none() {
            tracing::debug!(person = &**name, "the person is not in the directory, and is not told");
            return Ok(());
        }
        let preferences = stored_preferences::of_person(self.shared, name).await?;
        // Members of a group who are away are left out: the others are told.
        if channels.is_some() && preferences.stand_in(self.now).is_some() {
            return Ok(());
        }
        for state in &self.shared.channels {
            let channel = &state.channel.name;
            let recipient = Recipient::Person(Arc::clone(name));
            let is_wanted =
                channels.is_none_or(|wanted| wanted.contains(channel)) && preferences.wants(channel);
            if is_wanted && self.shared.address(state, &recipient).await?.is_some() {
                self.lanes.insert(Lane { channel: Arc::clone(channel), recipient });
            }
        }
        self.people.insert(Arc::clone(name), preferences);
        Ok(())
    }
}
