//! What the service has, in the shape that the tools want it in: templates.

use std::sync::Arc;

use askwell_form::Form;
use askwell_mcp::asking::FormTemplates;
use askwell_mcp::wire::{Json, Limits, Raw};
use askwell_web::Templates;

/// Templates of a folder; nothing, if there is no folder to look into.
pub(super) fn templates(templates: &Templates) -> Option<Arc<dyn FormTemplates>> {
    (!templates.is_none()).then(|| Arc::new(Shelf(templates.clone())) as Arc<dyn FormTemplates>)
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
