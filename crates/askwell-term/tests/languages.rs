//! Forms in the terminal in the language of the person.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what tests share")]

use askwell_form::Form;
use askwell_locale::{Language, Words};
use askwell_term::{FormSession, NoDeadline, PipedLines, ask_plain};

/// A form of which no text has a letter of ours.
fn form() -> Form {
    Form::parse(
        r#"{"id": "f", "title": "①", "fields": [
            {"id": "a", "type": "text", "label": "②", "validation": {"format": "email", "minLength": 3, "maxLength": 60}},
            {"id": "b", "type": "number", "label": "③", "required": true, "validation": {"minimum": 1, "maximum": 9, "multipleOf": 1}},
            {"id": "c", "type": "boolean", "label": "④"},
            {"id": "d", "type": "date", "label": "⑤"},
            {"id": "e", "type": "select", "label": "⑥", "options": ["⑦", "⑧"]},
            {"id": "g", "type": "multi_select", "label": "⑨", "options": ["⑦", "⑧"]},
            {"id": "h", "type": "file", "label": "⑩"}
        ]}"#,
    )
    .unwrap()
}

/// Returns what plain mode prints in a language while a person types these lines.
fn dialog(language: Language, form: Form, input: &str) -> String {
    let _words = Words::of(language).enter();
    let mut lines = PipedLines { input: input.as_bytes(), output: Vec::new() };
    // The input ends before the form does, or the form before the input.
    let _ = ask_plain(&mut FormSession::new(form), &mut NoDeadline, &mut lines);
    String::from_utf8(lines.output).unwrap()
}

#[test]
fn pseudo_locale_finds_no_text_outside_the_catalogues() {
    let shown = dialog(
        Language::Pseudo,
        form(),
        "?\nx\n!clear\n\n99\n3\nmaybe\n\n\n⑬\n\n\n/none\n\nx\n99\nn\n!\n!more\ny\n",
    );
    let ours = |word: &&str| {
        // The names of commands are the same in every language.
        !word.starts_with('!') && word.chars().any(|letter| letter.is_ascii_alphabetic())
    };
    let untranslated: Vec<&str> = shown
        .split(|letter: char| letter.is_whitespace() || letter == '(')
        .filter(ours)
        .filter(|word| !word.contains("/none"))
        .collect();
    assert_eq!(untranslated, Vec::<&str>::new(), "{shown}");
    assert!(shown.contains("Ţĥáñķ ýóú"), "{shown}");
}

#[test]
fn dialog_is_in_the_language_of_the_person() {
    let shown = dialog(Language::German, form(), "x\n!clear\n\n99\n3\nja\n");
    for expected in [
        "Frage 1 von 7: ② (optional)",
        "Erwartet: eine E-Mail-Adresse, 3 bis 60 Zeichen.",
        "Problem: ② muss eine E-Mail-Adresse sein, zum Beispiel name@example.com.",
        "Problem: ③ darf höchstens 9 sein.",
        "Antworten Sie mit ja oder nein.",
        "Frage 4 von 7",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
    let hebrew = dialog(Language::Hebrew, form(), "");
    assert!(hebrew.contains("שאלה"), "{hebrew}");
}

#[test]
fn translated_form_is_asked_in_its_language() {
    let form = Form::parse(
        r#"{"id": "f", "title": "Order", "fields": [{"id": "a", "type": "text", "label": "Name", "required": true}],
            "translations": {"de": {"title": "Bestellung", "fields": {"a": {"label": "Ihr Name"}}}}}"#,
    )
    .unwrap();
    let shown = dialog(Language::German, form.in_language("de"), "\nAda\n");
    assert!(shown.contains("Bestellung") && shown.contains("Ihr Name ist ein Pflichtfeld."), "{shown}");
    assert!(shown.contains("Gesendet. Vielen Dank."), "{shown}");
}
