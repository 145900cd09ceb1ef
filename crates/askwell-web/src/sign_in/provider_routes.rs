//! The way to a provider and back.

use axum::extract::{Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::response::Response;

use super::flow::Flow;
use super::oidc::{CallbackQuery, Identified, OidcError, Provider};
use super::page::{PATH, SignInProblem, departure_response, problem_response};
use super::return_path::ReturnPath;
use super::sessions::NewSession;
use super::{SignIn, cookie};
use crate::browser::Session;
use crate::page::{FinalPage, TOKEN_NAME, read_form, see_other};
use crate::pages::Pages;
use crate::sign_in_attempts::CountedAttempt;
use crate::visit::PageError;

/// The longest parameter of a provider's answer, in bytes.
const LONGEST_PARAMETER: usize = 4096;

/// `POST /sign-in/{id}`: begins a sign-in and sends the browser to the provider.
pub(super) async fn begin(
    State(pages): State<Pages>,
    _: CountedAttempt,
    Path(id): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let (sign_in, provider) = find(&pages, &id)?;
    let form = read_form(&pages, &headers, request).await?;
    let return_path = ReturnPath::read(form.get("return").unwrap_or_default());
    let session = Session::of(&headers, pages.cookie_name());
    if !session.admits(PATH, form.get(TOKEN_NAME).unwrap_or_default()) {
        return Ok(problem_response(&pages, &headers, &return_path, SignInProblem::NotBegun));
    }
    let flow = Flow::begin(&id, return_path, pages.engine().now().as_millis());
    match provider.authorization_url(&flow).await {
        Ok(url) => {
            let name = &provider.settings().name;
            let mut response = departure_response("sign-in-leaving", name, &url);
            response.headers_mut().extend(flow.cookie(sign_in.scope).map(|cookie| (SET_COOKIE, cookie)));
            Ok(response)
        }
        Err(error) => Ok(failed(&pages, &headers, provider, &flow, &error)),
    }
}

/// `GET /sign-in/{id}/callback`: finishes a sign-in that this browser has begun.
pub(super) async fn finish(
    State(pages): State<Pages>,
    _: CountedAttempt,
    Path(id): Path<String>,
    query: Result<Query<CallbackQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (sign_in, provider) = find(&pages, &id)?;
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let now = pages.engine().now().as_millis();
    let flow = Flow::read(&headers, sign_in.scope, now)
        .filter(|flow| flow.provider() == id && flow.admits(query.state.as_deref().unwrap_or_default()));
    let Some(flow) = flow else {
        // The response belongs to another browser: nobody is signed in, and what runs here goes on.
        let home = ReturnPath::read("");
        return Ok(problem_response(&pages, &headers, &home, SignInProblem::NotBegun));
    };
    let mut response = match arrive(provider, &flow, query).await {
        Ok(found) => enter(&pages, sign_in, provider, &flow, found, &headers).await?,
        Err(ArrivalError::Refused) => {
            problem_response(&pages, &headers, flow.return_path(), SignInProblem::Refused)
        }
        Err(ArrivalError::Oidc(error)) => failed(&pages, &headers, provider, &flow, &error),
    };
    let used = cookie::clear(cookie::flow_name(sign_in.scope), sign_in.scope);
    response.headers_mut().extend(used.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

enum ArrivalError {
    Refused,
    Oidc(OidcError),
}

async fn arrive(provider: &Provider, flow: &Flow, query: CallbackQuery) -> Result<Identified, ArrivalError> {
    provider.check_issuer(query.iss.as_deref()).await.map_err(ArrivalError::Oidc)?;
    let code = query.code.filter(|code| (1..=LONGEST_PARAMETER).contains(&code.len()));
    match (query.error, code) {
        (None, Some(code)) => provider.identify(code, flow).await.map_err(ArrivalError::Oidc),
        (error, _) => {
            let error: String =
                error.unwrap_or_default().chars().filter(char::is_ascii_graphic).take(64).collect();
            tracing::info!(provider = provider.settings().id, error, "the provider did not sign a person in");
            Err(ArrivalError::Refused)
        }
    }
}

/// Begins the session of a person. The session that the browser had before ends.
async fn enter(
    pages: &Pages,
    sign_in: &SignIn,
    provider: &Provider,
    flow: &Flow,
    found: Identified,
    headers: &HeaderMap,
) -> Result<Response, PageError> {
    let Identified { person, groups, mail, id_token } = found;
    let settings = provider.settings();
    sign_in.remember(&person, &groups, mail, &settings.name, pages.engine().now().as_millis()).await;
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).map(str::to_owned);
    tracing::info!(provider = settings.id, person, "signed in");
    let new = NewSession {
        person,
        groups,
        via: settings.name.clone(),
        provider: Some(settings.id.clone()),
        agent,
        id_token: Some(id_token),
    };
    begin_session(pages, sign_in, new, flow.return_path(), headers).await
}

/// Begins a session, ends the one that the browser had before, and sends the person on.
pub(super) async fn begin_session(
    pages: &Pages,
    sign_in: &SignIn,
    new: NewSession,
    return_path: &ReturnPath,
    headers: &HeaderMap,
) -> Result<Response, PageError> {
    for old in cookie::values(headers, cookie::session_name(sign_in.scope)).take(4) {
        sign_in.sessions.end(old).await?;
    }
    let value = sign_in.sessions.begin(new, pages.engine().now().as_millis()).await?;
    let set =
        cookie::set(cookie::session_name(sign_in.scope), &value, sign_in.scope, sign_in.limits.lifetime);
    let mut response = see_other(return_path.as_str());
    response.headers_mut().extend(set.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

fn find<'p>(pages: &'p Pages, id: &str) -> Result<(&'p SignIn, &'p Provider), PageError> {
    let missing = || PageError::Rejected(FinalPage::NoSuchPage);
    let sign_in = pages.sign_in().ok_or_else(missing)?;
    Ok((sign_in, sign_in.provider(id).ok_or_else(missing)?))
}

/// Logs why a sign-in failed and tells the person what to do. Details are for the log only.
fn failed(
    pages: &Pages,
    headers: &HeaderMap,
    provider: &Provider,
    flow: &Flow,
    error: &OidcError,
) -> Response {
    tracing::warn!(provider = provider.settings().id, %error, "a sign-in failed");
    let problem = match error {
        OidcError::Settings(_) | OidcError::Discovery(_) => SignInProblem::Unavailable,
        OidcError::Exchange(_) | OidcError::IdToken(_) | OidcError::Issuer => SignInProblem::Invalid,
        OidcError::Person(_) => SignInProblem::Nameless,
        OidcError::NotAllowed(_) => SignInProblem::NotAllowed,
    };
    problem_response(pages, headers, flow.return_path(), problem)
}
