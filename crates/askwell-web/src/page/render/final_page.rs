//! Pages without a form: the elicitation is closed, or the request is rejected.

use crate::text::{message, with_name};
use askwell_lifecycle::Timestamp;
use askwell_locale::{say, text};
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
        /// The key of the sentence that says what happened.
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
        /// The key of the sentence that says why.
        why: &'static str,
    },
    /// The service failed.
    Trouble,
    /// People are identified by codes only, so there is no inbox.
    NoInbox,
}

impl FinalPage {
    pub(crate) fn title(&self) -> String {
        say(match self {
            FinalPage::Answered { by: None, .. } => "final-title-sent",
            FinalPage::Answered { by: Some(_), .. } => "final-title-answered-by-other",
            FinalPage::Declined { by: None, .. } => "final-title-you-declined",
            FinalPage::Declined { by: Some(_), .. } => "final-title-declined",
            FinalPage::Cancelled { .. } => "final-title-cancelled",
            FinalPage::Expired { .. } => "final-title-expired",
            FinalPage::NotFound | FinalPage::NoSuchPage => "final-title-nothing",
            FinalPage::OtherBrowser => "final-title-other-browser",
            FinalPage::SomebodyElse => "final-title-somebody-else",
            FinalPage::Unknown => "final-title-sign-in",
            FinalPage::Locked => "final-title-locked",
            FinalPage::TooManyAttempts(_) => "final-title-attempts",
            FinalPage::TooMuchWork(_) => "final-title-too-much",
            FinalPage::Refused { .. } => "final-title-refused",
            FinalPage::Trouble => "final-title-trouble",
            FinalPage::NoInbox => "final-title-no-inbox",
        })
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
                p { (with_name("final-has-answer", "client", client)) }
                (moment(*at))
            }
            FinalPage::Answered { client, by: Some(by), at } => {
                p { (message("final-answered-by", &[], &[("name", html! { bdi { (by) } }), ("client", html! { bdi { (client) } })])) }
                p { (say("final-not-sent")) }
                (moment(*at))
            }
            FinalPage::Declined { client, by, at, reason } => {
                @match by {
                    None => p { (with_name("final-you-declined", "client", client)) },
                    Some(by) => p { (message("final-declined-by", &[], &[("client", html! { bdi { (client) } }), ("name", html! { bdi { (by) } })])) },
                }
                @if let (Some(reason), true) = (reason, by.is_some()) { p { (with_name("final-reason", "reason", reason)) } }
                p { (say("final-close")) }
                (moment(*at))
            }
            FinalPage::Cancelled { client, at, why } => {
                p { (say(why)) " " (with_name("final-no-longer-waits", "client", client)) }
                p { (say("final-close")) }
                (moment(*at))
            }
            FinalPage::Expired { client, at } => {
                p { (with_name("final-expired", "client", client)) }
                p { (with_name("final-expired-next", "client", client)) }
                (moment(*at))
            }
            FinalPage::NotFound => {
                p { (say("final-not-found")) }
                p { (say("final-not-found-next")) }
            }
            FinalPage::NoSuchPage => {
                p { (say("final-no-page")) }
                p { a href="/" { (say("final-home")) } }
            }
            FinalPage::OtherBrowser => {
                p { (say("final-other-browser")) }
                p { (say("final-other-browser-next")) }
            }
            FinalPage::SomebodyElse => {
                p { (say("final-somebody-else")) }
                p { (say("final-somebody-else-next")) }
            }
            FinalPage::Unknown => {
                p { (say("final-unknown")) }
                p { (say("final-unknown-next")) }
            }
            FinalPage::Locked => {
                p { (say("final-locked")) }
                p { (say("final-locked-next")) }
            }
            FinalPage::TooManyAttempts(refused) => {
                p {
                    (say(match refused.scope {
                        AttemptScope::Address => "final-attempts-address",
                        AttemptScope::Service => "final-attempts-service",
                        AttemptScope::Mailbox => "final-attempts-mailbox",
                    }))
                }
                p { (text("final-wait", &[("count", refused.seconds.into())])) }
            }
            FinalPage::TooMuchWork(refused) => {
                p {
                    (say(match refused.work {
                        PersonWork::Action => "final-work-action",
                        PersonWork::Draft => "final-work-draft",
                        PersonWork::Upload => "final-work-upload",
                        PersonWork::Search => "final-work-search",
                        PersonWork::Stream | PersonWork::View => "final-work-view",
                    }))
                }
                p { (text("final-wait", &[("count", refused.seconds.into())])) }
            }
            FinalPage::Refused { why } => {
                p { (say(why)) }
                p { (say("final-refused-next")) }
            }
            FinalPage::Trouble => {
                p { (say("final-trouble")) }
                p { (say("final-trouble-next")) }
            }
            FinalPage::NoInbox => {
                p { (say("final-no-inbox")) }
                p { (say("final-no-inbox-next")) }
            }
        }
    }
}
