//! Pages without a form: the elicitation is closed, or the request is rejected.

use askwell_lifecycle::Timestamp;
use maud::{Markup, html};

use super::format::{instant, when};
use crate::person_limits::{PersonWork, TooMuchWork};
use crate::sign_in_attempts::{AttemptScope, TooManyAttempts};

/// Why the page has no form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FinalPage {
    /// The elicitation was answered.
    Answered {
        /// The client that asked.
        client: String,
        /// The person who answered, if it was not the viewer.
        by: Option<String>,
        /// The time.
        at: Timestamp,
    },
    /// The elicitation was declined.
    Declined {
        /// The client that asked.
        client: String,
        /// The person who declined, if it was not the viewer.
        by: Option<String>,
        /// The time.
        at: Timestamp,
        /// The reason, if one was given.
        reason: Option<String>,
    },
    /// The elicitation was cancelled.
    Cancelled {
        /// The client that asked.
        client: String,
        /// The time.
        at: Timestamp,
        /// What happened, as a sentence.
        why: &'static str,
    },
    /// The elicitation timed out.
    Expired {
        /// The client that asked.
        client: String,
        /// The time.
        at: Timestamp,
    },
    /// There is no such link, or its elicitation is purged.
    NotFound,
    /// No page has this address.
    NoSuchPage,
    /// The link belongs to another browser.
    OtherBrowser,
    /// The link is for another person.
    SomebodyElse,
    /// The proxy in front of the service did not name a person.
    Unknown,
    /// Too many wrong codes.
    Locked,
    /// There were too many attempts to sign in or to enter a code.
    TooManyAttempts(TooManyAttempts),
    /// The person did too much in the last minute.
    TooMuchWork(TooMuchWork),
    /// The request is rejected.
    Refused {
        /// The reason, as a sentence.
        why: &'static str,
    },
    /// The service failed.
    Trouble,
    /// People are identified by codes only, so there is no inbox.
    NoInbox,
}

impl FinalPage {
    pub(crate) fn title(&self) -> &'static str {
        match self {
            FinalPage::Answered { by: None, .. } => "Sent",
            FinalPage::Answered { by: Some(_), .. } => "Someone else answered first",
            FinalPage::Declined { by: None, .. } => "You declined",
            FinalPage::Declined { by: Some(_), .. } => "This was declined",
            FinalPage::Cancelled { .. } => "This request was cancelled",
            FinalPage::Expired { .. } => "The time is up",
            FinalPage::NotFound | FinalPage::NoSuchPage => "There is nothing here",
            FinalPage::OtherBrowser => "This link is in use in another browser",
            FinalPage::SomebodyElse => "This request is for someone else",
            FinalPage::Unknown => "Please sign in",
            FinalPage::Locked => "Too many wrong codes",
            FinalPage::TooManyAttempts(_) => "Too many attempts",
            FinalPage::TooMuchWork(_) => "Too much at once",
            FinalPage::Refused { .. } => "That did not work",
            FinalPage::Trouble => "Something went wrong here",
            FinalPage::NoInbox => "There is no inbox here",
        }
    }

    /// Returns whether the page confirms the viewer's own answer.
    fn is_good(&self) -> bool {
        matches!(self, FinalPage::Answered { by: None, .. })
    }
}

/// Renders the page. For a closed elicitation, the script removes the values that the browser
/// saved.
pub(crate) fn render_final_page(ending: &FinalPage) -> Markup {
    let is_over = matches!(
        ending,
        FinalPage::Answered { .. }
            | FinalPage::Declined { .. }
            | FinalPage::Cancelled { .. }
            | FinalPage::Expired { .. }
    );
    html! {
        div.ending.good[ending.is_good()] data-over[is_over] {
            (mark(ending))
            h1 { (ending.title()) }
            (explanation(ending))
        }
    }
}

fn mark(ending: &FinalPage) -> Markup {
    let sign = match ending {
        FinalPage::Answered { .. } => "✓",
        FinalPage::Declined { .. } => "✕",
        FinalPage::Cancelled { .. } => "–",
        FinalPage::Expired { .. } => return html! { span.mark.small aria-hidden="true" { "0:00" } },
        FinalPage::NotFound | FinalPage::NoSuchPage | FinalPage::NoInbox => "?",
        _ => "!",
    };
    html! { span.mark aria-hidden="true" { (sign) } }
}

