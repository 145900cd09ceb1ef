use std::time::Duration;

use askwell_mcp::wire::Json;

use super::{Action, ApprovalTerms, Approver, Coverage, Editing, GateSettings, RuleMatch};

const TOML: &str = r#"
[gateway]
default = "ask"

[[gateway.rule]]
name = "reading"
server = "files"
tool = ["read_*", "list_*"]
action = "allow"

[[gateway.rule]]
name = "no shell"
tool = "*shell*"
action = "deny"

[[gateway.rule]]
name = "destructive"
annotations = { destructiveHint = true }
action = "ask"
approver = "ada@example.com"
timeout = "5m"
valid_for = "2m"
for_a_while = ["1h", "15m"]
for_a_while_covers = "tool"
edit = false
"#;

const JSON: &str = r#"{
  "mcpServers": {},
  "gateway": {
    "default": "ask",
    "rules": [
      {"name": "reading", "server": "files", "tool": ["read_*", "list_*"], "action": "allow"},
      {"name": "no shell", "tool": "*shell*", "action": "deny"},
      {"name": "destructive", "annotations": {"destructiveHint": true}, "action": "ask",
       "approver": "ada@example.com", "timeout": "5m", "valid_for": "2m",
       "for_a_while": ["1h", "15m"], "for_a_while_covers": "tool", "edit": false}
    ]
  }
}"#;

fn problems(toml: &str) -> Vec<String> {
    GateSettings::from_toml(toml, &["server"]).unwrap_err().problems
}

#[test]
fn toml_and_json_say_the_same() {
    let settings = GateSettings::from_toml(TOML, &[]).unwrap();
    assert_eq!(settings, GateSettings::from_json(JSON, &[]).unwrap());
    assert_eq!(settings.rules.default, Action::Ask);
    let minutes = |count: u64| Duration::from_secs(count * 60);
    let expected = ApprovalTerms {
        approver: Approver::Person("ada@example.com".into()),
        timeout: Some(minutes(5)),
        valid_for: minutes(2),
        for_a_while: vec![minutes(15), minutes(60)],
        coverage: Coverage::Tool,
        editing: Editing::Refused,
    };
    assert_eq!(settings.rules.list[2].terms, expected);
    assert_eq!(settings.rules.list[2].to_string(), "server * · tool * · destructiveHint = true → ask");
    assert_eq!(GateSettings::from_toml("", &[]).unwrap(), GateSettings::default());
    assert_eq!(GateSettings::from_json("{}", &[]).unwrap(), GateSettings::default());
}

#[test]
fn first_rule_that_matches_decides() {
    let rules = GateSettings::from_toml(TOML, &[]).unwrap().rules;
    let definition = |annotations: &str| {
        Json::parse(&format!(r#"{{"name":"t","annotations":{annotations}}}"#), &Default::default()).unwrap()
    };
    let (none, read_only) = (definition("{}"), definition(r#"{"readOnlyHint":true}"#));
    let harmless = definition(r#"{"destructiveHint":false}"#);
    let liar = definition(r#"{"readOnlyHint":true,"destructiveHint":true}"#);
    for (server, tool, definition, expected) in [
        ("files", "read_file", &none, Some(1)),
        ("other", "read_file", &none, Some(3)),
        ("files", "read_shell", &none, Some(1)),
        ("files", "run_shell", &none, Some(2)),
        // A tool without annotations counts as destructive.
        ("files", "delete", &none, Some(3)),
        ("files", "delete", &read_only, None),
        ("files", "delete", &harmless, None),
        ("files", "delete", &liar, None),
    ] {
        let found = match rules.find(server, tool, Some(definition.raw())) {
            RuleMatch::Rule { number, .. } => Some(number),
            _ => None,
        };
        assert_eq!(found, expected, "{server} {tool} {}", definition.text());
    }
    assert!(matches!(rules.find("files", "read_file", None), RuleMatch::Rule { number: 1, .. }));
    assert!(matches!(rules.find("files", "delete", None), RuleMatch::Undecided { number: 3, .. }));
}

#[test]
fn everything_wrong_is_reported_at_once() {
    let found = problems(
        r#"
[gateway]
default = "maybe"
rulez = []
[[gateway.rule]]
tol = "x"
tool = ""
action = "aks"
[[gateway.rule]]
server = []
timeout = "5"
for_a_while = "15m"
annotations = { destructive = true, readOnlyHint = "yes" }
edit = "no"
[[gateway.rule]]
action = "deny"
approver = ""
"#,
    );
    insta::assert_snapshot!(found.join("\n"), @r###"
gateway: `rulez` is unknown; did you mean `rule`?
gateway.default: `maybe` is unknown; use allow, ask, deny
gateway.rule 1: `tol` is unknown; did you mean `tool`?
gateway.rule 1.tool: a pattern cannot be empty; `*` stands for every name
gateway.rule 1.action: `aks` is unknown; use allow, ask, deny
gateway.rule 2.server: names nothing; leave it out to match every name
gateway.rule 2.annotations: `destructive` is unknown; known are readOnlyHint, destructiveHint, idempotentHint, openWorldHint
gateway.rule 2.annotations: `readOnlyHint` is true or false
gateway.rule 2: has no `action`; use allow, ask or deny
gateway.rule 2.timeout: `5` is not a duration; write a number and a unit, such as `30s`, `15m`, `2h` or `7d`
gateway.rule 2.for_a_while: is a list of at most 5 durations; `[]` offers none
gateway.rule 2.edit: is true or false
gateway.rule 3.approver: is empty; use `anyone`, `page` or the name of a person
gateway.rule 3: `approver` has a meaning only with the action `ask`
"###);
}

#[test]
fn rule_that_would_silently_not_exist_is_an_error() {
    for wrong in [
        "[gateway]\n[[gateway.rul]]\naction = \"deny\"",
        "[gateway]\nrule = { action = \"deny\" }",
        "[gateway]\n[[gateway.rule]]\naction = \"deny\"\n[[gateway.rules]]\naction = \"allow\"",
        "gateway = 1",
        "[gateway",
    ] {
        assert!(GateSettings::from_toml(wrong, &["server"]).is_err(), "{wrong}");
    }
    let twice = r#"{"gateway": {"rules": [{"action": "deny"}], "rules": []}}"#;
    assert!(GateSettings::from_json(twice, &[]).is_err());
    assert!(GateSettings::from_toml("[gateway]\nserver = []", &["server"]).is_ok());
}
