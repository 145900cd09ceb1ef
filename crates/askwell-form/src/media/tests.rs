//! Each row against the content of all others, each rule, and arbitrary input.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

use super::samples::{is_textual, samples, zip};
use super::table::{FileType, KINDS};
use super::{Disagreement, MediaType, agree};

fn media_type(text: &str) -> MediaType {
    MediaType::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn first_extension(kind: &FileType) -> &'static str {
    kind.names_and_extensions().1[0]
}

fn sniffed(verdict: &Result<(), Disagreement>) -> Option<&'static str> {
    match verdict {
        Err(Disagreement::ContentAndType { sniffed }) => Some(sniffed),
        _ => None,
    }
}

#[test]
fn media_type_is_parsed_as_the_table_says() {
    let (longest, too_long) = (format!("a/{}", "b".repeat(127)), format!("a/{}", "b".repeat(128)));
    for (text, expected) in [
        ("image/png", Some("image/png")),
        ("IMAGE/Png", Some("image/png")),
        (" text/plain ; charset=utf-8", Some("text/plain")),
        ("text/plain;", Some("text/plain")),
        ("image/svg+xml", Some("image/svg+xml")),
        ("application/vnd.ms-excel", Some("application/vnd.ms-excel")),
        (longest.as_str(), Some(longest.as_str())),
        (too_long.as_str(), None),
        ("", None),
        ("image", None),
        ("image/", None),
        ("/png", None),
        ("image/png/x", None),
        ("image/*", None),
        ("*/*", None),
        ("image /png", None),
        ("image/p ng", None),
        ("image/png, text/html", None),
        ("imäge/png", None),
        ("image/.png", None),
        (".json", None),
    ] {
        assert_eq!(MediaType::parse(text).as_ref().map(MediaType::as_str), expected, "{text}");
    }
    assert_eq!(media_type("Image/PNG; a=b").to_string(), "image/png");
}

#[test]
fn media_type_matches_its_patterns() {
    for (own, pattern, expected) in [
        ("image/png", "image/png", true),
        ("image/png", "IMAGE/PNG", true),
        ("image/png", "image/*", true),
        ("image/png", "Image/*", true),
        ("image/png", "*/*", true),
        ("image/png", "image/png; q=1", true),
        ("text/yaml", "application/yaml", true),
        ("application/x-yaml", "text/yaml", true),
        ("application/x-unheard", "application/x-unheard", true),
        ("image/png", "image/jpeg", false),
        ("image/png", "text/*", false),
        ("image/png", "imag*/png", false),
        ("image/png", "*/png", false),
        ("image/png", "image", false),
        ("image/png", ".png", false),
        ("image/png", "", false),
        ("video/mp4", "audio/mp4", false),
        ("application/zip", "application/java-archive", false),
    ] {
        assert_eq!(media_type(own).matches(pattern), expected, "{own} {pattern}");
    }
}

#[test]
fn names_and_extensions_are_unique() {
    let (mut names, mut extensions) = (HashSet::new(), HashSet::new());
    for kind in KINDS {
        let (own_names, own_extensions) = kind.names_and_extensions();
        assert!(!own_names.is_empty() && !own_extensions.is_empty());
        for name in own_names {
            assert!(names.insert(name), "{name} twice");
            assert_eq!(media_type(name).as_str(), *name);
        }
        for extension in own_extensions {
            assert!(extensions.insert(extension), "{extension} twice");
            assert_eq!(extension.to_lowercase(), *extension);
        }
    }
}

#[test]
fn each_kind_agrees_with_itself() {
    for (kind, content) in samples() {
        let (names, extensions) = kind.names_and_extensions();
        for extension in extensions {
            for declared in names.iter().chain(&["application/octet-stream"]) {
                let name = format!("file.{}", extension.to_uppercase());
                assert_eq!(agree(&name, &media_type(declared), Some(&content)), Ok(()), "{name} {declared}");
                assert_eq!(agree(&name, &media_type(declared), None), Ok(()), "{name} {declared}");
            }
        }
        for declared in names {
            assert_eq!(agree("file", &media_type(declared), Some(&content)), Ok(()), "{declared}");
            assert_eq!(agree("file.unheard", &media_type(declared), Some(&content)), Ok(()), "{declared}");
        }
    }
}

/// Returns whether content of another kind (both by extension) passes although the kinds differ.
fn may_pass(expected: &str, actual: &str, content: &[u8]) -> bool {
    let archive = matches!(actual, "zip" | "docx" | "xlsx" | "pptx" | "odt" | "jar");
    let inert =
        matches!(actual, "xml" | "json" | "yaml" | "toml" | "css" | "js" | "csv" | "txt" | "md" | "pem");
    match expected {
        "zip" => archive,
        "mp4" => actual == "m4a",
        "m4a" => actual == "mp4",
        "html" => inert || actual == "svg",
        // A comment opens markdown as well.
        "xml" => matches!(actual, "html" | "svg") || actual == "md" && content.starts_with(b"<!--"),
        "crt" => actual == "pem",
        "yaml" | "toml" | "css" | "js" | "csv" | "txt" | "md" => inert,
        _ => false,
    }
}

