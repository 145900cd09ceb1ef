//! Callbacks: asks HTTP services of the operator while an answer is checked.
//!
//! Each call passes the URL guard, connects to the addresses that the guard has checked, follows no redirects, is
//! signed as Standard Webhooks defines it, and has a deadline that includes everything. Responses are read up to a
//! limit. A call that fails has no result: nothing is accepted in its place.
//!
//! Logs and metrics name the callback and how its calls end, never an answer or a URL.

mod option_source;
mod target;
mod validator;

use std::fmt;
use std::sync::Arc;

use askwell_engine::{Clock, Resolver, SystemClock, SystemResolver};
use tokio::sync::Semaphore;

pub use option_source::{HttpOptionSource, OptionSourceSettings};
pub use target::{CallbackProblem, CallbackSettings};
pub use validator::{HttpValidator, ValidatorSettings};

/// The most calls at a time, to all callbacks together.
const MOST_CALLS: usize = 64;

/// What all callbacks share. Cheap to clone: clones share the limit of concurrent calls.
#[derive(Clone)]
pub struct CallbackContext {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Resolves the hosts of callbacks.
    pub resolver: Arc<dyn Resolver>,
    permits: Arc<Semaphore>,
}

impl CallbackContext {
    /// Creates a context with this clock and this resolver.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, resolver: Arc<dyn Resolver>) -> CallbackContext {
        CallbackContext { clock, resolver, permits: Arc::new(Semaphore::new(MOST_CALLS)) }
    }
}

impl Default for CallbackContext {
    fn default() -> Self {
        CallbackContext::new(Arc::new(SystemClock), Arc::new(SystemResolver))
    }
}

impl fmt::Debug for CallbackContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallbackContext").finish_non_exhaustive()
    }
}
