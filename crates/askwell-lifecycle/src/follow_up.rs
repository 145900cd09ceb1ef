//! What follows if an elicitation is not answered: reminders, the escalation to other people, and what the asking
//! program does then.
//!
//! Reminders and escalation are due at moments that the state determines, like warnings and timeouts, so that they happen once, after a
//! restart and on several nodes, too.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::hidden::is_hidden_in_text;

use crate::elicitation::{Audience, Elicitation, State};
use crate::quorum::Quorum;
use crate::time::{Timestamp, whole_millis};

/// When people are reminded, and who is asked if they do not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// How long before the deadline, longest first.
    reminders: Vec<Duration>,
    escalation: Option<Escalation>,
    /// What the asking program does without an answer, in its own words.
    without_answer: Option<Arc<str>>,
}

/// Who is asked if no answer comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escalation {
    /// How long after the creation.
    pub after: Duration,
    /// The new audience: a person or a group.
    pub to: Audience,
}

/// Why a follow-up is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FollowUpError {
    /// There are too many reminders.
    #[error("there can be at most {} reminders", FollowUp::MOST_REMINDERS)]
    TooMany,
    /// A time is shorter than a millisecond.
    #[error("a reminder and an escalation need a time of at least a millisecond")]
    Zero,
    /// The escalation is to neither a person nor a group.
    #[error("an escalation goes to a person or a group")]
    Audience,
    /// What happens without an answer is empty, too long, or has characters that cannot be seen.
    #[error(
        "what happens without an answer has 1 to {} characters in one line, and none that cannot be seen",
        FollowUp::WITHOUT_ANSWER_CHARS
    )]
    WithoutAnswer,
}

impl FollowUp {
    /// The most reminders of one elicitation.
    pub const MOST_REMINDERS: usize = 8;

    /// The longest text about what happens without an answer, in characters.
    pub const WITHOUT_ANSWER_CHARS: usize = 200;

    /// Checks a follow-up. `reminders` are times before the deadline, in any order.
    ///
    /// # Errors
    /// When there are too many reminders, a time is zero, or the escalation is not to a person or a group.
    pub fn new(
        mut reminders: Vec<Duration>,
        escalation: Option<Escalation>,
    ) -> Result<FollowUp, FollowUpError> {
        if reminders.len() > FollowUp::MOST_REMINDERS {
            return Err(FollowUpError::TooMany);
        }
        let after = escalation.as_ref().map(|escalation| escalation.after);
        if reminders.iter().copied().chain(after).any(|time| whole_millis(time) == 0) {
            return Err(FollowUpError::Zero);
        }
        let is_answerable = |to: &Audience| matches!(to, Audience::Person(_) | Audience::Group(_));
        if escalation.as_ref().is_some_and(|escalation| !is_answerable(&escalation.to)) {
            return Err(FollowUpError::Audience);
        }
        reminders.sort_unstable_by(|one, other| other.cmp(one));
        reminders.dedup();
        Ok(FollowUp { reminders, escalation, without_answer: None })
    }

    /// Sets what the asking program does without an answer, as a part of a sentence: "not deployed".
    ///
    /// # Errors
    /// When the text is empty, too long, or has characters that cannot be seen.
    pub fn with_words(self, words: &str) -> Result<FollowUp, FollowUpError> {
        let words = words.trim();
        let is_short = (1..=FollowUp::WITHOUT_ANSWER_CHARS).contains(&words.chars().count());
        let is_plain = |letter: char| !letter.is_control() && !is_hidden_in_text(letter);
        if !is_short || !words.chars().all(is_plain) {
            return Err(FollowUpError::WithoutAnswer);
        }
        Ok(FollowUp { without_answer: Some(Arc::from(words)), ..self })
    }

    /// Returns what the asking program does without an answer, in its own words.
    #[must_use]
    pub fn words(&self) -> Option<&Arc<str>> {
        self.without_answer.as_ref()
    }

