//! What a person wants done: the button that they pressed.

/// The name of every button that does something.
pub(crate) const NAME: &str = ":do";

/// What a button does. Field ids cannot hold a colon, so none of these names is ever a field's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// Shows the form as it is with what was filled in: conditional fields come and go.
    Update,
    /// Shows what would be sent.
    Review,
    /// Goes back from there.
    Edit,
    /// Sends it.
    Send,
    /// Says no.
    Decline,
    /// Calls it off.
    Cancel,
    /// Asks for more time.
    Extend,
    /// Looks for options of a field that has many.
    Find(String),
    /// Asks the guard about a web address.
    Test(String),
    /// Says "I am at it".
    Claim,
    /// Takes that back.
    Release,
}

impl Action {
    /// The value of the button.
    pub(crate) fn value(&self) -> String {
        match self {
            Action::Update => "update".to_owned(),
            Action::Review => "review".to_owned(),
            Action::Edit => "edit".to_owned(),
            Action::Send => "send".to_owned(),
            Action::Decline => "decline".to_owned(),
            Action::Cancel => "cancel".to_owned(),
            Action::Extend => "extend".to_owned(),
            Action::Claim => "claim".to_owned(),
            Action::Release => "release".to_owned(),
            Action::Find(field) => format!("find:{field}"),
            Action::Test(field) => format!("test:{field}"),
        }
    }

    /// The action of a button's value. A form sent without a button, by the enter key of an old browser, is
    /// only shown again: nothing is ever sent by accident.
    pub(crate) fn read(value: Option<&str>) -> Action {
        match value.unwrap_or_default() {
            "review" => Action::Review,
            "edit" => Action::Edit,
            "send" => Action::Send,
            "decline" => Action::Decline,
            "cancel" => Action::Cancel,
            "extend" => Action::Extend,
            "claim" => Action::Claim,
            "release" => Action::Release,
            other => match other.split_once(':') {
                Some(("find", field)) => Action::Find(field.to_owned()),
                Some(("test", field)) => Action::Test(field.to_owned()),
                _ => Action::Update,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Action;

    #[test]
    fn action_round_trips_through_its_button_value() {
        for action in [
            Action::Update,
            Action::Review,
            Action::Edit,
            Action::Send,
            Action::Decline,
            Action::Cancel,
            Action::Extend,
            Action::Claim,
            Action::Release,
            Action::Find("room".to_owned()),
            Action::Test("hook".to_owned()),
        ] {
            assert_eq!(Action::read(Some(&action.value())), action);
        }
        for anything_else in [None, Some(""), Some("destroy"), Some("send:now")] {
            assert_eq!(Action::read(anything_else), Action::Update, "{anything_else:?}");
        }
    }
}