/// Renders the time of the outcome. The script shows it in the zone of the browser.
fn moment(at: Timestamp) -> Markup {
    html! { p.at { time datetime=(instant(at)) data-local="whole" { (when(at)) } } }
}

fn explanation(ending: &FinalPage) -> Markup {
    html! {
        @match ending {
            FinalPage::Answered { client, by: None, at } => {
                p { bdi { (client) } " has your answer. You can close this page." }
                (moment(*at))
            }
            FinalPage::Answered { client, by: Some(by), at } => {
                p { "This was already answered by " bdi { (by) } ". " bdi { (client) } " has got what it asked for." }
                p { "What you filled in was not sent. You can close this page." }
                (moment(*at))
            }
            FinalPage::Declined { client, by, at, reason } => {
                @let actor_name = by.as_deref().unwrap_or("you");
                p { bdi { (client) } " knows that " bdi { (actor_name) } " declined." }
                @if let (Some(reason), true) = (reason, by.is_some()) { p { "The reason given: " bdi { (reason) } } }
                p { "You can close this page." }
                (moment(*at))
            }
            FinalPage::Cancelled { client, at, why } => {
                p { (why) " " bdi { (client) } " no longer waits for an answer." }
                p { "You can close this page." }
                (moment(*at))
            }
            FinalPage::Expired { client, at } => {
                p { "There was no answer in time, and " bdi { (client) } " no longer waits." }
                p { "Nothing was sent. If the answer still matters, ask " bdi { (client) } " to ask again: you will get a new link." }
                (moment(*at))
            }
            FinalPage::NotFound => {
                p { "The link may be incomplete, or what it led to is long over and forgotten." }
                p { "Copy the whole link and try again, or go back to the program that gave it to you and let it ask again." }
            }
            FinalPage::NoSuchPage => {
                p { "No page has this address. Check how it is spelled, or open the link that you were given again." }
                p { a href="/" { "What there is" } }
            }
            FinalPage::OtherBrowser => {
                p { "An answer was started in another browser or window, and a link works in one browser only." }
                p { "Go back to that browser. If it was not you, tell the program that gave you the link to ask again." }
            }
            FinalPage::SomebodyElse => {
                p { "You are signed in, but this request is for another person." }
                p { "Sign in as the person who got the link, or pass it on to them." }
            }
            FinalPage::Unknown => {
                p { "This page needs to know who you are. The sign-in in front of it did not send your name." }
                p { "Sign in and open the link again. If you are signed in, tell the operator of this service that it does not receive the user’s name." }
            }
            FinalPage::Locked => {
                p { "The code was wrong too often, so this link no longer works." }
                p { "Go back to the program that gave you the link and let it ask again." }
            }
            FinalPage::TooManyAttempts(refused) => {
                p {
                    @match refused.scope {
                        AttemptScope::Address => "Too many attempts to sign in or to enter a code came from your network.",
                        AttemptScope::Service => "Too many people or programs try to sign in here right now.",
                        AttemptScope::Mailbox => "Too many codes were asked for with this mail address.",
                    }
                    " Nothing was checked, and no try was used up."
                }
                p { "Wait " (refused.seconds) @if refused.seconds == 1 { " second" } @else { " seconds" } ", then go back and try again." }
            }
            FinalPage::TooMuchWork(refused) => {
                p {
                    @match refused.work {
                        PersonWork::Action => "You answered, decided or changed more in the last minute than one person may here.",
                        PersonWork::Draft => "You typed faster in the last minute than one person may here.",
                        PersonWork::Upload => "You uploaded more files in the last minute than one person may here.",
                        PersonWork::Search => "You searched more often in the last minute than one person may here.",
                        PersonWork::Stream | PersonWork::View => "You opened more pages in the last minute than one person may here.",
                    }
                    " All your browsers count together. Nothing was sent."
                }
                p { "Wait " (refused.seconds) @if refused.seconds == 1 { " second" } @else { " seconds" } ", then go back and try again." }
            }
            FinalPage::Refused { why } => {
                p { (why) }
                p { "Nothing was sent. Go back, reload the page and try again." }
            }
            FinalPage::Trouble => {
                p { "Nothing was sent." }
                p { "Wait a moment, go back and try again." }
            }
            FinalPage::NoInbox => {
                p { "People are identified here by the code of each link, so there are no inboxes." }
                p { "Open the link that you were given." }
            }
        }
    }
}
