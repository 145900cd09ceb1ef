//! `GET /` and unknown paths: a page for browsers, plain text or JSON for programs.

use askwell_locale::say;
use axum::extract::State;
use axum::http::header::{ACCEPT, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, html};
use std::sync::Arc;

use super::{ABOUT, AppState, rejection};
use crate::browser;
use crate::language;
use crate::page::{FinalPage, HtmlDocument, final_response, html_response};
use crate::text::message;

/// Describes the service.
pub(super) async fn home(State(state): State<Arc<AppState>>, uri: Uri, headers: HeaderMap) -> Response {
    let response = if wants_page(&headers) {
        in_words(&state, &uri, &headers, page).await
    } else {
        ABOUT.into_response()
    };
    for_either(response)
}

/// Answers 404.
pub(super) async fn no_such_page(
    State(state): State<Arc<AppState>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let response = if wants_page(&headers) {
        in_words(&state, &uri, &headers, || protected(final_response(&FinalPage::NoSuchPage))).await
    } else {
        rejection::no_such_page()
    };
    for_either(response)
}

/// Returns whether the caller asks for HTML by name, as browsers do and programs do not.
fn wants_page(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut types = values.flat_map(|value| value.split(','));
    types.any(|kind| {
        let mut parts = kind.split(';').map(str::trim);
        let is_html = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("text/html"));
        is_html && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Renders a page in the language of the browser. These pages belong to no person.
async fn in_words(
    state: &AppState,
    uri: &Uri,
    headers: &HeaderMap,
    render: impl FnOnce() -> Response,
) -> Response {
    let words = state.settings.languages.words_for(headers);
    language::during(&words, &Method::GET, uri, async { render() }).await
}

/// Tells caches that the response depends on what the browser accepts.
fn for_either(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept, accept-language, cookie"));
    response
}

fn protected(mut response: Response) -> Response {
    browser::protect(response.headers_mut());
    response
}

fn page() -> Response {
    let document = HtmlDocument {
        title: &say("final-home-title"),
        wrong: false,
        direction: None,
        class: "question",
        head: html! {},
        main: words(),
    };
    protected(html_response(StatusCode::OK, &document))
}

fn words() -> Markup {
    html! {
        div.ending {
            h1 { "Askwell" }
            p { (say("final-home-about")) }
            p { a.primary href="/inbox" { (say("final-home-inbox")) } }
            p { (message("final-home-api", &[], &[("link", html! { a href="/openrpc.json" { (say("final-home-methods")) } })])) }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::wants_page;

    #[test]
    fn only_requests_that_accept_html_get_a_page() {
        for (accept, wants) in [
            (None, false),
            (Some("*/*"), false),
            (Some("application/json"), false),
            (Some("text/html;q=0"), false),
            (Some("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), true),
            (Some("application/json, TEXT/HTML;q=0.5"), true),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(ACCEPT, accept.parse().unwrap());
            }
            assert_eq!(wants_page(&headers), wants, "{accept:?}");
        }
    }
}
