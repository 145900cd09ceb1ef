//! Which channels a client and a question allow, and why there is none.
//!
//! Decides and does nothing else: [`channel`](super::channel) shows, [`residence`](super::residence) keeps. At most one
//! prompt is open in a client at a time; a page, where there is one, is open beside it from the first moment.

use std::borrow::Cow;
use std::time::Duration;

use askwell_form::Form;
use askwell_form::schema::{Effect, Feature, Loss, Revision};
use askwell_lifecycle::{Audience, Mode, OnDisconnect, PolicySettings};

use super::ask::QuestionRef;
use super::prepared_forms::PreparedForm;
use crate::wire::{Capabilities, Era, ErrorCode, Json, RpcError};

/// One way to show a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    /// The client's own dialog.
    Dialog,
    /// A URL that the client opens: our page, or a page of the question.
    Url,
    /// An error that names a URL to open first; the client calls again (legacy).
    UrlRequired,
    /// A link in the text of the result.
    Link,
}

/// What is known about a client.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientProfile<'c> {
    pub(super) capabilities: &'c Capabilities,
    pub(super) revision: Revision,
}

impl ClientProfile<'_> {
    pub(super) fn era(&self) -> Era {
        Era::of(self.revision)
    }
}

/// What a plan depends on beside the client and the question.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanSettings<'s> {
    /// Whether there are pages of ours.
    pub(super) has_pages: bool,
    /// Who may answer on these pages.
    pub(super) page_audience: &'s Audience,
    /// The timeouts of the policy that holds for the client.
    pub(super) policy: &'s PolicySettings,
}

/// How one question is asked.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// The channels, the best first.
    pub(super) channels: [Option<Channel>; 3],
    pub(super) audience: Audience,
    pub(super) mode: Mode,
    /// How long it can be answered where neither the call nor the form says; as the engine has it for the mode, if none.
    pub(super) default_timeout: Option<Duration>,
}

/// How long a modern client has, which comes back by itself: until its state would have expired in earlier releases.
const INPUT_REQUIRED_TIMEOUT: Duration = Duration::from_secs(600);

impl Plan {
    /// Makes a plan.
    ///
    /// # Errors
    /// When no channel can carry the question.
    pub(super) fn of(
        client: ClientProfile<'_>,
        question: QuestionRef<'_>,
        form: Option<&PreparedForm>,
        settings: &PlanSettings<'_>,
    ) -> Result<Plan, Unreachable> {
        let has_pages = settings.has_pages;
        let channels = match question {
            QuestionRef::Form { .. } => {
                let takes_forms = client.capabilities.takes_forms() && form.is_some_and(|form| form.fits);
                let dialog = takes_forms.then_some(Channel::Dialog);
                let url = (client.capabilities.takes_urls() && has_pages).then_some(Channel::Url);
                let link = has_pages.then_some(Channel::Link);
                in_order([dialog, url, link])
            }
            QuestionRef::Page { .. } if !client.capabilities.takes_urls() => return Err(no_urls()),
            QuestionRef::Page { required, .. } => {
                let by_error = required && client.era() == Era::Legacy;
                [Some(if by_error { Channel::UrlRequired } else { Channel::Url }), None, None]
            }
        };
        let Some(first) = channels.first().copied().flatten() else {
            return Err(match question {
                QuestionRef::Form { form, .. } => {
                    unreachable_form(client.capabilities, form, client.revision)
                }
                QuestionRef::Page { .. } => no_urls(),
            });
        };
        let is_form = matches!(question, QuestionRef::Form { .. });
        let audience = match (is_form, has_pages) {
            (true, false) => Audience::ClientOnly,
            // Nobody can answer a foreign page in an inbox; a program says when it is done.
            (false, false) => Audience::LinkHolder,
            _ => settings.page_audience.clone(),
        };
        let mode = if first == Channel::Dialog { Mode::Form } else { Mode::Url };
        let default_timeout = match (first, has_pages, client.era()) {
            (Channel::Dialog, false, Era::Legacy) => Some(settings.policy.pushed_timeout),
            (Channel::Dialog, false, Era::Modern) => {
                Some(INPUT_REQUIRED_TIMEOUT.clamp(settings.policy.min_timeout, settings.policy.max_timeout))
            }
            _ => None,
        };
        Ok(Plan { channels, audience, mode, default_timeout })
    }

