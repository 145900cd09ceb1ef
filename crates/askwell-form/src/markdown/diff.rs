//! Diffs: each line with its sign and its numbers.

/// What a line of a diff says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiffSign {
    /// The line is in both versions.
    Same,
    /// The line is new.
    Added,
    /// The line is gone.
    Removed,
    /// The line is about the diff: file names, positions.
    About,
}

/// A line of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffLine {
    /// What it says.
    pub sign: DiffSign,
    /// Its number before the change, where the diff tells.
    pub before: Option<u32>,
    /// Its number after the change, where the diff tells.
    pub after: Option<u32>,
    /// The line without its sign.
    pub text: String,
}

/// Reads a unified diff. Lines that are none are kept as they are.
pub(super) fn read(text: &str) -> Vec<DiffLine> {
    let mut numbers: Option<(u32, u32)> = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let about =
            |text: &str| DiffLine { sign: DiffSign::About, before: None, after: None, text: text.to_owned() };
        if line.starts_with("@@") {
            numbers = position(line);
            lines.push(about(line));
            continue;
        }
        let in_head = numbers.is_none();
        if in_head && ["--- ", "+++ ", "diff ", "index "].iter().any(|start| line.starts_with(start)) {
            lines.push(about(line));
            continue;
        }
        let (sign, rest) = match line.as_bytes().first() {
            Some(b'+') => (DiffSign::Added, line.get(1..)),
            Some(b'-') => (DiffSign::Removed, line.get(1..)),
            Some(b' ') => (DiffSign::Same, line.get(1..)),
            Some(b'\\') => (DiffSign::About, Some(line)),
            _ => (DiffSign::Same, Some(line)),
        };
        let (before, after) = match (&mut numbers, sign) {
            (None, _) | (_, DiffSign::About) => (None, None),
            (Some((before, after)), sign) => {
                let old = (sign != DiffSign::Added).then_some(*before);
                let new = (sign != DiffSign::Removed).then_some(*after);
                *before = before.saturating_add(u32::from(old.is_some()));
                *after = after.saturating_add(u32::from(new.is_some()));
                (old, new)
            }
        };
        lines.push(DiffLine { sign, before, after, text: rest.unwrap_or_default().to_owned() });
    }
    lines
}

/// Returns the first line numbers that a position line such as `@@ -12,7 +12,8 @@` names.
fn position(line: &str) -> Option<(u32, u32)> {
    let mut parts = line.strip_prefix("@@")?.trim_start().split(' ');
    let number = |part: &str, sign: char| part.strip_prefix(sign)?.split(',').next()?.parse().ok();
    Some((number(parts.next()?, '-')?, number(parts.next()?, '+')?))
}
