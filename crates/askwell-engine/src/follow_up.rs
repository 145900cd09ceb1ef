//! Reads reminders, escalations and what happens without an answer, as questions and templates write them.
//!
//! ```json
//! {"x-reminders": ["2h", "30m"], "x-escalate": {"after": "4h", "group": "leads"},
//!  "x-withoutAnswer": "not deployed, the release owner is told"}
//! ```

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{Audience, Escalation, FollowUp, FollowUpError, Person};
use serde_json::Value;

use crate::ask::Ask;

/// The key of a form document with the times before the deadline at which people are reminded.
pub const REMINDERS: &str = "x-reminders";

/// The key of a form document that says who is asked if no answer comes.
pub const ESCALATE: &str = "x-escalate";

/// The key of a form document that says what the program does without an answer.
pub const WITHOUT_ANSWER: &str = "x-withoutAnswer";

/// Why reminders or an escalation cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFollowUpError {
    /// A time is not written as expected.
    #[error("{0} is no time; write 45s, 30m, 2h, 1d or milliseconds")]
    Time(String),
    /// The reminders are not a list.
    #[error("reminders are a list of times before the deadline, such as [\"30m\"]")]
    Reminders,
    /// The escalation is not an object with a time and a recipient.
    #[error(
        "an escalation is a time and a person or a group, such as {{\"after\": \"1h\", \"group\": \"leads\"}}"
    )]
    Escalation,
    /// The values cannot be used together.
    #[error(transparent)]
    Invalid(#[from] FollowUpError),
}

/// Reads reminders and an escalation; `None` if there are neither.
///
/// # Errors
/// When a value is not written as expected.
pub fn read_follow_up(
    reminders: Option<&Value>,
    escalate: Option<&Value>,
) -> Result<Option<FollowUp>, ReadFollowUpError> {
    if reminders.is_none() && escalate.is_none() {
        return Ok(None);
    }
    let times = match reminders {
        Some(list) => list.as_array().ok_or(ReadFollowUpError::Reminders)?.iter().map(read_time).collect(),
        None => Ok(Vec::new()),
    };
    let escalation = escalate.map(read_escalation).transpose()?;
    Ok(Some(FollowUp::new(times?, escalation)?))
}

/// Checks what happens without an answer.
///
/// # Errors
/// When it is not a text, empty, too long, or has characters that cannot be seen.
pub fn read_without_answer(value: &Value) -> Result<Arc<str>, ReadFollowUpError> {
    let words = value.as_str().ok_or(FollowUpError::WithoutAnswer)?;
    let plan = FollowUp::new(Vec::new(), None)?.with_words(words)?;
    plan.words().cloned().ok_or(ReadFollowUpError::Invalid(FollowUpError::WithoutAnswer))
}

fn read_escalation(value: &Value) -> Result<Escalation, ReadFollowUpError> {
    let members = value.as_object().ok_or(ReadFollowUpError::Escalation)?;
    let is_known = |name: &String| ["after", "person", "group"].contains(&name.as_str());
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let is_name = |name: &&str| (1..=Person::LONGEST_GROUP).contains(&name.len());
    let to = match (text("person").filter(is_name), text("group").filter(is_name)) {
        (Some(person), None) => Audience::Person(Arc::from(person)),
        (None, Some(group)) => Audience::Group(Arc::from(group)),
        _ => return Err(ReadFollowUpError::Escalation),
    };
    match members.get("after") {
        Some(after) if members.len() == 2 && members.keys().all(is_known) => {
            Ok(Escalation { after: read_time(after)?, to })
        }
        _ => Err(ReadFollowUpError::Escalation),
    }
}

/// Reads a time: whole milliseconds, or a number with a unit such as `30m`.
fn read_time(value: &Value) -> Result<Duration, ReadFollowUpError> {
    let wrong = || ReadFollowUpError::Time(value.to_string().chars().take(64).collect());
    match value {
        Value::String(text) => read_duration(text).ok_or_else(wrong),
        Value::Number(number) => number.as_u64().map(Duration::from_millis).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

fn read_duration(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return None,
    };
    let number = text.strip_suffix(unit)?;
    if number.is_empty() || number.len() > 6 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    number.parse::<u64>().ok().map(|number| Duration::from_secs(number * seconds))
}

/// Returns what follows an ask: as the ask says, else as its form says.
pub(crate) fn planned_follow_up(ask: &Ask) -> Option<FollowUp> {
    let plan = planned_steps(ask);
    let of_form = || ask.question_form()?.extensions().get(WITHOUT_ANSWER)?.as_str().map(Arc::from);
    let Some(words) = ask.without_answer.clone().or_else(of_form) else { return plan };
    let steps = match plan {
        Some(plan) => plan,
        None => FollowUp::new(Vec::new(), None).ok()?,
    };
    match steps.clone().with_words(&words) {
        Ok(plan) => Some(plan),
        Err(error) => {
            tracing::warn!(%error, "what happens without an answer cannot be shown, and is left out");
            (!steps.reminders().is_empty() || steps.escalation().is_some()).then_some(steps)
        }
    }
}

/// Returns the reminders and the escalation of an ask.
fn planned_steps(ask: &Ask) -> Option<FollowUp> {
    let plan = ask.follow_up.clone().or_else(|| {
        let extensions = ask.question_form()?.extensions();
        read_follow_up(extensions.get(REMINDERS), extensions.get(ESCALATE)).unwrap_or_else(|error| {
            tracing::warn!(%error, "reminders and escalation of a form cannot be read, and are left out");
            None
        })
    })?;
    if ask.is_for_person_or_group() {
        return Some(plan);
    }
    FollowUp::new(plan.reminders().to_vec(), None).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::read_follow_up;

    #[test]
    fn reminders_and_escalation_are_read() {
        let (reminders, escalate) = (json!(["30m", "2h", 90_000]), json!({"after": "1d", "group": "leads"}));
        let plan = read_follow_up(Some(&reminders), Some(&escalate)).unwrap().unwrap();
        let seconds: Vec<u64> = plan.reminders().iter().map(Duration::as_secs).collect();
        assert_eq!(seconds, [7200, 1800, 90]);
        assert_eq!(plan.escalation().unwrap().after, Duration::from_secs(86_400));
        assert_eq!(read_follow_up(None, None), Ok(None));
    }

    #[test]
    fn other_values_are_rejected() {
        for reminders in
            [json!("30m"), json!([""]), json!(["m"]), json!(["1.5h"]), json!([-1]), json!([0]), json!([[]])]
        {
            assert!(read_follow_up(Some(&reminders), None).is_err(), "{reminders}");
        }
        for escalate in [
            json!("bob"),
            json!({}),
            json!({"after": "1h"}),
            json!({"after": "1h", "person": ""}),
            json!({"after": "1h", "person": "a", "group": "b"}),
            json!({"person": "a"}),
            json!({"after": "1h", "person": "a", "extra": 1}),
        ] {
            assert!(read_follow_up(None, Some(&escalate)).is_err(), "{escalate}");
        }
    }
}
