//! Logs warnings about dangerous settings at start.

use std::path::Path;

use super::config::Config;

/// Logs a warning for each dangerous setting.
pub(super) fn warn_about(config: &Config) {
    for file in config.secret_files.iter().filter(|file| is_readable_by_others(file)) {
        let file = file.display();
        tracing::warn!(
            "{file} holds a secret, and other users of this machine can read it: chmod 600 {file}"
        );
    }
    if let Some(url) = config.http.public_url.as_deref().filter(|url| is_unencrypted(url)) {
        tracing::warn!(
            "public_url is {url}: keys, links and answers travel unencrypted; set tls.certificate_file and tls.key_file, or put \
             a proxy with TLS before the service, and use https://"
        );
    }
}

/// Returns whether a URL leads to another machine without TLS.
fn is_unencrypted(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://") else { return false };
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    !(host == "localhost" || host.starts_with("127.") || rest.starts_with("[::1]"))
}

#[cfg(unix)]
fn is_readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|found| found.permissions().mode() & 0o044 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_others(_file: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::is_unencrypted;

    #[test]
    fn only_other_machines_need_tls() {
        for (url, expected) in [
            ("http://ask.example.com", true),
            ("http://10.0.0.7:8787", true),
            ("http://localhost.example.com", true),
            ("https://ask.example.com", false),
            ("http://localhost:8787", false),
            ("http://127.0.0.1", false),
            ("http://[::1]:8787", false),
        ] {
            assert_eq!(is_unencrypted(url), expected, "{url}");
        }
    }
}
