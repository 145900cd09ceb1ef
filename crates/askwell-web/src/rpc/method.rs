//! The methods of the API: names, parameters and permitted roles.

use std::time::Duration;

use metrics::{counter, histogram};

use super::error::RpcError;
use crate::caller::Role;

/// A method of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its method")]
#[non_exhaustive]
pub enum Method {
    Create,
    Open,
    Submit,
    Complete,
    Decline,
    Cancel,
    Extend,
    Status,
    List,
    Wait,
    Claim,
    Release,
    History,
    Options,
    Timeouts,
    Templates,
    Webhooks,
    Deliveries,
    Replay,
    Enable,
    Notifications,
    RetryNotification,
    Discover,
}

impl Method {
    /// Every method with its name on the wire.
    pub const ALL: [(&'static str, Method); 23] = [
        ("elicitation/create", Method::Create),
        ("elicitation/open", Method::Open),
        ("elicitation/submit", Method::Submit),
        ("elicitation/complete", Method::Complete),
        ("elicitation/decline", Method::Decline),
        ("elicitation/cancel", Method::Cancel),
        ("elicitation/extend_timeout", Method::Extend),
        ("elicitation/status", Method::Status),
        ("elicitation/list", Method::List),
        ("elicitation/wait", Method::Wait),
        ("elicitation/claim", Method::Claim),
        ("elicitation/release", Method::Release),
        ("elicitation/history", Method::History),
        ("elicitation/options", Method::Options),
        ("elicitation/timeouts", Method::Timeouts),
        ("templates/list", Method::Templates),
        ("webhooks/list", Method::Webhooks),
        ("webhooks/deliveries", Method::Deliveries),
        ("webhooks/replay", Method::Replay),
        ("webhooks/enable", Method::Enable),
        ("notifications/list", Method::Notifications),
        ("notifications/retry", Method::RetryNotification),
        ("rpc.discover", Method::Discover),
    ];

    pub(super) fn find(name: &str) -> Option<Method> {
        Method::ALL.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
    }

    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Method::ALL.get(self as usize).map_or("", |(name, _)| name)
    }

    /// Returns the names of the parameters. Other names are rejected.
    #[must_use]
    pub fn parameters(self) -> &'static [&'static str] {
        match self {
            Method::Create => &[
                "mode",
                "formDefinition",
                "requestedSchema",
                "title",
                "template",
                "parameters",
                "prompt",
                "secret",
                "message",
                "url",
                "timeout",
                "size_limit",
                "person",
                "group",
                "audience",
                "quorum",
                "idempotencyKey",
                "onDisconnect",
                "reminders",
                "escalate",
                "withoutAnswer",
            ],
            Method::Open | Method::Status | Method::Release | Method::History => &["elicitationId"],
            Method::Submit => &["elicitationId", "responses", "form_id", "metadata", "merge"],
            Method::Complete => &["elicitationId", "result", "responses", "form_id", "metadata"],
            Method::Decline | Method::Cancel => &["elicitationId", "reason"],
            Method::Extend => &["elicitationId", "extensionDuration"],
            Method::List => &["status", "mode", "limit", "cursor"],
            Method::Wait => &["elicitationId", "timeoutMs"],
            Method::Claim => &["elicitationId", "ifFree"],
            Method::Options => &["elicitationId", "field", "search"],
            Method::Deliveries => &["status", "webhook", "limit", "cursor"],
            Method::Replay => &["deliveryId", "webhook"],
            Method::Enable => &["webhook"],
            Method::Notifications => &["status", "limit", "cursor"],
            Method::RetryNotification => &["notificationId", "channel"],
            Method::Timeouts | Method::Templates | Method::Webhooks | Method::Discover => &[],
        }
    }

    /// Returns whether a role may call the method.
    #[must_use]
    pub fn is_for(self, role: Role) -> bool {
        let operates =
            matches!(self, Method::Webhooks | Method::Deliveries | Method::Replay | Method::Enable)
                || matches!(self, Method::Notifications | Method::RetryNotification);
        match role {
            Role::Local => true,
            Role::Asks => !operates,
            Role::Answers => {
                !operates && !matches!(self, Method::Create | Method::Complete | Method::Templates)
            }
            Role::Operates | Role::Administers => {
                operates
                    || matches!(
                        self,
                        Method::Status
                            | Method::List
                            | Method::History
                            | Method::Cancel
                            | Method::Timeouts
                            | Method::Templates
                            | Method::Discover
                    )
            }
        }
    }
}

/// Records the outcome and the duration of a call.
pub(super) fn meter(method: Option<Method>, rpc_error: Option<&RpcError>, took: Duration) {
    let method = method.map_or("unknown", Method::as_str);
    let outcome = rpc_error.map_or("ok", |rpc_error| rpc_error.code.row().name);
    counter!("askwell_rpc_calls_total", "method" => method, "outcome" => outcome).increment(1);
    // The time until a person answers says nothing about the service.
    if method != Method::Wait.as_str() {
        histogram!("askwell_rpc_seconds", "method" => method).record(took.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::Method;

    #[test]
    fn method_names_round_trip() {
        for (name, method) in Method::ALL {
            assert_eq!((Method::find(name), method.as_str()), (Some(method), name));
        }
        assert_eq!(Method::find("elicitation/nothing"), None);
    }

    #[test]
    fn parameters_match_the_openrpc_document() {
        let document: Value = serde_json::from_str(crate::openrpc::document()).unwrap();
        let methods = document["methods"].as_array().unwrap();
        for (name, method) in Method::ALL {
            let described = methods.iter().find(|described| described["name"] == name);
            let described = described.unwrap_or_else(|| panic!("{name} is not described"));
            let params = described["params"].as_array().unwrap();
            let mut published: Vec<&str> =
                params.iter().map(|param| param["name"].as_str().unwrap()).collect();
            let mut known = method.parameters().to_vec();
            published.sort_unstable();
            known.sort_unstable();
            assert_eq!(known, published, "{name}");
        }
    }
}
