//! How to reach a database, and why it cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::StoreError;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::migrations::{self, DatabaseFormat};
use super::pooling::{PoolMode, StatementTypes};
use super::store::PgStore;
use super::test_hook::TestHook;
use super::{connection, tls};
use crate::vault::{Encrypt, Keyring};

/// How long connecting to one host may take.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Options for a store in PostgreSQL.
///
/// The URL is as `psql` takes it: `postgres://user:password@host:5432/name`, with several hosts between commas.
/// Parameters: `sslmode` (`disable`, `prefer`, `require`; `verify-ca` and `verify-full` mean the same as
/// `require`, as certificates are always checked), `sslrootcert` (a PEM file instead of the system's
/// certificates), `target_session_attrs` (`read-write` by default), `connect_timeout`, `keepalives_idle`,
/// `application_name`, `options`, and `pool_mode` (`transaction` if the URL leads to a pool that gives each transaction
/// another server connection; see [`PgOptions::listen_url`]).
#[must_use = "nothing is opened until `open` is called"]
#[derive(Clone)]
pub struct PgOptions {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
    pub(super) schema: Arc<str>,
    pub(super) password_file: Option<PathBuf>,
    pub(super) keyring: Option<Arc<Keyring>>,
    pub(super) encrypt: Encrypt,
    pub(super) hints: bool,
    pub(super) pool_mode: PoolMode,
    pub(super) types: Arc<StatementTypes>,
    /// A way around the pool, for notifications.
    listen: Option<Arc<PgOptions>>,
    test_hook: Option<TestHook>,
}

/// An error of opening a database, which says what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgOpenError {
    /// The URL cannot be read.
    #[error("the URL of the database cannot be read: {detail}; write postgres://user@host:5432/name")]
    Url {
        /// Why.
        detail: String,
    },
    /// A certificate or password file cannot be read.
    #[error("the file {} cannot be used: {source}; check that it exists and that you may read it", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The underlying error.
        source: std::io::Error,
    },
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {detail}")]
    Tls {
        /// Why.
        detail: String,
    },
    /// The database cannot be reached, or refuses the connection.
    #[error(
        "the database cannot be reached: {detail}; check its address, that it runs, and user and password"
    )]
    Unreachable {
        /// Why.
        detail: String,
    },
    /// The database has no tables, or those of an earlier version.
    #[error(
        "the tables of the database have format {found}, and this version needs {known}; run `askwell database \
         migrate`"
    )]
    NotMigrated {
        /// The format of the database; 0 if it has no tables.
        found: i32,
        /// The format that this version needs.
        known: i32,
    },
    /// The tables are those of a later version.
    #[error(
        "the tables of the database were made by a newer Askwell (format {found}; this one knows up to {known}); use \
         that version"
    )]
    TooNew {
        /// The format of the database.
        found: i32,
        /// The newest format that this version supports.
        known: i32,
    },
    /// The keyring is missing, or does not fit.
    #[error(transparent)]
    Keyring(StoreError),
    /// The database refused a statement.
    #[error("the database refused: {}", describe(.0))]
    Database(#[from] tokio_postgres::Error),
}

fn describe(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(server) => format!("{} ({})", server.message(), server.code().code()),
        None => error.to_string(),
    }
}

impl fmt::Debug for PgOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PgOptions { config, schema, password_file, keyring, encrypt, hints, .. } = self;
        f.debug_struct("PgOptions")
            .field("hosts", &config.get_hosts())
            .field("database", &config.get_dbname())
            .field("schema", schema)
            .field("password_file", password_file)
            .field("keyring", keyring)
            .field("encrypt", encrypt)
            .field("hints", hints)
            .finish_non_exhaustive()
    }
}

