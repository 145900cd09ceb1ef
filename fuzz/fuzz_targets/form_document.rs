//! Any text as a form document: it loads or is refused, and what loads can be written, read and asked.
#![no_main]

use askwell_form::Form;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Form::parse(text) {
        Err(defects) => {
            assert!(defects.iter().next().is_some(), "refused without a reason");
            assert!(!defects.to_string().is_empty());
            for defect in &defects {
                let place = defect.place.as_ref().expect("a text has places");
                assert!(text.len() + 3 >= place.span.end && place.span.start <= place.span.end);
            }
        }
        Ok(form) => {
            let again = Form::parse(form.to_json()).expect("what was written loads");
            assert_eq!(again, form);
            let value: Value = serde_json::from_str(form.to_json()).expect("what was written is JSON");
            // Digits beyond a double's are lost in a value, and a bound may be lost with them.
            let _ = Form::from_value(&value);
            let nothing = json!({});
            if form.custom_validators().is_empty() {
                assert_eq!(form.view(&nothing).is_complete(), form.accepts(&nothing));
            }
            let _ = (form.to_json_schema(), format!("{form:?}"));
        }
    }
});
