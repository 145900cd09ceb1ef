//! Conditions on other fields, as code.

use serde_json::{Value, json};

/// A condition on other fields' answers.
#[derive(Debug, Clone)]
pub struct When(Value);

impl When {
    pub(super) fn into_value(self) -> Value {
        self.0
    }
}

fn test(operator: &str, field: &str, value: impl Into<Value>) -> When {
    When(json!({"operator": operator, "field": field, "value": value.into()}))
}

fn group(operator: &str, parts: impl IntoIterator<Item = When>) -> When {
    let parts: Vec<Value> = parts.into_iter().map(When::into_value).collect();
    When(json!({"operator": operator, "conditions": parts}))
}

/// The field was answered with this value.
pub fn equals(field: &str, value: impl Into<Value>) -> When {
    test("equals", field, value)
}

/// The field was not answered with this value.
pub fn differs(field: &str, value: impl Into<Value>) -> When {
    test("not_equals", field, value)
}

/// The field was left empty.
pub fn is_empty(field: &str) -> When {
    test("equals", field, Value::Null)
}

/// The field was filled in.
pub fn is_filled(field: &str) -> When {
    test("not_equals", field, Value::Null)
}

/// The text contains this, or the choices do.
pub fn contains(field: &str, part: impl Into<String>) -> When {
    test("contains", field, part.into())
}

/// The text matches this pattern.
pub fn matches(field: &str, pattern: impl Into<String>) -> When {
    test("regex", field, pattern.into())
}

/// The number or date is above this.
pub fn above(field: &str, bound: impl Into<Value>) -> When {
    test("gt", field, bound)
}

/// The number or date is below this.
pub fn below(field: &str, bound: impl Into<Value>) -> When {
    test("lt", field, bound)
}

/// The number or date is this or above.
pub fn at_least(field: &str, bound: impl Into<Value>) -> When {
    test("gte", field, bound)
}

/// The number or date is this or below.
pub fn at_most(field: &str, bound: impl Into<Value>) -> When {
    test("lte", field, bound)
}

/// All of these hold.
pub fn all(conditions: impl IntoIterator<Item = When>) -> When {
    group("and", conditions)
}

/// At least one of these holds.
pub fn any(conditions: impl IntoIterator<Item = When>) -> When {
    group("or", conditions)
}
