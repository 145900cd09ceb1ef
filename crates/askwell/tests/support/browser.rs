//! A browser without a screen: loads a page by its link, presses a button, follows the redirect.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// The page of one question, as a browser holds it.
pub(crate) struct Browser {
    address: String,
    path: String,
    cookie: String,
    token: String,
    pub(crate) text: String,
}

/// Returns what stands between two pieces of a text.
pub(crate) fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {text}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after:?} in {rest}")).0
}

impl Browser {
    /// Loads the page of a link such as `http://127.0.0.1:8787/f/…`.
    pub(crate) fn open(link: &str) -> Browser {
        let (address, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (address, path) = (address.to_owned(), format!("/{path}"));
        let text = send(&address, &format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n"), b"");
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let cookie = between(&text, "set-cookie: ", ";").to_owned();
        let token = between(&text, "name=\":token\" value=\"", "\"").to_owned();
        Browser { address, path, cookie, token, text }
    }

    /// Presses a button with these URL-encoded fields, follows the redirect, and returns the page after it.
    pub(crate) fn press(&self, button: &str, fields: &str) -> String {
        let body = format!("%3Atoken={}&%3Ado={button}&{fields}", self.token);
        self.submit("application/x-www-form-urlencoded", body.as_bytes())
    }

    /// Sends a file and presses the button in one step.
    pub(crate) fn press_with_file(&self, button: &str, field: &str, name: &str, content: &str) -> String {
        let part = |head: &str, value: &str| {
            format!("--edge\r\ncontent-disposition: form-data; {head}\r\n\r\n{value}\r\n")
        };
        let file = format!("name=\"{field}\"; filename=\"{name}\"\r\ncontent-type: text/plain");
        let body = [
            part("name=\":token\"", &self.token),
            part("name=\":do\"", button),
            part(&file, content),
            "--edge--\r\n".to_owned(),
        ];
        self.submit("multipart/form-data; boundary=edge", body.concat().as_bytes())
    }

    fn submit(&self, kind: &str, body: &[u8]) -> String {
        let Browser { address, path, cookie, .. } = self;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookie}\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n",
            body.len()
        );
        let sent = send(address, &head, body);
        assert!(sent.starts_with("HTTP/1.1 303"), "{sent}");
        let target = between(&sent, "location: ", "\r\n");
        send(address, &format!("GET {target} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n"), b"")
    }
}

/// Sends one request over a connection of its own and returns the whole response.
fn send(address: &str, head: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    String::from_utf8(response).unwrap()
}
