//! Handles the `GET` of a page and builds the HTML responses of all page handlers.

use super::render::words_direction;
use crate::text::{message, with_name};
use askwell_locale::{say, text};
use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::{Audience, Open, Question, Scope, State};
use axum::extract::RawQuery;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::action::{self, Action};
use super::closed_page::closed_response;
use super::draft::{Draft, ProblemScope};
use super::draft_cache::RecalledDraft;
use super::found_options;
use super::render::{
    Deadline, FinalPage, FormPage, FormStep, HtmlDocument, ReviewPage, deadline, direction, document,
    element_id, form_page, instant, reason_input, render_final_page, review_page, votes, when,
};
use super::row_names::row_id;
use super::shared_draft;
use super::submission::TOKEN;
use crate::brand;
use crate::inbox::{InboxFrame, frame_of_entry, framed, top_bar};
use crate::offline;
use crate::page::url_destination::destination;
use crate::visit::{EntryPoint, PageError, Visit, status_code};

/// Shows the form with the values entered in this browser, or the outcome if the elicitation is
/// closed.
pub(crate) async fn get_page(
    visit: Visit,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let query = query.unwrap_or_default();
    let frame = frame_of_entry(&visit, &headers, &query).await?;
    let visit = frame.into_iter().fold(visit, Visit::in_frame);
    show_page(visit, &query).await
}

/// Shows the page of a visit.
pub(crate) async fn show_page(mut visit: Visit, query: &str) -> Result<Response, PageError> {
    if let State::Closed(closed) = &visit.elicitation.state {
        return closed_response(&visit, closed).await;
    }
    let form = match &visit.elicitation.question {
        Question::Form(form) => form.clone(),
        Question::Page { url, message } => {
            return Ok(visit.with_cookie(external_page_response(&visit, url, message)));
        }
    };
    let form = &form;
    shared_draft::load(&visit, form).await;
    let recalled = visit.pages.drafts().recall(&visit.session.key(&visit.path));
    let Some(RecalledDraft { draft, notice }) = recalled else {
        let draft = Draft::empty(&visit, form);
        visit.elicitation = found_options::with_options(&visit, &draft).await;
        let mut response = step_response(&visit, &draft, PageStep::Form, None);
        if is_kept(&visit) {
            offline::mark_kept(&mut response);
        }
        return Ok(response);
    };
    let mut draft = draft.resume(&visit, form);
    draft.at = step_named(form, query);
    visit.elicitation = found_options::with_options(&visit, &draft).await;
    Ok(step_response(&visit, &draft, PageStep::read(query), notice))
}

/// Returns whether a page without entered values may be kept on the person's device: it is in the inbox, and shows no
/// votes, which are answers of others.
fn is_kept(visit: &Visit) -> bool {
    visit.elicitation.votes.is_empty() && visit.frame.as_ref().is_some_and(InboxFrame::is_kept)
}

/// What the page of an elicitation shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageStep {
    /// The form.
    Form,
    /// The form, with all problems.
    Problems,
    /// The form, with the problems of the shown step.
    StepProblems,
    /// The review; the form with its problems if the answer cannot be sent.
    Review,
}

impl PageStep {
    const ALL: [(&str, PageStep); 4] = [
        ("form", PageStep::Form),
        ("problems", PageStep::Problems),
        ("step-problems", PageStep::StepProblems),
        ("review", PageStep::Review),
    ];

    /// Returns the step that a query string names; the form by default.
    fn read(query: &str) -> PageStep {
        let named = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "step");
        let named = named.map(|(_, value)| value).last().unwrap_or_default();
        PageStep::ALL.iter().find(|(name, _)| *name == named).map_or(PageStep::Form, |(_, step)| *step)
    }

    fn query(self) -> &'static str {
        PageStep::ALL.iter().find(|(_, step)| *step == self).map_or("", |(name, _)| name)
    }
}

/// Returns the place of the group that a query string names as the step to show.
fn step_named(form: &Form, query: &str) -> Option<usize> {
    let named = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "at").last();
    named.and_then(|(_, id)| form.groups().iter().position(|group| group.id() == id))
}

