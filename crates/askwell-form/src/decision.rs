//! A decision: a form that asks for one approval, with the words of its buttons.
//!
//! The language turns it into two fields, `approved` and `comment`, so that checking, views and schemas know nothing
//! new. Renderers ask [`Form::decision`] and show two buttons instead of two fields.

use std::sync::Arc;

use crate::answer::Answer;
use crate::answers::Answers;
use crate::condition::{Condition, ConditionTest};
use crate::constraint::Constraint;
use crate::definition::{Action, Field, Form, Rules};
use crate::json::tree::Node;
use crate::kind::{BooleanKind, Kind, TextKind};
use crate::parse::reader::Reader;
use crate::rendering::Rendering;
use crate::report::Identity;

/// The decision of a form, as its author words it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub(crate) approve: Arc<str>,
    pub(crate) reject: Arc<str>,
    pub(crate) comment: CommentRule,
}

/// Whether a decision takes a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CommentRule {
    /// There is no comment.
    None,
    /// The person may write one.
    #[default]
    Optional,
    /// The person has to write one.
    Required,
    /// The person has to write one to reject, and may write one to approve.
    RequiredToReject,
}

impl CommentRule {
    /// Every rule with the name that documents use.
    pub const ALL: [(&'static str, CommentRule); 4] = [
        ("none", CommentRule::None),
        ("optional", CommentRule::Optional),
        ("required", CommentRule::Required),
        ("required_to_reject", CommentRule::RequiredToReject),
    ];

    /// Returns the name that documents use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        CommentRule::ALL.get(self as usize).map_or("", |(name, _)| name)
    }
}

/// What a person decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionAnswer {
    /// Whether they approve.
    pub approved: bool,
    /// Their comment; never blank.
    pub comment: Option<String>,
}

impl Decision {
    /// The label of the button that approves, if the author gives none. Surfaces say it in the language of the person.
    pub const APPROVE: &'static str = "Approve";
    /// The label of the button that rejects, if the author gives none.
    pub const REJECT: &'static str = "Reject";
    /// The label of the field with the verdict.
    pub const APPROVED_LABEL: &'static str = "Decision";
    /// The label of the comment.
    pub const COMMENT_LABEL: &'static str = "Comment";

    /// The id of the field that holds `true` for an approval and `false` for a rejection.
    pub const APPROVED: &'static str = "approved";

    /// The id of the field with the comment.
    pub const COMMENT: &'static str = "comment";

    /// The longest comment in characters.
    pub const COMMENT_CHARS: usize = 1_000;

    /// Returns the words of the button that approves; `Approve` unless the author says otherwise.
    #[must_use]
    pub fn approve_label(&self) -> &str {
        &self.approve
    }

    /// Returns the words of the button that rejects; `Reject` unless the author says otherwise.
    #[must_use]
    pub fn reject_label(&self) -> &str {
        &self.reject
    }

    /// Returns the words of the button for a verdict.
    #[must_use]
    pub fn label(&self, approved: bool) -> &str {
        if approved { &self.approve } else { &self.reject }
    }

    /// Returns whether there is a comment.
    #[must_use]
    pub fn comment(&self) -> CommentRule {
        self.comment
    }