    /// The channel to begin with.
    pub(super) fn first(&self) -> Channel {
        self.channels.first().copied().flatten().unwrap_or(Channel::Link)
    }

    /// The channel to go on with when one has failed.
    pub(super) fn after(&self, failed: Channel) -> Option<Channel> {
        let mut channels = self.channels.iter().flatten().copied();
        channels.find(|channel| *channel == failed)?;
        channels.next()
    }

    /// Whether the person can be given a link.
    pub(super) fn has_link(&self) -> bool {
        self.channels.contains(&Some(Channel::Link))
    }

    /// What happens to the elicitation when its client goes away, where the caller wants this. What only the client can
    /// answer is abandoned with it; what is given away as a link stays, as the client may be a process for one call.
    pub(super) fn on_disconnect(&self, wanted: OnDisconnect) -> OnDisconnect {
        match (&self.audience, self.first()) {
            (Audience::ClientOnly, _) => OnDisconnect::Abandon,
            (_, Channel::Link | Channel::UrlRequired) => OnDisconnect::Keep,
            _ => wanted,
        }
    }
}

fn in_order(channels: [Option<Channel>; 3]) -> [Option<Channel>; 3] {
    let mut found = channels.into_iter().flatten();
    [found.next(), found.next(), found.next()]
}

/// Why a person cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unreachable {
    /// What is missing, in words.
    pub reason: Cow<'static, str>,
    kind: UnreachableKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnreachableKind {
    /// The client cannot ask its person.
    NoElicitation,
    /// The client cannot show forms.
    NoForms,
    /// The client cannot send its person to a URL.
    NoUrls,
    /// The client lacks another capability.
    Other(&'static str),
    /// Form mode cannot carry the form, and there is no page for it.
    NoPage,
}

/// Whether form mode can carry a form that loses this much on the way.
pub(super) fn fits_form_mode(losses: &[Loss]) -> bool {
    losses.iter().all(is_bearable)
}

fn is_bearable(loss: &Loss) -> bool {
    loss.effect != Effect::Omitted && !matches!(loss.feature, Feature::Condition | Feature::Dependency)
}

fn unreachable_form(client: &Capabilities, form: &Form, revision: Revision) -> Unreachable {
    if client.elicitation.is_none() {
        return Unreachable {
            reason: "the client has not declared that it can ask its person (capability `elicitation`)"
                .into(),
            kind: UnreachableKind::NoElicitation,
        };
    }
    let losses = form.to_mcp_schema(revision).losses;
    let unbearable: Vec<String> =
        losses.iter().filter(|loss| !is_bearable(loss)).map(ToString::to_string).collect();
    if unbearable.is_empty() {
        return Unreachable {
            reason: "the client has not declared that it can show forms (capability `elicitation.form`)"
                .into(),
            kind: UnreachableKind::NoForms,
        };
    }
    let reason =
        format!("form mode cannot ask this, and there is no page to ask it on: {}", unbearable.join("; "));
    Unreachable { reason: reason.into(), kind: UnreachableKind::NoPage }
}

fn no_urls() -> Unreachable {
    Unreachable {
        reason: "the client has not declared that it can open URLs (capability `elicitation.url`)".into(),
        kind: UnreachableKind::NoUrls,
    }
}

/// The client lacks a capability that is no elicitation.
pub(super) fn no_capability(name: &'static str) -> Unreachable {
    let reason = format!("the client has not declared the capability `{name}`");
    Unreachable { reason: reason.into(), kind: UnreachableKind::Other(name) }
}

impl Unreachable {
    /// Returns the error of the legacy era.
    pub(crate) fn legacy(&self) -> RpcError {
        let code = match self.kind {
            UnreachableKind::NoPage => ErrorCode::INVALID_PARAMS,
            _ => ErrorCode::METHOD_NOT_FOUND,
        };
        RpcError::new(code, self.reason.clone())
    }

    /// Returns the error of the modern era.
    pub(crate) fn modern(&self) -> RpcError {
        let required = match self.kind {
            UnreachableKind::NoElicitation => serde_json::json!({"elicitation": {}}),
            UnreachableKind::NoForms => serde_json::json!({"elicitation": {"form": {}}}),
            UnreachableKind::NoUrls => serde_json::json!({"elicitation": {"url": {}}}),
            UnreachableKind::Other(name) => serde_json::json!({name: {}}),
            UnreachableKind::NoPage => return self.legacy(),
        };
        let data = Json::from(serde_json::json!({"requiredCapabilities": required}));
        RpcError::new(ErrorCode::MISSING_CAPABILITY, self.reason.clone()).with_data(data)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_form::Form;
    use askwell_form::schema::Revision;
    use askwell_lifecycle::{Audience, Mode, PolicySettings};

    use super::{Channel, ClientProfile, Plan, PlanSettings};
    use crate::server::ask::QuestionRef;
    use crate::server::prepared_forms::PreparedForm;
    use crate::wire::{Capabilities, Json};

    fn plan(declared: &str, revision: Revision, fits: bool, has_pages: bool) -> Option<Plan> {
        let declared = Json::parse(declared, &Default::default()).unwrap();
        let capabilities = Capabilities::read(declared.raw());
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#,
        )
        .unwrap();
        let prepared = PreparedForm { fits, ..PreparedForm::new(&form, revision) };
        let client = ClientProfile { capabilities: &capabilities, revision };
        let question = QuestionRef::Form { form: &form, message: "F" };
        let settings =
            PlanSettings { has_pages, page_audience: &Audience::Anyone, policy: &PolicySettings::default() };
        Plan::of(client, question, Some(&prepared), &settings).ok()
    }

    #[test]
    fn channels_come_in_the_order_dialog_url_link() {
        use Channel::{Dialog, Link, Url};
        for (declared, fits, has_pages, expected) in [
            (r#"{"elicitation":{}}"#, true, false, vec![Dialog]),
            (r#"{"elicitation":{}}"#, true, true, vec![Dialog, Link]),
            (r#"{"elicitation":{}}"#, false, true, vec![Link]),
            (r#"{"elicitation":{}}"#, false, false, vec![]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true, true, vec![Dialog, Url, Link]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, false, true, vec![Url, Link]),
            (r#"{"elicitation":{"url":{}}}"#, true, true, vec![Url, Link]),
            ("{}", true, true, vec![Link]),
            ("{}", true, false, vec![]),
        ] {
            let plan = plan(declared, Revision::V2025_11_25, fits, has_pages);
            let channels: Vec<Channel> =
                plan.iter().flat_map(|plan| plan.channels.iter().flatten().copied()).collect();
            assert_eq!(channels, expected, "{declared} {fits} {has_pages}");
        }
    }

    #[test]
    fn audience_mode_and_timeout_follow_from_the_channels() {
        let forms = r#"{"elicitation":{}}"#;
        for (revision, has_pages, audience, mode, seconds) in [
            (Revision::V2025_11_25, false, Audience::ClientOnly, Mode::Form, Some(60)),
            (Revision::V2026_07_28, false, Audience::ClientOnly, Mode::Form, Some(600)),
            (Revision::V2025_11_25, true, Audience::Anyone, Mode::Form, None),
            (Revision::V2026_07_28, true, Audience::Anyone, Mode::Form, None),
        ] {
            let plan = plan(forms, revision, true, has_pages).unwrap();
            assert_eq!((plan.audience.clone(), plan.mode), (audience, mode));
            assert_eq!(plan.default_timeout, seconds.map(Duration::from_secs));
        }
        assert_eq!(plan("{}", Revision::V2025_11_25, true, true).unwrap().mode, Mode::Url);
    }
}
