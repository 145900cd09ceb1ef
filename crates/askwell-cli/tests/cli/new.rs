//! `askwell new`.

use crate::process::Folder;

#[test]
fn new_form_is_valid_and_can_be_answered() {
    let folder = Folder::with(&[]);
    let ran = folder.run(&["new"]);
    let says = "wrote form.jsonc\nnext:\n  askwell check form.jsonc        is it right?\n  askwell ask form.jsonc          ask right here\n  askwell ask form.jsonc --web    ask on a page of this machine\n";
    assert_eq!((ran.code, &*ran.stderr), (Some(0), says));
    assert_eq!(folder.run(&["check", "form.jsonc"]).stderr, "form.jsonc: fine (5 fields)\n");
    for (answers, code) in [
        (r#"{"name": "weather-station", "visibility": "team"}"#, 0),
        (r#"{"name": "weather-station", "visibility": "everybody"}"#, 1),
        (r#"{"name": "weather-station", "visibility": "everybody", "homepage": "https://example.com"}"#, 0),
        (r#"{"name": "Weather Station", "visibility": "team", "members": 0.5}"#, 1),
    ] {
        let ran = folder.run_with_stdin(&["check", "form.jsonc", "-"], answers.as_bytes());
        assert_eq!(ran.code, Some(code), "{answers}: {}", ran.stderr);
    }
}

#[test]
fn existing_file_is_not_overwritten() {
    let folder = Folder::with(&[("form.jsonc", "mine")]);
    let ran = folder.run(&["new"]);
    let says =
        "error: cannot write form.jsonc: it exists already; give another name, or --force to overwrite it\n";
    assert_eq!((ran.code, &*ran.stderr), (Some(2), says));
    assert_eq!(folder.read("form.jsonc"), "mine");
    assert_eq!(folder.run(&["new", "--force"]).code, Some(0));
    assert!(folder.read("form.jsonc").contains("Check it with"));
    assert_eq!(folder.run(&["new", "nowhere/form.jsonc"]).code, Some(2));
    assert_eq!(folder.run(&["new", ".", "--force"]).code, Some(2));
}

#[test]
fn examples_are_listed_and_valid() {
    let folder = Folder::with(&[]);
    let list = folder.run(&["new", "--list"]);
    insta::assert_snapshot!("new_list", list.stdout);
    let names: Vec<&str> = list.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.len(), 24);
    for name in names {
        let file = format!("{name}.json");
        assert_eq!(folder.run(&["new", "--example", name]).code, Some(0));
        assert_eq!(folder.run(&["check", &file]).code, Some(0), "{name}");
        assert_eq!(folder.run(&["new", "--example", name, "-"]).stdout, folder.read(&file));
    }
}

#[test]
fn template_is_written_with_the_translations_that_are_asked_for() {
    let folder = Folder::with(&[]);
    let ran = folder.run(&["new", "--template", "refund", "--languages", "de,ja"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(folder.run(&["check", "refund.json"]).stderr, "refund.json: fine (4 fields)\n");
    let form: serde_json::Value = serde_json::from_str(&folder.read("refund.json")).unwrap();
    let languages: Vec<&String> = form["translations"].as_object().unwrap().keys().collect();
    assert_eq!(languages, ["de", "ja"]);
    let all = folder.run(&["new", "--template", "refund", "--languages", "all", "-"]);
    let form: serde_json::Value = serde_json::from_str(&all.stdout).unwrap();
    assert_eq!(form["translations"].as_object().unwrap().len(), 13);
    for (arguments, part) in [
        (["--template", "refund", "--languages", "xx"], "there is no translation into xx; there are: ar, de"),
        (["--example", "oauth", "--languages", "de"], "there are no translations of oauth"),
    ] {
        let ran = folder.run(&["new", arguments[0], arguments[1], arguments[2], arguments[3], "-"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}

#[test]
fn unknown_form_name_lists_examples_and_files() {
    let folder = Folder::with(&[("mine.jsonc", "{}"), ("notes.txt", "")]);
    let ran = folder.run(&["ask", "nosuch"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    for part in
        ["no form `nosuch`", "oauth, api-key, deployment-approval, all-kinds", "files here: mine.jsonc"]
    {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    assert!(!ran.stderr.contains("notes.txt"), "{}", ran.stderr);
    let ran = Folder::with(&[]).run(&["ask", "nosuch"]);
    assert!(ran.stderr.contains("askwell new"), "{}", ran.stderr);
}
