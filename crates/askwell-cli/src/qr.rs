//! A link as a QR code of half blocks, for a person with a phone.

use std::net::IpAddr;

use askwell_term::{Symbols, Theme};
use qrcode::{Color, EcLevel, QrCode};
use url::{Host, Url};

use crate::console::Console;

/// The empty border that scanners need, in modules.
const QUIET: usize = 4;

/// White on black, so that the code is right on a light terminal, too. Without colours, light
/// modules have the colour of text, which is right on a dark terminal.
const STYLE: anstyle::Style = anstyle::AnsiColor::BrightWhite
    .on_default()
    .bg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Black)));

/// Prints a link as a QR code to stderr, if a person can scan it there and another device can open
/// it: on a terminal that is wide enough and has the symbols, and not for an address of this
/// machine only.
pub(crate) fn print(console: &Console, link: &str) {
    if !console.is_terminal() || !is_reachable_from_other_devices(link) || !has_symbols() {
        return;
    }
    let Some(lines) = render(link) else { return };
    let width = lines.first().map_or(0, |line| line.chars().count());
    if console.width().is_some_and(|columns| columns < width) {
        return;
    }
    let plain = lines.join("\n");
    let styled: Vec<String> = lines.iter().map(|line| format!("{STYLE}{line}{STYLE:#}")).collect();
    console.print_styled_report(&plain, &styled.join("\n"));
}

/// Returns whether the terminal shows half blocks: not in plain mode, and with Unicode symbols.
fn has_symbols() -> bool {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let term = variable("TERM");
    let plain = term.is_empty() || term == "dumb" || !variable("ACCESSIBLE").is_empty();
    !plain && Theme::from_env().symbols == Symbols::Unicode
}

/// Returns whether a link leads to more than this machine.
fn is_reachable_from_other_devices(link: &str) -> bool {
    let Ok(url) = Url::parse(link) else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => !IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => !IpAddr::from(address).is_loopback(),
        None => false,
    }
}

/// Returns the code with its border, two rows of modules to a line. A text that is too long for a
/// code has none.
fn render(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let modules = code.to_colors();
    let size = code.width();
    let is_light = |row: usize, column: usize| {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < size);
        match (inside(row), inside(column)) {
            (Some(row), Some(column)) => modules.get(row * size + column) != Some(&Color::Dark),
            _ => true,
        }
    };
    let total = size + 2 * QUIET;
    let block = |row: usize, column: usize| match (is_light(row, column), is_light(row + 1, column)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    Some((0..total).step_by(2).map(|row| (0..total).map(|column| block(row, column)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::{QUIET, is_reachable_from_other_devices, render};

    #[test]
    fn code_has_its_modules_and_a_quiet_border() {
        let lines = render("https://ask.example.com/p/1").unwrap();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert_eq!(lines.len(), width.div_ceil(2));
        for line in lines.iter().take(QUIET / 2) {
            assert!(line.chars().all(|block| block == '█'), "{line}");
        }
        // The first finder pattern: seven dark modules, of which five are light in the next row.
        let first: String = lines[QUIET / 2].chars().skip(QUIET).take(8).collect();
        assert_eq!(first, " ▄▄▄▄▄ █");
        assert!(render(&"x".repeat(4000)).is_none());
    }

    #[test]
    fn links_to_this_machine_only_get_no_code() {
        for (link, expected) in [
            ("https://ask.example.com/p/1", true),
            ("http://192.168.1.20:8787/p/1", true),
            ("http://127.0.0.1:8787/p/1", false),
            ("http://[::1]:8787/p/1", false),
            ("http://localhost:8787/p/1", false),
            ("nothing", false),
        ] {
            assert_eq!(is_reachable_from_other_devices(link), expected, "{link}");
        }
    }
}
