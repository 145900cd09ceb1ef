use proptest::prelude::*;

use super::{Block, DiffSign, Inline, LinkHosts, MAX_DEPTH, MAX_PARTS, escape, fenced, parse, words_of};

fn inlines(block: &Block) -> &[Inline] {
    match block {
        Block::Paragraph(inlines) | Block::Heading(_, inlines) => inlines,
        _ => &[],
    }
}

/// Returns every text of some blocks, and how deep they go.
fn texts(blocks: &[Block], depth: usize, out: &mut Vec<String>) -> usize {
    let within = |lines: &[Vec<Inline>], out: &mut Vec<String>| {
        lines.iter().map(|line| deepest(line, depth + 1, out)).max().unwrap_or(depth)
    };
    blocks
        .iter()
        .map(|block| match block {
            Block::Paragraph(line) | Block::Heading(_, line) => deepest(line, depth + 1, out),
            Block::List { items, .. } => {
                items.iter().map(|item| texts(item, depth + 2, out)).max().unwrap_or(depth)
            }
            Block::Quote(blocks) => texts(blocks, depth + 1, out),
            Block::Code { text, .. } => {
                out.push(text.clone());
                depth + 1
            }
            Block::Diff(lines) => {
                out.extend(lines.iter().map(|line| line.text.clone()));
                depth + 1
            }
            Block::Table { head, rows } => {
                let head_depth = within(head, out);
                rows.iter().map(|row| within(row, out)).max().unwrap_or(depth).max(head_depth)
            }
            Block::Rule => depth,
        })
        .max()
        .unwrap_or(depth)
}

fn deepest(line: &[Inline], depth: usize, out: &mut Vec<String>) -> usize {
    line.iter()
        .map(|inline| match inline {
            Inline::Text(text) | Inline::Code(text) => {
                out.push(text.clone());
                depth
            }
            Inline::Emphasis(words) | Inline::Strong(words) | Inline::Struck(words) => {
                deepest(words, depth + 1, out)
            }
            Inline::Link { words, target } => {
                out.push(target.address.clone());
                deepest(words, depth + 1, out)
            }
            Inline::Break => depth,
        })
        .max()
        .unwrap_or(depth)
}

#[test]
fn the_parts_of_the_subset_are_read() {
    let blocks = parse(
        "# Release\n\n**412** passed, *0* failed, ~~old~~ `cargo test`\n\n- a\n- b\n  1. c\n\n> quoted\n\n---\n\n\
         | x | y |\n|---|---|\n| 1 |\n| 2 | 3 |\n\n```rust\nlet x = 1;\n```\n",
    );
    assert_eq!(blocks.len(), 7, "{blocks:#?}");
    assert!(matches!(&blocks[0], Block::Heading(1, line) if words_of(line) == "Release"));
    assert_eq!(inlines(&blocks[1])[0], Inline::Strong(vec![Inline::Text("412".to_owned())]));
    assert_eq!(words_of(inlines(&blocks[1])), "412 passed, 0 failed, old cargo test");
    assert!(
        matches!(&blocks[2], Block::List { start: None, items } if items.len() == 2 && items[1].len() == 2)
    );
    assert!(matches!(&blocks[3], Block::Quote(_)));
    assert_eq!(blocks[4], Block::Rule);
    assert!(
        matches!(&blocks[5], Block::Table { head, rows } if head.len() == 2 && rows.iter().all(|row| row.len() == 2))
    );
    assert!(
        matches!(&blocks[6], Block::Code { language: Some(language), text } if language == "rust" && text == "let x = 1;\n")
    );
}

#[test]
fn lines_of_plain_text_stay_lines() {
    let blocks = parse("Tests: 412 passed\nCanary: fine\n\nMigration: none");
    assert_eq!(blocks.len(), 2);
    assert_eq!(inlines(&blocks[0])[1], Inline::Break);
}

#[test]
fn diff_has_signs_and_numbers() {
    let blocks =
        parse("```diff\n--- a/x\n+++ b/x\n@@ -12,3 +12,4 @@ storefront\n same\n-old\n+new\n+more\n```");
    let Block::Diff(lines) = &blocks[0] else { panic!("{blocks:?}") };
    let seen: Vec<_> =
        lines.iter().map(|line| (line.sign, line.before, line.after, line.text.as_str())).collect();
    assert_eq!(
        seen,
        [
            (DiffSign::About, None, None, "--- a/x"),
            (DiffSign::About, None, None, "+++ b/x"),
            (DiffSign::About, None, None, "@@ -12,3 +12,4 @@ storefront"),
            (DiffSign::Same, Some(12), Some(12), "same"),
            (DiffSign::Removed, Some(13), None, "old"),
            (DiffSign::Added, None, Some(13), "new"),
            (DiffSign::Added, None, Some(14), "more"),
        ]
    );
    assert!(
        matches!(&parse("```diff\n@@ -x +y @@\n+a\n```")[0], Block::Diff(lines) if lines[1].after.is_none())
    );
}

