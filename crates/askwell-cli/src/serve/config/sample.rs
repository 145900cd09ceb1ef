//! The sample file: every setting with its default and what it means.

use super::Config;
use super::setting::{Kind, Value};
use super::table::SETTINGS;

const HEADING: &str = "\
# Settings of `askwell serve`, each with its default. Leave out what you do not change.
# The environment goes before this file (limits.per_window is ASKWELL_LIMITS_PER_WINDOW), flags before both.
";

/// What a time looks like that need not be set.
const EXAMPLE_MS: u32 = 60_000;

const WEBHOOKS: &str = r#"
# Who is called back when something happens, any number of them; docs/webhooks.md has more.
#
#[[webhooks]]
#name = "crm"
#url = "https://crm.example.com/askwell"
#secret_file = "/etc/askwell/crm.secret"
#events = ["elicitation.complete", "elicitation.declined", "elicitation.cancelled", "elicitation.timeout"]
#client = "billing"
#include_secrets = false
#allow_private = false
#timeout = 15000
#attempts = 8
"#;

/// The sample, which reads as exactly the defaults.
pub(in crate::serve) fn sample() -> String {
    let defaults = Config::default();
    let mut text = HEADING.to_owned();
    let mut section = "";
    for setting in SETTINGS {
        let (own_section, key) = setting.name.rsplit_once('.').unwrap_or(("", setting.name));
        if own_section != section {
            section = own_section;
            text.push_str(&format!("\n[{section}]\n"));
        }
        text.push('\n');
        for line in setting.about.lines() {
            text.push_str(&format!("# {line}\n"));
        }
        text.push_str(&match (setting.get(&defaults), setting.kind()) {
            (Value::Unset, Kind::Optional(example)) => format!("# {key} = {example:?}\n"),
            (Value::Unset, Kind::Whole) => format!("# {key} = {EXAMPLE_MS}\n"),
            (value, _) => format!("{key} = {}\n", written(&value)),
        });
    }
    text.push_str(WEBHOOKS);
    text
}

fn written(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{text:?}"),
        Value::Whole(number) => number.to_string(),
        Value::Switch(truth) => truth.to_string(),
        Value::List(items) => format!("{items:?}"),
        Value::Unset => String::new(),
    }
}
