//! The language of a page. It is chosen once per request, where the request enters, and everything that renders the
//! page speaks it.
//!
//! A person's own choice counts first: a cookie of this browser, or what their preferences store. Then come the wishes
//! of the browser, the operator's language and English.

use std::cell::RefCell;
use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::{Elicitation, ElicitationId, Question};
use askwell_locale::{Language, Overrides, Words, from_accept_language, say};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};
use parking_lot::Mutex;

use crate::inbox::top_bar;
use crate::page::{HtmlDocument, html_response, read_form, see_other};
use crate::pages::Pages;
use crate::visit::{PageError, signed_in_person};

/// Where the language of the pages is chosen.
const PATH: &str = "/language";

/// The cookie that keeps the choice of a browser. It is no secret.
const COOKIE_NAME: &str = "askwell-language";

/// How long a browser keeps the choice, in seconds.
const KEPT_SECONDS: u32 = 365 * 24 * 60 * 60;

/// The longest path to return to, in bytes.
const LONGEST_PATH: usize = 2_048;

/// The most bytes of translated forms that are kept.
const MOST_KEPT: usize = 16 << 20;

/// What the operator says about languages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LanguageSettings {
    /// The language of pages for people whose browser wants none that there is.
    pub language: Language,
    /// Texts of the operator in place of those of the catalogues.
    pub words: Arc<Overrides>,
}

impl LanguageSettings {
    /// Returns the words in a language, with the operator's own in their place.
    #[must_use]
    pub fn words_in(&self, language: Language) -> Words {
        Words::of(language).with_overrides(Arc::clone(&self.words))
    }

    /// Returns the words for a request without a person: by its cookie, else by its `Accept-Language`.
    pub(crate) fn words_for(&self, headers: &HeaderMap) -> Words {
        self.words_in(chosen(headers).or_else(|| wished(headers)).unwrap_or(self.language))
    }
}

/// Returns the routes.
pub(crate) fn routes() -> Router<Pages> {
    Router::new().route(PATH, get(show).post(choose))
}

/// Returns the language that this browser has chosen.
fn chosen(headers: &HeaderMap) -> Option<Language> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == COOKIE_NAME)
        .find_map(|(_, tag)| Language::from_tag(tag))
}

/// Returns the language that the browser wants, of those that there are.
fn wished(headers: &HeaderMap) -> Option<Language> {
    from_accept_language(headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?)
}

/// Returns the words for a request, whose person is known by now. A store that fails costs the person's stored choice,
/// not the page.
pub(crate) async fn words_of_request(pages: &Pages, headers: &HeaderMap) -> Words {
    let settings = pages.languages();
    if chosen(headers).is_some() {
        return settings.words_for(headers);
    }
    let stored = match (pages.notification_center(), signed_in_person(pages, headers)) {
        (Some(center), Ok(person)) => match center.language(person.as_str()).await {
            Ok(tag) => tag.as_deref().and_then(Language::from_tag),
            Err(error) => {
                tracing::warn!(%error, "the language of a person cannot be read");
                None
            }
        },
        _ => None,
    };
    match stored {
        Some(language) => settings.words_in(language),
        None => settings.words_for(headers),
    }
}

tokio::task_local! {
    /// The page to which a change of the language returns.
    static HERE: RefCell<String>;
}

/// Runs a request in the language of its words.
pub(crate) async fn during<T>(
    words: &Words,
    method: &Method,
    uri: &Uri,
    request: impl Future<Output = T>,
) -> T {
    // Only pages that can be asked for again are returned to.
    let here =
        if method.is_safe() { uri.path_and_query().map_or("/", |path| path.as_str()) } else { uri.path() };
    HERE.scope(RefCell::new(here.to_owned()), words.during(request)).await
}

/// Renders the choice of the language, for the foot of a page.
pub(crate) fn picker() -> Markup {
    let current = Words::current().language();
    let here = HERE.try_with(|here| here.borrow().clone()).unwrap_or_else(|_| "/".to_owned());
    html! {
        form.language method="post" action=(PATH) {
            input type="hidden" name="return" value=(here);
            label for="page-language" { (say("pages-language")) }
            select #page-language name="language" autocomplete="off" {
                @for language in Language::ALL {
                    option value=(language.tag()) lang=(language.tag()) selected[language == current] { (language.name()) }
                }
            }
            button.tiny type="submit" { (say("pages-language-use")) }
        }
    }
}

/// Renders the way to the choice of the language, for pages without a foot.
pub(crate) fn link() -> Markup {
    let tag = Words::current().language().tag();
    html! { a.language-link href=(PATH) { span.sr { (say("pages-language")) ": " } (tag.to_uppercase()) } }
}

