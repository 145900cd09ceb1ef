use askwell_mcp::wire::Peer;
use serde_json::json;

use super::{BUILT_IN, BUILT_IN_ENTRIES, ClientEntry, QuirksTable};
use crate::hooks::ClientQuirks;
use crate::rules::toml_tables;

fn peer(name: &str, version: &str) -> Peer {
    Peer { name: name.to_owned(), version: version.to_owned() }
}

const NONE: ClientQuirks = ClientQuirks {
    forms_unseen: false,
    urls_unseen: false,
    headless_answers: false,
    empty_forms_accepted: false,
    silent: false,
    call_limit: None,
    progress_extends: false,
};

#[test]
fn every_built_in_entry_can_be_read() {
    let tables = toml_tables(BUILT_IN, "client").unwrap();
    assert_eq!(tables.len(), 19);
    for table in &tables {
        let entry = ClientEntry::from_value(table).unwrap_or_else(|problem| panic!("{problem}: {table}"));
        assert!(!entry.title.is_empty() && entry.source.len() > 20, "{}", entry.title);
        assert!(table.get("title").is_some(), "{table}");
    }
    assert_eq!(BUILT_IN_ENTRIES.len(), tables.len());
}

/// One line for each entry, and for each of its names.
#[test]
fn known_clients_have_their_quirks() {
    let headless = |call_limit, progress_extends| ClientQuirks {
        headless_answers: true,
        call_limit: Some(call_limit),
        progress_extends,
        ..NONE
    };
    let limit = |call_limit| ClientQuirks { call_limit: Some(call_limit), ..NONE };
    let kept_alive = |call_limit| ClientQuirks { progress_extends: true, ..limit(call_limit) };
    for (name, version, forms, modern, expected) in [
        ("claude-code", "2.1.325", Some(true), Some(true), headless(300, true)),
        ("copilot-cli", "1.0.102", Some(true), Some(true), headless(180, true)),
        ("copilot-cli", "1.0.83", Some(true), Some(false), headless(180, true)),
        ("github-copilot-developer", "0.9", Some(true), Some(false), headless(180, true)),
        (
            "codex-mcp-client",
            "0.166.0",
            Some(true),
            Some(false),
            ClientQuirks { empty_forms_accepted: true, ..headless(300, false) },
        ),
        (
            "Codex",
            "",
            Some(true),
            Some(false),
            ClientQuirks { empty_forms_accepted: true, ..headless(300, false) },
        ),
        ("goose-cli", "1.9.0", Some(true), Some(false), ClientQuirks { urls_unseen: true, ..limit(300) }),
        ("goose-desktop", "1.9.0", Some(true), Some(false), ClientQuirks { urls_unseen: true, ..limit(300) }),
        ("gemini-cli-mcp-client", "0.61.0", Some(false), Some(false), limit(600)),
        ("qwen-cli-mcp-client-askwell", "0.24.4", Some(false), Some(false), limit(600)),
        ("opencode", "1.18.33", Some(false), Some(false), kept_alive(60)),
        ("kilo", "7.0.1", Some(false), Some(false), limit(60)),
        ("Kilo-Code", "4.0", Some(false), Some(false), limit(60)),
        ("Zed", "0.200.0", Some(false), Some(false), ClientQuirks { silent: true, ..limit(60) }),
        ("Q DEV CLI", "1.0.0", Some(false), Some(false), limit(120)),
        ("Cline", "3.1", Some(false), Some(false), limit(60)),
        ("@cline/core", "3.0.65", Some(false), Some(false), limit(60)),
        ("Roo Code", "3.2", Some(false), Some(false), limit(60)),
        ("continue-client", "1.0.0", Some(false), Some(false), limit(60)),
        ("continue-cli-client", "1.0.0", Some(false), Some(false), limit(60)),
        ("@librechat/api-client", "1.2.3", Some(false), Some(false), kept_alive(60)),
        ("Visual Studio Code", "1.112.0", Some(true), None, limit(300)),
        ("Visual-Studio-Code", "1.112.0", Some(true), None, limit(300)),
        ("Visual Studio Code - Insiders", "1.113.0", Some(true), None, limit(300)),
        ("cursor-vscode", "1.0.0", Some(true), None, limit(60)),
        ("claude-ai", "0.1.0", Some(false), None, limit(60)),
        ("windsurf-client", "1.0.0", Some(false), None, NONE),
    ] {
        let table = QuirksTable::default();
        let entry = table.find(&peer(name, version)).unwrap_or_else(|| panic!("{name}"));
        assert_eq!((entry.forms, entry.modern, entry.quirks), (forms, modern, expected), "{name} {version}");
    }
}

#[test]
fn unknown_client_has_no_quirks() {
    let table = QuirksTable::default();
    for name in ["", "my-agent", "claude", "Claude-Code", "goose", "qwen-cli-mcp-client", "xZed"] {
        assert_eq!(table.quirks_of(&peer(name, "1.0.0")), NONE, "{name}");
    }
    assert_eq!(table.quirks_of(&peer(&"goose-".repeat(1_000), "1")), NONE);
}

#[test]
fn entry_of_the_operator_comes_first() {
    let own = ClientEntry::from_value(&json!({
        "name": ["opencode"], "versions": ">=2", "forms": true, "call_limit": "2h", "source": "tried here"
    }));
    let table = QuirksTable::with(vec![own.unwrap()]);
    assert_eq!(table.quirks_of(&peer("opencode", "2.1")).call_limit, Some(7_200));
    assert_eq!(table.quirks_of(&peer("opencode", "1.9")).call_limit, Some(60));
}

#[test]
fn wrong_entry_says_what_is_wrong() {
    for (entry, expected) in [
        (json!([]), "has to be a table"),
        (json!({"source": "x"}), "has no `name`"),
        (json!({"name": "a"}), "has no `source`"),
        (json!({"name": "a", "source": " "}), "has no `source`"),
        (json!({"name": "a", "source": "x", "silnt": true}), "did you mean `silent`"),
        (json!({"name": "a", "source": "x", "silent": 1}), "`silent` is true or false"),
        (json!({"name": "a", "source": "x", "versions": "2.x"}), "not a comparison"),
        (json!({"name": "a", "source": "x", "call_limit": "60"}), "not a duration"),
        (json!({"name": "", "source": "x"}), "cannot be empty"),
    ] {
        let problem = ClientEntry::from_value(&entry).unwrap_err();
        assert!(problem.contains(expected), "{entry}: {problem}");
    }
}
