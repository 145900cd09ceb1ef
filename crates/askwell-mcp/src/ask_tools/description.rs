//! The names, descriptions and schemas of the tools, as a model reads them: when to use each, what
//! to pass, what comes back.
//!
//! The examples in the descriptions are tested.

use serde_json::{Value, json};

use super::arguments::LONGEST_WAIT;
use super::questions::TYPES;
use crate::server::Tool;

/// The instructions for all tools.
pub(super) const INSTRUCTIONS: &str = "\
Tools for asking the person you work for, and getting a checked answer. Ask when only they can know or decide: a \
preference, a missing fact, permission for something that cannot be undone. Do not ask what you can find out yourself. \
Ask everything you need at once, rather than one thing after the other. ask_question asks one thing, ask asks several. \
A result with status `waiting` means that they have not answered yet: show them the link if there is one, and call \
check_answer with the id later. If you lost the id, list_questions has it, and asking the same again finds the same \
question. A person may decline: respect that. Never ask for passwords, keys or payment details.";

/// The statuses of a question.
pub(super) const STATUSES: [&str; 5] = ["answered", "declined", "cancelled", "timeout", "waiting"];

/// The most questions that `list_questions` returns.
pub(super) const MOST_LISTED: i64 = 100;

const OUTCOMES: &str = "\
What comes back: `status` says what happened. `answered`: `answers` holds the checked answers. `declined`: the person \
said no; do not ask the same again. `cancelled`: the question was closed without an answer. `timeout`: there was no answer \
in time. `waiting`: there is no answer yet; show the person `link` (and `code`) if there is one, then call check_answer \
with `id`. `unseen`: the client refused without showing the question to the person; that is not the person's answer.";

pub(super) fn ask() -> Tool {
    let description = format!(
        "Asks the person you work for several things at once, as a form, and returns their checked answers. Use it when \
         you need facts, choices or permissions that only they can give. For a single question, ask_question is \
         simpler.\n\n\
         Give `questions`: each has a `question` and usually an `id`, under which its answer comes back, and a `type`. \
         Questions are required unless you say `\"required\": false`. Instead of `questions` you can give `form`, a whole \
         Askwell form document, if you need fields that depend on each other or other constraints.\n\n\
         Example: {}\nreturns {}\n\n{OUTCOMES}",
        example_ask(),
        json!({"status": "answered", "id": "elic_…", "answers": {"name": "shop", "region": "eu", "public": false}}),
    );
    let times = times();
    let schema = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "What it is about, in a few words. Shown above the questions."},
            "description": {"type": "string", "description": "Why you ask and what you will do with the answers."},
            "questions": {
                "type": "array", "minItems": 1, "maxItems": 100,
                "description": "What to ask, in this order.",
                "items": {"type": "object", "properties": question_properties(true), "required": ["question"],
                    "additionalProperties": false},
            },
            "form": {"type": "object", "description": "Instead of questions: an Askwell form document with `id`, `title` \
                and `fields`.", "additionalProperties": true},
            "wait_seconds": times["wait_seconds"],
            "timeout_seconds": times["timeout_seconds"],
        },
        "additionalProperties": false,
    });
    ask_tool("ask", "Ask the person several things", &description, schema)
}

/// Returns the example of `ask`, which a test makes a form of.
pub(super) fn example_ask() -> Value {
    json!({
        "title": "New service",
        "questions": [
            {"id": "name", "question": "What shall it be called?", "type": "text", "max_length": 40},
            {"id": "region", "question": "Where shall it run?", "type": "choice", "options": ["eu", "us"]},
            {"id": "public", "question": "May everyone reach it?", "type": "yes_no", "default": false},
        ],
    })
}

pub(super) fn ask_question() -> Tool {
    let description = format!(
        "Asks the person you work for one question and returns their checked answer, as `answers.answer`. Use it for a \
         missing fact, a choice, or permission before doing something that cannot be undone. If you need several \
         answers, use ask once instead of this several times.\n\n\
         Examples: {}\nor {}\n\n{OUTCOMES} With yes_no, the answer `false` means no.",
        example_questions()[0],
        example_questions()[1],
    );
    let mut properties = question_properties(false);
    let times = times();
    for key in ["wait_seconds", "timeout_seconds"] {
        properties[key] = times[key].clone();
    }
    let schema = json!({"type": "object", "properties": properties, "required": ["question"],
        "additionalProperties": false});
    ask_tool("ask_question", "Ask the person one question", &description, schema)
}

