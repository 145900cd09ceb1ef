//! Detects the kind of a ZIP archive by the names in its central directory, which tell documents
//! from programs.
//!
//! Readers use the directory, regardless of the bytes before it. Does not unpack, and does not
//! support ZIP64: an archive with an unreadable directory is a plain archive.

/// Which reader an archive is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZipKind {
    Plain,
    Word,
    Excel,
    PowerPoint,
    OpenDocumentText,
    Java,
}

const END_MARK: &[u8; 4] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const ENTRY_MARK: &[u8; 4] = b"PK\x01\x02";
const ENTRY_LENGTH: usize = 46;

/// What the archive's names say. Reads the directory once.
pub(super) fn kind_of(archive: &[u8]) -> ZipKind {
    if opens_with_type(archive, b"application/vnd.oasis.opendocument.text") {
        return ZipKind::OpenDocumentText;
    }
    let mut has_content_types = false;
    let mut office = None;
    for name in names(archive) {
        match name {
            b"META-INF/MANIFEST.MF" => return ZipKind::Java,
            b"[Content_Types].xml" => has_content_types = true,
            b"word/document.xml" => office = Some(ZipKind::Word),
            b"xl/workbook.xml" => office = Some(ZipKind::Excel),
            b"ppt/presentation.xml" => office = Some(ZipKind::PowerPoint),
            _ => {}
        }
    }
    office.filter(|_| has_content_types).unwrap_or(ZipKind::Plain)
}

/// Open documents begin with an uncompressed entry, `mimetype`, that names their type.
fn opens_with_type(archive: &[u8], media_type: &[u8]) -> bool {
    let Some(size) = long_at(archive, 22) else {
        return false;
    };
    let name_and_more = archive.get(30..).unwrap_or_default();
    let Some(content) = name_and_more.strip_prefix(b"mimetype") else {
        return false;
    };
    // The size stands here or, for writers that stream, behind the content: then the next mark ends it.
    content.strip_prefix(media_type).is_some_and(|rest| size == media_type.len() || rest.starts_with(b"PK"))
}

/// Returns the names in the central directory, in its order.
fn names(archive: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = directory(archive).unwrap_or_default();
    std::iter::from_fn(move || {
        let entry = rest.strip_prefix(ENTRY_MARK).map(|_| rest)?;
        let name_length = short_at(entry, 28)?;
        let tail_length = short_at(entry, 30)? + short_at(entry, 32)?;
        let name = entry.get(ENTRY_LENGTH..ENTRY_LENGTH + name_length)?;
        rest = entry.get(ENTRY_LENGTH + name_length + tail_length..)?;
        Some(name)
    })
}

/// From the first entry of the central directory on.
fn directory(archive: &[u8]) -> Option<&[u8]> {
    // The end record stands last, with a comment of at most 64 KiB behind it.
    let earliest = archive.len().saturating_sub(END_LENGTH + usize::from(u16::MAX));
    let tail = archive.get(earliest..)?;
    let end = earliest + tail.windows(END_MARK.len()).rposition(|window| window == END_MARK)?;
    let record = archive.get(end..)?;
    let (size, offset) = (long_at(record, 12)?, long_at(record, 16)?);
    let declared = archive.get(offset..).filter(|rest| rest.starts_with(ENTRY_MARK));
    // Bytes put before the archive shift the offsets; the directory still ends where the end record begins.
    declared.or_else(|| archive.get(end.checked_sub(size)?..))
}

fn short_at(bytes: &[u8], offset: usize) -> Option<usize> {
    let field: &[u8; 2] = bytes.get(offset..)?.first_chunk()?;
    Some(usize::from(u16::from_le_bytes(*field)))
}

fn long_at(bytes: &[u8], offset: usize) -> Option<usize> {
    let field: &[u8; 4] = bytes.get(offset..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*field)).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::super::samples::{ZipEntry, zip};
    use super::{ZipKind, kind_of, names};

    #[test]
    fn document_kind_is_read_from_the_archive() {
        let odt: &[u8] = b"application/vnd.oasis.opendocument.text";
        let cases: &[(&[ZipEntry<'_>], ZipKind)] = &[
            (&[], ZipKind::Plain),
            (&[("a.txt", b"a")], ZipKind::Plain),
            (&[("[Content_Types].xml", b""), ("word/document.xml", b"")], ZipKind::Word),
            (&[("word/document.xml", b""), ("[Content_Types].xml", b"")], ZipKind::Word),
            (&[("word/document.xml", b"")], ZipKind::Plain),
            (&[("[Content_Types].xml", b""), ("xl/workbook.xml", b"")], ZipKind::Excel),
            (&[("[Content_Types].xml", b""), ("ppt/presentation.xml", b"")], ZipKind::PowerPoint),
            (&[("META-INF/MANIFEST.MF", b""), ("A.class", b"")], ZipKind::Java),
            (
                &[("[Content_Types].xml", b""), ("word/document.xml", b""), ("META-INF/MANIFEST.MF", b"")],
                ZipKind::Java,
            ),
            (&[("mimetype", odt), ("content.xml", b"")], ZipKind::OpenDocumentText),
            (&[("content.xml", b""), ("mimetype", odt)], ZipKind::Plain),
            (&[("mimetype", b"application/vnd.oasis.opendocument.text-template")], ZipKind::Plain),
        ];
        for (entries, expected) in cases {
            let archive = zip(entries);
            assert_eq!(kind_of(&archive), *expected, "{entries:?}");
            assert!(names(&archive).eq(entries.iter().map(|(name, _)| name.as_bytes())));
            let shifted = [b"something before", archive.as_slice()].concat();
            assert!(names(&shifted).eq(entries.iter().map(|(name, _)| name.as_bytes())));
        }
    }

    proptest! {
        #[test]
        fn damaged_archive_ends_without_panic(place in any::<usize>(), byte in any::<u8>(), cut in any::<usize>()) {
            let mut archive = zip(&[("[Content_Types].xml", b"x"), ("word/document.xml", b"y")]);
            let length = archive.len();
            archive[place % length] = byte;
            archive.truncate(length - cut % 60);
            let _kind = kind_of(&archive);
        }
    }
}
