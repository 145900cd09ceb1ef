//! Every kind and state on a real terminal, in two sizes, screen by screen.

use std::collections::BTreeSet;
use std::path::Path;

use tempfile::TempDir;

use crate::pty::{Tty, askwell};

/// Every kind, with dates that will not be today for a hundred years.
const FORM: &str = include_str!("screens/form.json");

const SIZES: [(&str, (u16, u16)); 2] = [("80x24", (80, 24)), ("40x15", (40, 15))];

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("form.json"), FORM).unwrap();
    for (name, text) in [("notes.txt", "Some notes.\n"), ("notice.txt", "x"), ("picture.png", "not taken")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::create_dir(folder.path().join("archive")).unwrap();
    folder
}

/// What is typed, and the name of the screen that must come of it.
const TOUR: [(&str, &str); 37] = [
    ("", "01-text"),
    ("\r", "02-text-required"),
    ("Baking with sourdough", "03-text-typed"),
    ("\r", "04-secret"),
    ("0000-example", "05-secret-typed"),
    ("\r", "06-lines"),
    (
        "Flour, water, salt\nand patience: 日本語 wide, and a line that is too long for a small window",
        "07-lines-typed",
    ),
    ("\r", "08-number"),
    ("99\r", "09-number-wrong"),
    ("\x1b[A", "10-number-stepped"),
    ("\r", "11-toggle"),
    ("\x1b[C", "12-toggle-no"),
    ("\r", "13-number-appears"),
    ("27.5\r", "14-select"),
    ("\x1b[B", "15-select-moved"),
    ("\r", "16-select-many"),
    ("north 4", "17-select-searched"),
    ("zzz\r", "18-select-nothing-fits"),
    ("\x17\r", "19-multi-select"),
    (" \x1b[B \x1b[B \x1b[B ", "20-multi-select-chosen"),
    ("\r", "21-multi-select-too-many"),
    (" \r", "22-date"),
    ("\x1b[B\x1b[B", "23-date-picking"),
    ("\r", "24-moment"),
    ("2126-05-04 08:30", "25-moment-understood"),
    ("\r", "26-url"),
    ("http://10.0.0.1/\r", "27-url-refused"),
    ("\x15https://b\u{fc}cher.example/", "28-url-doubtful"),
    ("\x15https://example.org/bread\r", "29-file"),
    ("not", "30-file-typed"),
    ("\t", "31-file-completed"),
    ("\x1b[B\x1b[B", "32-file-picking"),
    ("\r", "33-review"),
    ("\x1b[A\x1b[A\x1b[A", "34-review-picked"),
    ("\x1bOP", "35-help"),
    (" ", "34-review-picked"),
    ("\x1b", "36-leaving"),
];

