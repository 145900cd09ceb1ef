//! Puts a service together on a listener, runs it and closes what belongs to it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_engine::store::Store;
use askwell_gateway::Gateway;
use askwell_lifecycle::ClientId;
use askwell_web::notifications::{NotificationCenter, notification_routes};
use askwell_web::{
    HttpSettings, Identity, JoinTrace, Keys, RenderMetrics, Service, ServiceParts, StartError, StopSignal,
    Webhooks,
};
use axum::Router;
use tokio::net::TcpListener;

use super::announcement::Announcement;
use super::cluster::{Membership, Peers, new_node_id};
use super::config::Config;
use super::notifications::{self, RunningNotifications, ServiceNotifications, ServicePeople};
use super::parts::AssembledService;
use super::{file_limits, gateway, pages, tls};
use crate::mcp;

/// What a service has beside its settings.
pub(crate) struct ServiceOptions {
    pub(crate) stop: StopSignal,
    pub(crate) metrics: Option<RenderMetrics>,
    pub(crate) trace: Option<JoinTrace>,
    /// Names of clients on the pages.
    pub(crate) client_names: HashMap<ClientId, String>,
}

/// A service that listens. [`ListeningService::run`] serves.
pub(crate) struct ListeningService {
    service: Service,
    pub(super) announcement: Announcement,
    pub(super) keys: Keys,
    webhooks: Webhooks,
    notifications: RunningNotifications,
    store: Option<Arc<dyn Store>>,
    membership: Membership,
    /// The MCP servers of the settings.
    gateway: Option<Gateway>,
    drain: Duration,
    /// Information for the operator.
    pub(super) notice: String,
}

impl ListeningService {
    /// Opens the store and builds the service. `page_layer` can wrap the routes of the pages.
    pub(crate) async fn new(
        config: &Config,
        listener: TcpListener,
        options: ServiceOptions,
        page_layer: impl FnOnce(Router) -> Router,
    ) -> Result<ListeningService> {
        let ServiceOptions { stop, metrics, trace, client_names } = options;
        let address = listener.local_addr().context("the listener has no address")?;
        let assembled = AssembledService::new(config).await?;
        let pages = pages::pages(&assembled.engine, config, address, client_names)?;
        let base_url = pages::base_url(config, address);
        let notifications = notifications::start(&assembled.engine, config, &base_url).await?;
        let center: Arc<dyn NotificationCenter> =
            Arc::new(ServiceNotifications(notifications.notifications.clone(), notifications.push.clone()));
        let people = ServicePeople::new(notifications.notifications.clone(), notifications.mail.clone());
        pages.connect_directory(Arc::new(people));
        let announcement = Announcement::new(&assembled.keys);
        let node = new_node_id()?;
        let peers = Peers::new(&assembled.engine, config, &node)?;
        let mut mcp = mcp::router(
            &assembled,
            Some(&pages),
            config.http.languages.words_in(config.http.languages.language),
            peers.clone(),
        )
        .await?;
        let gateway = gateway::start(&assembled, config, &pages).await?;
        if let Identity::SignIn(settings) = pages::identity(config) {
            let base_url = pages::base_url(config, address).parse().context("the public URL is not one")?;
            let api = askwell_web::sessions_api(&assembled.engine, &settings, &assembled.keys, base_url);
            mcp = mcp.merge(api);
        }
        if let Some(gateway) = &gateway {
            mcp = mcp.merge(mcp::gateway_router(&assembled, gateway, peers));
        }
        let parts = ServiceParts {
            engine: assembled.engine.clone(),
            rpc: assembled.rpc(
                config,
                Some(Arc::new(pages.clone())),
                Some(Arc::clone(&center)),
                stop.clone(),
            ),
            keys: assembled.keys.clone(),
            settings: HttpSettings {
                connections: file_limits::connections(config.http.connections),
                ..config.http.clone()
            },
            metrics,
            trace,
            more_api: mcp,
            pages: page_layer(pages.router().merge(notification_routes(&pages, center))),
            instance: Some(announcement.instance().to_owned()),
            stop,
        };
        let certificate = tls::start(config)?;
        let service = match Service::new(listener, parts) {
            Ok(service) => service,
            Err(error @ StartError::Unprotected { .. }) => {
                let help = "make a key first (askwell keys create NAME), or listen on 127.0.0.1 without a public URL";
                return Err(anyhow::Error::new(error).context(help));
            }
            Err(error) => return Err(error.into()),
        };
        let service = match certificate {
            Some(certificate) => service.with_certificate(certificate),
            None => service,
        };
        let AssembledService { engine, keys, webhooks, store, notice, .. } = assembled;
        let membership = Membership::join(&engine, config, address, node).await?;
        let drain = config.http.drain;
        Ok(ListeningService {
            service,
            announcement,
            keys,
            webhooks,
            notifications,
            store,
            membership,
            gateway,
            drain,
            notice,
        })
    }

    /// Returns the address of the listener.
    pub(crate) fn address(&self) -> SocketAddr {
        self.service.address()
    }

    /// Returns a key that this run accepts.
    pub(crate) fn key(&self) -> &str {
        self.announcement.key()
    }

    /// Serves until the stop signal, then closes everything in good order.
    pub(crate) async fn run(self) -> Result<()> {
        self.service.run().await;
        self.keys.record_usage().await;
        if let Some(gateway) = self.gateway
            && tokio::time::timeout(self.drain, gateway.shut_down()).await.is_err()
        {
            tracing::warn!("a server behind the gateway did not end in time");
        }
        // Deliveries that have not succeeded by then are repeated by the next run.
        if tokio::time::timeout(self.drain, self.webhooks.stop()).await.is_err() {
            tracing::warn!("some webhooks were still on their way; they will be sent again");
        }
        if tokio::time::timeout(self.drain, self.notifications.notifications.stop()).await.is_err() {
            tracing::warn!("some notifications were still on their way; they will be sent again");
        }
        self.membership.leave().await;
        if let Some(store) = self.store {
            store.close().await.context("the store could not be closed in good order; nothing is lost")?;
        }
        Ok(())
    }
}
