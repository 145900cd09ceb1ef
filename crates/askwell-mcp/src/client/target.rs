//! The targets that a client connects to.

use std::fmt;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::error::ConnectError;
use crate::transport::Connection;
use crate::transport::child::Command;
use crate::transport::http_client::SharedConnections;

/// A server to connect to: a program to start, an address, or an open connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum Target {
    /// A program that speaks on its standard input and output. It ends with the connection.
    Command(Command),
    /// A server that speaks Streamable HTTP.
    Url(Address),
    /// An open connection.
    Connection(Connection),
}

/// The address of a server, with the headers to send. Clones share HTTP connections: what identifies
/// a client travels with each request.
#[derive(Clone)]
pub struct Address {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) connections: SharedConnections,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// When it is not an http or https URL.
    pub fn new(address: &str) -> Result<Self, ConnectError> {
        let refuse = |reason: String| ConnectError::Address { address: address.to_owned(), reason };
        let url = Url::parse(address).map_err(|error| refuse(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(refuse("it has to begin with http:// or https://".to_owned()));
        }
        Ok(Address { url, headers: HeaderMap::new(), connections: SharedConnections::default() })
    }

    /// Adds a header to every request, such as `Authorization`. Its value is not shown in logs.
    ///
    /// # Errors
    /// When the name or the value is not valid in HTTP.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, ConnectError> {
        let refuse = |reason: String| ConnectError::Address { address: self.url.to_string(), reason };
        let name =
            HeaderName::try_from(name).map_err(|_| refuse(format!("`{name}` is not a header name")))?;
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| refuse(format!("the value of the header `{name}` cannot be sent")))?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(self)
    }
}

/// Headers may hold credentials, so they are not shown.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// Writes the address without credentials and query.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut url = self.url.clone();
        // Neither call fails for a URL with a host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_query(None);
        f.write_str(url.as_str())
    }
}

impl From<Command> for Target {
    fn from(command: Command) -> Self {
        Target::Command(command)
    }
}

impl From<Address> for Target {
    fn from(address: Address) -> Self {
        Target::Url(address)
    }
}

impl From<Connection> for Target {
    fn from(connection: Connection) -> Self {
        Target::Connection(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_show_no_secrets() {
        let address = Address::new("https://user:word@example.com/mcp?key=1").unwrap();
        let address = address.header("Authorization", "Bearer abc").unwrap();
        assert_eq!(address.to_string(), "https://example.com/mcp");
        assert_eq!(format!("{address:?}"), "Address(https://example.com/mcp)");
        for bad in ["ftp://example.com", "example.com", "http:"] {
            assert!(Address::new(bad).is_err(), "{bad}");
        }
        assert!(Address::new("http://localhost/").unwrap().header("a b", "c").is_err());
    }
}
