//! The service to call: its address and a key, as named or as found on this machine.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use url::Url;

use crate::descriptor::ServiceDescriptor;
use crate::discovery::{self, FindError};

/// The address of a service with default settings.
pub const DEFAULT_URL: &str = "http://127.0.0.1:8787";

/// The variable that names the service: a URL, `auto` or `none`.
pub const SERVICE_VARIABLE: &str = "ASKWELL_SERVICE";

/// The older name of the variable; a URL.
const URL_VARIABLE: &str = "ASKWELL_URL";

/// The variable with the key.
pub const KEY_VARIABLE: &str = "ASKWELL_KEY";

/// The largest key file.
const MAX_KEY_BYTES: u64 = 4096;

/// Which service to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceChoice {
    /// The one at this address.
    Url(Url),
    /// The one that runs on this machine, found by its descriptor.
    Auto,
    /// Do not look for one.
    None,
}

/// A key in the clear. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// Where a service is, and the key to call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceEndpoint {
    url: Url,
    key: Option<Key>,
    origin: Origin,
}

/// How an endpoint was determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// By its address.
    Named,
    /// By the descriptor of this run of a service. `own_key` says that the key is not from there.
    Found { instance: String, own_key: bool },
}

/// Why there is no service to call.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceEndpointError {
    /// The address is no URL of HTTP.
    #[error(
        "`{text}` is no address of a service; give a URL such as http://127.0.0.1:8787, or local for the service on this machine"
    )]
    Address {
        /// What was given.
        text: String,
    },
    /// A key that no header can carry.
    #[error("the key cannot be sent: it is empty, or has characters that no key has")]
    Key,
    /// The key file cannot be read.
    #[error("cannot read the key in {}", path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// No service was found on this machine.
    #[error(transparent)]
    Find(#[from] FindError),
    /// No HTTP client can be built.
    #[error(transparent)]
    Build(#[from] askwell_http::client::BuildError),
}

impl FromStr for ServiceChoice {
    type Err = ServiceEndpointError;

    /// Reads a URL, `auto` or `local`, or `none`.
    fn from_str(text: &str) -> Result<ServiceChoice, ServiceEndpointError> {
        match text {
            "auto" | "local" => return Ok(ServiceChoice::Auto),
            "none" => return Ok(ServiceChoice::None),
            _ => {}
        }
        let url = Url::parse(text).ok().filter(|url| ["http", "https"].contains(&url.scheme()));
        match url.filter(Url::has_host) {
            Some(url) => Ok(ServiceChoice::Url(url)),
            None => Err(ServiceEndpointError::Address { text: text.to_owned() }),
        }
    }
}

impl ServiceChoice {
    /// Returns the choice of the environment: `ASKWELL_SERVICE`, else `ASKWELL_URL`.
    ///
    /// # Errors
    /// Fails if the variable is neither a URL nor one of the words.
    pub fn from_env() -> Result<Option<ServiceChoice>, ServiceEndpointError> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let choice = variable(SERVICE_VARIABLE).map(|text| text.parse()).transpose()?;
        match (choice, variable(URL_VARIABLE)) {
            (None | Some(ServiceChoice::None), Some(url)) => url.parse().map(Some),
            (choice, _) => Ok(choice),
        }
    }
}

