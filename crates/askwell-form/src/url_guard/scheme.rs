//! The schemes a form may allow, and sets of them.
//!
//! Schemes without a network host (`file`, `data`, `javascript` and others) cannot be expressed, so
//! no policy can allow them.

use std::fmt;

/// A scheme that leads to a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scheme {
    /// `http`
    Http,
    /// `https`
    Https,
    /// `ftp`
    Ftp,
    /// `ftps`
    Ftps,
    /// `ws`
    Ws,
    /// `wss`
    Wss,
}

impl Scheme {
    /// Every scheme, in the order in which they are listed to people.
    pub const ALL: [Self; 6] = [Self::Http, Self::Https, Self::Ftp, Self::Ftps, Self::Ws, Self::Wss];

    /// Returns the scheme of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name().eq_ignore_ascii_case(name))
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
            Self::Ftp => "ftp",
            Self::Ftps => "ftps",
            Self::Ws => "ws",
            Self::Wss => "wss",
        }
    }

    /// Returns the port that is meant when a URL names none.
    pub const fn default_port(self) -> u16 {
        match self {
            Self::Http | Self::Ws => 80,
            Self::Https | Self::Wss => 443,
            Self::Ftp => 21,
            Self::Ftps => 990,
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A set of schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SchemeSet(u8);

impl SchemeSet {
    /// Nothing at all.
    pub const EMPTY: Self = Self(0);
    /// `https` alone.
    pub const HTTPS: Self = Self::EMPTY.with(Scheme::Https);

    /// This set and one scheme more.
    #[must_use]
    pub const fn with(self, scheme: Scheme) -> Self {
        Self(self.0 | scheme.bit())
    }

    /// Is the scheme in the set?
    pub const fn contains(self, scheme: Scheme) -> bool {
        self.0 & scheme.bit() != 0
    }

    /// Returns the schemes in the set, in the order of [`Scheme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scheme> {
        Scheme::ALL.into_iter().filter(move |&scheme| self.contains(scheme))
    }
}

impl FromIterator<Scheme> for SchemeSet {
    fn from_iter<I: IntoIterator<Item = Scheme>>(schemes: I) -> Self {
        schemes.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for SchemeSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::EMPTY {
            return formatter.write_str("none");
        }
        for (place, scheme) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(formatter, "{separator}{scheme}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Scheme, SchemeSet};

    #[test]
    fn names_are_read_in_any_case() {
        for (name, expected) in [
            ("http", Some(Scheme::Http)),
            ("HttpS", Some(Scheme::Https)),
            ("WSS", Some(Scheme::Wss)),
            ("", None),
            ("httpss", None),
            ("file", None),
            ("javascript", None),
        ] {
            assert_eq!(Scheme::from_name(name), expected, "{name}");
        }
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::from_name(scheme.name()), Some(scheme));
        }
    }

    #[test]
    fn set_contains_its_members() {
        let set: SchemeSet = [Scheme::Https, Scheme::Http, Scheme::Https].into_iter().collect();
        assert_eq!(set, SchemeSet::HTTPS.with(Scheme::Http));
        assert!(set.contains(Scheme::Http) && !set.contains(Scheme::Ftp));
        for (set, expected) in [(SchemeSet::EMPTY, "none"), (SchemeSet::HTTPS, "https"), (set, "http, https")]
        {
            assert_eq!(set.to_string(), expected);
        }
        assert_eq!(Scheme::ALL.into_iter().collect::<SchemeSet>().iter().count(), 6);
    }
}
