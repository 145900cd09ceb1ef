//! Writes elicitations as JSON for results, notifications and webhooks.
//!
//! Callers decide which parts of an answer are written, see [`AnswerVisibility`].

use std::time::Duration;

use askwell_engine::Change;
use askwell_form::Field;
use askwell_lifecycle::{
    Audience, Decline, Effect, Elicitation, OnDisconnect, Outcome, Question, Quorum, State, Vote,
};

use crate::caller::AnswerVisibility;
use crate::json::JsonObject;

/// The audience of everyone who is signed in, on the wire.
pub(crate) const SIGNED_IN: &str = "signed_in";

/// Returns the members that every representation begins with.
pub(crate) fn heading(elicitation: &Elicitation) -> JsonObject {
    let object = JsonObject::new()
        .text("elicitationId", &elicitation.id.to_string())
        .text("mode", elicitation.mode.as_str())
        .text("status", elicitation.status().as_str())
        .number("createdAt", elicitation.created_at.as_millis());
    let object =
        object.optional(elicitation.deadline(), |object, at| object.number("timeoutAt", at.as_millis()));
    let object = match &elicitation.audience {
        Audience::Person(name) => object.text("person", name),
        Audience::Group(name) => object.text("group", name),
        Audience::SignedIn => object.text("audience", SIGNED_IN),
        _ => object,
    };
    object.optional(elicitation.quorum.as_ref(), |object, quorum| {
        object.raw("quorum", &quorum_json(quorum, &elicitation.votes))
    })
}

/// Returns a quorum and its votes.
fn quorum_json(quorum: &Quorum, votes: &[Vote]) -> String {
    let votes = votes.iter().map(|vote| {
        let object = JsonObject::new()
            .text("person", &vote.by)
            .boolean("approved", vote.approved)
            .number("at", vote.at.as_millis());
        object.optional(vote.comment.as_ref(), |object, comment| object.text("comment", comment)).finish()
    });
    let votes: Vec<String> = votes.collect();
    let object = JsonObject::new()
        .number("approvals", quorum.approvals.into())
        .text("onRejection", quorum.on_rejection.as_str());
    let object =
        object.optional(quorum.requester.as_ref(), |object, requester| object.text("requester", requester));
    object.raw("votes", &format!("[{}]", votes.join(","))).finish()
}

/// Returns a new elicitation as its client receives it.
pub(crate) fn created(elicitation: &Elicitation) -> JsonObject {
    question(timeout(heading(elicitation), elicitation), elicitation)
}

/// Adds the granted timeout, before any extension.
fn timeout(object: JsonObject, elicitation: &Elicitation) -> JsonObject {
    let granted = elicitation.terms.timeout.as_millis();
    object.number("timeoutMs", u64::try_from(granted).unwrap_or(u64::MAX))
}

/// Adds the question: the form document, or the page.
fn question(object: JsonObject, elicitation: &Elicitation) -> JsonObject {
    let object = match &elicitation.question {
        Question::Form(form) => object
            .raw("formDefinition", form.to_json())
            .optional(elicitation.message.as_ref(), |object, message| object.text("message", message)),
        Question::Page { url, message } => object.text("url", url).text("message", message),
    };
    let object =
        object.optional(elicitation.answer_limit, |object, limit| object.number("size_limit", limit.into()));
    match elicitation.on_disconnect {
        OnDisconnect::Keep => object,
        choice @ OnDisconnect::Abandon => object.text("onDisconnect", choice.as_str()),
    }
}

/// Returns an elicitation as an entry of a list, without answers.
pub(crate) fn entry(elicitation: &Elicitation) -> String {
    listed(elicitation).finish()
}

/// Returns an entry and whether the claim succeeded.
pub(crate) fn claimed(elicitation: &Elicitation, taken: bool) -> String {
    listed(elicitation).raw("taken", if taken { "true" } else { "false" }).finish()
}

fn listed(elicitation: &Elicitation) -> JsonObject {
    let object = heading(elicitation).text("client", elicitation.client.as_str());
    let object = object.text("prompt", prompt(elicitation));
    let object = without_answer(object, elicitation);
    ending(claim(object, elicitation), elicitation)
}

/// Returns everything about an elicitation.
pub(crate) fn whole(elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let heading = heading(elicitation).text("client", elicitation.client.as_str());
    let object = without_answer(question(timeout(heading, elicitation), elicitation), elicitation);
    let object = match &elicitation.state {
        State::Open(open) => object
            .number("retryCount", open.rejected.into())
            .number("retryLimit", elicitation.terms.retry_limit.into())
            .number("extensionsRemaining", elicitation.extensions_left().into())
            .number("extensionsUsed", open.extensions.into()),
        State::Closed(closed) => object.number("extensionsUsed", closed.extensions.into()),
    };
    result(ending(claim(object, elicitation), elicitation), elicitation, secrets).finish()
}

/// Adds what happens without an answer, as a sentence for people, if the program said it.
fn without_answer(object: JsonObject, elicitation: &Elicitation) -> JsonObject {
    let said = elicitation.without_answer().filter(|found| found.words.is_some());
    object.optional(said, |object, found| object.text("withoutAnswer", &found.sentence()))
}

/// Adds the person who claimed the elicitation.
fn claim(object: JsonObject, elicitation: &Elicitation) -> JsonObject {
    let State::Open(open) = &elicitation.state else { return object };
    object.optional(open.claimed_by.as_ref(), |object, name| object.text("claimedBy", name))
}