    /// Returns whether this verdict needs a comment.
    #[must_use]
    pub fn needs_comment(&self, approved: bool) -> bool {
        match self.comment {
            CommentRule::None | CommentRule::Optional => false,
            CommentRule::Required => true,
            CommentRule::RequiredToReject => !approved,
        }
    }

    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>) -> Option<Decision> {
        let members = reader.object(node, &["approve", "reject", "comment"])?;
        let label = |reader: &mut Reader, key: &str, otherwise: &str| match members.get(key) {
            Some(node) => reader.shown(node, 1..=Decision::LABEL_CHARS).map(Arc::from),
            None => Some(Arc::from(otherwise)),
        };
        let approve = label(reader, "approve", Decision::APPROVE);
        let reject = label(reader, "reject", Decision::REJECT);
        let comment = match members.get("comment") {
            Some(node) => reader.word(node, &CommentRule::ALL),
            None => Some(CommentRule::default()),
        };
        Some(Decision { approve: approve?, reject: reject?, comment: comment? })
    }

    /// The longest words of a button in characters.
    const LABEL_CHARS: usize = 40;

    /// Returns the fields that stand for the decision in a form that has `before` other fields.
    pub(crate) fn fields(&self, before: usize) -> Vec<Field> {
        let labels = (Arc::clone(&self.approve), Arc::clone(&self.reject));
        let approved = field(
            Decision::APPROVED,
            Decision::APPROVED_LABEL,
            Kind::Boolean(BooleanKind { labels: Some(labels) }),
            vec![(Constraint::Required, "Please decide.".to_owned())],
        );
        let mut fields = vec![Field { required: true, ..approved }];
        if self.comment != CommentRule::None {
            let kind = TextKind {
                min_length: 0,
                max_length: Decision::COMMENT_CHARS,
                pattern: None,
                format: None,
                secret: false,
            };
            let mut comment = field(Decision::COMMENT, Decision::COMMENT_LABEL, Kind::Text(kind), Vec::new());
            comment.rendering.rows = Some(3);
            comment.required = self.comment == CommentRule::Required;
            if self.comment == CommentRule::RequiredToReject {
                comment.description = Some("Needed only to reject.".to_owned());
                let message = format!("Please say why, to choose “{}”.", self.reject);
                comment.identity.messages.push((Constraint::Required, message));
                let test = ConditionTest::Equals(Answer::Bool(false));
                let rejected = Condition::Test { field: before, test };
                comment.rules = Rules { action: Some((Action::Validate, rejected)), ..Rules::default() };
            }
            fields.push(comment);
        }
        fields
    }
}

fn field(id: &str, label: &str, kind: Kind, messages: Vec<(Constraint, String)>) -> Field {
    Field {
        identity: Identity { id: Arc::from(id), label: label.to_owned(), secret: false, messages },
        property: None,
        description: None,
        required: false,
        default: None,
        kind,
        rendering: Rendering::default(),
        extensions: serde_json::Map::new(),
        rules: Rules::default(),
        derivation: None,
        steers: false,
    }
}

impl Form {
    /// Returns the decision, if the form is one. Its answer is in the fields [`Decision::APPROVED`] and
    /// [`Decision::COMMENT`].
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        self.definition.decision.as_ref()
    }
}

