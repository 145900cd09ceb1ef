//! What the service has, in the shape that the tools want it in: templates, and pages to answer on.

use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::ElicitationId;
use askwell_mcp::asking::FormTemplates;
use askwell_mcp::wire::{Json, Limits, Raw};
use askwell_mcp::{Hosted, HostedError, HostedLink};
use askwell_web::{Pages, Templates};
use futures_util::future::BoxFuture;

/// Templates of a folder; nothing, if there is no folder to look into.
pub(super) fn templates(templates: &Templates) -> Option<Arc<dyn FormTemplates>> {
    (!templates.are_none()).then(|| Arc::new(Shelf(templates.clone())) as Arc<dyn FormTemplates>)
}

struct Shelf(Templates);

impl FormTemplates for Shelf {
    fn list(&self) -> Json {
        Json::parse(&self.0.list(), &Limits::default()).unwrap_or_else(|_| serde_json::json!([]).into())
    }

    fn fill(&self, name: &str, parameters: Raw<'_>) -> Result<Form, String> {
        // The API and the tools have different names for the same list.
        self.0
            .form(name, parameters.text())
            .map_err(|words| words.replace("templates/list", "list_templates"))
    }
}

/// Pages as places to send people to.
pub(crate) struct HostedPages(pub(crate) Pages);

impl Hosted for HostedPages {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move {
            let link = self.0.link(id).await.map_err(|error| HostedError(error.to_string()))?;
            Ok(HostedLink { url: link.url, code: link.code })
        })
    }
}
