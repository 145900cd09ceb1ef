//! The table of settings: name, explanation, type and place of each.

use super::setting::{Access, Setting, SettingValue, ValueKind};
use super::{ENCRYPT, IdentityMode, LogFormat};
use askwell_locale::Language;

/// Returns a URL of a database without its password, to be shown.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    match authority.rsplit_once('@') {
        Some((user, hosts)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{hosts}/{path}")
        }
        None => url.to_owned(),
    }
}

/// Finds a setting by its name.
pub(super) fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// All settings in the order of the sample: those without a section first.
pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "listen",
        "Where to listen. Anything but this machine itself needs keys: askwell keys create NAME.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| SettingValue::Text(config.listen.to_string()),
            set: |config, value| {
                let text = value.text()?;
                let wrong = |_| format!("{text:?} is not an address such as 127.0.0.1:8787");
                config.listen = text.parse().map_err(wrong)?;
                Ok(())
            },
        },
    ),
    Setting::new(
        "public_url",
        "Where people and programs reach the service, if a proxy stands before it.",
        Access::Url("https://ask.example.com", |config| &mut config.http.public_url),
    ),
    Setting::new(
        "allowed_hosts",
        "Further host names that requests may be for. Addresses, localhost and the public URL are known.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.http.allowed_hosts.clone()),
            set: |config, value| value.host_names().map(|names| config.http.allowed_hosts = names),
        },
    ),
    Setting::new(
        "data",
        "The folder for everything that has to last. If not set: askwell in your data folder.",
        Access::Path("/var/lib/askwell", |config| &mut config.data),
    ),
    Setting::new(
        "memory",
        "Keep nothing on disk: a restart forgets everything.",
        Access::Switch(|config| &mut config.memory),
    ),
    Setting::new(
        "keys_file",
        "The file that askwell keys writes. If not set: keys.json in the data folder.",
        Access::Path("/etc/askwell/keys.json", |config| &mut config.keys_file),
    ),
    Setting::new(
        "keyring_file",
        "The key to the secrets in answers, made at the first start; keep it apart from backups of the data.\n\
         If not set: beside the data folder. The variable ASKWELL_KEYRING can hold the keys instead.",
        Access::Path("/etc/askwell/keyring", |config| &mut config.keyring_file),
    ),
    Setting::new(
        "templates",
        "The folder of forms that can be asked for by name. If not set: templates in the data folder.",
        Access::Path("/etc/askwell/templates", |config| &mut config.templates),
    ),
    Setting::new(
        "language",
        "The language of pages and notifications for people who have not chosen one, and whose browser wants none that\n\
         there is: en, de, fr, es, pt, it, pl, tr, ar, he, hi, zh, ja or ko.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| SettingValue::Text(config.http.languages.language.tag().to_owned()),
            set: |config, value| {
                let tag = value.text()?;
                let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
                config.http.languages.language = known.ok_or_else(|| {
                    let tags: Vec<&str> = Language::ALL.into_iter().map(Language::tag).collect();
                    format!("{tag:?} is none of {}", tags.join(", "))
                })?;
                Ok(())
            },
        },
    ),
    Setting::new(
        "retention_ms",
        "How long closed elicitations can still be read.",
        Access::Time(|config| &mut config.retention),
    ),
    Setting::new(
        "client_grace_ms",
        "How long a client may be away (no open wait, no event stream, no call) before elicitations with\n\
         onDisconnect abandon are abandoned.",
        Access::Time(|config| &mut config.grace),
    ),
    Setting::new(
        "timeouts.min_ms",
        "The shortest timeout that anybody may ask for.",
        Access::Time(|config| &mut config.policy.min_timeout),
    ),
    Setting::new(
        "timeouts.max_ms",
        "The longest, up to 2592000000 (30 days); also for form documents. Defaults that are not set follow it.",
        Access::Time(|config| &mut config.policy.max_timeout),
    ),
    Setting::new(
        "timeouts.form_ms",
        "For a form that does not say.",
        Access::Time(|config| &mut config.policy.form_timeout),
    ),
    Setting::new(
        "timeouts.inline_ms",
        "For an inline prompt.",
        Access::Time(|config| &mut config.policy.inline_timeout),
    ),
    Setting::new("timeouts.url_ms", "For a web page.", Access::Time(|config| &mut config.policy.url_timeout)),
    Setting::new(
        "timeouts.terminal_ms",
        "For a terminal.",
        Access::Time(|config| &mut config.policy.terminal_timeout),
    ),
    Setting::new(
        "timeouts.pushed_ms",
        "For a question in a dialog of an MCP client before 2026-07-28. If not set: as timeouts.form_ms.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| config.pushed_timeout.map_or(SettingValue::Unset, SettingValue::of_millis),
            set: |config, value| {
                let timeout = value.some_time()?;
                config.policy.pushed_timeout = timeout;
                config.pushed_timeout = Some(timeout);
                Ok(())
            },
        },
    ),
    Setting::new(
        "timeouts.warn_before_ms",
        "How long before the end to warn, at most a fifth of the timeout; 0 for not at all.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::of_millis(config.policy.warn_before),
            set: |config, value| value.millis().map(|value| config.policy.warn_before = value),
        },
    ),
    Setting::new(
        "extensions.allowed",
        "Whether more time can be asked for.",
        Access::Switch(|config| &mut config.policy.extensions_allowed),
    ),
    Setting::new(
        "extensions.duration_ms",
        "How much more each time.",
        Access::Time(|config| &mut config.policy.extension),
    ),
    Setting::new(
        "extensions.max",
        "How often.",
        Access::SmallNumber(|config| &mut config.policy.max_extensions),
    ),
    Setting::new(
        "limits.retries",
        "Invalid answers after the first that are forgiven.",
        Access::SmallNumber(|config| &mut config.policy.retry_limit),
    ),
    Setting::new(
        "limits.per_window",
        "Elicitations that one client may create in any window, wherever it begins. Keys can have their own.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::Whole(config.limits.per_window.into()),
            set: |config, value| {
                let number = value.positive()?;
                config.limits.per_window =
                    u32::try_from(number).map_err(|_| format!("{number} is too many"))?;
                Ok(())
            },
        },
    ),
    Setting::new("limits.window_ms", "The window.", Access::Time(|config| &mut config.limits.window)),
    Setting::new(
        "limits.open_per_client",
        "Open elicitations of one client. Keys can have their own.",
        Access::Amount(|config| &mut config.limits.open_per_client),
    ),
    Setting::new(
        "limits.open_total",
        "Open elicitations altogether.",
        Access::Amount(|config| &mut config.limits.open_total),
    ),
    Setting::new(
        "limits.answer_bytes",
        "The size of an answer: the bytes of its values, without the quotes and names of JSON.",
        Access::Amount(|config| &mut config.limits.answer_bytes),
    ),
    Setting::new(
        "limits.answer_ceiling_bytes",
        "The largest size_limit that an elicitation can have of its own.",
        Access::Amount(|config| &mut config.limits.answer_ceiling),
    ),
    Setting::new(
        "limits.uploads",
        "Files beside one answer.",
        Access::Amount(|config| &mut config.limits.uploads),
    ),
    Setting::new(
        "limits.upload_bytes",
        "The size of all of them together.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::Whole(config.limits.upload_bytes),
            set: |config, value| value.positive().map(|value| config.limits.upload_bytes = value as u64),
        },
    ),
    Setting::new(
        "http.body_bytes",
        "The largest body of a call.",
        Access::Amount(|config| &mut config.http.body_bytes),
    ),
    Setting::new(
        "http.head_timeout_ms",
        "How long the head of a request may take, and a connection be idle.",
        Access::Time(|config| &mut config.http.head_timeout),
    ),
    Setting::new(
        "http.body_timeout_ms",
        "How long a body may take, files aside; and how long nothing may come of a file.",
        Access::Time(|config| &mut config.http.body_timeout),
    ),
    Setting::new(
        "http.upload_timeout_ms",
        "How long a body with files may take from its first byte to its last.",
        Access::Time(|config| &mut config.http.upload_timeout),
    ),
    Setting::new(
        "http.write_timeout_ms",
        "How long a reader may take nothing of what is sent to it. Then the connection is cut.",
        Access::Time(|config| &mut config.http.write_timeout),
    ),
    Setting::new(
        "http.connections",
        "Connections at once. Beyond, the longest idle one goes.",
        Access::Amount(|config| &mut config.http.connections),
    ),
    Setting::new(
        "http.requests_per_client",
        "Requests of one client under way at once, streams included; never more than three quarters of the connections.\n\
         A client is a key's client or person, a page link, or an address where nothing else identifies anybody.",
        Access::Amount(|config| &mut config.http.requests_per_client),
    ),
    Setting::new(
        "http.streams_per_client",
        "Event streams of one client at once.",
        Access::Amount(|config| &mut config.http.streams_per_client),
    ),
    Setting::new(
        "http.buffer_bytes",
        "Memory for bodies on their way, secrets between two pages and open streams, of all clients together.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::Whole(config.http.buffer_bytes),
            set: |config, value| value.positive().map(|value| config.http.buffer_bytes = value as u64),
        },
    ),
    Setting::new(
        "http.buffer_bytes_per_client",
        "The same for one client.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::Whole(config.http.buffer_bytes_per_client),
            set: |config, value| {
                value.positive().map(|value| config.http.buffer_bytes_per_client = value as u64)
            },
        },
    ),
    Setting::new(
        "http.keep_alive_ms",
        "How often a silent event stream shows that it is alive.",
        Access::Time(|config| &mut config.http.keep_alive),
    ),
    Setting::new(
        "http.announce_stop_ms",
        "How long everything is still served after the service was told to stop, while /readyz says no. Behind a load\n\
         balancer, set it to the time after which that stops sending requests.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::of_millis(config.http.announce),
            set: |config, value| value.millis().map(|time| config.http.announce = time),
        },
    ),
    Setting::new(
        "http.drain_ms",
        "How long requests may go on after the service was told to stop.",
        Access::Time(|config| &mut config.http.drain),
    ),
    Setting::new(
        "tls.certificate_file",
        "The certificate of the service in PEM, and its intermediates after it, to serve HTTPS without a proxy. Replaced files\n\
         are read within seconds, or at once on SIGHUP.",
        Access::Path("/etc/askwell/certificate.pem", |config| &mut config.tls.certificate),
    ),
    Setting::new(
        "tls.key_file",
        "The private key of the certificate in PEM, without a password.",
        Access::Path("/etc/askwell/key.pem", |config| &mut config.tls.key),
    ),
    Setting::new(
        "store.url",
        "A PostgreSQL database that several nodes share, in place of the data folder; docs/cluster.md has more. Several\n\
         hosts, TLS and timeouts are parameters of the URL.",
        Access::Other {
            kind: ValueKind::Optional("postgres://askwell@db.example.com:5432/askwell?sslmode=require"),
            get: |config| match &config.store.url {
                Some(url) => SettingValue::Text(without_password(url)),
                None => SettingValue::Unset,
            },
            set: |config, value| {
                let text = value.text()?;
                let is_database =
                    ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
                if !is_database {
                    return Err(
                        "this is not a URL such as postgres://askwell@db.example.com:5432/askwell".to_owned()
                    );
                }
                config.store.url = Some(text);
                Ok(())
            },
        },
    ),
    Setting::new(
        "store.password_file",
        "A file with the password of the database. It is read for each connection, so that it can be changed.",
        Access::Path("/etc/askwell/database-password", |config| &mut config.store.password_file),
    ),
    Setting::new(
        "store.listen_url",
        "A URL that leads to the database itself, if the other one leads to a pool with pool_mode=transaction. Without\n\
         it, a node asks for changes ten times a second.",
        Access::Optional("postgres://askwell@db.example.com:5432/askwell", |config| {
            &mut config.store.listen_url
        }),
    ),
    Setting::new(
        "store.node_address",
        "Where other nodes of the database reach this one. If not set: the address that it listens on.",
        Access::Optional("10.0.0.5:8787", |config| &mut config.store.node_address),
    ),
    Setting::new(
        "store.encrypt",
        "What is encrypted on disk, with the keyring: secrets (the answers to secret fields), or answers (all answers,\n\
         the results of pages, and uploaded files with their names). It holds for what is written from then on;\n\
         askwell keyring rotate encrypts what is there already.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| {
                let known = ENCRYPT.iter().find(|(_, encrypt)| *encrypt == config.store.encrypt);
                SettingValue::Text(known.map_or("", |(name, _)| name).to_owned())
            },
            set: |config, value| {
                let text = value.text()?;
                let known = ENCRYPT.iter().find(|(name, _)| *name == text);
                let names = || ENCRYPT.map(|(name, _)| name).join(", ");
                config.store.encrypt = known.ok_or_else(|| format!("{text:?} is none of {}", names()))?.1;
                Ok(())
            },
        },
    ),
    Setting::new(
        "notifications.delay_ms",
        "How long a question must be open before people are told of it. One that is answered sooner is not told.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::of_millis(config.notifications.delay),
            set: |config, value| value.millis().map(|value| config.notifications.delay = value),
        },
    ),
    Setting::new(
        "notifications.anyone",
        "The people and groups of the directory who are told of questions that anyone may answer.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.notifications.anyone.clone()),
            set: |config, value| value.list().map(|names| config.notifications.anyone = names),
        },
    ),
    Setting::new(
        "people.identity",
        "How people who open a page are identified: loopback (the user of this machine), proxy (by the header below),\n\
         code (by a code that the asking program shows), sign-in (they sign in on the pages), or auto: sign-in if there is\n\
         a provider, else loopback if only this machine can connect, else code.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| {
                let known = IdentityMode::ALL.iter().find(|(_, known)| *known == config.people.identity);
                SettingValue::Text(known.map_or("", |(name, _)| name).to_owned())
            },
            set: |config, value| {
                let text = value.text()?;
                let known = IdentityMode::ALL.iter().find(|(name, _)| *name == text);
                let names = || IdentityMode::ALL.map(|(name, _)| name).join(", ");
                config.people.identity = known.ok_or_else(|| format!("{text:?} is none of {}", names()))?.1;
                Ok(())
            },
        },
    ),
    Setting::new(
        "people.header",
        "The header in which a proxy names the signed-in person. The proxy must remove it from external requests.",
        Access::Optional("x-forwarded-user", |config| &mut config.people.header),
    ),
    Setting::new(
        "people.groups_header",
        "The header in which the proxy names the groups of the person, with , or | between them.",
        Access::Optional("x-forwarded-groups", |config| &mut config.people.groups_header),
    ),
    Setting::new(
        "people.trusted_proxies",
        "The addresses of the proxy, such as 127.0.0.1 or 10.0.0.0/8: these headers are ignored in requests from others.\n\
         If empty, nothing but the proxy may be able to reach the service.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| {
                SettingValue::List(config.people.trusted_proxies.iter().map(ToString::to_string).collect())
            },
            set: |config, value| {
                let SettingValue::List(texts) = value else {
                    return Err("a list of texts is needed".to_owned());
                };
                let ranges: Result<Vec<_>, _> = texts.iter().map(|text| text.parse()).collect();
                config.people.trusted_proxies =
                    ranges.map_err(|error: askwell_web::InvalidAddressRange| error.to_string())?;
                Ok(())
            },
        },
    ),
    Setting::new(
        "people.actions_per_minute",
        "How often one person may answer, decide, comment or change something else in a minute, in all browsers together.",
        Access::Amount(|config| &mut config.person_limits.actions),
    ),
    Setting::new(
        "people.drafts_per_minute",
        "The same for drafts and checks of what is typed.",
        Access::Amount(|config| &mut config.person_limits.drafts),
    ),
    Setting::new(
        "people.uploads_per_minute",
        "The same for uploaded files.",
        Access::Amount(|config| &mut config.person_limits.uploads),
    ),
    Setting::new(
        "people.searches_per_minute",
        "The same for searches in the inbox, and for the overview.",
        Access::Amount(|config| &mut config.person_limits.searches),
    ),
    Setting::new(
        "people.streams_per_minute",
        "The same for opening event streams.",
        Access::Amount(|config| &mut config.person_limits.streams),
    ),
    Setting::new(
        "people.views_per_minute",
        "The same for all other pages.",
        Access::Amount(|config| &mut config.person_limits.views),
    ),
    Setting::new(
        "roles.answer",
        "The groups whose members may see the inbox and answer. If empty: every identified person.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.roles.answer.clone()),
            set: |config, value| value.list().map(|names| config.roles.answer = names),
        },
    ),
    Setting::new(
        "roles.operate",
        "The groups whose members see the overview and the audit trail.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.roles.operate.clone()),
            set: |config, value| value.list().map(|names| config.roles.operate = names),
        },
    ),
    Setting::new(
        "roles.administer",
        "The groups whose members do that too, end sessions of others and revoke keys.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.roles.administer.clone()),
            set: |config, value| value.list().map(|names| config.roles.administer = names),
        },
    ),
    Setting::new(
        "pages.undo_ms",
        "How long a decision in the inbox is held, so that the person can undo it; 0 for not at all.",
        Access::Other {
            kind: ValueKind::Whole,
            get: |config| SettingValue::of_millis(config.undo),
            set: |config, value| {
                let undo = value.millis()?;
                if undo > std::time::Duration::from_secs(60) {
                    return Err("a decision can be held for at most 60000 ms".to_owned());
                }
                config.undo = undo;
                Ok(())
            },
        },
    ),
    Setting::new(
        "pages.allowed_link_hosts",
        "Hosts to which links in questions open, such as git.example.com, or *.example.com for every name below one.\n\
         Links to other hosts are shown as text.",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.link_hosts.names().to_vec()),
            set: |config, value| value.link_hosts().map(|hosts| config.link_hosts = hosts),
        },
    ),
    Setting::new(
        "sign_in.session_ms",
        "How long a person stays signed in.",
        Access::Time(|config| &mut config.sign_in.session_lifetime),
    ),
    Setting::new(
        "sign_in.idle_ms",
        "How long a person stays signed in without opening a page.",
        Access::Time(|config| &mut config.sign_in.session_idle),
    ),
    Setting::new(
        "sign_in.sessions_per_person",
        "In how many browsers a person can be signed in. One more ends the oldest session.",
        Access::Amount(|config| &mut config.sign_in.sessions_per_person),
    ),
    Setting::new(
        "sign_in.mail_codes",
        "Whether people of [[directory.people]] with an address on the first mail channel can sign in without an account,\n\
         by a code that is mailed to them.",
        Access::Switch(|config| &mut config.mail_codes),
    ),
    Setting::new(
        "sign_in.codes_per_mailbox",
        "How many codes are mailed to one address in an hour.",
        Access::Amount(|config| &mut config.code_limits.per_mailbox),
    ),
    Setting::new(
        "sign_in.codes_per_network",
        "How many codes one network address may ask for in a minute. IPv6 addresses of one /64 network count as one.",
        Access::Amount(|config| &mut config.code_limits.per_network),
    ),
    Setting::new(
        "sign_in.codes_total",
        "How many codes all people together may ask for in a minute.",
        Access::Amount(|config| &mut config.code_limits.total),
    ),
    Setting::new(
        "sign_in.attempts_per_address",
        "How often one address may try to sign in or to enter a code in a minute. A sign-in with a provider takes two\n\
         attempts. Addresses of one IPv6 network (/64) count as one.",
        Access::Amount(|config| &mut config.attempts.per_address),
    ),
    Setting::new(
        "sign_in.attempts_total",
        "The same for all addresses together.",
        Access::Amount(|config| &mut config.attempts.total),
    ),
    Setting::new(
        "sign_in.address_header",
        "The header in which a proxy names the address of the person. It counts from people.trusted_proxies only.",
        Access::Optional("x-forwarded-for", |config| &mut config.attempts.address_header),
    ),
    Setting::new(
        "brand.name",
        "The name of your organisation on the pages, in place of Askwell.",
        Access::Optional("Larkfield", |config| &mut config.brand.name),
    ),
    Setting::new(
        "brand.logo",
        "An SVG or PNG file of at most 64 KiB, beside the name.",
        Access::Path("/etc/askwell/logo.svg", |config| &mut config.brand.logo),
    ),
    Setting::new(
        "brand.accent_light",
        "The colour of buttons and links on light pages. Set it together with accent_dark. A colour with too little\n\
         contrast is refused.",
        Access::Optional("#17605a", |config| &mut config.brand.accent_light),
    ),
    Setting::new(
        "brand.accent_dark",
        "The colour of buttons and links on dark pages.",
        Access::Optional("#86cbc4", |config| &mut config.brand.accent_dark),
    ),
    Setting::new(
        "brand.footer",
        "A line at the foot of every page.",
        Access::Optional("Help: extension 4410", |config| &mut config.brand.footer),
    ),
    Setting::new(
        "brand.links",
        "Links at the foot of every page, each as a label and a URL: \"Privacy https://example.com/privacy\".",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.brand.links.clone()),
            set: |config, value| value.list().map(|links| config.brand.links = links),
        },
    ),
    Setting::new(
        "brand.clients",
        "The name and the accents of single clients' questions, each as \"client; name; light accent; dark accent\".",
        Access::Other {
            kind: ValueKind::List,
            get: |config| SettingValue::List(config.brand.clients.clone()),
            set: |config, value| value.list().map(|clients| config.brand.clients = clients),
        },
    ),
    Setting::new(
        "urls.must_resolve",
        "Refuse URLs whose host name has no address, in answers and in url mode. Names that lead inside are\n\
         refused in any case.",
        Access::Switch(|config| &mut config.rpc.pages.must_resolve),
    ),
    Setting::new("rpc.batch", "Calls in one batch.", Access::Amount(|config| &mut config.rpc.batch)),
    Setting::new(
        "rpc.default_wait_ms",
        "How long elicitation/wait waits when it is not told.",
        Access::Time(|config| &mut config.rpc.default_wait),
    ),
    Setting::new(
        "rpc.longest_wait_ms",
        "How long it can be told to wait.",
        Access::Time(|config| &mut config.rpc.longest_wait),
    ),
    Setting::new(
        "log.format",
        "human or json.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| {
                let name = match config.log.format {
                    LogFormat::Human => "human",
                    LogFormat::Json => "json",
                };
                SettingValue::Text(name.to_owned())
            },
            set: |config, value| {
                config.log.format = match value.text()?.as_str() {
                    "human" => LogFormat::Human,
                    "json" => LogFormat::Json,
                    other => return Err(format!("{other:?} is neither human nor json")),
                };
                Ok(())
            },
        },
    ),
    Setting::new(
        "log.filter",
        "What to log: error, warn, info, debug or trace, also by target: info,askwell_web=debug.",
        Access::Other {
            kind: ValueKind::Text,
            get: |config| SettingValue::Text(config.log.filter.clone()),
            set: |config, value| {
                let filter = value.text()?;
                tracing_subscriber::EnvFilter::try_new(&filter)
                    .map_err(|error| format!("{filter:?}: {error}"))?;
                config.log.filter = filter;
                Ok(())
            },
        },
    ),
    Setting::new(
        "telemetry.otlp_endpoint",
        "Where to send traces, by OTLP over HTTP. If not set: nowhere.",
        Access::Url("http://127.0.0.1:4318/v1/traces", |config| &mut config.otlp_endpoint),
    ),
];
