//! Adapter from the templates of the service to those of the MCP tools.

use std::sync::Arc;

use askwell_form::Form;
use askwell_mcp::ask_tools::FormTemplates;
use askwell_mcp::wire::{Json, Limits, Raw};
use askwell_web::Templates;

/// Returns the templates of a folder, or `None` if there is no folder.
pub(super) fn templates(templates: &Templates) -> Option<Arc<dyn FormTemplates>> {
    (!templates.is_none()).then(|| Arc::new(TemplateAdapter(templates.clone())) as Arc<dyn FormTemplates>)
}

struct TemplateAdapter(Templates);

impl FormTemplates for TemplateAdapter {
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
