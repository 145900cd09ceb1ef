//! The page that asks for the code of a link, and the form on it.

use askwell_locale::{say, text};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::html;

use super::render::{FinalPage, HtmlDocument};
use super::response::{html_response, see_other};
use super::short_form::read_form;
use super::submission::TOKEN;
use crate::browser::Session;
use crate::links::{self, CodeVerdict};
use crate::pages::Pages;
use crate::sign_in_attempts::CountedAttempt;
use crate::visit::PageError;

const ABOUT: &str = "final-code-about";

/// Returns the page that asks for the code of a link to a question.
pub(crate) fn code_response(path: &str, token: &str, left: Option<u8>) -> Response {
    code_page(&format!("{path}/code"), ABOUT, token, left)
}

/// Returns a page that asks for a code. `about` is the key of the text about it; `left` is how often the person can try again after a wrong one.
pub(crate) fn code_page(action: &str, about: &str, token: &str, left: Option<u8>) -> Response {
    let wrong = left.is_some();
    let main = html! {
        @if let Some(left) = left {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { (say("pages-problem-title")) }
                ul { li { a href="#code" { (tries(left)) } } }
            }
        }
        header.asker {
            h1 { (say("final-code-title")) }
            p.why { (say(about)) }
        }
        form.answer method="post" action=(action) novalidate {
            input type="hidden" name=(TOKEN) value=(token);
            div.field.wrong[wrong] {
                label for="code" { (say("final-code-label")) }
                @if let Some(left) = left { p.error #code-error { span.sr { (say("pages-error-mark")) " " } (tries(left)) } }
                input.code #code type="text" name="code" autocomplete="one-time-code" autocapitalize="characters"
                    spellcheck="false" dir="ltr" maxlength="20" aria-required="true"
                    aria-invalid=[wrong.then_some("true")] aria-describedby=[wrong.then_some("code-error")];
            }
            div.buttons { button.primary type="submit" { (say("pages-continue")) } }
        }
    };
    let page = HtmlDocument {
        title: &say("final-code-title"),
        wrong,
        direction: None,
        class: "question",
        head: html! {},
        main,
    };
    html_response(if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }, &page)
}

fn tries(left: u8) -> String {
    text("final-code-wrong", &[("count", u64::from(left).into())])
}

/// Handles the form with the code.
pub(super) async fn post_code(
    State(pages): State<Pages>,
    _: CountedAttempt,
    Path(token): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let form = read_form(&pages, &headers, request).await?;
    let path = format!("/f/{token}");
    let session = Session::of(&headers, pages.cookie_name());
    let form_token = form.get(TOKEN).unwrap_or_default();
    if !session.admits(&path, form_token) {
        let why = "final-refused-stale";
        return Err(PageError::Rejected(FinalPage::Refused { why }));
    }
    let code = form.get("code").unwrap_or_default();
    match links::try_code(pages.engine(), &token, code, &session.digest()).await? {
        CodeVerdict::Accepted => Ok(see_other(&path)),
        CodeVerdict::Wrong { left: 0 } => Err(PageError::Rejected(FinalPage::Locked)),
        CodeVerdict::Wrong { left } => Ok(code_response(&path, form_token, Some(left))),
        CodeVerdict::OtherBrowser => Err(PageError::Rejected(FinalPage::OtherBrowser)),
    }
}
