//! A setting: its name, its values and its place in the configuration.

use std::path::PathBuf;
use std::time::Duration;

use askwell_form::markdown::LinkHosts;
use url::{Host, Url};

use super::Config;

/// A setting.
pub(super) struct Setting {
    /// Name in the file, with its section.
    pub(super) name: &'static str,
    /// Explanation.
    pub(super) about: &'static str,
    access: Access,
}

/// How to access a setting in the configuration.
pub(super) enum Access {
    /// A duration of at least a millisecond.
    Time(fn(&mut Config) -> &mut Duration),
    /// A count of at least one.
    Amount(fn(&mut Config) -> &mut usize),
    /// A small number, may be zero.
    SmallNumber(fn(&mut Config) -> &mut u8),
    Switch(fn(&mut Config) -> &mut bool),
    /// An optional file or folder, with an example.
    Path(&'static str, fn(&mut Config) -> &mut Option<PathBuf>),
    /// An optional text, with an example.
    Optional(&'static str, fn(&mut Config) -> &mut Option<String>),
    /// An optional URL, with an example.
    Url(&'static str, fn(&mut Config) -> &mut Option<String>),
    /// Any other type.
    Other {
        kind: ValueKind,
        get: fn(&Config) -> SettingValue,
        set: fn(&mut Config, SettingValue) -> Result<(), String>,
    },
}

impl Setting {
    pub(super) const fn new(name: &'static str, about: &'static str, access: Access) -> Setting {
        Setting { name, about, access }
    }

    pub(super) fn kind(&self) -> ValueKind {
        match self.access {
            Access::Time(_) | Access::Amount(_) | Access::SmallNumber(_) => ValueKind::Whole,
            Access::Switch(_) => ValueKind::Switch,
            Access::Path(example, _) | Access::Optional(example, _) | Access::Url(example, _) => {
                ValueKind::Optional(example)
            }
            Access::Other { kind, .. } => kind,
        }
    }

    pub(super) fn get(&self, config: &Config) -> SettingValue {
        let mut copy = config.clone();
        match self.access {
            Access::Time(at) => SettingValue::of_millis(*at(&mut copy)),
            Access::Amount(at) => SettingValue::Whole(*at(&mut copy) as u64),
            Access::SmallNumber(at) => SettingValue::Whole((*at(&mut copy)).into()),
            Access::Switch(at) => SettingValue::Switch(*at(&mut copy)),
            Access::Path(_, at) => at(&mut copy)
                .as_ref()
                .map_or(SettingValue::Unset, |path| SettingValue::Text(path.to_string_lossy().into_owned())),
            Access::Optional(_, at) | Access::Url(_, at) => {
                at(&mut copy).clone().map_or(SettingValue::Unset, SettingValue::Text)
            }
            Access::Other { get, .. } => get(config),
        }
    }

    pub(super) fn set(&self, config: &mut Config, value: SettingValue) -> Result<(), String> {
        match self.access {
            Access::Time(at) => *at(config) = value.some_time()?,
            Access::Amount(at) => *at(config) = value.positive()?,
            Access::SmallNumber(at) => *at(config) = value.small_number()?,
            Access::Switch(at) => *at(config) = value == SettingValue::Switch(true),
            Access::Path(_, at) => *at(config) = value.optional().map(PathBuf::from),
            Access::Optional(_, at) => *at(config) = value.optional(),
            Access::Url(example, at) => *at(config) = value.web_address(example)?,
            Access::Other { set, .. } => set(config, value)?,
        }
        Ok(())
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    Text,
    /// An optional text, with an example.
    Optional(&'static str),
    Whole,
    Switch,
    List,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SettingValue {
    Text(String),
    Whole(u64),
    Switch(bool),
    List(Vec<String>),
    /// The value of an optional setting that is not set.
    Unset,
}

impl SettingValue {
    /// Parses a value from a variable or the command line.
    pub(super) fn read(kind: ValueKind, text: &str) -> Result<SettingValue, String> {
        match kind {
            ValueKind::Text => Ok(SettingValue::Text(text.to_owned())),
            ValueKind::Optional(_) if text.is_empty() => Ok(SettingValue::Unset),
            ValueKind::Optional(_) => Ok(SettingValue::Text(text.to_owned())),
            ValueKind::Whole => {
                text.parse().map(SettingValue::Whole).map_err(|_| format!("{text:?} is not a whole number"))
            }
            ValueKind::Switch => text
                .parse()
                .map(SettingValue::Switch)
                .map_err(|_| format!("{text:?} is neither true nor false")),
            ValueKind::List => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Ok(SettingValue::List(items.map(str::to_owned).collect()))
            }
        }
    }

    pub(super) fn text(self) -> Result<String, String> {
        if let SettingValue::Text(text) = self { Ok(text) } else { Err("a text is needed".to_owned()) }
    }

    pub(super) fn whole(self) -> Result<u64, String> {
        if let SettingValue::Whole(number) = self {
            Ok(number)
        } else {
            Err("a whole number is needed".to_owned())
        }
    }

    pub(super) fn optional(self) -> Option<String> {
        if let SettingValue::Text(text) = self { Some(text) } else { None }
    }

    /// Returns a URL as it was written, if there is one.
    fn web_address(self, example: &str) -> Result<Option<String>, String> {
        let Some(text) = self.optional() else { return Ok(None) };
        let is_one = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        match Url::parse(&text).ok().filter(is_one) {
            Some(_) => Ok(Some(text)),
            None => Err(format!("{text:?} is not a web address such as {example}")),
        }
    }

    /// Returns the texts of a list.
    pub(super) fn list(self) -> Result<Vec<String>, String> {
        if let SettingValue::List(texts) = self { Ok(texts) } else { Err("a list is needed".to_owned()) }
    }

    /// Returns host names, normalized as in requests.
    pub(super) fn link_hosts(self) -> Result<LinkHosts, String> {
        let SettingValue::List(names) = self else { return Err("a list of host names is needed".to_owned()) };
        LinkHosts::read(names.iter().map(String::as_str)).map_err(|name| {
            format!("{name:?} is not a host name in small letters such as git.example.com or *.example.com")
        })
    }

    pub(super) fn host_names(self) -> Result<Vec<String>, String> {
        let SettingValue::List(names) = self else { return Err("a list of host names is needed".to_owned()) };
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

    pub(super) fn of_millis(duration: Duration) -> SettingValue {
        SettingValue::Whole(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
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
        // A year: a longer duration is most likely a mistake.
        if milliseconds > 366 * 24 * 60 * 60 * 1000 {
            return Err(format!("{milliseconds} ms is more than a year"));
        }
        Ok(Duration::from_millis(milliseconds))
    }

    pub(super) fn some_time(self) -> Result<Duration, String> {
        let duration = self.millis()?;
        if duration.is_zero() { Err("this must be at least 1 ms".to_owned()) } else { Ok(duration) }
    }

    pub(super) fn small_number(self) -> Result<u8, String> {
        let number = self.whole()?;
        u8::try_from(number).map_err(|_| format!("{number} is more than 255"))
    }
}
