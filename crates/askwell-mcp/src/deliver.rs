//! How a question reaches the person behind this client.
//!
//! What the client declares and what the form needs decide, in this order: the client's own dialog; a URL that the
//! client opens with the hosted form behind it; a link in the text of the result; or not at all, with a reason that
//! names what is missing. Decides and does nothing: others push, suspend and write.

use std::borrow::Cow;

use askwell_form::Form;
use askwell_form::schema::{Effect, Feature, Loss, Revision};
use askwell_lifecycle::ElicitationId;
use futures_util::future::BoxFuture;

use crate::wire::{Capabilities, ErrorCode, Json, RpcError};

/// A page where a person can answer an elicitation of the engine: whoever serves such pages implements this.
pub trait Hosted: Send + Sync + 'static {
    /// Where the person answers this one.
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>>;
}

/// Where a person answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostedLink {
    /// The address. Whoever has it is not yet known to be the right person.
    pub url: String,
    /// What the page will ask for to know the person, where it has to.
    pub code: Option<String>,
}

/// There is no page at the moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the page to answer on is not available: {0}")]
pub struct HostedError(pub String);

/// One way to reach a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The client's own dialog.
    Form,
    /// A URL that the client opens.
    Url,
    /// A link in the text of the result.
    Text,
}

/// Why a person cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unable {
    /// What is missing, in words.
    pub reason: Cow<'static, str>,
    kind: UnableKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnableKind {
    /// The client cannot ask its person.
    NoElicitation,
    /// The client cannot show forms.
    NoForms,
    /// The client cannot send its person to a URL.
    NoUrls,
    /// The client cannot do something else.
    Other(&'static str),
    /// Form mode cannot carry the form, and there is no page for it.
    NoPage,
}

/// What form mode makes of a form: whether it can be asked like that at all.
pub(crate) fn fits_form_mode(losses: &[Loss]) -> bool {
    losses.iter().all(is_bearable)
}

fn is_bearable(loss: &Loss) -> bool {
    loss.effect != Effect::Omitted && !matches!(loss.feature, Feature::Condition | Feature::Dependency)
}

/// The ways there are, best first.
pub(crate) fn ways(client: &Capabilities, fits: bool, hosted: bool) -> impl Iterator<Item = Way> {
    let form = (client.takes_forms() && fits).then_some(Way::Form);
    let url = (client.takes_urls() && hosted).then_some(Way::Url);
    let text = hosted.then_some(Way::Text);
    form.into_iter().chain(url).chain(text)
}

/// Why there is no way for this form.
pub(crate) fn unable(client: &Capabilities, form: &Form, revision: Revision) -> Unable {
    if client.elicitation.is_none() {
        return Unable {
            reason: "the client has not declared that it can ask its person (capability `elicitation`)"
                .into(),
            kind: UnableKind::NoElicitation,
        };
    }
    let losses = form.to_mcp_schema(revision).losses;
    let unbearable: Vec<String> =
        losses.iter().filter(|loss| !is_bearable(loss)).map(ToString::to_string).collect();
    if unbearable.is_empty() {
        return no_forms();
    }
    let reason =
        format!("form mode cannot ask this, and there is no page to ask it on: {}", unbearable.join("; "));
    Unable { reason: reason.into(), kind: UnableKind::NoPage }
}

fn no_forms() -> Unable {
    Unable {
        reason: "the client has not declared that it can show forms (capability `elicitation.form`)".into(),
        kind: UnableKind::NoForms,
    }
}

/// The client cannot be sent to a URL.
pub(crate) fn no_urls() -> Unable {
    Unable {
        reason: "the client has not declared that it can open URLs (capability `elicitation.url`)".into(),
        kind: UnableKind::NoUrls,
    }
}

/// The client cannot do something else that a handler wants.
pub(crate) fn no_capability(name: &'static str) -> Unable {
    let reason = format!("the client has not declared the capability `{name}`");
    Unable { reason: reason.into(), kind: UnableKind::Other(name) }
}

impl Unable {
    /// What the legacy era answers with.
    pub(crate) fn legacy(&self) -> RpcError {
        let code = match self.kind {
            UnableKind::NoPage => ErrorCode::INVALID_PARAMS,
            _ => ErrorCode::METHOD_NOT_FOUND,
        };
        RpcError::new(code, self.reason.clone())
    }

    /// What the modern era answers with.
    pub(crate) fn modern(&self) -> RpcError {
        let required = match self.kind {
            UnableKind::NoElicitation => serde_json::json!({"elicitation": {}}),
            UnableKind::NoForms => serde_json::json!({"elicitation": {"form": {}}}),
            UnableKind::NoUrls => serde_json::json!({"elicitation": {"url": {}}}),
            UnableKind::Other(name) => serde_json::json!({name: {}}),
            UnableKind::NoPage => return self.legacy(),
        };
        let data = Json::from(serde_json::json!({"requiredCapabilities": required}));
        RpcError::new(ErrorCode::MISSING_CAPABILITY, self.reason.clone()).with_data(data)
    }
}

#[cfg(test)]
mod tests {
    use super::{Way, ways};
    use crate::wire::{Capabilities, Json};

    #[test]
    fn the_best_way_comes_first() {
        use Way::{Form, Text, Url};
        for (declared, fits, hosted, expected) in [
            (r#"{"elicitation":{}}"#, true, false, vec![Form]),
            (r#"{"elicitation":{}}"#, true, true, vec![Form, Text]),
            (r#"{"elicitation":{}}"#, false, true, vec![Text]),
            (r#"{"elicitation":{}}"#, false, false, vec![]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true, true, vec![Form, Url, Text]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, false, true, vec![Url, Text]),
            (r#"{"elicitation":{"url":{}}}"#, true, true, vec![Url, Text]),
            ("{}", true, true, vec![Text]),
            ("{}", true, false, vec![]),
        ] {
            let declared = Json::parse(declared, &Default::default()).unwrap();
            let client = Capabilities::read(declared.raw());
            assert_eq!(ways(&client, fits, hosted).collect::<Vec<_>>(), expected, "{}", declared.text());
        }
    }
}
