//! Reads the events of the Markdown parser into blocks.

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::{Block, DiffLine, Inline, MAX_COLUMNS, MAX_DEPTH, MAX_PARTS, Target, diff};

/// What stands for everything beyond [`MAX_PARTS`].
const MORE: &str = "… (the rest is left out)";

/// What stands for a picture. Pictures of other sites are not loaded: that would tell them who reads this.
const PICTURE: &str = "picture: ";

pub(super) fn read(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut builder = Builder::default();
    for event in Parser::new_ext(text, options) {
        if builder.parts >= MAX_PARTS {
            builder.is_cut = true;
            break;
        }
        builder.handle(event);
    }
    builder.finish()
}

/// A container that is being read.
enum Frame {
    Blocks { kind: BlocksKind, blocks: Vec<Block>, line: Vec<Inline> },
    Inlines { kind: InlineKind, inlines: Vec<Inline> },
    Code { language: Option<String>, text: String },
    Table { head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>>, row: Vec<Vec<Inline>>, in_head: bool },
    List { start: Option<u64>, items: Vec<Vec<Block>> },
}

enum BlocksKind {
    Root,
    Quote,
    Item,
}

enum InlineKind {
    Paragraph,
    Heading(u8),
    Emphasis,
    Strong,
    Struck,
    Cell,
    Link(Target),
    /// A picture, or something too deep: its words only.
    Words,
}

struct Builder {
    frames: Vec<Frame>,
    /// Containers that were opened beyond the greatest depth, and are not in `frames`.
    too_deep: usize,
    parts: usize,
    is_cut: bool,
}

impl Default for Builder {
    fn default() -> Self {
        let root = Frame::Blocks { kind: BlocksKind::Root, blocks: Vec::new(), line: Vec::new() };
        Builder { frames: vec![root], too_deep: 0, parts: 0, is_cut: false }
    }
}