/// Redirects to a step of the page, so that going back and reloading send nothing twice. If the
/// draft does not fit into the cache, or cannot be given to the other nodes, sends the page without a
/// redirect.
pub(crate) async fn redirect_to_step(
    visit: &Visit,
    draft: &Draft,
    step: PageStep,
    notice: Option<String>,
) -> Response {
    let Ok(form) = visit.form() else { return final_response(&FinalPage::NotFound) };
    let key = visit.session.key(&visit.path);
    if visit.pages.drafts().hold(key, draft.without_secrets(form), notice.clone())
        && shared_draft::save(visit, form, draft, notice.as_deref()).await
    {
        let at = draft.at.filter(|_| step != PageStep::Review).and_then(|at| form.groups().get(at));
        let at = at.map(|group| format!("&at={}", group.id())).unwrap_or_default();
        return see_other(&format!("{}?step={}{at}", visit.path, step.query()));
    }
    let mut visit = visit.clone();
    visit.elicitation = found_options::with_options(&visit, draft).await;
    step_response(&visit, draft, step, notice)
}

/// Redirects to the form, to a row of a repeating group: to the group if there is no row.
pub(crate) async fn redirect_to_row(
    visit: &Visit,
    draft: &Draft,
    group: &str,
    row: Option<usize>,
) -> Response {
    let mut response = redirect_to_step(visit, draft, PageStep::Form, None).await;
    // Ids have no characters that mean something in an address; others are not answered with a row.
    let target = row.map_or_else(|| element_id(group), |row| row_id(group, row));
    let is_id = group.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
    let location = location.filter(|_| is_id).map(|location| format!("{location}#{target}"));
    if let Some(Ok(location)) = location.map(HeaderValue::try_from) {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

fn step_response(visit: &Visit, draft: &Draft, step: PageStep, notice: Option<String>) -> Response {
    match (step, visit.form()) {
        (PageStep::Review, Ok(form)) if draft.is_ready(&draft.view(form)) => review_response(visit, draft),
        (PageStep::Form, _) => form_response(visit, draft, &ProblemScope::Files, notice),
        (PageStep::StepProblems, Ok(form)) => {
            let step = draft.at.and_then(|at| form.groups().get(at));
            let tell = step.map_or(ProblemScope::All, |group| ProblemScope::Fields(group.fields()));
            form_response(visit, draft, &tell, notice)
        }
        (PageStep::Problems | PageStep::StepProblems | PageStep::Review, _) => {
            form_response(visit, draft, &ProblemScope::All, notice)
        }
    }
}

/// Returns the page with the form.
fn form_response(visit: &Visit, draft: &Draft, tell: &ProblemScope, notice: Option<String>) -> Response {
    let Ok(form) = visit.form() else { return final_response(&FinalPage::NotFound) };
    let view = draft.view(form);
    let token = visit.form_token();
    let client = visit.client();
    let page = FormPage {
        form,
        view: &view,
        context: draft.context(
            visit.pages.engine(),
            form,
            &view,
            (&visit.path, visit.pages.link_hosts()),
            tell,
        ),
        overall: if *tell == ProblemScope::All { draft.overall(&view) } else { Vec::new() },
        path: &visit.path,
        token: &token,
        client: &client,
        message: visit.elicitation.message.as_deref(),
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
        notice,
        claimed: claim_form(visit),
        hosts: visit.pages.link_hosts(),
        votes: votes(&visit.elicitation, visit.actor.person.as_deref()),
        requester: visit.elicitation.quorum.as_ref().and_then(|quorum| quorum.requester.as_deref()),
        audience: audience_line(visit),
        step: FormStep::of(&view, draft.at),
        undo_seconds: undo_seconds(visit),
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
        context: draft.context(
            visit.pages.engine(),
            form,
            &view,
            (&visit.path, visit.pages.link_hosts()),
            &ProblemScope::Files,
        ),
        path: &visit.path,
        token: &token,
        client: &client,
        message: visit.elicitation.message.as_deref(),
        deadline: Deadline::of(&visit.elicitation, visit.pages.engine().now()),
        hosts: visit.pages.link_hosts(),
    };
    let main = review_page(&page);
    visit.with_cookie(document_response(
        visit,
        StatusCode::OK,
        &text("pages-check-title", &[("title", form.title().into())]),
        false,
        main,
    ))
}

pub(super) fn document_response(
    visit: &Visit,
    status: StatusCode,
    title: &str,
    wrong: bool,
    main: Markup,
) -> Response {
    let direction = direction(match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    });
    let head = brand::with_client(&visit.elicitation.client, || head(visit));
    let page = match &visit.frame {
        Some(frame) => HtmlDocument {
            title: frame.title().unwrap_or(title),
            wrong,
            direction: None,
            class: frame.class(),
            head,
            main: framed(frame, direction, &main),
        },
        None => HtmlDocument { title, wrong, direction: Some(direction), class: "question", head, main },
    };
    brand::with_client(&visit.elicitation.client, || html_response(status, &page))
}

fn head(visit: &Visit) -> Markup {
    match &visit.entry_point {
        EntryPoint::Inbox { .. } => match &visit.actor.scope {
            Scope::Person(person) => top_bar(&visit.pages, Some(person), "inbox"),
            _ => top_bar(&visit.pages, None, "inbox"),
        },
        EntryPoint::Link { .. } => html! { header.top { (brand::mark()) } },
    }
}

/// Returns who is asked and since when, for pages in the inbox.
fn audience_line(visit: &Visit) -> Option<Markup> {
    let EntryPoint::Inbox { person } = &visit.entry_point else { return None };
    let entry = &visit.elicitation;
    let to = match &entry.audience {
        Audience::Person(name) if **name == **person => html! { (say("pages-audience-you")) },
        Audience::Person(name) => with_name("pages-audience-person", "name", name),
        Audience::Group(name) => with_name("pages-audience-group", "name", name),
        Audience::SignedIn => html! { (say("pages-audience-signed-in")) },
        _ => html! { (say("pages-audience-anyone")) },
    };
    Some(html! {
        span.audience {
            (message("pages-audience-asked", &[], &[("audience", to), ("time", html! { time datetime=(instant(entry.created_at)) data-local { (when(entry.created_at)) } })]))
        }
    })
}

/// Returns how long a decision on this page can be undone.
fn undo_seconds(visit: &Visit) -> Option<u64> {
    let EntryPoint::Inbox { .. } = &visit.entry_point else { return None };
    let time = visit.pages.undo_time();
    let until = visit.pages.engine().now() + time;
    let is_held = !time.is_zero() && visit.elicitation.deadline().is_some_and(|deadline| deadline > until);
    is_held.then(|| time.as_secs().max(1))
}

/// Returns the claim form, for pages in the inbox.
fn claim_form(visit: &Visit) -> Option<Markup> {
    let (EntryPoint::Inbox { person }, State::Open(Open { claimed_by, .. })) =
        (&visit.entry_point, &visit.elicitation.state)
    else {
        return None;
    };
    let (words, action, button) = match claimed_by {
        // The bar above the page has a button for it.
        None => return None,
        Some(name) if name == person => {
            (html! { (say("pages-taken-by-you")) }, Action::Release, "pages-give-back")
        }
        Some(name) => (with_name("pages-taken-by-other", "name", name), Action::Claim, "pages-take-over"),
    };
    Some(html! {
        form.claimed method="post" action=(visit.path) {
            input type="hidden" name=(TOKEN) value=(visit.form_token());
            p { (words) }
            button.quiet type="submit" name=(action::NAME) value=(action.value()) { (say(button)) }
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
            p.who { span.circle aria-hidden="true" { (super::render::initial(&client)) } span dir="auto" { (with_name("pages-asks", "client", &client)) } }
            h1 dir="auto" { (message) }
        }
        form.answer #answer method="post" action=(visit.path) data-path=(visit.path) data-external {
            input type="hidden" name=(TOKEN) value=(visit.form_token());
            @if let Some(time) = Deadline::of(&visit.elicitation, visit.pages.engine().now()) { (deadline(&time)) }
            p { (say("pages-external")) }
            p.external dir="ltr" { bdi { (url) } }
            @if let Some(leads) = &leads {
                p.leads { (crate::text::message("pages-leads-to", &[], &[("host", html! { bdi.host dir="ltr" { (leads.host) } })])) }
                @if let Some(warning) = leads.warning { p.warning { (say(warning)) } }
            }
            div.buttons {
                a.primary href=(url) rel="noopener noreferrer nofollow" target="_blank" { (say("pages-external-open")) }
            }
            details.refuse {
                summary { bdi { (say("pages-external-no-wish")) } }
                div.ways {
                    (reason_input())
                    div {
                        button.quiet type="submit" name=(action::NAME) value=(Action::Decline.value()) { (say("pages-decline")) }
                        p dir=(words_direction()) { (with_name("pages-external-decline-help", "client", &client)) }
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

/// Returns a page without a form.
pub(crate) fn final_response(end: &FinalPage) -> Response {
    let main = render_final_page(end);
    let page = HtmlDocument {
        title: &end.title(),
        wrong: false,
        direction: None,
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

/// Returns a redirect with status 303, which the browser follows with `GET`.
pub(crate) fn see_other(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path.to_owned())]).into_response()
}
