//! One setting: its name, what its values look like, and where they go.

use std::path::PathBuf;
use std::time::Duration;

use url::{Host, Url};

use super::Config;

/// One setting.
pub(super) struct Setting {
    /// Its name in the file, section included.
    pub(super) name: &'static str,
    /// What it means.
    pub(super) about: &'static str,
    access: Access,
}

/// Where a setting goes.
pub(super) enum Access {
    /// A time, at least a millisecond.
    Time(fn(&mut Config) -> &mut Duration),
    /// A number of things, at least one.
    Amount(fn(&mut Config) -> &mut usize),
    /// A small number, which may be none.
    Few(fn(&mut Config) -> &mut u8),
    Switch(fn(&mut Config) -> &mut bool),
    /// A file or folder that need not be there, and what one looks like.
    Path(&'static str, fn(&mut Config) -> &mut Option<PathBuf>),
    /// A text that need not be there, and what one looks like.
    Optional(&'static str, fn(&mut Config) -> &mut Option<String>),
    /// A web address that need not be there, and what one looks like.
    Url(&'static str, fn(&mut Config) -> &mut Option<String>),
    /// Anything else.
    Other {
        kind: Kind,
        get: fn(&Config) -> Value,
        set: fn(&mut Config, Value) -> Result<(), String>,
    },
}

impl Setting {
    pub(super) const fn new(name: &'static str, about: &'static str, access: Access) -> Setting {
        Setting { name, about, access }
    }

    pub(super) fn kind(&self) -> Kind {
        match self.access {
            Access::Time(_) | Access::Amount(_) | Access::Few(_) => Kind::Whole,
            Access::Switch(_) => Kind::Switch,
            Access::Path(example, _) | Access::Optional(example, _) | Access::Url(example, _) => {
                Kind::Optional(example)
            }
            Access::Other { kind, .. } => kind,
        }
    }

    pub(super) fn get(&self, config: &Config) -> Value {
        let mut copy = config.clone();
        match self.access {
            Access::Time(at) => Value::of_millis(*at(&mut copy)),
            Access::Amount(at) => Value::Whole(*at(&mut copy) as u64),
            Access::Few(at) => Value::Whole((*at(&mut copy)).into()),
            Access::Switch(at) => Value::Switch(*at(&mut copy)),
            Access::Path(_, at) => at(&mut copy)
                .as_ref()
                .map_or(Value::Unset, |path| Value::Text(path.to_string_lossy().into_owned())),
            Access::Optional(_, at) | Access::Url(_, at) => {
                at(&mut copy).clone().map_or(Value::Unset, Value::Text)
            }
            Access::Other { get, .. } => get(config),
        }
    }

    pub(super) fn set(&self, config: &mut Config, value: Value) -> Result<(), String> {
        match self.access {
            Access::Time(at) => *at(config) = value.some_time()?,
            Access::Amount(at) => *at(config) = value.positive()?,
            Access::Few(at) => *at(config) = value.few()?,
            Access::Switch(at) => *at(config) = value == Value::Switch(true),
            Access::Path(_, at) => *at(config) = value.optional().map(PathBuf::from),
            Access::Optional(_, at) => *at(config) = value.optional(),
            Access::Url(example, at) => *at(config) = value.web_address(example)?,
            Access::Other { set, .. } => set(config, value)?,
        }
        Ok(())
    }
}

/// What values look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A text that need not be there; this is what one looks like.
    Optional(&'static str),
    Whole,
    Switch,
    List,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Whole(u64),
    Switch(bool),
    List(Vec<String>),
    /// Nothing, for settings that need not be there.
    Unset,
}

impl Value {
    /// Reads a value that stands in a variable or on the command line.
    pub(super) fn read(kind: Kind, text: &str) -> Result<Value, String> {
        match kind {
            Kind::Text => Ok(Value::Text(text.to_owned())),
            Kind::Optional(_) if text.is_empty() => Ok(Value::Unset),
            Kind::Optional(_) => Ok(Value::Text(text.to_owned())),
            Kind::Whole => {
                text.parse().map(Value::Whole).map_err(|_| format!("{text:?} is not a whole number"))
            }
            Kind::Switch => {
                text.parse().map(Value::Switch).map_err(|_| format!("{text:?} is neither true nor false"))
            }
            Kind::List => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Ok(Value::List(items.map(str::to_owned).collect()))
            }
        }
    }

    pub(super) fn text(self) -> Result<String, String> {
        if let Value::Text(text) = self { Ok(text) } else { Err("a text is needed".to_owned()) }
    }

    pub(super) fn whole(self) -> Result<u64, String> {
        if let Value::Whole(number) = self { Ok(number) } else { Err("a whole number is needed".to_owned()) }
    }

    pub(super) fn optional(self) -> Option<String> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// A web address as it was written, if there is one.
    fn web_address(self, example: &str) -> Result<Option<String>, String> {
        let Some(text) = self.optional() else { return Ok(None) };
        let is_one = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        match Url::parse(&text).ok().filter(is_one) {
            Some(_) => Ok(Some(text)),
            None => Err(format!("{text:?} is not a web address such as {example}")),
        }
    }

    /// Host names, as requests spell them.
    pub(super) fn host_names(self) -> Result<Vec<String>, String> {
        let Value::List(names) = self else { return Err("a list of host names is needed".to_owned()) };
        let read = |name: String| match Host::parse(&name) {
            Ok(Host::Domain(domain)) if !domain.contains('*') => Ok(domain),
            Ok(Host::Ipv4(address)) => Ok(address.to_string()),
            Ok(Host::Ipv6(address)) => Ok(address.to_string()),
            _ => Err(format!(
                "{name:?} is not a host name such as ask.example.com: no scheme, no port, and each in full"
            )),
        };
        names.into_iter().map(read).collect()
    }

    pub(super) fn of_millis(duration: Duration) -> Value {
        Value::Whole(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn size(self) -> Result<usize, String> {
        usize::try_from(self.whole()?).map_err(|_| "this is more than the machine can count".to_owned())
    }

    pub(super) fn positive(self) -> Result<usize, String> {
        let number = self.size()?;
        if number == 0 { Err("this must be at least 1".to_owned()) } else { Ok(number) }
    }

    pub(super) fn millis(self) -> Result<Duration, String> {
        let milliseconds = self.whole()?;
        // A year: whoever means more means something else.
        if milliseconds > 366 * 24 * 60 * 60 * 1000 {
            return Err(format!("{milliseconds} ms is more than a year"));
        }
        Ok(Duration::from_millis(milliseconds))
    }

    pub(super) fn some_time(self) -> Result<Duration, String> {
        let duration = self.millis()?;
        if duration.is_zero() { Err("this must be at least 1 ms".to_owned()) } else { Ok(duration) }
    }

    pub(super) fn few(self) -> Result<u8, String> {
        let number = self.whole()?;
        u8::try_from(number).map_err(|_| format!("{number} is more than 255"))
    }
}
