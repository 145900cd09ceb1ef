//! The brand of the operator: name, logo, accent colour, footer and legal links; for single clients as well.
//!
//! An accent colour is checked when it is read: people must be able to read buttons and links. The other colours of
//! the accent follow from it. The brand of a request is known to all pages that its handler renders.

mod colour;

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, LazyLock};

use askwell_lifecycle::ClientId;
use maud::{Markup, html};
use sha2::{Digest, Sha256};

use crate::browser::hex;
use crate::language;
pub use colour::{Accent, BrandError};

/// The largest logo in bytes.
pub const MOST_LOGO_BYTES: usize = 64 << 10;

/// The most legal links, and the longest text of a brand in characters.
const MOST_LINKS: usize = 8;
const LONGEST_TEXT: usize = 120;

/// How the pages present their operator.
#[derive(Debug, Clone, Default)]
pub struct Brand {
    name: Option<String>,
    logo: Option<Logo>,
    accent: Option<Accent>,
    footer: Option<String>,
    links: Vec<(String, String)>,
    clients: HashMap<ClientId, ClientBrand>,
}

/// How the pages present one client.
#[derive(Debug, Clone, Default)]
pub struct ClientBrand {
    /// The name in the bar, in place of the operator's.
    pub name: Option<String>,
    /// The accent of its questions.
    pub accent: Option<Accent>,
}

#[derive(Debug, Clone)]
struct Logo {
    content_type: &'static str,
    bytes: axum::body::Bytes,
    path: String,
    /// The width and height as manifests write them.
    sizes: String,
}

/// The logo as a manifest names it.
pub(crate) struct LogoFile {
    pub(crate) path: String,
    pub(crate) content_type: &'static str,
    pub(crate) sizes: String,
}

impl Brand {
    /// Sets the name, which is in the bar and in the titles of pages.
    ///
    /// # Errors
    /// When it is empty or too long.
    pub fn with_name(mut self, name: &str) -> Result<Brand, BrandError> {
        self.name = Some(text("name", name)?);
        Ok(self)
    }

    /// Sets the logo: an SVG or PNG file. An SVG is shown as an image only, so that nothing in it runs.
    ///
    /// # Errors
    /// When it is neither, or too large.
    pub fn with_logo(mut self, bytes: Vec<u8>) -> Result<Brand, BrandError> {
        if bytes.len() > MOST_LOGO_BYTES {
            return Err(BrandError::LogoTooLarge { bytes: bytes.len() });
        }
        let is_svg = std::str::from_utf8(&bytes).is_ok_and(|text| text.contains("<svg"));
        let content_type = match () {
            () if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => "image/png",
            () if is_svg => "image/svg+xml",
            () => return Err(BrandError::LogoKind),
        };
        let digest = hex(&Sha256::digest(&bytes));
        let ending = if is_svg { "svg" } else { "png" };
        let path = format!("/assets/logo.{}.{ending}", digest.get(..16).unwrap_or(&digest));
        let sizes = if is_svg { "any".to_owned() } else { png_sizes(&bytes) };
        self.logo = Some(Logo { content_type, bytes: bytes.into(), path, sizes });
        Ok(self)
    }

    /// Sets the accent colours.
    #[must_use]
    pub fn with_accent(self, accent: Accent) -> Brand {
        Brand { accent: Some(accent), ..self }
    }

    /// Sets the text of the footer.
    ///
    /// # Errors
    /// When it is empty or too long.
    pub fn with_footer(mut self, footer: &str) -> Result<Brand, BrandError> {
        self.footer = Some(text("footer", footer)?);
        Ok(self)
    }

    /// Adds a link to the footer, such as to a privacy notice.
    ///
    /// # Errors
    /// When the label is empty or too long, the URL is not one of HTTPS or HTTP, or there are too many.
    pub fn with_link(mut self, label: &str, url: &str) -> Result<Brand, BrandError> {
        let parsed = url::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "https" | "http"));
        let Some(parsed) = parsed else { return Err(BrandError::Link { url: url.to_owned() }) };
        if self.links.len() >= MOST_LINKS {
            return Err(BrandError::TooManyLinks { most: MOST_LINKS });
        }
        self.links.push((text("label of a link", label)?, parsed.into()));
        Ok(self)
    }

    /// Sets the brand of one client's questions.
    #[must_use]
    pub fn with_client(mut self, client: impl Into<ClientId>, brand: ClientBrand) -> Brand {
        self.clients.insert(client.into(), brand);
        self
    }

    /// Returns the name on pages of a client, or on pages of no client.
    fn name_for(&self, client: Option<&ClientId>) -> &str {
        let of_client =
            client.and_then(|client| self.clients.get(client)).and_then(|brand| brand.name.as_deref());
        of_client.or(self.name.as_deref()).unwrap_or("Askwell")
    }

    /// Returns the style sheet; empty if all colours are the usual ones.
    fn style(&self) -> String {
        let mut style = self.accent.as_ref().map(|accent| accent.style(":root")).unwrap_or_default();
        let mut clients: Vec<_> = self.clients.iter().collect();
        clients.sort_by_key(|(client, _)| client.as_str().to_owned());
        for (client, brand) in clients {
            if let Some(accent) = &brand.accent {
                style.push_str(&accent.style(&format!(".{}", class_of(client))));
            }
        }
        style
    }
}

