//! The provider of the npm package `oidc-provider`, in a process of its own, which ends with the test.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use url::Url;

use crate::browser::{Browser, Page};

pub(crate) const CLIENT: &str = "askwell";
pub(crate) const SECRET: &str = "the-secret-of-the-client-askwell-in-tests";

/// A provider that runs.
pub(crate) struct RealProvider {
    child: Child,
    pub(crate) issuer: String,
    /// Stays open, because the provider writes to it.
    _output: BufReader<ChildStdout>,
}

impl RealProvider {
    /// Starts the provider for a service at this address. The claims are by login.
    pub(crate) fn start(service: &str, people: &Value) -> RealProvider {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sign_in/provider");
        assert!(
            folder.join("node_modules/oidc-provider").is_dir(),
            "the package oidc-provider is missing: `cargo xtask test --only tests` installs it, and so does `npm ci` in {}",
            folder.display()
        );
        let client = |id: &str| {
            json!({"client_id": id, "client_secret": SECRET,
                   "redirect_uris": [format!("{service}/sign-in/sso/callback"), format!("{service}/sign-in/other/callback")],
                   "post_logout_redirect_uris": [format!("{service}/sign-in")]})
        };
        let settings = json!({"clients": [client(CLIENT), client("other-client")], "people": people});
        let mut child = Command::new("node")
            .arg("provider.mjs")
            .arg(settings.to_string())
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node is installed");
        let mut issuer = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut issuer).unwrap();
        let issuer = issuer.trim().to_owned();
        assert!(issuer.starts_with("http://127.0.0.1:"), "{issuer:?}");
        RealProvider { child, issuer, _output: output }
    }

    /// Returns a browser that is at the provider.
    pub(crate) fn browser(&self) -> Browser {
        Browser::at(Url::parse(&self.issuer).unwrap().port().unwrap())
    }

    /// Signs in at the provider as a browser does, and returns the address that it sends the browser back to.
    pub(crate) async fn sign_in(&self, browser: &mut Browser, url: &Url, login: &str) -> Url {
        let mut page = browser.get(&path_of(url)).await;
        for _ in 0..12 {
            if let Some(location) = page.header("location").map(str::to_owned) {
                let next = url.join(&location).unwrap();
                if next.origin() != url.origin() {
                    return next;
                }
                page = browser.get(&path_of(&next)).await;
                continue;
            }
            page = submit(browser, url, &page, login).await;
        }
        panic!("the provider goes in circles: {page:?}");
    }
}

/// Sends the form of the provider's page.
async fn submit(browser: &mut Browser, url: &Url, page: &Page, login: &str) -> Page {
    let action = page.body.split_once("action=\"").unwrap_or_else(|| panic!("no form: {page:?}")).1;
    let action = url.join(action.split('"').next().unwrap()).unwrap();
    let prompt = if page.body.contains("value=\"login\"") { "login" } else { "consent" };
    browser.post(&path_of(&action), &[("prompt", prompt), ("login", login), ("password", "any")]).await
}

/// Returns path and query.
pub(crate) fn path_of(url: &Url) -> String {
    url[url::Position::BeforePath..].to_owned()
}

impl Drop for RealProvider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
