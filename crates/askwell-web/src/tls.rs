//! TLS of the service itself, from certificate files, for installations without a proxy.
//!
//! The certificate can be replaced while the service runs: connections that begin afterwards get the new one. Files that
//! cannot be used change nothing.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::RwLock;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{InconsistentKeys, ServerConfig};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The most certificates of a chain.
const LONGEST_CHAIN: usize = 16;

/// A certificate with its key, from two files. Clones share the state.
#[derive(Clone)]
pub struct ServerCertificate {
    files: Arc<(PathBuf, PathBuf)>,
    current: Arc<CurrentCertificate>,
    acceptor: TlsAcceptor,
}

#[derive(Debug)]
struct CurrentCertificate(RwLock<Arc<CertifiedKey>>);

/// Why a certificate cannot be used. The messages never contain the key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// A file cannot be read.
    #[error("{} cannot be read: {source}; the service needs the right to read it", .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{} holds no {wanted} in PEM (it begins with -----BEGIN {label}-----)", .file.display())]
    Pem {
        /// The file.
        file: PathBuf,
        /// What is missing.
        wanted: &'static str,
        /// How it begins in PEM.
        label: &'static str,
    },
    /// The chain is too long to be one.
    #[error("{} holds more than {LONGEST_CHAIN} certificates; it should hold that of the service and its intermediates", .file.display())]
    Chain {
        /// The file.
        file: PathBuf,
    },
    /// The key is of another certificate.
    #[error("the key in {} does not belong to the first certificate in {}; the file must begin with that of the service", .key.display(), .certificate.display())]
    Mismatch {
        /// The file with the certificates.
        certificate: PathBuf,
        /// The file with the key.
        key: PathBuf,
    },
    /// The certificate or key is of a kind that TLS cannot use.
    #[error("the certificate in {} or its key cannot be used: {source}", .file.display())]
    Unusable {
        /// The file with the certificates.
        file: PathBuf,
        /// The cause.
        source: rustls::Error,
    },
}

impl ServerCertificate {
    /// Reads a certificate chain and its key, both in PEM.
    ///
    /// # Errors
    /// When a file cannot be read, is no PEM, or the two do not belong together.
    pub fn load(certificate: &Path, key: &Path) -> Result<ServerCertificate, CertificateError> {
        let provider = Arc::new(ring::default_provider());
        let current = Arc::new(CurrentCertificate(RwLock::new(read(certificate, key, &provider)?)));
        let unusable = |source| CertificateError::Unusable { file: certificate.to_owned(), source };
        let resolver: Arc<dyn ResolvesServerCert> = Arc::clone(&current) as _;
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let files = Arc::new((certificate.to_owned(), key.to_owned()));
        Ok(ServerCertificate { files, current, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// Reads the files again. New connections get what they hold now.
    ///
    /// # Errors
    /// As [`ServerCertificate::load`]; the certificate stays as it was.
    pub fn reload(&self) -> Result<(), CertificateError> {
        let fresh = read(&self.files.0, &self.files.1, &Arc::new(ring::default_provider()))?;
        *self.current.0.write() = fresh;
        Ok(())
    }

    /// Returns the files with the certificate and its key.
    #[must_use]
    pub fn files(&self) -> (&Path, &Path) {
        (&self.files.0, &self.files.1)
    }

    /// Waits until a client has agreed on an encrypted connection.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.acceptor.accept(stream).await
    }
}

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read()))
    }
}

impl fmt::Debug for ServerCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerCertificate").field("files", &self.files).finish_non_exhaustive()
    }
}

fn read(
    certificate: &Path,
    key: &Path,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<CertifiedKey>, CertificateError> {
    let bytes = |file: &Path| {
        std::fs::read(file).map_err(|source| CertificateError::Read { file: file.to_owned(), source })
    };
    let no_certificate = || CertificateError::Pem {
        file: certificate.to_owned(),
        wanted: "certificate",
        label: "CERTIFICATE",
    };
    let chain_bytes = bytes(certificate)?;
    let chain: Result<Vec<CertificateDer<'static>>, pem::Error> =
        CertificateDer::pem_slice_iter(&chain_bytes).take(LONGEST_CHAIN + 1).collect();
    let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(no_certificate)?;
    if chain.len() > LONGEST_CHAIN {
        return Err(CertificateError::Chain { file: certificate.to_owned() });
    }
    let key_bytes = zeroize::Zeroizing::new(bytes(key)?);
    let private = PrivateKeyDer::from_pem_slice(&key_bytes).map_err(|_| CertificateError::Pem {
        file: key.to_owned(),
        wanted: "private key without a password",
        label: "PRIVATE KEY",
    })?;
    let certified = CertifiedKey::from_der(chain, private, provider);
    certified.map(Arc::new).map_err(|source| match source {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            CertificateError::Mismatch { certificate: certificate.to_owned(), key: key.to_owned() }
        }
        source => CertificateError::Unusable { file: certificate.to_owned(), source },
    })
}
