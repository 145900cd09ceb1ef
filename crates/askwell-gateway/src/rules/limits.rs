//! The table `[gateway.limits]`: how much of everything a gateway takes on.

use std::time::Duration;

use serde_json::{Map, Value};

use super::settings::SettingsReader;
use crate::gateway::GatewaySettings;

/// The largest message that can be allowed.
const MAX_MESSAGE: u64 = 1 << 30;
/// The largest number of anything.
const MAX_COUNT: u64 = 1_000_000;
/// The longest time of anything.
const MAX_TIME: Duration = Duration::from_secs(7 * 86_400);

/// The limits that a configuration sets. What it does not set has its default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GatewayLimits {
    /// The largest message, in bytes.
    pub message_bytes: Option<usize>,
    /// The most calls of one client at once.
    pub calls: Option<usize>,
    /// The most calls that wait for people without their client.
    pub parked_calls: Option<usize>,
    /// How long such a call waits for its client to call again.
    pub park_time: Option<Duration>,
    /// The most sessions of legacy clients over HTTP.
    pub sessions: Option<usize>,
    /// How long a session may be idle.
    pub session_idle: Option<Duration>,
    /// The most modern clients with connections to servers.
    pub clients: Option<usize>,
    /// How long the connections of a modern client are kept without a call.
    pub client_idle: Option<Duration>,
}

impl GatewayLimits {
    /// The names in a configuration.
    const MEMBERS: [&'static str; 8] = [
        "message_bytes",
        "calls",
        "parked_calls",
        "park_time",
        "sessions",
        "session_idle",
        "clients",
        "client_idle",
    ];

    pub(super) fn read(reader: &mut SettingsReader, place: &str, members: &Map<String, Value>) -> Self {
        reader.refuse_unknown(place, members, &Self::MEMBERS);
        let mut count = |name: &str, most: u64| {
            let value = members.get(name)?;
            let found = value.as_u64().filter(|count| (1..=most).contains(count));
            if found.is_none() {
                reader.problem(&format!("{place}.{name}"), &format!("is a whole number from 1 to {most}"));
            }
            found.and_then(|count| usize::try_from(count).ok())
        };
        let mut limits = GatewayLimits {
            message_bytes: count("message_bytes", MAX_MESSAGE),
            calls: count("calls", MAX_COUNT),
            parked_calls: count("parked_calls", MAX_COUNT),
            sessions: count("sessions", MAX_COUNT),
            clients: count("clients", MAX_COUNT),
            ..GatewayLimits::default()
        };
        let mut time = |name: &str| {
            let value = members.get(name)?;
            reader.duration(&format!("{place}.{name}"), value, MAX_TIME)
        };
        limits.park_time = time("park_time");
        limits.session_idle = time("session_idle");
        limits.client_idle = time("client_idle");
        limits
    }

    /// Returns settings with these limits in place of their own.
    #[must_use]
    pub fn apply(&self, mut settings: GatewaySettings) -> GatewaySettings {
        settings.limits.bytes = self.message_bytes.unwrap_or(settings.limits.bytes);
        settings.max_concurrent_calls = self.calls.unwrap_or(settings.max_concurrent_calls);
        settings.max_parked = self.parked_calls.unwrap_or(settings.max_parked);
        settings.park_time = self.park_time.unwrap_or(settings.park_time);
        settings.max_sessions = self.sessions.unwrap_or(settings.max_sessions);
        settings.session_idle = self.session_idle.unwrap_or(settings.session_idle);
        settings.max_links = self.clients.unwrap_or(settings.max_links);
        settings.idle = self.client_idle.unwrap_or(settings.idle);
        settings
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::GateSettings;
    use crate::gateway::GatewaySettings;

    #[test]
    fn limits_that_are_set_replace_the_defaults() {
        let text = "[gateway.limits]\nmessage_bytes = 1000\ncalls = 3\nparked_calls = 2\npark_time = \"5m\"\n\
                    sessions = 7\nsession_idle = \"1h\"\nclients = 9\nclient_idle = \"30s\"";
        let settings = GateSettings::from_toml(text, &[]).unwrap().limits.apply(GatewaySettings::default());
        let counts = (settings.limits.bytes, settings.max_concurrent_calls, settings.max_parked);
        assert_eq!(counts, (1000, 3, 2));
        assert_eq!((settings.max_sessions, settings.max_links), (7, 9));
        let times = [settings.park_time, settings.session_idle, settings.idle];
        assert_eq!(times, [300, 3600, 30].map(Duration::from_secs));
        let unset = GateSettings::from_toml("[gateway.limits]", &[]).unwrap().limits;
        assert_eq!(unset.apply(GatewaySettings::default()).limits.bytes, 64 << 20);
    }

    #[test]
    fn wrong_limits_are_reported_with_their_names() {
        for (line, problem) in [
            ("calls = 0", "gateway.limits.calls: is a whole number from 1 to 1000000"),
            ("calls = \"many\"", "gateway.limits.calls: is a whole number from 1 to 1000000"),
            ("park_time = \"30d\"", "gateway.limits.park_time: is at most 7d"),
            ("park_tme = \"3d\"", "gateway.limits: `park_tme` is unknown; did you mean `park_time`?"),
        ] {
            let read = GateSettings::from_toml(&format!("[gateway.limits]\n{line}"), &[]);
            assert_eq!(read.unwrap_err().problems, [problem], "{line}");
        }
    }
}
