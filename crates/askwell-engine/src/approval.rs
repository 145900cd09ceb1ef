//! Approvals: a question whose only good answer is an explicit yes, with the evidence for it.

use askwell_form::build::{decision, form};
use askwell_form::{Answers, Defects, Form, markdown};
use askwell_lifecycle::{Decline, Person, Reply};

/// The longest title of a form, in characters. A longer question becomes the description.
const TITLE_CHARS: usize = 256;

/// A yes, and who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Approval {
    /// The person who approved, if the surface identified them.
    pub by: Option<Person>,
    /// The person's remark.
    pub comment: Option<String>,
}

impl Approval {
    /// Returns the form that asks for an approval: a decision with an optional comment.
    ///
    /// # Errors
    /// Fails if the text is empty, longer than 2048 characters, or holds hidden characters.
    pub fn form(question: &str) -> Result<Form, Defects> {
        let is_short = question.chars().count() <= TITLE_CHARS;
        let mut builder = form("approval", if is_short { question } else { "Approval" });
        if !is_short {
            builder = builder.description(question);
        }
        builder.decision(decision()).build()
    }

    /// Returns the reply that the answers to a decision stand for. A program that only looks for
    /// [`Reply::Accepted`] must not take a rejection for a yes, so a rejection is a decline, with the comment as its
    /// reason.
    pub fn reply(answers: &Answers, by: Option<Person>) -> Reply<Approval> {
        match answers.decision() {
            Some(decided) if decided.approved => Reply::Accepted(Approval { by, comment: decided.comment }),
            decided => {
                let comment = decided.and_then(|decided| decided.comment);
                Reply::Declined(Decline::because(comment.as_deref().unwrap_or_default()))
            }
        }
    }
}

/// What a person looks at before they decide. Pages and terminals show it; MCP dialogs show its text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// Plain text.
    Text(String),
    /// Text with Markdown marks.
    Markdown(String),
    /// A unified diff.
    Diff(String),
}

impl Evidence {
    /// Returns plain text as evidence.
    pub fn text(text: impl Into<String>) -> Evidence {
        Evidence::Text(text.into())
    }

    /// Returns Markdown as evidence.
    pub fn markdown(text: impl Into<String>) -> Evidence {
        Evidence::Markdown(text.into())
    }

    /// Returns a unified diff as evidence.
    pub fn diff(text: impl Into<String>) -> Evidence {
        Evidence::Diff(text.into())
    }

    /// Returns the evidence as Markdown: plain text with its marks escaped, a diff as a block of its own.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        match self {
            Evidence::Text(text) => markdown::escape(text.trim_end()),
            Evidence::Markdown(text) => text.trim_end().to_owned(),
            Evidence::Diff(text) => markdown::fenced("diff", text),
        }
    }

    /// Returns the text, with its marks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Evidence::Text(text) | Evidence::Markdown(text) | Evidence::Diff(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{Decline, Person, Reply};
    use serde_json::json;

    use super::Approval;

    #[test]
    fn only_an_explicit_yes_approves() {
        let form = Approval::form("Deploy?").unwrap();
        let by = || Some(Person::from("ops@example.com"));
        for (answer, expected) in [
            (json!({"approved": true}), Reply::Accepted(Approval { by: by(), comment: None })),
            (
                json!({"approved": "approve", "comment": "Go."}),
                Reply::Accepted(Approval { by: by(), comment: Some("Go.".to_owned()) }),
            ),
            (json!({"approved": false, "comment": "Friday."}), Reply::Declined(Decline::because("Friday."))),
            (json!({"approved": "reject", "comment": " "}), Reply::Declined(Decline::default())),
        ] {
            assert_eq!(Approval::reply(&form.check(&answer).unwrap(), by()), expected, "{answer}");
        }
        assert!(form.check(&json!({"comment": "fine"})).is_err(), "a remark is no decision");
    }

    #[test]
    fn long_question_becomes_the_description() {
        let question = "x".repeat(300);
        let form = Approval::form(&question).unwrap();
        assert_eq!((form.title(), form.description()), ("Approval", Some(question.as_str())));
        assert!(Approval::form("").is_err());
    }
}
