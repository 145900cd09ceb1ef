//! Display styles, options with details and ranges of dates: what documents may say, and what becomes of it elsewhere.

use askwell_form::build::{date, file, form, multi_select, number, option, select, text};
use askwell_form::schema::Revision;
use askwell_form::{DisplayStyle, Field, Form, Format, Image, Kind};
use serde_json::{Value, json};

const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn with(fields: &Value) -> Value {
    json!({"id": "f", "title": "F", "fields": fields})
}

fn one(mut field: Value) -> Value {
    field["id"] = json!("a");
    field["label"] = json!("A");
    with(&json!([field]))
}

fn plans() -> Value {
    json!({"id": "plan", "type": "select", "label": "Plan", "options": [
        {"value": "s", "title": "Small", "description": "For one person.", "x-price": 5},
        {"value": "l", "title": "Large", "image": {"type": "image/png", "data": DOT, "description": "A dot"}},
        {"value": "x", "title": "None of them"},
    ]})
}

#[test]
fn each_kind_has_its_styles() {
    for (kind, style, expected) in [
        ("text", "tel", DisplayStyle::Tel),
        ("text", "phone", DisplayStyle::Tel),
        ("text", "address", DisplayStyle::Address),
        ("text", "colour", DisplayStyle::Colour),
        ("text", "time", DisplayStyle::Time),
        ("number", "rating", DisplayStyle::Rating),
        ("number", "scale", DisplayStyle::Scale),
        ("select", "rating", DisplayStyle::Rating),
        ("select", "scale", DisplayStyle::Scale),
        ("file", "signature", DisplayStyle::Signature),
    ] {
        let mut field = json!({"type": kind, "rendering": {"displayStyle": style}});
        if kind == "select" {
            field["options"] = json!(["a", "b"]);
        }
        let form = Form::from_value(&one(field)).unwrap();
        assert_eq!(form.field("a").unwrap().rendering().display_style, Some(expected), "{kind} {style}");
    }
}

#[test]
fn unknown_style_is_refused_or_kept() {
    for (kind, style, suggestion) in
        [("text", "color", "colour"), ("number", "ratings", "rating"), ("number", "signature", "")]
    {
        let defects =
            Form::from_value(&one(json!({"type": kind, "rendering": {"displayStyle": style}}))).unwrap_err();
        let defect = defects.iter().next().unwrap();
        assert_eq!(defect.pointer, "/fields/0/rendering/displayStyle");
        assert_eq!(defect.suggestion.as_deref().unwrap_or_default(), suggestion);
    }
    for kind in ["date", "url", "file"] {
        let field = json!({"type": kind, "rendering": {"displayStyle": "rating"}});
        let form = Form::from_value(&one(field)).unwrap();
        let rendering = form.field("a").unwrap().rendering().clone();
        assert_eq!(
            (rendering.display_style, &rendering.extensions["displayStyle"]),
            (None, &json!("rating"))
        );
    }
}

#[test]
fn range_ends_in_the_date_that_follows() {
    let range = |end: &str| json!({"displayStyle": "range", "rangeEnd": end});
    let day = |id: &str, hints: Value| json!({"id": id, "type": "date", "label": id, "rendering": hints});
    let moment = json!({"id": "b", "type": "date", "label": "b", "validation": {"format": "date-time"}});
    let name = json!({"id": "b", "type": "text", "label": "b"});
    for (fields, pointer) in [
        (json!([day("a", range("b")), day("b", json!({}))]), None),
        (json!([day("a", json!({"displayStyle": "range"}))]), Some("/fields/0/rendering")),
        (json!([day("a", range("c")), day("b", json!({}))]), Some("/fields/0/rendering/rangeEnd")),
        (json!([day("a", range("a"))]), Some("/fields/0/rendering/rangeEnd")),
        (json!([day("b", json!({})), day("a", range("b"))]), Some("/fields/1/rendering/rangeEnd")),
        (json!([day("a", range("b")), moment]), Some("/fields/0/rendering/rangeEnd")),
        (json!([day("a", range("b")), name]), Some("/fields/0/rendering/rangeEnd")),
    ] {
        match (Form::from_value(&with(&fields)), pointer) {
            (Ok(form), None) => {
                assert_eq!(form.field("a").unwrap().rendering().range_end.as_deref(), Some("b"));
                assert!(
                    form.accepts(&json!({"a": "2026-02-02", "b": "2026-02-01"})),
                    "a hint refuses nothing"
                );
            }
            (Err(defects), Some(pointer)) => {
                assert!(defects.iter().any(|defect| defect.pointer == pointer), "{defects}");
            }
            (result, _) => panic!("{fields}: {result:?}"),
        }
    }
}

