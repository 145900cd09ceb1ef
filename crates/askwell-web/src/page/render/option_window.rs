//! Selects the options of a long list that a page shows.

use askwell_form::{Choice, Options};

/// Lists up to this length are shown completely.
const WHOLE: usize = 200;

/// How many options of a longer list are shown; a search finds the others.
const SHOWN: usize = 100;

/// The shown options: the chosen ones and those that match the search.
pub(crate) struct OptionWindow<'o> {
    /// The options in the order of the form.
    pub(crate) shown: Vec<&'o Choice>,
    /// The number of all options.
    pub(crate) total: usize,
    /// The number of options that match the search.
    pub(crate) found: usize,
    /// Whether a service has the options, and has found those that are shown.
    pub(crate) is_remote: bool,
}

impl<'o> OptionWindow<'o> {
    /// Selects the whole list if it is short, otherwise the chosen options and the first matches.
    pub(crate) fn new(
        options: &'o Options,
        search: &str,
        is_chosen: impl Fn(&str) -> bool,
    ) -> OptionWindow<'o> {
        let total = options.len();
        if options.source().is_some() {
            return OptionWindow { shown: options.iter().collect(), total, found: total, is_remote: true };
        }
        if total <= WHOLE && search.trim().is_empty() {
            return OptionWindow { shown: options.iter().collect(), total, found: total, is_remote: false };
        }
        let wanted = SearchWords::new(search);
        let (mut shown, mut found, mut room) = (Vec::new(), 0, SHOWN);
        for choice in options.iter() {
            let fits = wanted.fits(choice);
            found += usize::from(fits);
            if is_chosen(&choice.value) {
                shown.push(choice);
            } else if fits && room > 0 {
                room -= 1;
                shown.push(choice);
            }
        }
        OptionWindow { shown, total, found, is_remote: false }
    }

    /// Returns whether the list is too long to be shown completely, or may be.
    pub(crate) fn is_long(&self) -> bool {
        self.is_remote || self.total > WHOLE
    }
}

/// Returns the first options that match a search.
pub(crate) fn matches<'o>(options: &'o Options, search: &str) -> Vec<&'o Choice> {
    let wanted = SearchWords::new(search);
    options.iter().filter(|choice| wanted.fits(choice)).take(SHOWN).collect()
}

/// The words of a search: each must occur, in any order and any case.
struct SearchWords(Vec<String>);

impl SearchWords {
    fn new(search: &str) -> SearchWords {
        SearchWords(search.split_whitespace().map(str::to_lowercase).collect())
    }

    fn fits(&self, choice: &Choice) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let title = choice.title().to_lowercase();
        let value = choice.value.to_lowercase();
        self.0.iter().all(|word| title.contains(word) || value.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use serde_json::json;

    use super::{OptionWindow, SHOWN, matches};

    fn form(options: usize) -> Form {
        let options: Vec<_> =
            (0..options).map(|n| json!({"value": format!("v{n}"), "title": format!("City {n}")})).collect();
        let fields = json!([{"id": "c", "type": "select", "label": "C", "options": options}]);
        Form::parse(&json!({"id": "f", "title": "F", "fields": fields}).to_string()).unwrap()
    }

    #[test]
    fn long_list_shows_chosen_and_matching_options() {
        let form = form(10_000);
        let options = form.field("c").and_then(|field| field.kind().options()).unwrap();
        let window = OptionWindow::new(options, "", |value| value == "v9999");
        assert!(window.is_long() && window.found == 10_000 && window.shown.len() == SHOWN + 1);
        assert_eq!(window.shown.last().unwrap().value, "v9999");
        let window = OptionWindow::new(options, "city 999", |_| false);
        assert_eq!((window.found, window.shown.len()), (19, 19));
        assert_eq!(matches(options, "8765 CITY").len(), 1);
    }

    #[test]
    fn short_list_is_shown_completely() {
        let form = form(200);
        let options = form.field("c").and_then(|field| field.kind().options()).unwrap();
        let window = OptionWindow::new(options, " ", |_| false);
        assert!(!window.is_long() && window.shown.len() == 200);
    }
}
