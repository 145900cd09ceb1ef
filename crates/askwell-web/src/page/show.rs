//! Looking at a page, and the pages that turn people away.

use std::sync::Arc;

use askwell_engine::Change;
use askwell_lifecycle::{CancelReason, Closed, Decline, Effect, Open, Outcome, Question, State, Surface};
use axum::extract::{Path, RawQuery, Request, State as Shared};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::action::{self, Action};
use super::decode::{self, TOKEN};
use super::draft::{Draft, Tell};
use super::drafts::Recalled;
use super::render::{
    Deadline, Document, Ending, FormPage, ReviewPage, deadline, direction, document, ending, form_page,
    head_of, reason_input, review_page,
};
use crate::browser::Session;
use crate::inbox::trail;
use crate::links::{self, CodeVerdict};
use crate::page::hosts::destination;
use crate::pages::Pages;
use crate::visit::{Turned, Visit, Way, status_of};

/// Shows the page as far as this browser has filled it in, or what became of the question.
pub(crate) async fn show(visit: Visit, RawQuery(query): RawQuery) -> Result<Response, Turned> {
    if let State::Closed(closed) = &visit.elicitation.state {
        return over(&visit, closed).await;
    }
    let form = match &visit.elicitation.question {
        Question::Form(form) => form,
        Question::Page { url, message } => return Ok(visit.with_cookie(elsewhere(&visit, url, message))),
    };
    let recalled = visit.pages.drafts().recall(&visit.session.key(&visit.path));
    let Some(Recalled { draft, notice }) = recalled else {
        let draft = Draft::untouched(&visit, form);
        return Ok(step_response(&visit, &draft, Step::Form, None));
    };
    let draft = draft.resume(&visit, form);
    Ok(step_response(&visit, &draft, Step::read(query.as_deref().unwrap_or_default()), notice))
}

/// What the page of a question shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The form.
    Form,
    /// The form, with everything that is wrong.
    Problems,
    /// What would be sent; the form with its problems, if nothing can be.
    Review,
}

impl Step {
    const ALL: [(&str, Step); 3] =
        [("step=form", Step::Form), ("step=problems", Step::Problems), ("step=review", Step::Review)];

    /// Reads the query of an address. Anything else than a step is the form.
    fn read(query: &str) -> Step {
        Step::ALL.iter().find(|(name, _)| *name == query).map_or(Step::Form, |(_, step)| *step)
    }

    fn query(self) -> &'static str {
        Step::ALL.iter().find(|(_, step)| *step == self).map_or("", |(name, _)| name)
    }
}

/// Leads to a step of the page by a redirect, so that going back and reloading send nothing again. Where the draft
/// cannot be held, the page comes at once.
pub(crate) fn lead_to(visit: &Visit, draft: &Draft, step: Step, notice: Option<String>) -> Response {
    let Ok(form) = visit.form() else { return ending_response(&Ending::NotFound) };
    let key = visit.session.key(&visit.path);
    if visit.pages.drafts().hold(key, draft.without_secrets(form), notice.clone()) {
        return see_other(&format!("{}?{}", visit.path, step.query()));
    }
    step_response(visit, draft, step, notice)
}

fn step_response(visit: &Visit, draft: &Draft, step: Step, notice: Option<String>) -> Response {
    match (step, visit.form()) {
        (Step::Review, Ok(form)) if draft.is_ready(&draft.view(form)) => review_response(visit, draft),
        (Step::Form, _) => form_response(visit, draft, Tell::OnlyFiles, notice),
        (Step::Problems | Step::Review, _) => form_response(visit, draft, Tell::All, notice),
    }
}

