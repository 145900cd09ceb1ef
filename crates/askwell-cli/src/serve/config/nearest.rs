//! The name that was probably meant.

/// The candidate with the fewest differences, if they are few.
pub(super) fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let most = (name.chars().count() / 3).clamp(1, 3);
    let counted = candidates.map(|candidate| (differences(name, candidate), candidate));
    counted
        .filter(|(count, _)| *count <= most)
        .min_by_key(|(count, _)| *count)
        .map(|(_, candidate)| candidate)
}

/// How many characters have to be put in, taken out or replaced to get from one text to the other.
fn differences(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, character) in one.chars().enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        let mut next = vec![left];
        for (above, candidate) in row.iter().skip(1).zip(&other) {
            let replaced = diagonal + usize::from(*candidate != character);
            left = replaced.min(above + 1).min(left + 1);
            diagonal = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{differences, nearest};

    #[test]
    fn typing_mistakes_are_recognised() {
        for (one, other, count) in
            [("", "", 0), ("a", "", 1), ("listen", "lsten", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!((differences(one, other), differences(other, one)), (count, count), "{one} {other}");
        }
        let names = ["listen", "limits.per_window", "memory"];
        assert_eq!(nearest("lisen", names.into_iter()), Some("listen"));
        assert_eq!(nearest("limits.per_windw", names.into_iter()), Some("limits.per_window"));
        assert_eq!(nearest("quux", names.into_iter()), None);
    }
}
