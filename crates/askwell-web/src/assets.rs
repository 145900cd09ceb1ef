//! Serves the style sheet, the script and the icons, compressed once at start.
//!
//! A file name contains a digest of the content, so browsers may cache it for ever and never show a
//! stale version. Pages are not compressed: they contain form tokens beside text that others typed,
//! and the compressed size of such a mixture reveals the tokens.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::browser::hex;
use crate::pages::Pages;

/// The paths of the assets.
pub(crate) struct AssetPaths {
    pub(crate) style: String,
    pub(crate) script: String,
    pub(crate) icon: String,
    /// Icons of the installed app, as phones need them.
    pub(crate) icon_192: String,
    pub(crate) icon_512: String,
    pub(crate) icon_maskable: String,
}

/// The style sheet as one file.
const STYLE: &str = concat!(
    include_str!("../assets/askwell.css"),
    include_str!("../assets/decision.css"),
    include_str!("../assets/styles.css"),
    include_str!("../assets/evidence.css"),
    include_str!("../assets/inbox.css"),
    include_str!("../assets/sign_in.css"),
    include_str!("../assets/overview.css"),
);

/// The script as one file. Every source line is complete, which [`without_comments`] relies on.
const SCRIPT: &str = concat!(
    include_str!("../assets/script/common.js"),
    include_str!("../assets/script/files.js"),
    include_str!("../assets/script/moments.js"),
    include_str!("../assets/script/styles.js"),
    include_str!("../assets/script/answer.js"),
    include_str!("../assets/script/inbox.js"),
    include_str!("../assets/script/start.js"),
);

struct Asset {
    name: String,
    content_type: &'static str,
    plain: Bytes,
    packed: Bytes,
}

static ASSETS: LazyLock<[Asset; 6]> = LazyLock::new(|| {
    [
        asset("askwell", "css", "text/css; charset=utf-8", STYLE.into()),
        asset("askwell", "js", "text/javascript; charset=utf-8", without_comments(SCRIPT).into()),
        asset("icon", "svg", "image/svg+xml", include_str!("../assets/icon.svg").into()),
        picture("icon-192", include_bytes!("../assets/icons/icon-192.png")),
        picture("icon-512", include_bytes!("../assets/icons/icon-512.png")),
        picture("icon-maskable-512", include_bytes!("../assets/icons/icon-maskable-512.png")),
    ]
});

static NAMES: LazyLock<AssetPaths> = LazyLock::new(|| {
    let [style, script, icon, icon_192, icon_512, icon_maskable] = &*ASSETS;
    let path = |asset: &Asset| format!("/assets/{}", asset.name);
    AssetPaths {
        style: path(style),
        script: path(script),
        icon: path(icon),
        icon_192: path(icon_192),
        icon_512: path(icon_512),
        icon_maskable: path(icon_maskable),
    }
});

/// The paths of the assets.
pub(crate) fn names() -> &'static AssetPaths {
    &NAMES
}

/// Returns the script without comments, blank lines and indentation.
pub(crate) fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns a PNG file, which is compressed already.
fn picture(stem: &str, content: &'static [u8]) -> Asset {
    Asset { packed: Bytes::new(), ..asset(stem, "png", "image/png", Bytes::from_static(content)) }
}

fn pack(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail; if it did, the plain file would be sent.
    encoder.write_all(plain).and_then(|()| encoder.finish()).unwrap_or_default().into()
}

/// Returns how many bytes a script has when it is compressed.
#[cfg(test)]
pub(crate) fn packed_size(plain: &[u8]) -> usize {
    pack(plain).len()
}

fn asset(stem: &str, ending: &str, content_type: &'static str, plain: Bytes) -> Asset {
    let digest = hex(&Sha256::digest(&plain));
    let short = digest.get(..16).unwrap_or(&digest);
    let packed = pack(&plain);
    Asset { name: format!("{stem}.{short}.{ending}"), content_type, plain, packed }
}

/// Sends an asset, compressed if the browser accepts gzip. Answers 404 for an unknown name.
pub(crate) async fn serve(
    State(pages): State<Pages>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return serve_brand(&pages, &name);
    };
    let wants_gzip = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| coding.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("gzip")));
    let common = [
        (CONTENT_TYPE, asset.content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
    ];
    if wants_gzip && !asset.packed.is_empty() {
        (common, [(CONTENT_ENCODING, "gzip")], asset.packed.clone()).into_response()
    } else {
        (common, asset.plain.clone()).into_response()
    }
}

/// Sends a file of the brand. Answers 404 for an unknown name.
fn serve_brand(pages: &Pages, name: &str) -> Response {
    let Some((content_type, bytes)) = pages.brand().file(&format!("/assets/{name}")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [(CONTENT_TYPE, content_type), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    (headers, bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::ASSETS;

    /// The size limits that docs/pages.md promises.
    #[test]
    fn assets_stay_small() {
        let [_, script, ..] = &*ASSETS;
        assert!(script.packed.len() <= 12 << 10, "the script has {} bytes", script.packed.len());
        let all: usize = ASSETS.iter().map(|asset| asset.packed.len()).sum();
        assert!(all <= 40 << 10, "all assets together have {all} bytes");
    }
}
