//! The peers, and how to install each.

/// One SDK in one version.
#[derive(Debug)]
pub(super) struct Peer {
    pub(super) name: &'static str,
    /// What people call it.
    pub(super) title: &'static str,
    pub(super) kit: Kit,
    /// Whether it speaks the modern era as well.
    pub(super) eras: Eras,
    /// Whether every change has to pass it.
    pub(super) quick: bool,
}

/// What a peer is made of.
#[derive(Debug)]
pub(super) enum Kit {
    /// A script in interop/python, with a list of packages beside it; the first names the version.
    Python { script: &'static str, requirements: &'static str, package: &'static str },
    /// A folder in interop/typescript.
    TypeScript { folder: &'static str, package: &'static str },
    /// A program of interop/rust.
    Rust { program: &'static str, package: &'static str },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eras {
    LegacyOnly,
    Both,
}

/// Every peer, newest SDKs first.
pub(super) const PEERS: [&Peer; 6] = [
    &Peer {
        name: "python-2",
        title: "Python SDK 2",
        kit: Kit::Python { script: "mcp2_peer.py", requirements: "mcp2.requirements.txt", package: "mcp" },
        eras: Eras::Both,
        quick: true,
    },
    &Peer {
        name: "typescript-2",
        title: "TypeScript SDK 2",
        kit: Kit::TypeScript { folder: "v2", package: "@modelcontextprotocol/server" },
        eras: Eras::Both,
        quick: true,
    },
    &Peer {
        name: "fastmcp",
        title: "FastMCP",
        kit: Kit::Python {
            script: "fastmcp_peer.py",
            requirements: "fastmcp.requirements.txt",
            package: "fastmcp",
        },
        eras: Eras::Both,
        quick: false,
    },
    &Peer {
        name: "rmcp",
        title: "rmcp",
        kit: Kit::Rust { program: "interop-rmcp", package: "rmcp" },
        eras: Eras::Both,
        quick: false,
    },
    &Peer {
        name: "python-1",
        title: "Python SDK 1",
        kit: Kit::Python { script: "mcp1_peer.py", requirements: "mcp1.requirements.txt", package: "mcp" },
        eras: Eras::LegacyOnly,
        quick: false,
    },
    &Peer {
        name: "typescript-1",
        title: "TypeScript SDK 1",
        kit: Kit::TypeScript { folder: "v1", package: "@modelcontextprotocol/sdk" },
        eras: Eras::LegacyOnly,
        quick: false,
    },
];
