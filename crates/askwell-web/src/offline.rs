//! Makes the inbox an app that can be installed, and read without a connection: the manifest, the service worker, and
//! the marks that tell the worker what it may keep.
//!
//! The service decides, the worker obeys. A response of the inbox says whose it is, as a digest; only a page without
//! answers, drafts, votes and addresses of other sites is marked to be kept.

use askwell_locale::say;
use axum::Router;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::html;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::assets;
use crate::brand;
use crate::browser::{digest, hex};
use crate::inbox::top_bar;
use crate::page::{HtmlDocument, html_response};
use crate::pages::{Identity, Pages};
use crate::visit::{PageError, signed_in_person};

/// The path of the manifest.
pub(crate) const MANIFEST_PATH: &str = "/manifest.webmanifest";

/// The page that is shown for one that was not kept.
const OFFLINE_PATH: &str = "/inbox/offline";

/// Whose page a response is.
const PERSON: HeaderName = HeaderName::from_static("x-askwell-person");

/// Marks a page that may be kept.
const KEEP: HeaderName = HeaderName::from_static("x-askwell-keep");

const WORKER: &str = include_str!("../assets/worker.js");

/// Returns the routes of the manifest, the worker and the page for what was not kept.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route(MANIFEST_PATH, get(show_manifest))
        .route("/inbox/worker.js", get(show_worker))
        .route(OFFLINE_PATH, get(show_offline_page))
}

/// Marks a response as a page that may be kept on the person's device.
pub(crate) fn mark_kept(response: &mut Response) {
    response.headers_mut().insert(KEEP, HeaderValue::from_static("yes"));
}

/// Returns the mark of the person behind a request for the inbox; `None` if there is no such person.
pub(crate) fn person_mark(pages: &Pages, path: &str, headers: &HeaderMap) -> Option<HeaderValue> {
    let is_inbox = path == "/inbox" || path.starts_with("/inbox/");
    if !is_inbox || path == OFFLINE_PATH || *pages.identity() == Identity::Code {
        return None;
    }
    let person = signed_in_person(pages, headers).ok()?;
    let mark = hex(&digest(&[b"askwell offline", person.as_str().as_bytes()]));
    HeaderValue::from_str(mark.get(..32).unwrap_or(&mark)).ok()
}

/// Writes the mark of the person into a response. Without one, nothing may be kept.
pub(crate) fn set_person(response: &mut Response, mark: Option<HeaderValue>) {
    match mark {
        Some(mark) => drop(response.headers_mut().insert(PERSON, mark)),
        None => drop(response.headers_mut().remove(KEEP)),
    }
}

/// Sends the manifest: name, icons and colours of the brand.
async fn show_manifest() -> Response {
    let name = brand::name();
    let manifest = json!({
        "id": "/inbox",
        "name": name,
        "short_name": name,
        "description": say("inbox-app-about"),
        "start_url": "/inbox",
        "scope": "/",
        "display": "standalone",
        "theme_color": brand::theme_colour(),
        "background_color": "#f4f3ef",
        "icons": icons(),
    });
    ([(CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response()
}

/// Returns the icons: the operator's logo, or else ours.
fn icons() -> Value {
    if let Some(logo) = brand::logo() {
        return json!([{"src": logo.path, "type": logo.content_type, "sizes": logo.sizes, "purpose": "any"}]);
    }
    let names = assets::names();
    let icon = |path: &str, sizes: &str, purpose: &str| json!({"src": path, "type": "image/png", "sizes": sizes, "purpose": purpose});
    json!([
        {"src": names.icon, "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        icon(&names.icon_192, "192x192", "any"),
        icon(&names.icon_512, "512x512", "any"),
        icon(&names.icon_maskable, "512x512", "maskable"),
    ])
}

/// Sends the worker. The names of the files that it keeps contain digests: if one changes, the worker is another one, and
/// browsers replace it.
async fn show_worker() -> Response {
    let names = assets::names();
    let mut files =
        vec![names.style.clone(), names.script.clone(), names.icon.clone(), OFFLINE_PATH.to_owned()];
    files.extend(brand::files());
    let list = json!(files).to_string();
    // In another language the worker is another one, and keeps the offline page in that language.
    let waits = json!(say("notifications-browser-waits"));
    let version = hex(&Sha256::digest(
        [list.as_bytes(), WORKER.as_bytes(), brand::name().as_bytes(), waits.to_string().as_bytes()].concat(),
    ));
    let version = json!(version.get(..16).unwrap_or(&version));
    let script = format!(
        "\"use strict\";\nconst VERSION = {version};\nconst FILES = {list};\nconst WAITS = {waits};\n{}",
        assets::without_comments(WORKER)
    );
    let scope = (HeaderName::from_static("service-worker-allowed"), HeaderValue::from_static("/inbox"));
    let kind = (CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    ([kind, scope], script).into_response()
}

/// Shows the page for what was not kept. It belongs to no person.
async fn show_offline_page(State(pages): State<Pages>) -> Result<Response, PageError> {
    let main = html! {
        div.card {
            h1 { (say("inbox-offline-missing")) }
            p { (say("inbox-offline-about")) }
            p.buttons { a.primary href="/inbox" { (say("inbox-offline-read")) } }
        }
    };
    let head = top_bar(&pages, None, "inbox");
    let document = HtmlDocument {
        title: &say("inbox-offline-title"),
        wrong: false,
        direction: None,
        class: "question",
        head,
        main,
    };
    Ok(html_response(StatusCode::OK, &document))
}

#[cfg(test)]
mod tests {
    use super::WORKER;
    use crate::assets::{packed_size, without_comments};

    /// The worker runs beside the pages and is fetched after they are shown; it has a limit of its own.
    #[test]
    fn worker_stays_small() {
        let size = packed_size(without_comments(WORKER).as_bytes());
        assert!(size <= 2 << 10, "the worker has {size} bytes");
    }
}