#[test]
fn html_pictures_and_addresses_are_text() {
    for (text, expected) in [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a <b onclick=x>b</b> <!-- c --> d", "a <b onclick=x>b</b> <!-- c --> d"),
        ("<svg onload=alert(1)>", "<svg onload=alert(1)>"),
        ("![logo](https://evil.example/x.png)", "picture: logo"),
        ("![x](data:image/svg+xml;base64,PHN2Zz4=)", "picture: x"),
        ("<https://evil.example/>", "https://evil.example/"),
        ("https://evil.example/", "https://evil.example/"),
        ("&lt;b&gt; &#60;script&#62;", "<b> <script>"),
    ] {
        let blocks = parse(text);
        let words: String = blocks.iter().map(|block| words_of(inlines(block))).collect();
        assert_eq!(words.trim_end(), expected, "{blocks:?}");
        assert!(!format!("{blocks:?}").contains("Link"), "{blocks:?}");
    }
}

#[test]
fn links_open_for_allowed_web_hosts_only() {
    let hosts = LinkHosts::read(["git.example.com", "*.ci.example.com"]).unwrap();
    for (address, host, opens) in [
        ("https://git.example.com/p/1", Some("git.example.com"), true),
        ("http://git.example.com:8080/", Some("git.example.com"), true),
        ("https://GIT.example.com./x", Some("git.example.com"), true),
        ("https://a.ci.example.com/", Some("a.ci.example.com"), true),
        ("https://ci.example.com/", Some("ci.example.com"), false),
        ("https://evilgit.example.com/", Some("evilgit.example.com"), false),
        ("https://git.example.com.evil.org/", Some("git.example.com.evil.org"), false),
        ("https://git.example.com@evil.org/", None, false),
        ("https://user:pw@git.example.com/", None, false),
        ("javascript:alert(1)", None, false),
        ("JaVaScRiPt:alert(1)", None, false),
        ("data:text/html,x", None, false),
        ("vbscript:x", None, false),
        ("//git.example.com/", None, false),
        ("/inbox", None, false),
        ("#main", None, false),
        ("https://127.0.0.1/", None, false),
        ("https://[::1]/", None, false),
        ("file:///etc/passwd", None, false),
        ("mailto:x@example.com", None, false),
    ] {
        let blocks = parse(&format!("[words](<{address}>)"));
        let [Inline::Link { target, .. }] = inlines(&blocks[0]) else { panic!("{address}: {blocks:?}") };
        assert_eq!(target.host.as_deref(), host, "{address}");
        assert_eq!(hosts.opens(target).is_some(), opens, "{address}");
        assert!(LinkHosts::default().opens(target).is_none());
    }
    for wrong in
        ["", "*", "*.", "https://x.example", "x.example/", "X.example", "1.2.3.4", "a b", "x.example."]
    {
        assert_eq!(LinkHosts::read([wrong]), Err(wrong.to_owned()));
    }
}

#[test]
fn deep_and_huge_texts_are_bounded() {
    for text in [
        ">".repeat(20_000),
        "[".repeat(20_000),
        "*a ".repeat(7_000),
        "- ".repeat(5_000),
        format!("{}x{}", "**".repeat(4_000), "**".repeat(4_000)),
        format!("|{}\n|{}\n", "a|".repeat(3_000), "-|".repeat(3_000)),
        format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(20_000)),
        "a\n".repeat(20_000),
        (0..200).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect(),
    ] {
        let blocks = parse(&text);
        let mut found = Vec::new();
        let depth = texts(&blocks, 0, &mut found);
        assert!(depth <= MAX_DEPTH + 2, "{depth}");
        assert!(found.len() <= MAX_PARTS + 2, "{}", found.len());
    }
    let cut = parse(&"a\n\n".repeat(20_000));
    assert_eq!(words_of(inlines(cut.last().unwrap())), "… (the rest is left out)");
}

#[test]
fn fenced_text_cannot_leave_its_fence() {
    for text in ["plain", "```\n# head\n```", "````` x\n", "~~~\n[a](b)", ""] {
        let blocks = parse(&fenced("json", text));
        let [Block::Code { language, text: found }] = blocks.as_slice() else { panic!("{text}: {blocks:?}") };
        assert_eq!(
            (language.as_deref(), found.trim_end_matches('\n')),
            (Some("json"), text.trim_end_matches('\n'))
        );
    }
}

proptest! {
    #[test]
    fn escaped_text_is_shown_as_it_is(text in "[ -~äß€\\n\\t]{0,200}") {
        let blocks = parse(&escape(&text));
        let mut words = String::new();
        for block in &blocks {
            let Block::Paragraph(line) = block else { panic!("{text:?}: {blocks:?}") };
            words.push_str(&words_of(line));
        }
        let debug = format!("{blocks:?}");
        prop_assert!(!debug.contains("Link"));
        let bare = |text: &str| text.chars().filter(|one| !one.is_whitespace()).collect::<String>();
        prop_assert_eq!(bare(&words), bare(&text));
    }

    #[test]
    fn every_text_is_read_within_bounds(text in "(?s)[#>*_`~\\[\\]()|<!\\-0-9a-c \\n\\\\:/.&;]{0,600}") {
        let blocks = parse(&text);
        let mut found = Vec::new();
        prop_assert!(texts(&blocks, 0, &mut found) <= MAX_DEPTH + 2);
        // Nothing that was not in the text comes out, entities and the notes on pictures aside.
        let bytes: usize = found.iter().map(String::len).sum();
        prop_assert!(bytes <= text.len() * 4 + 64, "{} of {}", bytes, text.len());
    }
}
