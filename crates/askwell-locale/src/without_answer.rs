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

#[cfg(test)]
mod tests {
    use super::without_answer_sentence;

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
