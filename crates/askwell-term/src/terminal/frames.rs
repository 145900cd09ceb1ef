//! What is drawn, on its way to the terminal: a frame at a time, with colours as every terminal spells them.
//!
//! The library that draws names even the sixteen colours as if there were 256, `38;5;6`. A terminal that knows only
//! sixteen takes that for something else, such as blinking; `36` means the same to all.

use std::fs::File;
use std::io::{self, Write};

/// Collects a frame and writes it at once when it is complete.
#[derive(Debug)]
pub(crate) struct Frames {
    device: File,
    frame: Vec<u8>,
}

impl Frames {
    pub(crate) fn to(device: File) -> Frames {
        Frames { device, frame: Vec::with_capacity(16 << 10) }
    }
}

impl Write for Frames {
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

/// The same bytes with every colour and style spelled for terminals of sixteen colours.
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

/// One sequence that sets colours and styles; nothing, if nothing is left of it.
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
    fn colours_are_spelled_for_every_terminal() {
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