/// The page with the form.
fn form_response(visit: &Visit, draft: &Draft, tell: Tell, notice: Option<String>) -> Response {
    let Ok(form) = visit.form() else { return ending_response(&Ending::NotFound) };
    let view = draft.view(form);
    let token = visit.form_token();
    let client = visit.client();
    let page = FormPage {
        form,
        view: &view,
        around: draft.around(visit.pages.engine(), form, &view, &visit.path, tell),
        overall: if tell == Tell::All { draft.overall(&view) } else { Vec::new() },
        path: &visit.path,
        token: &token,
        client: &client,
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
        notice,
        claimed: claimed(visit),
    };
    let wrong = page.is_wrong();
    let main = form_page(&page);
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    visit.with_cookie(framed(visit, status, form.title(), wrong, main))
}

/// The page before sending.
fn review_response(visit: &Visit, draft: &Draft) -> Response {
    let Ok(form) = visit.form() else { return ending_response(&Ending::NotFound) };
    let view = draft.view(form);
    let token = visit.form_token();
    let client = visit.client();
    let page = ReviewPage {
        form,
        view: &view,
        around: draft.around(visit.pages.engine(), form, &view, &visit.path, Tell::OnlyFiles),
        path: &visit.path,
        token: &token,
        client: &client,
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
    };
    let main = review_page(&page);
    visit.with_cookie(framed(
        visit,
        StatusCode::OK,
        &format!("Check before you send: {}", form.title()),
        false,
        main,
    ))
}

fn framed(visit: &Visit, status: StatusCode, title: &str, wrong: bool, main: Markup) -> Response {
    let direction = direction(match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    });
    let head = head(visit);
    html_response(status, &Document { title, wrong, direction, class: "question", head, main })
}

fn head(visit: &Visit) -> Markup {
    match &visit.way {
        Way::Inbox { person } => head_of(person, &visit.path),
        Way::Link { .. } => html! {},
    }
}

/// Somebody said that they are at it: for the inbox, where several people look at the same question.
fn claimed(visit: &Visit) -> Option<Markup> {
    let (Way::Inbox { person }, State::Open(Open { claimed_by, .. })) =
        (&visit.way, &visit.elicitation.state)
    else {
        return None;
    };
    let (words, action, button) = match claimed_by {
        None => (html! { "Nobody has taken this yet." }, Action::Claim, "I’ll take it"),
        Some(name) if name == person => (html! { "You have taken this." }, Action::Release, "Give it back"),
        Some(name) => (html! { bdi { (name) } " has taken this." }, Action::Claim, "Take it over"),
    };
    Some(html! {
        form.claimed method="post" action=(visit.path) {
            input type="hidden" name=(TOKEN) value=(visit.form_token());
            p { (words) }
            button.quiet type="submit" name=(action::NAME) value=(action.value()) { (button) }
        }
    })
}

/// Somebody else's page is where this is answered. Its address is shown whole before anybody goes there.
fn elsewhere(visit: &Visit, url: &Arc<str>, message: &Arc<str>) -> Response {
    let client = visit.client();
    let leads = destination(url, &open_policy());
    let main = html! {
        p.banner role="alert" data-banner hidden {}
        header.asker {
            p.who { span.circle aria-hidden="true" { (super::render::initial(&client)) } span dir="auto" { bdi { (client) } " asks" } }
            h1 dir="auto" { (message) }
        }
        form.answer method="post" action=(visit.path) data-path=(visit.path) data-elsewhere {
            input type="hidden" name=(TOKEN) value=(visit.form_token());
            @if let Some(time) = Deadline::of(&visit.elicitation, visit.pages.engine().now()) { (deadline(&time)) }
            p { "This is done on another page. Look at where it leads before you go there:" }
            p.elsewhere dir="ltr" { bdi { (url) } }
            @if let Some(leads) = &leads {
                p.leads { "Leads to " bdi.host dir="ltr" { (leads.host) } "." }
                @if let Some(warning) = leads.warning { p.warning { (warning) } }
            }
            div.buttons {
                a.primary href=(url) rel="noopener noreferrer nofollow" target="_blank" { "Open the page" }
            }
            details.refuse {
                summary { bdi { "Don’t want to do this?" } }
                div.ways {
                    (reason_input())
                    div {
                        button.quiet type="submit" name=(action::NAME) value=(Action::Decline.value()) { "Decline" }
                        p dir="ltr" { "Tells " bdi { (client) } " that you say no. It may go on without you." }
                    }
                }
            }
        }
    };
    framed(visit, StatusCode::OK, message, false, main)
}