/// Returns the outcome, or the open status.
pub(crate) fn outcome(elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let object = JsonObject::new()
        .text("elicitationId", &elicitation.id.to_string())
        .text("status", elicitation.status().as_str());
    let object =
        object.optional(elicitation.deadline(), |object, at| object.number("timeoutAt", at.as_millis()));
    result(ending(object, elicitation), elicitation, secrets).finish()
}

fn ending(object: JsonObject, elicitation: &Elicitation) -> JsonObject {
    let State::Closed(closed) = &elicitation.state else { return object };
    let object = object.number("closedAt", closed.at.as_millis());
    object.optional(closed.outcome.reason(), |object, reason| object.text("reason", reason))
}

fn result(object: JsonObject, elicitation: &Elicitation, secrets: AnswerVisibility) -> JsonObject {
    let State::Closed(closed) = &elicitation.state else { return object };
    if secrets == AnswerVisibility::Withheld {
        return object;
    }
    let object = match &closed.outcome {
        Outcome::Answered(answers) if answers.missing().next().is_some() => {
            object.texts("missing", answers.missing().map(Field::id))
        }
        Outcome::Declined(decline) => decline_reason(object, decline),
        _ => object,
    };
    let object = match secrets {
        AnswerVisibility::Full => {
            object.optional(closed.metadata.as_ref(), |object, metadata| object.raw("metadata", metadata))
        }
        AnswerVisibility::Masked | AnswerVisibility::Withheld => object,
    };
    match (elicitation.outcome(), secrets) {
        (Some(Outcome::Answered(answers)), AnswerVisibility::Full) => {
            object.raw("result", &answers.to_json())
        }
        (Some(Outcome::Answered(answers)), AnswerVisibility::Masked) => {
            object.raw("result", &answers.to_masked_json())
        }
        (Some(Outcome::Finished(result)), AnswerVisibility::Full) => object.raw("result", result),
        _ => object,
    }
}

/// Adds the reason of a decline, if there is one.
fn decline_reason(object: JsonObject, decline: &Decline) -> JsonObject {
    object.optional(decline.reason.as_ref(), |object, reason| object.text("declineReason", reason))
}

/// Returns the question in one line.
pub(crate) fn prompt(elicitation: &Elicitation) -> &str {
    match &elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    }
}

/// Returns the parameters of the notification about a change. They are the same for every reader at
/// any time: of `elicitation`, which is at the change's revision or later, only parts that never
/// change again are used.
pub(crate) fn params(change: &Change, elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let object = JsonObject::new().text("elicitationId", &change.id.to_string());
    let object = match &change.effect {
        Effect::Created => {
            let object = object.text("mode", change.mode.as_str()).number("createdAt", change.at.as_millis());
            // The first deadline, before any extension.
            let first = elicitation.created_at + elicitation.terms.timeout;
            let object = object.text("prompt", prompt(elicitation)).number("timeoutAt", first.as_millis());
            match &elicitation.question {
                Question::Page { url, .. } => object.text("url", url),
                Question::Form(_) => object,
            }
        }
        Effect::Warned { remaining, extension } => {
            let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
            let object = object
                .number("remainingMs", millis(*remaining))
                .boolean("extensionAllowed", extension.is_some());
            object.optional(*extension, |object, longest| object.number("extensionDuration", millis(longest)))
        }
        Effect::Extended { deadline, left } => {
            object.number("newTimeoutAt", deadline.as_millis()).number("extensionsRemaining", (*left).into())
        }
        Effect::Rejected { count, limit } => {
            object.number("retryCount", (*count).into()).number("retryLimit", (*limit).into())
        }
        Effect::Closed { status, reason } => {
            let object = object.text("status", status.as_str());
            let object = object.optional(*reason, |object, reason| object.text("reason", reason));
            result(object, elicitation, secrets)
        }
        Effect::Claimed { by } => object.text("claimedBy", by),
        Effect::Voted { by, approved, approvals, needed } => object
            .text("person", by)
            .boolean("approved", *approved)
            .number("approvals", (*approvals).into())
            .number("needed", (*needed).into()),
        Effect::Reminded { remaining } => {
            object.number("remainingMs", u64::try_from(remaining.as_millis()).unwrap_or(u64::MAX))
        }
        Effect::Escalated { to } | Effect::Delegated { to } => match to {
            Audience::Person(name) => object.text("person", name),
            Audience::Group(name) => object.text("group", name),
            _ => object,
        },
        _ => object,
    };
    object.finish()
}

/// Returns an entry of the history: the change, its time, author and surface. `elicitation` is the
/// current state.
pub(crate) fn history(change: &Change, elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let object = JsonObject::new()
        .text("event", change.effect.name())
        .number("at", change.at.as_millis())
        .text("surface", change.surface.as_str());
    let object = object.optional(change.person.as_ref(), |object, name| object.text("person", name));
    let object = match &change.effect {
        Effect::Voted { approved, .. } => object.boolean("approved", *approved),
        Effect::Closed { reason, .. } => {
            let object = object.optional(*reason, |object, reason| object.text("reason", reason));
            match elicitation.outcome() {
                Some(Outcome::Declined(decline)) if secrets != AnswerVisibility::Withheld => {
                    decline_reason(object, decline)
                }
                _ => object,
            }
        }
        _ => object,
    };
    object.finish()
}

/// Returns the notification about a change.
pub(crate) fn notification(change: &Change, elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let name = change.effect.name();
    let params = params(change, elicitation, secrets);
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/elicitation/{name}","params":{params}}}"#)
}
