//! Properties over generated sources: all paths agree and none panics.

use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

use crate::pattern::class::ClassSequence;
use crate::pattern::{Pattern, PatternError, build, translate};

/// Sources out of the pieces that syntax is made of: many are well formed, and few are plain.
fn source() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "a", "b", "-", "é", ".", "^", "$", "|", "(", "(?:", "(?<n>", ")", "[", "[^", "]", "*", "+", "?", "{2}", "{1,3}", "{0,}", "{", "}",
            ",", "<", ">", "&&", "~~", "--", "[:", ":]", "\\", "\\d", "\\W", "\\s", "\\b", "\\B", "\\-", "\\]", "\\<", "\\cA", "\\x41", "\\u0041",
            "\\ud83d", "\\ude00", "\\u{1f600}", "\\p{L}", "\\P{sc=Grek}", "\\1", "\\0", "#", " ", "\n", "😀", "A-Z", "0", "(?=", "(?i)",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Anchored sequences of small sets that often compete with each other.
fn class_sequence() -> impl Strategy<Value = String> {
    let set = prop::sample::select(vec![
        "a", "b", "[ab]", "[b-d]", "[^a]", r"\d", r"\w", "[a0]", "-", r"[\d-]", "[]", "é", ".",
    ]);
    let count = prop_oneof![
        3 => Just(""),
        3 => prop::sample::select(vec!["*", "+", "?", "*?", "{2}", "{0}", "{1,2}", "{0,2}?", "{2,}"]),
    ];
    prop::collection::vec((set, count), 0..5).prop_map(|steps| {
        let steps: String = steps.into_iter().map(|(set, count)| format!("{set}{count}")).collect();
        format!("^{steps}$")
    })
}

fn text() -> impl Strategy<Value = String> {
    let character = prop::sample::select(vec!['a', 'a', 'b', 'c', '0', '-', '_', 'é', '\n']);
    prop::collection::vec(character, 0..8).prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn fast_path_agrees_with_the_engine(source in class_sequence(), texts in prop::collection::vec(text(), 1..24)) {
        let engine = build(&translate::translate(&source).unwrap()).unwrap();
        let pattern = Pattern::compile(&source).unwrap();
        for text in texts {
            prop_assert_eq!(pattern.is_match(&text), engine.is_match(&text), "{} {:?}", source, text);
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(source in any::<String>()) {
        let _ = Pattern::compile(&source);
    }

    #[test]
    fn engine_accepts_every_scanned_pattern(source in source()) {
        let fast = ClassSequence::read(&source);
        match translate::translate(&source) {
            Ok(translated) => {
                let built = build(&translated);
                prop_assert!(matches!(built, Ok(_) | Err(PatternError::TooLarge { .. })), "{} {:?}", source, built);
                prop_assert!(fast.is_ok());
            }
            Err(refusal) => {
                prop_assert!(!matches!(fast, Ok(Some(_))));
                prop_assert_eq!(Pattern::compile(&source).unwrap_err(), refusal);
            }
        }
    }
}
