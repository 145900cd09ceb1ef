//! `elicitation/wait`: a long poll. Answers as soon as it is decided, or that it is still open when the time for
//! waiting is over or the service stops. Waiting again loses nothing.

use std::time::Duration;

use metrics::{Gauge, gauge};

use super::Shared;
use super::fault::Fault;
use super::params::{Params, pointer};
use crate::caller::Caller;
use crate::shape;

pub(super) async fn call(shared: &Shared, caller: &Caller, params: Params<'_>) -> Result<String, Fault> {
    let id = params.id()?;
    let longest = shared.settings.longest_wait;
    let patience = match params.count("timeoutMs")?.map(Duration::from_millis) {
        None => shared.settings.default_wait,
        Some(patience) if patience <= longest => patience,
        Some(_) => {
            let message = format!("one call waits at most {} ms; call again to go on", longest.as_millis());
            return Err(Fault::parameter(&pointer("timeoutMs"), message));
        }
    };
    let found = shared.engine.status(&caller.actor, id).await?;
    if found.outcome().is_some() || patience.is_zero() {
        return Ok(shape::outcome(&found, caller.secrets_of(&shared.engine, &found).await?));
    }
    let _counted = Counted::new();
    // Who waits is there, and so is what depends on that.
    let _lease = caller.asking_client().map(|client| shared.engine.attend(client.clone()));
    tokio::select! {
        decided = shared.engine.wait(&caller.actor, id) => drop(decided?),
        () = tokio::time::sleep(patience) => {}
        () = shared.stop.given() => {}
    }
    let found = shared.engine.status(&caller.actor, id).await?;
    Ok(shape::outcome(&found, caller.secrets_of(&shared.engine, &found).await?))
}

/// Somebody who waits, for the metrics.
struct Counted(Gauge);

impl Counted {
    fn new() -> Counted {
        let waiting = gauge!("askwell_waits_open");
        waiting.increment(1);
        Counted(waiting)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}
