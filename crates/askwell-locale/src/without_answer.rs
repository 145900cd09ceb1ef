//! What happens without an answer, as a sentence beside the deadline.

use crate::words::text;

/// Returns the sentence in the words that were entered on this thread. `words` are those of the asking program, such as
/// "not deployed"; `missing` is how many approvals are missing, if several people decide.
#[must_use]
pub fn without_answer_sentence(words: Option<&str>, missing: Option<usize>) -> String {
    let words = words.map(|words| match words.ends_with(['.', '!', '?', '…', '。', '！', '？', '।', '؟'])
    {
        true => words.to_owned(),
        false => format!("{words}."),
    });
    let count = |missing: usize| ("count", missing.into());
    match (missing, words) {
        (None, None) => text("pages-without-answer-expires", &[]),
        (None, Some(words)) => text("pages-without-answer", &[("words", words.into())]),
        (Some(missing), None) => text("pages-without-approvals-expires", &[count(missing)]),
        (Some(missing), Some(words)) => {
            text("pages-without-approvals", &[count(missing), ("words", words.into())])
        }
    }
}

/// Returns a sentence that a service sent in the words that were entered on this thread. One that is not ours stays as it
/// is, and so do the words of the asking program in ours.
#[must_use]
pub fn received_without_answer(sentence: &str) -> String {
    let found = sentence.strip_prefix("Without ").and_then(|rest| rest.split_once(": "));
    let Some((condition, words)) = found else { return sentence.to_owned() };
    let missing = match condition {
        "an answer" => None,
        "one more approval" => Some(1),
        other => match other.strip_suffix(" more approvals").and_then(|count| count.parse().ok()) {
            Some(count) => Some(count),
            None => return sentence.to_owned(),
        },
    };
    without_answer_sentence(Some(words), missing)
}

#[cfg(test)]
mod tests {
    use super::{received_without_answer, without_answer_sentence};
    use crate::{Language, Words};

    #[test]
    fn received_sentence_is_said_in_the_language_if_it_is_ours() {
        let _entered = Words::of(Language::German).enter();
        for (sentence, expected) in [
            ("Without an answer: not deployed.", "Ohne Antwort: not deployed."),
            ("Without notice: gone.", "Without notice: gone."),
            ("Without many more approvals: x.", "Without many more approvals: x."),
            ("We wait: always.", "We wait: always."),
        ] {
            assert_eq!(received_without_answer(sentence), expected);
        }
        for missing in [1, 2] {
            let ours = Words::default().enter_while(|| without_answer_sentence(Some("no"), Some(missing)));
            assert_eq!(received_without_answer(&ours), without_answer_sentence(Some("no"), Some(missing)));
        }
    }

    #[test]
    fn sentence_says_what_is_missing_and_what_follows() {
        for (words, missing, expected) in [
            (Some("not deployed"), None, "Without an answer: not deployed."),
            (Some("We wait until Monday."), Some(1), "Without one more approval: We wait until Monday."),
            (None, None, "Without an answer it expires, and the program is told so."),
            (None, Some(2), "Without 2 more approvals it expires, and the program is told so."),
        ] {
            assert_eq!(without_answer_sentence(words, missing), expected);
        }
    }
}