    /// Returns how long before the deadline people are reminded, longest first.
    #[must_use]
    pub fn reminders(&self) -> &[Duration] {
        &self.reminders
    }

    /// Returns the escalation.
    #[must_use]
    pub fn escalation(&self) -> Option<&Escalation> {
        self.escalation.as_ref()
    }
}

/// A follow-up and how much of it has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUpState {
    /// What is planned.
    pub plan: Arc<FollowUp>,
    /// How many reminders are given or too late.
    pub reminded: u8,
    /// Whether it was escalated.
    pub escalated: bool,
}

/// What happens if no answer comes. Surfaces say it next to the deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithoutAnswer<'e> {
    /// What the asking program does then, in its own words.
    pub words: Option<&'e str>,
    /// Who is asked from when on, if that is still to come.
    pub escalation: Option<(Timestamp, &'e Audience)>,
    /// How many approvals are missing, if several people decide.
    pub missing_approvals: Option<usize>,
}

impl WithoutAnswer<'_> {
    /// Returns what happens at the deadline, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let condition = match self.missing_approvals {
            None => "Without an answer".to_owned(),
            Some(1) => "Without one more approval".to_owned(),
            Some(missing) => format!("Without {missing} more approvals"),
        };
        match self.words {
            Some(words) if words.ends_with(['.', '!', '?', '…']) => format!("{condition}: {words}"),
            Some(words) => format!("{condition}: {words}."),
            None => format!("{condition} it expires, and the program is told so."),
        }
    }
}

impl Elicitation {
    /// Returns what happens if no answer comes; `None` once it is closed.
    #[must_use]
    pub fn without_answer(&self) -> Option<WithoutAnswer<'_>> {
        let State::Open(_) = &self.state else { return None };
        let follow_up = self.follow_up.as_ref();
        let escalation = follow_up.filter(|follow_up| !follow_up.escalated);
        let escalation = escalation.and_then(|follow_up| follow_up.plan.escalation());
        let is_before_deadline = |at: &Timestamp| self.deadline().is_some_and(|deadline| *at < deadline);
        let missing = |quorum: &Quorum| usize::from(quorum.approvals).saturating_sub(self.approvals());
        Some(WithoutAnswer {
            words: follow_up.and_then(|follow_up| follow_up.plan.words()).map(|words| &**words),
            escalation: escalation
                .map(|escalation| (self.created_at + escalation.after, &escalation.to))
                .filter(|(at, _)| is_before_deadline(at)),
            missing_approvals: self.quorum.as_ref().map(missing),
        })
    }
}

/// What of a follow-up is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FollowUpDue {
    Escalation,
    Reminder,
}

impl FollowUpState {
    /// Returns the state at the creation.
    #[must_use]
    pub fn new(plan: FollowUp) -> FollowUpState {
        FollowUpState { plan: Arc::new(plan), reminded: 0, escalated: false }
    }

    /// Returns when the next reminder or the escalation is due; `None` if nothing follows before the deadline.
    #[must_use]
    pub fn next_due(&self, created_at: Timestamp, deadline: Timestamp) -> Option<Timestamp> {
        let next = self.next(created_at, deadline)?;
        Some(next.0)
    }

    /// Returns what is due next, and when. An escalation goes before a reminder at the same time.
    pub(crate) fn next(
        &self,
        created_at: Timestamp,
        deadline: Timestamp,
    ) -> Option<(Timestamp, FollowUpDue)> {
        let escalation = self.plan.escalation().filter(|_| !self.escalated);
        let escalation =
            escalation.map(|escalation| (created_at + escalation.after, FollowUpDue::Escalation));
        let reminder = self.reminder_times(created_at, deadline).next();
        let reminder = reminder.map(|(_, at)| (at, FollowUpDue::Reminder));
        let earliest = escalation.into_iter().chain(reminder).min_by_key(|(at, _)| *at);
        earliest.filter(|(at, _)| *at < deadline)
    }

