//! The MCP clients and what their configuration looks like.

use clap::ValueEnum;

use super::document::Syntax;

/// An MCP client that `askwell setup` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code
    ClaudeCode,
    /// Claude Desktop
    ClaudeDesktop,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    #[value(name = "vscode")]
    VsCode,
    /// Codex
    Codex,
    /// Gemini CLI
    Gemini,
    /// opencode
    #[value(name = "opencode")]
    OpenCode,
    /// Goose
    Goose,
    /// Zed
    Zed,
    /// Devin Desktop, which was called Windsurf
    #[value(alias = "devin")]
    Windsurf,
    /// LibreChat
    #[value(name = "librechat")]
    LibreChat,
    /// GitHub Copilot CLI
    Copilot,
    /// Qwen Code
    Qwen,
    /// Kilo Code
    Kilo,
    /// Cline
    Cline,
    /// LM Studio
    LmStudio,
    /// Warp
    Warp,
}

/// How an entry for a server is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `command` and `args`
    Plain,
    /// `type`, then `command` and `args`
    Typed(&'static str),
    /// `type: "local"` and one list in `command`
    Argv,
    /// `cmd` and `args`, with a name and a description
    Extension,
}

/// How an entry for a server at an address is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HttpShape {
    /// The value of `type`, if there is one.
    pub(crate) kind: Option<&'static str>,
    /// The key of the address.
    pub(crate) url: &'static str,
    /// How a header refers to a variable of the environment.
    pub(crate) key: KeyReference,
}

/// How an entry refers to a key in the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyReference {
    /// Text around the name of the variable, in the header `Authorization`
    Header(&'static str, &'static str),
    /// A member with the name of the variable
    Member(&'static str),
    /// Nothing that is known to work
    Unknown,
}

/// The format of a client's configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// The name that people know.
    pub(crate) title: &'static str,
    pub(crate) syntax: Syntax,
    /// The key of the table with the servers.
    pub(crate) root: &'static str,
    pub(crate) shape: Shape,
    /// `None` if the file has no servers at addresses.
    pub(crate) http: Option<HttpShape>,
    /// The key for the time limit of a call, and its value.
    pub(crate) timeout: Option<(&'static str, u64)>,
    /// Desktop programs do not have the PATH of your shell.
    pub(crate) is_desktop: bool,
    /// What makes the client read its configuration again.
    pub(crate) afterwards: &'static str,
}

const URL_ONLY: HttpShape = HttpShape { kind: None, url: "url", key: KeyReference::Unknown };
const BRACES: KeyReference = KeyReference::Header("${", "}");

const REMOTE: HttpShape =
    HttpShape { kind: Some("remote"), key: KeyReference::Header("{env:", "}"), ..URL_ONLY };

const HOUR_MS: Option<(&str, u64)> = Some(("timeout", 3_600_000));
const HOUR_S: Option<(&str, u64)> = Some(("timeout", 3_600));