impl Key {
    /// Returns a key from its text, without surrounding white space.
    ///
    /// # Errors
    /// Fails if it is empty or has characters that a header cannot carry.
    pub fn new(text: &str) -> Result<Key, ServiceEndpointError> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Key(text.to_owned())).ok_or(ServiceEndpointError::Key)
    }

    /// Reads a key from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or holds no key.
    pub fn read(path: &Path) -> Result<Key, ServiceEndpointError> {
        use std::io::Read as _;
        let failed = |source: std::io::Error| ServiceEndpointError::KeyFile { path: path.to_owned(), source };
        let mut text = String::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MAX_KEY_BYTES).read_to_string(&mut text).map_err(failed)?;
        Key::new(&text)
    }

    /// Returns the key in `ASKWELL_KEY`, if there is one.
    ///
    /// # Errors
    /// Fails if the variable holds no key.
    pub fn from_env() -> Result<Option<Key>, ServiceEndpointError> {
        let text = std::env::var(KEY_VARIABLE).ok().filter(|value| !value.is_empty());
        text.map(|text| Key::new(&text)).transpose()
    }

    /// Returns the text of the key.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl ServiceEndpoint {
    /// Returns a service by its address. A service without keys needs none.
    #[must_use]
    pub fn at(url: Url, key: Option<Key>) -> ServiceEndpoint {
        ServiceEndpoint { url, key, origin: Origin::Named }
    }

    /// Returns the service of a descriptor. A key that is given takes the place of the one there.
    ///
    /// # Errors
    /// Fails if the key in the descriptor is no key.
    pub fn found(
        descriptor: &ServiceDescriptor,
        key: Option<Key>,
    ) -> Result<ServiceEndpoint, ServiceEndpointError> {
        let origin = Origin::Found { instance: descriptor.instance.clone(), own_key: key.is_some() };
        let key = match key {
            Some(key) => key,
            None => Key::new(&descriptor.key)?,
        };
        Ok(ServiceEndpoint { url: descriptor.url.clone(), key: Some(key), origin })
    }

    /// Returns the service to call: the one that is named, else that of the environment, else the
    /// one that runs on this machine, else the one at [`DEFAULT_URL`], which may not run. Without a
    /// key, takes that of the environment.
    ///
    /// # Errors
    /// Fails if an address or key cannot be used, or if [`ServiceChoice::Auto`] is named and no
    /// service runs.
    pub async fn resolve(
        named: Option<ServiceChoice>,
        key: Option<Key>,
    ) -> Result<ServiceEndpoint, ServiceEndpointError> {
        let key = key.map_or_else(Key::from_env, |key| Ok(Some(key)))?;
        match named.map_or_else(ServiceChoice::from_env, |named| Ok(Some(named)))? {
            Some(ServiceChoice::Url(url)) => Ok(ServiceEndpoint::at(url, key)),
            Some(ServiceChoice::Auto) => ServiceEndpoint::found(&discovery::find_service().await?, key),
            Some(ServiceChoice::None) => ServiceEndpoint::usual(key),
            None => match discovery::find_service().await {
                Ok(found) => ServiceEndpoint::found(&found, key),
                Err(_) => ServiceEndpoint::usual(key),
            },
        }
    }

    /// Returns the service to use where none is needed: the one that is named, else that of the
    /// environment, else the one that runs on this machine. Returns `None` if there is none.
    ///
    /// # Errors
    /// Fails if an address, a key or the descriptor cannot be used.
    pub async fn resolve_optional(
        named: Option<ServiceChoice>,
        key: Option<Key>,
    ) -> Result<Option<ServiceEndpoint>, ServiceEndpointError> {
        let key = key.map_or_else(Key::from_env, |key| Ok(Some(key)))?;
        let choice = named.map_or_else(ServiceChoice::from_env, |named| Ok(Some(named)))?;
        match choice.unwrap_or(ServiceChoice::Auto) {
            ServiceChoice::Url(url) => Ok(Some(ServiceEndpoint::at(url, key))),
            ServiceChoice::None => Ok(None),
            ServiceChoice::Auto => match discovery::find_service().await {
                Ok(found) => ServiceEndpoint::found(&found, key).map(Some),
                Err(FindError::NotRunning | FindError::Ended { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            },
        }
    }

    fn usual(key: Option<Key>) -> Result<ServiceEndpoint, ServiceEndpointError> {
        match DEFAULT_URL.parse() {
            Ok(url) => Ok(ServiceEndpoint::at(url, key)),
            Err(_) => Err(ServiceEndpointError::Address { text: DEFAULT_URL.to_owned() }),
        }
    }

    /// Returns the URL as it was given.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the key, if there is one.
    #[must_use]
    pub fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// Returns the address for display, without a password.
    #[must_use]
    pub fn address(&self) -> String {
        let mut url = self.url.clone();
        let _ = url.set_password(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the URL of a path of the service, with these further segments.
    pub(crate) fn path<'p>(&self, segments: impl IntoIterator<Item = &'p str>) -> Url {
        let mut url = self.url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, ServiceChoice, ServiceEndpoint};

    #[test]
    fn choices_are_parsed() {
        for word in ["auto", "local"] {
            assert_eq!(word.parse::<ServiceChoice>().unwrap(), ServiceChoice::Auto);
        }
        assert_eq!("none".parse::<ServiceChoice>().unwrap(), ServiceChoice::None);
        assert!(matches!("https://ask.example.com/a".parse(), Ok(ServiceChoice::Url(_))));
        for wrong in ["", "127.0.0.1:8787", "localhost:8787", "ftp://a", "http://", "Auto"] {
            assert!(wrong.parse::<ServiceChoice>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn paths_are_appended_to_the_address() {
        for (address, expected) in [
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787/uploads/a%2Fb"),
            ("http://127.0.0.1:8787/", "http://127.0.0.1:8787/uploads/a%2Fb"),
            ("https://example.com/ask/", "https://example.com/ask/uploads/a%2Fb"),
        ] {
            let endpoint = ServiceEndpoint::at(address.parse().unwrap(), None);
            assert_eq!(endpoint.path(["uploads", "a/b"]).as_str(), expected, "{address}");
        }
    }

    #[test]
    fn keys_are_trimmed_checked_and_not_shown() {
        let key = Key::new(" ask_secret\n").unwrap();
        assert_eq!(key.reveal(), "ask_secret");
        assert!(!format!("{key:?}").contains("secret"));
        assert!(Key::new(" \n").is_err() && Key::new("ask_a b").is_err() && Key::new("ask_é").is_err());
    }
}
