//! Hostile input: the result is a problem, or acceptance where that is right; never a panic, and never a
//! cost that grows faster than the text.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what tests share")]

use askwell_form::{Constraint, DefectCode, Form, Problems};
use serde_json::{Value, json};

#[path = "support/small_forms.rs"]
mod small_forms;

use small_forms::{form_of, load};

/// A form of every kind.
fn everything() -> Form {
    askwell_testkit::forms::comprehensive()
}

/// The verdict by every way in, which must agree.
#[track_caller]
fn verdict(form: &Form, text: &[u8]) -> Result<(), Problems> {
    let verdict = form.check_json(text);
    assert_eq!(form.accepts_json(text), verdict.is_ok());
    if let Err(problems) = &verdict {
        assert!(!problems.is_empty());
        assert!(serde_json::from_str::<Value>(&problems.to_json()).is_ok());
        assert!(!format!("{problems} {problems:?}").is_empty());
    }
    verdict.map(|_| ())
}

#[track_caller]
fn refused(form: &Form, text: &[u8], constraint: Constraint) -> Problems {
    let problems = verdict(form, text).unwrap_err();
    assert!(problems.iter().any(|problem| problem.constraint == constraint), "{problems}");
    problems
}

/// The codes of what is wrong with a document; everything about a defect can be shown.
fn codes(text: &str) -> Vec<DefectCode> {
    let Err(defects) = Form::parse(text) else { return Vec::new() };
    assert!(!defects.to_string().is_empty() && !format!("{defects:?}").is_empty());
    defects.iter().map(|defect| defect.code).collect()
}