impl Client {
    /// Returns the name on the command line.
    pub(crate) fn id(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns the format of the configuration.
    pub(crate) fn layout(self) -> Layout {
        let servers = Layout {
            title: "",
            syntax: Syntax::Jsonc,
            root: "mcpServers",
            shape: Shape::Plain,
            http: Some(URL_ONLY),
            timeout: None,
            is_desktop: false,
            afterwards: "start a new session",
        };
        match self {
            Client::ClaudeCode => Layout {
                title: "Claude Code",
                syntax: Syntax::Json,
                shape: Shape::Typed("stdio"),
                http: Some(HttpShape { kind: Some("http"), key: BRACES, ..URL_ONLY }),
                timeout: HOUR_MS,
                ..servers
            },
            Client::ClaudeDesktop => Layout {
                title: "Claude Desktop",
                syntax: Syntax::Json,
                http: None,
                is_desktop: true,
                afterwards: "quit Claude Desktop and start it again",
                ..servers
            },
            Client::Cursor => Layout {
                title: "Cursor",
                http: Some(HttpShape { key: KeyReference::Header("${env:", "}"), ..URL_ONLY }),
                is_desktop: true,
                afterwards: "switch the server on in the settings of Cursor, if it is not",
                ..servers
            },
            Client::VsCode => Layout {
                title: "VS Code",
                root: "servers",
                shape: Shape::Typed("stdio"),
                http: Some(HttpShape {
                    kind: Some("http"),
                    key: KeyReference::Header("${env:", "}"),
                    ..URL_ONLY
                }),
                is_desktop: true,
                afterwards: "start the server in VS Code: MCP: List Servers",
                ..servers
            },
            Client::Codex => Layout {
                title: "Codex",
                syntax: Syntax::Toml,
                root: "mcp_servers",
                http: Some(HttpShape { key: KeyReference::Member("bearer_token_env_var"), ..URL_ONLY }),
                timeout: Some(("tool_timeout_sec", 3_600)),
                ..servers
            },
            Client::Gemini => Layout {
                title: "Gemini CLI",
                http: Some(HttpShape { kind: Some("http"), key: KeyReference::Header("$", ""), ..URL_ONLY }),
                timeout: HOUR_MS,
                ..servers
            },
            Client::OpenCode => Layout {
                title: "opencode",
                root: "mcp",
                shape: Shape::Argv,
                http: Some(REMOTE),
                timeout: HOUR_MS,
                ..servers
            },
            Client::Goose => Layout {
                title: "Goose",
                syntax: Syntax::Yaml,
                root: "extensions",
                shape: Shape::Extension,
                http: Some(HttpShape {
                    kind: Some("streamable_http"),
                    url: "uri",
                    key: KeyReference::Unknown,
                }),
                timeout: HOUR_S,
                afterwards: "start Goose again",
                ..servers
            },
            Client::Zed => Layout {
                title: "Zed",
                root: "context_servers",
                // Zed allows no more than ten minutes.
                timeout: Some(("timeout", 600)),
                is_desktop: true,
                afterwards: "nothing: Zed notices the change",
                ..servers
            },
            Client::Windsurf => Layout {
                title: "Devin Desktop (Windsurf)",
                is_desktop: true,
                afterwards: "refresh the MCP servers in its settings",
                ..servers
            },
            Client::LibreChat => Layout {
                title: "LibreChat",
                syntax: Syntax::Yaml,
                shape: Shape::Typed("stdio"),
                http: Some(HttpShape { kind: Some("streamable-http"), key: BRACES, ..URL_ONLY }),
                timeout: HOUR_MS,
                afterwards: "start the LibreChat server again",
                ..servers
            },
            Client::Copilot => Layout {
                title: "Copilot CLI",
                shape: Shape::Typed("local"),
                http: Some(HttpShape { kind: Some("http"), ..URL_ONLY }),
                timeout: HOUR_MS,
                ..servers
            },
            Client::Qwen => Layout {
                title: "Qwen Code",
                http: Some(HttpShape { url: "httpUrl", ..URL_ONLY }),
                timeout: HOUR_MS,
                ..servers
            },
            Client::Kilo => Layout {
                title: "Kilo",
                root: "mcp",
                shape: Shape::Argv,
                http: Some(REMOTE),
                timeout: HOUR_MS,
                afterwards: "start Kilo again",
                ..servers
            },
            Client::Cline => Layout {
                title: "Cline",
                syntax: Syntax::Json,
                shape: Shape::Typed("stdio"),
                http: Some(HttpShape { kind: Some("streamableHttp"), ..URL_ONLY }),
                timeout: HOUR_S,
                is_desktop: true,
                afterwards: "nothing: Cline notices the change",
                ..servers
            },
            Client::LmStudio => Layout {
                title: "LM Studio",
                is_desktop: true,
                afterwards: "switch the server on in LM Studio",
                ..servers
            },
            Client::Warp => Layout {
                title: "Warp",
                is_desktop: true,
                afterwards: "start the server in the settings of Warp",
                ..servers
            },
        }
    }
}
