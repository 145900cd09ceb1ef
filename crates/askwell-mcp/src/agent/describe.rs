//! What models read about the tools. Written for them: what to use when, what comes back, what not to do.

use serde_json::{Value, json};

pub(super) const INSTRUCTIONS: &str = "\
Use these tools when you need something only the person can give: a decision, a preference, a fact about them or their \
work, permission to do something. Ask for everything you need at once rather than one thing at a time, and don't ask what \
you can find out yourself. The person may decline; respect that and don't ask the same thing again.";

pub(super) const QUESTION: &str = "\
Ask the person one question and wait for the answer. kind says what an answer looks like: `text` (the default) for a \
sentence of their own, `yes_no` for a decision, `choice` to pick one of options, `choices` to pick several. Use it for a \
single question; to ask for several things at once, use `ask`. Write the question so that it can be understood without \
the conversation: say what will happen, and to what. Never ask for passwords, keys or card numbers with this tool.";

pub(super) const ASK: &str = "\
Ask the person to fill in a form, and wait for the checked answers. Give `title` (what it is about), perhaps `description`, \
and `fields`, each with `id`, `type`, `label`, and as needed `description`, `required`, `default`, `options`, `validation`. \
Types: text, number, boolean, date, select (one of `options`), multi_select (several of `options`), url, file. options are \
strings or {\"value\", \"title\"}. validation: minLength, maxLength, pattern, format (email, uri, hostname, uuid) for text; \
minimum, maximum, multipleOf for number; minimum, maximum for date; minItems, maxItems for multi_select. For a secret use \
type text with rendering {\"inputType\": \"password\"}: it is asked on a protected page, and its value is never shown to \
you. Answers come back checked: you need not validate them. Ask only for what you need; few fields get better answers.";

pub(super) const TEMPLATE: &str = "\
Ask the person to fill in a form that was prepared for this purpose, and wait for the checked answers. Prefer it over \
`ask` where a template fits. The templates:";

pub(super) const CHECK: &str = "\
Look whether a question that is answered on a page has been answered. Use it with the elicitation_id that came back with \
status `pending`, after the person said that they are done, or with wait_seconds to wait a little for them. It gives the \
answers once the person has given them.";

pub(super) const CANCEL: &str = "\
Call off a question that is still pending, because the answer is not needed any more. The person can no longer answer it \
then. Questions that are answered already are not changed.";

pub(super) const PENDING: &str = "\
This is asked on a page. Show the person the link and ask them to open it; when they are done, call check_answer with \
this elicitation_id.";

/// What every asking tool gives back.
pub(super) fn outcome() -> Value {
    json!({
        "type": "object",
        "properties": {
            "status": {
                "type": "string",
                "enum": ["answered", "declined", "cancelled", "timed_out", "pending"],
                "description": "answered: see answers. declined: the person said no. cancelled: nobody will answer. \
                                timed_out: nobody answered in time. pending: it is asked on a page, see url."
            },
            "answers": {"type": "object", "description": "One entry for each field; secrets are left out."},
            "reason": {"type": "string", "description": "Why it was cancelled."},
            "elicitation_id": {"type": "string", "description": "What to call check_answer or cancel with."},
            "url": {"type": "string", "description": "Where the person answers. Show it to them."},
            "code": {"type": "string", "description": "What the page will ask them for. Show it to them."},
            "next": {"type": "string", "description": "What to do now."}
        },
        "required": ["status"]
    })
}
