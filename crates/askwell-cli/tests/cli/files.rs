//! Files that cannot be read, or hold no text.

use std::process::Stdio;

use crate::process::Folder;

const FORM: &str = r#"{"id": "x", "title": "X", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#;

#[test]
fn unreadable_files_are_explained() {
    let folder = Folder::with(&[("form.json", FORM), ("odd\nname.json", FORM)]);
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    std::fs::File::create(folder.path().join("huge.json")).unwrap().set_len((16 << 20) + 1).unwrap();
    for (arguments, says) in [
        (
            &["nope.json"][..],
            "cannot read nope.json: there is no such file; check the spelling and the folder",
        ),
        (&["folder"], "cannot read folder: it is a folder; give a file in it"),
        (&["huge.json"], "cannot read huge.json: it is larger than 16 MiB; is it the right file?"),
        (
            &["form.json", "nope.json"],
            "cannot read nope.json: there is no such file; check the spelling and the folder",
        ),
        (
            &["no\u{1b}pe"],
            "cannot read no\u{fffd}pe: there is no such file; check the spelling and the folder",
        ),
    ] {
        let ran = folder.run(&[&["check"], arguments].concat());
        assert_eq!(ran.code, Some(2));
        assert_eq!((ran.stdout, ran.stderr), (String::new(), format!("error: {says}\n")));
    }
}

#[test]
fn file_of_the_maximum_size_is_read() {
    let folder = Folder::with(&[]);
    let mut form = FORM.as_bytes().to_vec();
    form.resize(16 << 20, b' ');
    folder.put("form.json", &form);
    assert_eq!(folder.run(&["check", "form.json"]).code, Some(0));
}

#[test]
fn invalid_utf8_is_reported_with_its_position() {
    let folder = Folder::with(&[("form.json", FORM)]);
    folder.put("latin1.json", b"{\n  \"id\": \"caf\xe9\"\n}\n");
    let ran = folder.run(&["check", "latin1.json"]);
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!("not_utf8_form", ran.transcript());
    let ran = folder.run(&["check", "form.json", "latin1.json"]);
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!("not_utf8_answers", ran.transcript());
    folder.put("wrapped.json", b"{\"form_id\": \"x\", \"responses\": {\"a\": \"caf\xe9\"}}");
    assert_eq!(folder.run(&["check", "form.json", "wrapped.json"]).code, Some(1));
}

#[test]
fn byte_order_mark_is_ignored() {
    let folder = Folder::with(&[]);
    folder.put("form.json", format!("\u{feff}{FORM}").as_bytes());
    folder.put("good.json", "\u{feff}{\"a\": \"x\"}".as_bytes());
    folder.put("bad.json", "\u{feff}{\"a\": 1}".as_bytes());
    assert_eq!(folder.run(&["check", "form.json", "good.json"]).code, Some(0));
    let ran = folder.run(&["check", "form.json", "bad.json"]);
    assert!(ran.stderr.contains("--> bad.json:1:7"), "{}", ran.stderr);
}

#[test]
fn closed_pipe_is_no_error() {
    let folder = Folder::with(&[("form.json", "{}")]);
    for arguments in
        [&["new", "--example", "all-kinds", "-"][..], &["check", "form.json", "--json"], &["--help"]]
    {
        let mut command = folder.command(arguments);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stderr), "", "{arguments:?}");
        assert!(ran.status.code().is_some_and(|code| code <= 1), "{arguments:?}");
    }
    let mut child = folder.command(&["check", "form.json"]).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
