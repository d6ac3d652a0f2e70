//! Decodes a server's pictures and draws them anew, without metadata.
//!
//! Nothing is believed but the bytes themselves, and nothing a picture refers to is ever loaded.

mod avif;
mod format;
mod frame;
mod frames;
mod svg;

pub(crate) use format::{Format, size};
pub(crate) use frame::{Drawn, Frame, Scalable};
pub(crate) use frames::frames;

use std::io::Cursor;

use image::{DynamicImage, ImageError, ImageFormat, ImageReader, Limits};

use usher_messages::Message;

use crate::limits;
use usher_types::content::PixelSize;

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
