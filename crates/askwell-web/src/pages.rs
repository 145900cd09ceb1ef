//! Hosted forms and the inbox as one router that a service mounts.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use askwell_engine::{Engine, HostedLink, StoreError};
use askwell_form::markdown::LinkHosts;
use askwell_http::budget::ByteBudget;
use askwell_http::host_guard::HostGuard;
#[cfg(feature = "sign-in")]
use askwell_lifecycle::Audience;
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Person};
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use parking_lot::RwLock;
use url::Url;

use crate::brand::{Brand, ServedBrand};
use crate::language::{LanguageSettings, TranslatedForms};
use crate::links::{self, LinkProtection};
use crate::notifications::NotificationCenter;
use crate::page::DraftCache;
use crate::person_limits::{PersonLimits, PersonRates};
use crate::proxy::ProxySettings;
use crate::roles::{Permissions, PersonRole, RoleGroups};
use crate::secret_cache::SecretCache;
#[cfg(feature = "sign-in")]
use crate::sign_in::{self, PeopleDirectory, SignIn, SignInSettings};
use crate::sign_in_attempts::{AttemptLimits, SignInAttempts};
use crate::{administration, assets, browser, inbox, language, offline, overview, page};

/// The settings of the pages.
#[derive(Debug, Clone)]
pub struct PagesSettings {
    /// The URL under which people reach the pages, such as `https://ask.example.com`: scheme, host
    /// and port.
    pub base_url: Url,
    /// How people are identified.
    pub identity: Identity,
    /// Display names of clients. A client without one is shown by its own name.
    pub client_names: HashMap<ClientId, String>,
    /// The hosts to which links in descriptions, messages and displays open. Links to others are text.
    pub link_hosts: LinkHosts,
}

/// How people are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// Everyone on this machine is the local person. A link is bound to the first browser that acts
    /// through it.
    Loopback,
    /// By the name in this header, which a proxy sets after sign-in. The proxy must remove the
    /// header from incoming requests, and the pages must be reachable only through it.
    ProxyHeader(String),
    /// The same, with groups in a second header, and only from the addresses of the proxy.
    Proxy(Box<ProxySettings>),
    /// By a code that the asking program shows together with the link. There is no inbox.
    Code,
    /// By a session: people sign in on the pages. A link that everyone may use asks people without a session for a
    /// code, as with [`Identity::Code`].
    #[cfg(feature = "sign-in")]
    SignIn(Box<SignInSettings>),
}

/// The name of the local person.
pub const LOCAL_PERSON: &str = "local";

/// The hosted forms and the inbox. Clones share the state.
#[derive(Clone)]
pub struct Pages {
    shared: Arc<PagesState>,
}

struct PagesState {
    engine: Engine,
    settings: PagesSettings,
    host_guard: HostGuard,
    secret_cache: SecretCache,
    drafts: DraftCache,
    /// The memory budget when the pages run outside of [`Service`](crate::Service).
    budget: ByteBudget,
    #[cfg(feature = "sign-in")]
    sign_in: Option<Arc<SignIn>>,
    /// What people can set about their notifications, if there are any.
    center: RwLock<Option<Arc<dyn NotificationCenter>>>,
    /// How long decisions in the inbox are held, in milliseconds.
    undo_millis: AtomicU64,
    /// Whether pages of this origin may show these in frames.
    own_frames: AtomicBool,
    brand: RwLock<Arc<ServedBrand>>,
    permissions: RwLock<Arc<Permissions>>,
    sign_in_attempts: RwLock<Arc<SignInAttempts>>,
    person_rates: RwLock<Arc<PersonRates>>,
    languages: RwLock<Arc<LanguageSettings>>,
    translated_forms: TranslatedForms,
}

/// A handle that does not keep the pages alive.
pub(crate) struct WeakPages(Weak<PagesState>);

impl WeakPages {
    pub(crate) fn upgrade(&self) -> Option<Pages> {
        self.0.upgrade().map(|shared| Pages { shared })
    }
}

impl Pages {
    /// Returns the pages of an engine.
    #[must_use]
    pub fn new(engine: Engine, settings: PagesSettings) -> Pages {
        let host_guard = HostGuard::for_url(&settings.base_url);
        let (secret_cache, drafts, budget) =
            (SecretCache::default(), DraftCache::default(), ByteBudget::default());
        #[cfg(feature = "sign-in")]
        let sign_in = match &settings.identity {
            Identity::SignIn(how) => Some(sign_in::of_settings(&engine, how, &settings.base_url)),
            _ => None,
        };
        Pages {
            shared: Arc::new(PagesState {
                engine,
                host_guard,
                settings,
                secret_cache,
                drafts,
                budget,
                #[cfg(feature = "sign-in")]
                sign_in,
                center: RwLock::default(),
                undo_millis: AtomicU64::new(0),
                own_frames: AtomicBool::new(false),
                brand: RwLock::default(),
                permissions: RwLock::default(),
                sign_in_attempts: RwLock::default(),
                person_rates: RwLock::default(),
                languages: RwLock::default(),
                translated_forms: TranslatedForms::default(),
            }),
        }
    }

