//! The tools, prompts and resources of a server, each with its handler.
//!
//! The lists for clients are encoded once, when the server is built.

use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use hashbrown::HashMap;

use super::app;
use super::backend::HandlerOutput;
use super::call::Call;
use super::failure::Failure;
use super::result::{PromptResult, ResourceResult, ResultMembers, ToolResult};
use super::tasks::{TaskStart, TaskSupport};
use crate::wire::{Json, ObjectWriter, Raw};

/// A tool, as models and people see it.
#[derive(Debug, Clone)]
#[must_use = "a tool belongs into a server"]
pub struct Tool {
    name: String,
    description: String,
    title: Option<String>,
    input_schema: Json,
    output_schema: Option<Json>,
    annotations: Option<Json>,
    task: ToolTask,
    asks_in_app: bool,
}

/// Whether and when a call of a tool becomes a task.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ToolTask {
    pub(crate) support: TaskSupport,
    pub(crate) start: TaskStart,
}

/// A prompt, as people see it.
#[derive(Debug, Clone)]
#[must_use = "a prompt belongs into a server"]
pub struct Prompt {
    name: String,
    description: String,
    arguments: Vec<Json>,
}

/// A resource, or a template for several.
#[derive(Debug, Clone)]
#[must_use = "a resource belongs into a server"]
pub struct Resource {
    uri: String,
    name: String,
    description: Option<String>,
    mime_type: Option<String>,
}

impl Tool {
    /// Creates a tool without arguments.
    pub fn new(name: &str, description: &str) -> Self {
        Tool {
            name: name.to_owned(),
            description: description.to_owned(),
            title: None,
            input_schema: Json::from_valid(r#"{"type":"object","properties":{}}"#.to_owned()),
            output_schema: None,
            annotations: None,
            task: ToolTask::default(),
            asks_in_app: false,
        }
    }

    /// Sets the JSON Schema of the arguments.
    pub fn input(mut self, schema: impl Into<Json>) -> Self {
        self.input_schema = schema.into();
        self
    }

    /// Sets the JSON Schema of the structured content.
    pub fn output(mut self, schema: impl Into<Json>) -> Self {
        self.output_schema = Some(schema.into());
        self
    }

    /// Sets the name for people.
    pub fn title(mut self, title: &str) -> Self {
        self.title = Some(title.to_owned());
        self
    }

    /// Sets hints about the tool, such as `{"readOnlyHint": true}`.
    pub fn annotations(mut self, hints: impl Into<Json>) -> Self {
        self.annotations = Some(hints.into());
        self
    }

    /// Sets whether calls of the tool can go on as tasks. By default they cannot. A call becomes a task before the
    /// handler runs.
    pub fn task(mut self, support: TaskSupport) -> Self {
        self.task = ToolTask { support, start: TaskStart::AtOnce };
        self
    }

    /// As [`Tool::task`], but a call becomes a task when its handler calls [`Call::continue_as_task`]. What it asks
    /// before that is asked by the call itself.
    pub fn task_by_handler(mut self, support: TaskSupport) -> Self {
        self.task = ToolTask { support, start: TaskStart::ByHandler };
        self
    }

    /// Lets the tool ask in an app (MCP Apps): a client that has no dialog and shows apps shows the form beside the result
    /// of the call. Such a client shows an app beside every result of the tool, so use this for tools that usually ask.
    pub fn asks_in_app(mut self) -> Self {
        self.asks_in_app = true;
        self
    }

    /// Returns the entry in the list, for a client that shows apps or for one that does not.
    fn to_json(&self, shows_apps: bool) -> Json {
        let mut object = ObjectWriter::with_capacity(256);
        object.text("name", &self.name);
        if let Some(title) = &self.title {
            object.text("title", title);
        }
        object.text("description", &self.description).raw("inputSchema", self.input_schema.raw());
        if let Some(schema) = &self.output_schema {
            object.raw("outputSchema", schema.raw());
        }
        if let Some(hints) = &self.annotations {
            object.raw("annotations", hints.raw());
        }
        if shows_apps && self.asks_in_app {
            object.raw("_meta", Raw::from_valid(app::TOOL_META));
        }
        object.finish()
    }

    /// Returns the arguments that clients repeat in HTTP headers: the name of each argument and of
    /// its header.
    fn header_arguments(&self) -> Vec<(String, String)> {
        let properties = self.input_schema.raw().get("properties").into_iter().flat_map(Raw::members);
        let named = properties.filter_map(|(argument, schema)| {
            Some((argument.into_owned(), schema.get("x-mcp-header")?.as_text()?.into_owned()))
        });
        named.collect()
    }
}

impl Prompt {
    /// Creates a prompt without arguments.
    pub fn new(name: &str, description: &str) -> Self {
        Prompt { name: name.to_owned(), description: description.to_owned(), arguments: Vec::new() }
    }

    /// Adds a required argument.
    pub fn argument(mut self, name: &str, description: &str) -> Self {
        let mut object = ObjectWriter::new();
        object.text("name", name).text("description", description).bool("required", true);
        self.arguments.push(object.finish());
        self
    }

