//! `elicitation/timeouts`: returns the timeouts of each mode that apply to the caller.

use std::time::Duration;

use askwell_lifecycle::{ConfigSource, Mode, Scope, TimeoutConfig};

use super::RpcState;
use crate::caller::Caller;
use crate::json::JsonObject;

pub(super) fn call(shared: &RpcState, caller: &Caller) -> String {
    let configs = Mode::ALL.map(|(name, mode)| (name, config(shared, caller, mode)));
    let is_custom = configs.iter().any(|(_, config)| config.source == ConfigSource::Custom);
    let source = if is_custom { ConfigSource::Custom } else { ConfigSource::Default };
    let modes =
        configs.iter().fold(JsonObject::new(), |object, (name, config)| object.raw(name, &write(config)));
    JsonObject::new().raw("modes", &modes.finish()).text("config_source", source.as_str()).finish()
}

/// Returns the timeouts of one mode.
pub(super) fn config(shared: &RpcState, caller: &Caller, mode: Mode) -> TimeoutConfig {
    let limits = caller.limits.unwrap_or(*shared.engine.limits());
    match &caller.actor.scope {
        Scope::Client(client) => shared.engine.timeout_policy(client, &limits).timeout_config(mode),
        // A caller that cannot ask gets the timeouts of the service.
        _ => shared.engine.policy().timeout_config(mode),
    }
}

fn write(config: &TimeoutConfig) -> String {
    JsonObject::new()
        .number("default_ms", millis(config.default))
        .number("min_ms", millis(config.min))
        .number("max_ms", millis(config.max))
        .text("config_source", config.source.as_str())
        .finish()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