impl PgOptions {
    /// Creates options from a URL.
    ///
    /// # Errors
    /// When the URL cannot be read, or its certificate file.
    pub fn new(url: &str) -> Result<PgOptions, PgOpenError> {
        let Translated { url, root_certificates, pool_mode } = translate(url)?;
        let detail = |error: tokio_postgres::Error| {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
            PgOpenError::Url { detail: format!("{error}{}", source.unwrap_or_default()) }
        };
        let mut config: Config = url.parse().map_err(detail)?;
        if config.get_hosts().is_empty() {
            return Err(PgOpenError::Url { detail: "it has no host".to_owned() });
        }
        if config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("askwell");
        }
        // A peer that vanished is noticed within seconds, not hours.
        config.keepalives(true).keepalives_idle(Duration::from_secs(5));
        config.keepalives_interval(Duration::from_secs(2)).keepalives_retries(3);
        config.tcp_user_timeout(Duration::from_secs(10));
        let needs_tls = config.get_ssl_mode() != SslMode::Disable && has_network_host(&config);
        let tls = tls::connector(root_certificates.as_deref(), needs_tls)?;
        Ok(PgOptions {
            config,
            tls,
            schema: Arc::from("askwell"),
            password_file: None,
            keyring: None,
            encrypt: Encrypt::default(),
            hints: true,
            pool_mode,
            types: Arc::default(),
            listen: None,
            test_hook: None,
        })
    }

    /// Sets a file that contains the password. It is read for each connection, so that it can be changed.
    pub fn password_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.password_file = Some(file.into());
        self
    }

    /// Sets the keyring, which must be the same on all nodes. Without one, forms with secret fields are refused.
    pub fn keyring(mut self, keyring: Keyring) -> Self {
        self.keyring = Some(Arc::new(keyring));
        self
    }

    /// Sets what new data is encrypted; [`Encrypt::Secrets`] by default. [`Encrypt::Answers`] needs a keyring.
    pub fn encrypt(mut self, encrypt: Encrypt) -> Self {
        self.encrypt = encrypt;
        self
    }

    /// Sets whether the store listens to the database's notifications; it does by default. Without them, or with
    /// a database that has none, it asks ten times a second.
    pub fn hints(mut self, hints: bool) -> Self {
        self.hints = hints;
        self
    }

    /// Sets what the node does differently, for tests.
    #[cfg(feature = "test-hooks")]
    #[doc(hidden)]
    pub fn test_hook(mut self, hook: TestHook) -> Self {
        self.test_hook = Some(hook);
        self
    }

    /// Returns whether a test wants the node to do this differently.
    pub(super) fn has_hook(&self, hook: TestHook) -> bool {
        cfg!(feature = "test-hooks") && self.test_hook == Some(hook)
    }

    /// Sets a URL that leads to the database itself, if the other one leads to a pool with `pool_mode=transaction`.
    /// Notifications need it; without it, the store asks ten times a second. The password file is the same.
    ///
    /// # Errors
    /// When the URL cannot be read, or its certificate file.
    pub fn listen_url(mut self, url: &str) -> Result<Self, PgOpenError> {
        self.listen = Some(Arc::new(PgOptions::new(url)?));
        Ok(self)
    }

    /// Returns the options of the connection that follows the log. Notifications do not pass a pool.
    pub(super) fn to_listen(&self) -> PgOptions {
        let mut options = self.clone();
        if let Some(direct) = &self.listen {
            options.config = direct.config.clone();
            options.tls = direct.tls.clone();
            options.pool_mode = direct.pool_mode;
        }
        options.hints = self.hints && options.pool_mode == PoolMode::Session;
        options
    }

    /// Opens the store: connects, checks the format, and starts its tasks on the current Tokio runtime.
    ///
    /// # Errors
    /// When the database cannot be reached, or its tables are of another version.
    pub async fn open(mut self) -> Result<PgStore, PgOpenError> {
        if self.encrypt == Encrypt::Answers && self.keyring.is_none() {
            let why = "all answers are to be encrypted, and no keyring is configured";
            return Err(PgOpenError::Keyring(StoreError::NoKey(why.into())));
        }
        let encrypt = self.encrypt;
        self.keyring = self.keyring.map(|keyring| Arc::new(Keyring::clone(&keyring).encrypting(encrypt)));
        PgStore::start(self).await
    }

    /// Creates the tables, or brings those of an earlier version to this one. Several nodes may run it at once,
    /// and nodes of the previous version can go on. Returns the format before.
    ///
    /// # Errors
    /// When the database cannot be reached or refuses, or its tables are of a later version.
    pub async fn migrate(&self) -> Result<DatabaseFormat, PgOpenError> {
        let connection = connection::connect(self).await.map_err(unreachable)?;
        migrations::migrate(connection.client(), &self.schema, migrations::FORMAT).await
    }

    /// Brings the tables to the format of the version before, for tests.
    ///
    /// # Errors
    /// As [`PgOptions::migrate`].
    #[cfg(feature = "test-hooks")]
    #[doc(hidden)]
    pub async fn migrate_to_previous(&self) -> Result<DatabaseFormat, PgOpenError> {
        let connection = connection::connect(self).await.map_err(unreachable)?;
        migrations::migrate(connection.client(), &self.schema, migrations::PREVIOUS).await
    }

    /// Reads the format of the tables.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn format(&self) -> Result<DatabaseFormat, PgOpenError> {
        let connection = connection::connect(self).await.map_err(unreachable)?;
        Ok(migrations::read_format(connection.client()).await?)
    }

    /// Returns the configuration of a connection, with the current password.
    pub(super) fn config(&self) -> Result<Config, PgOpenError> {
        let mut config = self.config.clone();
        if let Some(file) = &self.password_file {
            let failed = |source| PgOpenError::File { file: file.clone(), source };
            let password = std::fs::read_to_string(file).map_err(failed)?;
            config.password(password.trim_end_matches(['\r', '\n']));
        }
        Ok(config)
    }
}

