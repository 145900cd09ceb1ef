//! People who sign in with a real provider become known to the directory, and an administrator removes them.

use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_web::{
    CodeDelivery, CodeMail, DirectoryFuture, KnownPerson, MailboxOwner, PeopleDirectory, RoleGroups,
};
use parking_lot::Mutex;

use crate::support::{World, sign_in};

/// A directory that keeps whom it is told of; it can be broken.
#[derive(Default)]
struct MemoryDirectory {
    people: Mutex<BTreeMap<String, KnownPerson>>,
    is_broken: Mutex<bool>,
}

impl PeopleDirectory for MemoryDirectory {
    fn owner_of(&self, _: &str) -> Option<MailboxOwner> {
        None
    }

    fn mail_code<'a>(&'a self, _: &'a CodeMail) -> DirectoryFuture<'a, CodeDelivery> {
        Box::pin(async { CodeDelivery::Sent })
    }

    fn remember<'a>(&'a self, person: &'a KnownPerson) -> DirectoryFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if *self.is_broken.lock() {
                return Err(StoreError::Closed);
            }
            self.people.lock().insert(person.name.clone(), person.clone());
            Ok(())
        })
    }

    fn known_people<'a>(
        &'a self,
        _: Option<&'a str>,
        limit: usize,
    ) -> DirectoryFuture<'a, Result<Vec<KnownPerson>, StoreError>> {
        Box::pin(async move { Ok(self.people.lock().values().take(limit).cloned().collect()) })
    }

    fn forget<'a>(&'a self, name: &'a str) -> DirectoryFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move { Ok(self.people.lock().remove(name).is_some()) })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn person_of_a_provider_becomes_known_with_verified_address_and_accepted_groups() {
    let (world, provider) = World::with_real_provider(|settings| {
        settings.person_claim = "sub".to_owned();
        settings.accept_groups = vec!["on-call".to_owned()];
    })
    .await;
    let directory = Arc::new(MemoryDirectory::default());
    world.pages.connect_directory(Arc::clone(&directory) as Arc<dyn PeopleDirectory>);
    for login in ["ada", "eve"] {
        assert_eq!(sign_in(&mut world.browser(), &provider, login, "/inbox").await.status, 303);
    }
    let people = directory.people.lock().clone();
    let ada = &people["ada"];
    assert_eq!(ada.mail.as_deref(), Some("ada@example.com"));
    assert_eq!((ada.groups.as_slice(), ada.provider.as_str()), (&["on-call".to_owned()][..], "Company SSO"));
    // The provider has not verified the address of the other person, who claims ada's.
    assert_eq!(people["eve"].mail, None);
    // A directory that fails keeps nobody out.
    *directory.is_broken.lock() = true;
    assert_eq!(sign_in(&mut world.browser(), &provider, "bob", "/inbox").await.status, 303);
    assert!(!directory.people.lock().contains_key("bob"));
}

#[tokio::test(flavor = "multi_thread")]
async fn administrator_sees_and_removes_known_people() {
    let (world, provider) = World::with_real_provider(|_| ()).await;
    let roles = RoleGroups { administer: vec!["administrators".to_owned()], ..RoleGroups::default() };
    world.pages.set_roles(roles, Default::default());
    let directory = Arc::new(MemoryDirectory::default());
    world.pages.connect_directory(Arc::clone(&directory) as Arc<dyn PeopleDirectory>);
    let (mut admin, mut other) = (world.browser(), world.browser());
    sign_in(&mut admin, &provider, "ada", "/inbox").await;
    sign_in(&mut other, &provider, "bob", "/inbox").await;
    let page = admin.get("/administration").await;
    page.shows("People known by sign-in").shows("<bdi>bob@example.com</bdi>").shows("Remove");
    let token = page.token();
    // Neither another person nor another site removes anybody.
    let remove = [(":token", token.as_str()), ("person", "bob@example.com")];
    assert_eq!(other.post("/administration/people", &remove).await.status, 403);
    let forged = [("sec-fetch-site", "cross-site"), ("content-type", "application/x-www-form-urlencoded")];
    let body = b"person=bob@example.com".to_vec();
    assert_eq!(admin.send("POST", "/administration/people", &forged, body).await.status, 403);
    let guessed = [(":token", "x"), ("person", "bob@example.com")];
    assert_eq!(admin.post("/administration/people", &guessed).await.status, 403);
    assert_eq!(directory.people.lock().len(), 2);
    assert_eq!(admin.post("/administration/people", &remove).await.status, 303);
    assert_eq!(directory.people.lock().keys().collect::<Vec<_>>(), ["ada@example.com"]);
    admin.get("/administration").await.shows("<bdi>ada@example.com</bdi>");
    // The next sign-in makes the person known again.
    sign_in(&mut other, &provider, "bob", "/inbox").await;
    assert_eq!(directory.people.lock().len(), 2);
}
