//! A film of screens as one SVG: each row that changes is drawn once for every time it is seen.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The size of a cell, in units of the picture.
const CELL: (f64, f64) = (8.4, 18.0);
const MARGIN: f64 = 16.0;

const BACKGROUND: &str = "#16181d";
const TEXT: &str = "#d7dae0";

/// The sixteen colours.
const COLOURS: [&str; 16] = [
    "#3f4451", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0", "#4f5666",
    "#ff7b86", "#b1e18b", "#efb074", "#67cdff", "#e48bff", "#63d4e0", "#ffffff",
];

/// A screen at a time.
pub(super) struct Frame {
    pub(super) time: f64,
    rows: Vec<String>,
}

impl Frame {
    /// What is on the screen now, each row as SVG.
    pub(super) fn of(screen: &vt100::Screen, time: f64) -> Frame {
        let (rows, columns) = screen.size();
        let cursor = (!screen.hide_cursor()).then(|| screen.cursor_position());
        let row = |row: u16| draw_row(screen, row, columns.get(), cursor);
        Frame { time, rows: (0..rows.get()).map(row).collect() }
    }
}

fn draw_row(screen: &vt100::Screen, row: u16, columns: u16, cursor: Option<(u16, u16)>) -> String {
    let mut out = String::new();
    let mut run: Option<(u16, String, String)> = None;
    let y = f64::from(row) * CELL.1 + MARGIN + 13.0;
    for column in 0..columns {
        let Some(cell) = screen.cell(row, column) else { continue };
        if cell.is_wide_continuation() {
            continue;
        }
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let style = style(cell);
        match &mut run {
            Some((_, known, texts)) if *known == style && !cell.is_wide() => texts.push_str(text),
            _ => {
                flush(&mut out, run.take(), y);
                run = Some((column, style, text.to_owned()));
            }
        }
    }
    flush(&mut out, run, y);
    if let Some((at, column)) = cursor.filter(|(at, _)| *at == row) {
        let (x, y) = (f64::from(column) * CELL.0 + MARGIN, f64::from(at) * CELL.1 + MARGIN);
        let _ = write!(out, r#"<rect x="{x:.1}" y="{y:.1}" width="2" height="16" fill="{TEXT}"/>"#);
    }
    out
}

fn flush(out: &mut String, run: Option<(u16, String, String)>, y: f64) {
    let Some((column, style, text)) = run else { return };
    let text = text.trim_end();
    if text.is_empty() {
        return;
    }
    let indent = text.len() - text.trim_start().len();
    let x = (f64::from(column) + indent as f64) * CELL.0 + MARGIN;
    let text = text.trim_start();
    let length = text.chars().count() as f64 * CELL.0;
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // The length keeps columns aligned in every font.
    let _ = write!(out, r#"<text x="{x:.1}" y="{y:.1}" textLength="{length:.1}"{style}>{text}</text>"#);
}

fn style(cell: &vt100::Cell) -> String {
    let colour = match cell.fgcolor() {
        vt100::Color::Idx(index) => COLOURS.get(usize::from(index)).copied().unwrap_or(TEXT),
        _ => TEXT,
    };
    let mut style = String::new();
    if colour != TEXT {
        let _ = write!(style, r#" fill="{colour}""#);
    }
    if cell.bold() {
        style.push_str(r#" font-weight="bold""#);
    }
    if cell.dim() {
        style.push_str(r#" opacity=".6""#);
    }
    style
}

/// All frames in one picture that moves, over and over.
pub(super) fn animate(frames: &[Frame]) -> String {
    let total = frames.last().map_or(1.0, |frame| frame.time);
    let rows = frames.first().map_or(0, |frame| frame.rows.len());
    let columns = f64::from(super::COLUMNS);
    let (width, height) = (columns * CELL.0 + 2.0 * MARGIN, rows as f64 * CELL.1 + 2.0 * MARGIN);
    let mut out = format!(
        r#"<svg fill="{TEXT}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-label="A recorded session of askwell ask">
<style>text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}}</style>
<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>
"#
    );
    for row in 0..rows {
        for (content, seen) in spans(frames, row, total) {
            if content.is_empty() {
                continue;
            }
            // A viewer that does not move pictures shows the middle, where there is most to see.
            let still = seen.iter().any(|(start, end)| (*start..*end).contains(&(total / 2.0)));
            let visibility = if still { "visible" } else { "hidden" };
            let _ = writeln!(out, r#"<g visibility="{visibility}">{content}{}</g>"#, timing(&seen, total));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// What a row shows, and from when until when.
fn spans(frames: &[Frame], row: usize, total: f64) -> BTreeMap<&str, Vec<(f64, f64)>> {
    let mut spans: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (place, frame) in frames.iter().enumerate() {
        let Some(content) = frame.rows.get(row) else { continue };
        let end = frames.get(place + 1).map_or(total, |next| next.time);
        let seen = spans.entry(content).or_default();
        match seen.last_mut() {
            Some(last) if last.1 == frame.time => last.1 = end,
            _ => seen.push((frame.time, end)),
        }
    }
    spans
}

/// Shown in these spans, hidden otherwise.
fn timing(seen: &[(f64, f64)], total: f64) -> String {
    let mut points = vec![(0.0, "hidden")];
    for (start, end) in seen {
        points.push((*start, "visible"));
        points.push((*end, "hidden"));
    }
    if seen.first().is_some_and(|(start, _)| *start == 0.0) {
        points.remove(0);
    }
    // The last point must not lie beyond the end.
    points.retain(|(time, _)| *time < total);
    let values: Vec<&str> = points.iter().map(|(_, value)| *value).collect();
    let times: Vec<String> = points.iter().map(|(time, _)| format!("{:.4}", time / total)).collect();
    format!(
        r#"<animate attributeName="visibility" calcMode="discrete" values="{}" keyTimes="{}" dur="{total:.1}s" repeatCount="indefinite"/>"#,
        values.join(";"),
        times.join(";")
    )
}