/// Whether the page may be visited was decided when it was asked; here it is only read.
fn open_policy() -> askwell_form::url_guard::UrlPolicy {
    use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
    UrlPolicy {
        allowed_schemes: Scheme::ALL.into_iter().fold(SchemeSet::EMPTY, SchemeSet::with),
        block_private_ips: false,
        block_localhost: false,
        max_length: usize::MAX,
        must_resolve: false,
    }
}

/// What became of a question that is over.
pub(crate) async fn over(visit: &Visit, closed: &Closed) -> Result<Response, Turned> {
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let closing = history.iter().rev().find(|change| matches!(change.effect, Effect::Closed { .. }));
    let end = ending_of(&visit.client(), closed, closing, is_own_doing(visit, closing));
    let main = html! {
        (ending(&end))
        // Who did what concerns those who share an inbox, not whoever holds a link.
        @if let Way::Inbox { .. } = visit.way { (trail(&visit.pages, &history)) }
    };
    let response = framed(visit, status_of(&end), end.title(), false, main);
    Ok(visit.with_cookie(response))
}

/// The audit trail of a question, for those who share an inbox.
pub(crate) async fn history(visit: Visit) -> Result<Response, Turned> {
    let Way::Inbox { .. } = visit.way else { return Err(Turned::Away(Ending::NotFound)) };
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let title = match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    };
    let main = html! {
        header.asker { p.who { span { bdi { (visit.client()) } " asks" } } h1 dir="auto" { (title) } }
        (trail(&visit.pages, &history))
        @if let Some(Outcome::Declined(Decline { reason: Some(reason), .. })) = visit.elicitation.outcome() {
            p { "The reason given: " bdi { (reason) } }
        }
        p { a href=(visit.path) { "Back to the question" } }
    };
    Ok(visit.with_cookie(framed(&visit, StatusCode::OK, &format!("What happened: {title}"), false, main)))
}

/// Whether the person who looks is the one who acted.
fn is_own_doing(visit: &Visit, closing: Option<&Change>) -> bool {
    let by_person = || {
        closing.is_some_and(|change| change.surface == Surface::Web && change.person == visit.actor.person)
    };
    match &visit.way {
        Way::Link { found, .. } if visit.is_known_by_link() => found.was_sent(),
        Way::Link { .. } | Way::Inbox { .. } => by_person(),
    }
}

fn ending_of(client: &str, closed: &Closed, closing: Option<&Change>, is_own: bool) -> Ending {
    let (client, at) = (client.to_owned(), closed.at);
    let by = || (!is_own).then(|| closing.map_or_else(|| "somebody".to_owned(), who));
    match &closed.outcome {
        Outcome::Answered(_) => Ending::Answered { client, by: by(), at },
        // On another page, where a program said that it is done: nobody else could have been first.
        Outcome::Finished(_) => Ending::Answered { client, by: None, at },
        Outcome::Declined(Decline { reason, .. }) => {
            Ending::Declined { client, by: by(), at, reason: reason.as_deref().map(str::to_owned) }
        }
        Outcome::TimedOut => Ending::Expired { client, at },
        Outcome::Cancelled(CancelReason::UserCancelled) if is_own => {
            Ending::Cancelled { client, at, why: "You called it off." }
        }
        Outcome::Cancelled(reason) => Ending::Cancelled { client, at, why: why(*reason) },
    }
}

/// Who did something, in words.
pub(crate) fn who(change: &Change) -> String {
    match (&change.person, change.surface) {
        (Some(person), _) => person.to_string(),
        (None, Surface::Mcp) => "somebody in another program".to_owned(),
        (None, Surface::Terminal) => "somebody in a terminal".to_owned(),
        (None, Surface::Web) => "somebody".to_owned(),
        (None, Surface::Engine) => "nobody".to_owned(),
        (None, _) => "a program".to_owned(),
    }
}

