//! The pseudo-locale: English in letters that look alike and are not ASCII.

/// The letters from `a` to `z`, then from `A` to `Z`.
const LETTERS: [char; 52] = [
    'á', 'ƀ', 'ç', 'ð', 'é', 'ƒ', 'ĝ', 'ĥ', 'í', 'ĵ', 'ķ', 'ĺ', 'ɱ', 'ñ', 'ó', 'þ', 'ɋ', 'ŕ', 'š', 'ţ', 'ú',
    'ṽ', 'ŵ', 'ẋ', 'ý', 'ž', 'Á', 'Ɓ', 'Ç', 'Ð', 'É', 'Ƒ', 'Ĝ', 'Ĥ', 'Í', 'Ĵ', 'Ķ', 'Ĺ', 'Ṁ', 'Ñ', 'Ó', 'Þ',
    'Ɋ', 'Ŕ', 'Š', 'Ţ', 'Ú', 'Ṽ', 'Ŵ', 'Ẋ', 'Ý', 'Ž',
];

/// Replaces every ASCII letter.
pub(crate) fn accent(text: &str) -> String {
    let replace = |letter: char| match letter {
        'a'..='z' => LETTERS.get(letter as usize - 'a' as usize).copied(),
        'A'..='Z' => LETTERS.get(26 + letter as usize - 'A' as usize).copied(),
        _ => None,
    };
    text.chars().map(|letter| replace(letter).unwrap_or(letter)).collect()
}
