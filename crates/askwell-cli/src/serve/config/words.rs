//! `[words.TAG]`: texts of the operator in place of those of the catalogues.

use std::sync::Arc;

use askwell_locale::Overrides;
use toml_edit::Item;

use super::file::ConfigProblem;

/// Reads the texts and adds their problems.
pub(super) fn read(item: &Item, problems: &mut Vec<ConfigProblem>) -> Arc<Overrides> {
    let mut words = Overrides::default();
    let Some(languages) = item.as_table_like() else {
        problems.push(ConfigProblem::new("value", "words is a section: write [words.de]", item.span()));
        return Arc::default();
    };
    for (tag, texts) in languages.iter() {
        let Some(texts) = texts.as_table_like() else {
            let title =
                format!("words.{tag} is a section: write [words.{tag}], or name the language of the text");
            problems.push(ConfigProblem::new("value", title, texts.span()));
            continue;
        };
        for (key, text) in texts.iter() {
            let added = match text.as_str() {
                Some(text) => words.add(tag, key, text).map_err(|error| error.to_string()),
                None => Err(format!("words.{tag}.{key}: a text is needed, not {}", text.type_name())),
            };
            if let Err(title) = added {
                problems.push(ConfigProblem::new("value", title, text.span()));
            }
        }
    }
    Arc::new(words)
}
