//! The options of a field, prepared for display and search.

use askwell_form::{Choice, Options};

use crate::safe_text;

/// The options of a field: titles that are safe to show, and lower-case text for searching.
#[derive(Debug, Clone)]
pub(crate) struct OptionIndex {
    titles: Vec<String>,
    /// Title and value in lower case.
    folded: Vec<String>,
    /// Descriptions and pictures in words, line by line; empty if no option has any.
    details: Vec<Vec<String>>,
}

impl OptionIndex {
    pub(crate) fn new(options: &Options) -> OptionIndex {
        let titles = options.iter().map(|choice| safe_text::line(choice.title())).collect();
        let fold = |text: &str| safe_text::line(text).to_lowercase();
        let folded = options.iter().map(|choice| match choice.title.as_deref() {
            Some(title) if title != choice.value => format!("{}\n{}", fold(title), fold(&choice.value)),
            _ => fold(&choice.value),
        });
        let details = if options.have_details() { options.iter().map(details).collect() } else { Vec::new() };
        OptionIndex { titles, folded: folded.collect(), details }
    }

    /// Returns the description and the picture of the option at an index, in lines.
    pub(crate) fn details(&self, place: usize) -> &[String] {
        self.details.get(place).map_or(&[], Vec::as_slice)
    }

    /// Returns whether an option has details.
    pub(crate) fn have_details(&self) -> bool {
        !self.details.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.titles.len()
    }

    /// Returns the title of the option at an index.
    pub(crate) fn title(&self, place: usize) -> &str {
        self.titles.get(place).map_or("", String::as_str)
    }

    /// Returns the indexes of the options that contain every word of `query`, those that begin with
    /// it first.
    pub(crate) fn search(&self, query: &str) -> Vec<usize> {
        let query = query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let Some(first) = words.first() else { return (0..self.len()).collect() };
        let (mut beginning, mut containing) = (Vec::new(), Vec::new());
        for (place, folded) in self.folded.iter().enumerate() {
            if words.iter().all(|word| folded.contains(word)) {
                let begins = folded.split('\n').any(|part| part.starts_with(first));
                if begins { &mut beginning } else { &mut containing }.push(place);
            }
        }
        beginning.append(&mut containing);
        beginning
    }

    /// Returns the indexes of the options with exactly this title or value.
    pub(crate) fn named(&self, name: &str) -> Vec<usize> {
        let name = name.to_lowercase();
        let is_it = |folded: &str| folded.split('\n').any(|part| part == name);
        self.folded.iter().enumerate().filter(|(_, folded)| is_it(folded)).map(|(place, _)| place).collect()
    }
}

fn details(choice: &Choice) -> Vec<String> {
    let mut lines = choice.description().map(safe_text::lines).unwrap_or_default();
    lines.extend(choice.image().map(|image| {
        let description = safe_text::line(image.description());
        askwell_locale::text("term-picture", &[("description", description.into())])
    }));
    lines
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::OptionIndex;

    fn options_index(options: &str) -> OptionIndex {
        let document = format!(
            r#"{{"id": "f", "title": "F", "fields": [{{"id": "s", "type": "select", "label": "S", "options": {options}}}]}}"#
        );
        OptionIndex::new(Form::parse(&document).unwrap().fields()[0].kind().options().unwrap())
    }

    #[test]
    fn search_finds_titles_and_values() {
        let regions = options_index(
            r#"[{"value": "eu-west-1", "title": "Ireland, Europe"}, {"value": "us-west-2", "title": "Oregon"},
                {"value": "eu-north-1", "title": "Stockholm, Europe"}]"#,
        );
        for (query, places) in [
            ("", vec![0, 1, 2]),
            ("eu", vec![0, 2]),
            ("EUROPE stock", vec![2]),
            ("west", vec![0, 1]),
            ("or", vec![1, 2]),
            ("nowhere", vec![]),
        ] {
            assert_eq!(regions.search(query), places, "{query}");
        }
        assert_eq!(regions.named("oregon"), [1]);
        assert_eq!(regions.named("EU-WEST-1"), [0]);
    }
}