/// Returns the examples of `ask_question`.
pub(super) fn example_questions() -> [Value; 2] {
    [
        json!({"question": "Delete the 14 old backups?", "type": "yes_no"}),
        json!({"question": "Which database?", "options": ["postgres", "sqlite"]}),
    ]
}

pub(super) fn ask_template() -> Tool {
    let description = format!(
        "Asks the person you work for with a prepared form. Call list_templates first to see \
         which there are and what parameters they take. Prefer a template to questions of your own if one fits.\n\n\
         Example: {}\n\n{OUTCOMES}",
        json!({"template": "deploy-approval", "parameters": {"service": "shop", "version": "1.4.2"}}),
    );
    let times = times();
    let schema = json!({
        "type": "object",
        "properties": {
            "template": {"type": "string", "description": "The template's name."},
            "parameters": {"type": "object", "description": "A text for each parameter of the template.",
                "additionalProperties": {"type": "string"}},
            "wait_seconds": times["wait_seconds"],
            "timeout_seconds": times["timeout_seconds"],
        },
        "required": ["template"],
        "additionalProperties": false,
    });
    ask_tool("ask_template", "Ask the person with a prepared form", &description, schema)
}

pub(super) fn list_templates() -> Tool {
    Tool::new(
        "list_templates",
        "Lists the prepared forms for ask_template: name, title, description and parameters of each. Does \
         not ask the person anything.",
    )
    .title("List prepared forms")
    .output(json!({
        "type": "object",
        "properties": {"templates": {"type": "array", "description": "The prepared forms.", "items": {"type": "object",
            "properties": {"name": {"type": "string", "description": "The name to pass to ask_template."}},
            "required": ["name"]}}},
        "required": ["templates"],
    }))
    .annotations(json!({"readOnlyHint": true, "openWorldHint": false}))
}

pub(super) fn check_answer() -> Tool {
    let description = format!(
        "Looks again at a question that came back with status `waiting`, and waits a while for its answer. Call it after \
         the person had time to answer; calling it again is harmless, and an answer that was given stays \
         readable.\n\n{OUTCOMES}"
    );
    let schema = json!({
        "type": "object",
        "properties": {"id": id_property(), "wait_seconds": times()["wait_seconds"]},
        "required": ["id"],
        "additionalProperties": false,
    });
    Tool::new("check_answer", &description)
        .title("Look for an answer")
        .input(schema)
        .output(output())
        .annotations(json!({"readOnlyHint": true, "idempotentHint": true, "openWorldHint": true}))
}

