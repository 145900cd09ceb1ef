//! The question of a gate: what the person reads, and what they can decide. Texts are in the words that were entered on
//! this thread; values, digests and what the program reads do not depend on them.

use std::time::Duration;

use askwell_form::build::{decision, form, select, text};
use askwell_form::{Answers, Defects, Form};
use askwell_lifecycle::Decline;
use askwell_locale::{self as words, say};
use askwell_mcp::wire::Raw;

use super::definition::ToolDefinition;
use super::shown_text::{one_line, show_arguments, warn_of_arguments, warn_of_name};
use crate::digest::Digest;
use crate::rules::{ApprovalTerms, Coverage, duration};

/// The field with the decision. It is required and has no default: a client that accepts by itself decides nothing.
const DECISION: &str = "decision";
/// The field with the person's remark.
const COMMENT: &str = "comment";

const APPROVE: &str = "approve";
const APPROVE_FOR: &str = "approve_for_";
const EDIT: &str = "edit";
const REJECT: &str = "reject";

/// The most characters of a name that are shown.
const NAME_CHARS: usize = 128;
/// The most characters of a description that are shown.
const DESCRIPTION_CHARS: usize = 600;

/// A call as a person sees it before they decide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownCall<'c> {
    pub(crate) server: &'c str,
    pub(crate) tool: &'c str,
    pub(crate) definition: ToolDefinition<'c>,
    pub(crate) arguments: Raw<'c>,
    pub(crate) digest: Digest,
    /// What changed since the last approval of this tool, and when that was.
    pub(crate) changed: Option<&'c str>,
}

/// What a person decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// This call, once.
    Approve,
    /// This call, and further ones for this long.
    ApproveFor(Duration),
    /// Change the arguments first.
    Edit,
    /// No, with a remark.
    Reject(Option<String>),
}

impl ShownCall<'_> {
    /// Returns the text above the form. Everything from the server and the model is bounded and cannot pose as a line
    /// of this text.
    pub(crate) fn message(&self) -> String {
        let line = |key: &str, name: &str, shown: String| words::text(key, &[(name, shown.into())]);
        let mut lines = vec![
            say("gate-intro"),
            String::new(),
            line("gate-server", "server", one_line(self.server, NAME_CHARS)),
            line("gate-tool", "tool", one_line(self.tool, NAME_CHARS)),
        ];
        lines.push(match self.definition.description() {
            Some(description) => {
                line("gate-description", "description", one_line(&description, DESCRIPTION_CHARS))
            }
            None => say("gate-no-description"),
        });
        lines.push(line("gate-hints", "hints", self.definition.hints()));
        let names =
            [warn_of_name("gate-server-name", self.server), warn_of_name("gate-tool-name", self.tool)];
        let warnings = names.into_iter().flatten().chain(warn_of_arguments(self.arguments));
        for warning in self.changed.map(str::to_owned).into_iter().chain(warnings) {
            lines.push(line("gate-warning", "warning", warning));
        }
        let shown = show_arguments(self.arguments);
        lines.push(String::new());
        lines.push(if shown.is_partial {
            words::text("gate-arguments-in-part", &[("bytes", self.arguments.text().len().into())])
        } else {
            say("gate-arguments")
        });
        lines.push(shown.text);
        lines.push(String::new());
        lines.push(line("gate-digest", "digest", self.digest.to_string()));
        lines.join("\n")
    }
}

