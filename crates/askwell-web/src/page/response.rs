//! Handles the `GET` of a page and builds the HTML responses of all page handlers.

use std::sync::Arc;

use askwell_engine::Change;
use askwell_lifecycle::{CancelReason, Closed, Decline, Effect, Open, Outcome, Question, State, Surface};
use axum::extract::{Path, RawQuery, Request, State as StateExtractor};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::action::{self, Action};
use super::draft::{Draft, ProblemScope};
use super::draft_cache::RecalledDraft;
use super::render::{
    Deadline, FinalPage, FormPage, HtmlDocument, ReviewPage, deadline, direction, document, form_page,
    inbox_header, reason_input, render_final_page, review_page,
};
use super::submission::{self, TOKEN};
use crate::browser::Session;
use crate::inbox::audit_trail;
use crate::links::{self, CodeVerdict};
use crate::page::url_destination::destination;
use crate::pages::Pages;
use crate::visit::{EntryPoint, PageError, Visit, status_code};

/// Shows the form with the values entered in this browser, or the outcome if the elicitation is
/// closed.
pub(crate) async fn get_page(visit: Visit, RawQuery(query): RawQuery) -> Result<Response, PageError> {
    if let State::Closed(closed) = &visit.elicitation.state {
        return closed_response(&visit, closed).await;
    }
    let form = match &visit.elicitation.question {
        Question::Form(form) => form,
        Question::Page { url, message } => {
            return Ok(visit.with_cookie(external_page_response(&visit, url, message)));
        }
    };
    let recalled = visit.pages.drafts().recall(&visit.session.key(&visit.path));
    let Some(RecalledDraft { draft, notice }) = recalled else {
        let draft = Draft::empty(&visit, form);
        return Ok(step_response(&visit, &draft, PageStep::Form, None));
    };
    let draft = draft.resume(&visit, form);
    Ok(step_response(&visit, &draft, PageStep::read(query.as_deref().unwrap_or_default()), notice))
}

/// What the page of an elicitation shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageStep {
    /// The form.
    Form,
    /// The form, with all problems.
    Problems,
    /// The review; the form with its problems if the answer cannot be sent.
    Review,
}

impl PageStep {
    const ALL: [(&str, PageStep); 3] = [
        ("step=form", PageStep::Form),
        ("step=problems", PageStep::Problems),
        ("step=review", PageStep::Review),
    ];

    /// Returns the step that a query string names; the form by default.
    fn read(query: &str) -> PageStep {
        PageStep::ALL.iter().find(|(name, _)| *name == query).map_or(PageStep::Form, |(_, step)| *step)
    }

    fn query(self) -> &'static str {
        PageStep::ALL.iter().find(|(_, step)| *step == self).map_or("", |(name, _)| name)
    }
}

/// Redirects to a step of the page, so that going back and reloading send nothing twice. If the
/// draft does not fit into the cache, sends the page without a redirect.
pub(crate) fn redirect_to_step(
    visit: &Visit,
    draft: &Draft,
    step: PageStep,
    notice: Option<String>,
) -> Response {
    let Ok(form) = visit.form() else { return final_response(&FinalPage::NotFound) };
    let key = visit.session.key(&visit.path);
    if visit.pages.drafts().hold(key, draft.without_secrets(form), notice.clone()) {
        return see_other(&format!("{}?{}", visit.path, step.query()));
    }
    step_response(visit, draft, step, notice)
}

fn step_response(visit: &Visit, draft: &Draft, step: PageStep, notice: Option<String>) -> Response {
    match (step, visit.form()) {
        (PageStep::Review, Ok(form)) if draft.is_ready(&draft.view(form)) => review_response(visit, draft),
        (PageStep::Form, _) => form_response(visit, draft, ProblemScope::Files, notice),
        (PageStep::Problems | PageStep::Review, _) => form_response(visit, draft, ProblemScope::All, notice),
    }
}

/// Returns the page with the form.
fn form_response(visit: &Visit, draft: &Draft, tell: ProblemScope, notice: Option<String>) -> Response {
    let Ok(form) = visit.form() else { return final_response(&FinalPage::NotFound) };
    let view = draft.view(form);
    let token = visit.form_token();
    let client = visit.client();
    let page = FormPage {
        form,
        view: &view,
        context: draft.context(visit.pages.engine(), form, &view, &visit.path, tell),
        overall: if tell == ProblemScope::All { draft.overall(&view) } else { Vec::new() },
        path: &visit.path,
        token: &token,
        client: &client,
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
        notice,
        claimed: claim_form(visit),
    };
    let wrong = page.is_wrong();
    let main = form_page(&page);
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    visit.with_cookie(document_response(visit, status, form.title(), wrong, main))
}

