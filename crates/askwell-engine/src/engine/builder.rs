//! Setting up an engine: sensible defaults, everything replaceable.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Validators;
use askwell_lifecycle::{ClientId, Policy};
use hashbrown::HashMap;
use tokio::sync::Semaphore;

use super::{Engine, Shared};
use crate::check::Checker;
use crate::clock::{Clock, SystemClock};
use crate::driver::{Alarm, Driver};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::presence::Presence;
use crate::rate::RateLimiter;
use crate::resolve::{HostCheck, Resolver};
use crate::store::Store;
use crate::store::memory::MemoryStore;
use crate::waiters::Waiters;

/// An engine in the making.
#[must_use = "nothing runs until it is started"]
pub struct EngineBuilder {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    policy: Policy,
    client_policies: HashMap<ClientId, Policy>,
    limits: Limits,
    validators: Validators,
    hosts: HostCheck,
    retention: Duration,
    grace: Duration,
}

impl Engine {
    /// Begins with the defaults: in memory, this machine's clock, the documented limits.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            store: Arc::new(MemoryStore::new()),
            clock: Arc::new(SystemClock),
            policy: Policy::default(),
            client_policies: HashMap::new(),
            limits: Limits::default(),
            validators: Validators::new(),
            hosts: HostCheck::default(),
            retention: Duration::from_secs(24 * 60 * 60),
            grace: Duration::from_secs(30),
        }
    }
}

impl EngineBuilder {
    /// Where elicitations are kept.
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = Arc::new(store);
        self
    }

    /// The same, for a store that others hold, too.
    pub fn shared_store(mut self, store: Arc<dyn Store>) -> Self {
        self.store = store;
        self
    }

    /// What time it is.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Timeouts, retries, extensions.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The same for one client.
    pub fn client_policy(mut self, client: impl Into<ClientId>, policy: Policy) -> Self {
        self.client_policies.insert(client.into(), policy);
        self
    }

    /// How much may be asked.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The validators that forms may name.
    pub fn validators(mut self, validators: Validators) -> Self {
        self.validators = validators;
        self
    }

    /// How host names in URL answers are resolved.
    pub fn resolver(mut self, resolver: impl Resolver) -> Self {
        self.hosts = self.hosts.resolver(Arc::new(resolver));
        self
    }

    /// Whether every host name in an answer must have an address, even where a form does not say `mustResolve`. If
    /// not set, a name without an address is accepted, and only one that leads where it must not is refused.
    pub fn urls_must_resolve(mut self, must_resolve: bool) -> Self {
        self.hosts = self.hosts.must_resolve(must_resolve);
        self
    }

    /// How long closed elicitations can still be read.
    pub fn retention(mut self, retention: Duration) -> Self {
        self.retention = retention;
        self
    }

    /// How long a client may be away before what it alone could answer is abandoned.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Starts the engine, and its driver on the present tokio runtime. Deadlines that passed while nobody
    /// was running fire first. Whoever wants metrics installs a `metrics` recorder before this.
    #[must_use]
    pub fn start(self) -> Engine {
        let shared = Arc::new(Shared {
            store: self.store,
            presence: Presence::new(self.grace, self.clock.now()),
            clock: self.clock,
            policy: self.policy,
            client_policies: self.client_policies,
            limits: self.limits,
            rates: RateLimiter::default(),
            checker: Checker::new(self.validators, self.hosts, &self.limits),
            inspection: Semaphore::new(1),
            waiters: Waiters::default(),
            meter: Meter::default(),
            alarm: Arc::new(Alarm::default()),
        });
        tokio::spawn(Driver::new(&shared, self.retention).run());
        Engine { shared }
    }
}
