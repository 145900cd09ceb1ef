//! The table of known file types: names, extensions and signatures, one row each.
//!
//! Each extension and each name belongs to one row. Rare formats are left out; a type that is not
//! listed is unknown.

use super::zip::ZipKind;

use ContentRule::{Certificate, Magic, Text, Zip};
use Mark::{At, Within};

/// A file type.
pub(super) struct FileType {
    /// Its names, which all mean the same; the first is the one to show.
    names: &'static [&'static str],
    /// Types under which senders declare it besides, though those mean more, or something else.
    also_declared: &'static [&'static str],
    /// Its extensions, in lower case, without the dot.
    extensions: &'static [&'static str],
    /// How its content is recognised.
    pub(super) content: ContentRule,
    /// Other kinds (by first name) whose look its content may have.
    also_looks_like: &'static [&'static str],
    /// Whether it must not pass as something unknown: it runs when opened.
    pub(super) dangerous: bool,
}

/// How content is recognised.
#[derive(Clone, Copy)]
pub(super) enum ContentRule {
    /// It bears all marks of one of these lists.
    Magic(&'static [&'static [Mark]]),
    /// It is a ZIP archive made for this reader.
    Zip(ZipKind),
    /// It is text that opens in this way.
    Text(Shape),
    /// It is text in PEM, or DER.
    Certificate,
}

/// Bytes that a format always has.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// At this offset.
    At(usize, &'static [u8]),
    /// Somewhere in so many first bytes.
    Within(usize, &'static [u8]),
}

/// How a text must open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    Json,
    Markup,
    Svg,
    Script,
    Pem,
}

impl FileType {
    const fn new(
        names: &'static [&'static str],
        extensions: &'static [&'static str],
        content: ContentRule,
    ) -> FileType {
        FileType { names, also_declared: &[], extensions, content, also_looks_like: &[], dangerous: false }
    }

    const fn declared_as(self, also_declared: &'static [&'static str]) -> FileType {
        FileType { also_declared, ..self }
    }

    const fn looks_like(self, also_looks_like: &'static [&'static str]) -> FileType {
        FileType { also_looks_like, ..self }
    }

    const fn dangerous(self) -> FileType {
        FileType { dangerous: true, ..self }
    }

    /// Returns the name to show.
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or(super::UNKNOWN)
    }

    /// All its names.
    pub(super) fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// Returns whether this is one of its names, in any case.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns whether a sender may declare it so.
    pub(super) fn may_be_declared(&self, name: &str) -> bool {
        self.has_name(name) || self.also_declared.contains(&name)
    }

    /// Returns whether content of the found kind may come as this one.
    pub(super) fn admits(&self, found: &FileType) -> bool {
        self.name() == found.name() || self.also_looks_like.contains(&found.name())
    }

    #[cfg(test)]
    pub(super) fn names_and_extensions(&self) -> (&'static [&'static str], &'static [&'static str]) {
        (self.names, self.extensions)
    }
}

/// Returns the kind that has this name, in any case.
pub(super) fn by_name(name: &str) -> Option<&'static FileType> {
    KINDS.iter().find(|kind| kind.has_name(name))
}

/// Returns the kind that has this extension, given in lower case with its dot.
pub(super) fn by_extension(extension: &str) -> Option<&'static FileType> {
    let extension = extension.strip_prefix('.')?;
    KINDS.iter().find(|kind| kind.extensions.contains(&extension))
}

/// How ZIP archives begin: with an entry, or with the end of an empty one.
pub(super) const ZIP_MAGIC: &[&[Mark]] = &[&[At(0, b"PK\x03\x04")], &[At(0, b"PK\x05\x06")]];

const PLAIN: &[&str] = &["text/plain"];
const ZIP: &[&str] = &["application/zip", "application/x-zip-compressed"];

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const JAR: &str = "application/java-archive";