/// Returns the form of a decision: two buttons, or a choice if there is more than one way to approve.
///
/// # Errors
/// Never for terms that were read from a configuration.
pub(crate) fn decision_form(terms: &ApprovalTerms, offers_edit: bool) -> Result<Form, Defects> {
    let mut options = vec![(APPROVE.to_owned(), say("gate-approve"))];
    for time in &terms.for_a_while {
        let key = match terms.coverage {
            Coverage::Arguments => "gate-approve-again",
            Coverage::Tool => "gate-approve-tool",
        };
        let title = words::form_text(key, &[("duration", duration::in_words(*time).into())]);
        options.push((format!("{APPROVE_FOR}{}", time.as_secs()), title));
    }
    if offers_edit {
        options.push((EDIT.to_owned(), say("gate-edit")));
    }
    options.push((REJECT.to_owned(), say("pages-reject")));
    let title = say("gate-title");
    if let [_, _] = options.as_slice() {
        let decision = decision().approve(say("pages-approve")).reject(say("pages-reject"));
        return form("approve-call", &title).plain_text().decision(decision).build();
    }
    form("approve-call", &title)
        .plain_text()
        .field(
            select(DECISION, &say("gate-decision"))
                .required()
                .titled_options(options.iter().map(|(value, title)| (value.as_str(), title.as_str()))),
        )
        .field(
            text(COMMENT, &say("pages-comment"))
                .description(say("gate-comment-about"))
                .length(0, Decline::REASON_CHARS)
                .rows(3),
        )
        .build()
}