#[test]
fn each_kind_disagrees_with_the_others() {
    let samples = samples();
    for expected in KINDS {
        for (actual, content) in samples.iter().filter(|(actual, _)| actual.name() != expected.name()) {
            let (expected_extension, actual_extension) = (first_extension(expected), first_extension(actual));
            let name = format!("file.{expected_extension}");
            let verdict = agree(&name, &media_type(expected.name()), Some(content));
            let passes = may_pass(expected_extension, actual_extension, content);
            assert_eq!(verdict.is_ok(), passes, "{name} with {}", content.escape_ascii());
            if verdict.is_err() && !is_textual(actual) {
                assert_eq!(sniffed(&verdict), Some(actual.name()), "{name}");
            }
        }
    }
}

#[test]
fn each_extension_disagrees_with_other_types() {
    // Types that stand for many kinds, or that senders mix up with another.
    let loose = ["text/plain", "application/zip", "application/x-tar", "audio/mp4", "application/x-pem-file"];
    for kind in KINDS {
        for other in
            KINDS.iter().filter(|other| other.name() != kind.name() && !loose.contains(&other.name()))
        {
            let extension = format!(".{}", first_extension(kind));
            let declared = media_type(other.name());
            assert_eq!(
                agree(&format!("file{extension}"), &declared, None),
                Err(Disagreement::ExtensionAndType { extension, declared }),
            );
        }
    }
}

#[test]
fn each_rule_rejects_its_own_case() {
    const ELF: &[u8] = b"\x7fELF\x02\x01\x01\0";
    const PAGE: &[u8] = b"<!doctype html><script>alert(1)</script>";
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    // Name, declared type, content, and what is found instead.
    let cases: &[(&str, &str, &[u8], Option<&str>)] = &[
        // The extension says more than a declared type that says nothing.
        ("a.png", "application/octet-stream", PNG, None),
        ("a.png", "application/octet-stream", ELF, Some("application/x-executable")),
        ("a.png", "image/png", b"", Some("text/plain")),
        ("a.png", "image/png", b"\x89PN", Some("application/octet-stream")),
        ("a.png", "image/png", b"GIF89a\x01\0\x01\0", Some("image/gif")),
        // Unknown types are searched for programs and pages only.
        ("a.unheard", "application/x-unheard", b"\x01\x02\x03", None),
        ("a.unheard", "application/x-unheard", PNG, None),
        ("a.unheard", "application/x-unheard", b"", None),
        ("a.unheard", "application/x-unheard", ELF, Some("application/x-executable")),
        ("a", "application/octet-stream", ELF, Some("application/x-executable")),
        ("a.unheard", "application/x-unheard", PAGE, Some("text/html")),
        ("a.unheard", "application/x-unheard", b"#!/bin/sh\n", Some("application/x-sh")),
        ("a.unheard", "application/x-unheard", b"\xff\xfe<\0h\0t\0m\0l\0>\0", Some("text/html")),
        // Pages and scripts disguised as text.
        ("a.txt", "text/plain", PAGE, Some("text/html")),
        ("a.txt", "text/plain", b"\xef\xbb\xbf \n<ScRiPt>", Some("text/html")),
        ("a.txt", "text/plain", b"\xff\xfe<\0h\0t\0m\0l\0>\0", Some("text/html")),
        ("a.csv", "text/csv", b"<!-- a,b --><html>", Some("text/html")),
        ("a.md", "text/markdown", b"<svg onload=alert(1)>", Some("image/svg+xml")),
        ("a.md", "text/markdown", b"<p align=center>hello</p>", None),
        ("a.json", "application/json", PAGE, Some("text/html")),
        ("a.json", "application/json", b"#!/bin/sh", Some("application/x-sh")),
        ("a.js", "text/javascript", b"#!/usr/bin/env node", Some("application/x-sh")),
        ("a.html", "text/html", b"#!/bin/sh", Some("application/x-sh")),
        ("a.svg", "image/svg+xml", PAGE, Some("text/html")),
        ("a.svg", "image/svg+xml", b"<note/>", Some("text/plain")),
        ("a.xml", "application/xml", PAGE, None),
        ("a.xml", "text/xml", b"hello", Some("text/plain")),
        // Text that is none.
        ("a.txt", "text/plain", b"a\0b", Some("application/octet-stream")),
        ("a.txt", "text/plain", b"f\xfcr", Some("application/octet-stream")),
        ("a.txt", "text/plain", b"%PDF-1.7 in ascii", Some("application/pdf")),
        ("a.txt", "text/plain", b"GIF89a = 1;", Some("image/gif")),
        ("a.txt", "text/plain", b"#hello", None),
        ("a.sh", "application/x-sh", b"echo hello", Some("text/plain")),
        ("a.sh", "text/plain", b"#!/bin/bash", None),
        ("a.json", "application/json", b"", Some("text/plain")),
        ("a.json", "application/json", b"hello", Some("text/plain")),
        ("a.json", "text/plain; charset=utf-8", b"null", None),
        // Certificates are PEM or DER, keys PEM only.
        ("a.crt", "application/x-x509-ca-cert", b"-----BEGIN CERTIFICATE-----", None),
        ("a.crt", "application/x-x509-ca-cert", b"\x30\x82\x01\x0a\xff", None),
        ("a.crt", "application/x-x509-ca-cert", b"hello", Some("text/plain")),
        ("a.pem", "application/x-pem-file", b"\x30\x82\x01\x0a\xff", Some("application/octet-stream")),
        ("a.pem", "application/x-x509-ca-cert", b"subject\n-----BEGIN CERTIFICATE-----", None),
        // What senders really declare.
        ("a.csv", "application/vnd.ms-excel", b"a;b", None),
        ("a.tgz", "application/x-compressed-tar", b"\x1f\x8b\x08\0", None),
        ("a.docx", "application/zip", b"PK\x05\x06", Some("application/zip")),
    ];
    for (name, declared, content, expected) in cases {
        let verdict = agree(name, &media_type(declared), Some(content));
        assert_eq!(sniffed(&verdict), *expected, "{name} {declared} {}", content.escape_ascii());
        assert_eq!(verdict.is_ok(), expected.is_none(), "{name} {declared} {verdict:?}");
    }
}

