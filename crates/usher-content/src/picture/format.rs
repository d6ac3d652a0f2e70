//! Recognises the format and size of a picture by its first bytes.

use std::io::Cursor;

use image::{ImageFormat, ImageReader};
use serde::{Deserialize, Serialize};
use usher_messages::Message;
use usher_types::media_type::essence;

use super::avif;
use crate::limits;

/// What a picture's first bytes say it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Format {
    Png,
    Jpeg,
    Gif,
    WebP,
    Ico,
    Bmp,
    Tiff,
    Avif,
    Svg,
}

impl Format {
    /// Looks at the first bytes.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Some(Self::WebP),
            [0, 0, 1, 0, count, 0, ..] if *count > 0 => Some(Self::Ico),
            [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Some(Self::Tiff),
            _ if is_bmp(bytes) => Some(Self::Bmp),
            _ if infer::image::is_avif(bytes) => Some(Self::Avif),
            _ => is_svg(bytes).then_some(Self::Svg),
        }
    }

    pub(crate) fn mime_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Ico => "image/x-icon",
            Self::Bmp => "image/bmp",
            Self::Tiff => "image/tiff",
            Self::Avif => "image/avif",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Whether what the sender says it is can be meant for this.
    pub(crate) fn agrees_with(self, claimed: &str) -> bool {
        match essence(claimed).to_ascii_lowercase().as_str() {
            "" | "application/octet-stream" | "binary/octet-stream" => true,
            "image/jpg" => self == Self::Jpeg,
            "image/vnd.microsoft.icon" | "image/ico" => self == Self::Ico,
            "image/svg" | "text/xml" | "application/xml" | "text/plain" => self == Self::Svg,
            "image/apng" => self == Self::Png,
            other => other == self.mime_type(),
        }
    }

    /// Whether an icon may be of this format: icons are drawn without being asked for.
    pub(crate) fn is_of_icons(self) -> bool {
        !matches!(self, Self::Bmp | Self::Tiff | Self::Avif)
    }

    pub(super) fn raster(self) -> Option<ImageFormat> {
        match self {
            Self::Png => Some(ImageFormat::Png),
            Self::Jpeg => Some(ImageFormat::Jpeg),
            Self::Gif => Some(ImageFormat::Gif),
            Self::WebP => Some(ImageFormat::WebP),
            Self::Ico => Some(ImageFormat::Ico),
            Self::Bmp => Some(ImageFormat::Bmp),
            Self::Tiff => Some(ImageFormat::Tiff),
            Self::Avif | Self::Svg => None,
        }
    }
}

/// Two letters are no mark: the reserved bytes and the length of the second header have to be those of a bitmap, too.
fn is_bmp(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [
            b'B',
            b'M',
            _,
            _,
            _,
            _,
            0,
            0,
            0,
            0,
            _,
            _,
            _,
            _,
            12 | 40 | 52 | 56 | 64 | 108 | 124,
            0,
            0,
            0,
            ..
        ]
    )
}

/// Whether the bytes begin like an SVG document, not a web page.
fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(limits::SVG_SNIFFED_BYTES)];
    let head = String::from_utf8_lossy(head);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if !head.starts_with('<') {
        return false;
    }
    match (head.find("<svg"), head.to_ascii_lowercase().find("<html")) {
        (Some(_), None) => true,
        (Some(svg), Some(html)) => svg < html,
        (None, _) => false,
    }
}

/// Reads width and height from the header, for formats of pixels.
pub(crate) fn size(bytes: &[u8], format: Format) -> Result<(u32, u32), Message> {
    if format == Format::Avif {
        return avif::size(bytes).ok_or(Message::new("media.header"));
    }
    let Some(raster) = format.raster() else {
        return Err(Message::new("media.noSize"));
    };
    ImageReader::with_format(Cursor::new(bytes), raster)
        .into_dimensions()
        .map_err(|_| Message::new("media.header"))
}
