//! Builders of conditions on other fields.

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

/// Holds if the field was answered with this value.
pub fn equals(field: &str, value: impl Into<Value>) -> When {
    test("equals", field, value)
}

/// Holds if the field was not answered with this value.
pub fn differs(field: &str, value: impl Into<Value>) -> When {
    test("not_equals", field, value)
}

/// Holds if the field was left empty.
pub fn is_empty(field: &str) -> When {
    test("equals", field, Value::Null)
}

/// Holds if the field was filled in.
pub fn is_filled(field: &str) -> When {
    test("not_equals", field, Value::Null)
}

/// Holds if the text contains this, or the choices do.
pub fn contains(field: &str, part: impl Into<String>) -> When {
    test("contains", field, part.into())
}

/// Holds if the text matches this pattern.
pub fn matches(field: &str, pattern: impl Into<String>) -> When {
    test("regex", field, pattern.into())
}

/// Holds if the number or date is above this.
pub fn above(field: &str, bound: impl Into<Value>) -> When {
    test("gt", field, bound)
}

/// Holds if the number or date is below this.
pub fn below(field: &str, bound: impl Into<Value>) -> When {
    test("lt", field, bound)
}

/// Holds if the number or date is this or above.
pub fn at_least(field: &str, bound: impl Into<Value>) -> When {
    test("gte", field, bound)
}

/// Holds if the number or date is this or below.
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
