//! Any JSON as a schema that a server sent: it becomes a form or is refused, and a form can be asked.
#![no_main]

use askwell_form::Form;
use askwell_form::schema::Revision;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| {
    let Ok(schema) = serde_json::from_slice::<Value>(data) else { return };
    let imported = match Form::import(&schema, "What do we need to know?") {
        Ok(imported) => imported,
        Err(defects) => {
            assert!(defects.iter().next().is_some(), "refused without a reason");
            return;
        }
    };
    let form = &imported.form;
    let _ = (form.check(&json!({})), form.view(&json!({})).is_complete(), form.to_json_schema());
    for revision in Revision::ALL {
        let export = form.to_mcp_schema(revision);
        let again = Form::import(&export.schema, "What do we need to know?").expect("what we write we read");
        if export.losses.is_empty() && imported.notes.is_empty() {
            assert_eq!(again.form.to_mcp_schema(revision).schema, export.schema, "{schema}");
        }
    }
});
