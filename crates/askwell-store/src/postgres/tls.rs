//! TLS of database connections. Certificates are always checked.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::options::PgOpenError;

/// Creates the connector, with the certificates of a PEM file or of the system.
pub(super) fn connector(
    root_certificates: Option<&Path>,
    is_needed: bool,
) -> Result<MakeRustlsConnect, PgOpenError> {
    let failed = |detail: String| PgOpenError::Tls { detail };
    let mut roots = RootCertStore::empty();
    match root_certificates {
        Some(file) => {
            let unreadable = |error: rustls::pki_types::pem::Error| PgOpenError::File {
                file: file.to_owned(),
                source: std::io::Error::other(error),
            };
            for certificate in CertificateDer::pem_file_iter(file).map_err(unreadable)? {
                roots.add(certificate.map_err(unreadable)?).map_err(|error| failed(error.to_string()))?;
            }
            if roots.is_empty() {
                return Err(failed(format!("{} has no certificate", file.display())));
            }
        }
        // Reading the system's certificates takes a while.
        None if is_needed => {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
        }
        None => {}
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
