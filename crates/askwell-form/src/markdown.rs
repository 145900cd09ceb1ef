//! Markdown as evidence: the few parts of it that every surface shows alike.
//!
//! Emphasis, lists, quotes, headings, code, diffs, tables and links. Raw HTML, images and everything else become the
//! text that the author wrote. The result is bounded in depth and size for every text, and no surface has to
//! look at the Markdown itself: a renderer that writes [`Block`]s cannot be made to write anything else.

mod diff;
mod link;
mod reader;

pub use diff::{DiffLine, DiffSign};
pub use link::{LinkHosts, Target};

/// The deepest nesting of blocks and of inlines. What is deeper is text.
pub const MAX_DEPTH: usize = 16;

/// The most blocks, inlines, rows and cells of one text. What follows is left out, and the text says so.
pub const MAX_PARTS: usize = 10_000;

/// The most columns of a table.
pub const MAX_COLUMNS: usize = 32;

/// A block of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A list. A number is where an ordered one starts.
    List {
        /// The first number of an ordered list.
        start: Option<u64>,
        /// The blocks of each item.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// Code, as it was written.
    Code {
        /// The language that the author names.
        language: Option<String>,
        /// The text.
        text: String,
    },
    /// A diff, line by line.
    Diff(Vec<DiffLine>),
    /// A table. Each row has as many cells as the head.
    Table {
        /// The cells of the head.
        head: Vec<Vec<Inline>>,
        /// The rows.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A line between two parts.
    Rule,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inline {
    /// Text, to be escaped by the renderer.
    Text(String),
    /// Emphasised text.
    Emphasis(Vec<Inline>),
    /// Text with strong emphasis.
    Strong(Vec<Inline>),
    /// Text that is struck out.
    Struck(Vec<Inline>),
    /// Code within a line.
    Code(String),
    /// A link. Whether it opens is the operator's choice: see [`LinkHosts`].
    Link {
        /// The words.
        words: Vec<Inline>,
        /// Where it leads.
        target: Target,
    },
    /// The end of a line.
    Break,
}

/// Reads a text. Every text is Markdown, so this never fails.
#[must_use]
pub fn parse(text: &str) -> Vec<Block> {
    reader::read(text)
}

/// Returns the words of inlines without their marks.
#[must_use]
pub fn words_of(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_words(&mut out, inlines);
    out
}

fn push_words(out: &mut String, inlines: &[Inline]) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Emphasis(words) | Inline::Strong(words) | Inline::Struck(words) => push_words(out, words),
            Inline::Link { words, .. } => push_words(out, words),
            Inline::Break => out.push(' '),
        }
    }
}

/// Returns the words of a text in one line, for lists and titles. Diffs are left out.
#[must_use]
pub fn plain_words(text: &str) -> String {
    let mut words = Vec::new();
    parse(text).iter().for_each(|block| push_block_words(block, &mut words));
    words.retain(|part| !part.trim().is_empty());
    words.join(" ")
}

fn push_block_words(block: &Block, out: &mut Vec<String>) {
    match block {
        Block::Paragraph(line) | Block::Heading(_, line) => out.push(words_of(line)),
        Block::List { items, .. } => items.iter().flatten().for_each(|block| push_block_words(block, out)),
        Block::Quote(blocks) => blocks.iter().for_each(|block| push_block_words(block, out)),
        Block::Code { text, .. } => out.push(text.replace('\n', " ")),
        Block::Table { head, rows } => {
            out.extend(head.iter().chain(rows.iter().flatten()).map(|cell| words_of(cell)));
        }
        Block::Diff(_) | Block::Rule => {}
    }
}

/// Returns a text with every mark of Markdown escaped, so that it is shown as it is.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        // Leading spaces would make code of a line, and marks after digits a list.
        let trimmed = line.trim_start_matches([' ', '\t']);
        out.extend(line.chars().take(line.len() - trimmed.len()).map(|_| '\u{a0}'));
        for character in trimmed.chars() {
            if character.is_ascii_punctuation() {
                out.push('\\');
            }
            out.push(character);
        }
    }
    out
}

/// Returns a text as a code block of this language.
#[must_use]
pub fn fenced(language: &str, text: &str) -> String {
    let (mut longest, mut run) = (0, 0);
    for character in text.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat((longest + 1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}")
}

#[cfg(test)]
mod tests;
