//! The texts that scripts show, in the language of the page. A page carries them, so that scripts are the same for
//! everybody.

use askwell_locale::Words;

/// The names by which scripts ask for texts, with the keys of their messages.
const TEXTS: [(&str, &str); 33] = [
    ("cut", "inbox-connection-lost"),
    ("lost", "pages-connection-lost"),
    ("unusable", "pages-unusable"),
    ("see-why", "pages-see-why"),
    ("see-what", "pages-see-what"),
    ("near", "pages-time-near"),
    ("completed", "pages-live-answered"),
    ("completed-by", "pages-live-answered-by"),
    ("declined", "pages-live-declined"),
    ("declined-by", "pages-live-declined-by"),
    ("timeout", "pages-live-timeout"),
    ("cancelled", "pages-live-cancelled"),
    ("show", "pages-show"),
    ("hide", "pages-hide"),
    ("testing", "pages-testing"),
    ("kept", "pages-kept"),
    ("kept-but", "pages-kept-without-secrets"),
    ("leads", "pages-leads-to"),
    ("error", "pages-error-mark"),
    ("choose-some", "pages-choose-some"),
    ("chosen", "pages-chosen"),
    ("first-fitting", "pages-first-fitting"),
    ("fit", "pages-options-fit"),
    ("remove", "pages-file-remove"),
    ("file-failed", "pages-file-failed"),
    ("clocks-forward", "pages-clocks-forward"),
    ("clocks-back", "pages-clocks-back"),
    // Only the inbox uses the rest.
    ("no-longer", "inbox-no-longer"),
    ("new", "inbox-new"),
    ("inbox-gone", "inbox-gone"),
    ("asks", "pages-asks"),
    ("notify", "inbox-notify"),
    ("notify-stop", "inbox-notify-stop"),
];

/// Returns the texts as scripts read them: a line for each, with its name, a dot, the form of the plural, a tab and the
/// text.
pub(super) fn script_texts() -> String {
    let words = Words::current();
    let mut lines = Vec::with_capacity(TEXTS.len() * 2);
    for (name, key) in TEXTS {
        for (form, text) in words.variants(key, &[]) {
            lines.push(format!("{name}.{form}\t{}", text.replace(['\n', '\t'], " ")));
        }
    }
    lines.join("\n")
}
