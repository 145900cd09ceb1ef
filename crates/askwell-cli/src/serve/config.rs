//! The configuration: from the file, the environment and flags, where later ones override earlier
//! ones.
//!
//! One table of settings serves all of them and the sample file. Unknown, invalid or conflicting
//! settings are rejected with their position.

mod callbacks;
mod channels;
mod conflicts;
mod derived_defaults;
mod directory;
mod environment;
mod file;
mod sample;
mod setting;
mod sign_in;
mod table;
mod table_reader;
mod table_values;
#[cfg(test)]
mod tests;
mod webhooks;
mod words;

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use askwell_engine::Limits;
use askwell_form::markdown::LinkHosts;
use askwell_lifecycle::PolicySettings;
use askwell_notify::Directory;
use askwell_store::Encrypt;
use askwell_web::callbacks::{OptionSourceSettings, ValidatorSettings};
use askwell_web::webhooks::EndpointSettings;
use askwell_web::{
    AddressRange, AttemptLimits, HttpSettings, MailedCodeLimits, PersonLimits, RoleGroups, RpcSettings,
    SignInSettings,
};

use super::paths;
use crate::arguments::serve::SettingsArguments;
use crate::console::Console;
use crate::diagnostic::{self, Diagnostic, DiagnosticSource};
use crate::document::Document;
use file::ConfigProblem;

pub(crate) use channels::{ChannelConfig, ChannelKind};
pub(super) use sample::{common_values, sample};

/// The settings file that is read by default.
const USUAL_FILE: &str = "askwell.toml";

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    /// Whether the address was set, even to the default.
    pub(crate) listen_is_set: bool,
    pub(crate) data: Option<PathBuf>,
    pub(crate) memory: bool,
    pub(crate) keys_file: Option<PathBuf>,
    pub(crate) keyring_file: Option<PathBuf>,
    pub(crate) templates: Option<PathBuf>,
    pub(crate) retention: Duration,
    pub(crate) policy: PolicySettings,
    /// Timeout of an elicitation in an MCP client's dialog, if it was set.
    pub(crate) pushed_timeout: Option<Duration>,
    pub(crate) limits: Limits,
    /// How long a client may be disconnected before its elicitations are abandoned.
    pub(crate) grace: Duration,
    pub(crate) http: HttpSettings,
    pub(crate) tls: TlsSettings,
    pub(crate) rpc: RpcSettings,
    pub(crate) people: PeopleSettings,
    /// The hosts to which links on pages open.
    pub(crate) link_hosts: LinkHosts,
    pub(crate) sign_in: SignInSettings,
    /// How often people may try to sign in. The addresses of the proxy are in `people`.
    pub(crate) attempts: AttemptLimits,
    /// Whether people of the directory can sign in with a code by mail.
    pub(crate) mail_codes: bool,
    pub(crate) code_limits: MailedCodeLimits,
    /// How much one person may do in a minute.
    pub(crate) person_limits: PersonLimits,
    /// Which groups may do what on the pages.
    pub(crate) roles: RoleGroups,
    /// How long decisions in the inbox can be undone.
    pub(crate) undo: Duration,
    pub(crate) brand: BrandConfig,
    pub(crate) store: StoreSettings,
    pub(crate) log: Log,
    pub(crate) otlp_endpoint: Option<String>,
    pub(crate) webhooks: Vec<EndpointSettings>,
    /// Validators that are asked by HTTP.
    pub(crate) validators: Vec<ValidatorSettings>,
    /// Services that have options.
    pub(crate) option_sources: Vec<OptionSourceSettings>,
    /// Who can be notified.
    pub(crate) directory: Directory,
    pub(crate) notifications: NotificationConfig,
    /// The table `[gateway]`, as it was read; `None` if there is none.
    pub(crate) gateway: Option<serde_json::Value>,
    /// Files with secrets of webhooks, callbacks and channels.
    pub(crate) secret_files: Vec<PathBuf>,
}

/// How the pages present their operator, as it was set. Checked when the pages are made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BrandConfig {
    pub(crate) name: Option<String>,
    pub(crate) logo: Option<PathBuf>,
    pub(crate) accent_light: Option<String>,
    pub(crate) accent_dark: Option<String>,
    pub(crate) footer: Option<String>,
    /// `Label https://…`.
    pub(crate) links: Vec<String>,
    /// `client; name; light accent; dark accent`.
    pub(crate) clients: Vec<String>,
}

/// The files for TLS, both or none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TlsSettings {
    pub(crate) certificate: Option<PathBuf>,
    pub(crate) key: Option<PathBuf>,
}

/// Settings of notifications.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NotificationConfig {
    /// How long a question must be open before people are told.
    pub(crate) delay: Duration,
    /// Who is told of questions that anyone may answer.
    pub(crate) anyone: Vec<String>,
    pub(crate) channels: Vec<ChannelConfig>,
}

