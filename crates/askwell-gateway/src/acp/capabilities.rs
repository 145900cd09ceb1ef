//! Which modes of elicitation an editor declares, and how the agent learns of those that the proxy adds.

use serde_json::{Map, Value, json};

/// The modes of elicitation that an editor shows itself. By default none, as before `initialize`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ElicitationModes {
    /// Forms.
    pub form: bool,
    /// Pages of other programs.
    pub url: bool,
}

impl ElicitationModes {
    /// Reads the capabilities in the params of `initialize`. A mode that is null or missing is not declared.
    pub(super) fn of_params(params: &Value) -> ElicitationModes {
        let declared = params.get(key(params)).and_then(|capabilities| capabilities.get("elicitation"));
        let has = |mode| declared.and_then(|declared| declared.get(mode)).is_some_and(Value::is_object);
        ElicitationModes { form: has("form"), url: has("url") }
    }
}

/// Returns the name of the capabilities in the params: the second version of the protocol has another one.
fn key(params: &Value) -> &'static str {
    let has = |key| params.get(key).is_some_and(Value::is_object);
    if has("capabilities") && !has("clientCapabilities") { "capabilities" } else { "clientCapabilities" }
}

/// Adds the modes that the editor does not declare to the params of `initialize`. Keeps everything else. Params that are
/// no object are left to the agent to refuse.
pub(super) fn add_modes(params: &mut Value) {
    let key = key(params);
    let Some(capabilities) = object_at(params, key) else { return };
    let Some(elicitation) = object_in(capabilities, "elicitation") else { return };
    for mode in ["form", "url"] {
        if !elicitation.get(mode).is_some_and(Value::is_object) {
            elicitation.insert(mode.to_owned(), json!({}));
        }
    }
}

fn object_at<'v>(value: &'v mut Value, key: &str) -> Option<&'v mut Map<String, Value>> {
    object_in(value.as_object_mut()?, key)
}

/// Returns an inner object, which is made if it is missing or null.
fn object_in<'m>(members: &'m mut Map<String, Value>, key: &str) -> Option<&'m mut Map<String, Value>> {
    let inner = members.entry(key).or_insert(Value::Null);
    if inner.is_null() {
        *inner = json!({});
    }
    inner.as_object_mut()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ElicitationModes, add_modes};

    #[test]
    fn undeclared_modes_are_added_and_everything_else_is_kept() {
        let both = json!({"form": {}, "url": {}});
        for (params, modes, expected) in [
            (json!({}), (false, false), json!({"clientCapabilities": {"elicitation": both}})),
            (
                json!({"protocolVersion": 1, "clientCapabilities": {"fs": {"readTextFile": true}, "elicitation": null}}),
                (false, false),
                json!({"protocolVersion": 1, "clientCapabilities": {"fs": {"readTextFile": true}, "elicitation": both}}),
            ),
            (
                json!({"clientCapabilities": {"elicitation": {"form": {"_meta": {"a": 1}}, "url": null}}}),
                (true, false),
                json!({"clientCapabilities": {"elicitation": {"form": {"_meta": {"a": 1}}, "url": {}}}}),
            ),
            (
                json!({"protocolVersion": 2, "capabilities": {"elicitation": {"url": {}}}}),
                (false, true),
                json!({"protocolVersion": 2, "capabilities": {"elicitation": both}}),
            ),
            (json!({"clientCapabilities": 7}), (false, false), json!({"clientCapabilities": 7})),
            (json!([]), (false, false), json!([])),
        ] {
            let mut changed = params.clone();
            let found = ElicitationModes::of_params(&params);
            assert_eq!((found.form, found.url), modes, "{params}");
            add_modes(&mut changed);
            assert_eq!(changed, expected, "{params}");
        }
    }
}