    /// Holds every decision that is made in the inbox for this long, so that the person can undo it; not at all by
    /// default. Must be called within a tokio runtime, once, before the pages are served. Decisions that a crash has
    /// left behind leave soon after.
    pub fn hold_decisions(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.shared.undo_millis.store(millis, Ordering::Relaxed);
        inbox::spawn_watch(self);
    }

    /// Lets pages of the same origin show these in frames, for tools that preview forms. By default no page may, so that
    /// nobody is tricked into a click.
    pub fn allow_own_frames(&self) {
        self.shared.own_frames.store(true, Ordering::Relaxed);
    }

    pub(crate) fn allows_own_frames(&self) -> bool {
        self.shared.own_frames.load(Ordering::Relaxed)
    }

    /// Sets how the pages present their operator. The usual brand is Askwell's.
    pub fn set_brand(&self, brand: Brand) {
        *self.shared.brand.write() = ServedBrand::new(brand);
    }

    /// Sets the operator's language and their own texts. The usual language is English.
    pub fn set_languages(&self, languages: LanguageSettings) {
        *self.shared.languages.write() = Arc::new(languages);
    }

    pub(crate) fn languages(&self) -> Arc<LanguageSettings> {
        Arc::clone(&self.shared.languages.read())
    }

    /// Returns an elicitation in the language of the request.
    pub(crate) fn shown(&self, entry: Arc<Elicitation>) -> Arc<Elicitation> {
        self.shared.translated_forms.shown(entry)
    }

    /// Sets which groups have which role, and the groups of people by the settings of the service. They count in addition
    /// to those that a provider or a proxy names. By default everyone answers, and the members of
    /// [`OPERATORS`](crate::OPERATORS) and [`ADMINISTRATORS`](crate::ADMINISTRATORS) do more.
    pub fn set_roles(&self, roles: RoleGroups, groups: HashMap<String, Vec<String>>) {
        *self.shared.permissions.write() = Arc::new(Permissions { roles, groups });
    }

    /// Sets how often people may try to sign in or to enter a code, and forgets the attempts so far. The usual limits are
    /// those of [`AttemptLimits::default`].
    pub fn limit_attempts(&self, limits: AttemptLimits) {
        *self.shared.sign_in_attempts.write() = Arc::new(SignInAttempts::new(limits));
    }

    /// Sets how much one person may do in a minute, and forgets what they did so far. The usual limits are those of
    /// [`PersonLimits::default`].
    pub fn limit_people(&self, limits: PersonLimits) {
        *self.shared.person_rates.write() = Arc::new(PersonRates::new(limits));
    }

    pub(crate) fn person_rates(&self) -> Arc<PersonRates> {
        Arc::clone(&self.shared.person_rates.read())
    }

    /// Connects sign-in with the people whom the service knows; without effect where people do not sign in here. Must be
    /// called within a tokio runtime, once, before the pages are served.
    #[cfg(feature = "sign-in")]
    pub fn connect_directory(&self, people: Arc<dyn PeopleDirectory>) {
        if let Some(sign_in) = self.sign_in() {
            sign_in.connect(people);
        }
    }

    pub(crate) fn sign_in_attempts(&self) -> Arc<SignInAttempts> {
        Arc::clone(&self.shared.sign_in_attempts.read())
    }

    /// Returns whether a person has a role by their groups.
    pub(crate) fn may(&self, person: &Person, role: PersonRole) -> bool {
        self.shared.permissions.read().roles.admits(person, role)
    }

    /// Returns the groups of a person by the settings of the service.
    pub(crate) fn groups_of(&self, person: &str) -> Vec<String> {
        self.shared.permissions.read().groups.get(person).cloned().unwrap_or_default()
    }

    pub(crate) fn brand(&self) -> Arc<ServedBrand> {
        Arc::clone(&self.shared.brand.read())
    }

    pub(crate) fn undo_time(&self) -> Duration {
        Duration::from_millis(self.shared.undo_millis.load(Ordering::Relaxed))
    }

    pub(crate) fn downgrade(&self) -> WeakPages {
        WeakPages(Arc::downgrade(&self.shared))
    }

    /// Returns the routes `/f/…`, `/inbox` and `/assets/…`, and those of sign-in where people sign in, each with its
    /// checks and headers.
    pub fn router(&self) -> Router {
        let router = Router::new()
            .route("/assets/{name}", get(assets::serve))
            .merge(page::routes())
            .merge(inbox::routes())
            .merge(offline::routes())
            .merge(language::routes())
            .merge(overview::routes())
            .merge(administration::routes());
        #[cfg(feature = "sign-in")]
        let router = if self.sign_in().is_some() { router.merge(sign_in::routes()) } else { router };
        router.layer(from_fn_with_state(self.clone(), browser::guard)).with_state(self.clone())
    }

