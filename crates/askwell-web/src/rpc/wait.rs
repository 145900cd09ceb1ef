//! `elicitation/wait`: a long poll. Returns when the elicitation is closed; or, with its open
//! status, after the given time or when the service stops. Calling again loses nothing.

use std::time::Duration;

use metrics::{Gauge, gauge};

use super::RpcState;
use super::error::RpcError;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::wire;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let id = params.id()?;
    let longest = shared.settings.longest_wait;
    let wait_time = match params.count("timeoutMs")?.map(Duration::from_millis) {
        None => shared.settings.default_wait,
        Some(wait_time) if wait_time <= longest => wait_time,
        Some(_) => {
            let message = format!("one call waits at most {} ms; call again to go on", longest.as_millis());
            return Err(RpcError::parameter(&pointer("timeoutMs"), message));
        }
    };
    let found = shared.engine.status(&caller.actor, id).await?;
    if found.outcome().is_some() || wait_time.is_zero() {
        return Ok(wire::outcome(&found, caller.secrets_of(&shared.engine, &found).await?));
    }
    let _counted = OpenWaitGuard::new();
    // A waiting client counts as present.
    let _lease = caller.asking_client().map(|client| shared.engine.lease_presence(client.clone()));
    tokio::select! {
        decided = shared.engine.wait(&caller.actor, id) => drop(decided?),
        () = tokio::time::sleep(wait_time) => {}
        () = shared.stop.triggered() => {}
    }
    let found = shared.engine.status(&caller.actor, id).await?;
    Ok(wire::outcome(&found, caller.secrets_of(&shared.engine, &found).await?))
}

/// Counts an open wait in the metrics until it is dropped.
struct OpenWaitGuard(Gauge);

impl OpenWaitGuard {
    fn new() -> OpenWaitGuard {
        let waiting = gauge!("askwell_waits_open");
        waiting.increment(1);
        OpenWaitGuard(waiting)
    }
}

impl Drop for OpenWaitGuard {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}
