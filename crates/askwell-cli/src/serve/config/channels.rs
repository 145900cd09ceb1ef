//! Reads `[[notifications.channels]]` from the settings file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use askwell_notify::channel::http_post::{ChannelSecret, HttpPost, Network};
use askwell_notify::channel::is_channel_name;
use askwell_notify::channel::mail::{Mail, MailEncryption, MailSettings};
use askwell_notify::channel::telegram::Telegram;
use toml_edit::{Item, Table};

use super::file::ConfigProblem;
use super::table_reader::{Requirement, TableReader, span};
use super::table_values::tables;

/// The settings of one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChannelConfig {
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    /// Whether titles of questions are sent.
    pub(crate) titles: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) attempts: Option<u32>,
}

/// What is particular to each kind of channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    Mail(MailSettings),
    Ntfy { server: String, token: Option<ChannelSecret>, network: Network },
    Slack { url: ChannelSecret, network: Network },
    Teams { url: ChannelSecret, network: Network },
    Telegram { server: String, token: ChannelSecret, network: Network },
    Push { contact: String, network: Network },
    Command { program: String, arguments: Vec<String>, environment: BTreeMap<String, String> },
}

/// The keys that every channel can have.
const COMMON: [&str; 5] = ["name", "kind", "titles", "timeout", "attempts"];

/// The kinds with the keys of each.
const KINDS: [(&str, &[&str]); 7] = [
    ("mail", &["host", "port", "encryption", "user", "password_file", "from"]),
    ("ntfy", &["server", "token_file", "allow_private"]),
    ("slack", &["url_file", "allow_private"]),
    ("teams", &["url_file", "allow_private"]),
    ("telegram", &["server", "token_file", "allow_private"]),
    ("push", &["contact", "allow_private"]),
    ("command", &["command", "env"]),
];

/// The keys that name files with secrets.
const SECRET_FILES: [&str; 3] = ["password_file", "token_file", "url_file"];

/// Reads all channels and adds their problems. Returns them with the files that contain their secrets.
pub(super) fn read(item: &Item, problems: &mut Vec<ConfigProblem>) -> (Vec<ChannelConfig>, Vec<PathBuf>) {
    let (mut channels, mut files): (Vec<ChannelConfig>, _) = (Vec::new(), Vec::new());
    for table in tables("notifications.channels", item, problems) {
        let before = problems.len();
        let Some(channel) = channel(table, problems, &mut files) else { continue };
        if channels.iter().any(|other| other.name == channel.name) {
            let title = format!("two channels are called {:?}; each needs a name of its own", channel.name);
            problems.push(ConfigProblem::new("value", title, table.span()));
        }
        if problems.len() == before {
            channels.push(channel);
        }
    }
    (channels, files)
}

fn channel(
    table: &Table,
    problems: &mut Vec<ConfigProblem>,
    files: &mut Vec<PathBuf>,
) -> Option<ChannelConfig> {
    let kind = table.get("kind").and_then(Item::as_str);
    let Some((kind, own_keys)) = KINDS.iter().find(|(name, _)| Some(*name) == kind) else {
        let kinds = KINDS.map(|(name, _)| name).join(", ");
        let title = format!("a channel needs a kind: one of {kinds}");
        problems.push(ConfigProblem::new("value", title, span(table, "kind")));
        return None;
    };
    let known: Vec<&'static str> = COMMON.iter().chain(own_keys.iter()).copied().collect();
    files.extend(SECRET_FILES.iter().filter_map(|key| table.get(key)?.as_str().map(PathBuf::from)));
    let mut reader = TableReader { what: "a channel", table, problems };
    reader.reject_unknown(&known);
    let name = reader.text("name", Requirement::Optional).unwrap_or_else(|| (*kind).to_owned());
    if !is_channel_name(&name) {
        reader.wrong("name", format!("{name:?} is no name: use up to 64 small letters, digits, - and _"));
    }
    let timeout = reader.whole("timeout").map(Duration::from_millis);
    let attempts = reader.whole("attempts").map(|attempts| u32::try_from(attempts).unwrap_or(u32::MAX));
    if timeout.is_some_and(|timeout| timeout.is_zero() || timeout > Duration::from_secs(300)) {
        reader.wrong("timeout", "timeout: use 1 to 300000 milliseconds".to_owned());
    }
    if attempts.is_some_and(|attempts| !(1..=100).contains(&attempts)) {
        reader.wrong("attempts", "attempts: use 1 to 100".to_owned());
    }
    let titles = reader.optional_switch("titles");
    let own = match *kind {
        "mail" => mail(&mut reader),
        "ntfy" => ntfy(&mut reader),
        "slack" => incoming_webhook(&mut reader, |url, network| ChannelKind::Slack { url, network }),
        "teams" => incoming_webhook(&mut reader, |url, network| ChannelKind::Teams { url, network }),
        "telegram" => telegram(&mut reader),
        "push" => push(&mut reader),
        _ => command(&mut reader),
    };
    let own = own?;
    // Everyone who knows a topic can read it, and messages of Telegram pass through its servers unencrypted.
    let usual = !matches!(own, ChannelKind::Ntfy { .. } | ChannelKind::Telegram { .. });
    Some(ChannelConfig { name, kind: own, titles: titles.unwrap_or(usual), timeout, attempts })
}