    fn to_json(&self) -> Json {
        let mut object = ObjectWriter::with_capacity(256);
        object.text("name", &self.name).text("description", &self.description);
        if !self.arguments.is_empty() {
            object.list("arguments", self.arguments.iter().map(Json::raw));
        }
        object.finish()
    }
}

impl Resource {
    /// Creates a resource at a URI, or a template with `{names}` for the parts that vary.
    pub fn new(uri: &str, name: &str) -> Self {
        Resource { uri: uri.to_owned(), name: name.to_owned(), description: None, mime_type: None }
    }

    /// Sets the description.
    pub fn description(mut self, text: &str) -> Self {
        self.description = Some(text.to_owned());
        self
    }

    /// Sets the media type.
    pub fn mime_type(mut self, mime_type: &str) -> Self {
        self.mime_type = Some(mime_type.to_owned());
        self
    }

    fn to_json(&self, uri_key: &str) -> Json {
        let mut object = ObjectWriter::with_capacity(256);
        object.text(uri_key, &self.uri).text("name", &self.name);
        for (key, value) in [("description", &self.description), ("mimeType", &self.mime_type)] {
            if let Some(value) = value {
                object.text(key, value);
            }
        }
        object.finish()
    }
}

/// A handler of a tool, prompt, resource or completion, with its type erased.
pub(crate) type CallHandler =
    Arc<dyn Fn(Call) -> BoxFuture<'static, Result<HandlerOutput, Failure>> + Send + Sync + 'static>;

fn handler<F, Fut, T>(handle: F) -> CallHandler
where
    F: Fn(Call) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<T, Failure>> + Send + 'static,
    T: Into<ResultMembers>,
{
    // An async block would hold the future twice, once as captured and once as awaited.
    Arc::new(move |call| {
        Box::pin(handle(call).map(|result| result.map(|result| HandlerOutput::Members(result.into()))))
    })
}

/// Everything that a server offers.
#[derive(Default)]
pub(crate) struct Catalogue {
    tools: HashMap<String, CatalogueEntry>,
    prompts: HashMap<String, CatalogueEntry>,
    resources: HashMap<String, CatalogueEntry>,
    templates: Vec<(UriTemplate, CallHandler)>,
    pub(crate) completer: Option<CallHandler>,
    /// Whether a tool can run as a task.
    pub(crate) has_tasks: bool,
    /// Whether a tool asks in an app.
    pub(crate) has_apps: bool,
    listed_tools: Vec<Json>,
    /// The tools for clients that show apps.
    listed_app_tools: Vec<Json>,
    listed_prompts: Vec<Json>,
    listed_resources: Vec<Json>,
    listed_templates: Vec<Json>,
}

struct CatalogueEntry {
    handler: CallHandler,
    header_arguments: Vec<(String, String)>,
    task: ToolTask,
    asks_in_app: bool,
    has_output: bool,
}

impl CatalogueEntry {
    fn new(handler: CallHandler) -> Self {
        CatalogueEntry {
            handler,
            header_arguments: Vec::new(),
            task: ToolTask::default(),
            asks_in_app: false,
            has_output: false,
        }
    }
}

impl Catalogue {
    pub(crate) fn add_tool<F, Fut>(&mut self, tool: Tool, handle: F)
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolResult, Failure>> + Send + 'static,
    {
        if tool.asks_in_app && !self.has_apps {
            self.has_apps = true;
            self.tools.insert(app::TOOL.to_owned(), CatalogueEntry::new(handler(app::answer)));
            self.resources.insert(app::URI.to_owned(), CatalogueEntry::new(handler(app::read)));
        }
        self.listed_tools.push(tool.to_json(false));
        self.listed_app_tools.push(tool.to_json(true));
        self.has_tasks |= tool.task.support != TaskSupport::None;
        let entry = CatalogueEntry {
            handler: handler(handle),
            header_arguments: tool.header_arguments(),
            task: tool.task,
            asks_in_app: tool.asks_in_app,
            has_output: tool.output_schema.is_some(),
        };
        self.tools.insert(tool.name, entry);
    }

    pub(crate) fn add_prompt<F, Fut>(&mut self, prompt: Prompt, handle: F)
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PromptResult, Failure>> + Send + 'static,
    {
        self.listed_prompts.push(prompt.to_json());
        let entry = CatalogueEntry::new(handler(handle));
        self.prompts.insert(prompt.name, entry);
    }

    pub(crate) fn add_resource<F, Fut>(&mut self, resource: Resource, handle: F)
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ResourceResult, Failure>> + Send + 'static,
    {
        let handler = handler(handle);
        if resource.uri.contains('{') {
            self.listed_templates.push(resource.to_json("uriTemplate"));
            self.templates.push((UriTemplate::new(&resource.uri), handler));
        } else {
            self.listed_resources.push(resource.to_json("uri"));
            self.resources.insert(resource.uri, CatalogueEntry::new(handler));
        }
    }