/// Returns the review page.
fn review_response(visit: &Visit, draft: &Draft) -> Response {
    let Ok(form) = visit.form() else { return final_response(&FinalPage::NotFound) };
    let view = draft.view(form);
    let token = visit.form_token();
    let client = visit.client();
    let page = ReviewPage {
        form,
        view: &view,
        context: draft.context(visit.pages.engine(), form, &view, &visit.path, ProblemScope::Files),
        path: &visit.path,
        token: &token,
        client: &client,
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
    };
    let main = review_page(&page);
    visit.with_cookie(document_response(
        visit,
        StatusCode::OK,
        &format!("Check before you send: {}", form.title()),
        false,
        main,
    ))
}

fn document_response(visit: &Visit, status: StatusCode, title: &str, wrong: bool, main: Markup) -> Response {
    let direction = direction(match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    });
    let head = head(visit);
    html_response(status, &HtmlDocument { title, wrong, direction, class: "question", head, main })
}

fn head(visit: &Visit) -> Markup {
    match &visit.entry_point {
        EntryPoint::Inbox { person } => inbox_header(person, &visit.path),
        EntryPoint::Link { .. } => html! {},
    }
}

/// Returns the claim form, for pages in the inbox.
fn claim_form(visit: &Visit) -> Option<Markup> {
    let (EntryPoint::Inbox { person }, State::Open(Open { claimed_by, .. })) =
        (&visit.entry_point, &visit.elicitation.state)
    else {
        return None;
    };
    let (words, action, button) = match claimed_by {
        None => (html! { "This is not claimed yet." }, Action::Claim, "I’ll take it"),
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

/// Returns the page for an elicitation that is answered on another site. The whole URL is shown
/// before the person opens it.
fn external_page_response(visit: &Visit, url: &Arc<str>, message: &Arc<str>) -> Response {
    let client = visit.client();
    let leads = destination(url, &open_policy());
    let main = html! {
        p.banner role="alert" data-banner hidden {}
        header.asker {
            p.who { span.circle aria-hidden="true" { (super::render::initial(&client)) } span dir="auto" { bdi { (client) } " asks" } }
            h1 dir="auto" { (message) }
        }
        form.answer method="post" action=(visit.path) data-path=(visit.path) data-external {
            input type="hidden" name=(TOKEN) value=(visit.form_token());
            @if let Some(time) = Deadline::of(&visit.elicitation, visit.pages.engine().now()) { (deadline(&time)) }
            p { "This is done on another page. Look at where it leads before you go there:" }
            p.external dir="ltr" { bdi { (url) } }
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
                        p dir="ltr" { "Tells " bdi { (client) } " that you decline. It may continue without you." }
                    }
                }
            }
        }
    };
    document_response(visit, StatusCode::OK, message, false, main)
}

/// Returns a policy that accepts every URL: the engine checked it when the elicitation was created.
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

/// Returns the page of a closed elicitation.
pub(crate) async fn closed_response(visit: &Visit, closed: &Closed) -> Result<Response, PageError> {
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let closing = history.iter().rev().find(|change| matches!(change.effect, Effect::Closed { .. }));
    let end = final_page_of(&visit.client(), closed, closing, is_by_viewer(visit, closing));
    let main = html! {
        (render_final_page(&end))
        // The history is for people who share an inbox, not for holders of a link.
        @if let EntryPoint::Inbox { .. } = visit.entry_point { (audit_trail(&visit.pages, &history)) }
    };
    let response = document_response(visit, status_code(&end), end.title(), false, main);
    Ok(visit.with_cookie(response))
}

/// Returns the history of an elicitation, for people who share an inbox.
pub(crate) async fn history(visit: Visit) -> Result<Response, PageError> {
    let EntryPoint::Inbox { .. } = visit.entry_point else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let title = match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    };
    let main = html! {
        header.asker { p.who { span { bdi { (visit.client()) } " asks" } } h1 dir="auto" { (title) } }
        (audit_trail(&visit.pages, &history))
        @if let Some(Outcome::Declined(Decline { reason: Some(reason), .. })) = visit.elicitation.outcome() {
            p { "The reason given: " bdi { (reason) } }
        }
        p { a href=(visit.path) { "Back to the question" } }
    };
    Ok(visit.with_cookie(document_response(
        &visit,
        StatusCode::OK,
        &format!("What happened: {title}"),
        false,
        main,
    )))
}

