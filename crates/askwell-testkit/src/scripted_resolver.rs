//! A resolver with a table, for tests without network.

use std::collections::HashMap;
use std::future::{Future, pending, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use askwell_engine::Resolver;
use parking_lot::Mutex;

/// Resolves names from a table. A name that is not listed has no address.
///
/// ```
/// use askwell_testkit::scripted_resolver::ScriptedResolver;
/// let resolver = ScriptedResolver::new()
///     .name("example.com", ["93.184.216.34"])
///     .name("intranet.example.com", ["10.0.0.1"])
///     .silent("slow.example.com");
/// ```
#[derive(Debug, Clone, Default)]
pub struct ScriptedResolver {
    table: HashMap<String, ScriptedAnswer>,
    asked: Arc<Mutex<Vec<String>>>,
}

#[derive(Debug, Clone)]
enum ScriptedAnswer {
    Addresses(Vec<IpAddr>),
    Silence,
}

impl ScriptedResolver {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        ScriptedResolver::default()
    }

    /// A name with these addresses.
    ///
    /// # Panics
    /// When one of them is none.
    #[must_use]
    #[expect(clippy::panic, reason = "a mistake in a test should be heard of")]
    pub fn name<'a>(self, name: &str, addresses: impl IntoIterator<Item = &'a str>) -> Self {
        let parse = |text: &str| text.parse().unwrap_or_else(|_| panic!("`{text}` is not an IP address"));
        let addresses = addresses.into_iter().map(parse).collect();
        self.line(name, ScriptedAnswer::Addresses(addresses))
    }

    /// Adds a name that cannot be resolved.
    #[must_use]
    pub fn fails(self, name: &str) -> Self {
        self.line(name, ScriptedAnswer::Addresses(Vec::new()))
    }

    /// Adds a name that is never answered.
    #[must_use]
    pub fn silent(self, name: &str) -> Self {
        self.line(name, ScriptedAnswer::Silence)
    }

    /// Returns the resolved names in order. Clones share this list.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().clone()
    }

    fn line(mut self, name: &str, line: ScriptedAnswer) -> Self {
        self.table.insert(name.to_owned(), line);
        self
    }
}

impl Resolver for ScriptedResolver {
    fn resolve<'a>(&'a self, name: &'a str) -> Pin<Box<dyn Future<Output = Vec<IpAddr>> + Send + 'a>> {
        self.asked.lock().push(name.to_owned());
        match self.table.get(name) {
            Some(ScriptedAnswer::Addresses(addresses)) => Box::pin(ready(addresses.clone())),
            Some(ScriptedAnswer::Silence) => Box::pin(pending()),
            None => Box::pin(ready(Vec::new())),
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_engine::Resolver;

    use super::ScriptedResolver;

    #[tokio::test]
    async fn resolver_answers_from_its_table() {
        let resolver =
            ScriptedResolver::new().name("a.example", ["192.0.2.1", "2001:db8::1"]).fails("b.example");
        assert_eq!(resolver.resolve("a.example").await.len(), 2);
        for name in ["b.example", "c.example"] {
            assert!(resolver.resolve(name).await.is_empty());
        }
        assert_eq!(resolver.asked(), ["a.example", "b.example", "c.example"]);
    }
}
