//! A minimal browser for tests: keeps cookies and reads forms. Also used by the tests of the whole
//! service.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest wait for a response, generous for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser without a script: keeps cookies, sends what browsers send, reads forms.
pub(crate) struct Browser {
    pub(crate) port: u16,
    pub(crate) cookies: BTreeMap<String, String>,
    /// Sent with every request, instead of what a browser would send under the same name.
    pub(crate) headers: Vec<(String, String)>,
}

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Page {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> &Page {
        assert!(self.body.contains(text), "{text:?} is not in {} {}", self.status, self.body);
        self
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> &Page {
        assert!(!self.body.contains(text), "{text:?} is in {} {}", self.status, self.body);
        self
    }

    /// The form token of the page.
    #[track_caller]
    pub(crate) fn token(&self) -> String {
        // In the inbox, the question is in the pane beside the list, which has tokens of its own.
        let pane = self.body.split_once("data-pane").map_or(self.body.as_str(), |(_, pane)| pane);
        let (_, rest) =
            pane.split_once("name=\":token\" value=\"").unwrap_or_else(|| panic!("no token: {}", self.body));
        rest.split('"').next().unwrap().to_owned()
    }

    /// The value of the first input with this name.
    #[track_caller]
    pub(crate) fn value(&self, name: &str) -> String {
        let tag = self
            .body
            .split('<')
            .find(|tag| tag.starts_with("input") && tag.contains(&format!(" name=\"{name}\"")));
        let tag = tag.unwrap_or_else(|| panic!("no input {name}: {}", self.body));
        tag.split_once(" value=\"").map_or("", |(_, rest)| rest.split('"').next().unwrap()).to_owned()
    }
}

impl Browser {
    /// Returns a browser without cookies.
    pub(crate) fn at(port: u16) -> Browser {
        Browser { port, cookies: BTreeMap::new(), headers: Vec::new() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        self.send("GET", path, &[("sec-fetch-site", "none")], Vec::new()).await
    }

    /// Sends a form as browsers do.
    pub(crate) async fn post(&mut self, path: &str, pairs: &[(&str, &str)]) -> Page {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("sec-fetch-site", "same-origin"),
            ("origin", "null"),
        ];
        let page = self.send("POST", path, &headers, body.into_bytes()).await;
        self.follow_step(page).await
    }

    /// Follows a redirect to another step of the same page, if it is one.
    pub(crate) async fn follow_step(&mut self, page: Page) -> Page {
        let step = page.header("location").filter(|path| path.contains("?step=")).map(str::to_owned);
        match step {
            // A browser keeps the place on the page to itself.
            Some(path) => self.get(path.split('#').next().unwrap_or_default()).await,
            None => page,
        }
    }

    /// Looks at a page, then sends its form.
    pub(crate) async fn fill_in(&mut self, path: &str, pairs: &[(&str, &str)]) -> Page {
        let token = self.get(path).await.token();
        let all: Vec<_> = [(":token", token.as_str())].into_iter().chain(pairs.iter().copied()).collect();
        self.post(path, &all).await
    }

    /// Follows a redirect, if it is one.
    pub(crate) async fn follow(&mut self, page: Page) -> Page {
        match page.header("location").map(str::to_owned) {
            Some(path) if page.status == 303 => self.get(&path).await,
            _ => page,
        }
    }

    /// One request, byte by byte.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Page {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        let own = |name: &str| self.headers.iter().any(|(key, _)| key == name);
        if !own("host") {
            head.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers.iter().filter(|(name, _)| !own(name)) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        for (name, value) in self.headers.iter().filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            head.push_str(&format!("cookie: {}\r\n", cookies.join("; ")));
        }
        head.push_str("\r\n");
        let port = self.port;
        let exchange = async move {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            // A server that refuses early may close before everything is sent.
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.write_all(&body).await;
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes).await;
            bytes
        };
        let bytes = tokio::time::timeout(PATIENCE, exchange).await.expect("an answer in time");
        let page = parse(&bytes);
        for (_, cookie) in page.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        page
    }
}

fn parse(bytes: &[u8]) -> Page {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let rest = &bytes[end + 4..];
    let body = if chunked { unchunk(rest) } else { rest.to_vec() };
    Page { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap().trim(), 16).unwrap();
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

/// A body with files in it, as browsers make them.
pub(crate) fn multipart(texts: &[(&str, &str)], files: &[(&str, &str, &str, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "----askwelltestboundary";
    let mut body = Vec::new();
    for (name, text) in texts {
        body.extend_from_slice(
            format!("--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
                .as_bytes(),
        );
    }
    for (name, filename, content_type, content) in files {
        body.extend_from_slice(
            format!(
                "--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{filename}\"\r\ncontent-type: {content_type}\r\n\r\n"
            )
            .as_bytes(),
        );
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}
