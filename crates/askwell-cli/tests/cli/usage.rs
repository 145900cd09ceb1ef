//! Help, completions, manual pages, and invalid usage.

use crate::process::Folder;

#[test]
fn help_reads_well() {
    let folder = Folder::with(&[]);
    for (name, arguments) in [
        ("askwell", &["--help"][..]),
        ("check", &["check", "--help"]),
        ("demo", &["demo", "--help"]),
        ("ask", &["ask", "--help"]),
        ("wait", &["wait", "--help"]),
        ("open", &["open", "--help"]),
        ("inbox", &["inbox", "--help"]),
        ("answer", &["answer", "--help"]),
        ("call", &["call", "--help"]),
        ("schema", &["schema", "--help"]),
        ("import", &["import", "--help"]),
        ("new", &["new", "--help"]),
        ("playground", &["playground", "--help"]),
        ("acp", &["acp", "--help"]),
        ("lsp", &["lsp", "--help"]),
        ("serve", &["serve", "--help"]),
        ("rpc", &["rpc", "--help"]),
        ("keys", &["keys", "--help"]),
        ("notifications", &["notifications", "--help"]),
        ("database", &["database", "--help"]),
        ("people", &["people", "--help"]),
        ("sessions", &["sessions", "--help"]),
        ("store", &["store", "--help"]),
        ("mcp", &["mcp", "--help"]),
        ("setup", &["setup", "--help"]),
        ("completions", &["completions", "--help"]),
        ("man", &["man", "--help"]),
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, &*ran.stderr), (Some(0), ""));
        assert!(ran.stdout.contains("Examples:"), "{name}");
        insta::assert_snapshot!(format!("help_{name}"), ran.stdout);
    }
    let version = folder.run(&["--version"]);
    assert_eq!(version.stdout, format!("askwell {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn invalid_usage_is_rejected() {
    let folder = Folder::with(&[("form.json", "{}")]);
    for arguments in [
        &[][..],
        &["chekc"],
        &["check"],
        &["check", "a", "b", "c"],
        &["check", "form.json", "--print"],
        &["check", "form.json", "form.json", "--reveal"],
        &["check", "form.json", "form.json", "--print", "--json"],
        &["check", "form.json", "--color", "mauve"],
        &["new", "--example", "nonesuch"],
        &["new", "--list", "file"],
        &["setup", "nonesuch"],
        &["setup", "--file", "mcp.json"],
        &["setup", "cursor", "--print", "--remove"],
        &["setup", "cursor", "--yes", "--dry-run"],
        &["setup", "cursor", "--name", ""],
        &["completions", "tcl"],
        &["man", "nonesuch"],
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    let folder = Folder::with(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(&["completions", shell]);
        assert!(
            ran.code == Some(0) && ran.stdout.contains("askwell") && ran.stdout.contains("check"),
            "{shell}"
        );
    }
    for (arguments, title) in [
        (&["man"][..], ".TH askwell 1"),
        (&["man", "check"], ".TH askwell-check 1"),
        (&["man", "ask"], ".TH askwell-ask 1"),
        (&["man", "schema"], ".TH askwell-schema 1"),
        (&["man", "new"], ".TH askwell-new 1"),
    ] {
        let ran = folder.run(arguments);
        assert!(ran.code == Some(0) && ran.stdout.contains(title), "{arguments:?}");
        assert!(ran.stdout.contains("Examples:"), "{arguments:?}");
    }
}
