//! What answers a form accepts, what people are told otherwise, and what a program gets: a reference in tables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what tests share")]

#[path = "checking/conditions.rs"]
mod conditions;
#[path = "checking/conversion.rs"]
mod conversion;
#[path = "checking/kinds.rs"]
mod kinds;
#[path = "support/small_forms.rs"]
mod small_forms;
#[path = "checking/table.rs"]
mod table;
#[path = "checking/whole_answers.rs"]
mod whole_answers;
