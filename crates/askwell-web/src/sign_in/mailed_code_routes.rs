//! The pages of mailed codes: asking for one, and entering it.

use crate::text::message;
use askwell_locale::{Words, say, text};
use axum::extract::{Request, State};
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::html;

use super::mailed_code::{self, LIFETIME, MailedCodeTry, PendingCode};
use super::page::{PATH, SignInProblem, problem_response};
use super::people_directory::CodeMail;
use super::provider_routes::begin_session;
use super::return_path::ReturnPath;
use super::sessions::NewSession;
use super::{SignIn, cookie};
use crate::browser::Session;
use crate::page::{FinalPage, HtmlDocument, TOKEN_NAME, html_response, read_form, see_other};
use crate::pages::Pages;
use crate::sign_in_attempts::{AttemptScope, CountedAttempt, TooManyAttempts};
use crate::visit::PageError;

/// Where a code is asked for.
pub(super) const MAIL_REQUEST_PATH: &str = "/sign-in/mail/request";

/// Where a code is entered.
const CODE_PATH: &str = "/sign-in/mail/code";

/// `POST /sign-in/mail/request`: mails a code to an address, if it is known. The response is the same if it is not.
pub(super) async fn request(
    State(pages): State<Pages>,
    attempt: CountedAttempt,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let sign_in = sign_in_of(&pages)?;
    let (directory, limits) = sign_in.mailed_codes().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    let form = read_form(&pages, &headers, request).await?;
    let return_path = ReturnPath::read(form.get("return").unwrap_or_default());
    if !Session::of(&headers, pages.cookie_name()).admits(PATH, form.get(TOKEN_NAME).unwrap_or_default()) {
        return Ok(problem_response(&pages, &headers, &return_path, SignInProblem::NotBegun));
    }
    let Some(address) = mailed_code::read_address(form.get("mail").unwrap_or_default()) else {
        return Ok(problem_response(&pages, &headers, &return_path, SignInProblem::NoAddress));
    };
    let (records, now) = (pages.engine().records(), pages.engine().now().as_millis());
    sign_in.code_requests.count(attempt.address, now).map_err(PageError::Attempts)?;
    let counted = mailed_code::count_for_mailbox(&records, &address, limits.per_mailbox, now).await?;
    if let Err(seconds) = counted {
        return Err(PageError::Attempts(TooManyAttempts { scope: AttemptScope::Mailbox, seconds }));
    }
    // A browser waits for one code: the one before ends.
    for old in cookie::values(&headers, cookie::code_name(sign_in.scope)).take(4) {
        mailed_code::forget(&records, old, now).await?;
    }
    let made = mailed_code::make(&records, &address, &return_path, now).await?;
    let site = sign_in.base_url.host_str().unwrap_or_default().to_owned();
    directory.mailer.send(CodeMail {
        address,
        code: made.code,
        site,
        lifetime: LIFETIME,
        words: Words::current(),
    });
    let mut response = see_other(CODE_PATH);
    let kept = cookie::set(cookie::code_name(sign_in.scope), &made.secret, sign_in.scope, LIFETIME);
    response.headers_mut().extend(kept.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

/// `GET /sign-in/mail/code`: asks for the code. Changes nothing.
pub(super) async fn show(State(pages): State<Pages>, headers: HeaderMap) -> Result<Response, PageError> {
    let sign_in = sign_in_of(&pages)?;
    match pending(&pages, sign_in, &headers).await? {
        Some((_, pending)) => Ok(code_response(&pages, &headers, &pending, None)),
        None => {
            let home = ReturnPath::read("");
            Ok(problem_response(&pages, &headers, &home, SignInProblem::CodeOver))
        }
    }
}

/// `POST /sign-in/mail/code`: signs the person in with the right code.
pub(super) async fn enter(
    State(pages): State<Pages>,
    _: CountedAttempt,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let sign_in = sign_in_of(&pages)?;
    let (directory, _) = sign_in.mailed_codes().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    let form = read_form(&pages, &headers, request).await?;
    let home = ReturnPath::read("");
    if !Session::of(&headers, pages.cookie_name()).admits(PATH, form.get(TOKEN_NAME).unwrap_or_default()) {
        return Ok(problem_response(&pages, &headers, &home, SignInProblem::NotBegun));
    }
    let Some((secret, pending)) = pending(&pages, sign_in, &headers).await? else {
        return Ok(problem_response(&pages, &headers, &home, SignInProblem::CodeOver));
    };
    let (records, now) = (pages.engine().records(), pages.engine().now().as_millis());
    // Who has the address is asked again: the directory may have changed.
    let owner = directory.people.owner_of(pending.address());
    let code = form.get("code").unwrap_or_default();
    let tried = mailed_code::try_code(&records, &secret, code, owner.is_some(), now).await?;
    let mut response = match (tried, owner) {
        (MailedCodeTry::Accepted, Some(owner)) => {
            tracing::info!(person = owner.person, "signed in with a mailed code");
            let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).map(str::to_owned);
            let via = super::VIA_MAILED_CODE.to_owned();
            let new = NewSession { person: owner.person, via, agent, ..NewSession::default() };
            begin_session(&pages, sign_in, new, &pending.return_path(), &headers).await?
        }
        (MailedCodeTry::Wrong { left }, _) => {
            return Ok(code_response(&pages, &headers, &pending, Some(left)));
        }
        (MailedCodeTry::Over | MailedCodeTry::Accepted, _) => {
            problem_response(&pages, &headers, &pending.return_path(), SignInProblem::CodeOver)
        }
    };
    let used = cookie::clear(cookie::code_name(sign_in.scope), sign_in.scope);
    response.headers_mut().extend(used.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

fn sign_in_of(pages: &Pages) -> Result<&SignIn, PageError> {
    pages.sign_in().ok_or(PageError::Rejected(FinalPage::NoSuchPage))
}

/// Returns the code that this browser has asked for, with the secret of its cookie.
async fn pending(
    pages: &Pages,
    sign_in: &SignIn,
    headers: &HeaderMap,
) -> Result<Option<(String, PendingCode)>, PageError> {
    let (records, now) = (pages.engine().records(), pages.engine().now().as_millis());
    for secret in cookie::values(headers, cookie::code_name(sign_in.scope)).take(4) {
        if let Some(found) = mailed_code::find(&records, secret, now).await? {
            return Ok(Some((secret.to_owned(), found)));
        }
    }
    Ok(None)
}

/// Returns the page that asks for the code. `left` is how often the person can try again after a wrong one.
fn code_response(pages: &Pages, headers: &HeaderMap, pending: &PendingCode, left: Option<u8>) -> Response {
    let session = Session::of(headers, pages.cookie_name());
    let token = session.form_token(PATH);
    let wrong = left.map(|left| text("final-code-wrong", &[("count", u64::from(left).into())]));
    let is_wrong = wrong.is_some();
    let main = html! {
        @if let Some(wrong) = &wrong {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { (say("pages-problem-title")) }
                ul { li { a href="#code" { (wrong) } } }
            }
        }
        div.card {
            h1 { (say("sign-in-check-mail")) }
            p.soft {
                (message("sign-in-check-mail-about", &[], &[("address", html! { strong { bdi { (mailed_code::masked(pending.address())) } } })]))
            }
            form.mail method="post" action=(CODE_PATH) novalidate {
                input type="hidden" name=(TOKEN_NAME) value=(token);
                div.field.wrong[is_wrong] {
                    label for="code" { (say("sign-in-code")) }
                    @if let Some(wrong) = &wrong { p.error #code-error { span.sr { (say("pages-error-mark")) " " } (wrong) } }
                    input.code #code type="text" name="code" inputmode="numeric" autocomplete="one-time-code"
                        spellcheck="false" dir="ltr" maxlength="20" aria-required="true"
                        aria-invalid=[is_wrong.then_some("true")] aria-describedby=[is_wrong.then_some("code-error")];
                }
                button.primary type="submit" { (say("sign-in-enter")) }
            }
            form.again method="post" action=(MAIL_REQUEST_PATH) {
                input type="hidden" name=(TOKEN_NAME) value=(token);
                input type="hidden" name="return" value=(pending.return_path().as_str());
                input type="hidden" name="mail" value=(pending.address());
                button.quiet type="submit" { (say("sign-in-new-code")) }
                " "
                a href=(pending.return_path().sign_in_address()) { (say("sign-in-other-ways")) }
            }
        }
        p.soft.small { (say("sign-in-no-mail")) }
    };
    let document = HtmlDocument {
        title: &say("sign-in-check-mail"),
        wrong: is_wrong,
        direction: None,
        class: "door",
        head: html! {},
        main,
    };
    let status = if is_wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut response = html_response(status, &document);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(PATH), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}
