//! The navigation: every page, in the order in which people read them.

/// A part of the navigation.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) pages: &'static [Page],
}

/// A page of the site.
pub(super) struct Page {
    /// The name of its file.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) source: Source,
}

/// What a page is made of.
pub(super) enum Source {
    /// A Markdown file of the repository.
    File(&'static str),
    /// Markdown that is generated.
    Generated(&'static str),
}

const fn file(name: &'static str, title: &'static str, path: &'static str) -> Page {
    Page { name, title, source: Source::File(path) }
}

const fn generated(name: &'static str, title: &'static str) -> Page {
    Page { name, title, source: Source::Generated(name) }
}

pub(super) const SECTIONS: [Section; 6] = [
    Section {
        title: "Start",
        pages: &[
            file("index.html", "Askwell", "docs/index.md"),
            file("tutorial.html", "Tutorial", "docs/tutorial.md"),
            file("concepts.html", "Concepts", "docs/concepts.md"),
            file("security.html", "Security model", "docs/security.md"),
            file("comparison.html", "Alternatives", "docs/comparison.md"),
            file("faq.html", "Questions", "docs/faq.md"),
            file("glossary.html", "Glossary", "docs/glossary.md"),
        ],
    },
    Section {
        title: "Guides",
        pages: &[
            file("how-to.html", "All guides", "docs/how-to.md"),
            file("recipes.html", "Scripts, CI, cron", "docs/recipes.md"),
            file("clients.html", "MCP clients", "docs/clients.md"),
            file("mcp-tools.html", "Tools for agents", "docs/mcp-tools.md"),
            file("sdk-typescript.html", "TypeScript", "docs/sdk-typescript.md"),
            file("sdk-python.html", "Python", "docs/sdk-python.md"),
            file("mcp.html", "MCP servers in Rust", "docs/mcp.md"),
            file("gateway.html", "Gateway", "docs/gateway.md"),
            file("acp.html", "Coding agents (ACP)", "docs/acp.md"),
            file("gates.html", "Approval gates", "docs/gates.md"),
            file("webhooks.html", "Webhooks", "docs/webhooks.md"),
            file("callbacks.html", "Callbacks", "docs/callbacks.md"),
            file("notifications.html", "Notifications", "docs/notifications.md"),
            file("languages.html", "Languages", "docs/languages.md"),
            file("editors.html", "Editors", "docs/editors.md"),
        ],
    },
    Section {
        title: "Surfaces",
        pages: &[
            file("pages.html", "Pages", "docs/pages.md"),
            file("terminal.html", "Terminal", "docs/terminal.md"),
            file("cli.html", "Command line", "docs/cli.md"),
        ],
    },
    Section {
        title: "Operate",
        pages: &[
            file("service.html", "Service", "docs/service.md"),
            file("sign-in.html", "Sign-in", "docs/sign-in.md"),
            file("cluster.html", "Several nodes", "docs/cluster.md"),
            file("store-format.html", "Store format", "docs/store-format.md"),
            file("performance.html", "Performance", "docs/performance.md"),
        ],
    },
    Section {
        title: "Reference",
        pages: &[
            file("language.html", "Form language", "crates/askwell-form/LANGUAGE.md"),
            generated("commands.html", "Commands"),
            generated("settings.html", "Settings"),
            file("api.html", "Service API", "docs/api.md"),
            generated("methods.html", "Methods of the API"),
            file("interop.html", "Interoperability", "docs/interop.md"),
            file("api-guidelines.html", "Rust API guidelines", "docs/api-guidelines.md"),
            file("changelog.html", "Changes", "CHANGELOG.md"),
        ],
    },
    Section {
        title: "Decisions",
        pages: &[
            file("decisions/form-language.html", "Form language", "docs/decisions/form-language.md"),
            file("decisions/languages.html", "Languages", "docs/decisions/languages.md"),
            file("decisions/engine.html", "Engine", "docs/decisions/engine.md"),
            file("decisions/service.html", "Service", "docs/decisions/service.md"),
            file("decisions/pages.html", "Pages", "docs/decisions/pages.md"),
            file("decisions/terminal.html", "Terminal", "docs/decisions/terminal.md"),
            file("decisions/mcp.html", "MCP servers", "docs/decisions/mcp.md"),
            file("decisions/mcp-client.html", "MCP client", "docs/decisions/mcp-client.md"),
            file("decisions/agent-tools.html", "Tools for agents", "docs/decisions/agent-tools.md"),
            file("decisions/gateway.html", "Gateway", "docs/decisions/gateway.md"),
            file("decisions/library.html", "Library", "docs/decisions/library.md"),
            file("decisions/sdks.html", "SDKs", "docs/decisions/sdks.md"),
            file("decisions/webhooks.html", "Webhooks", "docs/decisions/webhooks.md"),
            file("decisions/notifications.html", "Notifications", "docs/decisions/notifications.md"),
            file("decisions/sign-in.html", "Sign-in", "docs/decisions/sign-in.md"),
            file("decisions/packages.html", "Packages", "docs/decisions/packages.md"),
            file("decisions/implementation.html", "Implementation", "docs/decisions/implementation.md"),
        ],
    },
];