pub(super) fn unreachable(fault: super::error::Fault) -> PgOpenError {
    match fault.into_error(super::error::RETRY_AFTER) {
        StoreError::Unavailable { cause, .. } => PgOpenError::Unreachable { detail: cause.to_string() },
        other => PgOpenError::Unreachable { detail: other.to_string() },
    }
}

fn has_network_host(config: &Config) -> bool {
    config.get_hosts().iter().any(|host| matches!(host, Host::Tcp(_)))
}

/// A URL as the client library reads it, and what it does not know.
#[derive(Debug, PartialEq, Eq)]
struct Translated {
    url: String,
    root_certificates: Option<PathBuf>,
    pool_mode: PoolMode,
}

/// Takes the parameters that the client library does not know out of a URL.
fn translate(url: &str) -> Result<Translated, PgOpenError> {
    let mut translated =
        Translated { url: url.to_owned(), root_certificates: None, pool_mode: PoolMode::Session };
    let Some((address, parameters)) = url.split_once('?') else { return Ok(translated) };
    let mut kept = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.split_once('=') {
            Some(("sslrootcert", file)) => {
                translated.root_certificates = Some(Path::new(&percent_decoded(file)).to_owned());
            }
            Some(("sslmode", "verify-ca" | "verify-full")) => kept.push("sslmode=require"),
            Some(("sslmode", "allow")) => kept.push("sslmode=prefer"),
            Some(("pool_mode", "session")) => translated.pool_mode = PoolMode::Session,
            Some(("pool_mode", "transaction")) => translated.pool_mode = PoolMode::Transaction,
            Some(("pool_mode", other)) => {
                let detail = format!("pool_mode is {other}, and can be session or transaction");
                return Err(PgOpenError::Url { detail });
            }
            _ => kept.push(parameter),
        }
    }
    let separator = if kept.is_empty() { "" } else { "?" };
    translated.url = format!("{address}{separator}{}", kept.join("&"));
    Ok(translated)
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tokio_postgres::config::{SslMode, TargetSessionAttrs};

    use super::{PgOptions, PoolMode, Translated, translate};

    #[test]
    fn url_parameters_are_translated() {
        let cases = [
            ("postgres://h/d", "postgres://h/d", None),
            ("postgres://h/d?sslmode=verify-full&a=b", "postgres://h/d?sslmode=require&a=b", None),
            ("postgres://h/d?a=b&pool_mode=transaction", "postgres://h/d?a=b", None),
            ("postgres://h/d?sslrootcert=%2Fa%20b.pem", "postgres://h/d", Some("/a b.pem")),
        ];
        for (url, expected, file) in cases {
            let root_certificates = file.map(|file| Path::new(file).to_owned());
            let expected = Translated {
                url: expected.to_owned(),
                root_certificates,
                pool_mode: if url.contains("pool_mode") { PoolMode::Transaction } else { PoolMode::Session },
            };
            assert_eq!(translate(url).unwrap(), expected);
        }
        assert!(
            translate("postgres://h/d?pool_mode=statement").unwrap_err().to_string().contains("statement")
        );
    }

    #[test]
    fn options_prefer_the_primary_of_several_hosts() {
        let options = PgOptions::new("postgres://ops@a:1,b:2/db?sslmode=disable").unwrap();
        assert_eq!(options.config.get_hosts().len(), 2);
        assert_eq!(options.config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        assert_eq!(options.config.get_ssl_mode(), SslMode::Disable);
        assert!(!format!("{options:?}").contains("password: Some"));
        for bad in ["", "postgres://", "mysql://a/b", "postgres://a/b?sslmode=maybe"] {
            let error = PgOptions::new(bad).unwrap_err().to_string();
            assert!(error.contains("URL"), "{bad}: {error}");
        }
    }
}