/// Returns the size of a PNG from its header, such as `512x512`; `any` if it has none.
fn png_sizes(bytes: &[u8]) -> String {
    let number = |from: usize| {
        let four = bytes.get(from..from + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        four.map(u32::from_be_bytes)
    };
    match (number(16), number(20)) {
        (Some(width), Some(height)) => format!("{width}x{height}"),
        _ => "any".to_owned(),
    }
}

fn text(what: &'static str, text: &str) -> Result<String, BrandError> {
    let text = text.trim();
    let fits = (1..=LONGEST_TEXT).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if fits { Ok(text.to_owned()) } else { Err(BrandError::Text { what, most: LONGEST_TEXT }) }
}

/// Returns the class of a client's pages. It does not depend on what a client calls itself.
fn class_of(client: &ClientId) -> String {
    let digest = hex(&Sha256::digest(client.as_str().as_bytes()));
    format!("client-{}", digest.get(..12).unwrap_or(&digest))
}

/// A brand as it is served.
#[derive(Debug, Default)]
pub(crate) struct ServedBrand {
    brand: Brand,
    style: String,
    style_path: Option<String>,
}

static USUAL: LazyLock<Arc<ServedBrand>> = LazyLock::new(Arc::default);

tokio::task_local! {
    static CURRENT: Arc<ServedBrand>;
    static CLIENT: ClientId;
}

impl ServedBrand {
    pub(crate) fn new(brand: Brand) -> Arc<ServedBrand> {
        let style = brand.style();
        let digest = hex(&Sha256::digest(style.as_bytes()));
        let short = digest.get(..16).unwrap_or(&digest);
        let style_path = (!style.is_empty()).then(|| format!("/assets/brand.{short}.css"));
        Arc::new(ServedBrand { brand, style, style_path })
    }

    /// Runs a request with this brand.
    pub(crate) async fn during<T>(self: Arc<ServedBrand>, request: impl Future<Output = T>) -> T {
        CURRENT.scope(self, request).await
    }

    fn current() -> Arc<ServedBrand> {
        CURRENT.try_with(Arc::clone).unwrap_or_else(|_| Arc::clone(&USUAL))
    }

    /// Returns a file of the brand by its path: its type and content.
    pub(crate) fn file(&self, path: &str) -> Option<(&'static str, axum::body::Bytes)> {
        if self.style_path.as_deref() == Some(path) {
            return Some(("text/css; charset=utf-8", self.style.clone().into()));
        }
        let logo = self.brand.logo.as_ref().filter(|logo| logo.path == path)?;
        Some((logo.content_type, logo.bytes.clone()))
    }
}

/// Renders something as a page of this client.
pub(crate) fn with_client<T>(client: &ClientId, render: impl FnOnce() -> T) -> T {
    CLIENT.sync_scope(client.clone(), render)
}

fn client() -> Option<ClientId> {
    CLIENT.try_with(ClientId::clone).ok()
}

/// Returns the name for titles of pages.
pub(crate) fn name() -> String {
    ServedBrand::current().brand.name_for(client().as_ref()).to_owned()
}

/// Returns the accent on light pages, for the frame of the installed app.
pub(crate) fn theme_colour() -> String {
    let served = ServedBrand::current();
    served.brand.accent.as_ref().map_or_else(|| "#17605a".to_owned(), Accent::light)
}

/// Returns the logo of the operator.
pub(crate) fn logo() -> Option<LogoFile> {
    let served = ServedBrand::current();
    let logo = served.brand.logo.as_ref()?;
    Some(LogoFile { path: logo.path.clone(), content_type: logo.content_type, sizes: logo.sizes.clone() })
}

/// Returns the paths of the files of the brand.
pub(crate) fn files() -> Vec<String> {
    let served = ServedBrand::current();
    let logo = served.brand.logo.as_ref().map(|logo| logo.path.clone());
    served.style_path.iter().cloned().chain(logo).collect()
}

/// Returns the class of the page, for the accent of its client.
pub(crate) fn page_class() -> Option<String> {
    let served = ServedBrand::current();
    let client = client().filter(|client| served.brand.clients.contains_key(client))?;
    Some(class_of(&client))
}

/// Renders the link to the style sheet of the brand.
pub(crate) fn style_link() -> Markup {
    let served = ServedBrand::current();
    html! { @if let Some(path) = &served.style_path { link rel="stylesheet" href=(path); } }
}

/// Renders logo and name.
pub(crate) fn mark() -> Markup {
    let served = ServedBrand::current();
    html! {
        p.brand {
            @match &served.brand.logo {
                Some(logo) => { img.logo src=(logo.path) alt="" width="28" height="28"; }
                None => { (usual_logo()) }
            }
            span { (served.brand.name_for(client().as_ref())) }
        }
    }
}

fn usual_logo() -> Markup {
    html! {
        svg.logo viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false" {
            rect width="32" height="32" rx="8" {}
            path d="M10 13a6 6 0 1 1 8.4 5.5c-1.6.7-2.4 1.4-2.4 3" {}
            circle cx="16" cy="26" r="1.9" {}
        }
    }
}

/// Renders the footer.
pub(crate) fn footer() -> Markup {
    let served = ServedBrand::current();
    html! {
        footer {
            p {
                (askwell_locale::say("pages-footer"))
                @if let Some(footer) = &served.brand.footer { span dir="auto" { (footer) } }
                @for (label, url) in &served.brand.links { a href=(url) rel="noopener noreferrer" { (label) } }
            }
            (language::picker())
        }
    }
}