    /// Returns the path of the style sheet of the pages, for further pages of the same server.
    #[must_use]
    pub fn style_sheet_path(&self) -> &'static str {
        &assets::names().style
    }

    /// Returns the path of the icon of the pages.
    #[must_use]
    pub fn icon_path(&self) -> &'static str {
        &assets::names().icon
    }

    /// Creates a link to the page of an elicitation. Each call creates another one; earlier links
    /// keep working.
    ///
    /// # Errors
    /// Fails if the store fails or there is no such elicitation.
    pub async fn link(&self, id: ElicitationId) -> Result<HostedLink, StoreError> {
        let made = links::make(&self.shared.engine, id, self.protection(id).await?).await?;
        Ok(self.link_of(made))
    }

    /// Returns the link to the page of an elicitation that is the same for every call, also after a
    /// restart.
    ///
    /// # Errors
    /// Fails if the store fails or there is no such elicitation.
    pub async fn stable_link(&self, id: ElicitationId) -> Result<HostedLink, StoreError> {
        let made = links::make_stable(&self.shared.engine, id, self.protection(id).await?).await?;
        Ok(self.link_of(made))
    }

    async fn protection(&self, id: ElicitationId) -> Result<LinkProtection, StoreError> {
        #[cfg(not(feature = "sign-in"))]
        let _ = id;
        match self.shared.settings.identity {
            Identity::Code => Ok(LinkProtection::Code),
            Identity::Loopback | Identity::ProxyHeader(_) | Identity::Proxy(_) => Ok(LinkProtection::None),
            #[cfg(feature = "sign-in")]
            Identity::SignIn(_) => {
                // Everyone else signs in.
                let found = self.shared.engine.store().get(id).await?;
                let is_for_holders = found.is_some_and(|found| found.audience == Audience::LinkHolder);
                Ok(if is_for_holders { LinkProtection::Code } else { LinkProtection::None })
            }
        }
    }

    /// Returns how people sign in; `None` if they are identified in another way.
    #[cfg(feature = "sign-in")]
    pub(crate) fn sign_in(&self) -> Option<&SignIn> {
        self.shared.sign_in.as_deref()
    }

    fn link_of(&self, made: links::NewLink) -> HostedLink {
        let mut url = self.shared.settings.base_url.clone();
        url.set_path(&format!("/f/{}", made.token));
        HostedLink { url: url.into(), code: made.code }
    }

    /// Lets the pages link to the page about notifications.
    pub(crate) fn offer_notifications(&self, center: Arc<dyn NotificationCenter>) {
        *self.shared.center.write() = Some(center);
    }

    /// Returns what people can set about their notifications; `None` if there are none.
    pub(crate) fn notification_center(&self) -> Option<Arc<dyn NotificationCenter>> {
        self.shared.center.read().clone()
    }

    pub(crate) fn has_notifications(&self) -> bool {
        self.shared.center.read().is_some()
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.shared.engine
    }

    pub(crate) fn identity(&self) -> &Identity {
        &self.shared.settings.identity
    }

    pub(crate) fn secret_cache(&self) -> &SecretCache {
        &self.shared.secret_cache
    }

    pub(crate) fn drafts(&self) -> &DraftCache {
        &self.shared.drafts
    }

    /// Returns the memory budget when the pages run outside of [`Service`](crate::Service).
    pub(crate) fn budget(&self) -> &ByteBudget {
        &self.shared.budget
    }

    /// Returns the guard of the hosts that the pages are served at.
    pub(crate) fn host_guard(&self) -> &HostGuard {
        &self.shared.host_guard
    }

    /// Returns the hosts to which links open.
    pub(crate) fn link_hosts(&self) -> &LinkHosts {
        &self.shared.settings.link_hosts
    }

    pub(crate) fn is_https(&self) -> bool {
        self.shared.settings.base_url.scheme() == "https"
    }

    /// Returns the display name of a client. One that nothing names is a program.
    pub(crate) fn client_name(&self, client: &ClientId) -> String {
        match self.shared.settings.client_names.get(client) {
            Some(name) => name.clone(),
            None if client.as_str() == ClientId::UNNAMED => askwell_locale::say("pages-unnamed-client"),
            None => client.display_name().to_owned(),
        }
    }

    /// Returns the cookie name. Over HTTPS its prefix makes browsers accept it from this host only.
    pub(crate) fn cookie_name(&self) -> &'static str {
        if self.is_https() { "__Host-askwell" } else { "askwell" }
    }

    /// Returns the path of a cookie. Cookies ignore ports, so over plain HTTP other programs on
    /// this machine would receive a cookie with a wider path.
    pub(crate) fn cookie_path<'p>(&self, page: &'p str) -> &'p str {
        if self.is_https() { "/" } else { page }
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
