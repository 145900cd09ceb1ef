//! How long to wait, how often to ask again, and how far a deadline can be moved.

use std::time::Duration;

use crate::elicitation::Mode;
use crate::time::whole_millis;

/// The rules as configured: any values, not yet looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicySettings {
    /// The shortest timeout anybody may ask for.
    pub min_timeout: Duration,
    /// The longest.
    pub max_timeout: Duration,
    /// For a form that says nothing.
    pub form_timeout: Duration,
    /// For an inline prompt.
    pub inline_timeout: Duration,
    /// For a web page.
    pub url_timeout: Duration,
    /// For a terminal.
    pub terminal_timeout: Duration,
    /// For a request pushed to an MCP client.
    pub pushed_timeout: Duration,
    /// Invalid submissions after the first that are forgiven.
    pub retry_limit: u8,
    /// Whether deadlines can be moved at all.
    pub extensions_allowed: bool,
    /// How far one extension moves the deadline.
    pub extension: Duration,
    /// How many extensions there are.
    pub max_extensions: u8,
    /// How long before the deadline to warn, at most: never more than a fifth of the timeout.
    pub warn_before: Duration,
}

/// The longest timeout that a policy can allow: 30 days.
pub const LONGEST_TIMEOUT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The warning comes when this part of the timeout is left, unless the settings say later.
const WARNING_PART: u32 = 5;

impl Default for PolicySettings {
    fn default() -> Self {
        PolicySettings {
            min_timeout: Duration::from_millis(1_000),
            max_timeout: Duration::from_millis(3_600_000),
            form_timeout: Duration::from_millis(300_000),
            inline_timeout: Duration::from_millis(30_000),
            url_timeout: Duration::from_millis(300_000),
            terminal_timeout: Duration::from_millis(600_000),
            pushed_timeout: Duration::from_millis(60_000),
            retry_limit: 3,
            extensions_allowed: true,
            extension: Duration::from_millis(300_000),
            max_extensions: 2,
            warn_before: Duration::from_millis(60_000),
        }
    }
}

/// Rules that do not contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policy(PolicySettings);

/// Settings that cannot all hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// No timeout lies between the bounds.
    #[error("the shortest timeout ({min} ms) is longer than the longest ({max} ms)")]
    CrossedBounds {
        /// The shortest, in milliseconds.
        min: u64,
        /// The longest.
        max: u64,
    },
    /// The longest timeout is longer than a policy can allow.
    #[error("the longest timeout ({max} ms) is more than 30 days ({limit} ms)")]
    TooLong {
        /// The longest, in milliseconds.
        max: u64,
        /// What a policy can allow at most.
        limit: u64,
    },
    /// A default that its own bounds refuse.
    #[error("the default timeout for {what} ({value} ms) lies outside the bounds {min} to {max} ms")]
    DefaultOutOfBounds {
        /// Which default.
        what: &'static str,
        /// Its value in milliseconds.
        value: u64,
        /// The shortest, in milliseconds.
        min: u64,
        /// The longest.
        max: u64,
    },
    /// Zero where something is needed.
    #[error("{what} must be longer than nothing")]
    Zero {
        /// Which setting.
        what: &'static str,
    },
}

/// A timeout that cannot be used. The names and fields are those on the wire.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeoutError {
    /// Below the bounds.
    #[error("a timeout of {requested} ms is too short; the shortest is {minimum} ms")]
    TooSmall {
        /// What was asked for, in milliseconds.
        requested: u64,
        /// The least there is.
        minimum: u64,
    },
    /// Above the bounds.
    #[error("a timeout of {requested} ms is too long; the longest is {maximum} ms")]
    TooLarge {
        /// What was asked for, in milliseconds.
        requested: u64,
        /// The most there is.
        maximum: u64,
    },
    /// Not a time at all.
    #[error("a timeout must be a positive whole number of milliseconds, not {requested}")]
    Invalid {
        /// What was asked for, as it was written.
        requested: String,
    },
}

impl TimeoutError {
    /// The error's name on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TimeoutError::TooSmall { .. } => "timeout_too_small",
            TimeoutError::TooLarge { .. } => "timeout_too_large",
            TimeoutError::Invalid { .. } => "invalid_timeout",
        }
    }
}

/// Timeouts of one client's own. What is `None` is as the policy has it for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClientTimeouts {
    /// The shortest timeout that the client may ask for.
    pub min: Option<Duration>,
    /// The longest.
    pub max: Option<Duration>,
    /// The timeout when the client asks for none, in every mode.
    pub default: Option<Duration>,
}

/// Whether timeouts are as built in. The names are those on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigSource {
    /// Every value is the built-in one.
    Default,
    /// At least one was set to something else.
    Custom,
}

impl ConfigSource {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ConfigSource::Default => "default",
            ConfigSource::Custom => "custom",
        }
    }
}

/// The timeouts that hold in one mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeoutConfig {
    /// The timeout when none is asked for.
    pub default: Duration,
    /// The shortest that may be asked for.
    pub min: Duration,
    /// The longest.
    pub max: Duration,
    /// Whether these are the built-in values.
    pub source: ConfigSource,
}

/// What was settled for one elicitation when it was made. Later changes of the policy do not touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// From creation to the first deadline.
    pub timeout: Duration,
    /// Invalid submissions after the first that are forgiven.
    pub retry_limit: u8,
    /// How far one extension moves the deadline.
    pub extension: Duration,
    /// How many extensions there are; none, if they are not allowed.
    pub max_extensions: u8,
    /// How long before the deadline to warn.
    pub warn_before: Duration,
}

