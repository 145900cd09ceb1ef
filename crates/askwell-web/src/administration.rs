//! The page for administrators: who is signed in and which API keys there are, each with a button that ends it.

use askwell_locale::say;
use axum::Router;
use axum::extract::{Extension, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use maud::{Markup, html};

use askwell_lifecycle::Timestamp;

use crate::browser::Session;
use crate::inbox::top_bar;
use crate::keys::{KeyFileError, KeyRecord, KeyUsage, Keys};
use crate::page::{FinalPage, HtmlDocument, TOKEN_NAME, html_response, instant, read_form, see_other, when};
use crate::pages::Pages;
use crate::roles::{PersonRole, person_with_role};
use crate::text::{message, with_name};
use crate::visit::PageError;

const PATH: &str = "/administration";

/// Returns the routes.
pub(crate) fn routes() -> Router<Pages> {
    let router = Router::new().route(PATH, get(show)).route("/administration/keys", post(revoke_key));
    #[cfg(feature = "sign-in")]
    let router = router
        .route("/administration/sessions", post(revoke_session))
        .route("/administration/people", post(forget_person));
    router
}

async fn show(
    State(pages): State<Pages>,
    keys: Option<Extension<Keys>>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = person_with_role(&pages, &headers, PersonRole::Administer)?;
    let session = Session::of(&headers, pages.cookie_name());
    let token = session.form_token(PATH);
    let main = html! {
        h1 { (say("administration-title")) }
        (sessions_section(&pages, &token).await?)
        (people_section(&pages, &token).await?)
        @match keys.filter(|Extension(keys)| keys.are_required()) {
            Some(Extension(keys)) => (keys_section(&keys, &token).await?),
            None => section aria-labelledby="keys" {
                h2 #keys { (say("administration-keys")) }
                p { (say("administration-no-keys")) }
            },
        }
    };
    let head = top_bar(&pages, Some(&person), "administration");
    let document = HtmlDocument {
        title: &say("administration-title"),
        wrong: false,
        direction: None,
        class: "account",
        head,
        main,
    };
    let mut response = html_response(StatusCode::OK, &document);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path(PATH), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

#[cfg(feature = "sign-in")]
async fn sessions_section(pages: &Pages, token: &str) -> Result<Markup, PageError> {
    let Some(sign_in) = pages.sign_in() else { return Ok(html! {}) };
    let (sessions, next) = sign_in.some_sessions(pages.engine().now().as_millis()).await?;
    Ok(html! {
        section aria-labelledby="sessions" {
            h2 #sessions { (say("administration-signed-in")) }
            @if sessions.is_empty() { p { (say("administration-nobody")) } }
            ul.sessions {
                @for session in &sessions {
                    @let record = &session.record;
                    @let seen = Timestamp::from_millis(record.seen_at);
                    li {
                        p { strong { bdi { (record.person) } } @if let Some(agent) = &record.agent { ", " bdi { (agent) } } }
                        p.soft { (message("administration-session", &[], &[("name", html! { bdi { (crate::sign_in::via_words(&record.via)) } }), ("time", moment(seen))])) }
                        form method="post" action="/administration/sessions" {
                            input type="hidden" name=(TOKEN_NAME) value=(token);
                            button.quiet type="submit" name="session" value=(session.id()) { (say("administration-sign-out")) span.sr { ": " (record.person) } }
                        }
                    }
                }
            }
            @if next { p.soft { (say("administration-more-sessions")) } }
        }
    })
}

/// Renders the people whom sign-in has made known; nothing if there are none.
#[cfg(feature = "sign-in")]
async fn people_section(pages: &Pages, token: &str) -> Result<Markup, PageError> {
    let Some(sign_in) = pages.sign_in() else { return Ok(html! {}) };
    let (people, has_more) = sign_in.some_people().await?;
    if people.is_empty() {
        return Ok(html! {});
    }
    Ok(html! {
        section aria-labelledby="people" {
            h2 #people { (say("administration-people")) }
            p.soft { (say("administration-people-about")) }
            ul.sessions {
                @for person in &people {
                    @let seen = Timestamp::from_millis(person.seen_at);
                    li {
                        p { strong { bdi { (person.name) } } @if let Some(mail) = &person.mail { ", " bdi { (mail) } } }
                        p.soft {
                            @if !person.groups.is_empty() { (with_name("administration-groups", "groups", &person.groups.join(", "))) " " }
                            (message("administration-signed-in-with", &[], &[("name", html! { bdi { (person.provider) } }), ("time", moment(seen))]))
                        }
                        form method="post" action="/administration/people" {
                            input type="hidden" name=(TOKEN_NAME) value=(token);
                            button.quiet type="submit" name="person" value=(person.name) { (say("administration-remove")) span.sr { ": " (person.name) } }
                        }
                    }
                }
            }
            @if has_more { p.soft { (say("administration-more")) } }
        }
    })
}

#[cfg(not(feature = "sign-in"))]
async fn people_section(_pages: &Pages, _token: &str) -> Result<Markup, PageError> {
    Ok(html! {})
}

#[cfg(not(feature = "sign-in"))]
async fn sessions_section(_pages: &Pages, _token: &str) -> Result<Markup, PageError> {
    Ok(html! {})
}

async fn keys_section(keys: &Keys, token: &str) -> Result<Markup, PageError> {
    let usage = keys.usage().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the last use of keys cannot be read");
        KeyUsage::default()
    });
    let list = keys.list();
    Ok(html! {
        section aria-labelledby="keys" {
            h2 #keys { (say("administration-keys")) }
            ul.sessions { @for key in &list { (key_entry(key, &usage, token)) } }
        }
    })
}