/// `GET /language`: the languages as buttons.
async fn show(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let current = Words::current().language();
    let title = say("pages-language");
    let main = html! {
        header.asker { h1 { (title) } }
        form.languages method="post" action=(PATH) {
            input type="hidden" name="return" value="/inbox";
            ul { @for language in Language::ALL {
                li {
                    button.quiet type="submit" name="language" value=(language.tag()) lang=(language.tag()) dir=(language.direction())
                        aria-pressed=[(language == current).then_some("true")] { (language.name()) }
                }
            } }
        }
    };
    let person = signed_in_person(&pages, &headers).ok();
    let head = top_bar(&pages, person.as_ref(), "language");
    let document =
        HtmlDocument { title: &title, wrong: false, direction: None, class: "question", head, main };
    html_response(StatusCode::OK, &document)
}

/// `POST /language`: keeps the choice in a cookie and, for a person who is known, in their preferences.
async fn choose(
    State(pages): State<Pages>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, PageError> {
    let form = read_form(&pages, &headers, request).await?;
    let mut response = see_other(return_path(form.get("return").unwrap_or_default()));
    let Some(language) = form.get("language").and_then(Language::from_tag) else { return Ok(response) };
    if let (Some(center), Ok(person)) = (pages.notification_center(), signed_in_person(&pages, &headers)) {
        center.set_language(person.as_str(), language.tag()).await?;
    }
    response.headers_mut().extend(cookie(&pages, Some(language)).map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

/// Returns the cookie that keeps a choice; `None` forgets an earlier one.
pub(crate) fn cookie(pages: &Pages, language: Option<Language>) -> Option<HeaderValue> {
    let secure = if pages.is_https() { "; Secure" } else { "" };
    let (tag, seconds) = language.map_or(("", 0), |language| (language.tag(), KEPT_SECONDS));
    let line = format!("{COOKIE_NAME}={tag}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&line).ok()
}

/// Returns the path if it is one of this service, else that of the first page.
fn return_path(path: &str) -> &str {
    let is_plain = path.bytes().all(|byte| (0x21..0x7f).contains(&byte) && byte != b'\\');
    let is_local = path.starts_with('/') && !path.starts_with("//");
    if is_plain && is_local && path.len() <= LONGEST_PATH { path } else { "/" }
}

/// Forms in the languages in which they were shown last.
#[derive(Default)]
pub(crate) struct TranslatedForms {
    kept: Mutex<KeptForms>,
}

#[derive(Default)]
struct KeptForms {
    forms: Vec<KeptForm>,
    /// The size of all their documents.
    bytes: usize,
}

struct KeptForm {
    id: ElicitationId,
    language: Language,
    form: Form,
}

impl TranslatedForms {
    /// Returns an elicitation as it is shown in the language that was entered: its form has the texts of that language.
    /// It accepts the same answers.
    pub(crate) fn shown(&self, entry: Arc<Elicitation>) -> Arc<Elicitation> {
        let language = Words::current().language();
        let Question::Form(form) = &entry.question else { return entry };
        if form.translations().is_empty() {
            return entry;
        }
        let translated = self.translated(entry.id, form, language);
        let mut shown = Elicitation::clone(&entry);
        shown.question = Question::Form(translated);
        Arc::new(shown)
    }

    fn translated(&self, id: ElicitationId, form: &Form, language: Language) -> Form {
        let is_wanted = |kept: &&KeptForm| (kept.id, kept.language) == (id, language);
        let found = self.kept.lock().forms.iter().find(is_wanted).map(|kept| kept.form.clone());
        found.unwrap_or_else(|| {
            let form = form.in_language(language.tag());
            let size = form.to_json().len();
            let mut kept = self.kept.lock();
            if kept.bytes + size > MOST_KEPT {
                *kept = KeptForms::default();
            }
            if size <= MOST_KEPT {
                kept.bytes += size;
                kept.forms.push(KeptForm { id, language, form: form.clone() });
            }
            form
        })
    }
}

#[cfg(test)]
mod tests {
    use super::return_path;

    #[test]
    fn only_paths_of_this_service_are_returned_to() {
        for (path, expected) in [
            ("/inbox?tab=done", "/inbox?tab=done"),
            ("/f/abc", "/f/abc"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("https://evil.example", "/"),
            ("/a\r\nx: y", "/"),
            ("", "/"),
        ] {
            assert_eq!(return_path(path), expected, "{path:?}");
        }
    }
}
