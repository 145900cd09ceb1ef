//! Suggests known names for misspelt ones.

/// Returns the candidate that `name` was probably meant to be: the one with the fewest edits, if they are few for a name
/// of this length. Case, and the separators `-`, `_` and space, count for nothing.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let folded = fold(name);
    let allowed = match folded.len() {
        0..=2 => return None,
        3..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= 4)
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Case and separators are what people get wrong first: `multi-select`, `minlength`, `Min_Length`.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).take(64).collect()
}

/// Edits between two words; a swap of neighbours counts as one.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(from != to);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *to && *from == b[j - 1] {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn edits_are_counted_in_both_directions() {
        for (one, other, count) in [
            ("", "", 0),
            ("a", "", 1),
            ("listen", "lsten", 1),
            ("nubmer", "number", 1),
            ("kitten", "sitting", 3),
        ] {
            let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
            assert_eq!((distance(&one, &other), distance(&other, &one)), (count, count), "{one:?} {other:?}");
        }
    }

    #[test]
    fn misspelt_names_lead_to_the_nearest() {
        let names = [
            "text",
            "number",
            "multi_select",
            "minLength",
            "maxLength",
            "required",
            "listen",
            "limits.per_window",
            "ASKWELL_LISTEN",
        ];
        for (typed, meant) in [
            ("multi-select", Some("multi_select")),
            ("multiselect", Some("multi_select")),
            ("minlength", Some("minLength")),
            ("requierd", Some("required")),
            ("txt", Some("text")),
            ("nubmer", Some("number")),
            ("lisen", Some("listen")),
            ("limits.per_windw", Some("limits.per_window")),
            ("ASKWELL_LISEN", Some("ASKWELL_LISTEN")),
            ("quux", None),
            ("colour", None),
            ("x", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
    }
}
