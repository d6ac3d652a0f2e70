//! Pictures and sounds in results: looked at by their bytes, so that the page draws only what they really are.
//!
//! Everything here may take a while and belongs on a thread that may wait; what is drawn anew is drawn by a worker.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use usher_messages::{Message, Param};
pub use usher_types::base64::decode;
use usher_types::content::{Media, PixelSize};

use crate::limits;
use crate::picture::{self, Drawn, Format, Frame, Scalable};
use crate::worker::Worker;

/// The longest side of what we draw ourselves.
const DRAWN_SIDE: u32 = 1024;

/// The longest sides that a picture of many pixels is drawn with: the first whose PNG is handed over at once.
const REDRAWN_SIDES: [u32; 3] = [4096, 2048, DRAWN_SIDE];

/// How far into a file the header of a PDF may stand, in bytes.
const PDF_WITHIN_BYTES: usize = 1024;

/// The longest side of a thumbnail, in pixels.
const THUMBNAIL_SIDE: u32 = 320;

/// Looks at a picture; `None` = it did not come as base64.
pub fn image(worker: &Worker, claimed_type: &str, bytes: Option<&[u8]>) -> Media {
    look(claimed_type, bytes, |bytes| {
        let format = Format::of(bytes).ok_or(Message::new("media.unknownImage"))?;
        match format {
            Format::Svg | Format::Ico => drawn(worker, bytes, format),
            Format::Bmp | Format::Tiff => {
                check_size(bytes, format)?;
                redrawn(worker, bytes, format)
            }
            Format::Png | Format::Jpeg | Format::Gif | Format::WebP | Format::Avif => {
                check_size(bytes, format)?;
                if has_too_many_frames(bytes, format)? {
                    return redrawn(worker, bytes, format);
                }
                Ok(Decoded::unchanged(format.mime_type(), bytes))
            }
        }
    })
}

/// Looks at a sound; `None` = it did not come as base64.
pub fn audio(claimed_type: &str, bytes: Option<&[u8]>) -> Media {
    look(claimed_type, bytes, |bytes| {
        let mime_type = sound(bytes).ok_or(Message::new("media.unknownAudio"))?;
        Ok(Decoded::unchanged(mime_type, bytes))
    })
}

/// Refuses a picture whose header declares no pixels, or more than are drawn.
fn check_size(bytes: &[u8], format: Format) -> Result<(), Message> {
    let (width, height) = picture::size(bytes, format)?;
    let is_sane = width.max(height) <= limits::MEDIA_SIDE
        && u64::from(width) * u64::from(height) <= limits::MEDIA_PIXELS
        && width.min(height) > 0;
    if is_sane {
        return Ok(());
    }
    Err(Message::new("media.pixels")
        .with("width", width)
        .with("height", height))
}

/// Tells whether the pictures of an animation have more pixels than the page may hold: of it the first one is drawn.
fn has_too_many_frames(bytes: &[u8], format: Format) -> Result<bool, Message> {
    // The worker draws none of what is not counted.
    let frames = picture::frames(bytes, format).ok_or(Message::new("media.variant"))?;
    let (width, height) = picture::size(bytes, format)?;
    let pixels = u64::from(width) * u64::from(height);
    Ok(frames > 1 && frames.saturating_mul(pixels) > limits::ANIMATION_PIXELS)
}

/// The base64 that is handed over with a message; the page would stand still while it takes in a longer one.
fn at_once(bytes: &[u8]) -> String {
    if bytes.len() > limits::MEDIA_AT_ONCE_BYTES {
        return String::new();
    }
    STANDARD.encode(bytes)
}

/// Draws an SVG document that came as text.
pub fn svg(worker: &Worker, text: &str) -> Media {
    let looked = if Format::of(text.as_bytes()) == Some(Format::Svg) {
        drawn(worker, text.as_bytes(), Format::Svg)
    } else {
        Err(Message::new("media.notSvg"))
    };
    media("image/svg+xml", text.len(), looked)
}

/// Draws a picture small, as PNG; `None` = these bytes are no picture that can be drawn.
pub(crate) fn thumbnail(worker: &Worker, bytes: &[u8]) -> Option<Vec<u8>> {
    let frame = Frame {
        max_side: limits::MEDIA_SIDE,
        drawn_side: THUMBNAIL_SIDE,
        scalable: Scalable::Filling,
    };
    let drawn = worker.draw(bytes, Format::of(bytes)?, frame).ok()?;
    Some(drawn.png)
}

