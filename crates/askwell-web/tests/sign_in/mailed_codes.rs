//! People sign in with a code by mail, over real sockets, and others try to.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_engine::store::memory::MemoryStore;
use askwell_web::{
    AttemptLimits, CodeDelivery, CodeMail, DirectoryFuture, KnownPerson, MailboxOwner, MailedCodeLimits,
    PeopleDirectory, SignInSettings,
};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::browser::{Browser, Page};
use crate::support::{FreePort, World, provider};

const PATIENCE: Duration = Duration::from_secs(20);

/// A directory with two people. Mails arrive in a channel; the first attempts can fail.
struct Mailboxes {
    mails: mpsc::UnboundedSender<(String, String)>,
    failures: Mutex<usize>,
}

impl PeopleDirectory for Mailboxes {
    fn owner_of(&self, address: &str) -> Option<MailboxOwner> {
        let (person, address) = match address.to_lowercase().as_str() {
            "ada@example.com" => ("ada", "Ada@example.com"),
            "bob@example.com" => ("bob", "bob@example.com"),
            _ => return None,
        };
        Some(MailboxOwner { person: person.to_owned(), address: address.to_owned() })
    }

    fn mail_code<'a>(&'a self, mail: &'a CodeMail) -> DirectoryFuture<'a, CodeDelivery> {
        Box::pin(async move {
            let mut failures = self.failures.lock();
            if *failures > 0 {
                *failures -= 1;
                return CodeDelivery::Failed { why: "the server is busy".to_owned() };
            }
            assert_eq!((mail.site.as_str(), mail.lifetime.as_secs()), ("127.0.0.1", 600));
            self.mails.send((mail.address.clone(), mail.code.to_string())).unwrap();
            CodeDelivery::Sent
        })
    }

    fn remember<'a>(&'a self, _: &'a KnownPerson) -> DirectoryFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn known_people<'a>(
        &'a self,
        _: Option<&'a str>,
        _: usize,
    ) -> DirectoryFuture<'a, Result<Vec<KnownPerson>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn forget<'a>(&'a self, _: &'a str) -> DirectoryFuture<'a, Result<bool, StoreError>> {
        Box::pin(async { Ok(false) })
    }
}

struct MailWorld {
    world: World,
    mails: mpsc::UnboundedReceiver<(String, String)>,
}

impl MailWorld {
    async fn new() -> MailWorld {
        MailWorld::with(MailedCodeLimits::default(), Arc::new(MemoryStore::default()), 0).await
    }

    async fn with(limits: MailedCodeLimits, store: Arc<MemoryStore>, failures: usize) -> MailWorld {
        let settings = SignInSettings {
            oidc: vec![provider("mail", "http://127.0.0.1:9")],
            groups: [("ada".to_owned(), vec!["on-call".to_owned()])].into(),
            mailed_codes: Some(limits),
            ..SignInSettings::default()
        };
        let world = World::with(FreePort::take().await, settings, |builder| builder.shared_store(store));
        let (sender, mails) = mpsc::unbounded_channel();
        world.pages.connect_directory(Arc::new(Mailboxes { mails: sender, failures: Mutex::new(failures) }));
        world.pages.limit_attempts(AttemptLimits {
            address_header: Some("x-forwarded-for".to_owned()),
            trusted: vec!["127.0.0.1".parse().unwrap()],
            ..AttemptLimits::default()
        });
        MailWorld { world, mails }
    }

    async fn next_mail(&mut self) -> (String, String) {
        tokio::time::timeout(PATIENCE, self.mails.recv()).await.expect("in time").unwrap()
    }
}

async fn request(browser: &mut Browser, address: &str, return_path: &str) -> Page {
    let token = browser.get("/sign-in").await.token();
    let fields = [(":token", token.as_str()), ("mail", address), ("return", return_path)];
    browser.post("/sign-in/mail/request", &fields).await
}

async fn enter(browser: &mut Browser, code: &str) -> Page {
    let token = browser.get("/sign-in/mail/code").await.token();
    browser.post("/sign-in/mail/code", &[(":token", token.as_str()), ("code", code)]).await
}

#[tokio::test]
async fn person_signs_in_with_a_mailed_code_once() {
    let mut mail = MailWorld::new().await;
    let (id, link, _) = mail.world.ask(|ask| ask.for_person("ada")).await;
    let mut browser = mail.world.browser();
    browser.get("/sign-in").await.shows("Mail me a code").shows("Company SSO");
    let sent = request(&mut browser, " ADA@example.com", &link).await;
    assert_eq!((sent.status, sent.header("location")), (303, Some("/sign-in/mail/code")));
    let (address, code) = mail.next_mail().await;
    assert_eq!(address, "Ada@example.com", "the address of the directory, not what was typed");
    browser.get("/sign-in/mail/code").await.shows("A•••@example.com").shows("10 minutes").hides(&code);
    // Looking at the page changes nothing.
    assert_eq!(browser.get("/inbox").await.status, 303);
    let arrived = enter(&mut browser, &code).await;
    assert_eq!((arrived.status, arrived.header("location")), (303, Some(link.as_str())), "{arrived:?}");
    browser.get("/account").await.shows("a mailed code").shows("on-call");
    browser.fill_in(&link, &[("go", "yes"), (":do", "send")]).await;
    assert_eq!(mail.world.answered_by(id).await.as_deref(), Some("ada"));
    // The code is used up.
    assert_eq!(browser.get("/sign-in/mail/code").await.status, 410);
}

