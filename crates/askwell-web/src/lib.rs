//! Askwell over HTTP: the service that programs in any language ask through, and the pages where people answer.

mod assets;
mod browser;
mod held;
mod inbox;
mod links;
mod page;
mod pages;
mod visit;

pub use links::Link;
pub use pages::{Identity, LOCAL_PERSON, Pages, PagesSettings};
