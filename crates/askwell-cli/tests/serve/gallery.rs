//! Every template of the gallery is shown on its page and in the terminal.

use std::path::Path;
use std::process::{Command, Stdio};

use askwell_form::Form;
use serde_json::json;

use crate::server::Server;

/// The texts that a surface shows before anything is filled in.
fn shown(form: &Form) -> Vec<String> {
    let blank = json!({});
    let view = form.view(&blank);
    let fields = view.fields.iter().filter(|view| view.visible && form.decision().is_none());
    let mut texts: Vec<String> = fields.map(|view| view.field.label().to_owned()).collect();
    texts.extend(form.displays().iter().filter_map(|display| display.label()).map(str::to_owned));
    texts.push(form.title().to_owned());
    texts.extend(form.decision().map(|decision| decision.approve_label().to_owned()));
    texts
}

fn names() -> Vec<String> {
    let listed = Command::new(env!("CARGO_BIN_EXE_askwell")).args(["new", "--list"]).output().unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn templates_are_shown_on_pages_and_in_the_terminal() {
    let server = Server::in_memory();
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("forms/gallery");
    let mut count = 0;
    for name in names() {
        let Ok(text) = std::fs::read_to_string(gallery.join(format!("{name}.json"))) else { continue };
        count += 1;
        let form = Form::parse(&text).unwrap();
        let definition: serde_json::Value = serde_json::from_str(&text).unwrap();
        let params = json!({"mode": "url", "formDefinition": definition, "timeout": 60_000});
        let asked = server.call("elicitation/create", params).unwrap();
        let url = asked["url"].as_str().unwrap();
        let page = server.get(url.strip_prefix(&format!("http://{}", server.address)).unwrap());
        let html = page.text().replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
        assert_eq!(page.status, 200, "{name}");
        for text in shown(&form) {
            assert!(html.contains(&text), "{name}: `{text}` is not on the page\n{html}");
        }
        let mut ask = Command::new(env!("CARGO_BIN_EXE_askwell"));
        ask.args(["ask", &name]).env("ASKWELL_SERVICE", "none").stdin(Stdio::null());
        let ran = ask.output().unwrap();
        let transcript = String::from_utf8(ran.stderr).unwrap();
        let first = form.displays().first().and_then(|display| display.label());
        assert_eq!(ran.status.code(), Some(4), "{name}: {transcript}");
        for text in [Some(form.title()), first].into_iter().flatten() {
            assert!(transcript.contains(text), "{name}: `{text}` is not in the terminal\n{transcript}");
        }
    }
    assert_eq!(count, 20);
}
