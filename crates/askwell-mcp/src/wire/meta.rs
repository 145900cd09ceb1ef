//! The names inside `_meta`.

/// The member that holds all of these.
pub const META: &str = "_meta";
/// Which revision a modern request speaks.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client of a modern request can do.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// What the client of a modern request is.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// What the server of a modern result is.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// How much of the log a modern request wants to see.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// What progress reports of this request are to be called.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// The whole form, for clients that know its language: more than `requestedSchema` can say.
pub const FORM: &str = "io.askwell/form";
/// Where a request comes from, as W3C Trace Context has it.
pub const TRACE_PARENT: &str = "traceparent";
/// What goes with [`TRACE_PARENT`].
pub const TRACE_STATE: &str = "tracestate";
/// Properties that go along with a trace, as W3C Baggage has it.
pub const BAGGAGE: &str = "baggage";