/// Returns whether the viewer closed the elicitation.
fn is_by_viewer(visit: &Visit, closing: Option<&Change>) -> bool {
    let by_person = || {
        closing.is_some_and(|change| change.surface == Surface::Web && change.person == visit.actor.person)
    };
    match &visit.entry_point {
        EntryPoint::Link { found, .. } if visit.is_identified_by_link() => found.was_sent(),
        EntryPoint::Link { .. } | EntryPoint::Inbox { .. } => by_person(),
    }
}

fn final_page_of(client: &str, closed: &Closed, closing: Option<&Change>, is_own: bool) -> FinalPage {
    let (client, at) = (client.to_owned(), closed.at);
    let by = || (!is_own).then(|| closing.map_or_else(|| "someone".to_owned(), actor_name));
    match &closed.outcome {
        Outcome::Answered(_) => FinalPage::Answered { client, by: by(), at },
        // Completed on another site: no other person can have been first.
        Outcome::Finished(_) => FinalPage::Answered { client, by: None, at },
        Outcome::Declined(Decline { reason, .. }) => {
            FinalPage::Declined { client, by: by(), at, reason: reason.as_deref().map(str::to_owned) }
        }
        Outcome::TimedOut => FinalPage::Expired { client, at },
        Outcome::Cancelled(CancelReason::UserCancelled) if is_own => {
            FinalPage::Cancelled { client, at, why: "You cancelled it." }
        }
        Outcome::Cancelled(reason) => FinalPage::Cancelled { client, at, why: cancel_sentence(*reason) },
    }
}

/// Returns who made a change, in words.
pub(crate) fn actor_name(change: &Change) -> String {
    match (&change.person, change.surface) {
        (Some(person), _) => person.to_string(),
        (None, Surface::Mcp) => "someone in another program".to_owned(),
        (None, Surface::Terminal) => "someone in a terminal".to_owned(),
        (None, Surface::Web) => "someone".to_owned(),
        (None, Surface::Engine) => "the service".to_owned(),
        (None, _) => "a program".to_owned(),
    }
}

fn cancel_sentence(reason: CancelReason) -> &'static str {
    match reason {
        CancelReason::UserCancelled => "Someone cancelled it.",
        CancelReason::ClientDisconnected => "The program that asked went away.",
        CancelReason::SessionExpired => "The session that it belonged to ended.",
        CancelReason::FormInvalidated => "The form was withdrawn.",
        CancelReason::MaxRetriesExceeded => "The last try with an answer that was not accepted was used up.",
        _ => "It was cancelled.",
    }
}

/// Returns a page without a form.
pub(crate) fn final_response(end: &FinalPage) -> Response {
    let main = render_final_page(end);
    let page = HtmlDocument {
        title: end.title(),
        wrong: false,
        direction: "ltr",
        class: "question",
        head: html! {},
        main,
    };
    html_response(status_code(end), &page)
}

/// Returns a document as an HTTP response.
pub(crate) fn html_response(status: StatusCode, page: &HtmlDocument<'_>) -> Response {
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], document(page).into_string()).into_response()
}

/// Returns the page that asks for the code.
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
    let page = HtmlDocument {
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

/// Handles the form with the code.
pub(crate) async fn code(
    StateExtractor(pages): StateExtractor<Pages>,
    Path(token): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let refused = |why| PageError::Rejected(FinalPage::Refused { why });
    if pages.host_guard().check_form(&headers).is_err() {
        return Err(refused("Another site tried to act in your name. Nothing was done."));
    }
    let body =
        submission::read_all(request.into_body(), 4096).await.map_err(|_| refused("That is not a code."))?;
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
        CodeVerdict::Accepted => Ok(see_other(&path)),
        CodeVerdict::Wrong { left: 0 } => Err(PageError::Rejected(FinalPage::Locked)),
        CodeVerdict::Wrong { left } => Ok(code_response(&path, &form_token, Some(left))),
        CodeVerdict::OtherBrowser => Err(PageError::Rejected(FinalPage::OtherBrowser)),
    }
}

/// Returns a redirect with status 303, which the browser follows with `GET`.
pub(crate) fn see_other(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path.to_owned())]).into_response()
}
