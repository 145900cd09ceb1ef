//! The results of the tools: the same few members each time, and a sentence about what to do next.

use askwell_form::{Answer, Answers};
use askwell_lifecycle::{CancelReason, Elicitation, ElicitationId, Outcome, Question, Status};

use crate::server::{AskStatus, Call, ToolResult};
use crate::wire::{Json, ObjectWriter, Raw};
use askwell_engine::HostedLink;

pub(super) fn status(call: &Call, status: AskStatus) -> ToolResult {
    match status {
        AskStatus::Closed { id, outcome, unseen: false } => decided(id, &outcome),
        AskStatus::Closed { id, outcome, unseen: true } => unseen(id, &outcome),
        AskStatus::Open { id, unseen: false, .. } if call.is_asked_in_app() => asked_in_app(id),
        AskStatus::Open { id, link, unseen } => open(id, link.as_ref(), unseen),
    }
}

pub(super) fn elicitation(elicitation: &Elicitation) -> ToolResult {
    match elicitation.outcome() {
        Some(outcome) => decided(elicitation.id, outcome),
        None => open(elicitation.id, None, false),
    }
}

pub(super) fn templates(list: &Json) -> ToolResult {
    ToolResult::structured(ObjectWriter::new().raw("templates", list.raw()).finish())
}

fn begin(status: &str, id: ElicitationId) -> ObjectWriter {
    let mut object = ObjectWriter::new();
    object.text("status", status).text("id", &id.to_string());
    object
}

fn decided(id: ElicitationId, outcome: &Outcome) -> ToolResult {
    let mut object = match outcome {
        Outcome::Answered(answers) => answered(id, answers),
        Outcome::Finished(result) => {
            let mut object = begin("answered", id);
            // A program may finish a page with any JSON; `answers` has to be an object.
            match Raw::from_valid(result).object() {
                Some(result) => object.raw("answers", result),
                None => object.raw(
                    "answers",
                    ObjectWriter::new().raw("result", Raw::from_valid(result)).finish().raw(),
                ),
            };
            object
        }
        Outcome::Declined(decline) => {
            let mut object = begin("declined", id);
            if let Some(reason) = &decline.reason {
                object.text("reason", reason);
            }
            object.text("next", "The person said no. Respect that: go on without the answer, or stop.");
            object
        }
        Outcome::Cancelled(reason) => {
            let mut object = begin("cancelled", id);
            object.text("reason", reason.as_str()).text("next", cancelled(*reason));
            object
        }
        Outcome::TimedOut => {
            let mut object = begin("timeout", id);
            object.text(
                "next",
                "There was no answer in time. Ask again only if you cannot go on without the answer.",
            );
            object
        }
    };
    ToolResult::structured(object.finish())
}

/// Returns the result for a refusal that came faster than a person can read.
fn unseen(id: ElicitationId, outcome: &Outcome) -> ToolResult {
    let mut object = match outcome {
        Outcome::Cancelled(reason) => {
            let mut object = begin("cancelled", id);
            object.text("reason", reason.as_str());
            object
        }
        Outcome::Declined(_) => begin("declined", id),
        // The person answered after all.
        other => return decided(id, other),
    };
    object.bool("unseen", true).text(
        "next",
        "The client refused at once, without showing the question to the person: this is not the person's answer. Put your \
         question into the conversation instead.",
    );
    ToolResult::structured(object.finish())
}

/// Returns questions as `list_questions` reports them.
pub(super) fn questions<'e>(list: impl Iterator<Item = &'e Elicitation>) -> ToolResult {
    let rows: Vec<Json> = list.map(question).collect();
    ToolResult::structured(ObjectWriter::new().list("questions", rows.iter().map(Json::raw)).finish())
}

fn question(elicitation: &Elicitation) -> Json {
    let status = match elicitation.status() {
        Status::Pending | Status::Active => "waiting",
        Status::Completed => "answered",
        Status::Declined => "declined",
        Status::Cancelled => "cancelled",
        Status::Timeout => "timeout",
    };
    let asked = match &elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    };
    let mut object = begin(status, elicitation.id);
    object.text("question", asked).text("asked_at", &elicitation.created_at.to_string());
    if let Some(deadline) = elicitation.deadline() {
        object.text("open_until", &deadline.to_string());
    }
    object.finish()
}

fn cancelled(reason: CancelReason) -> &'static str {
    match reason {
        CancelReason::MaxRetriesExceeded => {
            "The answers did not fit the questions, several times over. Ask in other words, or for less."
        }
        CancelReason::UserCancelled => "The question was closed without an answer.",
        _ => "This question cannot be answered any more.",
    }
}

fn answered(id: ElicitationId, answers: &Answers) -> ObjectWriter {
    let mut object = begin("answered", id);
    object.raw("answers", Raw::from_valid(&answers.to_json_without_secrets()));
    let is_secret = |answer: &Answer<'_>| matches!(answer, Answer::Secret(_));
    let secrets = answers.iter().filter(|(_, answer)| is_secret(answer));
    let withheld: Vec<Json> = secrets.map(|(field, _)| Json::of_text(field.property())).collect();
    if !withheld.is_empty() {
        object.list("withheld", withheld.iter().map(Json::raw));
        object.text(
            "next",
            "Secrets were given, and are kept from you; the program that needs them can get them.",
        );
    }
    object
}

fn asked_in_app(id: ElicitationId) -> ToolResult {
    let mut object = begin("waiting", id);
    object.text(
        "next",
        "The person sees the form beside this result. End your turn, or do what does not depend on the answer. When \
         they say that they have answered, call check_answer with this id.",
    );
    ToolResult::structured(object.finish())
}

fn open(id: ElicitationId, link: Option<&HostedLink>, unseen: bool) -> ToolResult {
    let mut object = begin("waiting", id);
    if unseen {
        object.bool("unseen", true);
    }
    let refused = if unseen {
        "The client refused at once, without showing the question to the person: this is not the person's answer. "
    } else {
        ""
    };
    let next = match link {
        Some(link) => {
            object.text("link", &link.url);
            let code = match &link.code {
                Some(code) => {
                    object.text("code", code);
                    " Tell them the code too: the page asks for it."
                }
                None => "",
            };
            format!(
                "{refused}Show the person the link and ask them to answer there.{code} Then call check_answer with this id."
            )
        }
        None => {
            "There is no answer yet. Call check_answer with this id to go on waiting, or cancel_question to \
                 give up."
                .to_owned()
        }
    };
    object.text("next", &next);
    ToolResult::structured(object.finish())
}
