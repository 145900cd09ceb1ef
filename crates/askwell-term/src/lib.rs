//! Askwell in the terminal: a form in, an outcome out.
