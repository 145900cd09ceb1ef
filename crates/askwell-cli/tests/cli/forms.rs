//! `askwell check FORM`.

use crate::process::Folder;

const BAD: &str = r#"// Nearly everything is wrong here.
{
  "id": "bad form",
  "titel": "Bad",
  "fields": [
    {
      "id": "kind",
      "type": "txt",
      "label": "Kind"
    },
    {
      "id": "size",
      "type": "number",
      "validation": { "minimum": 10, "maximum": 2, "minLength": 3 }
    },
    { "id": "size", "type": "select", "label": "Choice", "options": ["x", "x"], "default": "y" }
  ],
  "timeout": 5
}
"#;

const DEEPER: &str = r#"{
  "id": "deeper",
  "title": "Deeper",
  "fields": [
    { "id": "a", "type": "text", "label": "A", "validation": { "pattern": "(" } },
    { "id": "b", "type": "date", "label": "B", "default": "2026-02-30" },
    { "id": "c", "type": "text", "label": "C", "dependencies": ["d"] },
    { "id": "d", "type": "text", "label": "D", "dependencies": ["c"] },
    { "id": "e", "type": "text", "label": "E", "rendering": { "inputType": "pasword", "rows": 0 } },
    { "id": "f", "type": "number", "label": "F", "required": "yes", "required": true }
  ],
  "validation": {
    "dependencies": {
      "e": { "condition": { "operator": "gt", "field": "g", "value": 1 }, "action": "show" }
    }
  }
}
"#;

#[test]
fn defects_are_shown_at_their_position() {
    for (name, form) in [
        ("bad", BAD),
        ("deeper", DEEPER),
        ("empty", ""),
        ("cut_short", "{\n  \"id\": \"x\",\n"),
        ("stray_comma", "{\n  \"id\": \"x\",\n  \"fields\": [1, 2,]\n}\n"),
        ("not_an_object", "[]"),
        ("windows_lines", "{\r\n  \"id\": 7,\r\n  \"title\": \"T\",\r\n  \"fields\": []\r\n}\r\n"),
    ] {
        let ran = Folder::with(&[("form.json", form)]).run(&["check", "form.json"]);
        assert_eq!(ran.code, Some(1), "{name}");
        insta::assert_snapshot!(format!("form_{name}"), ran.transcript());
    }
}

#[test]
fn long_line_is_clipped_with_the_right_column() {
    let fields: Vec<String> =
        (0..60).map(|n| format!("{{\"id\":\"f{n}\",\"type\":\"text\",\"label\":\"Field {n}\"}}")).collect();
    let form =
        format!("{{\"id\":\"x\",\"title\":\"X\",\"fields\":[{}],\"timeout\":\"soon\"}}", fields.join(","));
    let ran = Folder::with(&[("form.json", &form)]).run(&["check", "form.json"]);
    let column = form.find("\"soon\"").unwrap() + 1;
    assert!(ran.stderr.contains(&format!("--> form.json:1:{column}\n")), "{}", ran.stderr);
    assert!(ran.stderr.lines().all(|line| line.chars().count() < 200), "{}", ran.stderr);
    insta::assert_snapshot!("form_long_line", ran.transcript());
}

#[test]
fn defects_beyond_the_limit_are_counted() {
    let fields = vec!["0"; 80].join(",\n");
    let form = format!("{{\"id\":\"x\",\"title\":\"X\",\"fields\":[{fields}]}}");
    let ran = Folder::with(&[("form.json", &form)]).run(&["check", "form.json"]);
    assert!(ran.stderr.ends_with("… and 30 more\n\n80 problems in form.json\n"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("error[").count(), 50);
}

#[test]
fn examples_are_valid() {
    let folder = Folder::with_examples();
    for (name, fields) in [("oauth", 9), ("api-key", 2), ("deployment-approval", 8), ("all-kinds", 18)] {
        let ran = folder.run(&["check", &format!("{name}.json")]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert_eq!(
            (ran.stdout, ran.stderr),
            (String::new(), format!("{name}.json: fine ({fields} fields)\n"))
        );
    }
}

#[test]
fn untrusted_text_is_printed_without_control_characters() {
    let form = "{\"id\":\"x\",\"title\":\"\u{1b}[2J\u{202e}\u{200b}\",\"\u{9b}31m\u{feff}\":1,\"fields\":[\
        {\"id\":\"a\",\"type\":\"text\",\"label\":\"A\",\"validation\":{\"pattern\":\"\u{1b}]0;(\"}}]}";
    let name = "f\u{1b}[31m\u{202e}.json";
    let ran = Folder::with(&[(name, form)]).run(&["check", name]);
    assert_eq!(ran.code, Some(1));
    for hidden in ['\u{1b}', '\u{202e}', '\u{200b}', '\u{9b}', '\u{feff}'] {
        assert!(!ran.stderr.contains(hidden), "{hidden:?} in {}", ran.stderr);
    }
    let json = Folder::with(&[(name, form)]).run(&["check", name, "--json"]);
    for hidden in ['\u{1b}', '\u{202e}', '\u{200b}', '\u{9b}', '\u{feff}'] {
        assert!(!json.stdout.contains(hidden), "{hidden:?} in {}", json.stdout);
    }
}

#[test]
fn output_to_a_pipe_has_no_colours() {
    let folder = Folder::with(&[("form.json", BAD)]);
    let coloured = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let mut command = folder.command(arguments);
        command.envs(variable);
        crate::process::finish(command).stderr.contains('\u{1b}')
    };
    assert!(!coloured(&["check", "form.json"], None));
    assert!(coloured(&["check", "form.json", "--color", "always"], None));
    assert!(coloured(&["--color=always", "check", "form.json"], Some(("NO_COLOR", "1"))));
    assert!(!coloured(&["check", "form.json"], Some(("NO_COLOR", "1"))));
    assert!(!coloured(&["check", "form.json", "--color", "never"], Some(("CLICOLOR_FORCE", "1"))));
}
