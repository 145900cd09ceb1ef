//! Evidence as lines of a terminal: the same content as on a page, without its marks.
//!
//! Every line is safe to print.

use askwell_form::markdown::{Block, DiffSign, Inline, parse};
use askwell_form::{Form, TextFormat};

use crate::safe_text;
use crate::session::FormSession;

/// The widest cell of a table, in columns.
const WIDEST_CELL: usize = 40;

/// Returns a Markdown text as lines.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    push_blocks(&mut out, &parse(text), "");
    out
}

/// Returns a text of a form as lines, in the form's text format.
pub(crate) fn text_lines(form: &Form, text: &str) -> Vec<String> {
    match form.text_format() {
        TextFormat::Plain => safe_text::lines(text),
        TextFormat::Markdown => lines(text),
    }
}

/// Returns what stands before the field with this index as lines. An image is described in words.
pub(crate) fn displays_before(session: &FormSession, field: usize) -> Vec<String> {
    let mut out = Vec::new();
    let displays = session.form().displays_before(field);
    for display in displays.filter(|display| session.shows_display(display.id())) {
        if !out.is_empty() {
            out.push(String::new());
        }
        out.extend(display.label().map(safe_text::line));
        out.extend(display.content().map(lines).unwrap_or_default());
        out.extend(display.image().map(|image| {
            askwell_locale::text(
                "term-picture",
                &[("description", safe_text::line(image.description()).into())],
            )
        }));
    }
    out
}

fn push_blocks(out: &mut Vec<String>, blocks: &[Block], indent: &str) {
    for (number, block) in blocks.iter().enumerate() {
        if number > 0 {
            out.push(String::new());
        }
        push_block(out, block, indent);
    }
}

fn push_block(out: &mut Vec<String>, block: &Block, indent: &str) {
    match block {
        Block::Paragraph(line) | Block::Heading(_, line) => push_lines(out, line, indent),
        Block::List { start, items } => push_list(out, *start, items, indent),
        Block::Quote(blocks) => push_blocks(out, blocks, &format!("{indent}> ")),
        Block::Code { text, .. } => {
            let code = text.strip_suffix('\n').unwrap_or(text).split('\n');
            out.extend(code.map(|line| format!("{indent}    {}", safe_text::line(line))));
        }
        Block::Diff(lines) => {
            for line in lines {
                let sign = match line.sign {
                    DiffSign::Added => "+",
                    DiffSign::Removed => "-",
                    DiffSign::Same => " ",
                    DiffSign::About => "",
                };
                out.push(format!("{indent}    {sign}{}", safe_text::line(&line.text)));
            }
        }
        Block::Table { head, rows } => push_table(out, head, rows, indent),
        Block::Rule => out.push(format!("{indent}----")),
        _ => {}
    }
}

fn push_list(out: &mut Vec<String>, start: Option<u64>, items: &[Vec<Block>], indent: &str) {
    for (number, item) in (0_u64..).zip(items) {
        let mark = match start {
            Some(start) => format!("{}. ", start.saturating_add(number)),
            None => "- ".to_owned(),
        };
        let inner = format!("{indent}{}", " ".repeat(mark.len()));
        let mut lines = Vec::new();
        item.iter().for_each(|block| push_block(&mut lines, block, &inner));
        match lines.first_mut() {
            Some(first) => *first = format!("{indent}{mark}{}", first.strip_prefix(&inner).unwrap_or(first)),
            None => lines.push(format!("{indent}{}", mark.trim_end())),
        }
        out.append(&mut lines);
    }
}

fn push_table(out: &mut Vec<String>, head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>], indent: &str) {
    let cells = |row: &[Vec<Inline>]| -> Vec<String> {
        row.iter().map(|cell| safe_text::fit(&one_line(cell), WIDEST_CELL)).collect()
    };
    let (head, rows): (Vec<String>, Vec<Vec<String>>) =
        (cells(head), rows.iter().map(|row| cells(row)).collect());
    let width = |column: usize| {
        let of = |row: &Vec<String>| row.get(column).map_or(0, |cell| safe_text::width(cell));
        rows.iter().map(of).max().unwrap_or(0).max(of(&head))
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let row = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(safe_text::width(cell))))
        });
        format!("{indent}{}", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    out.push(row(&head));
    out.push(row(&widths.iter().map(|width| "-".repeat(*width)).collect()));
    out.extend(rows.iter().map(row));
}

fn push_lines(out: &mut Vec<String>, line: &[Inline], indent: &str) {
    let mut text = String::new();
    push_words(&mut text, line);
    out.extend(text.split('\n').map(|line| format!("{indent}{}", safe_text::line(line))));
}

fn one_line(cell: &[Inline]) -> String {
    let mut text = String::new();
    push_words(&mut text, cell);
    safe_text::line(&text.replace('\n', " "))
}

/// Appends the words of a line. A link is followed by its address, because a terminal cannot hide one.
fn push_words(out: &mut String, line: &[Inline]) {
    for inline in line {
        match inline {
            Inline::Text(text) => out.push_str(&text.replace('\n', " ")),
            Inline::Code(code) => {
                out.push('`');
                out.push_str(&code.replace('\n', " "));
                out.push('`');
            }
            Inline::Strong(words) => {
                out.push('*');
                push_words(out, words);
                out.push('*');
            }
            Inline::Emphasis(words) | Inline::Struck(words) => push_words(out, words),
            Inline::Link { words, target } => {
                push_words(out, words);
                out.push_str(" (");
                out.push_str(&target.address);
                out.push(')');
            }
            Inline::Break => out.push('\n'),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn evidence_reads_like_the_page() {
        let text = "# Release\n\n**412** passed\nin 3 minutes\n\n- a\n  1. b\n- [c](https://x.example/1)\n\n\
                    | name | count |\n|-|-|\n| shop | 12 |\n\n```diff\n-old\n+new\n```\n\n> quoted";
        assert_eq!(
            lines(text).join("\n"),
            "Release\n\n*412* passed\nin 3 minutes\n\n- a\n  1. b\n- c (https://x.example/1)\n\n\
             name  count\n----  -----\nshop  12\n\n    -old\n    +new\n\n> quoted"
        );
    }

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        for text in [
            "a\u{1b}[31mb",
            "`a\u{1b}]0;x\u{7}`",
            "```\n\u{1b}[2J\n```",
            "| \u{1b}c |\n|-|\n| \u{202e}x |",
            "[x](\u{1b}y)",
        ] {
            let shown = lines(text).join("\n");
            assert!(!shown.chars().any(|one| one.is_control() && one != '\n'), "{shown:?}");
            assert!(!shown.contains('\u{202e}'), "{shown:?}");
        }
    }
}
