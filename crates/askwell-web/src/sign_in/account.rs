//! The account of a person: who they are here, where they are signed in, and how to sign out.

use super::via_words;
use crate::text::message;
use askwell_lifecycle::Timestamp;
use askwell_locale::say;
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use maud::{Markup, html};
use subtle::ConstantTimeEq as _;

use super::page::departure_response;
use super::return_path::ReturnPath;
use super::sessions::StoredSession;
use super::{SignIn, cookie};
use crate::browser::digest;
use crate::page::{FinalPage, HtmlDocument, TOKEN_NAME, html_response, instant, read_form, see_other, when};
use crate::pages::Pages;
use crate::visit::PageError;

/// A request of a person who has signed in.
struct AccountVisit<'p> {
    sign_in: &'p SignIn,
    session: StoredSession,
    /// The value of the session cookie.
    cookie: String,
    now: u64,
}

impl AccountVisit<'_> {
    async fn of<'p>(pages: &'p Pages, headers: &HeaderMap) -> Result<AccountVisit<'p>, PageError> {
        let sign_in = pages.sign_in().ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
        let now = pages.engine().now().as_millis();
        match sign_in.session(headers, now).await? {
            Some((session, cookie)) => Ok(AccountVisit { sign_in, session, cookie, now }),
            None => Err(PageError::SignIn(ReturnPath::read("/account"))),
        }
    }

    /// Returns the form token: only a holder of the session can send it.
    fn form_token(&self) -> String {
        URL_SAFE_NO_PAD.encode(digest(&[b"askwell account", self.cookie.as_bytes()]))
    }

    fn admits(&self, token: &str) -> bool {
        bool::from(self.form_token().as_bytes().ct_eq(token.as_bytes()))
    }
}

/// `GET /account`.
pub(super) async fn show(State(pages): State<Pages>, headers: HeaderMap) -> Result<Response, PageError> {
    let visit = AccountVisit::of(&pages, &headers).await?;
    let sessions = visit.sign_in.sessions.of_person(&visit.session.record.person, visit.now).await?;
    let person = &visit.session.record.person;
    let head = html! {
        header.top {
            nav aria-label=(say("sign-in-account-nav")) { a.back href="/inbox" { (say("inbox-page-inbox")) } }
            p.person { span.sr { (say("inbox-you-are")) " " } (person) }
        }
    };
    let document = HtmlDocument {
        title: &say("sign-in-account"),
        wrong: false,
        direction: None,
        class: "account",
        head,
        main: account_page(&visit, &sessions),
    };
    Ok(html_response(StatusCode::OK, &document))
}

fn account_page(visit: &AccountVisit<'_>, sessions: &[StoredSession]) -> Markup {
    let token = visit.form_token();
    let own = &visit.session;
    let groups = visit.sign_in.groups_of(own);
    html! {
        h1 { (say("sign-in-account")) }
        section aria-labelledby="who" {
            h2 #who { (say("sign-in-who")) }
            dl {
                dt { (say("sign-in-name")) } dd { bdi { (own.record.person) } }
                dt { (say("sign-in-signed-in-with")) } dd { bdi { (via_words(&own.record.via)) } }
                dt { (say("sign-in-groups")) }
                dd { @if groups.is_empty() { (say("sign-in-no-groups")) } @else { bdi { (groups.join(", ")) } } }
            }
            form method="post" action="/account/sign-out" {
                input type="hidden" name=(TOKEN_NAME) value=(token);
                button.primary type="submit" { (say("sign-in-out")) }
            }
        }
        section aria-labelledby="where" {
            h2 #where { (say("sign-in-where")) }
            ul.sessions {
                @for session in sessions { (session_entry(visit, session, &token)) }
            }
            @if sessions.len() > 1 {
                form method="post" action="/account/sessions" {
                    input type="hidden" name=(TOKEN_NAME) value=(token);
                    button.quiet type="submit" name="session" value="others" { (say("sign-in-out-others")) }
                }
            }
        }
    }
}

fn session_entry(visit: &AccountVisit<'_>, session: &StoredSession, token: &str) -> Markup {
    let (id, record) = (session.id(), &session.record);
    let (seen, begun) = (Timestamp::from_millis(record.seen_at), Timestamp::from_millis(record.created_at));
    let is_own = id == visit.session.id();
    let browser = record.agent.clone().unwrap_or_else(|| say("sign-in-no-browser"));
    html! {
        li {
            p { bdi { (browser) } @if is_own { " " strong { (say("sign-in-this-browser")) } } }
            p.soft {
                (message("sign-in-session", &[], &[
                    ("name", html! { bdi { (via_words(&record.via)) } }),
                    ("since", html! { time datetime=(instant(begun)) { (when(begun)) } }),
                    ("seen", html! { time datetime=(instant(seen)) { (when(seen)) } }),
                ]))
            }
            @if !is_own {
                form method="post" action="/account/sessions" {
                    input type="hidden" name=(TOKEN_NAME) value=(token);
                    button.quiet type="submit" name="session" value=(id) { (say("sign-in-out-there")) span.sr { ": " (browser) } }
                }
            }
        }
    }
}

/// `POST /account/sessions`: ends one other session of the person, or all others.
pub(super) async fn revoke(
    State(pages): State<Pages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let form = read_form(&pages, &headers, request).await?;
    let visit = AccountVisit::of(&pages, &headers).await?;
    if !visit.admits(form.get(TOKEN_NAME).unwrap_or_default()) {
        return Err(too_old());
    }
    let person = &visit.session.record.person;
    let sessions = &visit.sign_in.sessions;
    match form.get("session").unwrap_or_default() {
        "others" => {
            sessions.revoke_all(person, Some(&visit.session.id())).await?;
        }
        id => {
            // Only a session of their own: an id alone ends nothing.
            let own = sessions.of_person(person, visit.now).await?;
            if own.iter().any(|session| session.id() == id) {
                sessions.revoke(id).await?;
            }
        }
    }
    Ok(see_other("/account"))
}

/// `POST /account/sign-out`: ends this session, and the one at the provider if it offers that.
pub(super) async fn sign_out(
    State(pages): State<Pages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let form = read_form(&pages, &headers, request).await?;
    let visit = AccountVisit::of(&pages, &headers).await?;
    if !visit.admits(form.get(TOKEN_NAME).unwrap_or_default()) {
        return Err(too_old());
    }
    let sign_in = visit.sign_in;
    let ended = sign_in.sessions.end(&visit.cookie).await?;
    let mut response = see_other("/sign-in?out=1");
    if let Some(record) = ended
        && let Some(provider) = record.provider.as_deref().and_then(|id| sign_in.provider(id))
    {
        let mut back = sign_in.base_url.clone();
        back.set_path("/sign-in");
        if let Some(url) = provider.sign_out_url(record.id_token.as_deref(), back.as_str()).await {
            response = departure_response("sign-in-signing-out", &provider.settings().name, &url);
        }
    }
    let gone = cookie::clear(cookie::session_name(sign_in.scope), sign_in.scope);
    response.headers_mut().extend(gone.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

fn too_old() -> PageError {
    PageError::Rejected(FinalPage::Refused { why: "final-refused-too-long" })
}