fn document(field: &str) -> String {
    format!(r#"{{"id":"f","title":"F","fields":[{{"id":"a","label":"A",{field}}}]}}"#)
}

#[test]
fn endless_nesting_is_rejected() {
    let form = everything();
    for depth in [63, 64, 65, 1_000, 100_000] {
        for (open, close) in [("[", "]"), ("{\"username\":", "}"), ("{\"a\":[", "]}")] {
            let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            assert!(verdict(&form, deep.as_bytes()).is_err());
            assert!(verdict(&form, open.repeat(depth).as_bytes()).is_err());
            assert!(verdict(&form, format!("{{\"username\":{deep}}}").as_bytes()).is_err());
            assert!(!codes(&deep).is_empty());
            assert!(!codes(&document(&format!("\"type\":\"text\",\"default\":{deep}"))).is_empty());
        }
    }
    // Values that were parsed by others have no limit.
    for id in ["username", "features", "config_file", "stray"] {
        let deep = (0..20_000).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
        let answers = Value::Object(std::iter::once((id.to_owned(), deep)).collect());
        assert!(!form.accepts(&answers) && form.check(&answers).is_err());
        assert!(!form.view(&answers).is_complete());
        unnest(answers);
    }
}

/// Takes a deeply nested value apart without recursion.
fn unnest(value: Value) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items),
            Value::Object(members) => rest.extend(members.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

#[test]
fn endless_keys_are_bounded() {
    let form = everything();
    let many = |key: &dyn Fn(usize) -> String| {
        let members: Vec<String> = (0..100_000).map(|n| format!("\"{}\":{n}", key(n))).collect();
        format!("{{{}}}", members.join(","))
    };
    let unknown = refused(&form, many(&|n| format!("key{n}")).as_bytes(), Constraint::AdditionalProperties);
    assert!(unknown.len() < 200, "{} problems", unknown.len());
    let near =
        refused(&form, many(&|n| format!("username{}", n % 10)).as_bytes(), Constraint::AdditionalProperties);
    assert!(near.len() < 200, "{} problems", near.len());
    let twice = refused(&form, many(&|_| "username".to_owned()).as_bytes(), Constraint::DuplicateKey);
    assert!(twice.len() < 200, "{} problems", twice.len());
    let long = format!("{{\"{}\":1}}", "k".repeat(1 << 20));
    let problems = refused(&form, long.as_bytes(), Constraint::AdditionalProperties);
    assert!(problems.to_json().len() < 2_000);
    // As a value, and inside a file.
    let inside = format!("{{\"config_file\":{}}}", many(&|n| format!("key{n}")));
    refused(&form, inside.as_bytes(), Constraint::Type);
    let twice = format!("{{\"config_file\":{}}}", many(&|_| "size".to_owned()));
    refused(&form, twice.as_bytes(), Constraint::Type);
}

#[test]
fn endless_lists_are_bounded() {
    let form = everything();
    let repeated = |item: &str| format!("{{\"features\":[{}]}}", vec![item; 100_000].join(","));
    for (item, constraint) in [
        ("\"logging\"", Constraint::UniqueItems),
        ("\"unknown\"", Constraint::Enum),
        ("{\"a\":[]}", Constraint::Type),
        ("null", Constraint::Type),
    ] {
        let problems = refused(&form, repeated(item).as_bytes(), constraint);
        assert!(problems.len() < 200, "{} problems", problems.len());
    }
    let wide = format!("{{\"username\":[{}]}}", vec!["[[],[]]"; 50_000].join(","));
    refused(&form, wide.as_bytes(), Constraint::Type);
}

#[test]
fn endless_texts_are_bounded() {
    let megabyte = "a".repeat(1 << 20);
    let quoted = |text: &str| json!({"a": text}).to_string();
    for (rules, accepted) in [
        (json!({}), true),
        (json!({"maxLength": 10}), false),
        (json!({"pattern": "^a*$"}), true),
        (json!({"pattern": "^(a+)+$"}), true),
        (json!({"pattern": "^(a+)+b$"}), false),
        (json!({"pattern": "(a|aa)+b"}), false),
        (json!({"pattern": "^(a?){50}a{50}$"}), false),
        (json!({"pattern": "^a{1,1000}$"}), false),
        (json!({"format": "email"}), false),
        (json!({"format": "uri"}), false),
        (json!({"format": "hostname"}), false),
        (json!({"format": "ipv6"}), false),
    ] {
        let form = form_of(&json!({"type": "text", "validation": rules}));
        assert_eq!(verdict(&form, quoted(&megabyte).as_bytes()).is_ok(), accepted, "{rules}");
    }
    for kind in ["number", "boolean", "date", "url", "file"] {
        let form = form_of(&json!({"type": kind}));
        for text in [
            megabyte.clone(),
            "9".repeat(1 << 20),
            "-".repeat(1 << 20),
            ":/".repeat(1 << 19),
            "é".repeat(1 << 19),
        ] {
            let problems = verdict(&form, quoted(&text).as_bytes()).unwrap_err();
            assert!(problems.to_json().len() < 2_000, "{kind}");
        }
    }
    let digits = "9".repeat(1 << 20);
    let number = form_of(&json!({"type": "number"}));
    for text in [digits.clone(), format!("0.{digits}"), format!("1e{digits}"), format!("-1E-{digits}")] {
        refused(&number, format!("{{\"a\":{text}}}").as_bytes(), Constraint::Type);
    }
    let zeros = format!("{{\"a\":1.{}}}", "0".repeat(1 << 20));
    assert!(verdict(&number, zeros.as_bytes()).is_ok(), "zeros at the end say nothing");
    let escapes = format!("{{\"a\":\"{}\"}}", "\\u0041".repeat(100_000));
    assert!(verdict(&form_of(&json!({"type": "text"})), escapes.as_bytes()).is_ok());
}

#[test]
fn invalid_utf8_is_rejected() {
    let form = form_of(&json!({"type": "text"}));
    for (text, constraint) in [
        (&b"{\"a\":\"\\ud800\"}"[..], Constraint::Json),
        (b"{\"a\":\"\\udc00\\ud800\"}", Constraint::Json),
        (b"{\"\\ud800\":1}", Constraint::Json),
        (b"{\"a\":\"\xed\xa0\x80\"}", Constraint::Json),
        (b"{\"a\":\"\xff\"}", Constraint::Json),
        (b"{\"a\":\"\xc0\x80\"}", Constraint::Json),
        (b"\xff\xfe{\0}\0", Constraint::Json),
        (b"\xef\xbb\xbf{}", Constraint::Json),
        (b"{\"a\":\"\0\"}", Constraint::Json),
        (b"{\"a\":\"\\u0000\"}", Constraint::Characters),
        (b"{\"a\":\"\\u202e\"}", Constraint::Characters),
        (b"{\"a\":\"x\"}\0", Constraint::Json),
        (b"\0", Constraint::Json),
        (b"", Constraint::Json),
        (b"{\"a\":1e400}", Constraint::Type),
        (b"{\"a\":NaN}", Constraint::Json),
        (b"{\"a\":Infinity}", Constraint::Json),
        (b"{\"a\":\"x\" \"b\":1}", Constraint::Json),
    ] {
        refused(&form, text, constraint);
    }
    let spelled = [&b"{\"a\":\"\\ud83d\\ude00\"}"[..], b"{\"\\u0061\":\"x\"}", b" \r\n\t{ } "];
    for text in spelled {
        assert!(verdict(&form, text).is_ok());
    }
    // One key in two spellings is one key.
    refused(&form, b"{\"a\":\"x\",\"\\u0061\":\"y\"}", Constraint::DuplicateKey);
}

#[test]
fn misleading_names_are_rejected() {
    let form = form_of(&json!({"type": "text"}));
    for key in ["\u{202e}a", "\0", "a\u{200b}", "__proto__", "constructor", "", "\u{1b}[2J"] {
        refused(&form, json!({key: 1}).to_string().as_bytes(), Constraint::AdditionalProperties);
    }
}

#[test]
fn hidden_text_in_a_document_is_rejected() {
    for hidden in ["\\u0000", "\\u202e", "\\u2066", "\\u001b", "\\u0085", "\u{202e}", "\u{7f}"] {
        for text in [
            format!(r#"{{"id":"f","title":"T{hidden}","fields":[{{"id":"a","type":"text","label":"A"}}]}}"#),
            document(&format!("\"type\":\"text\",\"description\":\"D{hidden}\"")),
            document(&format!("\"type\":\"select\",\"options\":[\"o{hidden}\"]")),
            document(&format!(
                "\"type\":\"select\",\"options\":[{{\"value\":\"o\",\"title\":\"{hidden}\"}}]"
            )),
            document(&format!("\"type\":\"text\",\"rendering\":{{\"helpText\":\"{hidden}\"}}")),
            document(&format!("\"type\":\"text\",\"x-messages\":{{\"required\":\"{hidden}\"}}")),
        ] {
            assert_eq!(codes(&text), [DefectCode::HiddenCharacter], "{text}");
        }
    }
    for broken in [
        "\"type\":\"text\",\"default\":\"\\ud800\"",
        "\"type\":\"text\",\"default\":\"\u{0}\"",
        "\"type\":\"text\" \"x-a\":1",
    ] {
        assert_eq!(codes(&document(broken)), [DefectCode::Syntax], "{broken}");
    }
    assert_eq!(codes(&document("\"type\":\"text\",\"type\":\"number\"")), [DefectCode::DuplicateKey]);
    assert_eq!(
        codes(&document("\"type\":\"text\",\"x-a\":{\"b\":1,\"\\u0062\":2}")),
        [DefectCode::DuplicateKey]
    );
    assert_eq!(
        codes(&document("\"type\":\"number\",\"validation\":{\"minimum\":1e400}")),
        [DefectCode::Number]
    );
}

#[test]
fn exponential_patterns_match_in_linear_time() {
    for pattern in
        ["(a+)+$", "(a*)*b", "(a|a)*c", "(.*){20}x", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", "\\s+$"]
    {
        let field = json!({"type": "text", "validation": {"pattern": pattern}});
        let Ok(form) = Form::from_value(
            &json!({"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A", "validation": field["validation"]}]}),
        ) else {
            continue;
        };
        for text in
            ["a".repeat(50_000), "x".repeat(50_000), " ".repeat(50_000), format!("{}!", "a".repeat(50_000))]
        {
            let _ = form.accepts(&json!({"a": text}));
        }
    }
    for pattern in [
        "a{1000000}".to_owned(),
        "(a{1000}){1000}".to_owned(),
        "((a{100}){100}){100}".to_owned(),
        "(".repeat(100_000),
        "[".repeat(100_000),
        "(a)\\1".to_owned(),
        "(?=a)".to_owned(),
        "a".repeat(100_000),
        format!("{}a{}", "(".repeat(5_000), ")".repeat(5_000)),
        "(a|".repeat(1_000),
        "\\p{L}{1000}".repeat(20),
    ] {
        let text = document(&format!("\"type\":\"text\",\"validation\":{{\"pattern\":{}}}", json!(pattern)));
        assert_eq!(codes(&text), [DefectCode::Pattern], "{}", pattern.chars().take(40).collect::<String>());
    }
}

#[test]
fn endless_documents_are_rejected() {
    let field = |n: usize| format!(r#"{{"id":"f{n}","type":"text","label":"L"}}"#);
    let fields = |count: usize| (0..count).map(field).collect::<Vec<_>>().join(",");
    let form = |fields: &str| format!(r#"{{"id":"f","title":"F","fields":[{fields}]}}"#);
    assert!(codes(&form(&fields(100))).is_empty());
    assert_eq!(codes(&form(&fields(101))), [DefectCode::OutOfRange]);
    assert_eq!(codes(&form(&fields(20_000))), [DefectCode::OutOfRange]);

    let options = (0..10_000).map(|n| format!("\"o{n}\"")).collect::<Vec<_>>().join(",");
    let select = Form::parse(&document(&format!("\"type\":\"select\",\"options\":[{options}]"))).unwrap();
    assert!(select.accepts(&json!({"a": "o9999"})) && !select.accepts(&json!({"a": "o10000"})));
    let several =
        Form::parse(&document(&format!("\"type\":\"multi_select\",\"options\":[{options}]"))).unwrap();
    assert!(several.accepts_json(format!("{{\"a\":[{options}]}}").as_bytes()));
    assert!(!several.accepts_json(format!("{{\"a\":[{options},\"o0\"]}}").as_bytes()));
    let same = vec!["\"o\""; 10_000].join(",");
    assert_eq!(codes(&document(&format!("\"type\":\"select\",\"options\":[{same}]"))).len(), 9_999);

    let keys = |count: usize| (0..count).map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",");
    assert_eq!(codes(&document(&format!("\"type\":\"text\",{}", keys(5_000)))).len(), 5_000);
    assert!(codes(&document(&format!("\"type\":\"text\",\"x-own\":{{{}}}", keys(100_000)))).is_empty());
    let megabyte = "t".repeat(1 << 20);
    assert_eq!(
        codes(&document(&format!("\"type\":\"text\",\"description\":\"{megabyte}\""))),
        [DefectCode::OutOfRange]
    );
    assert_eq!(codes(&document(&format!("\"type\":\"{megabyte}\""))), [DefectCode::OutOfRange]);
    let commented = format!("{}{}", "/* a */ // b\n".repeat(50_000), document("\"type\":\"text\""));
    assert!(codes(&commented).is_empty());
    assert_eq!(codes(&"/*".repeat(100_000)), [DefectCode::Syntax]);
}

#[test]
fn endless_conditions_are_rejected() {
    let one = json!({"operator": "equals", "field": "a", "value": "x"});
    let wide = json!({"operator": "or", "conditions": vec![one.clone(); 20_000]});
    let form = |condition: &Value| {
        json!({"id": "f", "title": "F", "fields": [
            {"id": "a", "type": "text", "label": "A"},
            {"id": "b", "type": "text", "label": "B", "rendering": {"conditionalDisplay": condition}}
        ]})
    };
    assert!(load(&form(&wide)).accepts(&json!({"a": "y", "b": "z"})));
    let deep = (0..17).fold(one, |inner, _| json!({"operator": "and", "conditions": [inner]}));
    assert!(Form::from_value(&form(&deep)).is_err());
    // A hundred fields in one long chain, written in the order that is hardest to evaluate.
    let chain: Vec<Value> = (0..100)
        .rev()
        .map(|n| match n {
            0 => json!({"id": "f0", "type": "text", "label": "L"}),
            n => json!({"id": format!("f{n}"), "type": "text", "label": "L", "required": true, "dependencies": [format!("f{}", n - 1)],
                "rendering": {"conditionalDisplay": {"operator": "equals", "field": format!("f{}", n - 1), "value": "x"}}}),
        })
        .collect();
    let chain = load(&json!({"id": "f", "title": "F", "fields": chain}));
    let all: Value =
        (0..100).map(|n| (format!("f{n}"), json!("x"))).collect::<serde_json::Map<_, _>>().into();
    assert_eq!(chain.check(&all).unwrap().len(), 100);
    assert_eq!(chain.check(&json!({"f50": "x"})).unwrap().len(), 0);
    // And the same chain closed to a ring.
    let ring: Vec<Value> = (0..100)
        .map(|n| json!({"id": format!("f{n}"), "type": "text", "label": "L", "dependencies": [format!("f{}", (n + 1) % 100)]}))
        .collect();
    let defects = Form::from_value(&json!({"id": "f", "title": "F", "fields": ring})).unwrap_err();
    assert_eq!(defects.iter().map(|defect| defect.code).collect::<Vec<_>>(), [DefectCode::Cycle]);
}

#[test]
fn mebibyte_of_answers_is_checked() {
    let form = everything();
    let content = "QUFB".repeat(180_000);
    let size = content.len() / 4 * 3;
    let file =
        json!({"filename": "a.json", "content_type": "application/json", "size": size, "content": content});
    let problems = refused(&form, json!({"config_file": file}).to_string().as_bytes(), Constraint::MaxSize);
    assert!(problems.to_json().len() < 4_000);
    let open = form_of(&json!({"type": "file"}));
    let file = json!({"filename": "a.txt", "content_type": "text/plain", "size": size, "content": content});
    assert!(verdict(&open, json!({"a": file}).to_string().as_bytes()).is_ok());
}

/// What strangers wrote into keys and URLs is shown to people and kept in logs.
#[test]
fn problems_repeat_neither_control_characters_nor_passwords() {
    let form =
        Form::parse(r#"{"id": "f", "title": "F", "fields": [{"id": "u", "type": "url", "label": "U"}]}"#)
            .unwrap();
    let problems = form.check(&serde_json::json!({"\u{1b}[2J\u{202e}": 1})).unwrap_err().to_json();
    assert!(!problems.contains('\u{202e}') && !problems.contains("\\u001b"), "{problems}");
    for url in [
        "https://user:s3cret@exa mple.com/",
        "https://user:s3cret@ex[ample/",
        "https:user:s3cret@x",
        "https://s3cret@x.com",
    ] {
        let problems = form.check(&serde_json::json!({ "u": url })).unwrap_err().to_json();
        assert!(!problems.contains("s3cret"), "{problems}");
    }
}
