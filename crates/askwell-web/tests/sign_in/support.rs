//! A fixture: pages where people sign in, on a port of their own.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use askwell_engine::{Ask, Engine, EngineBuilder, Limits};
use askwell_form::Form;
use askwell_form::markdown::LinkHosts;
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_testkit::clock::ManualClock;
use askwell_web::{Identity, Keys, OidcSettings, Pages, PagesSettings, SignInSettings, sessions_api};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

use crate::browser::{Browser, Page};
use crate::real_provider::{CLIENT, RealProvider, SECRET, path_of};

/// A service where people sign in.
pub(crate) struct World {
    pub(crate) engine: Engine,
    pub(crate) pages: Pages,
    pub(crate) clock: ManualClock,
    pub(crate) port: u16,
    pub(crate) client: Actor,
}

/// A listener whose port is known before the service is.
pub(crate) struct FreePort(TcpListener);

impl FreePort {
    pub(crate) async fn take() -> FreePort {
        FreePort(TcpListener::bind(("127.0.0.1", 0)).await.unwrap())
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }
}

/// The usual people of a provider.
pub(crate) fn people() -> Value {
    json!({
        "ada": {"email": "ada@example.com", "email_verified": true, "groups": ["on-call", "administrators"]},
        "bob": {"email": "bob@example.com", "email_verified": true, "groups": []},
        "eve": {"email": "ada@example.com", "email_verified": false, "groups": ["on-call"]},
    })
}

/// Returns the settings of a provider on this machine.
pub(crate) fn provider(id: &str, issuer: &str) -> OidcSettings {
    let mut settings = OidcSettings::new("Company SSO", issuer, CLIENT);
    settings.id = id.to_owned();
    settings.client_secret = Some(SECRET.to_owned().into());
    settings.scopes = ["email", "groups"].map(str::to_owned).to_vec();
    settings.allow_private = true;
    settings
}

impl World {
    pub(crate) fn new(at: FreePort, oidc: Vec<OidcSettings>) -> World {
        World::with(at, SignInSettings { oidc, ..SignInSettings::default() }, |builder| builder)
    }

    pub(crate) fn with(
        at: FreePort,
        settings: SignInSettings,
        change: impl FnOnce(EngineBuilder) -> EngineBuilder,
    ) -> World {
        World::start(at, settings, &Keys::none(), change)
    }

    /// A service with API keys.
    pub(crate) fn with_keys(at: FreePort, settings: SignInSettings, keys: &Keys) -> World {
        World::start(at, settings, keys, |builder| builder)
    }

    fn start(
        at: FreePort,
        settings: SignInSettings,
        keys: &Keys,
        change: impl FnOnce(EngineBuilder) -> EngineBuilder,
    ) -> World {
        let clock = ManualClock::new();
        let engine = change(Engine::builder().clock(clock.clone()).limits(Limits::none())).start();
        let (base_url, port) = (at.url().parse().unwrap(), at.0.local_addr().unwrap().port());
        let api = sessions_api(&engine, &settings, keys, at.url().parse().unwrap());
        let identity = Identity::SignIn(Box::new(settings));
        let pages = Pages::new(
            engine.clone(),
            PagesSettings {
                base_url,
                identity,
                client_names: HashMap::new(),
                link_hosts: LinkHosts::default(),
            },
        );
        let router = pages.router().merge(api).into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(at.0, router).await });
        World { engine, pages, clock, port, client: Actor::client("bot", Surface::Library) }
    }

    /// A service and a real provider for it.
    pub(crate) async fn with_real_provider(change: impl FnOnce(&mut OidcSettings)) -> (World, RealProvider) {
        let at = FreePort::take().await;
        let provider = RealProvider::start(&at.url(), &people());
        let mut settings = self::provider("sso", &provider.issuer);
        change(&mut settings);
        (World::new(at, vec![settings]), provider)
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::at(self.port)
    }

    /// Asks a question and returns it with the path of its link.
    pub(crate) async fn ask(
        &self,
        change: impl FnOnce(Ask) -> Ask,
    ) -> (ElicitationId, String, Option<String>) {
        let form = json!({"id": "deploy", "title": "Deploy the release?", "fields": [
            {"id": "go", "type": "text", "label": "Your word", "required": true}]});
        let form = Form::parse(&form.to_string()).unwrap_or_else(|defects| panic!("{defects}"));
        let id = self.engine.create(&self.client, change(Ask::form(form))).await.unwrap().id;
        let link = self.pages.link(id).await.unwrap();
        (id, path_of(&link.url.parse().unwrap()), link.code)
    }

    /// Returns who answered.
    pub(crate) async fn answered_by(&self, id: ElicitationId) -> Option<Arc<str>> {
        let history = self.engine.history(&self.client, id).await.unwrap();
        history.last().and_then(|change| change.person.clone())
    }
}

/// Begins a sign-in on the page of the service, and returns the address at the provider.
pub(crate) async fn begin(browser: &mut Browser, provider: &str, return_path: &str) -> Url {
    let page = press(browser, provider, return_path).await;
    assert_eq!(page.status, 200, "{page:?}");
    departure(&page)
}

/// Presses the button of a provider on the sign-in page.
pub(crate) async fn press(browser: &mut Browser, provider: &str, return_path: &str) -> Page {
    let query: String =
        url::form_urlencoded::Serializer::new(String::new()).append_pair("return", return_path).finish();
    let page = browser.get(&format!("/sign-in?{query}")).await;
    let (token, back) = (page.token(), page.value("return"));
    browser.post(&format!("/sign-in/{provider}"), &[(":token", &token), ("return", &back)]).await
}

/// Returns where a page sends the browser.
pub(crate) fn departure(page: &Page) -> Url {
    let refresh = page.header("refresh").unwrap_or_else(|| panic!("the page stays: {page:?}"));
    refresh.strip_prefix("0; url=").unwrap().parse().unwrap()
}

/// Signs a browser in with the real provider.
pub(crate) async fn sign_in(
    browser: &mut Browser,
    provider: &RealProvider,
    login: &str,
    return_path: &str,
) -> Page {
    let url = begin(browser, "sso", return_path).await;
    let back = provider.sign_in(&mut provider.browser(), &url, login).await;
    browser.get(&path_of(&back)).await
}
