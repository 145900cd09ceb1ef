//! Opens a page in the person's browser.

use std::process::{Command, Stdio};

/// Opens a URL. Returns whether a browser was started; there is none over SSH and without a
/// desktop. `BROWSER` names a program, which gets the URL as its only argument.
///
/// The URL is one of Askwell's own pages: text of other programs never gets here.
pub(crate) fn open(url: &str) -> bool {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(browser) = variable("BROWSER") {
        return start(&browser, &[url]);
    }
    let remote = variable("SSH_CONNECTION").is_some() || variable("SSH_TTY").is_some();
    let screen = variable("DISPLAY").is_some() || variable("WAYLAND_DISPLAY").is_some();
    if cfg!(target_os = "macos") {
        !remote && start("open", &[url])
    } else if cfg!(windows) {
        !remote && start("rundll32", &["url.dll,FileProtocolHandler", url])
    } else {
        screen && start("xdg-open", &[url])
    }
}

/// Starts a program in the background, without access to this terminal.
fn start(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The browser goes on when this program ends; a short-lived opener is collected by the system.
    command.spawn().is_ok()
}
