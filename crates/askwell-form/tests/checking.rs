//! What answers a form accepts, what people are told otherwise, and what a program gets: a reference in tables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what tests share")]

#[path = "checking/answer_rules.rs"]
mod answer_rules;
#[path = "checking/choice_date_and_url_fields.rs"]
mod choice_date_and_url_fields;
#[path = "checking/conditions.rs"]
mod conditions;
#[path = "checking/conversion.rs"]
mod conversion;
#[path = "checking/derived_values.rs"]
mod derived_values;
#[path = "checking/file_fields.rs"]
mod file_fields;
#[path = "checking/number_fields.rs"]
mod number_fields;
#[path = "checking/option_sources.rs"]
mod option_sources;
#[path = "support/small_forms.rs"]
mod small_forms;
#[path = "checking/table.rs"]
mod table;
#[path = "checking/text_fields.rs"]
mod text_fields;
#[path = "checking/whole_answers.rs"]
mod whole_answers;