#[tokio::test]
async fn unknown_address_looks_the_same_and_nothing_is_mailed() {
    let mut mail = MailWorld::new().await;
    let (mut known, mut unknown) = (mail.world.browser(), mail.world.browser());
    let pairs = [(&mut known, "bob@example.com"), (&mut unknown, "rob@example.com")];
    let mut seen = Vec::new();
    for (browser, address) in pairs {
        let sent = request(browser, address, "/inbox").await;
        let names: Vec<String> = sent.headers.iter().map(|(name, _)| name.clone()).collect();
        let mut shown =
            vec![format!("{} {:?} {names:?} {}", sent.status, sent.header("location"), sent.body)];
        for _ in 0..6 {
            let token = browser.get("/sign-in/mail/code").await.token();
            let page = browser.post("/sign-in/mail/code", &[(":token", &token), ("code", "12345678")]).await;
            let body = page.body.replace(&token, "").replace(address, "").replace("r•••", "b•••");
            // The page after the last try has a form token of its own path as well.
            let body: String = body
                .split("value=\"")
                .map(|part| part.split_once('"').map_or(part, |(_, rest)| rest))
                .collect();
            shown.push(format!("{} {body}", page.status));
        }
        seen.push(shown);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(mail.next_mail().await.0, "bob@example.com");
    request(&mut known, "bob@example.com", "/inbox").await;
    assert_eq!(mail.next_mail().await.0, "bob@example.com");
    assert!(mail.mails.is_empty(), "nothing was mailed to the unknown address");
}

#[tokio::test]
async fn code_of_another_browser_signs_nobody_in() {
    let mut mail = MailWorld::new().await;
    // Login CSRF: the attacker has a code for their own account, and the victim's browser sends it.
    let (mut attacker, mut victim) = (mail.world.browser(), mail.world.browser());
    request(&mut attacker, "bob@example.com", "/inbox").await;
    let (_, code) = mail.next_mail().await;
    let page = victim.get("/sign-in").await;
    let entered = victim.post("/sign-in/mail/code", &[(":token", &page.token()), ("code", &code)]).await;
    assert_eq!(entered.status, 410);
    let forged = [("sec-fetch-site", "cross-site"), ("content-type", "application/x-www-form-urlencoded")];
    for path in ["/sign-in/mail/code", "/sign-in/mail/request"] {
        let body = format!("code={code}&mail=bob@example.com").into_bytes();
        let page = victim.send("POST", path, &forged, body).await;
        assert_eq!(page.status, 403, "{path}");
        let tokenless = victim.post(path, &[("code", &code), ("mail", "bob@example.com")]).await;
        assert_eq!(tokenless.status, 400, "{path}");
    }
    assert_eq!(victim.get("/inbox").await.status, 303);
    // The victim has asked for a code of their own: the attacker's does not fit it.
    request(&mut victim, "ada@example.com", "/inbox").await;
    mail.next_mail().await;
    assert_eq!(enter(&mut victim, &code).await.status, 422);
    assert_eq!(enter(&mut attacker, &code).await.status, 303, "it was not used up");
}

#[tokio::test]
async fn hostile_address_or_return_path_leads_nowhere() {
    let mut mail = MailWorld::new().await;
    for attack in [
        "",
        "ada",
        "ada@example.com\r\nBcc: eve@example.com",
        "ada@example.com\nSubject: x",
        "ada@example.com,eve@example.com",
        "<ada@example.com>",
        "ada@example.com\0",
    ] {
        let page = request(&mut mail.world.browser(), attack, "/inbox").await;
        assert_eq!(page.status, 422, "{attack:?}");
        page.shows("Enter one mail address");
    }
    for path in ["//evil.example", "https://evil.example/inbox", "/\\evil.example", "/rpc"] {
        let mut browser = mail.world.browser();
        browser.headers.push(("x-forwarded-for".to_owned(), "192.0.2.77".to_owned()));
        request(&mut browser, "ada@example.com", path).await;
        let (_, code) = mail.next_mail().await;
        let arrived = enter(&mut browser, &code).await;
        assert_eq!(arrived.header("location"), Some("/inbox"), "{path}");
    }
    assert!(mail.mails.is_empty());
}

#[tokio::test]
async fn codes_are_limited_per_mailbox_network_and_in_total_and_expire() {
    let limits = MailedCodeLimits { per_mailbox: 2, per_network: 3, total: 7 };
    let store = Arc::new(MemoryStore::default());
    let mut mail = MailWorld::with(limits, Arc::clone(&store), 0).await;
    let from = |world: &World, address: &str| {
        let mut browser = world.browser();
        browser.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
        browser
    };
    let mut first = from(&mail.world, "192.0.2.1");
    request(&mut first, "ada@example.com", "/inbox").await;
    let (_, code) = mail.next_mail().await;
    for address in ["ada@example.com", "nobody@example.com"] {
        assert_eq!(request(&mut from(&mail.world, "192.0.2.2"), address, "/inbox").await.status, 303);
    }
    // A mailbox that nobody has is limited alike. Another node knows.
    let second =
        MailWorld::with(MailedCodeLimits { per_mailbox: 2, ..MailedCodeLimits::default() }, store, 0).await;
    let ada = request(&mut from(&second.world, "192.0.2.9"), "ADA@example.com", "/inbox").await;
    assert_eq!(ada.status, 429);
    ada.shows("Too many codes were asked for with this mail address").shows("Wait 3600 seconds");
    assert_eq!(ada.header("retry-after"), Some("3600"));
    let nobody = "nobody@example.com";
    assert_eq!(request(&mut from(&second.world, "192.0.2.9"), nobody, "/inbox").await.status, 303);
    assert_eq!(request(&mut from(&second.world, "192.0.2.9"), nobody, "/inbox").await.status, 429);
    let network = request(&mut from(&mail.world, "192.0.2.2"), "x@example.com", "/inbox").await;
    assert_eq!(network.status, 303);
    let network = request(&mut from(&mail.world, "192.0.2.2"), "y@example.com", "/inbox").await;
    assert_eq!(network.status, 429);
    network.shows("came from your network");
    for last in 10..13 {
        let mut browser = from(&mail.world, &format!("192.0.2.{last}"));
        assert_eq!(request(&mut browser, &format!("z{last}@example.com"), "/inbox").await.status, 303);
    }
    let total = request(&mut from(&mail.world, "192.0.2.20"), "w@example.com", "/inbox").await;
    assert_eq!(total.status, 503);
    assert!(total.header("retry-after").is_some());
    mail.world.clock.advance(Duration::from_secs(600));
    assert_eq!(first.get("/sign-in/mail/code").await.status, 410, "after ten minutes the code is over");
    let token = first.get("/sign-in").await.token();
    let late = first.post("/sign-in/mail/code", &[(":token", &token), ("code", &code)]).await;
    assert_eq!(late.status, 410);
}

#[tokio::test]
async fn code_works_on_every_node_and_a_new_one_ends_the_one_before() {
    let store = Arc::new(MemoryStore::default());
    let mut first = MailWorld::with(MailedCodeLimits::default(), Arc::clone(&store), 1).await;
    let second = MailWorld::with(MailedCodeLimits::default(), store, 0).await;
    let mut browser = first.world.browser();
    request(&mut browser, "ada@example.com", "/inbox").await;
    // The first attempt to mail it failed; another one follows.
    let (_, old) = first.next_mail().await;
    let again = browser.get("/sign-in/mail/code").await;
    let fields =
        [(":token", again.token()), ("mail", again.value("mail")), ("return", again.value("return"))];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(browser.post("/sign-in/mail/request", &fields).await.status, 303);
    let (_, new) = first.next_mail().await;
    browser.port = second.world.port;
    assert_eq!(enter(&mut browser, &old).await.status, 422);
    assert_eq!(enter(&mut browser, &new).await.status, 303);
    browser.get("/inbox").await.shows("ada");
}

#[tokio::test]
async fn provider_called_mail_keeps_its_addresses_and_codes_can_be_off() {
    let mail = MailWorld::new().await;
    let mut browser = mail.world.browser();
    let token = browser.get("/sign-in").await.token();
    // The provider cannot be reached, which its own page says.
    assert_eq!(browser.post("/sign-in/mail", &[(":token", &token), ("return", "/inbox")]).await.status, 502);
    assert_eq!(browser.get("/sign-in/mail/callback?code=a&state=b").await.status, 400);
    let world = World::new(FreePort::take().await, vec![provider("sso", "http://127.0.0.1:9")]);
    let mut browser = world.browser();
    let page = browser.get("/sign-in").await;
    page.hides("Mail me a code");
    let fields = [(":token", page.token()), ("mail", "ada@example.com".to_owned())];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(browser.post("/sign-in/mail/request", &fields).await.status, 404);
    assert_eq!(browser.post("/sign-in/mail/code", &fields).await.status, 404);
}