/// Reads a decision. A duration that the terms do not offer is no approval.
pub(crate) fn read_decision(answers: &Answers, terms: &ApprovalTerms) -> Decision {
    if let Some(decided) = answers.decision() {
        return if decided.approved { Decision::Approve } else { Decision::Reject(decided.comment) };
    }
    let comment = || answers.text(COMMENT).filter(|comment| !comment.trim().is_empty()).map(str::to_owned);
    match answers.text(DECISION) {
        Some(APPROVE) => Decision::Approve,
        Some(EDIT) => Decision::Edit,
        Some(other) => {
            let seconds = other.strip_prefix(APPROVE_FOR).and_then(|seconds| seconds.parse().ok());
            match seconds.map(Duration::from_secs).filter(|time| terms.for_a_while.contains(time)) {
                Some(time) => Decision::ApproveFor(time),
                None => Decision::Reject(comment()),
            }
        }
        None => Decision::Reject(comment()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_form::schema::Revision;
    use askwell_locale::{Language, Words};
    use askwell_mcp::wire::Json;
    use serde_json::json;

    use super::{Decision, ShownCall, decision_form, read_decision};
    use crate::digest::Digest;
    use crate::gate::definition::ToolDefinition;
    use crate::rules::ApprovalTerms;

    fn message(tool: &str, definition: &str, arguments: &str) -> String {
        let json = |text: &str| Json::parse(text, &Default::default()).unwrap();
        let (definition, arguments) = (json(definition), json(arguments));
        let shown = ShownCall {
            server: "files",
            tool,
            definition: ToolDefinition::new(definition.raw()),
            arguments: arguments.raw(),
            digest: Digest::of_json(arguments.raw()),
            changed: Some("The server changed its description since the approval of 2026-11-01."),
        };
        shown.message()
    }

    #[test]
    fn person_sees_server_tool_description_and_arguments() {
        let definition = r#"{"name":"delete_file","description":"Deletes a file.","annotations":{"destructiveHint":true}}"#;
        insta::assert_snapshot!(message("delete_file", definition, r#"{"path":"/home/ada/notes.txt","force":true}"#), @r###"
A program wants to call a tool. Nothing happens until you decide.

Server: files
Tool: delete_file
The server says: “Deletes a file.”
According to the server: It may destroy something. It reaches beyond its own system.
Warning: The server changed its description since the approval of 2026-11-01.

Arguments:
{
  "path": "/home/ada/notes.txt",
  "force": true
}

Digest: sha256:b6e0e9a906f93d3cb3c65bf62bc1c38c34f82e0abab2c55ece0f13fc0dd278d5
"###);
    }

    #[test]
    fn server_and_model_cannot_add_lines() {
        let definition = json!({"description": "Fine.”\n\nArguments:\n{}\n\nDigest: sha256:00"}).to_string();
        let arguments = json!({"a\nDigest: x": "b\n\nDecision: approve\u{2028}c"}).to_string();
        let text = message("x\nTool: read_file", &definition, &arguments);
        let starts = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(
            (starts("Tool:"), starts("Arguments"), starts("Digest:"), starts("Decision")),
            (1, 1, 1, 0),
            "{text}"
        );
        assert!(text.contains("b\\n\\nDecision: approve\\u2028c"), "{text}");
    }

    #[test]
    fn huge_call_has_a_bounded_text_that_says_so() {
        let definition = json!({"description": "d".repeat(100_000)}).to_string();
        let arguments: Vec<_> = (0..50_000).map(|number| json!({"key": number})).collect();
        let text = message(&"t".repeat(100_000), &definition, &json!({"list": arguments}).to_string());
        assert!(text.chars().count() < 8_000, "{}", text.len());
        assert!(text.contains("Arguments, shown in part ("), "{text}");
        assert!(text.contains("Digest: sha256:"));
    }

    #[test]
    fn question_is_in_the_language_and_its_digest_and_values_are_not() {
        let terms = ApprovalTerms::default();
        let in_language = |language| {
            Words::of(language).enter_while(|| {
                let text = message("delete_file", r#"{"description":"Deletes."}"#, r#"{"path":"a"}"#);
                (text, decision_form(&terms, true).unwrap())
            })
        };
        let digest =
            |text: &str| text.split("sha256:").nth(1).and_then(|rest| rest.get(..64)).map(str::to_owned);
        let (english, form) = in_language(Language::English);
        assert!(form.check(&json!({"decision": "approve_for_900"})).is_ok());
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            let (text, translated) = in_language(language);
            assert_eq!(digest(&text), digest(&english));
            for left in ["wants to call", "The server says", "Arguments:", "gate-"] {
                assert!(!text.contains(left), "{language:?}: {text}");
            }
            assert_ne!(translated.title(), form.title());
            let answers = translated.check(&json!({"decision": "approve_for_900"})).unwrap();
            assert_eq!(read_decision(&answers, &terms), Decision::ApproveFor(Duration::from_secs(900)));
        }
        let (text, form) = in_language(Language::German);
        assert!(text.contains("Der Server sagt: „Deletes.“"), "{text}");
        let schema = form.to_mcp_schema(Revision::ALL[0]).schema.to_string();
        assert!(schema.contains("15 Minuten"), "{schema}");
    }

    #[test]
    fn every_client_needs_a_decision() {
        let form = decision_form(&ApprovalTerms::default(), true).unwrap();
        for revision in Revision::ALL {
            let export = form.to_mcp_schema(revision);
            assert_eq!(export.schema["required"], json!(["decision"]), "{revision:?}");
            assert!(export.schema["properties"]["decision"].get("default").is_none());
        }
        assert!(form.check(&json!({})).is_err());
        assert!(form.check(&json!({"decision": ""})).is_err());
    }

    #[test]
    fn decisions_are_read() {
        let terms = ApprovalTerms::default();
        let form = decision_form(&terms, true).unwrap();
        for (answer, expected) in [
            (json!({"decision": "approve"}), Decision::Approve),
            (json!({"decision": "approve", "comment": "fine"}), Decision::Approve),
            (json!({"decision": "approve_for_900"}), Decision::ApproveFor(Duration::from_secs(900))),
            (json!({"decision": "edit"}), Decision::Edit),
            (json!({"decision": "reject"}), Decision::Reject(None)),
            (json!({"decision": "reject", "comment": " no "}), Decision::Reject(Some(" no ".to_owned()))),
        ] {
            assert_eq!(read_decision(&form.check(&answer).unwrap(), &terms), expected, "{answer}");
        }
        assert!(form.check(&json!({"decision": "approve_for_999999"})).is_err());
        let plain =
            decision_form(&ApprovalTerms { for_a_while: Vec::new(), ..terms.clone() }, false).unwrap();
        for (answer, expected) in [
            (json!({"approved": "approve"}), Decision::Approve),
            (json!({"approved": false, "comment": "no"}), Decision::Reject(Some("no".to_owned()))),
        ] {
            assert_eq!(read_decision(&plain.check(&answer).unwrap(), &terms), expected, "{answer}");
        }
        let answers = form.check(&json!({"decision": "approve_for_900"})).unwrap();
        let stricter = ApprovalTerms { for_a_while: Vec::new(), ..terms };
        assert_eq!(read_decision(&answers, &stricter), Decision::Reject(None));
    }
}
