//! The names of what can be asked for and told.

/// Begins a legacy connection.
pub const INITIALIZE: &str = "initialize";
/// Ends the beginning of a legacy connection.
pub const INITIALIZED: &str = "notifications/initialized";
/// What a modern server is and can do.
pub const DISCOVER: &str = "server/discover";
/// Are you there?
pub const PING: &str = "ping";
/// What tools are there?
pub const LIST_TOOLS: &str = "tools/list";
/// Do this.
pub const CALL_TOOL: &str = "tools/call";
/// What prompts are there?
pub const LIST_PROMPTS: &str = "prompts/list";
/// Give me this prompt.
pub const GET_PROMPT: &str = "prompts/get";
/// What resources are there?
pub const LIST_RESOURCES: &str = "resources/list";
/// What families of resources are there?
pub const LIST_RESOURCE_TEMPLATES: &str = "resources/templates/list";
/// Give me this resource.
pub const READ_RESOURCE: &str = "resources/read";
/// Tell me when this resource changes (legacy).
pub const SUBSCRIBE: &str = "resources/subscribe";
/// No need to tell me any more (legacy).
pub const UNSUBSCRIBE: &str = "resources/unsubscribe";
/// A resource has changed.
pub const RESOURCE_UPDATED: &str = "notifications/resources/updated";
/// Ask your person.
pub const ELICIT: &str = "elicitation/create";
/// What was begun at a URL is done (legacy).
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
/// Let your model write this.
pub const SAMPLE: &str = "sampling/createMessage";
/// What folders may I see?
pub const LIST_ROOTS: &str = "roots/list";
/// No need to answer that any more.
pub const CANCELLED: &str = "notifications/cancelled";
/// Still busy.
pub const PROGRESS: &str = "notifications/progress";
/// Something for the log.
pub const LOG: &str = "notifications/message";
/// How much of the log to send (legacy).
pub const SET_LOG_LEVEL: &str = "logging/setLevel";
/// What might come next in this argument?
pub const COMPLETE: &str = "completion/complete";
