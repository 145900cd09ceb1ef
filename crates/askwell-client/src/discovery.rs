//! Finds the service of this user on this machine.

use std::path::Path;
use std::time::Duration;

use askwell_http::client;
use reqwest::header::HeaderValue;

use crate::descriptor::{DescriptorError, ServiceDescriptor};

/// The header of `GET /healthz` that identifies a run of a service.
const INSTANCE_HEADER: &str = "askwell-instance";

/// Time limit of the health check.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

/// Why no service was found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// No service has published a descriptor.
    #[error("no service of yours runs on this machine; start one with askwell serve")]
    NotRunning,
    /// There is a descriptor, but its service has ended, or another program has its address.
    #[error("the service at {url} has ended; start it with askwell serve")]
    Ended {
        /// Where it was.
        url: String,
    },
    /// The descriptor cannot be used.
    #[error(transparent)]
    Descriptor(#[from] DescriptorError),
}

/// Returns the running service of this user: reads the descriptor and checks that its service is
/// the one that answers. Takes at most two seconds.
///
/// # Errors
/// Fails if there is no descriptor, if it cannot be used, or if its service has ended.
pub async fn find_service() -> Result<ServiceDescriptor, FindError> {
    let path = ServiceDescriptor::path().ok_or(DescriptorError::NoFolder)?;
    find_service_at(&path).await
}

/// Returns the running service that a descriptor file names, like [`find_service`].
///
/// # Errors
/// As [`find_service`].
pub async fn find_service_at(path: &Path) -> Result<ServiceDescriptor, FindError> {
    let found = ServiceDescriptor::read(path)?.ok_or(FindError::NotRunning)?;
    if found.process_runs() && answers(&found).await {
        return Ok(found);
    }
    Err(FindError::Ended { url: found.url.as_str().trim_end_matches('/').to_owned() })
}

/// Returns whether the service at the address is the one of the descriptor. The key is not sent:
/// after a crash, another program may have the address.
async fn answers(service: &ServiceDescriptor) -> bool {
    let Ok(client) = client::build(&service.url, |client| client.timeout(HEALTH_TIMEOUT)) else {
        return false;
    };
    let Ok(url) = service.url.join("/healthz") else { return false };
    let Ok(response) = client.get(url).send().await else { return false };
    let instance = response.headers().get(INSTANCE_HEADER).map(HeaderValue::as_bytes);
    response.status().is_success() && instance == Some(service.instance.as_bytes())
}
