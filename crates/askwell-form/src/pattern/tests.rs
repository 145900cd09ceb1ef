//! What patterns match and what is rejected: cases as data. The first table was confirmed with
//! another implementation of ECMA-262; escaped punctuation is the only difference.

use std::time::{Duration, Instant};

use super::scan::MAX_DEPTH;
use super::{MAX_SOURCE_BYTES, Pattern, PatternError};

mod agreement;

/// A source, what it matches, and what it does not match.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const CASES: &[Case] = &[
    // A search, unless anchored; edges are those of the text, not of lines.
    ("", &["", "x"], &[]),
    ("b", &["b", "abc"], &["", "a", "B"]),
    ("^a", &["a", "ab"], &["ba", "b\na"]),
    ("a$", &["a", "ba"], &["ab", "a\n", "a\nb"]),
    ("^$", &[""], &["a", "\n"]),
    ("a|b$", &["ax", "xb"], &["bx"]),
    ("a||b", &["", "x"], &[]),
    // Any character but a line end.
    ("^.$", &["a", "é", "😀", "\0", "\u{85}", "\u{b}"], &["", "ab", "\n", "\r", "\u{2028}", "\u{2029}"]),
    // Sets are ASCII, white space is not.
    (r"^\d+$", &["0189"], &["", "٣", "a", "1\n"]),
    (r"^\D+$", &["ab", "٣"], &["1"]),
    (r"^\w+$", &["aZ_09"], &["é", "-", "ſ", "\u{212a}"]),
    (r"^\W+$", &["é-", "ſ"], &["a", "_"]),
    (
        r"^\s+$",
        &["\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}"],
        &["\u{85}", "\u{180e}", "\u{200b}", "a"],
    ),
    (r"^\S+$", &["é\u{85}\u{200b}"], &["\u{feff}", " ", "\u{2028}"]),
    (r"^[\d\s]+$", &["1 2\u{feff}"], &["a"]),
    (r"^[\D]$", &["a"], &["1"]),
    (r"^[^\D]$", &["1"], &["a", "٣"]),
    (r"^[^\s\d]$", &["a"], &["1", "\u{a0}"]),
    (r"^[\s\S]$", &["\n", "a"], &["", "ab"]),
    (r"[^\s\S]", &[], &["", "a", "\n"]),
    // Word edges are ASCII too.
    (r"\bcat\b", &["cat", "a cat.", "écaté"], &["cats", "_cat"]),
    (r"^\B", &["", "é", "-"], &["a"]),
    (r"a\B.", &["ab"], &["a-", "aé"]),
    (r"é\Bü", &["éü"], &["éa"]),
    // Escapes of single characters.
    (r"^\t\n\v\f\r\0$", &["\t\n\u{b}\u{c}\r\0"], &[""]),
    (r"^\cA\cz\cJ$", &["\u{1}\u{1a}\n"], &["cA"]),
    (r"^\x41\xe9$", &["Aé"], &["x41"]),
    (r"^\u0041\u20AC$", &["A€"], &[]),
    (r"^\ud83d\ude00$", &["😀"], &[]),
    (r"^[\ud83d\ude00-\ud83d\ude02]$", &["😀", "😁", "😂"], &["😃"]),
    (r"^\u{1F600}\u{41}\u{000000041}$", &["😀AA"], &[]),
    (r"^[\b]$", &["\u{8}"], &["b", ""]),
    (r"^[\0\cA\x41\u0042\u{43}\t]+$", &["\0\u{1}ABC\t"], &["D"]),
    (r"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$", &["^$\\.*+?()[]{}|/"], &[]),
    (r#"^\!\"\#\%\&\'\,\-\:\;\<\=\>\@\_\`\~$"#, &["!\"#%&',-:;<=>@_`~"], &[]),
    (r"^a\-b$", &["a-b"], &["a\\-b"]),
    // Characters that mean nothing here and might mean something to the engine.
    ("^<a>#&&--~~ x$", &["<a>#&&--~~ x"], &["ax"]),
    ("^é日😀$", &["é日😀"], &["é"]),
    // Classes.
    ("^[abc]$", &["a", "b", "c"], &["d", "", "ab"]),
    ("^[^abc]$", &["d", "\n", "😀"], &["a", ""]),
    ("[]", &[], &["", "a"]),
    ("^[^]$", &["a", "\n", "😀"], &["", "ab"]),
    ("^a[]*$", &["a"], &["ab"]),
    ("^[a-c-e]$", &["a", "b", "c", "-", "e"], &["d"]),
    ("^[-a]$", &["-", "a"], &["b"]),
    ("^[a-]$", &["-", "a"], &["b"]),
    ("^[--]$", &["-"], &[","]),
    ("^[+--]$", &["+", ",", "-"], &["."]),
    (r"^[a\-c]$", &["a", "-", "c"], &["b"]),
    (r"^[\w-]$", &["-", "a"], &["+"]),
    ("^[^-^]$", &["a"], &["-", "^"]),
    ("^[a^]$", &["a", "^"], &["b"]),
    ("^[[]$", &["["], &["]"]),
    (r"^[\]]$", &["]"], &["["]),
    ("^[[a]$", &["[", "a"], &["]"]),
    ("^[[:alpha:]$", &["a", ":", "["], &["b", "]", "a]"]),
    ("^[a&&b]$", &["a", "&", "b"], &["c"]),
    ("^[a~~b]$", &["a", "~"], &["c"]),
    ("^[.{}()*+?|$/]$", &["{", "}", "(", ")", "*", "+", "?", "|", "$", "/", "."], &["b"]),
    ("^[à-ü]+$", &["éü"], &["e"]),
    (r"^[\u0430-\u044f]+$", &["привет"], &["Привет"]),
    // Groups.
    ("^(ab)+$", &["ab", "abab"], &["", "aab"]),
    ("^(?:ab|c)d$", &["abd", "cd"], &["abcd"]),
    (r"^(?<year>\d{4})-(?<$mönth_2>\d\d)$", &["2024-05"], &["2024-5"]),
    ("^()$", &[""], &["a"]),
    ("^(|a)b$", &["b", "ab"], &["aab"]),
    // Quantifiers.
    ("^a?$", &["", "a"], &["aa"]),
    ("^a*$", &["", "aaa"], &["b"]),
    ("^a+$", &["a", "aaa"], &[""]),
    ("^.{2}$", &["ab", "😀😀"], &["a", "abc"]),
    ("^.{2,}$", &["ab", "abc"], &["a"]),
    ("^.{2,3}$", &["ab", "abc"], &["a", "abcd"]),
    ("^a{0}$", &[""], &["a"]),
    ("^a{0,0}b$", &["b"], &["ab"]),
    ("^a{002}$", &["aa"], &["a"]),
    ("^(?:a+?b*?c??d{1,2}?)$", &["ad", "abcdd"], &["b"]),
    ("^[ab]{2}?$", &["ab"], &["a", "abb"]),
    // Unicode properties.
    (r"^\p{L}+$", &["Éa日"], &["1", ""]),
    (r"^\p{Letter}\p{gc=Lu}\p{General_Category=Decimal_Number}$", &["aB٣"], &["ab3"]),
    (r"^\P{L}+$", &["12"], &["a"]),
    (r"^[\p{Lu}\p{Nd}_]+$", &["ÉA1_"], &["a"]),
    (r"^[^\p{L}]$", &["1"], &["é"]),
    (r"^[\P{L}a]$", &["1", "a"], &["b"]),
    (r"^\p{Sc}$", &["€", "$"], &["+"]),
    (r"^\p{Script=Greek}+$", &["αβγ"], &["a"]),
    (r"^\p{sc=Grek}+\p{Script_Extensions=Cyrl}\p{scx=Cyrillic}$", &["αжж"], &["ж"]),
    (r"^\p{sc=Hira}$", &["あ"], &["ー"]),
    (r"^\p{scx=Hira}$", &["あ", "ー"], &["ア"]),
    (r"^\p{Alphabetic}\p{White_Space}\p{space}\p{Emoji_Presentation}$", &["é \u{85}😀"], &["é  a"]),
    (r"^\p{Any}\p{ASCII}\P{Assigned}$", &["éa\u{378}"], &["éé\u{378}"]),
    (r"^[\p{L} '-]{1,80}$", &["Seán O'Brien-Ñuñez"], &["", "R2D2"]),
    // The fast path.
    ("^[a-zA-Z0-9_-]+$", &["my-server_01"], &["", "a b", "é", "a\n"]),
    ("^sk-[a-zA-Z0-9]{4,}$", &["sk-aB3d", "sk-aB3dE"], &["sk-aB3", "sk-", "sk_aB3d", "xsk-aB3d"]),
    ("^[a-z][a-z0-9]*$", &["a", "a1"], &["", "1a", "A", "aé"]),
    (r"^\d{4}-\d{2}$", &["2024-05"], &["2024-5", "2024-055", "202-055", "２０２４-05"]),
    ("^[A-Z]{2,3}$", &["AB", "ABC"], &["A", "ABCD", "ab"]),
    ("^a?b?c$", &["c", "ac", "bc", "abc"], &["", "bac", "aac"]),
    ("^[a-c]{2}[a-c]$", &["abc"], &["ab", "abca"]),
    ("^[ -~]*$", &["", "plain text!"], &["tab\t", "é"]),
    // Those that look like it, where greed alone would be wrong.
    ("^a*a$", &["a", "aaa"], &["", "b"]),
    (r"^\w+\d$", &["a1", "11"], &["1", "a"]),
    ("^a?b?a$", &["a", "aa", "ba", "aba"], &["", "ab"]),
];

