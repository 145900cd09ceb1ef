//! The names of members of `_meta`.

/// The member that holds all of these.
pub const META: &str = "_meta";
/// The revision of a modern request.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The capabilities of the client of a modern request.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The name and version of the client of a modern request.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// The name and version of the server of a modern result.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The least log level that a modern request wants.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The id of the request that opened the stream of a notification (modern).
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The token for progress notifications of the request.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// The whole form, which says more than `requestedSchema` can, for clients that know the form
/// language.
pub const FORM: &str = "io.askwell/form";
/// The parent span, as in W3C Trace Context.
pub const TRACE_PARENT: &str = "traceparent";
/// The vendor data beside [`TRACE_PARENT`].
pub const TRACE_STATE: &str = "tracestate";
/// The properties of a trace, as in W3C Baggage.
pub const BAGGAGE: &str = "baggage";
