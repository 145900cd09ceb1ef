//! A claim about an answer: a schema, always, never, or not expressible.

use serde_json::{Value, json};

use crate::schema::Keywords;

/// When something is so.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::schema) enum Claim {
    Always,
    Never,
    /// When the answer satisfies this schema.
    When(Keywords),
    /// No schema can say when.
    Unsayable,
}

impl Claim {
    /// As a schema, if there is one.
    pub(in crate::schema) fn to_schema(&self) -> Option<Value> {
        match self {
            Claim::Always => Some(true.into()),
            Claim::Never => Some(false.into()),
            Claim::When(keywords) => Some(keywords.clone().into()),
            Claim::Unsayable => None,
        }
    }

    pub(in crate::schema) fn all(parts: Vec<Claim>) -> Claim {
        if parts.contains(&Claim::Never) {
            return Claim::Never;
        }
        if parts.contains(&Claim::Unsayable) {
            return Claim::Unsayable;
        }
        let schemas = parts.into_iter().filter_map(Claim::keywords);
        schemas.reduce(conjoin).map_or(Claim::Always, Claim::When)
    }

    pub(in crate::schema) fn any(parts: Vec<Claim>) -> Claim {
        if parts.contains(&Claim::Always) {
            return Claim::Always;
        }
        if parts.contains(&Claim::Unsayable) {
            return Claim::Unsayable;
        }
        let mut schemas: Vec<Value> =
            parts.into_iter().filter_map(Claim::keywords).map(Value::Object).collect();
        schemas.dedup();
        match schemas.pop() {
            None => Claim::Never,
            Some(Value::Object(only)) if schemas.is_empty() => Claim::When(only),
            Some(last) => {
                schemas.push(last);
                Claim::when(json!({"anyOf": schemas}))
            }
        }
    }

    pub(in crate::schema) fn not(self) -> Claim {
        match self {
            Claim::Always => Claim::Never,
            Claim::Never => Claim::Always,
            Claim::Unsayable => Claim::Unsayable,
            Claim::When(mut keywords) => match (keywords.len(), keywords.remove("not")) {
                (1, Some(Value::Object(inner))) => Claim::When(inner),
                (_, inner) => {
                    keywords.extend(inner.map(|inner| ("not".to_owned(), inner)));
                    Claim::when(json!({"not": keywords}))
                }
            },
        }
    }

    fn keywords(self) -> Option<Keywords> {
        if let Claim::When(keywords) = self { Some(keywords) } else { None }
    }
}

/// Both at once. Keywords do not influence each other, so that two schemas with different ones are one.
fn conjoin(mut left: Keywords, mut right: Keywords) -> Keywords {
    let clash = right.iter().any(|(key, value)| match (key.as_str(), left.get(key)) {
        // A list of claims grows; it is not mixed with others.
        ("allOf", _) => true,
        (_, None) | ("required", _) => left.contains_key("allOf"),
        ("properties", Some(present)) => share_a_key(present, value),
        _ => true,
    });
    if !clash {
        for (key, value) in right {
            match (left.get_mut(&key), value) {
                (Some(Value::Array(names)), Value::Array(more)) => {
                    let new: Vec<Value> = more.into_iter().filter(|name| !names.contains(name)).collect();
                    names.extend(new);
                }
                (Some(Value::Object(properties)), Value::Object(more)) => properties.extend(more),
                (_, value) => {
                    left.insert(key, value);
                }
            }
        }
        return left;
    }
    let mut list = Vec::new();
    for part in [&mut left, &mut right] {
        match (part.len(), part.remove("allOf")) {
            (1, Some(Value::Array(parts))) => list.extend(parts),
            (_, rest) => {
                part.extend(rest.map(|rest| ("allOf".to_owned(), rest)));
                list.push(Value::Object(std::mem::take(part)));
            }
        }
    }
    list.dedup();
    match list.pop() {
        Some(Value::Object(only)) if list.is_empty() => only,
        last => {
            list.extend(last);
            Keywords::from_iter([("allOf".to_owned(), Value::Array(list))])
        }
    }
}

fn share_a_key(left: &Value, right: &Value) -> bool {
    let (Some(left), Some(right)) = (left.as_object(), right.as_object()) else { return true };
    right.keys().any(|key| left.contains_key(key))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Claim;

    fn when(schema: Value) -> Claim {
        Claim::when(schema)
    }

    #[test]
    fn certain_claims_are_simplified_and_schemas_joined() {
        let a = || when(json!({"properties": {"a": {"const": 1}}, "required": ["a"]}));
        let b = || when(json!({"properties": {"b": {"const": 2}}, "required": ["b"]}));
        let other_a = || when(json!({"properties": {"a": {"minimum": 0}}}));
        let negative = || when(json!({"not": {"required": ["c"]}}));
        for (claim, expected) in [
            (Claim::all(vec![]), Claim::Always),
            (Claim::any(vec![]), Claim::Never),
            (Claim::all(vec![Claim::Never, Claim::Unsayable]), Claim::Never),
            (Claim::any(vec![Claim::Always, Claim::Unsayable]), Claim::Always),
            (Claim::all(vec![a(), Claim::Unsayable]), Claim::Unsayable),
            (Claim::any(vec![a(), Claim::Unsayable]), Claim::Unsayable),
            (Claim::Unsayable.not(), Claim::Unsayable),
            (Claim::all(vec![Claim::Always, a(), a()]), a()),
            (Claim::any(vec![Claim::Never, a()]), a()),
            (a().not().not(), a()),
            (
                Claim::all(vec![a(), b()]),
                when(json!({"properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["a", "b"]})),
            ),
            (
                Claim::all(vec![a(), other_a(), negative(), a().not()]),
                when(json!({"allOf": [
                    {"properties": {"a": {"const": 1}}, "required": ["a"]},
                    {"properties": {"a": {"minimum": 0}}},
                    {"not": {"required": ["c"]}},
                    {"not": {"properties": {"a": {"const": 1}}, "required": ["a"]}}
                ]})),
            ),
        ] {
            assert_eq!(claim, expected);
        }
    }
}
