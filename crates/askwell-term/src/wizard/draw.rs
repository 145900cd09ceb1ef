//! How it looks: what was answered above, the field at hand, what is to come below, and the keys at the bottom.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::input::{Drawn, KeyHint, Room};
use super::panel::Panel;
use super::{Notice, Wizard};
use crate::asker::Waiting;
use crate::look::{self, Look, Signs};
use crate::session::Step;
use crate::session::summary::summary;
use crate::{text, wording};

/// Less than this shows nothing of use.
const LEAST: (u16, u16) = (20, 6);

/// Lines are not longer than this: they would be hard to read.
const WIDEST: u16 = 100;

/// From this height on there is room for what a form says about itself.
const TALL: u16 = 20;

/// How soon the end of the time is worth a colour.
const SHORT_SECONDS: u64 = 60;

impl Wizard {
    /// Shows how things are.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        if whole.width < LEAST.0 || whole.height < LEAST.1 {
            frame.render_widget(Paragraph::new("Please make this window larger."), whole);
            return;
        }
        let width = whole.width.min(WIDEST) - 2;
        let columns = usize::from(width);
        let header = self.header(columns, whole.height);
        let footer = self.footer(columns);
        let top = u16::try_from(header.len()).unwrap_or(0);
        let bottom = u16::try_from(footer.len()).unwrap_or(0);
        let body_height = whole.height.saturating_sub(top + bottom);
        let at = |y: u16, height: u16| Rect { x: whole.x + 1, y: whole.y + y, width, height };
        frame.render_widget(Paragraph::new(header), at(0, top));
        let body = at(top, body_height);
        let Drawn { lines, cursor } = self.body(columns, usize::from(body_height));
        frame.render_widget(Paragraph::new(lines), body);
        frame.render_widget(Paragraph::new(footer), at(whole.height - bottom, bottom));
        if let Some((x, y)) = cursor
            && let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y))
            && x < body.width
            && y < body.height
        {
            frame.set_cursor_position(Position { x: body.x + x, y: body.y + y });
        }
    }

    /// Title, time, what the form is about, and how far one is.
    fn header(&self, columns: usize, height: u16) -> Vec<Line<'static>> {
        let form = self.session.form();
        let (time, style) = match &self.waiting {
            Waiting::Left { time, .. } if time.as_secs() < SHORT_SECONDS => (
                format!("{} {}", self.look.sign(look::WARNING), wording::time_left(*time)),
                self.look.warning(),
            ),
            Waiting::Left { time, .. } => (wording::time_left(*time), self.look.faint()),
            _ => (String::new(), self.look.faint()),
        };
        let sign = self.look.sign(look::TITLE);
        let room = columns.saturating_sub(text::width(&time) + text::width(sign) + 2);
        let most = if height >= TALL { 3 } else { 1 };
        let mut title = text::wrap_at_most(&text::line(form.title()), room, most).into_iter();
        let start = title.next().unwrap_or_default();
        let gap = room.saturating_sub(text::width(&start)) + 1;
        let mut lines = vec![Line::from(vec![
            Span::styled(format!("{sign} "), self.look.accent()),
            Span::styled(start, self.look.strong()),
            Span::raw(" ".repeat(gap)),
            Span::styled(time, style),
        ])];
        lines.extend(title.map(|part| Line::styled(format!("  {part}"), self.look.strong())));
        let first = self.session.progress().0 <= 1;
        let most = if height >= TALL { 3 } else { usize::from(first) };
        let about = form.description().map(text::lines).unwrap_or_default();
        let about: Vec<String> =
            about.iter().flat_map(|line| text::wrap(line, columns.saturating_sub(2))).collect();
        let cut = about.len() > most;
        for (row, part) in about.into_iter().take(most).enumerate() {
            let part =
                if cut && row + 1 == most { text::fit(&format!("{part} …"), columns - 2) } else { part };
            lines.push(Line::styled(format!("  {part}"), self.look.faint()));
        }
        lines.push(self.progress(columns));
        lines.push(Line::default());
        lines
    }

    fn progress(&self, columns: usize) -> Line<'static> {
        let (here, total) = self.session.progress();
        let position = match self.session.current() {
            Step::Field(_) => wording::position((here, total)),
            Step::Review => wording::REVIEW.to_lowercase(),
        };
        let behind = if self.session.current() == Step::Review { total } else { here.saturating_sub(1) };
        let length = columns.saturating_sub(position.len() + 2);
        let gone = (length * behind).checked_div(total).unwrap_or(length);
        Line::from(vec![
            Span::styled(self.look.sign(look::GONE_BY).repeat(gone), self.look.accent()),
            Span::styled(self.look.sign(look::AHEAD).repeat(length - gone), self.look.faint()),
            Span::styled(format!("  {position}"), self.look.faint()),
        ])
    }

    fn body(&self, columns: usize, rows: usize) -> Drawn {
        if let Some(lines) = self.panel_lines(columns) {
            return Drawn { lines, cursor: None };
        }
        match self.session.current() {
            Step::Field(index) => self.around(index, columns, rows),
            Step::Review => {
                let (mut drawn, at) = self.review_lines(columns);
                scroll(&mut drawn.lines, at, rows, self.look);
                drawn
            }
        }
    }

    /// The field at hand with its neighbours, as many as there is room for.
    fn around(&self, index: usize, columns: usize, rows: usize) -> Drawn {
        let mut drawn = self.block(index, columns, rows);
        let left = rows.saturating_sub(drawn.lines.len());
        let before: Vec<usize> = self.session.steps().take_while(|&step| step < index).collect();
        let after: Vec<usize> = self.session.steps().filter(|&step| step > index).take(left).collect();
        // An empty line between the field and each side.
        let shown_after = after.len().min(left.saturating_sub(1).div_ceil(2));
        let shown_before = before.len().min(left.saturating_sub(shown_after + 2));
        let shown_after = after.len().min(left.saturating_sub(shown_before + 2));
        let mut lines = Vec::with_capacity(rows);
        for &step in before.iter().skip(before.len() - shown_before) {
            lines.push(self.answered(step, columns));
        }
        if shown_before > 0 {
            lines.push(Line::default());
        }
        if let Some((_, row)) = &mut drawn.cursor {
            *row += lines.len();
        }
        lines.append(&mut drawn.lines);
        if shown_after > 0 {
            lines.push(Line::default());
        }
        for &step in after.iter().take(shown_after) {
            lines.push(self.coming(step, columns));
        }
        Drawn { lines, cursor: drawn.cursor }
    }

    fn answered(&self, step: usize, columns: usize) -> Line<'static> {
        let Some(field) = self.session.field(step) else { return Line::default() };
        let wrong = self.session.timely_problems(step).next().is_some();
        let (sign, style) = match (wrong, self.session.is_seen(step)) {
            (true, _) => (look::WRONG, self.look.bad()),
            (false, true) => (look::DONE, self.look.good()),
            (false, false) => return self.coming(step, columns),
        };
        let label = text::fit(&text::line(field.label()), columns / 2);
        let room = columns.saturating_sub(text::width(&label) + 6);
        let value = text::fit(&summary(field, self.session.entry(step)), room);
        Line::from(vec![
            Span::styled(format!("{} ", self.look.sign(sign)), style),
            Span::styled(label, self.look.faint()),
            Span::raw("  "),
            Span::raw(value),
        ])
    }

    fn coming(&self, step: usize, columns: usize) -> Line<'static> {
        let Some(field) = self.session.field(step) else { return Line::default() };
        let label = text::fit(&text::line(field.label()), columns.saturating_sub(4));
        Line::styled(format!("{} {label}", self.look.sign(look::COMING)), self.look.faint())
    }

    /// The field at hand: its name, what it is for, its input, what is wrong.
    fn block(&self, index: usize, columns: usize, rows: usize) -> Drawn {
        let (Some(field), Some(input)) = (self.session.field(index), &self.input) else {
            return Drawn::default();
        };
        let bar = Span::styled(format!("{} ", self.look.sign(look::BAR)), self.look.accent());
        let inner = columns.saturating_sub(2);
        let need = if self.session.is_required(index) { wording::REQUIRED } else { wording::OPTIONAL };
        let room = inner.saturating_sub(need.len() + 2);
        let label = text::wrap_at_most(&text::line(field.label()), room, if rows > 12 { 4 } else { 1 });
        let mut above: Vec<Line<'static>> =
            label.into_iter().map(|part| Line::styled(part, self.look.strong())).collect();
        if let Some(last) = above.last_mut() {
            last.spans.push(Span::styled(format!("  {need}"), self.look.faint()));
        }
        let mut below = Vec::new();
        for problem in self.session.timely_problems(index) {
            below.extend(self.problem(&problem.message, inner));
        }
        if below.is_empty()
            && let Some(hint) = wording::hint(field)
        {
            below.extend(
                text::wrap(&hint, inner).into_iter().map(|part| Line::styled(part, self.look.faint())),
            );
        }
        let notes = [field.description(), field.rendering().help_text.as_deref()];
        let notes: Vec<String> = notes.into_iter().flatten().flat_map(text::lines).collect();
        let notes: Vec<String> = notes.iter().flat_map(|line| text::wrap(line, inner)).collect();
        let room_for_notes = rows.saturating_sub(above.len() + below.len() + 4);
        above
            .extend(notes.into_iter().take(room_for_notes).map(|part| Line::styled(part, self.look.faint())));
        let air = rows > above.len() + below.len() + 8;
        if air {
            above.push(Line::default());
            if !below.is_empty() {
                below.insert(0, Line::default());
            }
        }
        let input_rows = rows.saturating_sub(above.len() + below.len()).max(1);
        let drawn = input.draw(Room { columns: inner, rows: input_rows }, self.look);
        let cursor = drawn.cursor.map(|(column, row)| (column + 2, row + above.len()));
        let lines = above.into_iter().chain(drawn.lines).chain(below);
        let barred = lines.map(|line| {
            let style = line.style;
            let spans = line.spans.into_iter().map(|span| Span { style: style.patch(span.style), ..span });
            Line::from_iter([bar.clone()].into_iter().chain(spans))
        });
        Drawn { lines: barred.collect(), cursor }
    }

    pub(super) fn problem(&self, message: &str, columns: usize) -> Vec<Line<'static>> {
        let sign = self.look.sign(look::WRONG);
        let parts = text::wrap(&text::line(message), columns.saturating_sub(2));
        let line = |(row, part): (usize, String)| {
            let before = if row == 0 { sign } else { " " };
            Line::styled(format!("{before} {part}"), self.look.bad())
        };
        parts.into_iter().enumerate().map(line).collect()
    }

    /// Something to say, and the keys.
    fn footer(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::default()];
        match &self.notice {
            Some(Notice::Trouble(sentence)) => lines.extend(self.problem(sentence, columns)),
            Some(Notice::Info(sentence)) => lines.push(Line::styled(text::line(sentence), self.look.good())),
            None => {}
        }
        lines.push(self.key_line(columns));
        lines
    }

    fn key_line(&self, columns: usize) -> Line<'static> {
        let own = self.input.as_ref().map(super::input::Input::keys).unwrap_or_default();
        let more: &[KeyHint] = match self.waiting {
            Waiting::Left { extensions: 1.., .. } => &[("ctrl-t", "more time")],
            _ => &[],
        };
        // Where escape has a meaning of its own, leaving takes one more.
        let always: &[KeyHint] = match own.iter().any(|(key, _)| *key == "esc") {
            true => &[("F1", "help")],
            false => &[("esc", "leave"), ("F1", "help")],
        };
        let (common, own, more, always): (&[KeyHint], _, _, _) = match (self.panel, self.session.current()) {
            (Panel::Leaving, _) => {
                (&[("d", "decline"), ("c", "cancel"), ("esc", "go on")], &[][..], &[][..], &[][..])
            }
            (Panel::Help, _) => (&[("any key", "back to the form")], &[][..], &[][..], &[][..]),
            (Panel::Sending, _) => (&[], &[][..], &[][..], &[][..]),
            (Panel::Form, Step::Field(_)) => (&[("enter", "next"), ("shift-tab", "back")], own, more, always),
            (Panel::Form, Step::Review) => {
                (&[("enter", "pick"), ("↑↓", "move"), ("shift-tab", "back")], &[][..], more, always)
            }
        };
        let between = format!(" {} ", self.look.sign(look::BETWEEN));
        let width = |(key, what): &KeyHint| text::width(key) + what.len() + 1 + 3;
        let mut left = columns.saturating_sub(always.iter().map(width).sum());
        let mut shown: Vec<KeyHint> = Vec::new();
        for hint in common.iter().chain(own).chain(more) {
            if width(hint) > left {
                break;
            }
            left -= width(hint);
            shown.push(*hint);
        }
        let mut spans = Vec::new();
        for (key, what) in shown.into_iter().chain(always.iter().copied()) {
            if !spans.is_empty() {
                spans.push(Span::styled(between.clone(), self.look.faint()));
            }
            let key = if self.look.signs == Signs::Ascii { ascii_keys(key) } else { key.to_owned() };
            spans.push(Span::styled(key, self.look.accent()));
            spans.push(Span::styled(format!(" {what}"), self.look.faint()));
        }
        Line::from(spans)
    }
}

/// Cuts lines to as many rows as there are, around the row at hand. The edges say how many lines lie beyond them.
fn scroll(lines: &mut Vec<Line<'static>>, at: usize, rows: usize, look: Look) {
    let first = (at + 2).saturating_sub(rows).min(lines.len().saturating_sub(rows));
    let after = lines.len().saturating_sub(first + rows);
    lines.drain(..first);
    lines.truncate(rows);
    if rows < 3 {
        return;
    }
    if first > 0
        && let Some(edge) = lines.first_mut()
    {
        *edge = Line::styled(look.more(look::MORE_UP, first + 1), look.faint());
    }
    if after > 0
        && let Some(edge) = lines.last_mut()
    {
        *edge = Line::styled(look.more(look::MORE_DOWN, after + 1), look.faint());
    }
}

/// Keys in letters, for a terminal without arrows.
pub(super) fn ascii_keys(key: &str) -> String {
    key.replace("←→↑↓", "arrows").replace("↑↓", "up/down").replace("←→", "left/right").replace('↓', "down")
}