    pub(crate) fn set_completer<F, Fut>(&mut self, handle: F)
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, Failure>> + Send + 'static,
    {
        self.completer = Some(Arc::new(move |call| {
            let work = handle(call);
            Box::pin(async move {
                let values: Vec<Json> =
                    work.await?.iter().take(100).map(|value| Json::of_text(value)).collect();
                let mut completion = ObjectWriter::new();
                completion.list("values", values.iter().map(Json::raw));
                let object = ObjectWriter::new().raw("completion", completion.finish().raw()).finish();
                Ok(ResultMembers::of(object.raw()).into())
            })
        }));
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&CallHandler> {
        self.tools.get(name).map(|entry| &entry.handler)
    }

    /// Returns whether and when a call of a tool becomes a task.
    pub(crate) fn task_of(&self, tool: &str) -> ToolTask {
        if !self.has_tasks {
            return ToolTask::default();
        }
        self.tools.get(tool).map(|entry| entry.task).unwrap_or_default()
    }

    /// Returns whether a tool asks in an app.
    pub(crate) fn asks_in_app(&self, tool: &str) -> bool {
        self.has_apps && self.tools.get(tool).is_some_and(|entry| entry.asks_in_app)
    }

    /// Returns whether the results of a tool have a schema.
    pub(crate) fn has_output(&self, tool: &str) -> bool {
        self.tools.get(tool).is_some_and(|entry| entry.has_output)
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&CallHandler> {
        self.prompts.get(name).map(|entry| &entry.handler)
    }

    pub(crate) fn resource(&self, uri: &str) -> Option<&CallHandler> {
        let exact = self.resources.get(uri).map(|entry| &entry.handler);
        exact.or_else(|| self.templates.iter().find(|(template, _)| template.fits(uri)).map(|(_, h)| h))
    }

    /// Returns the arguments of a tool that clients repeat in HTTP headers.
    pub(crate) fn header_arguments(&self, tool: &str) -> &[(String, String)] {
        self.tools.get(tool).map_or(&[], |entry| &entry.header_arguments)
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.listed_tools.is_empty()
    }

    pub(crate) fn has_prompts(&self) -> bool {
        !self.listed_prompts.is_empty()
    }

    pub(crate) fn has_resources(&self) -> bool {
        !(self.listed_resources.is_empty() && self.listed_templates.is_empty())
    }

    /// Returns one of the lists, by the name of its member. Clients that show apps see the app and its tool.
    pub(crate) fn list(&self, key: &str, shows_apps: bool) -> ResultMembers {
        let list = match key {
            "tools" if shows_apps => &self.listed_app_tools,
            "tools" => &self.listed_tools,
            "prompts" => &self.listed_prompts,
            "resources" => &self.listed_resources,
            _ => &self.listed_templates,
        };
        let of_apps = match key {
            "tools" if shows_apps => Some(app::listed_tool()),
            "resources" if shows_apps => Some(app::listed_resource()),
            _ => None,
        };
        let listed = list.iter().chain(of_apps.as_ref()).map(Json::raw);
        let object = ObjectWriter::with_capacity(1024).list(key, listed).finish();
        ResultMembers::of(object.raw()).cacheable()
    }
}

/// A URI template: `{name}` matches anything but a slash.
struct UriTemplate(Vec<String>);

impl UriTemplate {
    fn new(template: &str) -> Self {
        let mut rest = template;
        let mut literals = Vec::new();
        while let Some((literal, after)) = rest.split_once('{') {
            literals.push(literal.to_owned());
            rest = after.split_once('}').map_or("", |(_, after)| after);
        }
        literals.push(rest.to_owned());
        UriTemplate(literals)
    }

    fn fits(&self, uri: &str) -> bool {
        let Some((first, others)) = self.0.split_first() else { return false };
        let Some(mut rest) = uri.strip_prefix(first.as_str()) else { return false };
        for (index, literal) in others.iter().enumerate() {
            let is_last = index + 1 == others.len();
            let end =
                if is_last && literal.is_empty() { Some(rest.len()) } else { rest.find(literal.as_str()) };
            let Some(end) = end.filter(|end| *end > 0) else { return false };
            let Some((gap, after)) = rest.split_at_checked(end) else { return false };
            if gap.contains('/') {
                return false;
            }
            rest = after.get(literal.len()..).unwrap_or_default();
        }
        rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::UriTemplate;

    #[test]
    fn template_matches_one_segment_per_gap() {
        let template = UriTemplate::new("test://template/{id}/data");
        for (uri, fits) in [
            ("test://template/123/data", true),
            ("test://template//data", false),
            ("test://template/1/2/data", false),
            ("test://template/1/data/more", false),
            ("test://other/1/data", false),
        ] {
            assert_eq!(template.fits(uri), fits, "{uri}");
        }
        assert!(UriTemplate::new("file:///{name}").fits("file:///a.txt"));
        assert!(!UriTemplate::new("file:///{name}").fits("file:///"));
    }
}
