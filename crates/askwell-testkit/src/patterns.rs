//! Patterns with recipes for matching texts.
//!
//! A regular expression cannot be inverted easily, so the patterns of generated forms come from
//! this list, each with a recipe. For other patterns, the part between `^` and `$` is tried as a
//! recipe.

use askwell_form::Pattern;
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::select;
use proptest::string::string_regex;

/// A pattern and how to write a text that matches it.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) source: &'static str,
    parts: &'static [RecipePart],
}

/// A piece of a matching text.
#[derive(Debug)]
enum RecipePart {
    /// Exactly this.
    Literal(&'static str),
    /// So many of these characters: at least, at most.
    Some(&'static str, usize, usize),
    /// One of these.
    OneOf(&'static [&'static str]),
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const ALNUM: &str = "abcXYZ0189";
const MANY: usize = 1_000_000;

/// The patterns that made-up forms have.
pub(crate) const RECIPES: &[Recipe] = &[
    Recipe { source: "^[a-z]+$", parts: &[RecipePart::Some(LOWER, 1, MANY)] },
    Recipe { source: "^[a-zA-Z0-9_-]{3,32}$", parts: &[RecipePart::Some("abcXYZ019_-", 3, 32)] },
    Recipe {
        source: "^sk-[a-zA-Z0-9]{8,}$",
        parts: &[RecipePart::Literal("sk-"), RecipePart::Some(ALNUM, 8, MANY)],
    },
    Recipe {
        source: "^[A-Z]{2}[0-9]{4}$",
        parts: &[RecipePart::Some("ABCXYZ", 2, 2), RecipePart::Some("0123456789", 4, 4)],
    },
    Recipe { source: "^\\p{L}+$", parts: &[RecipePart::Some("aZéßжあ界", 1, MANY)] },
    Recipe {
        source: "[0-9]",
        parts: &[RecipePart::Some("a b", 0, MANY), RecipePart::Some("0123456789", 1, 1)],
    },
    Recipe { source: "^(dev|staging|prod)$", parts: &[RecipePart::OneOf(&["dev", "staging", "prod"])] },
    Recipe {
        source: "^v(0|[1-9]\\d*)\\.\\d+\\.\\d+$",
        parts: &[
            RecipePart::Literal("v"),
            RecipePart::OneOf(&["0", "1", "27"]),
            RecipePart::Literal("."),
            RecipePart::Some("0123456789", 1, 3),
            RecipePart::Literal("."),
            RecipePart::Some("0123456789", 1, MANY),
        ],
    },
    Recipe {
        source: "^\\S+( \\S+)*$",
        parts: &[RecipePart::Some("añ9!😀", 1, MANY), RecipePart::OneOf(&["", " b"])],
    },
];

impl RecipePart {
    fn least(&self) -> usize {
        match self {
            RecipePart::Literal(text) => text.chars().count(),
            RecipePart::Some(_, least, _) => *least,
            RecipePart::OneOf(texts) => texts.iter().map(|text| text.chars().count()).max().unwrap_or(0),
        }
    }

    fn room(&self) -> usize {
        if let RecipePart::Some(_, least, most) = self { most - least } else { 0 }
    }

    fn strategy(&self, extra: usize) -> BoxedStrategy<String> {
        match self {
            RecipePart::Literal(text) => proptest::strategy::Just((*text).to_owned()).boxed(),
            RecipePart::OneOf(texts) => select(*texts).prop_map(str::to_owned).boxed(),
            RecipePart::Some(characters, least, _) => {
                let characters: Vec<char> = characters.chars().collect();
                vec(select(characters), *least + extra).prop_map(|text| text.into_iter().collect()).boxed()
            }
        }
    }
}

impl Recipe {
    pub(crate) fn of(source: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.source == source)
    }

    /// Returns a length that every made text can have: nothing made from the recipe needs to be
    /// shorter.
    pub(crate) fn usual_length(&self) -> usize {
        self.parts.iter().map(RecipePart::least).sum()
    }

    /// Texts of a length within bounds, if the recipe can make any.
    fn texts(&'static self, least: usize, most: usize) -> Option<BoxedStrategy<String>> {
        let usual = self.usual_length();
        let growing = self.parts.iter().position(|part| part.room() > 0);
        let room = growing.and_then(|index| self.parts.get(index)).map_or(0, RecipePart::room);
        let most_extra = most.checked_sub(usual)?.min(room).min(least.saturating_sub(usual) + 10);
        let least_extra = least.saturating_sub(usual);
        if least_extra > most_extra {
            return None;
        }
        let make = move |extra: usize| {
            let parts = self.parts.iter().enumerate();
            let extra_of = |index| if Some(index) == growing { extra } else { 0 };
            let parts: Vec<_> = parts.map(|(index, part)| part.strategy(extra_of(index))).collect();
            parts.prop_map(|texts| texts.concat())
        };
        let fits = move |text: &String| (least..=most).contains(&text.chars().count());
        Some(
            (least_extra..=most_extra).prop_flat_map(make).prop_filter("too short or too long", fits).boxed(),
        )
    }
}

/// Texts that match a pattern and have a length within bounds, if we know how to make any.
pub(crate) fn matching(pattern: &Pattern, least: usize, most: usize) -> Option<BoxedStrategy<String>> {
    let texts = match Recipe::of(pattern.source()) {
        Some(recipe) => recipe.texts(least, most)?,
        None => {
            let body = pattern.source().trim_start_matches('^').trim_end_matches('$');
            let fits = move |text: &String| (least..=most).contains(&text.chars().count());
            string_regex(body).ok()?.prop_filter("too short or too long", fits).boxed()
        }
    };
    let pattern = pattern.clone();
    Some(texts.prop_filter("does not match", move |text| pattern.is_match(text)).boxed())
}

/// Returns a text of some length within bounds that the pattern does not match, if a simple one is
/// at hand.
pub(crate) fn missing(pattern: &Pattern, least: usize, most: usize) -> Option<String> {
    let lengths = [least.max(1), least.saturating_add(1), least.saturating_add(3)];
    let fits = |length: &usize| (least..=most).contains(length) && *length <= 10_000;
    let texts = lengths
        .into_iter()
        .filter(fits)
        .flat_map(|length| ["!", " ", "a", "0", "é", "-"].map(|character| character.repeat(length)));
    texts.into_iter().find(|text| !pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use askwell_form::Pattern;
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;

    use super::{RECIPES, matching, missing};

    #[test]
    fn recipes_generate_matching_texts() {
        let mut runner = TestRunner::deterministic();
        for recipe in RECIPES {
            let pattern = Pattern::compile(recipe.source).unwrap();
            let texts = matching(&pattern, 0, 100).unwrap();
            for _ in 0..20 {
                assert!(
                    pattern.is_match(&texts.new_tree(&mut runner).unwrap().current()),
                    "{}",
                    recipe.source
                );
            }
            assert!(missing(&pattern, 1, 20).is_some(), "{}", recipe.source);
        }
    }

    #[test]
    fn patterns_of_authors_are_tried_as_recipes() {
        let mut runner = TestRunner::deterministic();
        let pattern = Pattern::compile("^[a-f0-9]{7,40}$").unwrap();
        let texts = matching(&pattern, 0, 12).unwrap();
        assert!(pattern.is_match(&texts.new_tree(&mut runner).unwrap().current()));
    }
}
