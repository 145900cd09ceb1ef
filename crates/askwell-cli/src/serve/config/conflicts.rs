//! Finds conflicting settings and points at one that was set.

use askwell_engine::store::UPLOAD_CHUNK;
use askwell_lifecycle::{Policy, PolicyError};

use super::file::ConfigProblem;
use super::{ChannelConfig, ChannelKind, ConfigDraft, IdentityMode};

/// Returns all conflicts.
pub(super) fn find(draft: &ConfigDraft) -> Vec<ConfigProblem> {
    let config = &draft.config;
    let mut found: Vec<(&'static [&'static str], String)> = Vec::new();
    if let Err(error) = Policy::new(config.policy) {
        found.push((policy_settings(&error), error.to_string()));
    }
    if config.memory && config.data.is_some() {
        found.push((
            &["memory", "data"],
            "nothing is kept on disk, so there can be no data folder".to_owned(),
        ));
    }
    if config.store.url.is_some() && (config.memory || config.data.is_some()) {
        let problem =
            "everything is kept in the database, so there can be no data folder and no memory store";
        found.push((&["store.url", "data", "memory"], problem.to_owned()));
    }
    if config.http.body_bytes < config.limits.answer_bytes {
        let (body, answer) = (config.http.body_bytes, config.limits.answer_bytes);
        let problem = format!("a body of {body} bytes cannot hold an answer of {answer}");
        found.push((&["http.body_bytes", "limits.answer_bytes"], problem));
    }
    let ceiling = config.limits.answer_ceiling;
    if ceiling < config.limits.answer_bytes {
        let answer = config.limits.answer_bytes;
        let problem =
            format!("answers may have {answer} bytes, and the ceiling for single ones is {ceiling}");
        found.push((&["limits.answer_ceiling_bytes", "limits.answer_bytes"], problem));
    } else if ceiling > config.http.body_bytes && config.http.body_bytes >= config.limits.answer_bytes {
        let body = config.http.body_bytes;
        let problem = format!("a body of {body} bytes cannot hold an answer of {ceiling}");
        found.push((&["limits.answer_ceiling_bytes", "http.body_bytes"], problem));
    }
    let (per_client, all) = (config.http.buffer_bytes_per_client, config.http.buffer_bytes);
    if per_client > all {
        let problem = format!("one client cannot have {per_client} bytes of memory if all have {all}");
        found.push((&["http.buffer_bytes_per_client", "http.buffer_bytes"], problem));
    }
    let least = (config.http.body_bytes as u64).max(UPLOAD_CHUNK as u64);
    if per_client < least {
        let problem = format!("{per_client} bytes of memory for one client cannot hold a body of {least}");
        found.push((&["http.buffer_bytes_per_client", "http.body_bytes"], problem));
    }
    if config.rpc.default_wait > config.rpc.longest_wait {
        let problem = "elicitation/wait would by default wait longer than it can be told to".to_owned();
        found.push((&["rpc.default_wait_ms", "rpc.longest_wait_ms"], problem));
    }
    let tls = &config.tls;
    if tls.certificate.is_some() != tls.key.is_some() {
        let problem = "TLS needs a certificate and its key: set both, or none".to_owned();
        found.push((&["tls.certificate_file", "tls.key_file"], problem));
    }
    if tls.certificate.is_some() && config.http.public_url.as_deref().is_some_and(is_plain_http) {
        let problem = "the service has a certificate, so its public_url begins with https".to_owned();
        found.push((&["public_url", "tls.certificate_file"], problem));
    }
    if tls.certificate.is_some() && config.store.url.is_some() {
        let problem =
            "nodes of one database reach each other without TLS: end it at the load balancer, or use one node"
                .to_owned();
        found.push((&["tls.certificate_file", "store.url"], problem));
    }
    let header = config.people.header.as_deref();
    if config.people.identity == IdentityMode::Proxy && header.is_none_or(str::is_empty) {
        let problem = "people are known by a header, and none is named".to_owned();
        found.push((&["people.identity", "people.header"], problem));
    }
    if config.attempts.address_header.is_some() && config.people.trusted_proxies.is_empty() {
        let problem =
            "the header with the address of the person counts from trusted proxies only, and none is named"
                .to_owned();
        found.push((&["sign_in.address_header", "people.trusted_proxies"], problem));
    }
    let named = [IdentityMode::Loopback, IdentityMode::Proxy, IdentityMode::Code];
    if !config.sign_in.oidc.is_empty() && named.contains(&config.people.identity) {
        let problem =
            "there are providers to sign in with, but people are identified in another way".to_owned();
        found.push((&["people.identity"], problem));
    }
    if config.mail_codes && named.contains(&config.people.identity) {
        let problem =
            "people can sign in with codes by mail, but they are identified in another way".to_owned();
        found.push((&["sign_in.mail_codes", "people.identity"], problem));
    }
    let is_mail = |channel: &ChannelConfig| matches!(channel.kind, ChannelKind::Mail(_));
    if config.mail_codes && !config.notifications.channels.iter().any(is_mail) {
        let problem =
            "codes are to be mailed, and there is no channel for mail: add [[notifications.channels]] with kind = \"mail\""
                .to_owned();
        found.push((&["sign_in.mail_codes"], problem));
    }
    if config.people.identity == IdentityMode::Loopback && !config.is_local() {
        let problem = "every client that can connect would count as the person at this machine".to_owned();
        found.push((&["people.identity", "listen", "public_url"], problem));
    }
    let finding = |(names, title): (&[&str], String)| {
        let origin = names.iter().find_map(|name| draft.origins.get(name).cloned());
        let help = Some(format!("this is about {}", names.join(", ")));
        ConfigProblem { code: "contradiction", title, origin, help }
    };
    found.into_iter().map(finding).collect()
}

fn is_plain_http(url: &str) -> bool {
    url.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("http:"))
}

/// Returns the settings that an error is about, the likeliest mistake first.
fn policy_settings(error: &PolicyError) -> &'static [&'static str] {
    match error {
        PolicyError::DefaultOutOfBounds { what, .. } => match *what {
            "forms" => &["timeouts.form_ms", "timeouts.max_ms", "timeouts.min_ms"],
            "inline prompts" => &["timeouts.inline_ms", "timeouts.max_ms", "timeouts.min_ms"],
            "web pages" => &["timeouts.url_ms", "timeouts.max_ms", "timeouts.min_ms"],
            "terminals" => &["timeouts.terminal_ms", "timeouts.max_ms", "timeouts.min_ms"],
            _ => &["timeouts.pushed_ms", "timeouts.max_ms", "timeouts.min_ms"],
        },
        PolicyError::Zero { .. } => &["extensions.duration_ms", "timeouts.min_ms"],
        PolicyError::TooLong { .. } => &["timeouts.max_ms"],
        _ => &["timeouts.min_ms", "timeouts.max_ms"],
    }
}
