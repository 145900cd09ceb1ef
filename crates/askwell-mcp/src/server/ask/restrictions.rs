//! Restrictions of one question, beside what client and server allow.

use std::time::Duration;

use askwell_lifecycle::Audience;

/// How one question may be asked, beside what the client declares and the server has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskRestrictions {
    /// Does not show the form in the client's dialog.
    pub without_dialog: bool,
    /// Does not make the client open a URL.
    pub without_urls: bool,
    /// Every answer of the client that comes faster is the client's own, also one that accepts: it counts neither as
    /// a yes nor as a no, and the person gets a link if there is a page. Zero leaves it to
    /// [`ServerBuilder::instant_refusal`](crate::server::ServerBuilder::instant_refusal).
    pub instant_answer: Duration,
    /// Who may answer on pages, instead of what the server says. Only this person, if one is named, so the client is
    /// then shown no dialog.
    pub audience: Option<Audience>,
}

/// The restrictions of a question without any.
pub(in crate::server) static UNRESTRICTED: AskRestrictions = AskRestrictions::NONE;

impl AskRestrictions {
    /// No restrictions.
    pub const NONE: AskRestrictions = AskRestrictions {
        without_dialog: false,
        without_urls: false,
        instant_answer: Duration::ZERO,
        audience: None,
    };

    /// Returns whether the client's dialog may show the form. A dialog does not tell who answers.
    pub(in crate::server) fn allow_dialog(&self) -> bool {
        let names_people =
            matches!(self.audience, Some(Audience::Person(_) | Audience::Group(_) | Audience::SignedIn));
        !self.without_dialog && !names_people
    }

    /// Returns whether an app may show the form: where a dialog may, unless answers that come too fast have to be told
    /// from a person's. The host of an app passes on its calls, and does not tell when it has shown it.
    pub(in crate::server) fn allow_app(&self) -> bool {
        self.allow_dialog() && self.instant_answer.is_zero()
    }
}

impl Default for AskRestrictions {
    fn default() -> Self {
        AskRestrictions::NONE
    }
}