#[test]
fn range_without_a_rule_is_a_warning() {
    let days = json!([
        {"id": "a", "type": "date", "label": "A", "rendering": {"displayStyle": "range", "rangeEnd": "b"}},
        {"id": "b", "type": "date", "label": "B"},
    ]);
    let mut document = with(&days);
    let (_, warnings) = Form::parse_with_warnings(&document.to_string()).unwrap();
    assert!(warnings.iter().any(|warning| warning.message.contains("`b >= a`")), "{warnings:?}");
    document["validation"] =
        json!({"rules": [{"expression": "b >= a", "message": "Ends too early.", "fields": ["b"]}]});
    let (form, warnings) = Form::parse_with_warnings(&document.to_string()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(!form.accepts(&json!({"a": "2026-02-02", "b": "2026-02-01"})));
}

#[test]
fn signature_that_its_field_refuses_is_a_warning() {
    for (rules, is_fine) in [
        (json!({}), true),
        (json!({"allowedMimeTypes": ["image/*"], "allowedExtensions": [".PNG", ".jpg"]}), true),
        (json!({"allowedMimeTypes": ["application/pdf"]}), false),
        (json!({"allowedMimeTypes": ["image/png"], "allowedExtensions": [".jpg"]}), false),
    ] {
        let field = json!({"type": "file", "validation": rules, "rendering": {"displayStyle": "signature"}});
        let (_, warnings) = Form::parse_with_warnings(&one(field).to_string()).unwrap();
        assert_eq!(warnings.is_empty(), is_fine, "{rules}: {warnings:?}");
    }
}

#[test]
fn options_have_descriptions_and_pictures() {
    let form = Form::from_value(&with(&json!([plans()]))).unwrap();
    let options = form.field("plan").unwrap().kind().options().unwrap();
    let shown: Vec<_> =
        options.iter().map(|choice| (choice.description(), choice.image().map(Image::description))).collect();
    assert_eq!(shown, [(Some("For one person."), None), (None, Some("A dot")), (None, None)]);
    assert_eq!(options.get("s").unwrap().extensions().unwrap()["x-price"], 5);
    assert!(options.have_details() && options.get("x").unwrap().extensions().is_none());
    for (key, value) in [
        ("description", json!("")),
        ("description", json!(7)),
        ("description", json!("é".repeat(1025))),
        ("description", json!("\u{202e}")),
        ("image", json!({"type": "image/svg+xml", "data": DOT, "description": "A dot"})),
        ("image", json!({"type": "image/gif", "data": DOT, "description": "A dot"})),
        ("image", json!({"type": "image/png", "data": DOT})),
        ("image", json!({"type": "image/png", "data": "A".repeat(900_000), "description": "A dot"})),
    ] {
        let mut plans = plans();
        plans["options"][2][key] = value;
        let defects = Form::from_value(&with(&json!([plans]))).unwrap_err();
        assert!(
            defects.iter().all(|defect| defect.pointer.starts_with(&format!("/fields/0/options/2/{key}"))),
            "{defects}"
        );
    }
}

#[test]
fn details_of_options_and_words_of_scales_are_translated() {
    let mut document = with(&json!([
        plans(),
        {"id": "mood", "type": "number", "label": "Mood", "rendering": {"displayStyle": "scale", "lowLabel": "Bad", "highLabel": "Good"}},
    ]));
    document["translations"] = json!({"de": {"title": "F", "fields": {
        "plan": {"label": "Tarif", "options": {
            "s": {"title": "Klein", "description": "Für eine Person."},
            "l": {"title": "Groß", "image": {"description": "Ein Punkt"}},
            "x": "Keiner davon",
        }},
        "mood": {"label": "Stimmung", "rendering": {"lowLabel": "Schlecht", "highLabel": "Gut"}},
    }}});
    let form = Form::from_value(&document).unwrap().in_language("de");
    let options = form.field("plan").unwrap().kind().options().unwrap();
    let small = options.get("s").unwrap();
    assert_eq!((small.title(), small.description()), ("Klein", Some("Für eine Person.")));
    assert_eq!(options.get("l").unwrap().image().unwrap().description(), "Ein Punkt");
    assert_eq!(options.get("x").unwrap().title(), "Keiner davon");
    let rendering = form.field("mood").unwrap().rendering();
    assert_eq!(
        (rendering.low_label.as_deref(), rendering.high_label.as_deref()),
        (Some("Schlecht"), Some("Gut"))
    );

    document["translations"]["de"]["fields"]["plan"]["options"]["s"] = json!({"title": "Klein"});
    let defects = Form::from_value(&document).unwrap_err();
    assert!(defects.to_string().contains("the translation of `description` is missing"), "{defects}");
}

#[test]
fn builder_writes_styles() {
    let built = form("f", "F")
        .field(number("stars", "Stars").rating(4))
        .field(number("mood", "Mood").range(0, 10).scale("Bad", "Good"))
        .field(text("phone", "Phone").phone())
        .field(text("home", "Home").address())
        .field(text("paint", "Paint").colour())
        .field(text("at", "At").time())
        .field(date("start", "Start").range_to("end"))
        .field(date("end", "End"))
        .field(file("name", "Signature").signature())
        .field(
            select("plan", "Plan")
                .described_options([option("s", "Small").description("For one."), option("l", "Large")]),
        )
        .field(multi_select("extras", "Extras").described_options([option("d", "Dot").image(
            "image/png",
            DOT,
            "A dot",
        )]))
        .build()
        .unwrap();
    let styles: Vec<_> = built.fields().iter().map(|field| field.rendering().display_style).collect();
    assert_eq!(styles.iter().flatten().count(), 8);
    assert_eq!(built.field("stars").unwrap().scale_points().unwrap().len(), 4);
    assert!(
        matches!(built.field("at").map(Field::kind), Some(Kind::Text(kind)) if kind.format == Some(Format::Time))
    );
    assert!(built.field("extras").unwrap().kind().options().unwrap().have_details());
}

#[test]
fn formats_without_a_name_in_json_schema_are_patterns() {
    for (format, good, bad) in [("time", "09:30", "25:00"), ("colour", "#1a7f4b", "#1a7f4")] {
        for pattern in [None, Some("0")] {
            let mut rules = json!({"format": format});
            if let Some(pattern) = pattern {
                rules["pattern"] = json!(pattern);
            }
            let form = Form::from_value(&one(json!({"type": "text", "validation": rules}))).unwrap();
            let export = form.to_json_schema();
            assert!(export.losses.is_empty(), "{:?}", export.losses);
            let schema = jsonschema::validator_for(&export.schema).unwrap();
            for text in [good, bad, "", "x0"] {
                let answer = json!({"a": text});
                assert_eq!(schema.is_valid(&answer), form.accepts(&answer), "{format} {text}");
            }
            if pattern.is_none() {
                let back = Form::import_json_schema(&export.schema).unwrap();
                let kind = back.form.field("a").unwrap().kind().clone();
                assert!(matches!(kind, Kind::Text(kind) if kind.format.map(Format::name) == Some(format)));
            }
        }
    }
}

#[test]
fn schemas_say_what_they_do_not_carry() {
    let form = Form::from_value(&with(&json!([
        plans(),
        {"id": "stars", "type": "number", "label": "Stars", "rendering": {"displayStyle": "rating"}},
        {"id": "at", "type": "text", "label": "At", "validation": {"format": "time"}},
        {"id": "name", "type": "file", "label": "Name", "rendering": {"displayStyle": "signature"}},
    ])))
    .unwrap();
    let losses = |losses: &[askwell_form::schema::Loss]| -> Vec<String> {
        let said = |loss: &askwell_form::schema::Loss| {
            format!(
                "{} {} {}",
                loss.field.as_deref().unwrap_or_default(),
                loss.feature.name(),
                loss.effect.name()
            )
        };
        losses.iter().map(said).collect()
    };
    assert_eq!(losses(&form.to_json_schema().losses), ["plan image unsaid", "name content weakened"]);
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28] {
        assert_eq!(
            losses(&form.to_mcp_schema(revision).losses),
            [
                "plan option_description unsaid",
                "plan image unsaid",
                "at format weakened",
                "name file omitted"
            ],
        );
    }
    assert_eq!(
        losses(&form.to_rjsf().losses),
        ["plan image unsaid", "stars display_style unsaid", "name file omitted"],
    );
    let schema = form.to_json_schema().schema;
    assert!(schema.to_string().contains(r#""description":"For one person.""#), "{schema}");
}
