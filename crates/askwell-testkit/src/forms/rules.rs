//! Generates conditions, rules and dependencies on earlier fields.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::FormShape;
use super::field::Core;

/// The rules of one field, before it is known which fields there are.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    parents: Vec<Index>,
    display: Option<RuleTest>,
    action: Option<(&'static str, RuleTest)>,
}

/// A condition, before it is known which fields there are.
#[derive(Debug, Clone)]
pub(super) enum RuleTest {
    One { field: Index, operator: Index, operand: Index },
    Several { operator: &'static str, key: &'static str, parts: Vec<RuleTest> },
}

pub(super) fn any_rules(shape: FormShape) -> BoxedStrategy<Rules> {
    if !shape.conditions {
        return Just(Rules { parents: Vec::new(), display: None, action: None }).boxed();
    }
    let action = (select(vec!["show", "hide", "enable", "disable", "validate"]), any_test());
    let parents = proptest::prop_oneof![6 => Just(Vec::new()), 1 => vec(any::<Index>(), 1..3)];
    (parents, weighted(0.25, any_test()), weighted(0.3, action))
        .prop_map(|(parents, display, action)| Rules { parents, display, action })
        .boxed()
}

pub(super) fn any_test() -> impl Strategy<Value = RuleTest> {
    let one = (any::<Index>(), any::<Index>(), any::<Index>())
        .prop_map(|(field, operator, operand)| RuleTest::One { field, operator, operand });
    one.prop_recursive(2, 6, 3, |test| {
        (select(vec!["and", "or"]), select(vec!["conditions", "value"]), vec(test, 1..4))
            .prop_map(|(operator, key, parts)| RuleTest::Several { operator, key, parts })
    })
}

impl Rules {
    /// Writes `conditionalDisplay` and `dependencies` into a field's document.
    pub(super) fn apply(&self, document: &mut Map<String, Value>, earlier: &[(&str, &Core)]) {
        if earlier.is_empty() {
            return;
        }
        let mut parents: Vec<&str> = self.parents.iter().map(|index| index.get(earlier).0).collect();
        parents.sort_unstable();
        parents.dedup();
        if !parents.is_empty() {
            document.insert("dependencies".to_owned(), json!(parents));
        }
        if let Some(test) = &self.display {
            let rendering = document.entry("rendering").or_insert_with(|| json!({}));
            if let Value::Object(hints) = rendering {
                hints.insert("conditionalDisplay".to_owned(), test.write(earlier));
            }
        }
    }

    /// Returns the field's entry in the form's `validation.dependencies`. Rules that only ask for
    /// an answer may look at any field; the others only at earlier ones.
    pub(super) fn form_rule(&self, index: usize, all: &[(&str, &Core)]) -> Option<Value> {
        let (action, test) = self.action.as_ref()?;
        let scope = if *action == "validate" { all } else { all.get(..index)? };
        (!scope.is_empty()).then(|| json!({"action": action, "condition": test.write(scope)}))
    }
}

impl RuleTest {
    pub(super) fn write(&self, scope: &[(&str, &Core)]) -> Value {
        match self {
            RuleTest::Several { operator, key, parts } => {
                let parts: Vec<Value> = parts.iter().map(|part| part.write(scope)).collect();
                json!({"operator": operator, *key: parts})
            }
            RuleTest::One { field, operator, operand } => {
                let (id, core) = field.get(scope);
                let tests = possible(core);
                let (operator, operands) = operator.get(&tests);
                json!({"operator": operator, "field": id, "value": operand.get(operands)})
            }
        }
    }
}

/// Returns the tests that can be put to a field: operators with constants to choose from.
fn possible(core: &Core) -> Vec<(&'static str, Vec<Value>)> {
    let mut tests = vec![("equals", vec![Value::Null]), ("not_equals", vec![Value::Null])];
    if core.operands.is_empty() {
        return tests;
    }
    let operands = || core.operands.clone();
    tests.extend([("equals", operands()), ("not_equals", operands())]);
    let patterns = || vec![json!("^[a-m]"), json!("[0-9]"), json!("e|界$")];
    match core.kind() {
        "text" | "url" => tests.extend([("contains", vec![json!("a"), json!("e")]), ("regex", patterns())]),
        "select" => tests.push(("regex", patterns())),
        "number" | "date" => tests.extend(["gt", "lt", "gte", "lte"].map(|operator| (operator, operands()))),
        "multi_select" => {
            let choices = core.operands.iter().filter_map(Value::as_array).flatten().cloned().collect();
            tests.push(("contains", choices));
        }
        _ => {}
    }
    tests
}