/// Settings of the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StoreSettings {
    /// The URL of a database that several nodes share, in place of a data folder.
    pub(crate) url: Option<String>,
    pub(crate) password_file: Option<PathBuf>,
    /// A URL that leads around a connection pool.
    pub(crate) listen_url: Option<String>,
    /// Where other nodes reach this one.
    pub(crate) node_address: Option<String>,
    pub(crate) encrypt: Encrypt,
}

/// What can be encrypted, by the names in the settings.
pub(crate) const ENCRYPT: [(&str, Encrypt); 2] =
    [("secrets", Encrypt::Secrets), ("answers", Encrypt::Answers)];

/// How people on pages are identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PeopleSettings {
    pub(crate) identity: IdentityMode,
    pub(crate) header: Option<String>,
    /// The header with the groups of the person.
    pub(crate) groups_header: Option<String>,
    /// The addresses of the proxy.
    pub(crate) trusted_proxies: Vec<AddressRange>,
}

/// The ways to identify people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IdentityMode {
    /// By sign-in if there is a provider; else the user of this machine if no other machine can connect; else by a code.
    Auto,
    Loopback,
    Proxy,
    Code,
    SignIn,
}

impl IdentityMode {
    pub(crate) const ALL: [(&'static str, IdentityMode); 5] = [
        ("auto", IdentityMode::Auto),
        ("loopback", IdentityMode::Loopback),
        ("proxy", IdentityMode::Proxy),
        ("code", IdentityMode::Code),
        ("sign-in", IdentityMode::SignIn),
    ];
}

impl Config {
    /// Returns the folder for persistent data, if there is one.
    pub(crate) fn data_folder(&self) -> Option<PathBuf> {
        (!self.memory && self.store.url.is_none()).then(|| paths::data_folder(self.data.as_deref()))
    }

    /// Returns the file with API keys, if there is one.
    pub(crate) fn key_file(&self) -> Option<PathBuf> {
        self.keys_file.clone().or_else(|| self.data_folder().as_deref().map(paths::keys_file))
    }

    /// Returns the scheme of the service's own address.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.tls.certificate.is_some() { "https" } else { "http" }
    }

    /// Returns whether only this machine can connect.
    pub(crate) fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.http.public_url.is_none()
    }
}

/// Settings of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) format: LogFormat,
    pub(crate) filter: String,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Human,
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8787)),
            listen_is_set: false,
            data: None,
            memory: false,
            keys_file: None,
            keyring_file: None,
            templates: None,
            retention: Duration::from_secs(24 * 60 * 60),
            policy: PolicySettings::default(),
            pushed_timeout: None,
            limits: Limits::default(),
            grace: Duration::from_secs(30),
            http: HttpSettings::default(),
            tls: TlsSettings::default(),
            rpc: RpcSettings::default(),
            people: PeopleSettings {
                identity: IdentityMode::Auto,
                header: None,
                groups_header: None,
                trusted_proxies: Vec::new(),
            },
            link_hosts: LinkHosts::default(),
            sign_in: SignInSettings::default(),
            attempts: AttemptLimits::default(),
            mail_codes: false,
            code_limits: MailedCodeLimits::default(),
            person_limits: PersonLimits::default(),
            roles: RoleGroups::default(),
            undo: Duration::from_secs(10),
            brand: BrandConfig::default(),
            store: StoreSettings::default(),
            log: Log { format: LogFormat::Human, filter: "info".to_owned() },
            otlp_endpoint: None,
            webhooks: Vec::new(),
            validators: Vec::new(),
            option_sources: Vec::new(),
            directory: Directory::default(),
            notifications: NotificationConfig::default(),
            gateway: None,
            secret_files: Vec::new(),
        }
    }
}

/// Where a setting was made.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// These bytes of the file.
    File(Range<usize>),
    /// This environment variable.
    Variable(String),
    /// This flag.
    Flag(String),
    /// Not set: derived from this other setting.
    Follows(&'static str),
}

/// A configuration while it is read.
#[derive(Debug, Default)]
struct ConfigDraft {
    config: Config,
    origins: HashMap<&'static str, Origin>,
    /// Whether the file itself contains secrets of webhooks or callbacks.
    has_inline_secrets: bool,
}

impl ConfigDraft {
    /// Sets a setting from any source.
    fn set(
        &mut self,
        setting: &setting::Setting,
        value: setting::SettingValue,
        origin: Origin,
    ) -> Result<(), String> {
        setting.set(&mut self.config, value)?;
        self.origins.insert(setting.name, origin);
        Ok(())
    }
}

