//! One table of dialogs for both front ends: the same answers from both.

use std::time::Duration;

use askwell_form::{Answers, Form, Problems};

use super::{type_keys, wizard};
use crate::asker::{Asker, SubmitResult, WaitStatus};
use crate::outcome::{Outcome, TermError};
use crate::plain::{PipedLines, ask_plain};
use crate::session::FormSession;

const BACK: &str = "\x1b[Z";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";

const KINDS: &str = r#"
    {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"maxLength": 12}},
    {"id": "note", "type": "text", "label": "Note", "rendering": {"rows": 3}},
    {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}},
    {"id": "copies", "type": "number", "label": "Copies", "validation": {"minimum": 1, "maximum": 9}},
    {"id": "public", "type": "boolean", "label": "Public?", "required": true},
    {"id": "env", "type": "select", "label": "Environment", "required": true, "options": ["dev", "stage", "prod"]},
    {"id": "tags", "type": "multi_select", "label": "Tags", "options": ["a", "b", "c"]},
    {"id": "day", "type": "date", "label": "Day"},
    {"id": "site", "type": "url", "label": "Site"},
    {"id": "doc", "type": "file", "label": "Document"}"#;

const RULES: &str = r#"
    {"id": "env", "type": "select", "label": "Environment", "required": true, "default": "stage", "options": ["stage", "prod"]},
    {"id": "why", "type": "text", "label": "Why", "required": true,
     "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "prod"}}},
    {"id": "notify", "type": "boolean", "label": "Notify", "default": true},
    {"id": "by", "type": "text", "label": "By", "default": "desk", "rendering": {"readonly": true}}"#;

/// Fields, lines for plain mode, keys for the wizard, and the expected result of both.
type Conversation = (&'static str, &'static str, &'static str, String, &'static str);

fn table() -> Vec<Conversation> {
    let row = |about, fields, lines, keys: &[&str], outcome| (about, fields, lines, keys.concat(), outcome);
    vec![
        row(
            "every kind",
            KINDS,
            "Desk\none\ntwo\n.\ns3cret\n4\nyes\nprod\n1,3\n2026-05-04\nhttps://example.com/x\n{dir}/a.txt\ny\n",
            &[
                "Desk\r",
                "one\ntwo\r",
                "s3cret\r",
                "4\r",
                "y\r",
                "prod\r",
                " ",
                DOWN,
                DOWN,
                " \r",
                "2026-05-04\r",
                "https://example.com/x\r",
                "{dir}/a.txt\r",
                "\r",
            ],
            r#"{"name":"Desk","note":"one\ntwo","key":"s3cret","copies":4,"public":true,"env":"prod","tags":["a","c"],"day":"2026-05-04","site":"https://example.com/x","doc":{"filename":"a.txt","content_type":"text/plain","size":3,"content":"aGkK"}}"#,
        ),
        row(
            "what is optional can be left out",
            KINDS,
            "Desk\n\n\n\nno\n1\n\n\n\n\ny\n",
            &["Desk\r", "\r", "\r", "\r", "n\r", "\r", "\r", "\r", "\r", "\r", "\r"],
            r#"{"name":"Desk","public":false,"env":"dev"}"#,
        ),
        row(
            "what is wrong is asked for again",
            KINDS,
            "\nmuch too long a name\nDesk\n\n\n10\n9\nno\n1\n\n2026-02-30\n2026-02-28\nhttp://localhost\nhttps://a.example\n\ny\n",
            &[
                "\r",
                "much too long a name\r",
                "\x15Desk\r",
                "\r\r",
                "10\r",
                "\x159\r",
                "n\r",
                "\r",
                "\r",
                "2026-02-30\r",
                "\x152026-02-28\r",
                "http://localhost\r",
                "\x15https://a.example\r",
                "\r",
                "\r",
            ],
            r#"{"name":"Desk","copies":9,"public":false,"env":"dev","day":"2026-02-28","site":"https://a.example"}"#,
        ),
        row(
            "going back changes an answer, wrong or not",
            RULES,
            "prod\n<\nstage\n<\nprod\nbecause\n<\n<\n<\n\nnot so\nn\ny\n",
            &[
                DOWN,
                "\r",
                BACK,
                UP,
                "\r",
                BACK,
                DOWN,
                "\r",
                "because\r",
                BACK,
                BACK,
                BACK,
                "\r",
                "\x15not so\r",
                "n\r",
                "\r",
            ],
            r#"{"env":"prod","why":"not so","notify":false,"by":"desk"}"#,
        ),
        row("defaults hold", RULES, "\n\ny\n", &["\r\r\r"], r#"{"env":"stage","notify":true,"by":"desk"}"#),
        row(
            "an edit in the review brings up what is new",
            RULES,
            "\n\n1\nprod\nlate\ny\n",
            &["\r\r", UP, UP, UP, "\r", DOWN, "\r", "late\r", "\r"],
            r#"{"env":"prod","why":"late","notify":true,"by":"desk"}"#,
        ),
        row(
            "the review can be gone to at once, and says what is missing",
            KINDS,
            "Desk\n!review\ny\nyes\n2\ny\n",
            &["Desk\r", "\x12", "\r", "y\r", DOWN, "\r", "\r"],
            r#"{"name":"Desk","public":true,"env":"stage"}"#,
        ),
        row(
            "one question needs no review",
            r#"{"id": "go", "type": "boolean", "label": "Go?", "required": true}"#,
            "y\n",
            &["y\r"],
            r#"{"go":true}"#,
        ),
        row(
            "options are found by a part of their name",
            r#"{"id": "region", "type": "select", "label": "Region", "required": true,
                "options": [{"value": "eu-1", "title": "Ireland"}, {"value": "eu-2", "title": "Iceland"}]}"#,
            "land\nice\n",
            &["ice\r"],
            r#"{"region":"eu-2"}"#,
        ),
        row(
            "a default can be emptied",
            r#"{"id": "a", "type": "text", "label": "A", "default": "x"},
               {"id": "b", "type": "multi_select", "label": "B", "default": ["p"], "options": ["p", "q"]}"#,
            "!clear\n\n!clear\n\ny\n",
            &["\x15\r", " \r", "\r"],
            r#"{"a":"","b":[]}"#,
        ),
        row(
            "words for dates",
            r#"{"id": "at", "type": "date", "label": "At", "validation": {"format": "date-time"}}"#,
            "2026-05-04 08:30\n",
            &["2026-05-04 08:30\r"],
            r#"{"at":"2026-05-04T08:30:00Z"}"#,
        ),
        row("declined", KINDS, "Desk\n!decline\n", &["Desk\r", "\x1b|", "d\r"], "declined"),
        row(
            "declined with a reason",
            KINDS,
            "Desk\n!decline not mine\n",
            &["Desk\r", "\x1b|", "dnot mine\r"],
            "declined: not mine",
        ),
        row("cancelled", KINDS, "Desk\n!cancel\n", &["Desk\r", "\x1b|", "c"], "cancelled"),
        row("broken off", KINDS, "Desk\n", &["Desk\r", "\x03"], "broken off"),
        row("second thoughts about leaving", KINDS, "!\n!cancel\n", &["\x1b|", "\x1b|\x1b|c"], "cancelled"),
    ]
}

/// Accepts at the third attempt: the first is unreachable, the second is rejected.
struct UnreliableAsker {
    tries: u32,
}

impl Asker for UnreliableAsker {
    fn wait_status(&mut self) -> WaitStatus {
        WaitStatus::TimeLeft { time: Duration::from_secs(90), extensions: 1 }
    }

    fn extend_deadline(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> SubmitResult {
        self.tries += 1;
        match self.tries {
            1 => SubmitResult::Unreachable("The service does not answer.".to_owned()),
            2 => SubmitResult::Rejected(Problems::overall("Not on a Sunday.")),
            _ => SubmitResult::Accepted,
        }
    }
}

fn described(outcome: Option<Outcome>) -> String {
    match outcome {
        Some(Outcome::Accepted(answers)) => answers.to_json(),
        Some(Outcome::Declined { reason: None }) => "declined".to_owned(),
        Some(Outcome::Declined { reason: Some(reason) }) => format!("declined: {reason}"),
        Some(Outcome::Cancelled) => "cancelled".to_owned(),
        Some(Outcome::Aborted) => "broken off".to_owned(),
        other => format!("{other:?}"),
    }
}

fn plain(document: &str, lines: &str, asker: &mut dyn Asker) -> (String, String) {
    let mut session = FormSession::new(Form::parse(document).unwrap());
    let mut person = PipedLines { input: lines.as_bytes(), output: Vec::new() };
    let outcome = match ask_plain(&mut session, asker, &mut person) {
        // A pipe has no Ctrl-C; its end is the nearest equivalent.
        Err(TermError::InputEnded) => "broken off".to_owned(),
        outcome => described(Some(outcome.unwrap())),
    };
    (outcome, String::from_utf8(person.output).unwrap())
}

fn document(fields: &str) -> String {
    format!(r#"{{"id": "f", "title": "A form", "fields": [{fields}]}}"#)
}

#[test]
fn both_front_ends_return_the_same_outcome() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "hi\n").unwrap();
    let in_folder = |text: &str| text.replace("{dir}", folder.path().to_str().unwrap());
    for (about, fields, lines, keys, expected) in table() {
        let document = document(fields);
        let (outcome, transcript) = plain(&document, &in_folder(lines), &mut crate::asker::NoDeadline);
        assert_eq!(outcome, expected, "plain: {about}\n{transcript}");
        assert!(transcript.starts_with("Plain mode"), "{transcript}");
        let mut wizard = wizard(&document);
        let outcome = type_keys(&mut wizard, &mut crate::asker::NoDeadline, in_folder(&keys).as_bytes());
        let screen = super::screen(&wizard, (80, 24));
        assert_eq!(described(outcome), expected, "wizard: {about}\n{screen}");
    }
}

#[test]
fn decision_is_sent_without_a_review() {
    let document = r#"{"id": "d", "title": "Deploy?", "decision":
        {"approve": "Deploy", "reject": "Hold back", "comment": "required_to_reject"}}"#;
    for (lines, keys, expected) in [
        ("1\n\n", "1\r\r", r#"{"approved":true}"#),
        ("deploy\nGo.\n.\n", "a\rGo.\r", r#"{"approved":true,"comment":"Go."}"#),
        ("yes\n2\n\nFriday.\n.\n", "yr\r\rFriday.\r", r#"{"approved":false,"comment":"Friday."}"#),
    ] {
        let (outcome, transcript) = plain(document, lines, &mut crate::asker::NoDeadline);
        assert_eq!(outcome, expected, "{transcript}");
        assert!(transcript.contains("1. Deploy\n  2. Hold back\n"), "{transcript}");
        let mut wizard = wizard(document);
        assert!(super::screen(&wizard, (80, 24)).contains("Deploy    "), "the author's words");
        let outcome = type_keys(&mut wizard, &mut crate::asker::NoDeadline, keys.as_bytes());
        assert_eq!(described(outcome), expected, "{}", super::screen(&wizard, (80, 24)));
    }
}

#[test]
fn entries_are_kept_when_the_asker_is_unreachable() {
    let document = document(RULES);
    let expected = r#"{"env":"stage","notify":false,"by":"desk"}"#;
    let (outcome, transcript) = plain(&document, "\nn\ny\ny\ny\n", &mut UnreliableAsker { tries: 0 });
    assert_eq!(outcome, expected, "{transcript}");
    for sentence in ["The service does not answer. Your answers are kept", "Problem: Not on a Sunday."] {
        assert!(transcript.contains(sentence), "{transcript}");
    }
    let mut asker = UnreliableAsker { tries: 0 };
    let mut wizard = wizard(&document);
    assert_eq!(type_keys(&mut wizard, &mut asker, b"\rn\r\r"), None);
    assert!(super::screen(&wizard, (80, 24)).contains("The service does not answer. Your answers are kept"));
    assert_eq!(type_keys(&mut wizard, &mut asker, b"\r"), None);
    assert!(super::screen(&wizard, (80, 24)).contains("Not on a Sunday."));
    assert_eq!(described(type_keys(&mut wizard, &mut asker, b"\r")), expected);
}

#[test]
fn ended_wait_ends_both_front_ends() {
    struct EndedAsker(WaitStatus);
    impl Asker for EndedAsker {
        fn wait_status(&mut self) -> WaitStatus {
            self.0.clone()
        }
        fn extend_deadline(&mut self) {}
        fn submit(&mut self, _answers: &Answers) -> SubmitResult {
            SubmitResult::Accepted
        }
    }
    let closed = WaitStatus::Closed("Another person has answered.".to_owned());
    for (waiting, expected) in [
        (WaitStatus::TimedOut, Outcome::TimedOut),
        (closed, Outcome::Closed("Another person has answered.".to_owned())),
    ] {
        let document = document(RULES);
        let mut session = FormSession::new(Form::parse(&document).unwrap());
        let mut person = PipedLines { input: &b"\n"[..], output: Vec::new() };
        let outcome = ask_plain(&mut session, &mut EndedAsker(waiting.clone()), &mut person).unwrap();
        assert_eq!(outcome, expected);
        let effect = wizard(&document).update(super::super::WizardEvent::WaitStatus(waiting));
        assert!(matches!(effect, super::super::Effect::End(outcome) if outcome == expected));
    }
}

#[test]
fn shared_conversations_lead_both_front_ends_to_the_same_answers() {
    for conversation in askwell_testkit::conversations::conversations() {
        let document = conversation.form.to_json();
        let answers = |outcome: &str| serde_json::from_str::<serde_json::Value>(outcome).ok();
        let (outcome, transcript) = plain(document, &conversation.lines, &mut crate::asker::NoDeadline);
        let about = &conversation.about;
        assert_eq!(answers(&outcome).as_ref(), Some(&conversation.answers), "plain: {about}\n{transcript}");
        let mut wizard = wizard(document);
        let outcome = type_keys(&mut wizard, &mut crate::asker::NoDeadline, conversation.keys.as_bytes());
        let screen = super::screen(&wizard, (80, 24));
        let outcome = answers(&described(outcome));
        assert_eq!(outcome.as_ref(), Some(&conversation.answers), "wizard: {about}\n{screen}");
    }
}

#[test]
fn groups_have_headings_and_steps_have_numbers() {
    let steps = &askwell_testkit::conversations::conversations()[1];
    let (_, transcript) = plain(steps.form.to_json(), &steps.lines, &mut crate::asker::NoDeadline);
    for part in [
        "\nStep 1 of 3: Place\n",
        "\nStep 2 of 3: Loading\n",
        "\nMore\nOnly if you like.\n",
        "\nStep 3 of 3: Review\n",
    ] {
        assert!(transcript.contains(part), "{part}\n{transcript}");
    }
    for hidden in ["People", "badge"] {
        assert!(!transcript.contains(hidden), "{transcript}");
    }
    let mut wizard = wizard(steps.form.to_json());
    for (keys, heading) in [
        ("", "Step 1 of 3: Place"),
        ("Lisbon\rdepot\r", "Step 2 of 4: People"),
        ("Ana\r4\r", "Step 3 of 4: Loading · More"),
        ("\r", "Step 4 of 4: Review"),
    ] {
        type_keys(&mut wizard, &mut crate::asker::NoDeadline, keys.as_bytes());
        let screen = super::screen(&wizard, (80, 24));
        assert!(screen.contains(heading), "{heading}\n{screen}");
    }
}
