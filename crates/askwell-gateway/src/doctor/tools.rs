//! What can be seen of a server's tools without calling them.

use std::collections::HashSet;

use askwell_mcp::wire::{JsonKind, Raw};
use serde::Serialize;

use crate::gate::can_edit_in_fields;
use crate::rules::Annotation;

/// The longest name of a tool that the protocol recommends.
const NAME_CHARS: usize = 128;
/// The most tools whose problems are listed.
const MAX_PROBLEMS: usize = 20;
/// Words of descriptions that hint at a question to the person.
const ASKING_WORDS: [&str; 9] = [
    "elicit",
    "asks the user",
    "ask the user",
    "asks you",
    "prompts the user",
    "asks for confirmation",
    "confirmation from the user",
    "user input",
    "interactive",
];

/// What can be seen of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolReport {
    /// Its name.
    pub name: String,
    /// The annotations that hold, by the defaults of the protocol if the server does not say.
    pub hints: Vec<&'static str>,
    /// Whether the server gives annotations.
    pub annotated: bool,
    /// Whether its description hints at a question to the person. The protocol has no way to declare that.
    pub may_ask: bool,
    /// Whether a person can change its arguments in a form, rather than as JSON.
    pub form: bool,
}

impl ToolReport {
    pub(super) fn of(tool: Raw<'_>) -> ToolReport {
        let text = |key: &str| tool.get(key).and_then(Raw::as_text).unwrap_or_default();
        let words = text("description").to_lowercase();
        let hints = Annotation::ALL.into_iter().filter(|(_, annotation)| annotation.of(tool));
        ToolReport {
            name: text("name").into_owned(),
            hints: hints.map(|(name, _)| name).collect(),
            annotated: tool.get("annotations").and_then(Raw::object).is_some(),
            may_ask: ASKING_WORDS.iter().any(|word| words.contains(word)),
            form: can_edit_in_fields(tool.get("inputSchema").unwrap_or(Raw::EMPTY)),
        }
    }
}

/// Returns what is wrong with a list of tools.
pub(super) fn find_problems(tools: &[Raw<'_>]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut names = HashSet::new();
    for tool in tools {
        let Some(name) = tool.get("name").and_then(Raw::as_text).filter(|name| !name.is_empty()) else {
            problems.push("a tool has no name; clients cannot call it".to_owned());
            continue;
        };
        let shown: String = name.chars().take(NAME_CHARS).flat_map(char::escape_debug).collect();
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-./".contains(character);
        if name.chars().count() > NAME_CHARS || !name.chars().all(is_plain) {
            problems.push(format!("the tool `{shown}` has a name that some clients refuse; use letters, digits, `_`, `-`, `.` and `/`"));
        }
        if !names.insert(name.into_owned()) {
            problems.push(format!("the tool `{shown}` is listed twice"));
        }
        match tool.get("inputSchema") {
            Some(schema) if schema.kind() == JsonKind::Object => {
                if schema.get("type").and_then(Raw::as_text).as_deref() != Some("object") {
                    problems
                        .push(format!("the tool `{shown}` has an inputSchema whose type is not `object`"));
                }
            }
            _ => problems.push(format!("the tool `{shown}` has no inputSchema")),
        }
        if tool.get("description").is_none() {
            problems.push(format!(
                "the tool `{shown}` has no description; models and people cannot know what it does"
            ));
        }
    }
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    problems.truncate(MAX_PROBLEMS);
    if more > 0 {
        problems.push(format!("{more} more problems with tools"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use serde_json::{Value, json};

    use super::{ToolReport, find_problems};

    fn raw(value: &Value) -> Json {
        Json::parse(&value.to_string(), &Default::default()).unwrap()
    }

    #[test]
    fn tool_is_described_by_what_can_be_seen() {
        let tool = raw(&json!({"name": "ask", "description": "Asks the user for a name.",
            "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
            "annotations": {"readOnlyHint": true, "openWorldHint": false}}));
        let expected = ToolReport {
            name: "ask".to_owned(),
            hints: vec!["readOnlyHint"],
            annotated: true,
            may_ask: true,
            form: true,
        };
        assert_eq!(ToolReport::of(tool.raw()), expected);
        let nested = raw(&json!({"name": "b", "inputSchema": {"properties": {"o": {"type": "object"}}}}));
        let report = ToolReport::of(nested.raw());
        assert_eq!((report.form, report.may_ask, report.annotated), (false, false, false));
        assert_eq!(report.hints, ["destructiveHint", "openWorldHint"]);
    }

    #[test]
    fn problems_of_tools_are_listed_and_bounded() {
        let good = json!({"name": "a.b", "description": "x", "inputSchema": {"type": "object"}});
        let tools = [
            good.clone(),
            good,
            json!({"description": "x", "inputSchema": {"type": "object"}}),
            json!({"name": "b c", "description": "x", "inputSchema": {}}),
            json!({"name": "d"}),
        ];
        let tools: Vec<Json> = tools.iter().map(raw).collect();
        let tools: Vec<_> = tools.iter().map(Json::raw).collect();
        let found = find_problems(&tools).join("\n");
        for part in [
            "`a.b` is listed twice",
            "no name",
            "`b c` has a name",
            "type is not `object`",
            "`d` has no inputSchema",
            "`d` has no description",
        ] {
            assert!(found.contains(part), "{part}: {found}");
        }
        let many: Vec<Json> = (0..500).map(|number| raw(&json!({"name": format!("t{number}")}))).collect();
        let many: Vec<_> = many.iter().map(Json::raw).collect();
        assert_eq!(find_problems(&many).len(), 21);
    }
}