#[test]
fn matches_equal_those_of_ecma_262() {
    for (source, matching, others) in CASES {
        let pattern = Pattern::compile(source).unwrap();
        assert_eq!(pattern.source(), *source);
        for text in *matching {
            assert!(pattern.is_match(text), "{source} should match {text:?}");
        }
        for text in *others {
            assert!(!pattern.is_match(text), "{source} should not match {text:?}");
        }
    }
}

#[test]
fn invalid_syntax_is_refused_with_its_position() {
    for (source, expected_at, expected_reason) in [
        ("a{", 1, r"written \{"),
        ("x{,5}", 1, r"written \{"),
        ("é😀x{1,2", 3, r"written \{"),
        ("x{a}", 1, r"written \{"),
        ("x{1, 2}", 1, r"written \{"),
        ("{", 0, r"written \{"),
        ("{2}", 0, "nothing to repeat"),
        ("a}", 1, r"written \}"),
        ("a]", 1, r"written \]"),
        ("[]]", 2, r"written \]"),
        ("*a", 0, "nothing to repeat"),
        ("a|+", 2, "nothing to repeat"),
        ("(?:?)", 3, "nothing to repeat"),
        ("a**", 2, "nothing to repeat"),
        ("a{2}{3}", 4, "nothing to repeat"),
        ("a+?+", 3, "nothing to repeat"),
        ("^*", 1, "nothing to repeat"),
        (r"\b+", 2, "nothing to repeat"),
        ("a{3,2}", 1, "out of order"),
        ("(a", 0, "never closed"),
        ("é((a)", 1, "never closed"),
        ("a)", 1, "no group to close"),
        ("^a)$", 2, "no group to close"),
        ("x[a", 1, "never closed"),
        ("[a-", 0, "never closed"),
        (r"[a\]", 0, "never closed"),
        ("[^", 0, "never closed"),
        ("^[b-a]$", 2, "out of order"),
        (r"[\w-z]", 1, r"written \-"),
        (r"[a-\d]", 1, r"written \-"),
        (r"[\p{L}-z]", 1, r"written \-"),
        (r"[\B]", 1, "word edge"),
        (r"[a-\B]", 1, "word edge"),
        (r"[\1]", 1, "inside a class"),
        ("ab\\", 2, "backslash"),
        ("[\\", 1, "backslash"),
        (r"^\a$", 1, r"\a has no meaning"),
        (r"\z", 0, r"\z has no meaning"),
        (r"\é", 0, r"\é has no meaning"),
        ("\\ ", 0, "has no meaning"),
        (r"\00", 0, "octal"),
        (r"\c1", 0, r"\c is followed"),
        (r"\c", 0, r"\c is followed"),
        (r"[\c_]", 1, r"\c is followed"),
        (r"\x4", 0, r"\x is followed"),
        (r"\x4g", 0, r"\x is followed"),
        (r"\u004", 0, r"\u is followed"),
        (r"\u{}", 0, r"\u is followed"),
        (r"\u{41", 0, r"\u is followed"),
        (r"\u{4g}", 0, r"\u is followed"),
        (r"\u{110000}", 0, "no such Unicode character"),
        (r"\u{ffffffffffffffffff}", 0, "no such Unicode character"),
        (r"a\p", 1, "is written"),
        (r"\pL", 0, "is written"),
        (r"\p{L", 0, "is written"),
        (r"\p{Greek}", 0, "no Unicode property"),
        (r"[\P{letter}]", 1, "no Unicode property"),
        (r"\p{^L}", 0, "no Unicode property"),
        ("(?<1>a)", 0, "letters"),
        ("(?<>a)", 0, "letters"),
        ("(?<a-b>a)", 0, "letters"),
        ("(?<a", 0, "never ends"),
        ("(?<a>x)(?<a>y)", 7, "same name"),
        ("(?P<a>x)", 0, "(?<name>…)"),
        ("(?", 0, "no group begins"),
        ("(?>a)", 0, "no group begins"),
        ("(?#a)", 0, "no group begins"),
    ] {
        match Pattern::compile(source) {
            Err(PatternError::Syntax { at, reason }) => {
                assert_eq!(at, expected_at, "{source}: {reason}");
                assert!(reason.contains(expected_reason), "{source}: {reason}");
            }
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn backreferences_and_lookaround_are_refused() {
    for (source, at, what) in [
        ("a(?=b)", 1, "look-ahead"),
        ("é(?!b)", 1, "look-ahead"),
        ("(?<=b)a", 0, "look-behind"),
        ("(?<!b)a", 0, "look-behind"),
        (r"(a)\1", 3, "back-reference"),
        (r"^\9$", 1, "back-reference"),
        (r"(?<n>a)\k<n>", 7, "back-reference"),
        ("(?i)a", 0, "inline flags"),
        ("x(?i:a)", 1, "inline flags"),
        ("(?-i:a)", 0, "inline flags"),
        (r"a\ud83d", 1, "a lone surrogate"),
        (r"\ud83d\u0041", 0, "a lone surrogate"),
        (r"\ude00\ud83d", 0, "a lone surrogate"),
        (r"\u{d83d}\u{de00}", 0, "a lone surrogate"),
        (r"[\ud800-\udfff]", 1, "a lone surrogate"),
        (r"\p{Cs}", 0, "this Unicode property"),
        (r"(?<\u0061>x)", 0, "an escape in the name of a group"),
    ] {
        assert_eq!(Pattern::compile(source).unwrap_err(), PatternError::Unsupported { at, what }, "{source}");
    }
}

#[test]
fn hostile_source_is_refused_quickly() {
    let started = Instant::now();
    for source in [
        "(((a{100}){100}){100})".to_owned(),
        r"\p{L}{1000}".to_owned(),
        r"(?:\p{L}\p{N}){9999}".to_owned(),
        "((((((((((a{10}){10}){10}){10}){10}){10}){10}){10}){10}){10})".to_owned(),
        "(?:(?:a?){1000}){1000}".to_owned(),
        "(?:[]{1000}){1000}".to_owned(),
        "(?:a|b|c){9999}".to_owned(),
        "a{10001}".to_owned(),
        "^a{99999999999999999999}$".to_owned(),
        "a{0,4294967296}".to_owned(),
        "(".repeat(MAX_SOURCE_BYTES),
        format!("{}{}", "(?:".repeat(25), ")".repeat(25)),
        r"\p{L}".repeat(800),
        r"\s".repeat(2000),
        ".".repeat(MAX_SOURCE_BYTES),
        format!("[{}]", r"\W".repeat(2000)),
        "a".repeat(MAX_SOURCE_BYTES + 1),
        format!("^[{}]$", "a".repeat(MAX_SOURCE_BYTES)),
    ] {
        let refusal = Pattern::compile(&source).unwrap_err();
        assert!(matches!(refusal, PatternError::TooLarge { .. }), "{source}: {refusal:?}");
    }
    // Optimised, each takes less than a millisecond; the bound allows for a slow build on a busy machine.
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn common_patterns_are_accepted() {
    for source in [
        r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
        r"^[a-zA-Z0-9.!#$%&'*+/=?^_`\{|\}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
        r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
        r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z.-]+)?$",
        r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
        r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$",
        r"^\+?[0-9 ()-]{7,20}$",
        r"^((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)$",
        r"^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$",
        r"^https?:\/\/[^\s/$.?#].[^\s]*$",
        r"^[\p{L} '-]{1,80}$",
        r"^[\p{L}\p{M}\p{N} .'-]+$",
        r"^[\p{L}_][\p{L}\p{N}_]*$",
        r"^\p{Lu}\p{L}*$",
        r"^[\s\S]{1,5000}$",
        r"^.{1,500}$",
    ] {
        assert!(Pattern::compile(source).is_ok(), "{source}: {:?}", Pattern::compile(source));
    }
}

#[test]
fn engine_accepts_the_deepest_allowed_nesting() {
    let depth = MAX_DEPTH as usize;
    let pattern =
        Pattern::compile(&format!("^{}[a-c\\s]+{}$", "(x|y".repeat(depth), ")+|z".repeat(depth))).unwrap();
    assert!(pattern.is_match("z"));
}

#[test]
fn pattern_displays_its_source() {
    let pattern = Pattern::compile(r"^\d+$").unwrap();
    assert_eq!(format!("{:?}", pattern.clone()), r#"Pattern("^\\d+$")"#);
    let refusal = Pattern::compile("a(?=b)").unwrap_err();
    assert_eq!(refusal.to_string(), "at character 1: no support for look-ahead");
    let refusal = Pattern::compile("a{10001}").unwrap_err();
    assert_eq!(refusal.to_string(), "the pattern is too large: a repeat count may be at most 10000");
}
