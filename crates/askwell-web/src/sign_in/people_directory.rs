//! What sign-in knows of people, and what it makes known: whose mail address it is, how a code reaches it, and who has
//! signed in with a provider.
//!
//! Addresses and channels are another crate's: only the program that has both implements [`PeopleDirectory`].

use askwell_locale::Words;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use askwell_engine::StoreError;
use zeroize::Zeroizing;

/// The future that the methods of [`PeopleDirectory`] return.
pub type DirectoryFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The people whom the service knows by their mail addresses.
pub trait PeopleDirectory: Send + Sync + 'static {
    /// Returns the person whom the operator has named with this address, however it is written. `None` if there is
    /// none, or more than one.
    fn owner_of(&self, address: &str) -> Option<MailboxOwner>;

    /// Mails a code. Called once for each attempt; dropping the future ends the attempt.
    fn mail_code<'a>(&'a self, mail: &'a CodeMail) -> DirectoryFuture<'a, CodeDelivery>;

    /// Makes a person known who has signed in with a provider, or refreshes what is known of them. A person of the settings
    /// stays as they are.
    fn remember<'a>(&'a self, person: &'a KnownPerson) -> DirectoryFuture<'a, Result<(), StoreError>>;

    /// Returns people whom sign-in has made known, by name, after a cursor.
    fn known_people<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> DirectoryFuture<'a, Result<Vec<KnownPerson>, StoreError>>;

    /// Forgets a person whom sign-in has made known. Returns whether there was one.
    fn forget<'a>(&'a self, name: &'a str) -> DirectoryFuture<'a, Result<bool, StoreError>>;
}

/// A person whom a sign-in with a provider has made known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPerson {
    /// The name under which the person is asked and answers.
    pub name: String,
    /// The mail address, if the provider has verified it.
    pub mail: Option<String>,
    /// The groups of the last sign-in.
    pub groups: Vec<String>,
    /// The name of the provider.
    pub provider: String,
    /// The time of the last sign-in, in milliseconds since 1970.
    pub seen_at: u64,
}

/// The person with a mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailboxOwner {
    /// The name under which the person is asked and answers.
    pub person: String,
    /// The address as the operator has written it. Codes go there, and not to what was typed.
    pub address: String,
}

/// A code on its way to a person.
#[derive(Clone)]
pub struct CodeMail {
    /// The address.
    pub address: String,
    /// The code, in two groups.
    pub code: Zeroizing<String>,
    /// The host of the pages, so that the person knows what the code is for.
    pub site: String,
    /// How long the code works.
    pub lifetime: Duration,
    /// The language of the page on which the code was asked for.
    pub words: Words,
}

impl fmt::Debug for CodeMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeMail").field("address", &self.address).finish_non_exhaustive()
    }
}

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeDelivery {
    /// The mail server has taken it.
    Sent,
    /// It failed, and another attempt may succeed.
    Failed {
        /// Why, without secrets.
        why: String,
    },
    /// Another attempt would fail, too.
    Refused {
        /// Why, without secrets.
        why: String,
    },
}
