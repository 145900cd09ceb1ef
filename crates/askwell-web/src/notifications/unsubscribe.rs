//! The page of a link to unsubscribe. `GET` shows a button and changes nothing, as mail scanners open links; `POST`
//! acts, from the button or from a mail program (RFC 8058).

use askwell_locale::{say, text};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};

use super::NotificationPages;
use crate::page::{FinalPage, HtmlDocument, html_response};
use crate::visit::PageError;

pub(super) async fn show(
    State(state): State<NotificationPages>,
    Path(token): Path<String>,
) -> Result<Response, PageError> {
    let channel = state.center.unsubscribe_channel(&token);
    let channel = channel.ok_or(PageError::Rejected(FinalPage::NoSuchPage))?;
    Ok(page(
        &say("notifications-stop-title"),
        html! {
            header.asker {
                h1 { (say("notifications-stop-title")) }
                p.why { (text("notifications-stop-about", &[("channel", channel.into())])) }
            }
            form.answer method="post" {
                div.buttons { button.primary type="submit" { (say("notifications-stop")) } }
            }
        },
    ))
}

/// Needs no form token: the link itself is the proof, and mail programs send nothing else.
pub(super) async fn act(
    State(state): State<NotificationPages>,
    Path(token): Path<String>,
) -> Result<Response, PageError> {
    if !state.center.unsubscribe(&token).await? {
        return Err(PageError::Rejected(FinalPage::NoSuchPage));
    }
    Ok(page(
        &say("notifications-stopped"),
        html! {
            header.asker {
                h1 { (say("notifications-stopped")) }
                p.why { (say("notifications-stopped-about")) }
            }
        },
    ))
}

fn page(title: &str, main: Markup) -> Response {
    let document =
        HtmlDocument { title, wrong: false, direction: None, class: "question", head: html! {}, main };
    html_response(StatusCode::OK, &document)
}
