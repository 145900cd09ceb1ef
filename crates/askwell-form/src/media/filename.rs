//! File names: which are safe to show and store, and their extension.
//!
//! Does not repair a name: it is accepted or rejected as it is.

use crate::hidden::is_hidden;

/// What most file systems allow.
const MAX_BYTES: usize = 255;

/// Device names of Windows, reserved in every folder and with every extension.
const DEVICES: &[&str] = &["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Names that Windows gives to devices when one digit follows.
const NUMBERED_DEVICES: &[&str] = &["COM", "LPT"];

/// Returns the last extension of a file name, with its dot, in lower case: `.json`.
///
/// A name that consists of an extension (`.json`) has it, as servers and Windows see it so.
pub fn extension_of(filename: &str) -> Option<String> {
    let name = filename.rsplit(['/', '\\']).next().unwrap_or(filename);
    let (_, extension) = name.rsplit_once('.')?;
    (!extension.is_empty()).then(|| format!(".{}", extension.to_ascii_lowercase()))
}

/// Returns whether a name can be shown, logged and stored on any system without meaning something
/// else: no path in it (separators of either kind, `..`, the colon of a Windows drive or stream),
/// nothing invisible, no trailing dot or space, no name of a device, not empty, at most 255 bytes.
pub fn is_safe_filename(filename: &str) -> bool {
    // A trailing dot or space also covers the names that consist of nothing else.
    !filename.is_empty()
        && filename.len() <= MAX_BYTES
        && !filename.ends_with(['.', ' '])
        && !filename.contains("..")
        && !filename.contains(['/', '\\', ':'])
        && !filename.chars().any(is_hidden)
        && !filename.chars().all(char::is_whitespace)
        && !is_device(filename)
}

fn is_device(filename: &str) -> bool {
    let stem = filename.split_once('.').map_or(filename, |(stem, _)| stem).trim_end_matches(' ');
    if DEVICES.iter().any(|device| device.eq_ignore_ascii_case(stem)) {
        return true;
    }
    let Some((name, number)) = stem.split_at_checked(3) else {
        return false;
    };
    let numbered = NUMBERED_DEVICES.iter().any(|device| device.eq_ignore_ascii_case(name));
    // Windows takes the superscripts for digits here.
    numbered && matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, proptest};

    use super::{extension_of, is_safe_filename};

    #[test]
    fn extension_is_read_from_the_name() {
        for (name, expected) in [
            ("a.json", Some(".json")),
            ("A.JSON", Some(".json")),
            ("archive.tar.gz", Some(".gz")),
            ("invoice.pdf.exe", Some(".exe")),
            (".json", Some(".json")),
            ("folder.d/readme", None),
            ("folder.d\\readme", None),
            ("readme", None),
            ("readme.", None),
            ("", None),
            (".", None),
            ("bücher.CSV", Some(".csv")),
            ("a.bücher", Some(".bücher")),
        ] {
            assert_eq!(extension_of(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn safe_file_names_are_accepted_and_others_rejected() {
        let longest = "n".repeat(255);
        let too_long = "ü".repeat(128);
        for (name, expected) in [
            ("report.pdf", true),
            ("Jahresbericht für Ännchen (2026).pdf", true),
            ("報告書.pdf", true),
            ("تقرير.pdf", true),
            ("😀.png", true),
            (".gitignore", true),
            ("a b.txt", true),
            (" leading.txt", true),
            ("console.txt", true),
            ("com10.txt", true),
            ("community", true),
            ("comé", true),
            ("null", true),
            (longest.as_str(), true),
            (too_long.as_str(), false),
            ("", false),
            (".", false),
            ("..", false),
            ("...", false),
            (" ", false),
            (". .", false),
            ("\u{3000}", false),
            ("a/b", false),
            ("/etc/passwd", false),
            ("a\\b", false),
            ("..\\a", false),
            ("a..b", false),
            ("C:evil.txt", false),
            ("a.txt:stream", false),
            ("a.txt.", false),
            ("a.txt ", false),
            ("a\0.txt", false),
            ("a\n.txt", false),
            ("a\u{7f}.txt", false),
            ("a\u{85}.txt", false),
            ("invoice\u{202e}fdp.exe", false),
            ("a\u{200b}.txt", false),
            ("a\u{200d}.txt", false),
            ("\u{feff}a.txt", false),
            ("a\u{2066}.txt", false),
            ("a\u{2028}.txt", false),
            ("a\u{e0041}.txt", false),
            ("con", false),
            ("CON", false),
            ("Con.txt", false),
            ("nul.tar.gz", false),
            ("aux .txt", false),
            ("com1", false),
            ("LPT9.log", false),
            ("COM¹.txt", false),
            ("conin$", false),
        ] {
            assert_eq!(is_safe_filename(name), expected, "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_name_does_not_panic(name in any::<String>(), near in "[a-zA-Z0-9. /:\\\\\u{202e}]{0,12}") {
            for name in [name, near] {
                let extension = extension_of(&name);
                prop_assert!(extension.is_none_or(|found| found.starts_with('.') && found.len() > 1));
                if is_safe_filename(&name) {
                    let harmless = !name.contains(['/', '\\', '\0', '\n', '\u{202e}']) && name != "..";
                    prop_assert!(harmless);
                }
            }
        }
    }
}
