//! The names of methods and notifications.

/// Starts a legacy session.
pub const INITIALIZE: &str = "initialize";
/// Ends the handshake of a legacy session.
pub const INITIALIZED: &str = "notifications/initialized";
/// Asks a modern server for its revisions and capabilities.
pub const DISCOVER: &str = "server/discover";
/// Checks that the peer is alive.
pub const PING: &str = "ping";
/// Lists the tools.
pub const LIST_TOOLS: &str = "tools/list";
/// Calls a tool.
pub const CALL_TOOL: &str = "tools/call";
/// Returns the status of a task (modern, tasks extension).
pub const GET_TASK: &str = "tasks/get";
/// Brings answers to a task (modern, tasks extension).
pub const UPDATE_TASK: &str = "tasks/update";
/// Cancels a task (modern, tasks extension).
pub const CANCEL_TASK: &str = "tasks/cancel";
/// Lists the prompts.
pub const LIST_PROMPTS: &str = "prompts/list";
/// Gets a prompt.
pub const GET_PROMPT: &str = "prompts/get";
/// Lists the resources.
pub const LIST_RESOURCES: &str = "resources/list";
/// Lists the resource templates.
pub const LIST_RESOURCE_TEMPLATES: &str = "resources/templates/list";
/// Reads a resource.
pub const READ_RESOURCE: &str = "resources/read";
/// Subscribes to a resource (legacy).
pub const SUBSCRIBE: &str = "resources/subscribe";
/// Ends a subscription (legacy).
pub const UNSUBSCRIBE: &str = "resources/unsubscribe";
/// Opens a stream of notifications (modern).
pub const LISTEN: &str = "subscriptions/listen";
/// Reports which notifications a stream carries (modern).
pub const SUBSCRIPTION_ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// Reports that a resource has changed.
pub const RESOURCE_UPDATED: &str = "notifications/resources/updated";
/// Asks the client's person.
pub const ELICIT: &str = "elicitation/create";
/// Reports that a person is done on a page (legacy).
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
/// Asks the client's model.
pub const SAMPLE: &str = "sampling/createMessage";
/// Lists the client's roots.
pub const LIST_ROOTS: &str = "roots/list";
/// Cancels a request.
pub const CANCELLED: &str = "notifications/cancelled";
/// Reports progress of a request.
pub const PROGRESS: &str = "notifications/progress";
/// Carries a log message.
pub const LOG: &str = "notifications/message";
/// Sets the log level (legacy).
pub const SET_LOG_LEVEL: &str = "logging/setLevel";
/// Completes an argument.
pub const COMPLETE: &str = "completion/complete";
