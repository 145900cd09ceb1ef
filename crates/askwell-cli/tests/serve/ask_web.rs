//! `askwell ask --web`: a page of this machine for one answer, visited by a browser without a screen.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use crate::http::{Connection, Response};
use crate::server::program;

/// A running program, which is killed and waited for when a test fails before its end.
pub(crate) struct Program(pub(crate) Option<Child>);

impl Program {
    pub(crate) fn child(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The program and its page.
pub(crate) struct Page {
    pub(crate) program: Program,
    pub(crate) address: SocketAddr,
    pub(crate) path: String,
}

/// What stands between two pieces of a text.
pub(crate) fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    text.split_once(before).unwrap().1.split_once(after).unwrap().0
}

impl Page {
    fn ask(arguments: &[&str]) -> Page {
        let child = program(Path::new("/")).args(["ask", "--web"]).args(arguments).spawn().unwrap();
        let mut program = Program(Some(child));
        let mut said = String::new();
        BufReader::new(program.child().stderr.take().unwrap()).read_line(&mut said).unwrap();
        let (address, path) =
            between(&said, "answer on this machine: http://", "\n").split_once('/').unwrap();
        Page { program, address: address.parse().unwrap(), path: format!("/{path}") }
    }

    fn get(&self, path: &str, cookie: &str) -> Response {
        Connection::open(self.address).ask("GET", path, &[("cookie", cookie)], b"").unwrap()
    }

    pub(crate) fn interrupt(&mut self) {
        let told = Command::new("kill").args(["-INT", &self.program.child().id().to_string()]).status();
        assert!(told.unwrap().success());
    }

    pub(crate) fn finish(mut self) -> Output {
        self.program.0.take().unwrap().wait_with_output().unwrap()
    }
}

/// A browser that has the page open. As browsers do, it goes on over the connection that it has.
pub(crate) struct Browser {
    line: Connection,
    cookie: String,
    token: String,
    /// Where the style sheet is.
    style: String,
}

impl Browser {
    pub(crate) fn open(page: &Page) -> Browser {
        let mut line = Connection::open(page.address);
        let shown = line.ask("GET", &page.path, &[], b"").unwrap();
        assert_eq!(shown.status, 200, "{shown:?}");
        let cookie = shown.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let text = shown.text();
        let token = between(&text, "name=\":token\" value=\"", "\"").to_owned();
        let style = between(&text, "rel=\"stylesheet\" href=\"", "\"").to_owned();
        Browser { line, cookie, token, style }
    }

    pub(crate) fn get(&mut self, path: &str) -> Response {
        self.line.ask("GET", path, &[("cookie", &self.cookie)], b"").unwrap()
    }

    pub(crate) fn press(&mut self, page: &Page, button: &str, fields: &str) -> Response {
        let origin = format!("http://{}", page.address);
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("cookie", self.cookie.as_str()),
            ("origin", origin.as_str()),
        ];
        let body = format!("%3Atoken={}&%3Ado={button}&{fields}", self.token);
        self.line.ask("POST", &page.path, &headers, body.as_bytes()).unwrap()
    }
}

#[test]
fn problems_are_shown_and_the_answer_is_printed() {
    let page = Page::ask(&["--text", "name", "--as", "value"]);
    let mut browser = Browser::open(&page);
    let sent = browser.press(&page, "send", "name=");
    assert_eq!(sent.status, 303, "{sent:?}");
    let refused = browser.get(sent.header("location").unwrap());
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.text().contains("Name is required."), "{}", refused.text());
    let sent = browser.press(&page, "send", "name=desk");
    assert_eq!(sent.status, 303, "{sent:?}");
    // The last page still comes, with all that belongs to it.
    let last = browser.get(sent.header("location").unwrap());
    assert!(last.status == 200 && last.text().contains("<h1>Sent</h1>"), "{last:?}");
    let style = browser.style.clone();
    assert_eq!(browser.get(&style).status, 200);
    let address = page.address;
    let output = page.finish();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"desk\n"[..]));
    assert!(Connection::try_open(address).is_err(), "one answer, and the page is gone");
}

/// A browser that stays connected after it has seen how it ended is not waited for: that would take five seconds.
#[test]
fn page_closes_when_the_browser_has_loaded_the_end() {
    let page = Page::ask(&["--text", "name", "--as", "value"]);
    let mut browser = Browser::open(&page);
    let style = browser.style.clone();
    assert_eq!(browser.get(&style).status, 200);
    let sent = Instant::now();
    assert_eq!(browser.press(&page, "send", "name=desk").status, 303);
    let last = browser.get(&page.path);
    assert!(last.status == 200 && last.text().contains("<h1>Sent</h1>"), "{last:?}");
    assert_eq!(page.finish().stdout, b"desk\n");
    assert!(sent.elapsed() < Duration::from_secs(5), "waited for {:?}", sent.elapsed());
    drop(browser);
}

#[test]
fn each_outcome_has_its_exit_code() {
    for (button, code) in [("decline", 3), ("cancel", 4)] {
        let page = Page::ask(&["--confirm", "Deploy?"]);
        let sent = Browser::open(&page).press(&page, button, "");
        assert_eq!(sent.status, 303, "{button}: {sent:?}");
        let output = page.finish();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(code), true), "{button}");
    }
    let output = Page::ask(&["--confirm", "Deploy?", "--timeout", "1s"]).finish();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(5), true));
    let mut page = Page::ask(&["--confirm", "Deploy?"]);
    page.interrupt();
    assert_eq!(page.finish().status.code(), Some(4));
}

/// A page that is open when the program is broken off says so.
#[test]
fn open_page_shows_the_cancellation() {
    let mut page = Page::ask(&["--confirm", "Deploy?"]);
    let mut listening = Connection::open(page.address);
    listening.send("GET", &format!("{}/live", page.path), &[], b"").unwrap();
    assert_eq!(listening.head().unwrap().status, 200);
    let mut heard = || String::from_utf8(listening.chunk().unwrap().unwrap()).unwrap();
    assert!(heard().contains("\"status\":\"open\""));
    page.interrupt();
    assert!(heard().contains("\"status\":\"cancelled\""));
    assert_eq!(page.finish().status.code(), Some(4));
}

/// The address is a secret, and only the browser that has begun with the form goes on with it.
#[test]
fn other_browsers_cannot_answer() {
    let page = Page::ask(&["--text", "name", "--text", "role"]);
    assert_eq!(page.get("/f/0000000000000000000000000000000000000000000", "").status, 404);
    let mut browser = Browser::open(&page);
    let begun = browser.press(&page, "review", "name=desk&role=x");
    assert_eq!(begun.status, 303, "{begun:?}");
    let review = begun.header("location").unwrap();
    let shown = browser.get(review);
    assert!(shown.status == 200 && shown.text().contains("desk"), "{shown:?}");
    for path in [&page.path, review] {
        let stranger = page.get(path, "");
        assert!(!stranger.text().contains("desk"), "{path}: {}", stranger.text());
    }
    let mut forged = Browser {
        line: Connection::open(page.address),
        cookie: String::new(),
        token: browser.token.clone(),
        style: String::new(),
    };
    let refused = forged.press(&page, "send", "name=other&role=x");
    assert!(refused.status >= 400, "{refused:?}");
    assert_eq!(browser.press(&page, "send", "name=desk&role=x").status, 303);
    drop((browser, forged));
    assert_eq!(page.finish().stdout, b"{\"name\":\"desk\",\"role\":\"x\"}\n");
}
