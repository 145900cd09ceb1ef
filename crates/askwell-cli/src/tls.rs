//! The cryptography of encrypted connections: chosen once, for the whole program.

/// Makes `ring` what TLS works with. Again does nothing.
pub(crate) fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
