//! The policy for timeouts, retries and extensions.

use std::time::Duration;

use crate::elicitation::Mode;
use crate::time::whole_millis;

/// The settings of a policy, not validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicySettings {
    /// The shortest timeout that the client can request.
    pub min_timeout: Duration,
    /// The longest timeout.
    pub max_timeout: Duration,
    /// The default timeout of a form.
    pub form_timeout: Duration,
    /// The default timeout of an inline prompt.
    pub inline_timeout: Duration,
    /// The default timeout of a web page.
    pub url_timeout: Duration,
    /// The default timeout in a terminal.
    pub terminal_timeout: Duration,
    /// The default timeout of a request that is sent to an MCP client.
    pub pushed_timeout: Duration,
    /// Invalid submissions that are allowed before one closes the elicitation.
    pub retry_limit: u8,
    /// Whether deadlines can be extended.
    pub extensions_allowed: bool,
    /// How far one extension moves the deadline.
    pub extension: Duration,
    /// The most extensions.
    pub max_extensions: u8,
    /// How long before the deadline to warn; at most a fifth of the timeout.
    pub warn_before: Duration,
}

/// The longest timeout that a policy can allow: 30 days.
pub const LONGEST_TIMEOUT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The warning comes at the latest when this part of the timeout is left.
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

/// A validated policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policy(PolicySettings);

/// Settings that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The shortest timeout is above the longest.
    #[error("the shortest timeout ({min} ms) is longer than the longest ({max} ms)")]
    CrossedBounds {
        /// The shortest timeout in milliseconds.
        min: u64,
        /// The longest timeout.
        max: u64,
    },
    /// The longest timeout is above [`LONGEST_TIMEOUT`].
    #[error("the longest timeout ({max} ms) is more than 30 days ({limit} ms)")]
    TooLong {
        /// The longest timeout in milliseconds.
        max: u64,
        /// The most that a policy can allow.
        limit: u64,
    },
    /// A default is outside the bounds.
    #[error("the default timeout for {what} ({value} ms) lies outside the bounds {min} to {max} ms")]
    DefaultOutOfBounds {
        /// Which default.
        what: &'static str,
        /// Its value in milliseconds.
        value: u64,
        /// The shortest, in milliseconds.
        min: u64,
        /// The longest timeout.
        max: u64,
    },
    /// A setting must not be zero.
    #[error("{what} must be longer than nothing")]
    Zero {
        /// Which setting.
        what: &'static str,
    },
}

/// An invalid timeout. Names and fields are those on the wire.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeoutError {
    /// It is too short.
    #[error("a timeout of {requested} ms is too short; the shortest is {minimum} ms")]
    TooSmall {
        /// The requested timeout in milliseconds.
        requested: u64,
        /// The shortest timeout in milliseconds.
        minimum: u64,
    },
    /// It is too long.
    #[error("a timeout of {requested} ms is too long; the longest is {maximum} ms")]
    TooLarge {
        /// What was asked for, in milliseconds.
        requested: u64,
        /// The longest timeout in milliseconds.
        maximum: u64,
    },
    /// It is not a positive duration.
    #[error("a timeout must be a positive whole number of milliseconds, not {requested}")]
    Invalid {
        /// The requested timeout as it was written.
        requested: String,
    },
}

impl TimeoutError {
    /// Returns the error's name on the wire.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TimeoutError::TooSmall { .. } => "timeout_too_small",
            TimeoutError::TooLarge { .. } => "timeout_too_large",
            TimeoutError::Invalid { .. } => "invalid_timeout",
        }
    }
}

/// Timeouts of one client. `None` means the policy's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClientTimeouts {
    /// The shortest timeout that the client may ask for.
    pub min: Option<Duration>,
    /// The longest.
    pub max: Option<Duration>,
    /// The default timeout in every mode.
    pub default: Option<Duration>,
}

/// Whether timeouts are the built-in ones. The names are those on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigSource {
    /// Every value is the built-in one.
    Default,
    /// At least one differs.
    Custom,
}

impl ConfigSource {
    /// Returns the name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ConfigSource::Default => "default",
            ConfigSource::Custom => "custom",
        }
    }
}

/// The timeouts of one mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimeoutConfig {
    /// The default timeout.
    pub default: Duration,
    /// The shortest timeout that can be requested.
    pub min: Duration,
    /// The longest.
    pub max: Duration,
    /// Whether these are the built-in values.
    pub source: ConfigSource,
}

/// The terms of one elicitation, fixed at its creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// From creation to the first deadline.
    pub timeout: Duration,
    /// Invalid submissions after the first that are forgiven.
    pub retry_limit: u8,
    /// How far one extension moves the deadline.
    pub extension: Duration,
    /// The most extensions; 0 if they are not allowed.
    pub max_extensions: u8,
    /// How long before the deadline to warn.
    pub warn_before: Duration,
}

impl Policy {
    /// Validates settings.
    ///
    /// # Errors
    /// The first contradiction that is found.
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

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &PolicySettings {
        &self.0
    }

    /// Returns the policy with other bounds. Defaults outside of them move to the nearer bound.
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

    /// Returns the policy with the timeouts of one client. Each bound of the client moves the other bound and
    /// the defaults as needed, so the result is always valid.
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

    /// Returns the timeouts of a mode.
    #[must_use]
    pub fn timeout_config(&self, mode: Mode) -> TimeoutConfig {
        let of = |policy: &Policy| (policy.default_timeout(mode), policy.0.min_timeout, policy.0.max_timeout);
        let (default, min, max) = of(self);
        let is_built_in = of(self) == of(&Policy::default());
        let source = if is_built_in { ConfigSource::Default } else { ConfigSource::Custom };
        TimeoutConfig { default, min, max, source }
    }

    /// Returns the default timeout of a mode.
    #[must_use]
    pub fn default_timeout(&self, mode: Mode) -> Duration {
        match mode {
            Mode::Form => self.0.form_timeout,
            Mode::Inline => self.0.inline_timeout,
            Mode::Url => self.0.url_timeout,
            Mode::Terminal => self.0.terminal_timeout,
        }
    }

    /// Checks a requested timeout, and returns it or the default.
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

    /// Returns the terms of a new elicitation.
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
