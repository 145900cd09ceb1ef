//! Announces a started service to programs of the same user: writes the service descriptor, with a
//! key for this run.

use std::net::SocketAddr;
use std::time::SystemTime;

use askwell_client::descriptor::{Publication, ServiceDescriptor};
use askwell_client::discovery::{self, FindError};
use askwell_web::Keys;
use askwell_web::keys::PlainKey;

use super::config::Config;
use super::pages::{base_url, reachable};

/// The variable that names the service to use. With `none`, a service is not announced, either.
const SERVICE: &str = "ASKWELL_SERVICE";

/// A run of the service that has not been announced yet.
pub(super) struct Announcement {
    key: PlainKey,
    instance: String,
}

/// The result of announcing a service. The descriptor is removed when it is dropped.
pub(super) struct Announced {
    _publication: Option<Publication>,
    /// What the operator should know.
    pub(super) note: Option<String>,
}

impl Announcement {
    /// Returns a run with a new key, which the service accepts from now on.
    pub(super) fn new(keys: &Keys) -> Announcement {
        let key = PlainKey::new();
        keys.accept_local_key(&key);
        // The hash reveals nothing of the key, and no two runs have the same.
        let hash = PlainKey::hash_of(key.reveal());
        let instance = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Announcement { key, instance }
    }

    /// Returns the id of this run.
    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// Returns the key of this run.
    pub(super) fn key(&self) -> &str {
        self.key.reveal()
    }

    /// Writes the descriptor, unless another service of this user runs. A service that cannot be
    /// announced is no error: it can be used by its address.
    pub(super) async fn publish(&self, address: SocketAddr, config: &Config) -> Announced {
        let silent = Announced { _publication: None, note: None };
        if std::env::var_os(SERVICE).is_some_and(|value| value == "none") {
            return silent;
        }
        let Some(path) = ServiceDescriptor::path() else { return silent };
        match discovery::find_service_at(&path).await {
            Ok(other) => {
                let other = other.url.as_str().trim_end_matches('/').to_owned();
                let note = format!(
                    "Programs on this machine find another service of yours, {other}; to use this one, name its address."
                );
                return Announced { note: Some(note), ..silent };
            }
            Err(FindError::NotRunning | FindError::Ended { .. }) => {}
            Err(error) => tracing::debug!(%error, "the old service descriptor is replaced"),
        }
        // A certificate names the public host, and not the address.
        let own = match config.scheme() {
            "https" => base_url(config, address),
            scheme => format!("{scheme}://{}", reachable(address)),
        };
        let Ok(url) = own.parse() else { return silent };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let data = config.data_folder().map(|data| std::path::absolute(&data).unwrap_or(data));
        let descriptor = ServiceDescriptor {
            url,
            data,
            pid: std::process::id(),
            instance: self.instance.clone(),
            key: self.key.reveal().to_owned(),
            started_at: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        };
        match descriptor.publish(&path) {
            Ok(published) => Announced { _publication: Some(published), note: None },
            Err(error) => {
                tracing::debug!(%error, "programs cannot find this service by themselves");
                silent
            }
        }
    }
}
