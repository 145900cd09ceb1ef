//! Starts notifications with the channels and people of the settings.

mod center;
mod people;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_engine::Engine;
use askwell_notify::channel::command::LocalCommand;
use askwell_notify::channel::http_post::HttpPost;
use askwell_notify::channel::mail::Mail;
use askwell_notify::channel::ntfy::Ntfy;
use askwell_notify::channel::slack::Slack;
use askwell_notify::channel::teams::Teams;
use askwell_notify::channel::telegram::Telegram;
use askwell_notify::channel::web_push::{PushRegistry, WebPush};
use askwell_notify::channel::{Channel, NamedChannel, Unsubscribe};
use askwell_notify::{Notifications, NotifySettings, Titles};

use super::config::{ChannelConfig, ChannelKind, Config};

pub(super) use center::ServiceNotifications;
pub(super) use people::ServicePeople;

/// Running notifications, and what registers browsers if there is a channel for them.
pub(crate) struct RunningNotifications {
    pub(crate) notifications: Notifications,
    pub(crate) push: Option<PushRegistry>,
    /// The first channel for mail.
    pub(crate) mail: Option<MailChannel>,
}

/// A channel for mail, for messages that are no notifications.
#[derive(Clone)]
pub(crate) struct MailChannel {
    name: Arc<str>,
    mail: Arc<Mail>,
    timeout: Duration,
}

/// The channels that more than notifications use.
#[derive(Default)]
struct SharedChannels {
    push: Option<PushRegistry>,
    mail: Option<MailChannel>,
}

/// Starts notifications of a service whose pages are at this URL.
pub(super) async fn start(engine: &Engine, config: &Config, base_url: &str) -> Result<RunningNotifications> {
    let mut shared = SharedChannels::default();
    let mut channels = Vec::new();
    for channel in &config.notifications.channels {
        channels.push(open(engine, channel, &mut shared).await?);
    }
    let mut settings = NotifySettings::new(base_url);
    settings.delay = config.notifications.delay;
    settings.anyone = config.notifications.anyone.iter().map(|name| Arc::from(name.as_str())).collect();
    settings.clock = engine.store().clock();
    settings.language = config.http.languages.language;
    settings.words = Arc::clone(&config.http.languages.words);
    let notifications = Notifications::start(engine, config.directory.clone(), channels, settings)
        .await
        .context("notifications cannot start")?;
    let SharedChannels { push, mail } = shared;
    Ok(RunningNotifications { notifications, push, mail })
}

async fn open(engine: &Engine, config: &ChannelConfig, shared: &mut SharedChannels) -> Result<NamedChannel> {
    let titles = if config.titles { Titles::Sent } else { Titles::Withheld };
    let named = |channel: Arc<dyn Channel>| NamedChannel {
        name: Arc::from(config.name.as_str()),
        channel,
        titles,
        unsubscribe: Unsubscribe::NotOffered,
        timeout: config.timeout.unwrap_or(NamedChannel::TIMEOUT),
        attempts: config.attempts.unwrap_or(NamedChannel::ATTEMPTS),
    };
    Ok(match config.kind.clone() {
        ChannelKind::Mail(settings) => {
            let mail = Mail::new(settings).with_context(|| format!("the channel {:?}", config.name))?;
            let mail = Arc::new(mail);
            let channel = NamedChannel {
                unsubscribe: Unsubscribe::Offered,
                ..named(Arc::clone(&mail) as Arc<dyn Channel>)
            };
            let (name, timeout) = (Arc::clone(&channel.name), channel.timeout);
            shared.mail.get_or_insert(MailChannel { name, mail, timeout });
            channel
        }
        ChannelKind::Ntfy { server, token, network } => {
            named(Arc::new(Ntfy { server, token, http: HttpPost::new(network) }))
        }
        ChannelKind::Slack { url, network } => named(Arc::new(Slack { url, http: HttpPost::new(network) })),
        ChannelKind::Teams { url, network } => named(Arc::new(Teams { url, http: HttpPost::new(network) })),
        ChannelKind::Telegram { server, token, network } => {
            named(Arc::new(Telegram { server, token, http: HttpPost::new(network) }))
        }
        ChannelKind::Push { contact, network } => {
            let channel = WebPush::new(engine.records(), contact, HttpPost::new(network))
                .await
                .with_context(|| format!("the channel {:?}", config.name))?;
            shared.push = Some(channel.registry());
            named(Arc::new(channel))
        }
        ChannelKind::Command { program, arguments, environment } => {
            named(Arc::new(LocalCommand { program, arguments, environment }))
        }
    })
}