/// The media type that the first bytes show; `None` = of no known kind.
///
/// A container that may hold a video as well as a sound is a video.
pub(crate) fn detect(bytes: &[u8]) -> Option<&'static str> {
    if let Some(format) = Format::of(bytes) {
        return Some(format.mime_type());
    }
    match bytes {
        [b'w', b'O', b'F', b'F', ..] => return Some("font/woff"),
        [b'w', b'O', b'F', b'2', ..] => return Some("font/woff2"),
        [b'O', b'T', b'T', b'O', ..] => return Some("font/otf"),
        [b't', b't', b'c', b'f', ..] => return Some("font/collection"),
        [0, 1, 0, 0, 0, ..] | [b't', b'r', b'u', b'e', ..] => return Some("font/ttf"),
        // Documents are archives, too, and are listed as such.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => return Some("application/zip"),
        _ => {}
    }
    // The header of a PDF may stand after other bytes.
    let head = &bytes[..bytes.len().min(PDF_WITHIN_BYTES)];
    if head.windows(5).any(|five| five == b"%PDF-") {
        return Some("application/pdf");
    }
    let found = infer::get(bytes).and_then(|found| match found.mime_type() {
        // Of these more has to be there than the library asks for.
        "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp" => None,
        "audio/m4a" => Some("audio/mp4"),
        "audio/x-flac" => Some("audio/flac"),
        "audio/x-wav" => Some("audio/wav"),
        other => Some(other),
    });
    found.or_else(|| sound(bytes))
}

/// Says that something has more bytes than are taken.
pub(crate) fn too_large(limit: usize) -> Message {
    Message::new("media.tooLarge").with("size", Param::bytes(limit))
}

/// What a medium is handed over as.
struct Decoded {
    mime_type: &'static str,
    base64: String,
    /// Of a picture that was drawn anew.
    own_size: Option<PixelSize>,
}

impl Decoded {
    fn unchanged(mime_type: &'static str, bytes: &[u8]) -> Self {
        Self {
            mime_type,
            base64: at_once(bytes),
            own_size: None,
        }
    }

    fn redrawn(drawn: &Drawn) -> Self {
        Self {
            mime_type: "image/png",
            base64: STANDARD.encode(&drawn.png),
            own_size: Some(drawn.own_size),
        }
    }
}

fn look(
    claimed_type: &str,
    bytes: Option<&[u8]>,
    look_at: impl FnOnce(&[u8]) -> Result<Decoded, Message>,
) -> Media {
    let decoded = match bytes {
        None => Err(Message::new("media.base64")),
        Some([]) => Err(Message::new("media.empty")),
        Some(bytes) if bytes.len() > limits::MEDIA_BYTES => Err(too_large(limits::MEDIA_BYTES)),
        Some(bytes) => look_at(bytes),
    };
    media(claimed_type, bytes.unwrap_or_default().len(), decoded)
}

fn media(claimed_type: &str, size: usize, decoded: Result<Decoded, Message>) -> Media {
    let (mime_type, base64, own_size, problem) = match decoded {
        Ok(decoded) => (
            decoded.mime_type.to_owned(),
            decoded.base64,
            decoded.own_size,
            None,
        ),
        Err(reason) => (
            claimed_type.to_owned(),
            String::new(),
            None,
            Some(Message::new("media.notShown").with("reason", reason)),
        ),
    };
    Media {
        claimed_type: claimed_type.to_owned(),
        mime_type,
        base64,
        size_bytes: size as u64,
        own_size,
        problem,
        content_id: None,
    }
}

fn drawn(worker: &Worker, bytes: &[u8], format: Format) -> Result<Decoded, Message> {
    if format == Format::Svg && bytes.len() > limits::SVG_BYTES {
        return Err(Message::new("media.svgTooLong"));
    }
    let frame = Frame {
        max_side: DRAWN_SIDE,
        drawn_side: DRAWN_SIDE,
        scalable: Scalable::TwiceItsOwn,
    };
    Ok(Decoded::redrawn(&worker.draw(bytes, format, frame)?))
}

/// Draws a picture of pixels anew, as large as it can be handed over.
fn redrawn(worker: &Worker, bytes: &[u8], format: Format) -> Result<Decoded, Message> {
    let mut decoded = Err(Message::new("media.drawingFailed"));
    for drawn_side in REDRAWN_SIDES {
        let frame = Frame {
            max_side: limits::MEDIA_SIDE,
            drawn_side,
            scalable: Scalable::Filling,
        };
        let drawn = worker.draw(bytes, format, frame)?;
        decoded = Ok(Decoded::redrawn(&drawn));
        if drawn.png.len() <= limits::MEDIA_AT_ONCE_BYTES {
            break;
        }
    }
    decoded
}

/// What a sound's first bytes say it is.
fn sound(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
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
            b'A',
            b'V',
            b'E',
            ..,
        ] => Some("audio/wav"),
        [b'O', b'g', b'g', b'S', ..] => Some("audio/ogg"),
        [b'f', b'L', b'a', b'C', ..] => Some("audio/flac"),
        [0x1a, 0x45, 0xdf, 0xa3, ..] => Some("audio/webm"),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => Some("audio/mp4"),
        [b'I', b'D', b'3', ..] => Some("audio/mpeg"),
        // The frame header's layer bits tell MPEG audio from AAC in ADTS.
        [0xff, second, ..] if second & 0xf6 == 0xf0 => Some("audio/aac"),
        [0xff, second, ..] if second & 0xe0 == 0xe0 && second & 0x06 != 0 => Some("audio/mpeg"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