fn mail(reader: &mut TableReader<'_>) -> Option<ChannelKind> {
    let (host, from) =
        (reader.text("host", Requirement::Required), reader.text("from", Requirement::Required));
    let port = reader.whole("port");
    if port.is_some_and(|port| !(1..=65_535).contains(&port)) {
        reader.wrong("port", "port: use 1 to 65535".to_owned());
    }
    let encryption = match reader.text("encryption", Requirement::Optional).as_deref() {
        None | Some("starttls") => MailEncryption::StartTls,
        Some("tls") => MailEncryption::Tls,
        Some("none") => MailEncryption::None,
        Some(_) => {
            reader.wrong(
                "encryption",
                "encryption: use tls, starttls, or none for a server on this machine".to_owned(),
            );
            return None;
        }
    };
    let (user, password) = (
        reader.text("user", Requirement::Optional),
        reader.secret_file("password_file", Requirement::Optional),
    );
    if user.is_some() != password.is_some() {
        reader.wrong("user", "user and password_file belong together".to_owned());
    }
    let settings = MailSettings {
        host: host?,
        port: port.and_then(|port| u16::try_from(port).ok()),
        encryption,
        credentials: user.zip(password),
        from: from?,
    };
    if let Err(problem) = Mail::new(settings.clone()) {
        reader.wrong("from", problem.to_string());
        return None;
    }
    Some(ChannelKind::Mail(settings))
}

fn network(reader: &mut TableReader<'_>) -> Network {
    if reader.switch("allow_private") { Network::PrivateAllowed } else { Network::Public }
}

fn server(reader: &mut TableReader<'_>, network: Network, usual: &str) -> Option<String> {
    let server = reader.text("server", Requirement::Optional).unwrap_or_else(|| usual.to_owned());
    match HttpPost::new(network).check(&server) {
        Ok(()) => Some(server),
        Err(why) => {
            reader.wrong("server", format!("server: {why}; allow_private = true allows private networks"));
            None
        }
    }
}

fn ntfy(reader: &mut TableReader<'_>) -> Option<ChannelKind> {
    let network = network(reader);
    let server = server(reader, network, "https://ntfy.sh");
    let token = reader.secret_file("token_file", Requirement::Optional);
    Some(ChannelKind::Ntfy { server: server?, token, network })
}

fn telegram(reader: &mut TableReader<'_>) -> Option<ChannelKind> {
    let network = network(reader);
    let server = server(reader, network, "https://api.telegram.org");
    let token = reader.secret_file("token_file", Requirement::Required)?;
    if let Err(why) = Telegram::check_token(token.reveal()) {
        reader.wrong("token_file", why);
        return None;
    }
    Some(ChannelKind::Telegram { server: server?, token, network })
}

fn incoming_webhook(
    reader: &mut TableReader<'_>,
    kind: impl FnOnce(ChannelSecret, Network) -> ChannelKind,
) -> Option<ChannelKind> {
    let network = network(reader);
    let url = reader.secret_file("url_file", Requirement::Required)?;
    if let Err(why) = HttpPost::new(network).check(url.reveal()) {
        reader.wrong("url_file", format!("the URL in the file cannot be used: {why}"));
        return None;
    }
    Some(kind(url, network))
}

fn push(reader: &mut TableReader<'_>) -> Option<ChannelKind> {
    let network = network(reader);
    let contact = reader.text("contact", Requirement::Required)?;
    if !contact.starts_with("mailto:") && !contact.starts_with("https://") {
        reader.wrong("contact", "contact: write mailto:ops@example.com, or an https:// address".to_owned());
        return None;
    }
    Some(ChannelKind::Push { contact, network })
}

fn command(reader: &mut TableReader<'_>) -> Option<ChannelKind> {
    let environment = reader.text_map("env");
    let mut parts = reader.texts("command").into_iter();
    let Some(program) = parts.next() else {
        reader.wrong(
            "command",
            "a channel needs a command: a list of the program and its arguments".to_owned(),
        );
        return None;
    };
    Some(ChannelKind::Command { program, arguments: parts.collect(), environment })
}
