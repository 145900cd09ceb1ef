//! Where the body of a response ends.

use super::LocalError;

/// The longest line of a chunk's size, with its extensions.
const MAX_SIZE_LINE: usize = 1024;
/// The most bytes of trailers.
const MAX_TRAILERS: usize = 16 << 10;

/// What is left of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// Nothing.
    Done,
    /// This many bytes.
    Length(u64),
    /// Chunks.
    Chunks(ChunkPart),
    /// Everything until the connection is closed.
    UntilClose,
}

/// What comes next in a body of chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChunkPart {
    Size,
    Data(u64),
    DataEnd,
    /// Trailers; this many bytes of them were there.
    Trailers(usize),
}

/// A step through the bytes of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FramingStep {
    /// More bytes have to be read first.
    More,
    /// So many bytes are no part of the content.
    Skip(usize),
    /// So many bytes are content.
    Content(usize),
    /// The body is complete.
    Done,
}

impl Framing {
    /// Decides about the first of these bytes.
    ///
    /// # Errors
    /// When they are not chunks.
    pub(super) fn step(&mut self, bytes: &[u8]) -> Result<FramingStep, LocalError> {
        match self {
            Framing::Done | Framing::Length(0) => {
                *self = Framing::Done;
                Ok(FramingStep::Done)
            }
            _ if bytes.is_empty() => Ok(FramingStep::More),
            Framing::UntilClose => Ok(FramingStep::Content(bytes.len())),
            Framing::Length(left) => Ok(FramingStep::Content(take_from(left, bytes.len()))),
            Framing::Chunks(part) => match part {
                ChunkPart::Size => {
                    let Some(end) = line_end(bytes, MAX_SIZE_LINE, "the size of a chunk is too long")? else {
                        return Ok(FramingStep::More);
                    };
                    *part = match chunk_size(bytes.get(..end).unwrap_or_default())? {
                        0 => ChunkPart::Trailers(0),
                        size => ChunkPart::Data(size),
                    };
                    Ok(FramingStep::Skip(end + 1))
                }
                ChunkPart::Data(left) => {
                    let count = take_from(left, bytes.len());
                    if *left == 0 {
                        *part = ChunkPart::DataEnd;
                    }
                    Ok(FramingStep::Content(count))
                }
                ChunkPart::DataEnd => match bytes {
                    [b'\r', b'\n', ..] => {
                        *part = ChunkPart::Size;
                        Ok(FramingStep::Skip(2))
                    }
                    [b'\r'] => Ok(FramingStep::More),
                    _ => Err(LocalError::Malformed("a chunk is longer than its size")),
                },
                ChunkPart::Trailers(seen) => {
                    let most = MAX_TRAILERS.saturating_sub(*seen);
                    let Some(end) = line_end(bytes, most, "the trailers are too long")? else {
                        return Ok(FramingStep::More);
                    };
                    if matches!(bytes.get(..end), Some([] | [b'\r'])) {
                        *self = Framing::Done;
                    } else {
                        *seen += end + 1;
                    }
                    Ok(FramingStep::Skip(end + 1))
                }
            },
        }
    }
}

/// Takes up to `available` bytes from what is left.
fn take_from(left: &mut u64, available: usize) -> usize {
    let count = usize::try_from(*left).unwrap_or(usize::MAX).min(available);
    *left -= count as u64;
    count
}

/// Returns the index of the line break; `None` if it is not there yet.
fn line_end(bytes: &[u8], most: usize, what: &'static str) -> Result<Option<usize>, LocalError> {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) if end <= most => Ok(Some(end)),
        None if bytes.len() <= most => Ok(None),
        _ => Err(LocalError::Malformed(what)),
    }
}

fn chunk_size(line: &[u8]) -> Result<u64, LocalError> {
    let malformed = || LocalError::Malformed("the size of a chunk is no number");
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let digits = line.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
    let is_number = !digits.is_empty() && digits.len() <= 15 && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_number).ok_or_else(malformed)?;
    u64::from_str_radix(digits, 16).map_err(|_| malformed())
}
