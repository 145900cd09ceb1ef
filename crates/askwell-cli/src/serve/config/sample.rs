//! Prints all settings: the sample file with defaults, or the settings in force.

use super::setting::{Setting, SettingValue, ValueKind};
use super::table::SETTINGS;
use super::{Config, ConfigDraft, Origin, file};
use crate::document::Document;
use crate::safe_text;

const HEADING: &str = "\
# Settings of `askwell serve`, each with its default. Leave out what you do not change.
# The environment goes before this file (limits.per_window is ASKWELL_LIMITS_PER_WINDOW), flags before both.
";

/// The settings, and sections of settings, by which nodes decide about the same elicitations.
const COMMON: [&str; 8] = [
    "public_url",
    "retention_ms",
    "client_grace_ms",
    "timeouts",
    "extensions",
    "limits",
    "urls",
    "store.encrypt",
];

/// Example of an optional duration.
const EXAMPLE_MS: u32 = 60_000;

const WEBHOOKS: &str = r#"
# Who is called back when something happens, any number of them; docs/webhooks.md has more.
#
#[[webhooks]]
#name = "crm"
#url = "https://crm.example.com/askwell"
#secret_file = "/etc/askwell/crm.secret"
#events = ["elicitation.complete", "elicitation.declined", "elicitation.cancelled", "elicitation.timeout"]
#client = "billing"
#include_secrets = false
#allow_private = false
#timeout = 15000
#attempts = 8
"#;

const CALLBACKS: &str = r#"
# Services that are asked while an answer is given, any number of each; docs/callbacks.md has more.
#
#[[validators]]
#name = "iban"
#url = "https://rules.example.com/iban"
#secret_file = "/etc/askwell/iban.secret"
#timeout_ms = 5000
#client = "billing"
#secrets = false
#allow_private = false
#
#[[option_sources]]
#name = "cities"
#url = "https://places.example.com/cities"
#secret_file = "/etc/askwell/cities.secret"
#timeout_ms = 5000
#cache_ms = 60000
#client = "billing"
#allow_private = false
"#;

const NOTIFICATIONS: &str = r#"
# Who is told that a question waits, and how, any number of each; docs/notifications.md has all kinds of channels.
#
#[[notifications.channels]]
#kind = "mail"
#host = "mail.example.com"
#from = "Askwell <askwell@example.com>"
#user = "askwell"
#password_file = "/etc/askwell/mail-password"
#
#[[directory.people]]
#name = "ada"
#addresses = { mail = "ada@example.com" }
#quiet_hours = "22:00-07:00"
#time_zone = "Europe/Berlin"
#
#[[directory.groups]]
#name = "ops"
#members = ["ada"]
"#;

const PROVIDERS: &str = r#"
# Providers that people sign in with, by OpenID Connect, any number of them; docs/sign-in.md has more. The redirect URI
# to register there is the public URL with /sign-in/ID/callback.
#
#[[sign_in.oidc]]
#name = "Company SSO"
#id = "company-sso"
#issuer = "https://sso.example.com"
#client_id = "askwell"
#client_secret_file = "/etc/askwell/sso.secret"
#scopes = ["profile", "email", "groups"]
#person_claim = "email"
#groups_claim = "groups"
#accept_groups = ["on-call", "administrators"]
#require_groups = ["staff"]
#accept_domains = ["example.com"]
#allow_private = false
"#;

const WORDS: &str = r#"
# Texts of your own in place of those of Askwell, by language and key; docs/languages.md has more.
#
#[words.de]
#pages-send = "Absenden"
"#;

const GATEWAY: &str = r#"
# MCP servers behind the gateway at /mcp/gateway, any number of them; docs/gateway.md has more.
#
#[[gateway.server]]
#name = "files"
#command = "npx"
#args = ["-y", "some-server"]
#env = { TOKEN = "${FILES_TOKEN}" }
#
# What the gateway takes on at most; these are the defaults.
#
#[gateway.limits]
#message_bytes = 67108864
# Calls of one client at once.
#calls = 1024
# Calls that wait for people without their client, and how long each does.
#parked_calls = 256
#park_time = "30m"
# Sessions of clients over HTTP, and how long each may be idle.
#sessions = 10000
#session_idle = "1h"
# Clients of 2026-07-28 with connections to servers, and how long these are kept without a call.
#clients = 1024
#client_idle = "10m"
"#;

