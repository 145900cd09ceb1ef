//! The sign-in page and the pages on the way to a provider and back.

use crate::text::{message, with_name};
use askwell_locale::say;
use axum::extract::{Query, State};
use axum::http::header::{HeaderName, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;

use super::SignIn;
use super::mailed_code_routes::MAIL_REQUEST_PATH;
use super::return_path::ReturnPath;
use crate::browser::Session;
use crate::page::{HtmlDocument, TOKEN_NAME, html_response, initial};
use crate::pages::Pages;
use crate::visit::PageError;

/// The path that form tokens of the sign-in page are for.
pub(super) const PATH: &str = "/sign-in";

/// Why a sign-in did not work, as sentences for the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignInProblem {
    /// The sign-in was not begun in this browser, or too long ago.
    NotBegun,
    /// The provider sent the person back with an error.
    Refused,
    /// The provider cannot be reached.
    Unavailable,
    /// The answer of the provider cannot be trusted.
    Invalid,
    /// The provider did not say who the person is.
    Nameless,
    /// The person may not sign in here.
    NotAllowed,
    /// What was entered is no mail address.
    NoAddress,
    /// The mailed code was used, was wrong too often, or is too old.
    CodeOver,
}

impl SignInProblem {
    fn sentences(self) -> String {
        say(match self {
            SignInProblem::NotBegun => "sign-in-problem-flow",
            SignInProblem::Refused => "sign-in-problem-unfinished",
            SignInProblem::Unavailable => "sign-in-problem-unreachable",
            SignInProblem::Invalid => "sign-in-problem-refused",
            SignInProblem::Nameless => "sign-in-problem-nobody",
            SignInProblem::NotAllowed => "sign-in-problem-not-admitted",
            SignInProblem::NoAddress => "sign-in-problem-address",
            SignInProblem::CodeOver => "sign-in-problem-code",
        })
    }

    fn status(self) -> StatusCode {
        match self {
            SignInProblem::NotBegun | SignInProblem::Refused => StatusCode::BAD_REQUEST,
            SignInProblem::Unavailable | SignInProblem::Invalid | SignInProblem::Nameless => {
                StatusCode::BAD_GATEWAY
            }
            SignInProblem::NotAllowed => StatusCode::FORBIDDEN,
            SignInProblem::NoAddress => StatusCode::UNPROCESSABLE_ENTITY,
            SignInProblem::CodeOver => StatusCode::GONE,
        }
    }
}

/// The query parameters of the sign-in page.
#[derive(Debug, Default, Deserialize)]
pub(super) struct SignInQuery {
    #[serde(default, rename = "return")]
    return_path: Option<String>,
    /// Whether the person has just signed out.
    #[serde(default)]
    out: Option<String>,
}

/// Shows the ways to sign in. A person who is signed in can choose another account.
pub(super) async fn show(
    State(pages): State<Pages>,
    query: Result<Query<SignInQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let return_path = ReturnPath::read(query.return_path.as_deref().unwrap_or_default());
    let note = query.out.is_some().then_some("sign-in-signed-out");
    Ok(sign_in_response(&pages, &headers, &return_path, None, note))
}

/// Returns the sign-in page with what went wrong.
pub(super) fn problem_response(
    pages: &Pages,
    headers: &HeaderMap,
    return_path: &ReturnPath,
    problem: SignInProblem,
) -> Response {
    sign_in_response(pages, headers, return_path, Some(problem), None)
}

fn sign_in_response(
    pages: &Pages,
    headers: &HeaderMap,
    return_path: &ReturnPath,
    problem: Option<SignInProblem>,
    note: Option<&str>,
) -> Response {
    let session = Session::of(headers, pages.cookie_name());
    let Some(sign_in) = pages.sign_in() else {
        return crate::page::final_response(&crate::page::FinalPage::NoSuchPage);
    };
    let title = &*say(if return_path.is_question() { "sign-in-title-question" } else { "sign-in-title" });
    let main = html! {
        @if let Some(problem) = problem {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { (say("sign-in-not")) }
                p { (problem.sentences()) }
            }
        }
        @if let Some(note) = note { p.note role="status" { (say(note)) } }
        div.card data-forget {
            h1 { (title) }
            p.soft {
                (say(if return_path.is_question() { "sign-in-about-question" } else { "sign-in-about" }))
            }
            (ways(sign_in, return_path, &session.form_token(PATH)))
            @if sign_in.mailed_codes().is_some() {
                @if !sign_in.providers.is_empty() { p.or { (say("sign-in-or")) } }
                (mail_form(return_path, &session.form_token(PATH), problem == Some(SignInProblem::NoAddress)))
            }
        }
        p.soft.small { (say("sign-in-safety")) }
    };
    let document = HtmlDocument {
        title,
        wrong: problem.is_some(),
        direction: None,
        class: "door",
        head: html! {},
        main,
    };
    let mut response = html_response(problem.map_or(StatusCode::OK, SignInProblem::status), &document);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(PATH), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}

fn ways(sign_in: &SignIn, return_path: &ReturnPath, token: &str) -> Markup {
    html! {
        @if sign_in.providers.is_empty() && sign_in.mailed_codes().is_some() {
        } @else if sign_in.providers.is_empty() {
            p { (say("sign-in-personal-link")) }
        } @else {
            p.label #ways { (say("sign-in-with")) }
            ul.ways aria-labelledby="ways" {
                @for provider in &sign_in.providers {
                    @let settings = provider.settings();
                    li {
                        form method="post" action=(format!("/sign-in/{}", settings.id)) {
                            input type="hidden" name=(TOKEN_NAME) value=(token);
                            input type="hidden" name="return" value=(return_path.as_str());
                            button.quiet type="submit" {
                                span.mark aria-hidden="true" { (initial(&settings.name)) }
                                bdi { (settings.name) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the form that asks for a code by mail.
fn mail_form(return_path: &ReturnPath, token: &str, is_wrong: bool) -> Markup {
    html! {
        form.mail method="post" action=(MAIL_REQUEST_PATH) novalidate {
            input type="hidden" name=(TOKEN_NAME) value=(token);
            input type="hidden" name="return" value=(return_path.as_str());
            div.field.wrong[is_wrong] {
                label for="mail" { (say("sign-in-mail")) }
                @if is_wrong {
                    p.error #mail-error { span.sr { (say("pages-error-mark")) " " } (SignInProblem::NoAddress.sentences()) }
                }
                input #mail type="email" name="mail" autocomplete="email" dir="ltr" maxlength="254" aria-required="true"
                    aria-invalid=[is_wrong.then_some("true")] aria-describedby=[is_wrong.then_some("mail-error")];
            }
            button.quiet type="submit" { (say("sign-in-mail-code")) }
        }
    }
}

/// Sends a browser to a provider, with a page whose title has this key. A redirect would break the rule that forms lead to this site only, so the page
/// refreshes itself to the new address.
pub(super) fn departure_response(title: &str, name: &str, url: &url::Url) -> Response {
    let title = &*say(title);
    let main = html! {
        div.card data-forget {
            h1 { (title) }
            p { (message("sign-in-nothing-happens", &[], &[("link", html! { a href=(url) rel="noreferrer" { (with_name("sign-in-continue-to", "name", name)) } })])) }
        }
    };
    let document = HtmlDocument { title, wrong: false, direction: None, class: "door", head: html! {}, main };
    let mut response = html_response(StatusCode::OK, &document);
    if let Ok(refresh) = HeaderValue::from_str(&format!("0; url={url}")) {
        response.headers_mut().insert(HeaderName::from_static("refresh"), refresh);
    }
    response
}