/// Renders a time.
fn moment(at: Timestamp) -> Markup {
    html! { time datetime=(instant(at)) { (when(at)) } }
}

fn key_entry(key: &KeyRecord, usage: &KeyUsage, token: &str) -> Markup {
    let at = |key: &str, millis: u64| message(key, &[], &[("time", moment(Timestamp::from_millis(millis)))]);
    html! {
        li {
            p { strong { bdi { (key.name) } } ", " (key.role.as_str()) }
            p.soft {
                @if !key.scopes.names().is_empty() { (with_name("administration-scopes", "scopes", &key.scopes.names().join(", "))) " " }
                @match key.expires_at { Some(end) => (at("administration-ends", end)), None => (say("administration-no-end")), }
                " "
                @match usage.of(key) { Some(used) => (at("administration-last-used", used)), None => (say("administration-not-used")), }
            }
            form method="post" action="/administration/keys" {
                input type="hidden" name=(TOKEN_NAME) value=(token);
                button.quiet type="submit" name="key" value=(key.name) { (say("administration-revoke")) span.sr { ": " (key.name) } }
            }
        }
    }
}

/// Checks an action of an administrator, and returns the value of a field.
async fn action(
    pages: &Pages,
    headers: &HeaderMap,
    request: Request,
    field: &str,
) -> Result<String, PageError> {
    let person = person_with_role(pages, headers, PersonRole::Administer)?;
    let form = read_form(pages, headers, request).await?;
    if !Session::of(headers, pages.cookie_name()).admits(PATH, form.get(TOKEN_NAME).unwrap_or_default()) {
        let why = "final-refused-stale";
        return Err(PageError::Rejected(FinalPage::Refused { why }));
    }
    let value = form.get(field).unwrap_or_default().to_owned();
    tracing::info!(person = person.as_str(), field, value, "an administrator ends something");
    Ok(value)
}

/// `POST /administration/keys`: revokes a key.
async fn revoke_key(
    State(pages): State<Pages>,
    keys: Option<Extension<Keys>>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let name = action(&pages, &headers, request, "key").await?;
    let Some(Extension(keys)) = keys else { return Err(PageError::Rejected(FinalPage::NoSuchPage)) };
    match keys.revoke(&name).await {
        // A key that is gone already is what the administrator wants.
        Ok(_) | Err(KeyFileError::NoSuchKey(_)) => Ok(see_other(PATH)),
        Err(error) => {
            tracing::error!(%error, "a key could not be revoked");
            Err(PageError::Rejected(FinalPage::Trouble))
        }
    }
}

/// `POST /administration/sessions`: ends a session of a person.
#[cfg(feature = "sign-in")]
async fn revoke_session(
    State(pages): State<Pages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let id = action(&pages, &headers, request, "session").await?;
    let sign_in = pages.sign_in().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    sign_in.revoke_session(&id).await?;
    Ok(see_other(PATH))
}

/// `POST /administration/people`: forgets a person whom sign-in has made known.
#[cfg(feature = "sign-in")]
async fn forget_person(
    State(pages): State<Pages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let name = action(&pages, &headers, request, "person").await?;
    let sign_in = pages.sign_in().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    sign_in.forget_person(&name).await?;
    Ok(see_other(PATH))
}
