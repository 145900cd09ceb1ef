//! The builder of an engine.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_form::Validators;
use askwell_lifecycle::{ClientId, Policy};
use hashbrown::HashMap;
use tokio::sync::Semaphore;

use super::{Engine, Shared};
use crate::callback::OutsideServices;
use crate::check::Checker;
use crate::clock::Clock;
use crate::driver::{Driver, DriverWaker};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::presence::Presence;
use crate::rate::RateLimiter;
use crate::resolve::{HostCheck, Resolver};
use crate::store::Store;
use crate::store::memory::MemoryStore;
use crate::tail::{self, Tail};
use crate::waiters::Waiters;

/// Configures and starts an engine.
#[must_use = "nothing runs until it is started"]
pub struct EngineBuilder {
    store: Arc<dyn Store>,
    /// The store's clock, if none is set.
    clock: Option<Arc<dyn Clock>>,
    policy: Policy,
    client_policies: HashMap<ClientId, Policy>,
    limits: Limits,
    validators: Validators,
    services: OutsideServices,
    hosts: HostCheck,
    retention: Duration,
    grace: Duration,
}

impl Engine {
    /// Returns a builder with the defaults: a store in memory, the store's clock, the documented limits.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            store: Arc::new(MemoryStore::new()),
            clock: None,
            policy: Policy::default(),
            client_policies: HashMap::new(),
            limits: Limits::default(),
            validators: Validators::new(),
            services: OutsideServices::default(),
            hosts: HostCheck::default(),
            retention: Duration::from_secs(24 * 60 * 60),
            grace: Duration::from_secs(30),
        }
    }
}

impl fmt::Debug for EngineBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineBuilder { policy, limits, retention, grace, .. } = self;
        f.debug_struct("EngineBuilder")
            .field("policy", policy)
            .field("limits", limits)
            .field("retention", retention)
            .field("grace", grace)
            .finish_non_exhaustive()
    }
}

impl EngineBuilder {
    /// Sets the store.
    pub fn store(mut self, store: impl Store) -> Self {
        self.store = Arc::new(store);
        self
    }

    /// Sets a store that is shared with other code.
    pub fn shared_store(mut self, store: Arc<dyn Store>) -> Self {
        self.store = store;
        self
    }

    /// Sets the clock, for tests. By default the engine uses [`NodeStore::clock`](crate::store::NodeStore::clock)
    /// of its store, on which nodes that share a store agree.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Sets the policy for timeouts, retries and extensions.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the policy of one client.
    pub fn client_policy(mut self, client: impl Into<ClientId>, policy: Policy) -> Self {
        self.client_policies.insert(client.into(), policy);
        self
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the validators that forms may name.
    pub fn validators(mut self, validators: Validators) -> Self {
        self.validators = validators;
        self
    }

    /// Sets what is asked outside of this process: validators, and services that have options.
    pub fn outside_services(mut self, services: OutsideServices) -> Self {
        self.services = services;
        self
    }

    /// Sets the resolver for the host names of URLs.
    pub fn resolver(mut self, resolver: impl Resolver) -> Self {
        self.hosts = self.hosts.resolver(Arc::new(resolver));
        self
    }

    /// Sets whether every host name in an answer must have an address, even where a form does not say
    /// `mustResolve`. By default a name without an address is accepted.
    pub fn urls_must_resolve(mut self, must_resolve: bool) -> Self {
        self.hosts = self.hosts.must_resolve(must_resolve);
        self
    }

    /// Sets how long closed elicitations can be read before they are purged.
    pub fn retention(mut self, retention: Duration) -> Self {
        self.retention = retention;
        self
    }

    /// Sets how long a client may be disconnected before the elicitations that depend on it are abandoned.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Starts the engine, with its driver on the current Tokio runtime. Deadlines that passed while no engine
    /// ran fire first. For metrics, install a `metrics` recorder before this call.
    ///
    /// # Panics
    /// Outside of a Tokio runtime.
    #[must_use]
    pub fn start(self) -> Engine {
        let clock = self.clock.unwrap_or_else(|| self.store.clock());
        let is_shared = self.store.is_shared();
        let follower = self.store.follow();
        let shared = Arc::new(Shared {
            is_shared,
            tail: Tail::new(*self.store.subscribe().borrow()),
            store: self.store,
            presence: Presence::new(self.grace, clock.now()),
            clock,
            policy: self.policy,
            client_policies: self.client_policies,
            limits: self.limits,
            rates: RateLimiter::default(),
            checker: Checker::with_services(self.validators, self.services, self.hosts, &self.limits),
            inspection: Semaphore::new(1),
            waiters: Waiters::default(),
            meter: Meter::new(is_shared),
            driver_waker: Arc::new(DriverWaker::default()),
        });
        tokio::spawn(Driver::new(&shared, self.retention).run());
        if let Some(follower) = follower {
            tokio::spawn(tail::run(Arc::downgrade(&shared), follower));
        }
        Engine { shared }
    }
}