impl Answers {
    /// Returns what the person decided; `None` for answers to a form that is no decision.
    #[must_use]
    pub fn decision(&self) -> Option<DecisionAnswer> {
        let approved = match self.get(Decision::APPROVED)? {
            Answer::Bool(approved) if self.is_decision() => *approved,
            _ => return None,
        };
        let comment = self.text(Decision::COMMENT).map(str::trim).filter(|comment| !comment.is_empty());
        Some(DecisionAnswer { approved, comment: comment.map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{CommentRule, Decision, DecisionAnswer};
    use crate::Form;
    use crate::schema::Revision;

    fn form(decision: &Value) -> Form {
        Form::from_value(&json!({"id": "d", "title": "Deploy 4.2?", "decision": decision})).unwrap()
    }

    #[test]
    fn decision_has_a_typed_answer() {
        let form = form(&json!({}));
        let decision = form.decision().unwrap();
        assert_eq!((decision.approve_label(), decision.reject_label()), ("Approve", "Reject"));
        for (raw, approved, comment) in [
            (json!({"approved": true}), true, None),
            (json!({"approved": "approve", "comment": " Go. "}), true, Some("Go.")),
            (json!({"approved": "reject", "comment": "  "}), false, None),
            (json!({"approved": false, "comment": "Friday."}), false, Some("Friday.")),
        ] {
            let expected = DecisionAnswer { approved, comment: comment.map(str::to_owned) };
            assert_eq!(form.check(&raw).unwrap().decision(), Some(expected), "{raw}");
        }
        for raw in
            [json!({}), json!({"comment": "fine"}), json!({"approved": ""}), json!({"approved": "yes"})]
        {
            assert!(form.check(&raw).is_err(), "{raw}");
        }
    }

    #[test]
    fn comment_is_needed_as_the_author_says() {
        for (rule, to_approve, to_reject) in
            [("optional", false, false), ("required", true, true), ("required_to_reject", false, true)]
        {
            let form = form(&json!({"comment": rule}));
            let decision = form.decision().unwrap();
            for (approved, needed) in [(true, to_approve), (false, to_reject)] {
                assert_eq!(decision.needs_comment(approved), needed, "{rule} {approved}");
                assert_eq!(form.check(&json!({"approved": approved})).is_err(), needed, "{rule} {approved}");
                assert!(form.check(&json!({"approved": approved, "comment": "x"})).is_ok(), "{rule}");
            }
        }
        let without = form(&json!({"comment": "none"}));
        assert_eq!(without.decision().map(Decision::comment), Some(CommentRule::None));
        assert!(without.check(&json!({"approved": true})).is_ok());
        assert!(without.check(&json!({"approved": true, "comment": "x"})).is_err());
    }

    #[test]
    fn same_ids_in_another_form_are_no_decision() {
        let fields = json!([{"id": "approved", "type": "boolean", "label": "A", "required": true}]);
        let form = Form::from_value(&json!({"id": "f", "title": "F", "fields": fields})).unwrap();
        assert!(form.decision().is_none());
        assert_eq!(form.check(&json!({"approved": true})).unwrap().decision(), None);
        assert!(form.check(&json!({"approved": "approve"})).is_err());
    }

    #[test]
    fn dialogs_show_the_labels_and_cannot_accept_without_a_choice() {
        let form = form(&json!({"approve": "Deploy", "reject": "Hold back"}));
        for revision in Revision::ALL {
            let schema = form.to_mcp_schema(revision).schema;
            assert_eq!(schema["required"], json!(["approved"]), "{revision:?}");
            let property = &schema["properties"]["approved"];
            assert_eq!(property["type"], "string");
            assert!(property.get("default").is_none());
            let text = property.to_string();
            assert!(
                text.contains("Deploy") && text.contains("Hold back") && text.contains("approve"),
                "{text}"
            );
        }
        assert_eq!(form.to_json_schema().schema["properties"]["approved"]["type"], "boolean");
    }

    #[test]
    fn decision_refuses_what_would_make_it_something_else() {
        let field = json!({"id": "a", "type": "text", "label": "A"});
        for (document, pointer) in [
            (json!({"id": "d", "title": "D", "decision": {}, "fields": [field]}), "/fields/0"),
            (json!({"id": "d", "title": "D", "decision": {}, "allowPartial": true}), "/allowPartial"),
            (json!({"id": "d", "title": "D", "decision": {"comment": "maybe"}}), "/decision/comment"),
            (json!({"id": "d", "title": "D", "decision": {"approve": ""}}), "/decision/approve"),
            (json!({"id": "d", "title": "D", "decision": {"approve": "x".repeat(41)}}), "/decision/approve"),
            (json!({"id": "d", "title": "D", "decision": {"yes": "Go"}}), "/decision/yes"),
            (json!({"id": "d", "title": "D", "decision": true}), "/decision"),
        ] {
            let defects = Form::from_value(&document).unwrap_err();
            assert!(defects.iter().any(|defect| defect.pointer == pointer), "{document}: {defects}");
        }
        assert!(Form::from_value(&json!({"id": "d", "title": "D"})).is_err(), "nothing is asked");
    }

    #[test]
    fn decision_survives_packing() {
        let form = form(&json!({"approve": "Ship"}));
        let dormant = form.dormant();
        assert_eq!(dormant.decision().map(Decision::approve_label), Some("Ship"));
        assert_eq!(Form::reparse(form.to_json()).unwrap(), form);
    }
}
