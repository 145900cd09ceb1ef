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
    /// How long before the deadline to warn.
    pub warn_before: Duration,
}

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
        Ok(Terms {
            timeout: self.timeout(mode, requested)?,
            retry_limit: self.0.retry_limit,
            extension: self.0.extension,
            max_extensions: if self.0.extensions_allowed { self.0.max_extensions } else { 0 },
            warn_before: self.0.warn_before,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Policy, PolicyError, PolicySettings, TimeoutError};
    use crate::elicitation::Mode;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn timeouts_stay_within_bounds() {
        let policy = Policy::default();
        for (requested, expected) in [
            (None, Ok(ms(300_000))),
            (Some(1_000), Ok(ms(1_000))),
            (Some(3_600_000), Ok(ms(3_600_000))),
            (Some(999), Err(TimeoutError::TooSmall { requested: 999, minimum: 1_000 })),
            (Some(3_600_001), Err(TimeoutError::TooLarge { requested: 3_600_001, maximum: 3_600_000 })),
            (Some(0), Err(TimeoutError::Invalid { requested: "0".into() })),
        ] {
            assert_eq!(policy.timeout(Mode::Form, requested.map(ms)), expected, "{requested:?}");
        }
        let defaults = [Mode::Inline, Mode::Url, Mode::Terminal].map(|mode| policy.default_timeout(mode));
        assert_eq!(defaults, [ms(30_000), ms(300_000), ms(600_000)]);
    }

    #[test]
    fn a_policy_that_contradicts_itself_is_refused() {
        let base = PolicySettings::default();
        let seed = PolicySettings {
            max_timeout: ms(300_000),
            terminal_timeout: ms(300_000),
            form_timeout: ms(600_000),
            ..base
        };
        assert_eq!(
            Policy::new(seed),
            Err(PolicyError::DefaultOutOfBounds { what: "forms", value: 600_000, min: 1_000, max: 300_000 })
        );
        let crossed = PolicySettings { min_timeout: ms(5_000), max_timeout: ms(4_000), ..base };
        assert_eq!(Policy::new(crossed), Err(PolicyError::CrossedBounds { min: 5_000, max: 4_000 }));
        assert!(Policy::new(PolicySettings { min_timeout: ms(0), ..base }).is_err());
        assert!(Policy::new(PolicySettings { extension: ms(0), ..base }).is_err());
        assert!(Policy::new(PolicySettings { extension: ms(0), extensions_allowed: false, ..base }).is_ok());
    }

    #[test]
    fn one_clients_bounds_pull_the_defaults_along() {
        let policy = Policy::default().with_bounds(ms(5_000), ms(60_000)).unwrap();
        assert_eq!(policy.default_timeout(Mode::Terminal), ms(60_000));
        assert!(policy.timeout(Mode::Form, Some(ms(1_000))).is_err());
        assert!(policy.with_bounds(ms(2), ms(1)).is_err());
    }
}