impl Policy {
    /// Takes settings that do not contradict each other.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn new(settings: PolicySettings) -> Result<Policy, PolicyError> {
        let (min, max) = (whole_millis(settings.min_timeout), whole_millis(settings.max_timeout));
        if min == 0 {
            return Err(PolicyError::Zero { what: "the shortest timeout" });
        }
        if min > max {
            return Err(PolicyError::CrossedBounds { min, max });
        }
        let limit = whole_millis(LONGEST_TIMEOUT);
        if max > limit {
            return Err(PolicyError::TooLong { max, limit });
        }
        let defaults = [
            ("forms", settings.form_timeout),
            ("inline prompts", settings.inline_timeout),
            ("web pages", settings.url_timeout),
            ("terminals", settings.terminal_timeout),
            ("pushed requests", settings.pushed_timeout),
        ];
        for (what, value) in defaults {
            let value = whole_millis(value);
            if !(min..=max).contains(&value) {
                return Err(PolicyError::DefaultOutOfBounds { what, value, min, max });
            }
        }
        if settings.extensions_allowed && settings.max_extensions > 0 && whole_millis(settings.extension) == 0
        {
            return Err(PolicyError::Zero { what: "an extension" });
        }
        Ok(Policy(settings))
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &PolicySettings {
        &self.0
    }

    /// The same rules with other bounds: for one client, say. Defaults that the bounds exclude move to the
    /// nearer bound.
    ///
    /// # Errors
    /// When the bounds cross.
    pub fn with_bounds(&self, min: Duration, max: Duration) -> Result<Policy, PolicyError> {
        let mut settings = PolicySettings { min_timeout: min, max_timeout: max, ..self.0 };
        if min <= max {
            let defaults = [
                &mut settings.form_timeout,
                &mut settings.inline_timeout,
                &mut settings.url_timeout,
                &mut settings.terminal_timeout,
                &mut settings.pushed_timeout,
            ];
            defaults.into_iter().for_each(|default| *default = (*default).clamp(min, max));
        }
        Policy::new(settings)
    }

    /// The same rules with one client's timeouts in place of the usual ones. A bound of the client's own
    /// moves the other bound and the defaults with it, so that the result never contradicts itself.
    #[must_use]
    pub fn for_client(&self, own: ClientTimeouts) -> Policy {
        let within = |value: Duration| value.clamp(Duration::from_millis(1), LONGEST_TIMEOUT);
        let mut min = within(own.min.unwrap_or(self.0.min_timeout));
        let mut max = within(own.max.unwrap_or(self.0.max_timeout));
        if min > max {
            match own.max {
                Some(_) => min = max,
                None => max = min,
            }
        }
        let default = |usual: Duration| own.default.unwrap_or(usual).clamp(min, max);
        Policy(PolicySettings {
            min_timeout: min,
            max_timeout: max,
            form_timeout: default(self.0.form_timeout),
            inline_timeout: default(self.0.inline_timeout),
            url_timeout: default(self.0.url_timeout),
            terminal_timeout: default(self.0.terminal_timeout),
            pushed_timeout: default(self.0.pushed_timeout),
            ..self.0
        })
    }

    /// The timeouts that hold in a mode.
    #[must_use]
    pub fn timeout_config(&self, mode: Mode) -> TimeoutConfig {
        let of = |policy: &Policy| (policy.default_timeout(mode), policy.0.min_timeout, policy.0.max_timeout);
        let (default, min, max) = of(self);
        let is_built_in = of(self) == of(&Policy::default());
        let source = if is_built_in { ConfigSource::Default } else { ConfigSource::Custom };
        TimeoutConfig { default, min, max, source }
    }

    /// The timeout for a mode when nobody says otherwise.
    #[must_use]
    pub fn default_timeout(&self, mode: Mode) -> Duration {
        match mode {
            Mode::Form => self.0.form_timeout,
            Mode::Inline => self.0.inline_timeout,
            Mode::Url => self.0.url_timeout,
            Mode::Terminal => self.0.terminal_timeout,
        }
    }

    /// Checks a timeout that was asked for.
    ///
    /// # Errors
    /// When it is outside the bounds.
    pub fn timeout(&self, mode: Mode, requested: Option<Duration>) -> Result<Duration, TimeoutError> {
        let Some(requested) = requested else { return Ok(self.default_timeout(mode)) };
        let milliseconds = whole_millis(requested);
        if milliseconds == 0 {
            return Err(TimeoutError::Invalid { requested: "0".to_owned() });
        }
        let (minimum, maximum) = (whole_millis(self.0.min_timeout), whole_millis(self.0.max_timeout));
        if milliseconds < minimum {
            return Err(TimeoutError::TooSmall { requested: milliseconds, minimum });
        }
        if milliseconds > maximum {
            return Err(TimeoutError::TooLarge { requested: milliseconds, maximum });
        }
        Ok(Duration::from_millis(milliseconds))
    }

    /// The terms of a new elicitation.
    ///
    /// # Errors
    /// When the timeout is outside the bounds.
    pub fn terms(&self, mode: Mode, requested: Option<Duration>) -> Result<Terms, TimeoutError> {
        let timeout = self.timeout(mode, requested)?;
        Ok(Terms {
            timeout,
            retry_limit: self.0.retry_limit,
            extension: self.0.extension,
            max_extensions: if self.0.extensions_allowed { self.0.max_extensions } else { 0 },
            warn_before: self.0.warn_before.min(timeout / WARNING_PART),
        })
    }
}

#[cfg(test)]
mod tests;