const EFFECTIVE_HEADING: &str = "\
# The settings of `askwell serve` that are in force, each with where it comes from.
# The environment goes before the file (limits.per_window is ASKWELL_LIMITS_PER_WINDOW), flags before both.
";

/// Returns the sample file, which reads as exactly the defaults.
pub(in crate::serve) fn sample() -> String {
    let text = write(HEADING, &Config::default(), |_| String::new());
    text + PROVIDERS + WEBHOOKS + CALLBACKS + NOTIFICATIONS + WORDS + GATEWAY
}

/// Returns all settings in force with their origins.
pub(super) fn effective(draft: &ConfigDraft, document: Option<&Document>) -> String {
    let name = document.map(|document| safe_text::line(&document.name)).unwrap_or_default();
    let origin = |setting: &Setting| match draft.origins.get(setting.name) {
        None => " # default".to_owned(),
        Some(Origin::File(span)) => {
            let text = document.map(Document::text).unwrap_or_default();
            format!(" # {name}, line {}", file::place(&text, span.clone()).line)
        }
        Some(Origin::Variable(variable)) => format!(" # {variable}"),
        Some(Origin::Flag(flag)) => format!(" # {flag}"),
        Some(Origin::Follows(other)) => format!(" # follows {other}"),
    };
    let text = write(EFFECTIVE_HEADING, &draft.config, origin);
    let config = &draft.config;
    let named = |what: &str, names: Vec<String>, example: &str| match names.is_empty() {
        true => example.to_owned(),
        false => format!("\n# {what} of {name}, without their addresses and secrets: {}\n", names.join(", ")),
    };
    let webhooks = config.webhooks.iter().map(|webhook| safe_text::line(&webhook.name)).collect();
    let validators = config.validators.iter().map(|one| safe_text::line(&one.callback.name));
    let sources = config.option_sources.iter().map(|one| safe_text::line(&one.callback.name));
    let callbacks = validators.chain(sources).collect();
    text + &named("Webhooks", webhooks, WEBHOOKS)
        + &named("Validators and option sources", callbacks, CALLBACKS)
}

/// Returns the names and values of the settings that all nodes of a database must have in common.
pub(in crate::serve) fn common_values(config: &Config) -> Vec<(&'static str, String)> {
    let is_common = |name: &str| {
        let (section, _) = name.split_once('.').unwrap_or((name, ""));
        COMMON.contains(&section) || COMMON.contains(&name)
    };
    let common = SETTINGS.iter().filter(|setting| is_common(setting.name));
    common.map(|setting| (setting.name, written(&setting.get(config)))).collect()
}

fn write(heading: &str, config: &Config, origin: impl Fn(&Setting) -> String) -> String {
    let mut text = heading.to_owned();
    let mut section = "";
    for setting in SETTINGS {
        let (own_section, key) = setting.name.rsplit_once('.').unwrap_or(("", setting.name));
        if own_section != section {
            section = own_section;
            text.push_str(&format!("\n[{section}]\n"));
        }
        text.push('\n');
        for line in setting.about.lines() {
            text.push_str(&format!("# {line}\n"));
        }
        text.push_str(&match (setting.get(config), setting.kind()) {
            (SettingValue::Unset, ValueKind::Optional(example)) => format!("# {key} = {example:?}\n"),
            (SettingValue::Unset, ValueKind::Whole) => format!("# {key} = {EXAMPLE_MS}\n"),
            (value, _) => format!("{key} = {}{}\n", written(&value), origin(setting)),
        });
    }
    text
}

fn written(value: &SettingValue) -> String {
    match value {
        SettingValue::Text(text) => format!("{text:?}"),
        SettingValue::Whole(number) => number.to_string(),
        SettingValue::Switch(truth) => truth.to_string(),
        SettingValue::List(items) => format!("{items:?}"),
        SettingValue::Unset => String::new(),
    }
}
