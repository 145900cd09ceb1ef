//! A short form of a few texts, such as a code: its body, read within a limit.

use axum::extract::Request;
use axum::http::HeaderMap;
use zeroize::Zeroizing;

use super::render::FinalPage;
use super::submission;
use crate::pages::Pages;
use crate::visit::PageError;

/// The largest body.
const LARGEST: usize = 4096;

/// The fields of a short form.
pub(crate) struct ShortForm(Vec<(String, Zeroizing<String>)>);

impl ShortForm {
    /// Returns the first value of a field.
    pub(crate) fn get(&self, wanted: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
    }
}

/// Reads a short form that a page of this service sent.
///
/// # Errors
/// A page that says so, if another site sent the form or it is too large.
pub(crate) async fn read_form(
    pages: &Pages,
    headers: &HeaderMap,
    request: Request,
) -> Result<ShortForm, PageError> {
    let refused = |why| PageError::Rejected(FinalPage::Refused { why });
    if pages.host_guard().check_form(headers).is_err() {
        return Err(refused("final-refused-other-site"));
    }
    let body = submission::read_all(request.into_body(), LARGEST).await;
    let body = body.map_err(|_| refused("final-refused-wrong-form"))?;
    let pairs = url::form_urlencoded::parse(&body);
    Ok(ShortForm(
        pairs.map(|(name, value)| (name.into_owned(), Zeroizing::new(value.into_owned()))).collect(),
    ))
}
