//! Decodes a server's pictures and draws them anew, without metadata.
//!
//! Nothing is believed but the bytes themselves, and nothing a picture refers to is ever loaded.

mod avif;
mod frames;
mod svg;

pub(crate) use frames::frames;

use std::io::Cursor;

use image::{DynamicImage, ImageError, ImageFormat, ImageReader, Limits};

use serde::{Deserialize, Serialize};
use usher_messages::Message;

use crate::limits;
use usher_types::content::PixelSize;
use usher_types::media_type::essence;

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
            _ => svg::is_svg(bytes).then_some(Self::Svg),
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

    fn raster(self) -> Option<ImageFormat> {
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

/// Sizes a picture may have, and the size it is drawn in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// The longest side the picture itself may have, where it has pixels.
    pub(crate) max_side: u32,
    /// The longest side of what is drawn.
    pub(crate) drawn_side: u32,
    /// How large a picture without pixels is drawn.
    pub(crate) scalable: Scalable,
}

/// How large a picture without pixels of its own is drawn.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Scalable {
    /// As large as it may be: icons.
    Filling,
    /// Renders at twice its size for sharp screens, within bounds: pictures to look at.
    TwiceItsOwn,
}

/// A picture drawn anew.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) png: Vec<u8>,
    /// How large the picture itself is.
    pub(crate) own_size: PixelSize,
}

/// Draws the first image of a picture as PNG, without limits: for workers.
///
/// The error says in plain words why not.
pub(crate) fn draw(bytes: &[u8], format: Format, frame: Frame) -> Result<Drawn, Message> {
    match (format, format.raster()) {
        (_, Some(raster)) => draw_raster(bytes, raster, frame),
        (Format::Svg, None) => svg::draw(bytes, frame),
        // The web view alone decodes these.
        (_, None) => Err(Message::new("media.variant")),
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

fn draw_raster(bytes: &[u8], format: ImageFormat, frame: Frame) -> Result<Drawn, Message> {
    let (width, height) = ImageReader::with_format(Cursor::new(bytes), format)
        .into_dimensions()
        .map_err(|_| Message::new("media.header"))?;
    if width > frame.max_side || height > frame.max_side {
        return Err(Message::new("media.pixels")
            .with("width", width)
            .with("height", height));
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(frame.max_side);
    limits.max_image_height = Some(frame.max_side);
    limits.max_alloc = Some(limits::DECODED_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| {
        Message::new(match error {
            ImageError::Unsupported(_) => "media.variant",
            _ => "media.data",
        })
    })?;
    let side = frame.drawn_side;
    let image = if image.width() > side || image.height() > side {
        image.thumbnail(side, side)
    } else {
        image
    };
    Ok(Drawn {
        png: encode(&DynamicImage::ImageRgba8(image.into_rgba8()))?,
        own_size: PixelSize { width, height },
    })
}

fn encode(image: &DynamicImage) -> Result<Vec<u8>, Message> {
    let mut png = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .map_err(|_| Message::new("media.drawingFailed"))?;
    Ok(png)
}

#[cfg(test)]
pub(crate) mod tests;
