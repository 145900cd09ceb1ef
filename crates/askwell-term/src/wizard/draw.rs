//! Draws the wizard: answered fields above, the current field, coming fields below, keys at the
//! bottom.

use askwell_locale::say;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::input::{DrawnInput, InputArea, KeyHint};
use super::panel::Panel;
use super::{Notice, Wizard};
use crate::asker::WaitStatus;
use crate::session::Step;
use crate::session::summary::summary;
use crate::theme::{self, Symbols, Theme};
use crate::{evidence, messages, safe_text};

/// Below this size nothing useful can be shown.
const LEAST: (u16, u16) = (20, 6);

/// Longer lines would be hard to read.
const WIDEST: u16 = 100;

/// Minimum height for showing the form's description.
const TALL: u16 = 20;

/// Seconds left at which the time is highlighted.
const SHORT_SECONDS: u64 = 60;

impl Wizard {
    /// Draws the current state.
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
        let DrawnInput { lines, cursor } = self.body(columns, usize::from(body_height));
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

    /// Title, time left, description and progress.
    fn header(&self, columns: usize, height: u16) -> Vec<Line<'static>> {
        let form = self.session.form();
        let (time, style) = match &self.waiting {
            WaitStatus::TimeLeft { time, .. } if time.as_secs() < SHORT_SECONDS => (
                format!("{} {}", self.theme.symbol(theme::WARNING), messages::time_left(*time)),
                self.theme.warning(),
            ),
            WaitStatus::TimeLeft { time, .. } => (messages::time_left(*time), self.theme.faint()),
            _ => (String::new(), self.theme.faint()),
        };
        let sign = self.theme.symbol(theme::TITLE);
        let room = columns.saturating_sub(safe_text::width(&time) + safe_text::width(sign) + 2);
        let most = if height >= TALL { 3 } else { 1 };
        let mut title = safe_text::wrap_at_most(&safe_text::line(form.title()), room, most).into_iter();
        let start = title.next().unwrap_or_default();
        let gap = room.saturating_sub(safe_text::width(&start)) + 1;
        let mut lines = vec![Line::from(vec![
            Span::styled(format!("{sign} "), self.theme.accent()),
            Span::styled(start, self.theme.strong()),
            Span::raw(" ".repeat(gap)),
            Span::styled(time, style),
        ])];
        lines.extend(title.map(|part| Line::styled(format!("  {part}"), self.theme.strong())));
        let first = self.session.progress().0 <= 1;
        // Where there is little room, the first page says it.
        if let (WaitStatus::TimeLeft { .. }, Some(sentence)) = (&self.waiting, &self.without_answer)
            && (height >= TALL || first)
        {
            let sentence = safe_text::fit(&safe_text::line(sentence), columns.saturating_sub(2));
            lines.push(Line::styled(format!("  {sentence}"), style));
        }
        let most = if height >= TALL { 3 } else { usize::from(first) };
        let about = form.description().map(|text| evidence::text_lines(form, text)).unwrap_or_default();
        let about: Vec<String> =
            about.iter().flat_map(|line| safe_text::wrap(line, columns.saturating_sub(2))).collect();
        let cut = about.len() > most;
        for (row, part) in about.into_iter().take(most).enumerate() {
            let part = if cut && row + 1 == most {
                safe_text::fit(&format!("{part} …"), columns - 2)
            } else {
                part
            };
            lines.push(Line::styled(format!("  {part}"), self.theme.faint()));
        }
        lines.push(self.progress(columns));
        lines.extend(self.heading(columns));
        lines.push(Line::default());
        lines
    }

    /// Returns the line with the groups of the current field, or the number of the review among the steps.
    fn heading(&self, columns: usize) -> Option<Line<'static>> {
        if let Some(around) = &self.around_row {
            let title = safe_text::fit(&safe_text::line(around.title()), columns);
            return Some(Line::styled(title, self.theme.strong()));
        }
        let text = match self.session.current() {
            Step::Review => messages::step_heading(self.session.review_position()?, &say(messages::REVIEW)),
            Step::Field(index) => {
                let title = |(place, group): (usize, &askwell_form::Group)| {
                    let title = safe_text::line(group.title());
                    match self.session.step_position(place) {
                        Some(position) => messages::step_heading(position, &title),
                        None => title,
                    }
                };
                let titles: Vec<String> = self.session.groups_of(index).map(title).collect();
                if titles.is_empty() {
                    return None;
                }
                titles.join(&format!(" {} ", self.theme.symbol(theme::BETWEEN)))
            }
        };
        Some(Line::styled(safe_text::fit(&text, columns), self.theme.strong()))
    }

    fn progress(&self, columns: usize) -> Line<'static> {
        let (here, total) = self.session.progress();
        let position = match self.session.current() {
            Step::Field(_) => messages::position((here, total)),
            Step::Review => say("term-review-position"),
        };
        let behind = if self.session.current() == Step::Review { total } else { here.saturating_sub(1) };
        let length = columns.saturating_sub(safe_text::width(&position) + 2);
        let gone = (length * behind).checked_div(total).unwrap_or(length);
        Line::from(vec![
            Span::styled(self.theme.symbol(theme::GONE_BY).repeat(gone), self.theme.accent()),
            Span::styled(self.theme.symbol(theme::AHEAD).repeat(length - gone), self.theme.faint()),
            Span::styled(format!("  {position}"), self.theme.faint()),
        ])
    }

    fn body(&self, columns: usize, rows: usize) -> DrawnInput {
        if let Some(mut lines) = self.panel_lines(columns) {
            if let Panel::Evidence(top) = self.panel {
                let most = lines.len().saturating_sub(rows);
                lines.drain(..top.min(most));
            }
            return DrawnInput { lines, cursor: None };
        }
        match self.session.current() {
            Step::Field(index) => self.around(index, columns, rows),
            Step::Review => {
                let (mut drawn, at) = self.review_lines(columns);
                scroll(&mut drawn.lines, at, rows, self.theme);
                drawn
            }
        }
    }

    /// Draws the current field and as many of its neighbours as fit.
    fn around(&self, index: usize, columns: usize, rows: usize) -> DrawnInput {
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
        DrawnInput { lines, cursor: drawn.cursor }
    }

    fn answered(&self, step: usize, columns: usize) -> Line<'static> {
        let Some(field) = self.session.field(step) else { return Line::default() };
        let wrong = self.session.visible_problems(step).next().is_some();
        let (sign, style) = match (wrong, self.session.is_visited(step)) {
            (true, _) => (theme::WRONG, self.theme.bad()),
            (false, true) => (theme::DONE, self.theme.good()),
            (false, false) => return self.coming(step, columns),
        };
        let label = safe_text::fit(&safe_text::line(field.label()), columns / 2);
        let room = columns.saturating_sub(safe_text::width(&label) + 6);
        let value = safe_text::fit(&summary(field, self.session.entry(step)), room);
        Line::from(vec![
            Span::styled(format!("{} ", self.theme.symbol(sign)), style),
            Span::styled(label, self.theme.faint()),
            Span::raw("  "),
            Span::raw(value),
        ])
    }

    fn coming(&self, step: usize, columns: usize) -> Line<'static> {
        let Some(field) = self.session.field(step) else { return Line::default() };
        let label = safe_text::fit(&safe_text::line(field.label()), columns.saturating_sub(4));
        Line::styled(format!("{} {label}", self.theme.symbol(theme::COMING)), self.theme.faint())
    }

    /// Draws the current field: label, description, input, problems.
    fn block(&self, index: usize, columns: usize, rows: usize) -> DrawnInput {
        let (Some(field), Some(input)) = (self.session.field(index), &self.input) else {
            return DrawnInput::default();
        };
        let bar = Span::styled(format!("{} ", self.theme.symbol(theme::BAR)), self.theme.accent());
        let inner = columns.saturating_sub(2);
        let need = say(if self.session.is_required(index) { messages::REQUIRED } else { messages::OPTIONAL });
        let room = inner.saturating_sub(safe_text::width(&need) + 2);
        let label =
            safe_text::wrap_at_most(&safe_text::line(field.label()), room, if rows > 12 { 4 } else { 1 });
        let mut above: Vec<Line<'static>> =
            label.into_iter().map(|part| Line::styled(part, self.theme.strong())).collect();
        if let Some(last) = above.last_mut() {
            last.spans.push(Span::styled(format!("  {need}"), self.theme.faint()));
        }
        let mut below = Vec::new();
        for problem in self.session.visible_problems(index) {
            below.extend(self.problem(&messages::problem(self.session.form(), problem), inner));
        }
        if below.is_empty()
            && let Some(hint) = messages::hint(field)
        {
            below.extend(
                safe_text::wrap(&hint, inner).into_iter().map(|part| Line::styled(part, self.theme.faint())),
            );
        }
        let notes = self.notes(index);
        let notes: Vec<String> = notes.iter().flat_map(|line| safe_text::wrap(line, inner)).collect();
        let room_for_notes = rows.saturating_sub(above.len() + below.len() + 4);
        let hidden = notes.len().saturating_sub(room_for_notes);
        let shown = if hidden == 0 { notes.len() } else { room_for_notes.saturating_sub(1) };
        above.extend(notes.into_iter().take(shown).map(|part| Line::styled(part, self.theme.faint())));
        if hidden > 0 {
            above.push(Line::styled(say(messages::READ_ALL), self.theme.accent()));
        }
        let air = rows > above.len() + below.len() + 8;
        if air {
            above.push(Line::default());
            if !below.is_empty() {
                below.insert(0, Line::default());
            }
        }
        let input_rows = rows.saturating_sub(above.len() + below.len()).max(1);
        let drawn = input.draw(InputArea { columns: inner, rows: input_rows }, self.theme);
        let cursor = drawn.cursor.map(|(column, row)| (column + 2, row + above.len()));
        let lines = above.into_iter().chain(drawn.lines).chain(below);
        let barred = lines.map(|line| {
            let style = line.style;
            let spans = line.spans.into_iter().map(|span| Span { style: style.patch(span.style), ..span });
            Line::from_iter([bar.clone()].into_iter().chain(spans))
        });
        DrawnInput { lines: barred.collect(), cursor }
    }

    /// Returns what is shown with a field: the displays before it, its description and its help.
    pub(super) fn notes(&self, index: usize) -> Vec<String> {
        let form = self.session.form();
        let mut notes = Vec::new();
        for (_, group) in self.session.groups_from(index) {
            notes
                .extend(group.description().map(|text| evidence::text_lines(form, text)).unwrap_or_default());
        }
        notes.extend(evidence::displays_before(&self.session, index));
        // The heading of a repeating group has its description.
        if let Some(field) = self.session.field(index).filter(|field| field.rows().is_none()) {
            notes
                .extend(field.description().map(|text| evidence::text_lines(form, text)).unwrap_or_default());
            notes.extend(field.rendering().help_text.as_deref().map(safe_text::lines).unwrap_or_default());
        }
        notes
    }

    pub(super) fn problem(&self, message: &str, columns: usize) -> Vec<Line<'static>> {
        let sign = self.theme.symbol(theme::WRONG);
        let parts = safe_text::wrap(&safe_text::line(message), columns.saturating_sub(2));
        let line = |(row, part): (usize, String)| {
            let before = if row == 0 { sign } else { " " };
            Line::styled(format!("{before} {part}"), self.theme.bad())
        };
        parts.into_iter().enumerate().map(line).collect()
    }

    /// The message and the keys.
    fn footer(&self, columns: usize) -> Vec<Line<'static>> {
        let mut lines = vec![Line::default()];
        match &self.notice {
            Some(Notice::Trouble(sentence)) => lines.extend(self.problem(sentence, columns)),
            Some(Notice::Info(sentence)) => {
                lines.push(Line::styled(safe_text::line(sentence), self.theme.good()));
            }
            None => {}
        }
        lines.push(self.key_line(columns));
        lines
    }

    fn key_line(&self, columns: usize) -> Line<'static> {
        let own = self.input.as_ref().map(super::input::FieldInput::keys).unwrap_or_default();
        let more: &[KeyHint] = match self.waiting {
            WaitStatus::TimeLeft { extensions: 1.., .. } => &[("ctrl-t", "term-key-more-time")],
            _ => &[],
        };
        // Where Escape has a meaning of its own, leaving needs one more.
        let always: &[KeyHint] = match own.iter().any(|(key, _)| *key == "esc") {
            true => &[("F1", "term-key-help")],
            false => &[("esc", "term-key-leave"), ("F1", "term-key-help")],
        };
        let (common, own, more, always): (&[KeyHint], _, _, _) = match (self.panel, self.session.current()) {
            (Panel::Leave, _) => {
                let keys = &[("d", "term-key-decline"), ("c", "term-key-cancel"), ("esc", "term-key-go-on")];
                (keys, &[][..], &[][..], &[][..])
            }
            (Panel::Reason, _) => {
                (&[("enter", "term-key-decline"), ("esc", "term-key-back")], &[][..], &[][..], &[][..])
            }
            (Panel::Evidence(_), _) => {
                (&[("↑↓", "term-key-scroll"), ("esc", "term-key-back")], &[][..], &[][..], &[][..])
            }
            (Panel::Help, _) => {
                (&[("term-key-name-any", "term-key-back-to-form")], &[][..], &[][..], &[][..])
            }
            (Panel::Sending, _) => (&[], &[][..], &[][..], &[][..]),
            (Panel::Form, Step::Field(_)) => {
                (&[("enter", "term-key-next"), ("shift-tab", "term-key-back")], own, more, always)
            }
            (Panel::Form, Step::Review) => {
                let keys =
                    &[("enter", "term-key-pick"), ("↑↓", "term-key-move"), ("shift-tab", "term-key-back")];
                (keys, &[][..], more, always)
            }
        };
        let between = format!(" {} ", self.theme.symbol(theme::BETWEEN));
        let width =
            |(key, what): &KeyHint| safe_text::width(&key_name(key)) + safe_text::width(&say(what)) + 1 + 3;
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
                spans.push(Span::styled(between.clone(), self.theme.faint()));
            }
            let key = key_name(key);
            let key = if self.theme.symbols == Symbols::Ascii { ascii_keys(&key) } else { key };
            spans.push(Span::styled(key, self.theme.accent()));
            spans.push(Span::styled(format!(" {}", say(what)), self.theme.faint()));
        }
        Line::from(spans)
    }
}

/// Cuts lines to `rows` rows around the current one. The edges tell how many lines lie beyond.
fn scroll(lines: &mut Vec<Line<'static>>, at: usize, rows: usize, theme: Theme) {
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
        *edge = Line::styled(theme.more(theme::MORE_UP, first + 1), theme.faint());
    }
    if after > 0
        && let Some(edge) = lines.last_mut()
    {
        *edge = Line::styled(theme.more(theme::MORE_DOWN, after + 1), theme.faint());
    }
}

/// Returns the name of a key: a message, or the name itself.
pub(super) fn key_name(key: &str) -> String {
    if key.starts_with("term-key-name-") { say(key) } else { key.to_owned() }
}

/// Writes key names in letters, for a terminal without arrow symbols.
pub(super) fn ascii_keys(key: &str) -> String {
    key.replace("←→↑↓", "arrows").replace("↑↓", "up/down").replace("←→", "left/right").replace('↓', "down")
}