fn why(reason: CancelReason) -> &'static str {
    match reason {
        CancelReason::UserCancelled => "Somebody called it off.",
        CancelReason::ClientDisconnected => "The program that asked went away.",
        CancelReason::SessionExpired => "The session that it belonged to ended.",
        CancelReason::FormInvalidated => "The form was withdrawn.",
        CancelReason::MaxRetriesExceeded => "The last try with an answer that was not accepted was used up.",
        _ => "It was called off.",
    }
}

/// A page that turns somebody away.
pub(crate) fn ending_response(end: &Ending) -> Response {
    let main = ending(end);
    let page = Document {
        title: end.title(),
        wrong: false,
        direction: "ltr",
        class: "question",
        head: html! {},
        main,
    };
    html_response(status_of(end), &page)
}

/// A page as it is sent.
pub(crate) fn html_response(status: StatusCode, page: &Document<'_>) -> Response {
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], document(page).into_string()).into_response()
}

/// The page that asks for the code.
pub(crate) fn code_response(path: &str, token: &str, left: Option<u8>) -> Response {
    let wrong = left.is_some();
    let main = html! {
        @if let Some(left) = left {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { "There is a problem" }
                ul { li { a href="#code" { "This is not the code. " (tries(left)) } } }
            }
        }
        header.asker {
            h1 { "Enter the code" }
            p.why { "The program that gave you this link shows a code of eight letters and digits. It proves that the link is yours." }
        }
        form.answer method="post" action=(format!("{path}/code")) novalidate {
            input type="hidden" name=(TOKEN) value=(token);
            div.field.wrong[wrong] {
                label for="code" { "Code" }
                @if let Some(left) = left { p.error #code-error { span.sr { "Error: " } "This is not the code. " (tries(left)) } }
                input.code #code type="text" name="code" autocomplete="one-time-code" autocapitalize="characters"
                    spellcheck="false" dir="ltr" maxlength="20" aria-required="true"
                    aria-invalid=[wrong.then_some("true")] aria-describedby=[wrong.then_some("code-error")];
            }
            div.buttons { button.primary type="submit" { "Continue" } }
        }
    };
    let page = Document {
        title: "Enter the code",
        wrong,
        direction: "ltr",
        class: "question",
        head: html! {},
        main,
    };
    html_response(if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }, &page)
}

fn tries(left: u8) -> String {
    match left {
        1 => "You can try once more.".to_owned(),
        left => format!("You can try {left} more times."),
    }
}

/// Takes a code.
pub(crate) async fn code(
    Shared(pages): Shared<Pages>,
    Path(token): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Turned> {
    let refused = |why| Turned::Away(Ending::Refused { why });
    if pages.host_guard().check_form(&headers).is_err() {
        return Err(refused("Another site tried to act in your name. Nothing was done."));
    }
    let body =
        decode::read_all(request.into_body(), 4096).await.map_err(|_| refused("That is not a code."))?;
    let field = |wanted: &str| {
        url::form_urlencoded::parse(&body)
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.into_owned())
    };
    let path = format!("/f/{token}");
    let session = Session::of(&headers, pages.cookie_name());
    let form_token = field(TOKEN).unwrap_or_default();
    if !session.admits(&path, &form_token) {
        return Err(refused("This page was open for too long, or your browser keeps no cookies."));
    }
    let code = field("code").unwrap_or_default();
    match links::try_code(pages.engine(), &token, &code, &session.digest()).await? {
        CodeVerdict::Right => Ok(see_other(&path)),
        CodeVerdict::Wrong { left: 0 } => Err(Turned::Away(Ending::Locked)),
        CodeVerdict::Wrong { left } => Ok(code_response(&path, &form_token, Some(left))),
        CodeVerdict::Taken => Err(Turned::Away(Ending::OtherBrowser)),
    }
}

/// Look there now; looking again does nothing twice.
pub(crate) fn see_other(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path.to_owned())]).into_response()
}