/// Reads all settings. Returns an error after reporting all problems.
pub(crate) fn read(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<Config> {
    load(arguments, listen, console).map(|(draft, _)| draft.config)
}

/// Returns every setting in force with its origin. The text reads as the same settings, except for
/// webhooks, of which only the names are written.
pub(super) fn effective(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<String> {
    let (draft, document) = load(arguments, listen, console)?;
    Ok(sample::effective(&draft, document.as_ref()))
}

fn load(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    console: &Console,
) -> Result<(ConfigDraft, Option<Document>)> {
    let mut draft = ConfigDraft::default();
    let path = config_file(arguments.config.as_deref())?;
    let document = path.as_deref().map(Document::read).transpose()?;
    let mut problems = match &document {
        Some(document) => file::apply(&document.text(), &mut draft),
        None => Vec::new(),
    };
    if draft.has_inline_secrets {
        draft.config.secret_files.extend(path);
    }
    environment::apply(std::env::vars_os(), &mut draft)?;
    apply_flags(arguments, listen, &mut draft)?;
    draft.config.listen_is_set = draft.origins.contains_key("listen");
    derived_defaults::apply(&mut draft);
    draft.config.secret_files.extend(draft.config.tls.key.clone());
    if problems.is_empty() {
        problems = conflicts::find(&draft);
    }
    if problems.is_empty() {
        return Ok((draft, document));
    }
    report(&problems, document.as_ref(), console);
    bail!("the settings cannot be used; askwell serve --print-config=defaults shows what there is")
}

/// Returns the file to read. A file that is named must exist.
fn config_file(named: Option<&Path>) -> Result<Option<PathBuf>> {
    if let Some(path) = named {
        return Ok(Some(path.to_owned()));
    }
    if let Some(path) = std::env::var_os(environment::CONFIG).filter(|path| !path.is_empty()) {
        return Ok(Some(PathBuf::from(path)));
    }
    let usual = PathBuf::from(USUAL_FILE);
    Ok(usual.exists().then_some(usual))
}

fn apply_flags(
    arguments: &SettingsArguments,
    listen: Option<SocketAddr>,
    draft: &mut ConfigDraft,
) -> Result<()> {
    for text in &arguments.set {
        let Some((name, value)) = text.split_once('=') else {
            bail!("--set {text}: give a name and a value: --set limits.per_window=100");
        };
        let Some(setting) = table::find(name.trim()) else {
            let meant =
                askwell_form::nearest(name.trim(), table::SETTINGS.iter().map(|setting| setting.name));
            let help = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            bail!("--set {name}: there is no such setting{help}");
        };
        let value = setting::SettingValue::read(setting.kind(), value.trim());
        let origin = Origin::Flag(format!("--set {name}"));
        let taken = value.and_then(|value| draft.set(setting, value, origin));
        taken.map_err(|problem| anyhow::anyhow!("--set {name}: {problem}"))?;
    }
    if let Some(listen) = listen {
        draft.config.listen = listen;
        draft.origins.insert("listen", Origin::Flag("--listen".to_owned()));
    }
    if let Some(data) = &arguments.data {
        draft.config.data = Some(data.clone());
        draft.config.memory = false;
        draft.config.store.url = None;
        draft.origins.insert("data", Origin::Flag("--data".to_owned()));
    }
    if arguments.memory {
        draft.config.memory = true;
        draft.config.data = None;
        draft.config.store.url = None;
        draft.origins.insert("memory", Origin::Flag("--memory".to_owned()));
    }
    if let Some(url) = &arguments.store {
        draft.config.store.url = Some(url.clone());
        (draft.config.memory, draft.config.data) = (false, None);
        draft.origins.insert("store.url", Origin::Flag("--store".to_owned()));
    }
    Ok(())
}

/// Reports problems: with the line of the file, or with the name of the variable or flag.
fn report(problems: &[ConfigProblem], document: Option<&Document>, console: &Console) {
    let (placed, others): (Vec<&ConfigProblem>, Vec<&ConfigProblem>) =
        problems.iter().partition(|finding| matches!(finding.origin, Some(Origin::File(_))));
    for finding in others {
        let origin = match &finding.origin {
            Some(Origin::Variable(name) | Origin::Flag(name)) => format!("{name}: "),
            _ => String::new(),
        };
        console.error(&format!("{origin}{}", finding.title));
    }
    if let Some(document) = document
        && !placed.is_empty()
    {
        let text = document.text();
        let notices: Vec<Diagnostic> = placed.into_iter().map(|finding| finding.notice(&text)).collect();
        let masks = secrets(&text);
        diagnostic::report(
            &notices,
            &DiagnosticSource { name: &document.name, text: Some(&text), masks },
            console,
        );
    }
}

/// Returns where signing secrets are in the text, which must not be shown.
fn secrets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("whsec_")) {
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(['"', '\'', '\n']).unwrap_or(rest.len());
        found.push(start..start + length);
        from = start + length;
    }
    found
}
