//! Connects sign-in with the people of the directory: whose mail address it is, and how a code reaches it.

use std::collections::HashMap;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_lifecycle::Timestamp;
use askwell_notify::channel::DeliveryOutcome;
use askwell_notify::channel::mail::SignInCode;
use askwell_notify::{Directory, Notifications, SignedInPerson};
use askwell_web::{CodeDelivery, CodeMail, DirectoryFuture, KnownPerson, MailboxOwner, PeopleDirectory};

use super::MailChannel;

/// The people of this service, as sign-in knows them.
pub(crate) struct ServicePeople {
    notifications: Notifications,
    mail: Option<MailChannel>,
    /// By the address in lower case; `None` if several people have it.
    owners: HashMap<String, Option<MailboxOwner>>,
}

impl ServicePeople {
    /// Returns the people of running notifications.
    pub(crate) fn new(notifications: Notifications, mail: Option<MailChannel>) -> ServicePeople {
        let owners = owners(notifications.directory(), mail.as_ref());
        ServicePeople { notifications, mail, owners }
    }
}

/// Returns the people of a directory by their addresses on a channel for mail.
fn owners(directory: &Directory, mail: Option<&MailChannel>) -> HashMap<String, Option<MailboxOwner>> {
    let mut owners: HashMap<String, Option<MailboxOwner>> = HashMap::new();
    for person in directory.people() {
        let Some(address) = mail.and_then(|mail| person.addresses.get(&mail.name)) else {
            continue;
        };
        let owner = MailboxOwner { person: person.name.to_string(), address: address.clone() };
        owners.entry(address.to_lowercase()).and_modify(|known| *known = None).or_insert(Some(owner));
    }
    for (address, _) in owners.iter().filter(|(_, owner)| owner.is_none()) {
        tracing::warn!(
            address,
            "several people have this mail address: none of them gets sign-in codes there"
        );
    }
    owners
}

impl PeopleDirectory for ServicePeople {
    fn owner_of(&self, address: &str) -> Option<MailboxOwner> {
        self.owners.get(&address.trim().to_lowercase()).cloned().flatten()
    }

    fn mail_code<'a>(&'a self, mail: &'a CodeMail) -> DirectoryFuture<'a, CodeDelivery> {
        Box::pin(async move {
            let Some(channel) = &self.mail else {
                return CodeDelivery::Refused { why: "there is no channel for mail".to_owned() };
            };
            let CodeMail { address, code, site, lifetime, words } = mail.clone();
            let code = SignInCode { address, code, site, lifetime };
            match tokio::time::timeout(channel.timeout, words.during(channel.mail.send_code(&code))).await {
                Ok(DeliveryOutcome::Delivered) => CodeDelivery::Sent,
                Ok(DeliveryOutcome::RetryLater { why, .. }) => CodeDelivery::Failed { why },
                Ok(DeliveryOutcome::GaveUp { why }) => CodeDelivery::Refused { why },
                Err(_) => CodeDelivery::Failed { why: "the mail server took too long".to_owned() },
            }
        })
    }

    fn remember<'a>(&'a self, person: &'a KnownPerson) -> DirectoryFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if self.notifications.channels().next().is_none() {
                return Ok(());
            }
            let person = SignedInPerson {
                name: Arc::from(person.name.as_str()),
                mail: person.mail.clone(),
                groups: person.groups.iter().map(|group| Arc::from(group.as_str())).collect(),
                provider: person.provider.clone(),
                seen_at: Timestamp::from_millis(person.seen_at),
            };
            self.notifications.remember_person(&person).await.map(drop)
        })
    }

    fn known_people<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> DirectoryFuture<'a, Result<Vec<KnownPerson>, StoreError>> {
        Box::pin(async move {
            let found = self.notifications.signed_in_people(after.map(Arc::from), limit).await?;
            let known = found.into_iter().map(|person| KnownPerson {
                name: person.name.to_string(),
                mail: person.mail,
                groups: person.groups.iter().map(ToString::to_string).collect(),
                provider: person.provider,
                seen_at: person.seen_at.as_millis(),
            });
            Ok(known.collect())
        })
    }

    fn forget<'a>(&'a self, name: &'a str) -> DirectoryFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.notifications.forget_person(name))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use askwell_notify::channel::mail::{Mail, MailEncryption, MailSettings};
    use askwell_notify::{Directory, DirectoryPerson, Preferences};

    use super::super::MailChannel;
    use super::owners;

    #[tokio::test]
    async fn address_has_one_owner_or_none() {
        let person = |name: &str, channel: &str, address: &str| DirectoryPerson {
            name: Arc::from(name),
            addresses: [(Arc::from(channel), address.to_owned())].into(),
            preferences: Preferences::default(),
        };
        let people = vec![
            person("ada", "mail", "Ada@example.com"),
            person("bob", "mail", "team@example.com"),
            person("eve", "mail", "TEAM@example.com"),
            person("dan", "ntfy", "dan@example.com"),
        ];
        let directory = Directory::new(people, Vec::new()).unwrap();
        let settings = MailSettings {
            host: "127.0.0.1".to_owned(),
            port: None,
            encryption: MailEncryption::None,
            credentials: None,
            from: "askwell@example.com".to_owned(),
        };
        let mail = Arc::new(Mail::new(settings).unwrap());
        let mail = MailChannel { name: Arc::from("mail"), mail, timeout: Duration::from_secs(1) };
        let owners = owners(&directory, Some(&mail));
        let found = owners["ada@example.com"].clone().unwrap();
        assert_eq!((found.person.as_str(), found.address.as_str()), ("ada", "Ada@example.com"));
        for nobody in ["team@example.com", "dan@example.com", "ada", ""] {
            assert_eq!(owners.get(nobody).cloned().flatten(), None, "{nobody}");
        }
        assert!(super::owners(&directory, None).is_empty());
    }
}
