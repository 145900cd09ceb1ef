//! Writes one frame at a time to the terminal, in sixteen colours.
//!
//! The drawing library writes the sixteen basic colours in the 256-colour form, such as `38;5;6`.
//! Terminals with only sixteen colours misread that, for example as blinking. The short form, `36`,
//! works on all of them.

use std::fs::File;
use std::io::{self, Write};

/// Collects a frame and writes it as one block when it is flushed.
#[derive(Debug)]
pub(crate) struct FrameWriter {
    device: File,
    frame: Vec<u8>,
}

impl FrameWriter {
    pub(crate) fn new(device: File) -> FrameWriter {
        FrameWriter { device, frame: Vec::with_capacity(16 << 10) }
    }
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = in_sixteen_colours(&self.frame);
        self.frame.clear();
        self.device.write_all(&frame)?;
        self.device.flush()
    }
}

/// Rewrites colour sequences for terminals with sixteen colours.
fn in_sixteen_colours(frame: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(frame.len());
    let mut rest = frame;
    while let Some(start) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(start);
        out.extend_from_slice(before);
        let parameters = sequence.get(2..).unwrap_or_default();
        let length = parameters.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
        let (parameters, after) = parameters.split_at(length);
        match after {
            [b'm', following @ ..] => {
                out.extend(style(parameters));
                rest = following;
            }
            _ => {
                out.extend_from_slice(b"\x1b[");
                out.extend_from_slice(parameters);
                rest = after;
            }
        }
    }
    out.extend_from_slice(rest);
    out
}

/// Rewrites one style sequence. Returns nothing if no parameter is left.
fn style(parameters: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(parameters);
    let numbers: Vec<u16> = text.split(';').map(|number| number.parse().unwrap_or(0)).collect();
    let mut plain: Vec<String> = Vec::with_capacity(numbers.len());
    let mut rest = numbers.as_slice();
    while let Some((&first, others)) = rest.split_first() {
        rest = others;
        match (first, others) {
            (38 | 48, [5, colour @ 0..8, after @ ..]) => {
                plain.push((first - 8 + colour).to_string());
                rest = after;
            }
            (38 | 48, [5, colour @ 8..16, after @ ..]) => {
                plain.push((first + 44 + colour).to_string());
                rest = after;
            }
            // The colour of underlines, which are never drawn.
            (59, _) => {}
            _ => plain.push(first.to_string()),
        }
    }
    if plain.is_empty() { Vec::new() } else { format!("\x1b[{}m", plain.join(";")).into_bytes() }
}

#[cfg(test)]
mod tests {
    use super::in_sixteen_colours;

    #[test]
    fn colour_sequences_are_rewritten_for_sixteen_colours() {
        for (drawn, written) in [
            ("plain", "plain"),
            ("\x1b[38;5;6;49mx", "\x1b[36;49mx"),
            ("\x1b[38;5;9;48;5;10mx", "\x1b[91;102mx"),
            ("\x1b[48;5;0m", "\x1b[40m"),
            ("\x1b[38;5;15m", "\x1b[97m"),
            ("\x1b[38;5;200m\x1b[38;2;1;2;3m", "\x1b[38;5;200m\x1b[38;2;1;2;3m"),
            ("a\x1b[59mb\x1b[39m\x1b[1mc", "ab\x1b[39m\x1b[1mc"),
            ("\x1b[m\x1b[0m", "\x1b[0m\x1b[0m"),
            ("\x1b[5;6H\x1b[?25l\x1b[2J", "\x1b[5;6H\x1b[?25l\x1b[2J"),
            ("é\x1b[", "é\x1b["),
            ("\x1b", "\x1b"),
        ] {
            let made = in_sixteen_colours(drawn.as_bytes());
            assert_eq!(String::from_utf8(made).unwrap(), written, "{drawn:?}");
        }
    }
}
