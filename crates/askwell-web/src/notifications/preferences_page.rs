//! The page on which a person sets when and how they are told: `/inbox/notifications`.

use askwell_locale::{Language, say};
use std::time::Duration;

use askwell_lifecycle::Person;
use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::{Markup, html};

use super::{AccountPreferences, NotificationPages, PreferenceMistake};
use crate::browser::Session;
use crate::inbox::top_bar;
use crate::language;
use crate::page::{FinalPage, HtmlDocument, TOKEN_NAME, html_response, see_other};
use crate::visit::{PageError, inbox_person};

pub(super) const PATH: &str = "/inbox/notifications";

/// The largest body of the form.
const LARGEST: usize = 16 * 1024;

/// How long the form may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The text inputs: name, label and hint.
const INPUTS: [(&str, &str, &str); 5] = [
    ("quiet_hours", "notifications-quiet", "notifications-quiet-hint"),
    ("time_zone", "notifications-zone", "notifications-zone-hint"),
    ("digest", "notifications-digest", "notifications-digest-hint"),
    ("away_to", "notifications-away", "notifications-away-hint"),
    ("away_until", "notifications-until", "notifications-until-hint"),
];

pub(super) async fn show(
    State(state): State<NotificationPages>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = inbox_person(&state.pages, &headers)?;
    let person = person.as_str();
    let preferences = state.center.preferences(person).await?;
    Ok(respond(&state, &headers, person, preferences.as_ref(), &[]))
}

pub(super) async fn act(
    State(state): State<NotificationPages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let refused = |why| PageError::Rejected(FinalPage::Refused { why });
    if state.pages.host_guard().check_form(&headers).is_err() {
        return Err(refused("final-refused-other-site"));
    }
    let person = inbox_person(&state.pages, &headers)?;
    let person = person.as_str();
    let body = tokio::time::timeout(BODY_TIMEOUT, axum::body::to_bytes(request.into_body(), LARGEST)).await;
    let Ok(Ok(body)) = body else {
        return Err(refused("final-refused-preferences"));
    };
    let fields: Vec<(String, String)> = url::form_urlencoded::parse(&body).into_owned().collect();
    let field = |wanted: &str| {
        let found = fields.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    };
    let session = Session::of(&headers, state.pages.cookie_name());
    if !session.admits(PATH, &field(TOKEN_NAME)) {
        return Err(refused("final-refused-stale"));
    }
    let Some(before) = state.center.preferences(person).await? else {
        return Err(PageError::Rejected(FinalPage::NoSuchPage));
    };
    let is_wanted = |channel: &str| fields.iter().any(|(name, value)| name == "channel" && value == channel);
    let preferences = AccountPreferences {
        channels: before
            .channels
            .into_iter()
            .map(|(name, _)| {
                let is_on = is_wanted(&name);
                (name, is_on)
            })
            .collect(),
        quiet_hours: field("quiet_hours"),
        time_zone: field("time_zone"),
        digest: field("digest"),
        away_to: field("away_to"),
        away_until: field("away_until"),
        language: field("language"),
    };
    let mistakes = state.center.set_preferences(person, &preferences).await?;
    if mistakes.is_empty() {
        let mut response = see_other(PATH);
        let cookie = language::cookie(&state.pages, Language::from_tag(&preferences.language));
        response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
        return Ok(response);
    }
    Ok(respond(&state, &headers, person, Some(&preferences), &mistakes))
}

fn respond(
    state: &NotificationPages,
    headers: &HeaderMap,
    person: &str,
    preferences: Option<&AccountPreferences>,
    mistakes: &[PreferenceMistake],
) -> Response {
    let pages = &state.pages;
    let session = Session::of(headers, pages.cookie_name());
    let main = match preferences {
        Some(preferences) => html! {
            (form(preferences, mistakes, &session.form_token(PATH)))
            @if let Some(key) = state.center.push_key() { (push_button(&key, &session.form_token(PATH))) }
        },
        None => html! {
            header.asker {
                h1 { (say("notifications-title")) }
                p.why { (say("notifications-none")) }
            }
        },
    };
    let visitor = inbox_person(pages, headers).unwrap_or_else(|_| Person::new(person));
    let head = top_bar(pages, Some(&visitor), "notifications");
    let wrong = !mistakes.is_empty();
    let document = HtmlDocument {
        title: &say("notifications-title"),
        wrong,
        direction: None,
        class: "question",
        head,
        main,
    };
    let status = if wrong { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut response = html_response(status, &document);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path("/inbox"), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}

/// Returns the button that registers this browser. Its script shows it where the browser can do that.
fn push_button(key: &str, token: &str) -> Markup {
    html! {
        section.answer hidden data-push=(key) data-token=(token) data-on=(say("notifications-browser-on")) data-off=(say("notifications-browser-off"))
            data-is-on=(say("notifications-browser-is-on")) data-is-off=(say("notifications-browser-is-off"))
            data-denied=(say("notifications-browser-denied")) data-failed=(say("notifications-browser-failed")) {
            h2 { (say("notifications-browser")) }
            p role="status" {}
            div.buttons { button.secondary type="button" { (say("notifications-browser-on")) } }
        }
        script src="/inbox/notifications/register.js" defer {}
    }
}

fn form(preferences: &AccountPreferences, mistakes: &[PreferenceMistake], token: &str) -> Markup {
    let value = |name: &str| match name {
        "quiet_hours" => &preferences.quiet_hours,
        "time_zone" => &preferences.time_zone,
        "digest" => &preferences.digest,
        "away_to" => &preferences.away_to,
        _ => &preferences.away_until,
    };
    html! {
        @if !mistakes.is_empty() {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { (say("pages-problem-title")) }
                ul { @for mistake in mistakes { li { a href=(format!("#{}", mistake.input)) { (mistake.message) } } } }
            }
        }
        header.asker {
            h1 { (say("notifications-title")) }
            p.why { (say("notifications-about")) }
        }
        form.answer method="post" novalidate {
            input type="hidden" name=(TOKEN_NAME) value=(token);
            @if !preferences.channels.is_empty() {
                fieldset.field {
                    legend { (say("notifications-by")) }
                    @for (name, is_on) in &preferences.channels {
                        label.choice {
                            input type="checkbox" name="channel" value=(name) checked[*is_on];
                            span { (name) }
                        }
                    }
                }
            }
            @for (name, label, hint) in INPUTS {
                @let mistake = mistakes.iter().find(|mistake| mistake.input == name);
                div.field.wrong[mistake.is_some()] {
                    label for=(name) { (say(label)) }
                    p.hint id=(format!("{name}-hint")) { (say(hint)) }
                    @if let Some(mistake) = mistake {
                        p.error id=(format!("{name}-error")) { span.sr { (say("pages-error-mark")) " " } (mistake.message) }
                    }
                    input id=(name) type="text" name=(name) value=(value(name)) autocomplete="off" spellcheck="false"
                        maxlength="200" aria-invalid=[mistake.map(|_| "true")]
                        aria-describedby=(if mistake.is_some() { format!("{name}-hint {name}-error") } else { format!("{name}-hint") });
                }
            }
            div.field {
                label for="language" { (say("notifications-language")) }
                p.hint #language-hint { (say("notifications-language-hint")) }
                select #language name="language" autocomplete="off" aria-describedby="language-hint" {
                    option value="" { (say("notifications-language-browser")) }
                    @for language in Language::ALL {
                        option value=(language.tag()) lang=(language.tag()) selected[language.tag() == preferences.language] { (language.name()) }
                    }
                }
            }
            div.buttons { button.primary type="submit" { (say("notifications-save")) } }
        }
    }
}
