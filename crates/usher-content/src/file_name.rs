//! Names of files for contents of servers: from a URI, without anything a file system or a person could misread.

use usher_types::media_type::essence;
use usher_types::text::is_invisible;

/// The longest name, in bytes with its extension; file systems take 255.
const LONGEST_BYTES: usize = 120;

/// Names that Windows keeps for devices, with any extension.
const DEVICES: [&str; 22] = [
    "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8",
    "COM9", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
];

/// Extensions for media types.
const EXTENSIONS: [(&str, &str); 29] = [
    ("text/plain", "txt"),
    ("text/markdown", "md"),
    ("text/html", "html"),
    ("text/csv", "csv"),
    ("text/tab-separated-values", "tsv"),
    ("text/xml", "xml"),
    ("application/xml", "xml"),
    ("application/json", "json"),
    ("application/yaml", "yaml"),
    ("application/toml", "toml"),
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
    ("application/gzip", "gz"),
    ("application/x-tar", "tar"),
    ("image/png", "png"),
    ("image/jpeg", "jpg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/svg+xml", "svg"),
    ("image/x-icon", "ico"),
    ("audio/mpeg", "mp3"),
    ("audio/wav", "wav"),
    ("audio/ogg", "ogg"),
    ("audio/flac", "flac"),
    ("video/mp4", "mp4"),
    ("video/webm", "webm"),
    ("font/ttf", "ttf"),
    ("font/woff2", "woff2"),
    ("text/javascript", "js"),
];

/// Extensions of files that their apps only show or play. Scripts, programs, shortcuts, documents with macros and pages
/// with scripts are not among them.
const SHOWN: [&str; 44] = [
    "avif", "bmp", "csv", "docx", "epub", "flac", "gif", "gz", "ico", "jpeg", "jpg", "json", "log",
    "m4a", "md", "mkv", "mov", "mp3", "mp4", "odp", "ods", "odt", "oga", "ogg", "opus", "otf",
    "pdf", "png", "pptx", "rtf", "tar", "tif", "tiff", "toml", "tsv", "ttf", "txt", "wav", "weba",
    "webm", "webp", "woff", "woff2", "xlsx",
];

/// Whether the app for files of this name only shows or plays them.
pub fn only_shows(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| {
        SHOWN
            .iter()
            .any(|shown| shown.eq_ignore_ascii_case(extension))
    })
}

/// A name for a file with what a URI names: its last part, made safe, with an extension of the media type if it has none.
pub fn of_uri(uri: &str, mime_type: Option<&str>) -> String {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let after_scheme = path.split_once(':').map_or(path, |(_, rest)| rest);
    let last = after_scheme
        .rsplit('/')
        .find(|part| !part.is_empty())
        .unwrap_or_default();
    let decoded = percent_encoding::percent_decode_str(last).decode_utf8_lossy();
    with_extension(safe(&decoded), mime_type)
}

/// Makes a name safe: one part of a path, of characters that are seen, that every system takes.
pub fn safe(name: &str) -> String {
    let mut safe: String = name
        .chars()
        .filter(|&character| !is_invisible(character))
        .map(|character| match character {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
            other => other,
        })
        .collect();
    // A leading dot hides a file, a trailing dot or space is dropped by Windows.
    safe = safe
        .trim_start_matches(['.', ' '])
        .trim_end_matches(['.', ' '])
        .to_owned();
    let stem = safe.split('.').next().unwrap_or_default().trim_end();
    if DEVICES
        .iter()
        .any(|device| device.eq_ignore_ascii_case(stem))
    {
        safe.insert(0, '_');
    }
    if safe.is_empty() {
        safe.push_str("content");
    }
    shortened(&safe)
}

/// Cuts a long name before its extension.
fn shortened(name: &str) -> String {
    if name.len() <= LONGEST_BYTES {
        return name.to_owned();
    }
    let extension = extension_of(name).map_or_else(String::new, |end| format!(".{end}"));
    let mut end = LONGEST_BYTES - extension.len();
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{extension}", &name[..end])
}

fn with_extension(name: String, mime_type: Option<&str>) -> String {
    if extension_of(&name).is_some() {
        return name;
    }
    let wanted = mime_type.map(|claimed| essence(claimed).to_ascii_lowercase());
    let known = EXTENSIONS
        .iter()
        .find(|(mime_type, _)| Some(*mime_type) == wanted.as_deref());
    match known {
        Some((_, extension)) => format!("{name}.{extension}"),
        None => name,
    }
}

/// What comes after the last dot, if it looks like an extension.
fn extension_of(name: &str) -> Option<&str> {
    let (stem, end) = name.rsplit_once('.')?;
    let is_extension = !stem.is_empty()
        && (1..=10).contains(&end.len())
        && end.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_extension.then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_system() {
        let check = |uri, mime_type, expected: &str| {
            assert_eq!(of_uri(uri, mime_type), expected, "{uri} as {mime_type:?}");
        };
        check("file:///docs/plan.md", Some("text/markdown"), "plan.md");
        check("demo://radar/bay", Some("image/png"), "bay.png");
        check(
            "demo://radar/bay?at=1#now",
            Some("IMAGE/PNG; q=1"),
            "bay.png",
        );
        check("demo:///..%2f..%2fetc%2fpasswd", None, "_.._etc_passwd");
        check("demo:..", None, "content");
        check("demo://x/CON", Some("text/plain"), "_CON.txt");
        check("demo://x/nul.json", None, "_nul.json");
        check("demo://x/a%3Ab%7Cc.txt", None, "a_b_c.txt");
        check("demo://x/photo%E2%80%AEgpj.exe", None, "photogpj.exe");
        check("demo://x/.bashrc", None, "bashrc");
        check("demo://x/trailing.%20", None, "trailing");
        check("", Some("application/unknown"), "content");
        check("demo://x/line%0Abreak%00.txt", None, "linebreak.txt");
    }

    #[test]
    fn only_files_that_run_nothing_are_opened() {
        let table = [
            ("plan.pdf", true),
            ("Plan.PDF", true),
            ("song.tar.gz", true),
            ("run.sh", false),
            ("plan.pdf.desktop", false),
            ("page.html", false),
            ("drawing.svg", false),
            ("macros.docm", false),
            ("plan", false),
            ("pdf", false),
            (".pdf", true),
            ("plan.", false),
        ];
        for (name, expected) in table {
            assert_eq!(only_shows(name), expected, "{name}");
        }
    }

    #[test]
    fn long_names_keep_their_extension() {
        let name = of_uri(&format!("demo://x/{}.png", "ä".repeat(200)), None);
        assert!(
            name.len() <= LONGEST_BYTES && name.ends_with("ä.png"),
            "{name}"
        );
    }
}
