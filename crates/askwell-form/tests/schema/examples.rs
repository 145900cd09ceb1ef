//! The schemas of the example forms, in full.

use askwell_form::Form;
use askwell_form::schema::{Export, Revision};

use super::validator;

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/forms/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn shown(export: &Export) -> String {
    let losses: Vec<String> = export.losses.iter().map(ToString::to_string).collect();
    format!("{:#}\n\nlosses:\n{}", export.schema, losses.join("\n"))
}

#[test]
fn schemas_of_the_examples() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for name in ["all-kinds", "api-key", "deployment-approval", "oauth", "order", "styles", "warehouse"] {
        let form = Form::parse(&example(name)).unwrap();
        insta::assert_snapshot!(format!("{name}-json-schema"), shown(&form.to_json_schema()));
        for revision in Revision::ALL {
            insta::assert_snapshot!(format!("{name}-mcp-{revision}"), shown(&form.to_mcp_schema(revision)));
        }
    }
}

#[test]
fn answers_of_the_examples_fit_their_schemas() {
    for name in ["all-kinds", "api-key", "deployment-approval", "oauth", "order", "styles", "warehouse"] {
        let form = Form::parse(&example(name)).unwrap();
        let answers = serde_json::from_str(&example(&format!("{name}.answers"))).unwrap();
        let wrong = serde_json::from_str(&example(&format!("{name}.invalid"))).unwrap();
        let settled = form.check(&answers).unwrap().to_value();
        let strict = validator(&form.to_json_schema().schema);
        assert!(strict.is_valid(&answers) && strict.is_valid(&settled), "{name}");
        assert!(!strict.is_valid(&wrong), "{name}");
        for revision in Revision::ALL {
            assert!(validator(&form.to_mcp_schema(revision).schema).is_valid(&settled), "{name} {revision}");
        }
    }
}