/// All of them. The first whose marks are there wins: programs first, so that nothing else hides them; then those
/// with long marks before those with short ones.
pub(super) const KINDS: &[FileType] = &[
    // Programs
    FileType::new(
        &[
            "application/x-executable",
            "application/x-elf",
            "application/x-pie-executable",
            "application/x-sharedlib",
            "application/x-object",
        ],
        &["elf", "so"],
        Magic(&[&[At(0, b"\x7fELF")]]),
    )
    .dangerous(),
    FileType::new(
        &[
            "application/vnd.microsoft.portable-executable",
            "application/x-msdownload",
            "application/x-dosexec",
            "application/x-msdos-program",
            "application/x-exe",
        ],
        &["exe", "dll", "scr"],
        // Two letters are too short a mark; the header that follows is full of zeros, and text has none.
        Magic(&[&[At(0, b"MZ"), Within(64, b"\0")]]),
    )
    .dangerous(),
    FileType::new(
        &["application/x-mach-binary"],
        &["dylib"],
        Magic(&[
            &[At(0, b"\xcf\xfa\xed\xfe")],
            &[At(0, b"\xce\xfa\xed\xfe")],
            &[At(0, b"\xfe\xed\xfa\xcf")],
            &[At(0, b"\xfe\xed\xfa\xce")],
            &[At(0, b"\xca\xfe\xba\xbe")],
        ]),
    )
    .dangerous(),
    FileType::new(&["application/wasm"], &["wasm"], Magic(&[&[At(0, b"\0asm")]])),
    FileType::new(
        &["application/x-sh", "application/x-shellscript", "text/x-shellscript", "text/x-sh"],
        &["sh", "bash", "zsh"],
        Text(Shape::Script),
    )
    .declared_as(PLAIN)
    .dangerous(),
    // Archives
    FileType::new(
        &["application/zip", "application/x-zip-compressed", "application/x-zip"],
        &["zip"],
        Zip(ZipKind::Plain),
    )
    .looks_like(&[DOCX, XLSX, PPTX, ODT, JAR]),
    FileType::new(&[DOCX], &["docx"], Zip(ZipKind::Word)).declared_as(ZIP),
    FileType::new(&[XLSX], &["xlsx"], Zip(ZipKind::Excel)).declared_as(ZIP),
    FileType::new(&[PPTX], &["pptx"], Zip(ZipKind::PowerPoint)).declared_as(ZIP),
    FileType::new(&[ODT], &["odt"], Zip(ZipKind::OpenDocumentText)).declared_as(ZIP),
    FileType::new(&[JAR, "application/x-java-archive"], &["jar"], Zip(ZipKind::Java)).declared_as(ZIP),
    FileType::new(
        &["application/x-tar", "application/tar"],
        &["tar"],
        Magic(&[&[At(257, b"ustar\0")], &[At(257, b"ustar  \0")]]),
    ),
    FileType::new(
        &["application/gzip", "application/x-gzip"],
        &["gz", "tgz"],
        Magic(&[&[At(0, b"\x1f\x8b\x08")]]),
    )
    .declared_as(&["application/x-tar", "application/x-gtar", "application/x-compressed-tar"]),
    FileType::new(&["application/x-7z-compressed"], &["7z"], Magic(&[&[At(0, b"7z\xbc\xaf\x27\x1c")]])),
    FileType::new(
        &["application/x-bzip2", "application/x-bzip", "application/bzip2"],
        &["bz2"],
        // A block, or the end of an empty stream.
        Magic(&[&[At(0, b"BZh"), At(4, b"1AY&SY")], &[At(0, b"BZh"), At(4, b"\x17\x72\x45\x38\x50\x90")]]),
    ),
    FileType::new(&["application/x-xz"], &["xz"], Magic(&[&[At(0, b"\xfd7zXZ\0")]])),
    FileType::new(
        &["application/zstd", "application/x-zstd"],
        &["zst"],
        Magic(&[&[At(0, b"\x28\xb5\x2f\xfd")]]),
    ),
    // Documents and data
    FileType::new(&["application/pdf", "application/x-pdf"], &["pdf"], Magic(&[&[At(0, b"%PDF-")]])),
    FileType::new(
        &["application/vnd.sqlite3", "application/x-sqlite3"],
        &["sqlite", "sqlite3"],
        Magic(&[&[At(0, b"SQLite format 3\0")]]),
    ),
    // Pictures
    FileType::new(&["image/png"], &["png"], Magic(&[&[At(0, b"\x89PNG\r\n\x1a\n")]])),
    FileType::new(
        &["image/jpeg", "image/jpg", "image/pjpeg"],
        &["jpg", "jpeg", "jpe", "jfif"],
        Magic(&[&[At(0, b"\xff\xd8\xff")]]),
    ),
    FileType::new(&["image/gif"], &["gif"], Magic(&[&[At(0, b"GIF87a")], &[At(0, b"GIF89a")]])),
    FileType::new(&["image/webp"], &["webp"], Magic(&[&[At(0, b"RIFF"), At(8, b"WEBP")]])),
    FileType::new(
        &["image/avif"],
        &["avif"],
        // Some writers name a more general brand first and this one after it.
        Magic(&[&[At(4, b"ftypavif")], &[At(4, b"ftypavis")], &[At(4, b"ftypmif1"), Within(48, b"avif")]]),
    ),
    FileType::new(
        &["image/bmp", "image/x-ms-bmp", "image/x-bmp"],
        &["bmp"],
        // Two letters, four reserved zeros, and the size of one of the four headers in use.
        Magic(&[
            &[At(0, b"BM"), At(6, b"\0\0\0\0"), At(14, b"\x28\0\0\0")],
            &[At(0, b"BM"), At(6, b"\0\0\0\0"), At(14, b"\x7c\0\0\0")],
            &[At(0, b"BM"), At(6, b"\0\0\0\0"), At(14, b"\x6c\0\0\0")],
            &[At(0, b"BM"), At(6, b"\0\0\0\0"), At(14, b"\x0c\0\0\0")],
        ]),
    ),
    FileType::new(
        &["image/tiff"],
        &["tif", "tiff"],
        Magic(&[&[At(0, b"II*\0")], &[At(0, b"MM\0*")], &[At(0, b"II+\0")], &[At(0, b"MM\0+")]]),
    ),
    FileType::new(
        &["image/vnd.microsoft.icon", "image/x-icon", "image/ico"],
        &["ico"],
        Magic(&[&[At(0, b"\0\0\x01\0")]]),
    ),
    FileType::new(&["image/svg+xml"], &["svg"], Text(Shape::Svg)),
    // Sound and film
    FileType::new(
        &["audio/mpeg", "audio/mp3", "audio/x-mp3"],
        &["mp3"],
        // A tag of one of its three versions, or a frame of layer III.
        Magic(&[
            &[At(0, b"ID3\x02")],
            &[At(0, b"ID3\x03")],
            &[At(0, b"ID3\x04")],
            &[At(0, b"\xff\xfb")],
            &[At(0, b"\xff\xfa")],
            &[At(0, b"\xff\xf3")],
            &[At(0, b"\xff\xf2")],
            &[At(0, b"\xff\xe3")],
            &[At(0, b"\xff\xe2")],
        ]),
    ),
    FileType::new(
        &["video/mp4", "application/mp4"],
        &["mp4", "m4v"],
        Magic(&[
            &[At(4, b"ftypisom")],
            &[At(4, b"ftypiso2")],
            &[At(4, b"ftypiso4")],
            &[At(4, b"ftypiso5")],
            &[At(4, b"ftypiso6")],
            &[At(4, b"ftypmp41")],
            &[At(4, b"ftypmp42")],
            &[At(4, b"ftypavc1")],
            &[At(4, b"ftypdash")],
            &[At(4, b"ftypM4V ")],
            &[At(4, b"ftypMSNV")],
        ]),
    )
    .declared_as(&["audio/mp4", "video/x-m4v"])
    .looks_like(&["audio/mp4"]),
    FileType::new(&["audio/mp4", "audio/x-m4a"], &["m4a"], Magic(&[&[At(4, b"ftypM4A ")]]))
        .looks_like(&["video/mp4"]),
    FileType::new(
        &["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
        &["wav"],
        Magic(&[&[At(0, b"RIFF"), At(8, b"WAVE")]]),
    ),
    FileType::new(
        &["audio/ogg", "application/ogg"],
        &["ogg", "oga", "ogv", "opus"],
        Magic(&[&[At(0, b"OggS\0")]]),
    )
    .declared_as(&["video/ogg", "audio/opus"]),
    FileType::new(&["video/webm"], &["webm"], Magic(&[&[At(0, b"\x1a\x45\xdf\xa3"), Within(64, b"webm")]]))
        .declared_as(&["audio/webm"]),
    FileType::new(
        &["audio/flac", "audio/x-flac"],
        &["flac"],
        // The first block is always number 0, with or without the bit that says it is the last.
        Magic(&[&[At(0, b"fLaC\0")], &[At(0, b"fLaC\x80")]]),
    ),
    // Fonts
    FileType::new(&["font/woff", "application/font-woff"], &["woff"], Magic(&[&[At(0, b"wOFF")]])),
    FileType::new(&["font/woff2", "application/font-woff2"], &["woff2"], Magic(&[&[At(0, b"wOF2")]])),
    FileType::new(
        &["font/ttf", "application/x-font-ttf"],
        &["ttf"],
        // "true" alone is also a JSON document; the high byte of a small count follows it in a font.
        Magic(&[&[At(0, b"\0\x01\0\0")], &[At(0, b"true\0")]]),
    )
    .declared_as(&["font/sfnt", "application/font-sfnt"]),
    // Text
    FileType::new(&["text/html", "application/xhtml+xml"], &["html", "htm", "xhtml"], Text(Shape::Any))
        .looks_like(&["image/svg+xml"])
        .dangerous(),
    FileType::new(&["application/xml", "text/xml"], &["xml"], Text(Shape::Markup))
        .looks_like(&["text/html", "image/svg+xml"]),
    FileType::new(&["application/json", "text/json"], &["json"], Text(Shape::Json)).declared_as(PLAIN),
    FileType::new(
        &["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"],
        &["yaml", "yml"],
        Text(Shape::Any),
    )
    .declared_as(PLAIN),
    FileType::new(&["application/toml", "text/toml", "text/x-toml"], &["toml"], Text(Shape::Any))
        .declared_as(PLAIN),
    FileType::new(&["text/css"], &["css"], Text(Shape::Any)),
    FileType::new(
        &["text/javascript", "application/javascript", "application/x-javascript"],
        &["js", "mjs", "cjs"],
        Text(Shape::Any),
    ),
    // Windows declares the type of the program that opens it.
    FileType::new(&["text/csv", "application/csv", "text/x-csv"], &["csv"], Text(Shape::Any))
        .declared_as(&["application/vnd.ms-excel", "text/plain"]),
    FileType::new(&["text/plain"], &["txt", "text", "log"], Text(Shape::Any)),
    FileType::new(&["text/markdown", "text/x-markdown"], &["md", "markdown"], Text(Shape::Any))
        .declared_as(PLAIN),
    FileType::new(
        &["application/x-pem-file", "application/pem-certificate-chain"],
        &["pem", "key"],
        Text(Shape::Pem),
    )
    .declared_as(&["application/x-x509-ca-cert", "text/plain"]),
    FileType::new(
        &["application/pkix-cert", "application/x-x509-ca-cert", "application/x-x509-user-cert"],
        &["crt", "cer"],
        Certificate,
    )
    .declared_as(&["application/x-pem-file", "text/plain"]),
];
