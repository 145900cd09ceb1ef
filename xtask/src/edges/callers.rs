//! Functions that only some files may call: each rule of the product has one implementation, and nothing goes round it.
//!
//! Reads lines, not Rust: what follows a `#[cfg(test)]` in a file, files named `tests.rs` and comments are left out.

use std::path::Path;

/// A function, the files or folders that may call it, and what others do instead.
struct Restricted {
    name: &'static str,
    /// Called with a dot, unlike methods of other types with the same name.
    is_method: bool,
    callers: &'static [&'static str],
    instead: &'static str,
}

const TABLE: [Restricted; 2] = [
    Restricted {
        name: "transition",
        is_method: false,
        callers: &[
            "crates/askwell-lifecycle/src",
            "crates/askwell-engine/src/engine.rs",
            "crates/askwell-engine/src/driver.rs",
            "crates/askwell-mcp/src/server/sealed_state/ask.rs",
            "crates/askwell-testkit/src/store_suite/sample.rs",
        ],
        instead: "an elicitation is changed through the engine, or inside the sealed request state",
    },
    Restricted {
        name: "check_json",
        is_method: true,
        callers: &[
            "crates/askwell-form/src",
            "crates/askwell-engine/src/check.rs",
            "crates/askwell-engine/src/check",
            // Gives answers of a service, which has checked them, the types of their form.
            "crates/askwell-client/src/elicitation.rs",
            // Checks an answer file without asking anything.
            "crates/askwell-cli/src/check/answers.rs",
            "crates/askwell-testkit/src/store_suite/fidelity.rs",
        ],
        instead: "content is checked by `Checker::check` or `Checker::check_now` of the engine",
    },
];

/// Names each call of a restricted function in a file that may not call it.
pub(super) fn check(path: &Path, text: &str) -> Vec<String> {
    let is_test = path.file_name().is_some_and(|name| name == "tests.rs")
        || path.components().any(|part| part.as_os_str() == "tests");
    if is_test {
        return Vec::new();
    }
    let shown = path.display();
    let code = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    let numbered: Vec<(usize, &str)> =
        (1..).zip(code).filter(|(_, line)| !line.trim_start().starts_with("//")).collect();
    let mut errors = Vec::new();
    for Restricted { name, is_method, callers, instead } in TABLE {
        if callers.iter().any(|caller| path.starts_with(caller)) {
            continue;
        }
        for (number, _) in numbered.iter().filter(|(_, line)| calls(line, name, is_method)) {
            errors.push(format!(
                "{shown}:{number}: `{name}` may not be called here: {instead} (xtask/src/edges/callers.rs)"
            ));
        }
    }
    errors
}

/// Whether a line calls a function of this name, and does not define it.
fn calls(line: &str, name: &str, is_method: bool) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + name.len()..).unwrap_or_default();
        let is_whole = !before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        is_whole
            && after.starts_with('(')
            && before.ends_with('.') == is_method
            && !before.trim_end().ends_with("fn")
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::check;

    #[test]
    fn call_from_another_file_is_an_error() {
        for (line, name) in [
            ("    let moved = transition(&before, event, now)?;", "transition"),
            ("    lifecycle::transition(a, b, c)", "transition"),
            ("    form.check_json(json)", "check_json"),
        ] {
            let errors = check(Path::new("crates/askwell-web/src/a.rs"), &format!("fn f() {{\n{line}\n}}\n"));
            assert_eq!(errors.len(), 1, "{line}");
            let expected = format!("crates/askwell-web/src/a.rs:2: `{name}` may not be called here");
            assert!(errors[0].starts_with(&expected), "{errors:?}");
        }
    }

    #[test]
    fn definitions_tests_comments_and_allowed_files_are_no_errors() {
        let call = "    transition(a, b, c);\n    form.check_json(json);\n";
        for (path, text) in [
            ("crates/askwell-web/src/a.rs", "fn transition(a: u8) {}\n// transition(a)\n"),
            (
                "crates/askwell-web/src/a.rs",
                "fn f() { state_transition(a); pre_check_json(b); self.transition(c); }\n",
            ),
            ("crates/askwell-web/src/a.rs", &format!("#[cfg(test)]\nmod tests {{\n{call}}}\n")),
            ("crates/askwell-web/src/a/tests.rs", call),
            ("crates/askwell-lifecycle/src/transition.rs", "    transition(a, b, c);\n"),
            ("crates/askwell-engine/src/check.rs", "    form.check_json(json);\n"),
        ] {
            assert_eq!(check(Path::new(path), text), Vec::<String>::new(), "{path}: {text}");
        }
    }
}
