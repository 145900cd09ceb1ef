//! The buttons of a page and their values.

/// The name of every action button.
pub(crate) const NAME: &str = ":do";

/// The action of a button. Field ids cannot contain a colon, so no button name is the name of a
/// field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// Shows the form again, with the conditional fields that now apply.
    Update,
    /// Shows the answer before it is sent.
    Review,
    /// Returns from the review to the form.
    Edit,
    /// Submits the answer.
    Send,
    /// Submits the answer to a decision: an approval.
    Approve,
    /// Submits the answer to a decision: a rejection.
    Reject,
    /// Declines.
    Decline,
    /// Cancels.
    Cancel,
    /// Extends the deadline.
    Extend,
    /// Checks the shown step and goes to the next one, or to the review.
    Continue,
    /// Goes to the step before.
    Back,
    /// Goes to the step with this id.
    Step(String),
    /// Searches the options of this field.
    Find(String),
    /// Checks the URL in this field.
    Test(String),
    /// Adds a row to this repeating group.
    AddRow(String),
    /// Changes one row of this repeating group.
    Row(RowChange, String, usize),
    /// Claims the elicitation.
    Claim,
    /// Releases the claim.
    Release,
}

/// What a button does to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowChange {
    Remove,
    MoveUp,
    MoveDown,
}

impl RowChange {
    pub(crate) const ALL: [(&str, RowChange); 3] =
        [("remove", RowChange::Remove), ("up", RowChange::MoveUp), ("down", RowChange::MoveDown)];

    fn word(self) -> &'static str {
        RowChange::ALL.get(self as usize).map_or("", |(word, _)| word)
    }

    /// Returns the change with this word, of the row with this name: `lines.2`.
    fn read(word: &str, row: &str) -> Option<Action> {
        let (_, change) = RowChange::ALL.iter().find(|(known, _)| *known == word)?;
        let (group, row) = row.split_once('.')?;
        Some(Action::Row(*change, group.to_owned(), row.parse().ok()?))
    }
}

impl Action {
    /// Returns the value of the button.
    pub(crate) fn value(&self) -> String {
        match self {
            Action::Update => "update".to_owned(),
            Action::Review => "review".to_owned(),
            Action::Edit => "edit".to_owned(),
            Action::Send => "send".to_owned(),
            Action::Approve => "approve".to_owned(),
            Action::Reject => "reject".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::Cancel => "cancel".to_owned(),
            Action::Extend => "extend".to_owned(),
            Action::Continue => "continue".to_owned(),
            Action::Back => "back".to_owned(),
            Action::Step(id) => format!("step:{id}"),
            Action::Claim => "claim".to_owned(),
            Action::Release => "release".to_owned(),
            Action::Find(field) => format!("find:{field}"),
            Action::Test(field) => format!("test:{field}"),
            Action::AddRow(group) => format!("add:{group}"),
            Action::Row(change, group, row) => format!("{}:{group}.{row}", change.word()),
        }
    }

    /// Returns the action of a button value. A form that was sent without a button, for example by
    /// the enter key in an old browser, is only shown again: nothing is submitted by accident.
    pub(crate) fn read(value: Option<&str>) -> Action {
        match value.unwrap_or_default() {
            "review" => Action::Review,
            "edit" => Action::Edit,
            "send" => Action::Send,
            "approve" => Action::Approve,
            "reject" => Action::Reject,
            "decline" => Action::Decline,
            "cancel" => Action::Cancel,
            "extend" => Action::Extend,
            "continue" => Action::Continue,
            "back" => Action::Back,
            "claim" => Action::Claim,
            "release" => Action::Release,
            other => match other.split_once(':') {
                Some(("step", id)) => Action::Step(id.to_owned()),
                Some(("find", field)) => Action::Find(field.to_owned()),
                Some(("test", field)) => Action::Test(field.to_owned()),
                Some(("add", group)) => Action::AddRow(group.to_owned()),
                Some((word, row)) => RowChange::read(word, row).unwrap_or(Action::Update),
                None => Action::Update,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, RowChange};

    #[test]
    fn action_round_trips_through_its_button_value() {
        for action in [
            Action::Update,
            Action::Review,
            Action::Edit,
            Action::Send,
            Action::Approve,
            Action::Reject,
            Action::Decline,
            Action::Cancel,
            Action::Extend,
            Action::Claim,
            Action::Release,
            Action::Continue,
            Action::Back,
            Action::Step("access".to_owned()),
            Action::Find("room".to_owned()),
            Action::Test("hook".to_owned()),
            Action::AddRow("lines".to_owned()),
            Action::Row(RowChange::Remove, "lines".to_owned(), 0),
            Action::Row(RowChange::MoveUp, "lines".to_owned(), 12),
            Action::Row(RowChange::MoveDown, "lines".to_owned(), 3),
        ] {
            assert_eq!(Action::read(Some(&action.value())), action);
        }
        for anything_else in
            [None, Some(""), Some("destroy"), Some("send:now"), Some("remove:lines"), Some("up:lines.x")]
        {
            assert_eq!(Action::read(anything_else), Action::Update, "{anything_else:?}");
        }
    }
}
