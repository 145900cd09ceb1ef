//! Decides which channels a client and a question allow, or why there is none.
//!
//! Has no side effects: [`channel`](super::channel) shows questions,
//! [`residence`](super::residence) stores them. A client shows at most one prompt of a question at
//! a time. A page, if there is one, is open beside it from the start.

use std::borrow::Cow;
use std::time::Duration;

use askwell_form::Form;
use askwell_form::schema::{Effect, Feature, Loss, Revision};
use askwell_lifecycle::{Audience, Mode, OnDisconnect, PolicySettings};

use super::ask::{AskRestrictions, QuestionRef};
use super::prepared_forms::PreparedForm;
use crate::wire::{Capabilities, Era, ErrorCode, Json, RpcError};

/// One way to show a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    /// The client's own dialog.
    Dialog,
    /// An app that the client shows beside the result of the call.
    App,
    /// A URL that the client opens: the hosted page, or a foreign one.
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
    pub(super) restrictions: &'c AskRestrictions,
    /// Whether the client shows an app beside the result of this call.
    pub(super) shows_app: bool,
}

impl ClientProfile<'_> {
    pub(super) fn era(&self) -> Era {
        Era::of(self.revision)
    }
}

/// What a plan depends on beside the client and the question.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlanSettings<'s> {
    /// Whether there are hosted pages.
    pub(super) has_pages: bool,
    /// Who may answer on them.
    pub(super) page_audience: &'s Audience,
    /// The timeouts of the client's policy.
    pub(super) policy: &'s PolicySettings,
}

/// How one question is asked.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// The channels, the best one first.
    pub(super) channels: [Option<Channel>; 4],
    pub(super) audience: Audience,
    pub(super) mode: Mode,
    /// The timeout if neither the call nor the form has one; `None` for the engine's default of the
    /// mode.
    pub(super) default_timeout: Option<Duration>,
}

/// The timeout for a modern client without pages. It equals the lifetime of a state in earlier
/// releases.
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
                let restrictions = client.restrictions;
                let supports_forms = client.capabilities.supports_forms()
                    && restrictions.allow_dialog()
                    && form.is_some_and(|form| form.fits);
                let dialog = supports_forms.then_some(Channel::Dialog);
                // An app says as little as a dialog about who answers.
                let app =
                    client.shows_app && restrictions.allow_app() && form.is_some_and(|form| form.fits_app);
                let app = app.then_some(Channel::App);
                let opens_urls = client.capabilities.supports_urls() && !restrictions.without_urls;
                let url = (opens_urls && has_pages).then_some(Channel::Url);
                let link = has_pages.then_some(Channel::Link);
                in_order([dialog, app, url, link])
            }
            QuestionRef::Page { .. } if !client.capabilities.supports_urls() && has_pages => {
                [Some(Channel::Link), None, None, None]
            }
            QuestionRef::Page { .. } if !client.capabilities.supports_urls() => return Err(no_urls()),
            QuestionRef::Page { required, .. } => {
                let by_error = required && client.era() == Era::Legacy;
                [Some(if by_error { Channel::UrlRequired } else { Channel::Url }), None, None, None]
            }
        };
        let Some(first) = channels.first().copied().flatten() else {
            return Err(match question {
                QuestionRef::Form { form, .. } => unreachable_form(client, form),
                QuestionRef::Page { .. } => no_urls(),
            });
        };
        let is_form = matches!(question, QuestionRef::Form { .. });
        let audience = match (is_form, has_pages) {
            (true, false) => Audience::ClientOnly,
            // A foreign page cannot be answered in an inbox; a program reports when it is done.
            (false, false) => Audience::LinkHolder,
            _ => settings.page_audience.clone(),
        };
        let mode = if matches!(first, Channel::Dialog | Channel::App) { Mode::Form } else { Mode::Url };
        let default_timeout = match (first, has_pages, client.era()) {
            (Channel::Dialog, false, Era::Legacy) => Some(settings.policy.pushed_timeout),
            (Channel::Dialog, false, Era::Modern) => {
                Some(INPUT_REQUIRED_TIMEOUT.clamp(settings.policy.min_timeout, settings.policy.max_timeout))
            }
            _ => None,
        };
        Ok(Plan { channels, audience, mode, default_timeout })
    }

    /// Returns the first channel.
    pub(super) fn first(&self) -> Channel {
        self.channels.first().copied().flatten().unwrap_or(Channel::Link)
    }

    /// Returns the channel to try after one has failed.
    pub(super) fn after(&self, failed: Channel) -> Option<Channel> {
        let mut channels = self.channels.iter().flatten().copied();
        channels.find(|channel| *channel == failed)?;
        channels.next()
    }

    /// Returns whether the person can answer by another way than the client's own prompt: in an app, or by a link.
    pub(super) fn has_other_way(&self) -> bool {
        self.has_link() || self.channels.contains(&Some(Channel::App))
    }

    /// Returns whether the person can be given a link.
    pub(super) fn has_link(&self) -> bool {
        self.channels.contains(&Some(Channel::Link))
    }

    /// Returns what happens to the elicitation when its client disconnects. A question that only
    /// the client can answer is abandoned. One that was given as a link stays, as the client may be
    /// a process for one call.
    pub(super) fn on_disconnect(&self, wanted: OnDisconnect) -> OnDisconnect {
        match (&self.audience, self.first()) {
            (Audience::ClientOnly, _) => OnDisconnect::Abandon,
            (_, Channel::App | Channel::Link | Channel::UrlRequired) => OnDisconnect::Keep,
            _ => wanted,
        }
    }
}