impl Builder {
    fn handle(&mut self, event: Event<'_>) {
        self.parts += 1;
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(end) => self.close(end),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.inline(Inline::Code(code.into_string())),
            // HTML is text, and so is what other dialects add.
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::SoftBreak | Event::HardBreak => self.inline(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(done) => self.text(if done { "[x] " } else { "[ ] " }),
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        if self.too_deep > 0 || self.frames.len() > MAX_DEPTH {
            self.too_deep += 1;
            return;
        }
        let inlines = |kind| Frame::Inlines { kind, inlines: Vec::new() };
        let blocks = |kind| Frame::Blocks { kind, blocks: Vec::new(), line: Vec::new() };
        let frame = match tag {
            Tag::Paragraph | Tag::HtmlBlock => inlines(InlineKind::Paragraph),
            Tag::Heading { level, .. } => inlines(InlineKind::Heading(level as u8)),
            Tag::BlockQuote(_) => blocks(BlocksKind::Quote),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => {
                        info.split([' ', ',', '{']).next().filter(|word| !word.is_empty()).map(str::to_owned)
                    }
                    CodeBlockKind::Indented => None,
                };
                Frame::Code { language, text: String::new() }
            }
            Tag::List(start) => Frame::List { start, items: Vec::new() },
            Tag::Item => blocks(BlocksKind::Item),
            Tag::Table(_) => {
                Frame::Table { head: Vec::new(), rows: Vec::new(), row: Vec::new(), in_head: false }
            }
            Tag::TableHead => {
                if let Some(Frame::Table { in_head, .. }) = self.frames.last_mut() {
                    *in_head = true;
                }
                return;
            }
            Tag::TableRow => return,
            Tag::TableCell => inlines(InlineKind::Cell),
            Tag::Emphasis => inlines(InlineKind::Emphasis),
            Tag::Strong => inlines(InlineKind::Strong),
            Tag::Strikethrough => inlines(InlineKind::Struck),
            // An address between angle brackets is text, like every other address that has no words of its own.
            Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. } => inlines(InlineKind::Words),
            Tag::Link { dest_url, .. } => inlines(InlineKind::Link(Target::read(&dest_url))),
            Tag::Image { .. } => {
                Frame::Inlines { kind: InlineKind::Words, inlines: vec![Inline::Text(PICTURE.to_owned())] }
            }
            // Not enabled; their words are kept.
            _ => inlines(InlineKind::Words),
        };
        self.frames.push(frame);
    }

    fn close(&mut self, end: TagEnd) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        match (end, self.frames.last_mut()) {
            (TagEnd::TableHead, Some(Frame::Table { head, row, in_head, .. })) => {
                *head = std::mem::take(row);
                *in_head = false;
            }
            (TagEnd::TableRow, Some(Frame::Table { head, rows, row, .. })) => {
                let mut cells = std::mem::take(row);
                cells.resize(head.len(), Vec::new());
                rows.push(cells);
            }
            (TagEnd::TableHead | TagEnd::TableRow, _) => {}
            _ => self.close_frame(),
        }
    }

    /// Closes the innermost container and gives it to the one around it.
    fn close_frame(&mut self) {
        if self.frames.len() < 2 {
            return;
        }
        match self.frames.pop() {
            Some(Frame::Blocks { kind, mut blocks, line }) => {
                end_line(&mut blocks, line);
                match kind {
                    BlocksKind::Root => {}
                    BlocksKind::Quote => self.block(Block::Quote(blocks)),
                    BlocksKind::Item => match self.frames.last_mut() {
                        Some(Frame::List { items, .. }) => items.push(blocks),
                        _ => blocks.into_iter().for_each(|block| self.block(block)),
                    },
                }
            }
            Some(Frame::Inlines { kind, inlines }) => match kind {
                InlineKind::Paragraph => self.block(Block::Paragraph(inlines)),
                InlineKind::Heading(level) => self.block(Block::Heading(level, inlines)),
                InlineKind::Emphasis => self.inline(Inline::Emphasis(inlines)),
                InlineKind::Strong => self.inline(Inline::Strong(inlines)),
                InlineKind::Struck => self.inline(Inline::Struck(inlines)),
                InlineKind::Link(target) => self.inline(Inline::Link { words: inlines, target }),
                InlineKind::Words => inlines.into_iter().for_each(|inline| self.inline(inline)),
                InlineKind::Cell => {
                    if let Some(Frame::Table { row, .. }) = self.frames.last_mut()
                        && row.len() < MAX_COLUMNS
                    {
                        row.push(inlines);
                    }
                }
            },
            Some(Frame::Code { language, text }) => self.block(code(language, text)),
            Some(Frame::Table { head, rows, .. }) => self.block(Block::Table { head, rows }),
            Some(Frame::List { start, items }) => self.block(Block::List { start, items }),
            None => {}
        }
    }

    fn text(&mut self, text: &str) {
        match self.frames.last_mut() {
            Some(Frame::Code { text: code, .. }) => code.push_str(text),
            _ => self.inline(Inline::Text(text.to_owned())),
        }
    }

    fn inline(&mut self, inline: Inline) {
        let Some(frame) = self.frames.last_mut() else { return };
        let line = match frame {
            Frame::Inlines { inlines, .. } => inlines,
            // The text of a tight list, and what is too deep.
            Frame::Blocks { line, .. } => line,
            Frame::Code { text, .. } => {
                text.push_str(&super::words_of(&[inline]));
                return;
            }
            Frame::List { items, .. } => {
                items.push(vec![Block::Paragraph(vec![inline])]);
                return;
            }
            Frame::Table { .. } => return,
        };
        match (line.last_mut(), inline) {
            (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
            (_, inline) => line.push(inline),
        }
    }

    fn block(&mut self, block: Block) {
        match self.frames.last_mut() {
            Some(Frame::Blocks { blocks, line, .. }) => {
                end_line(blocks, std::mem::take(line));
                blocks.push(block);
            }
            Some(Frame::List { items, .. }) => items.push(vec![block]),
            _ => {}
        }
    }

    fn finish(mut self) -> Vec<Block> {
        self.too_deep = 0;
        while self.frames.len() > 1 {
            self.close_frame();
        }
        if self.is_cut {
            self.block(Block::Paragraph(vec![Inline::Text(MORE.to_owned())]));
        }
        match self.frames.pop() {
            Some(Frame::Blocks { mut blocks, line, .. }) => {
                end_line(&mut blocks, line);
                blocks
            }
            _ => Vec::new(),
        }
    }
}

fn end_line(blocks: &mut Vec<Block>, line: Vec<Inline>) {
    if !line.is_empty() {
        blocks.push(Block::Paragraph(line));
    }
}

fn code(language: Option<String>, text: String) -> Block {
    if language.as_deref().is_some_and(|language| matches!(language, "diff" | "patch" | "udiff")) {
        let lines: Vec<DiffLine> = diff::read(&text);
        return Block::Diff(lines);
    }
    Block::Code { language, text }
}
