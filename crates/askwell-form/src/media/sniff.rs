//! Detects a type by content: signatures at the beginning, and typical openings of text.
//!
//! Looks at the beginning only, and at the directory of a ZIP archive. Uses no statistics; the
//! result is a likely type, not a certain one.

use super::table::{self, ContentRule, FileType, Mark, Shape};
use super::zip;

/// Returns the kind whose mark the content bears; among ZIP archives, the kind that its names tell.
pub(super) fn by_magic(content: &[u8]) -> Option<&'static FileType> {
    let bears =
        |magic: &[&[Mark]]| magic.iter().any(|marks| marks.iter().all(|mark| is_borne(mark, content)));
    if bears(table::ZIP_MAGIC) {
        let found = zip::kind_of(content);
        return table::KINDS
            .iter()
            .find(|kind| matches!(kind.content, ContentRule::Zip(own) if own == found));
    }
    table::KINDS.iter().find(|kind| matches!(kind.content, ContentRule::Magic(magic) if bears(magic)))
}

fn is_borne(mark: &Mark, content: &[u8]) -> bool {
    match *mark {
        Mark::At(offset, bytes) => content.get(offset..).is_some_and(|rest| rest.starts_with(bytes)),
        Mark::Within(limit, bytes) => {
            let opening = content.get(..limit).unwrap_or(content);
            opening.windows(bytes.len()).any(|window| window == bytes)
        }
    }
}

/// Returns the kind that a text opens like, if it opens like one that is acted upon when shown: a
/// page, a drawing, a script.
pub(super) fn by_opening(text: &str) -> Option<&'static FileType> {
    if text.trim_start().starts_with("#!") {
        return table::by_extension(".sh");
    }
    let markup = after_prolog(text);
    let opens = |tags: &[&str]| tags.iter().any(|tag| opens_with_tag(markup, tag));
    if opens(&["<!doctype html", "<html", "<head", "<body", "<script", "<iframe"]) {
        table::by_extension(".html")
    } else if opens(&["<!doctype svg", "<svg", "<svg:svg"]) {
        table::by_extension(".svg")
    } else {
        None
    }
}

/// Returns whether a text begins as its format must.
pub(super) fn has_shape(text: &str, shape: Shape) -> bool {
    match shape {
        Shape::Any => true,
        Shape::Markup => text.trim_start().starts_with('<'),
        Shape::Svg => {
            by_opening(text).is_some_and(|found| matches!(found.content, ContentRule::Text(Shape::Svg)))
        }
        Shape::Script => text.starts_with("#!"),
        Shape::Json => opens_with_json(text.trim_start_matches([' ', '\t', '\r', '\n'])),
        Shape::Pem => text.contains("-----BEGIN "),
    }
}

/// Returns whether the bytes begin as a certificate in DER does: a sequence with a length of one or
/// two bytes more.
pub(super) fn is_der(content: &[u8]) -> bool {
    matches!(content, [0x30, 0x81 | 0x82, _, ..])
}

fn opens_with_json(text: &str) -> bool {
    match text.as_bytes() {
        [b'{' | b'[' | b'"' | b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => true,
        _ => ["true", "false", "null"].iter().any(|literal| text.starts_with(literal)),
    }
}

/// What follows white space, comments and processing instructions: hiding a tag behind these is an old trick.
fn after_prolog(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let behind = if rest.starts_with("<!--") {
            rest.split_once("-->")
        } else if rest.starts_with("<?") {
            rest.split_once("?>")
        } else {
            None
        };
        match behind {
            Some((_, behind)) => rest = behind.trim_start(),
            None => return rest,
        }
    }
}

/// Returns whether the text begins with the tag, in any case, and the tag's name ends there.
fn opens_with_tag(text: &str, tag: &str) -> bool {
    let Some((opening, rest)) = text.split_at_checked(tag.len()) else {
        return false;
    };
    opening.eq_ignore_ascii_case(tag)
        && !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '-' || next == ':')
}

#[cfg(test)]
mod tests {
    use super::{FileType, Shape, by_opening, has_shape};

    #[test]
    fn type_is_detected_by_the_first_bytes() {
        for (text, expected) in [
            ("<!DOCTYPE html><p>", Some("text/html")),
            ("\u{feff} \n<HTML>", Some("text/html")),
            ("<script>alert(1)</script>", Some("text/html")),
            ("<script\nsrc=x>", Some("text/html")),
            ("<script", Some("text/html")),
            ("<!-- a --> <!-- b --><script>", Some("text/html")),
            ("<?xml version='1.0'?><html xmlns=''>", Some("text/html")),
            ("<?xml version='1.0'?>\n<!-- a -->\n<svg xmlns=''/>", Some("image/svg+xml")),
            ("<!DOCTYPE svg PUBLIC ''>", Some("image/svg+xml")),
            ("#!/bin/sh", Some("application/x-sh")),
            ("\n #!/usr/bin/env node", Some("application/x-sh")),
            ("<scripture>", None),
            ("<html-like>", None),
            ("<header>", None),
            ("<p align=center>", None),
            ("<!-- never closed <script>", None),
            ("# title", None),
            ("text about <script>", None),
            ("<", None),
            ("<é", None),
            ("", None),
        ] {
            assert_eq!(
                by_opening(text.trim_start_matches('\u{feff}')).map(FileType::name),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn json_is_detected_by_its_first_token() {
        for (text, expected) in [
            ("{}", true),
            (" \r\n\t[", true),
            ("\"a\"", true),
            ("-1", true),
            ("0", true),
            ("true", true),
            ("null", true),
            ("", false),
            ("  ", false),
            ("tree", false),
            ("-", false),
            ("--1", false),
            ("'a'", false),
            ("// comment", false),
            ("a: b", false),
            ("\u{a0}{}", false),
            ("١", false),
        ] {
            assert_eq!(has_shape(text, Shape::Json), expected, "{text:?}");
        }
    }
}