fn in_order(channels: [Option<Channel>; 4]) -> [Option<Channel>; 4] {
    let mut found = channels.into_iter().flatten();
    [found.next(), found.next(), found.next(), found.next()]
}

/// The reason why a person cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unreachable {
    /// What is missing.
    pub reason: Cow<'static, str>,
    kind: UnreachableKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnreachableKind {
    /// The client does not support elicitation.
    NoElicitation,
    /// The client does not support form mode.
    NoForms,
    /// The client does not support URL mode.
    NoUrls,
    /// The client lacks another capability.
    Other(&'static str),
    /// Form mode cannot carry the form, and there is no page for it.
    NoPage,
}

/// Returns whether form mode can carry a form with these losses. A computed field need not be carried: nobody is asked
/// for it.
pub(super) fn fits_form_mode(losses: &[Loss]) -> bool {
    losses.iter().all(is_bearable)
}

fn is_bearable(loss: &Loss) -> bool {
    let is_left_out = loss.effect == Effect::Omitted && loss.feature != Feature::Computed;
    !is_left_out && !matches!(loss.feature, Feature::Condition | Feature::Dependency)
}

fn unreachable_form(client: ClientProfile<'_>, form: &Form) -> Unreachable {
    let ClientProfile { capabilities, revision, restrictions, .. } = client;
    if !restrictions.allow_dialog() {
        return Unreachable {
            reason: "the client's dialog may not be used for this, and there is no page to ask it on".into(),
            kind: UnreachableKind::NoPage,
        };
    }
    if capabilities.elicitation.is_none() {
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

/// Returns the error for a missing capability other than elicitation.
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
    use crate::server::ask::{AskRestrictions, QuestionRef};
    use crate::server::prepared_forms::PreparedForm;
    use crate::wire::{Capabilities, Json};

    fn plan(declared: &str, revision: Revision, fits: bool, has_pages: bool) -> Option<Plan> {
        restricted_plan(declared, revision, fits, has_pages, &AskRestrictions::NONE)
    }

    fn channels(plan: Option<&Plan>) -> Vec<Channel> {
        plan.iter().flat_map(|plan| plan.channels.iter().flatten().copied()).collect()
    }

    fn restricted_plan(
        declared: &str,
        revision: Revision,
        fits: bool,
        has_pages: bool,
        restrictions: &AskRestrictions,
    ) -> Option<Plan> {
        let declared = Json::parse(declared, &Default::default()).unwrap();
        let capabilities = Capabilities::read(declared.raw());
        plan_with(&capabilities, revision, TEXT, fits, has_pages, restrictions)
    }

    const TEXT: &str = r#"{"id": "a", "type": "text", "label": "A"}"#;

    fn plan_with(
        capabilities: &Capabilities,
        revision: Revision,
        field: &str,
        fits: bool,
        has_pages: bool,
        restrictions: &AskRestrictions,
    ) -> Option<Plan> {
        let form = Form::parse(&format!(r#"{{"id": "f", "title": "F", "fields": [{field}]}}"#)).unwrap();
        let prepared =
            PreparedForm { fits, ..PreparedForm::new(&form, revision, askwell_locale::Language::English) };
        let shows_app = capabilities.supports_apps();
        let client = ClientProfile { capabilities, revision, restrictions, shows_app };
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
            assert_eq!(channels(plan.as_ref()), expected, "{declared} {fits} {has_pages}");
        }
    }

    #[test]
    fn app_comes_after_the_dialog_and_before_pages() {
        use Channel::{App, Dialog, Link, Url};
        let apps =
            r#""extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}"#;
        let secret =
            r#"{"id": "a", "type": "text", "label": "A", "rendering": {"displayStyle": "password"}}"#;
        let file = r#"{"id": "a", "type": "file", "label": "A"}"#;
        let person = AskRestrictions {
            audience: Some(Audience::Person("ada@example.com".into())),
            ..AskRestrictions::NONE
        };
        let gate = AskRestrictions { instant_answer: Duration::from_secs(1), ..AskRestrictions::NONE };
        let none = &AskRestrictions::NONE;
        for (more, field, fits, has_pages, restrictions, expected) in [
            ("", TEXT, true, false, none, vec![App]),
            ("", TEXT, true, true, none, vec![App, Link]),
            // A condition, which a dialog cannot carry.
            (r#","elicitation":{}"#, TEXT, false, true, none, vec![App, Link]),
            (r#","elicitation":{"form":{},"url":{}}"#, TEXT, true, true, none, vec![Dialog, App, Url, Link]),
            ("", secret, false, true, none, vec![Link]),
            ("", secret, false, false, none, vec![]),
            ("", file, false, true, none, vec![Link]),
            ("", TEXT, true, true, &person, vec![Link]),
            ("", TEXT, true, true, &gate, vec![Link]),
        ] {
            let declared = Json::parse(&format!("{{{apps}{more}}}"), &Default::default()).unwrap();
            let capabilities = Capabilities::read(declared.raw());
            let plan = plan_with(&capabilities, Revision::V2025_11_25, field, fits, has_pages, restrictions);
            assert_eq!(channels(plan.as_ref()), expected, "{more} {field} {has_pages} {restrictions:?}");
        }
    }

    #[test]
    fn restricted_question_skips_dialog_and_urls() {
        use Channel::{Dialog, Link, Url};
        let both = r#"{"elicitation":{"form":{},"url":{}}}"#;
        let person = AskRestrictions {
            audience: Some(Audience::Person("ada@example.com".into())),
            ..AskRestrictions::NONE
        };
        let no_dialog = AskRestrictions { without_dialog: true, ..AskRestrictions::NONE };
        let no_urls = AskRestrictions { without_urls: true, ..AskRestrictions::NONE };
        let nothing = AskRestrictions { without_dialog: true, ..no_urls.clone() };
        for (restrictions, has_pages, expected) in [
            (&person, true, vec![Url, Link]),
            (&person, false, vec![]),
            (&no_dialog, true, vec![Url, Link]),
            (&no_dialog, false, vec![]),
            (&no_urls, true, vec![Dialog, Link]),
            (&nothing, true, vec![Link]),
        ] {
            let plan = restricted_plan(both, Revision::V2025_11_25, true, has_pages, restrictions);
            assert_eq!(channels(plan.as_ref()), expected, "{restrictions:?} {has_pages}");
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
