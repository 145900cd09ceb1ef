//! Test content: the smallest prefix of each known type.

use super::table::{ContentRule, FileType, KINDS};

/// One sample or more of every kind that the table knows, in its order.
pub(super) fn samples() -> Vec<(&'static FileType, Vec<u8>)> {
    let mut samples = Vec::new();
    for kind in KINDS {
        let (_, extensions) = kind.names_and_extensions();
        let contents = contents_of(extensions[0]);
        assert!(!contents.is_empty(), "no sample of {}", kind.name());
        samples.extend(contents.into_iter().map(|content| (kind, content)));
    }
    samples
}

/// Returns whether a kind is told by text.
pub(super) fn is_textual(kind: &FileType) -> bool {
    matches!(kind.content, ContentRule::Text(_) | ContentRule::Certificate)
}

fn contents_of(extension: &str) -> Vec<Vec<u8>> {
    let office: ZipEntry<'_> = ("[Content_Types].xml", b"<Types/>");
    let contents: Vec<&[u8]> = match extension {
        "elf" => vec![b"\x7fELF\x02\x01\x01\0\0\0\0\0"],
        "exe" => vec![b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0"],
        "dylib" => vec![b"\xcf\xfa\xed\xfe\x07\0\0\x01", b"\xca\xfe\xba\xbe\0\0\0\x02"],
        "wasm" => vec![b"\0asm\x01\0\0\0"],
        "sh" => vec![b"#!/bin/sh\necho hello\n"],
        "zip" => return vec![zip(&[("a.txt", b"a")]), zip(&[])],
        "docx" => return vec![zip(&[office, ("word/document.xml", b"<a/>")])],
        "xlsx" => return vec![zip(&[office, ("xl/workbook.xml", b"<a/>")])],
        "pptx" => return vec![zip(&[office, ("ppt/presentation.xml", b"<a/>")])],
        "odt" => {
            return vec![zip(&[
                ("mimetype", b"application/vnd.oasis.opendocument.text"),
                ("content.xml", b""),
            ])];
        }
        "jar" => return vec![zip(&[("META-INF/MANIFEST.MF", b"a"), ("A.class", b"b")])],
        "tar" => return vec![tar(b"ustar\x0000"), tar(b"ustar  \0")],
        "gz" => vec![b"\x1f\x8b\x08\0\0\0\0\0\0\x03"],
        "7z" => vec![b"7z\xbc\xaf\x27\x1c\0\x04"],
        "bz2" => vec![b"BZh91AY&SY\0\0", b"BZh9\x17\x72\x45\x38\x50\x90\0"],
        "xz" => vec![b"\xfd7zXZ\0\0\x04"],
        "zst" => vec![b"\x28\xb5\x2f\xfd\x04\0"],
        "pdf" => vec![b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", b"%PDF-1.4\n1 0 obj\n"],
        "sqlite" => vec![b"SQLite format 3\0\x10\0"],
        "png" => vec![b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
        "jpg" => vec![b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"\xff\xd8\xff\xdb"],
        "gif" => vec![b"GIF89a\x01\0\x01\0", b"GIF87a\x01\0\x01\0"],
        "webp" => vec![b"RIFF\x24\0\0\0WEBPVP8 "],
        "avif" => vec![b"\0\0\0\x1cftypavif\0\0\0\0", b"\0\0\0\x1cftypmif1\0\0\0\0mif1avif"],
        "bmp" => vec![b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"],
        "tif" => vec![b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08"],
        "ico" => vec![b"\0\0\x01\0\x01\0\x10\x10"],
        "svg" => {
            vec![b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<?xml version='1.0'?>\n<!-- a --><svg/>"]
        }
        "mp3" => vec![b"ID3\x04\0\0\0\0\0\0", b"\xff\xfb\x90\x44\0"],
        "mp4" => vec![b"\0\0\0\x18ftypmp42\0\0\0\0", b"\0\0\0\x18ftypisom\0\0\x02\0"],
        "m4a" => vec![b"\0\0\0\x18ftypM4A \0\0\0\0"],
        "wav" => vec![b"RIFF\x24\0\0\0WAVEfmt "],
        "ogg" => vec![b"OggS\0\x02\0\0\0\0"],
        "webm" => vec![b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm"],
        "flac" => vec![b"fLaC\0\0\0\x22", b"fLaC\x80\0\0\x22"],
        "woff" => vec![b"wOFF\0\x01\0\0"],
        "woff2" => vec![b"wOF2\0\x01\0\0"],
        "ttf" => vec![b"\0\x01\0\0\0\x0c\0\x80", b"true\0\x0c\0\x80"],
        "html" => vec![b"<!doctype html><title>a</title>", b"\xef\xbb\xbf\n<HTML><body>"],
        "xml" => vec![b"<?xml version=\"1.0\"?><note/>"],
        "json" => vec![b" {\"a\": 1}", b"[1]", b"true"],
        "yaml" => vec![b"a: 1\nb: 2\n"],
        "toml" => vec![b"a = 1\n"],
        "css" => vec![b"body { color: red }"],
        "js" => vec![b"export const a = 1;"],
        "csv" => vec![b"a,b\r\n1,2\r\n"],
        "txt" => vec!["Grüße".as_bytes(), b"\xff\xfeh\0i\0", b"MZ and BMW", b""],
        "md" => vec![b"# Title\n\ntext", b"<!-- a comment -->\n# Title"],
        "pem" => vec![b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"],
        "crt" => vec![b"\x30\x82\x01\x0a\x30\x82"],
        _ => vec![],
    };
    contents.into_iter().map(<[u8]>::to_vec).collect()
}

fn tar(mark: &[u8; 8]) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..6].copy_from_slice(b"BMW.md");
    header[257..265].copy_from_slice(mark);
    header
}

/// An archive's entry: its name and its content.
pub(super) type ZipEntry<'a> = (&'a str, &'a [u8]);

/// Returns an archive that stores its entries uncompressed, checksums aside.
pub(super) fn zip(entries: &[ZipEntry<'_>]) -> Vec<u8> {
    let short = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let long = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let offset = archive.len();
        let sizes = [long(content.len()), long(content.len())].concat();
        let head =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], sizes.as_slice(), &short(name.len()), &[0; 2]]
                .concat();
        archive.extend([b"PK\x03\x04", head.as_slice(), name.as_bytes(), content].concat());
        directory.extend(
            [b"PK\x01\x02\x14\0", head.as_slice(), &[0; 10], &long(offset), name.as_bytes()].concat(),
        );
    }
    let (offset, count) = (archive.len(), short(entries.len()));
    archive.extend(&directory);
    archive.extend(
        [b"PK\x05\x06\0\0\0\0", count.as_slice(), &count, &long(directory.len()), &long(offset), &[0; 2]]
            .concat(),
    );
    archive
}