pub(super) fn list_questions() -> Tool {
    let properties = json!({
        "status": {"type": "string", "enum": STATUSES, "description": "Only questions with this status. Left out: all."},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST_LISTED,
            "description": "At most so many. Left out: 20."},
    });
    Tool::new(
        "list_questions",
        "Lists the questions that you have asked, the newest first: `id`, `status` and `question` of each, and until when \
         it can be answered. Use it if you have lost an id; call check_answer with an id for the answer or the link. Does \
         not ask the person anything.",
    )
    .title("List your questions")
    .input(json!({"type": "object", "properties": properties, "additionalProperties": false}))
    .output(json!({
        "type": "object",
        "properties": {"questions": {"type": "array", "description": "The questions.", "items": {"type": "object",
            "properties": {
                "id": {"type": "string", "description": "For check_answer and cancel_question."},
                "status": {"type": "string", "enum": STATUSES, "description": "What happened."},
                "question": {"type": "string", "description": "What is asked."},
                "asked_at": {"type": "string", "description": "When it was asked."},
                "open_until": {"type": "string", "description": "With `waiting`: until when it can be answered."},
            },
            "required": ["id", "status", "question", "asked_at"]}}},
        "required": ["questions"],
    }))
    .annotations(json!({"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false}))
}

pub(super) fn cancel_question() -> Tool {
    Tool::new(
        "cancel_question",
        "Cancels an open question when you no longer need its answer. The person cannot answer it any \
         more. If it was answered before, nothing changes and the answer comes back.",
    )
    .title("Cancel a question")
    .input(json!({
        "type": "object",
        "properties": {"id": id_property()},
        "required": ["id"],
        "additionalProperties": false,
    }))
    .output(output())
    .annotations(json!({"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true,
        "openWorldHint": false}))
}

/// Returns a tool that asks the person.
fn ask_tool(name: &str, title: &str, description: &str, input: Value) -> Tool {
    Tool::new(name, description).title(title).input(input).output(output()).asks_in_app().annotations(json!({
        "readOnlyHint": true, "openWorldHint": true,
    }))
}

fn id_property() -> Value {
    json!({"type": "string", "description": "The `id` that asking gave back, such as elic_0198….",
        "pattern": "^elic_"})
}

fn times() -> Value {
    json!({
        "wait_seconds": {"type": "integer", "minimum": 1, "maximum": LONGEST_WAIT,
            "description": "How long this call waits for the answer before it returns `waiting`. Usually best left out."},
        "timeout_seconds": {"type": "integer", "minimum": 1,
            "description": "How long the person can answer at all. Left out: five minutes, unless set up otherwise."},
    })
}

fn question_properties(of_several: bool) -> Value {
    let types: Vec<&str> = TYPES.iter().map(|(name, _)| *name).collect();
    let mut properties = json!({
        "question": {"type": "string", "description": "What is asked, as a sentence that a person understands without \
            knowing what you know."},
        "type": {"type": "string", "enum": types, "description": "What the answer is. `choice`: one of the options, \
            `choices`: any of them. Left out: `choice` if there are options, else `text`."},
        "details": {"type": "string", "description": "What the person needs to know to answer well."},
        "options": {"type": "array", "minItems": 1, "items": {"type": "string"},
            "description": "For choice and choices: what there is to choose from, as it comes back in the answer."},
        "labels": {"type": "array", "minItems": 1, "items": {"type": "string"},
            "description": "What the person reads for each of the options, in the same order. Left out: the options."},
        "required": {"type": "boolean", "description": "Whether it has to be answered. Left out: yes."},
        "default": {"type": "string", "description": "What is filled in to begin with, as text: `3`, `true`, \
            `2026-03-01`; for choices a list such as `[\"a\",\"b\"]`."},
        "minimum": {"type": "number", "description": "For number and integer: the least."},
        "maximum": {"type": "number", "description": "For number and integer: the most."},
        "earliest": {"type": "string", "description": "For date and date_time: the first that counts."},
        "latest": {"type": "string", "description": "For date and date_time: the last that counts."},
        "max_length": {"type": "integer", "minimum": 1, "description": "For text and long_text."},
        "pattern": {"type": "string", "description": "For text: a regular expression that the answer has to match."},
    });
    if of_several {
        properties["id"] = json!({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$",
            "description": "The name that the answer comes back under. Left out: q1, q2 and so on."});
    }
    properties
}

/// Returns the output schema of all tools about questions.
fn output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "status": {"type": "string", "enum": STATUSES, "description": "What happened."},
            "id": {"type": "string", "description": "The question's name, for check_answer and cancel_question."},
            "answers": {"type": "object", "additionalProperties": true, "description": "With `answered`: the answers by the ids of their questions."},
            "withheld": {"type": "array", "items": {"type": "string"},
                "description": "Questions whose answers are secret, and are kept from you."},
            "reason": {"type": "string", "description": "With `cancelled`: why. With `declined`: why, in the person's words."},
            "link": {"type": "string", "description": "With `waiting`: where the person can answer."},
            "code": {"type": "string", "description": "What the page behind the link asks for."},
            "unseen": {"type": "boolean", "description": "True: the client refused at once, and the person has not seen the \
                question."},
            "next": {"type": "string", "description": "What to do next."},
        },
        "required": ["status", "id"],
    })
}
