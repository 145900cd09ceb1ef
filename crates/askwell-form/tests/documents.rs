//! A document loads, or says exactly where it is wrong: a table of documents with one mistake each.

use askwell_form::Form;
use serde_json::Value;

#[test]
fn document_loads_or_is_rejected_at_its_mistake() {
    let table: Vec<Value> = serde_json::from_str(include_str!("data/form-documents.json")).unwrap();
    let mut wrong = Vec::new();
    for row in &table {
        let name = row["name"].as_str().unwrap();
        let text = serde_json::to_string_pretty(&row["document"]).unwrap();
        match (Form::parse(&text), row["loads"].as_bool().unwrap()) {
            (Ok(_), true) => {}
            (Ok(_), false) => wrong.push(format!("{name}: loads")),
            (Err(defects), true) => wrong.push(format!("{name}: {defects}")),
            (Err(defects), false) => {
                let pointers: Vec<&str> = defects.iter().map(|defect| defect.pointer.as_str()).collect();
                if let Some(expected) = row["pointer"].as_str()
                    && pointers != [expected]
                {
                    wrong.push(format!("{name}: expected {expected}, found {pointers:?}: {defects}"));
                }
                // What a schema can see, the meta-schema sees; what it refuses beyond that is a bonus.
                if row["schema_accepts"].as_bool().unwrap() {
                    let seen = defects.iter().filter(|defect| defect.code.fits_schema());
                    wrong.extend(
                        seen.map(|defect| format!("{name}: {:?}, yet the schema accepts it", defect.code)),
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}