#[test]
fn archive_with_another_extension_is_rejected() {
    let jar = zip(&[("META-INF/MANIFEST.MF", b""), ("[Content_Types].xml", b""), ("word/document.xml", b"")]);
    let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let verdict = agree("a.docx", &media_type(docx), Some(&jar));
    assert_eq!(sniffed(&verdict), Some("application/java-archive"));
    assert_eq!(agree("a.zip", &media_type("application/zip"), Some(&jar)), Ok(()));
}

#[test]
fn extension_must_agree_with_the_type() {
    for (name, declared, agrees) in [
        ("a.png", "image/png", true),
        ("a.PNG", "image/png", true),
        ("a.jpg", "image/pjpeg", true),
        ("a.yml", "text/x-yaml", true),
        ("a", "image/png", true),
        ("a.unheard", "image/png", true),
        ("a.png", "application/octet-stream", true),
        ("a.txt.exe", "text/plain", false),
        ("a.png", "image/jpeg", false),
        ("a.png", "application/x-unheard", false),
        ("a.svg", "text/plain", false),
        ("a.html", "text/plain", false),
        ("a.txt", "text/html", false),
        (".html", "text/plain", false),
    ] {
        let verdict = agree(name, &media_type(declared), None);
        assert_eq!(verdict.is_ok(), agrees, "{name} {declared} {verdict:?}");
    }
    let complaint = agree("a.PNG", &media_type("image/jpeg"), None).unwrap_err();
    assert_eq!(complaint.to_string(), "the extension .png does not belong to the type image/jpeg");
}

proptest! {
    #[test]
    fn arbitrary_content_and_name_do_not_panic(name in any::<String>(), extension in 0..KINDS.len(), kind in 0..KINDS.len(), content in vec(any::<u8>(), 0..200)) {
        let (names, _) = KINDS[kind].names_and_extensions();
        let (_, extensions) = KINDS[extension].names_and_extensions();
        let declared = media_type(names[0]);
        for name in [name, format!("a.{}", extensions[0])] {
            let _verdict = agree(&name, &declared, Some(&content));
        }
    }

    #[test]
    fn damaged_sample_does_not_panic(sample in any::<usize>(), place in any::<usize>(), byte in any::<u8>(), cut in any::<usize>()) {
        let samples = samples();
        let (kind, mut content) = samples[sample % samples.len()].clone();
        if !content.is_empty() {
            let length = content.len();
            content[place % length] = byte;
            content.truncate(cut % (length + 1));
        }
        let (names, extensions) = kind.names_and_extensions();
        let _verdict = agree(&format!("a.{}", extensions[0]), &media_type(names[0]), Some(&content));
        let _verdict = agree("a", &media_type("application/octet-stream"), Some(&content));
    }

    #[test]
    fn arbitrary_media_type_does_not_panic(text in any::<String>(), near in "[a-zA-Z*/+.; -]{0,20}") {
        for text in [text, near] {
            if let Some(parsed) = MediaType::parse(&text) {
                prop_assert_eq!(MediaType::parse(parsed.as_str()), Some(parsed.clone()));
                prop_assert!(parsed.matches(&text) && parsed.matches("*/*"));
            }
        }
    }
}