    /// Returns the state after a reminder at this time. Those that were due by then count as given, too.
    pub(crate) fn remind(&self, created_at: Timestamp, deadline: Timestamp, now: Timestamp) -> FollowUpState {
        let given = self.reminder_times(created_at, deadline).take_while(|(_, at)| *at <= now).last();
        FollowUpState { reminded: given.map_or(self.reminded, |(place, _)| place + 1), ..self.clone() }
    }

    /// Returns the places and times of the reminders that follow. One that is longer than the whole time is left
    /// out.
    fn reminder_times(
        &self,
        created_at: Timestamp,
        deadline: Timestamp,
    ) -> impl Iterator<Item = (u8, Timestamp)> {
        let times = (0_u8..).zip(self.plan.reminders()).skip(usize::from(self.reminded));
        times
            .map(move |(place, before)| (place, deadline.minus(*before)))
            .filter(move |(_, at)| *at > created_at)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{Escalation, FollowUp, FollowUpDue, FollowUpError, FollowUpState, WithoutAnswer};
    use crate::elicitation::Audience;
    use crate::time::Timestamp;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn reminders_and_escalation_follow_in_order_and_once() {
        let escalation = Escalation { after: secs(50), to: Audience::Group(Arc::from("leads")) };
        let plan = FollowUp::new(vec![secs(10), secs(30), secs(500)], Some(escalation)).unwrap();
        let (created, deadline) = (at(100), at(200));
        let start = FollowUpState::new(plan);
        assert_eq!(start.next(created, deadline), Some((at(150), FollowUpDue::Escalation)));
        let escalated = FollowUpState { escalated: true, ..start };
        assert_eq!(escalated.next(created, deadline), Some((at(170), FollowUpDue::Reminder)));
        let once = escalated.remind(created, deadline, at(170));
        assert_eq!(once.next(created, deadline), Some((at(190), FollowUpDue::Reminder)));
        assert_eq!(
            once.next(created, at(260)),
            Some((at(250), FollowUpDue::Reminder)),
            "moves with the deadline"
        );
        assert_eq!(once.remind(created, deadline, at(195)).next(created, deadline), None);
        assert_eq!(
            escalated.remind(created, deadline, at(195)).next(created, deadline),
            None,
            "both at once"
        );
    }

    #[test]
    fn invalid_follow_up_is_rejected() {
        let to = |to| Some(Escalation { after: secs(1), to });
        assert_eq!(FollowUp::new(vec![secs(1); 9], None), Err(FollowUpError::TooMany));
        assert_eq!(FollowUp::new(vec![Duration::ZERO], None), Err(FollowUpError::Zero));
        assert_eq!(FollowUp::new(vec![], to(Audience::Anyone)), Err(FollowUpError::Audience));
        assert!(FollowUp::new(vec![], to(Audience::Person(Arc::from("bob")))).is_ok());
    }

    #[test]
    fn words_are_one_short_visible_line() {
        let plan = || FollowUp::new(Vec::new(), None).unwrap();
        assert_eq!(
            plan().with_words(" not deployed ").unwrap().words().map(|words| &**words),
            Some("not deployed")
        );
        let long = "x".repeat(201);
        for wrong in ["", "  ", "a\nb", "a\u{202e}b", &long] {
            assert_eq!(plan().with_words(wrong), Err(FollowUpError::WithoutAnswer), "{wrong:?}");
        }
    }

    #[test]
    fn sentence_says_what_happens_at_the_deadline() {
        for (words, missing, expected) in [
            (Some("not deployed"), None, "Without an answer: not deployed."),
            (Some("We wait until Monday."), Some(1), "Without one more approval: We wait until Monday."),
            (None, None, "Without an answer it expires, and the program is told so."),
            (None, Some(2), "Without 2 more approvals it expires, and the program is told so."),
        ] {
            let found = WithoutAnswer { words, escalation: None, missing_approvals: missing };
            assert_eq!(found.sentence(), expected);
        }
    }
}