#[test]
fn every_kind_and_state() {
    for (size_name, size) in SIZES {
        let folder = folder();
        let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json", "--extensions", "1"]), size);
        for (keys, name) in TOUR {
            tty.keys(keys);
            tty.wait_for_screen(&format!("{size_name}-{name}"));
        }
        tty.keys("\x1b");
        tty.wait_for_screen(&format!("{size_name}-34-review-picked"));
        tty.keys("\x1b[F\r");
        let (status, screen) = tty.finish();
        assert_eq!(status.exit_code(), 0, "{screen}");
        assert!(screen.contains(r#""first_day":"2126-05-11""#), "{screen}");
    }
}

/// What is not right yet, in the review and on the way to fix it.
const FIXES: [(&str, &str); 6] = [
    ("99\x12", "41-review-problems"),
    ("\r", "42-to-fix"),
    ("Bread\r", "43-next-to-fix"),
    ("\x1512\r", "44-and-the-next"),
    ("\r", "45-and-the-last"),
    ("2126-05-04\r", "46-review-fixed"),
];

#[test]
fn invalid_fields_are_fixed_one_after_the_other() {
    for (size_name, size) in SIZES {
        let folder = folder();
        let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json"]), size);
        tty.wait_for("1 of 12");
        // Past what is missing, to the number that will be wrong.
        tty.keys("\x0e\x0e\x0e\x15");
        tty.wait_for("4 of 12");
        for (keys, name) in FIXES {
            tty.keys(keys);
            tty.wait_for_screen(&format!("{size_name}-{name}"));
        }
        tty.keys("\r");
        let (status, screen) = tty.finish();
        assert_eq!(status.exit_code(), 0, "{screen}");
    }
}

#[test]
fn small_window_shows_a_message_and_keeps_entries() {
    let folder = folder();
    let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json"]), (80, 24));
    tty.wait_for("1 of 12");
    tty.keys("Bre");
    tty.wait_for("Bre");
    tty.resize((19, 24));
    tty.wait_for("Please make this");
    tty.keys("ad");
    tty.resize((80, 24));
    tty.wait_for("Bread");
    tty.keys("\x03");
    assert_eq!(tty.finish().0.exit_code(), 4);
}

/// The same screen in other looks: with colours, without, and with signs that every terminal has.
#[test]
fn themes_differ_in_colours_and_symbols() {
    for (name, variable, value) in
        [("no-color", "NO_COLOR", "1"), ("ascii", "LANG", "C"), ("colour", "LANG", "C.UTF-8")]
    {
        let folder = folder();
        let mut command = askwell(folder.path(), &["ask", "form.json"]);
        command.env(variable, value);
        let mut tty = Tty::start(command, (60, 18));
        tty.wait_for("F1 help");
        tty.keys("\r");
        tty.wait_for("is required");
        tty.keys("Bread\r\r\r\rn\r");
        tty.wait_for("from more than 0");
        tty.keys("5\r\r");
        tty.wait_for_screen(&format!("look-{name}"));
        let styles = styles(&tty.raw());
        let foregrounds: BTreeSet<u16> =
            styles.iter().copied().filter(|n| (30..=38).contains(n) || *n >= 90).collect();
        // Colours of the theme that neither a light nor a dark background swallows, and no background at all. Nothing
        // here means something else to a terminal of sixteen colours.
        let expected = if name == "no-color" { [].into() } else { BTreeSet::from([31, 32, 36]) };
        assert_eq!(foregrounds, expected, "{name}: {styles:?}");
        assert!(!styles.iter().any(|n| (40..=48).contains(n)), "{name}: {styles:?}");
        tty.keys("\x03");
        assert_eq!(tty.finish().0.exit_code(), 4);
    }
}

/// Every parameter of a sequence that sets colours or styles.
fn styles(raw: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(raw);
    let mut found = Vec::new();
    for sequence in text.split("\u{1b}[").skip(1) {
        let length = sequence.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
        let (parameters, rest) = sequence.split_at(length);
        if rest.starts_with('m') {
            found.extend(parameters.split(';').map(|number| number.parse::<u16>().unwrap_or(0)));
        }
    }
    found
}

#[test]
fn countdown_is_extended_and_runs_out() {
    let folder = folder();
    let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json", "--timeout", "30m"]), (80, 24));
    tty.wait_for_countdown(29);
    tty.keys("\x14");
    tty.wait_for("You asked for more time.");
    tty.wait_for_countdown(34);
    tty.keys("\x14");
    tty.wait_for_countdown(39);
    tty.keys("\x14");
    tty.wait_for("No more time can be added.");
    tty.keys("\x03");
    assert_eq!(tty.finish().0.exit_code(), 4);

    let tty = Tty::start(askwell(folder.path(), &["ask", "form.json", "--timeout", "1s"]), (80, 24));
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 5);
    assert!(screen.contains("no answer in time"), "{screen}");
}

#[test]
fn decline_and_cancel_have_different_exit_codes() {
    let folder = folder();
    for (keys, code, word) in [("d\r", 3, "declined"), ("c", 4, "cancelled")] {
        let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json"]), (80, 24));
        tty.wait_for("F1 help");
        tty.keys("\x1b");
        tty.wait_for("Leave this form?");
        tty.keys(keys);
        let (status, screen) = tty.finish();
        assert_eq!(status.exit_code(), code);
        assert!(screen.contains(word), "{screen}");
    }
}

#[test]
fn every_example_opens() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/forms");
    for name in ["oauth", "api-key", "deployment-approval", "all-kinds"] {
        let mut tty = Tty::start(askwell(&examples, &["ask", name]), (80, 24));
        tty.wait_for("F1 help");
        tty.keys("\x03");
        assert_eq!(tty.finish().0.exit_code(), 4, "{name}");
    }
}
