//! Syntax cases by part, and the properties that hold for any text.

use super::{Alphabet, Authority, UriParts, is_uri, read};
use proptest::{prop_assert, prop_assert_eq, proptest};

#[test]
fn uri_of_the_grammar_is_accepted() {
    for text in [
        "https://example.com",
        "https://example.com/a/b?c=d#e",
        "HTTP://EXAMPLE.COM/",
        "a:",
        "a+b-c.9:x",
        "mailto:someone@example.com",
        "urn:isbn:9780000000000",
        "tag:example.com,2026:x",
        "file:///etc/hosts",
        "file:/etc/hosts",
        "x:?",
        "x:#",
        "x:/",
        "x://",
        "x:////",
        "http://@example.com/",
        "http://user:pass:word@example.com:/",
        "http://u%20v@example.com:0080",
        "http://!$&'()*+,;=-._~/",
        "http://%41%ff/%00",
        "http://[::1]/",
        "http://[::1]:/",
        "http://[1:2:3:4:5:6:7:8]:65536",
        "http://[1:2:3:4:5:6:7::]",
        "http://[::2:3:4:5:6:7:8]",
        "http://[::ffff:192.0.2.1]",
        "http://[v7.a:b]",
        "http://[VFF.~]",
        "http://999.999.999.999/",
        "http://a//b//?/?/#/?",
        "http://a?b?c",
        "http://a#b",
        "http://a/:@!$&'()*+,;=-._~",
    ] {
        assert!(is_uri(text), "{text}");
    }
}

#[test]
fn uri_outside_the_grammar_is_rejected() {
    for text in [
        "",
        ":",
        "//example.com",
        "/a",
        "example.com",
        "example.com/a:b",
        "1http://example.com",
        "-a:b",
        "ht_tp://example.com",
        "http//example.com",
        " http://example.com",
        "http://example.com ",
        "http://exa mple.com",
        "http://example.com/a b",
        "http://example.com/\t",
        "http://example.com/\n",
        "http://example.com/\u{7f}",
        "http:\\\\example.com",
        "http://example.com\\@other",
        "http://example.com/a\\b",
        "http://a@b@c/",
        "http://a:b:c/",
        "http://a:80x/",
        "http://a:-1/",
        "http://a:+1/",
        "http://a/%",
        "http://a/%4",
        "http://a/%4g",
        "http://a/%%41",
        "http://%zz/",
        "http://u%@a/",
        "http://a?%",
        "http://a#%x0",
        "http://a#b#c",
        "http://a/<b>",
        "http://a/\"",
        "http://a/{b}",
        "http://a/|",
        "http://a/^",
        "http://a/`",
        "http://a/[b]",
        "http://a?b[]=c",
        "http://[",
        "http://[]",
        "http://]",
        "http://[::1",
        "http://::1]",
        "http://[::1]a",
        "http://[::1]:a",
        "http://a[::1]",
        "http://[[::1]]",
        "http://[::1%25eth0]/",
        "http://[::1%eth0]/",
        "http://[1:2:3:4:5:6:7]",
        "http://[1:2:3:4:5:6:7:8:9]",
        "http://[1::2:3:4:5:6:7:8]",
        "http://[1::2::3]",
        "http://[:::]",
        "http://[12345::]",
        "http://[g::]",
        "http://[::1.2.3]",
        "http://[::1.2.3.04]",
        "http://[::1.2.3.256]",
        "http://[1.2.3.4]",
        "http://[v.a]",
        "http://[v7]",
        "http://[v7.]",
        "http://[vg.a]",
        "http://[v7.a@b]",
        "http://münchen.de/",
        "http://example.com/ü",
        "hüttp://example.com",
    ] {
        assert!(!is_uri(text), "{text:?}");
    }
}

#[test]
fn uri_is_split_at_its_delimiters() {
    let authority = |userinfo, host, port| Some(Authority { userinfo, host, port });
    for (text, scheme, parts, rest) in [
        ("https://example.com", "https", authority(None, "example.com", None), ""),
        ("https://a:b@h:1/p?q#f", "https", authority(Some("a:b"), "h", Some("1")), "/p?q#f"),
        ("x://@:?@", "x", authority(Some(""), "", Some("")), "?@"),
        ("x://[::1]:8#/", "x", authority(None, "[::1]", Some("8")), "#/"),
        ("x:a//b", "x", None, "a//b"),
        ("x:///a", "x", authority(None, "", None), "/a"),
    ] {
        assert_eq!(read(text, Alphabet::Uri), Some(UriParts { scheme, authority: parts, rest }), "{text}");
    }
}

#[test]
fn iri_adds_only_letters_to_uri() {
    for (text, expected) in [
        ("https://münchen.de/straße?q=ü#ö", true),
        ("https://例え.テスト/パス", true),
        ("https://ü@example.com/", true),
        ("https://example.com/?q=\u{e000}", true),
        ("https://example.com/?q=\u{10fffd}", true),
        ("https://example.com/\u{e000}", false),
        ("https://example.com/#\u{e000}", false),
        ("https://example.com/?q#\u{e000}", false),
        ("https://example.com/\u{fffd}", false),
        ("https://example.com/\u{fdd0}", false),
        ("https://example.com/\u{1ffff}", false),
        ("https://example.com/?q=\u{10ffff}", false),
        ("https://example.com/\u{85}", false),
        ("https://example.com/\u{e0041}", false),
        ("https://example.com/ü|", false),
        ("https://example.com/ü\\", false),
        ("https://example.com/ü%", false),
        ("https://example.com:１/", false),
        ("hüttps://example.com/", false),
        ("https：//example.com/", false),
    ] {
        assert_eq!(read(text, Alphabet::Iri).is_some(), expected, "{text:?}");
    }
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic_and_every_uri_is_an_iri(text in "\\PC{0,40}") {
        if is_uri(&text) {
            prop_assert!(text.is_ascii());
            prop_assert_eq!(read(&text, Alphabet::Uri), read(&text, Alphabet::Iri));
        }
    }

    #[test]
    fn joined_parts_equal_the_text(
        text in "[a-z]{1,3}:(//([a-z]{0,3}@)?([a-z.]{0,5}|\\[::1\\])(:[0-9]{0,3})?)?(/[a-z%0-9]{0,4})?(\\?[a-z/]{0,3})?(#[a-z?]{0,3})?"
    ) {
        if let Some(parts) = read(&text, Alphabet::Uri) {
            let authority = parts.authority.map_or_else(String::new, |authority| {
                let userinfo = authority.userinfo.map_or_else(String::new, |userinfo| format!("{userinfo}@"));
                let port = authority.port.map_or_else(String::new, |port| format!(":{port}"));
                format!("//{userinfo}{}{port}", authority.host)
            });
            prop_assert_eq!(format!("{}:{authority}{}", parts.scheme, parts.rest), text);
        } else {
            // Only an escape can be wrong in a text of this shape.
            prop_assert!(text.contains('%'));
        }
    }
}
