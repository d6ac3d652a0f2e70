//! Draws SVG by resvg: no fonts, scripts or external files, limited work.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::filter::Kind;
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use usher_messages::Message;
use usher_types::content::PixelSize;

use super::format::{Format, size};
use super::frame::{Drawn, Frame, Scalable};
use crate::limits;

/// Longer side of a drawn picture that declares a tiny size.
const LEAST_SIDE: f32 = 256.0;

/// Draws a document so that its longer side fits the frame. The error says in plain words why not.
pub(super) fn draw(bytes: &[u8], frame: Frame) -> Result<Drawn, Message> {
    if bytes.len() > limits::SVG_BYTES {
        return Err(Message::new("media.svgTooLong"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Message::new("media.notUtf8"))?;
    look_over(text)?;
    let tree = Tree::from_str(text, &options()).map_err(|_| Message::new("media.notSvg"))?;
    check_filters(&tree)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let longer = width.max(height);
    #[expect(
        clippy::cast_precision_loss,
        reason = "sides are small whole numbers, exact in f32"
    )]
    let most = frame.drawn_side as f32;
    let side = match frame.scalable {
        Scalable::Filling => most,
        Scalable::TwiceItsOwn => (longer * 2.0).clamp(LEAST_SIDE.min(most), most),
    };
    let scale = side / longer;
    let pixels = |length: f32| whole(length * scale).min(frame.drawn_side);
    let mut canvas =
        Pixmap::new(pixels(width), pixels(height)).ok_or_else(|| Message::new("media.noSize"))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut canvas.as_mut(),
    );
    let png = canvas
        .encode_png()
        .map_err(|_| Message::new("media.drawingFailed"))?;
    Ok(Drawn {
        png,
        own_size: PixelSize {
            width: whole(width),
            height: whole(height),
        },
    })
}

/// A positive length in whole pixels, at least one.
fn whole(length: f32) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive length; one that is too large becomes the largest number"
    )]
    let rounded = length.round() as u32;
    rounded.max(1)
}

/// Refuses what makes a small document cost much, before anything parses it.
fn look_over(text: &str) -> Result<(), Message> {
    if text.contains("<!ENTITY") {
        return Err(Message::new("media.entities"));
    }
    let multipliers = text.matches("<use").count() + text.matches("<fe").count();
    if multipliers > limits::SVG_MULTIPLIERS || text.matches('<').count() > limits::SVG_ELEMENTS {
        return Err(Message::new("media.elements"));
    }
    if depth(text) > limits::SVG_DEPTH {
        return Err(Message::new("media.nested").with("count", limits::SVG_DEPTH));
    }
    Ok(())
}

/// Refuses filters whose numbers alone decide how long they take.
fn check_filters(tree: &Tree) -> Result<(), Message> {
    let steps = tree.filters().iter().flat_map(|filter| filter.primitives());
    for step in steps {
        let is_too_much = match step.kind() {
            Kind::Turbulence(noise) => noise.num_octaves() > limits::SVG_OCTAVES,
            Kind::ConvolveMatrix(convolution) => {
                let matrix = convolution.matrix();
                matrix.columns().saturating_mul(matrix.rows()) > limits::SVG_MATRIX_CELLS
            }
            Kind::Morphology(morphology) => {
                let radius = morphology.radius_x().get().max(morphology.radius_y().get());
                radius > limits::SVG_RADIUS
            }
            Kind::GaussianBlur(blur) => {
                blur.std_dev_x().get().max(blur.std_dev_y().get()) > limits::SVG_RADIUS
            }
            Kind::DropShadow(shadow) => {
                shadow.std_dev_x().get().max(shadow.std_dev_y().get()) > limits::SVG_RADIUS
            }
            _ => false,
        };
        if is_too_much {
            return Err(Message::new("media.filter"));
        }
    }
    Ok(())
}

/// How deep tags are nested, counted without reading attributes: a `>` inside one only makes the count larger.
fn depth(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for tag in text.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or(tag);
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with('/') {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

fn options() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_claimed, bytes, _options| inner_picture(bytes)),
            resolve_string: Box::new(|_reference, _options| None),
        },
        ..Options::default()
    }
}

/// Reads a picture embedded in the document, if it is small.
fn inner_picture(bytes: Arc<Vec<u8>>) -> Option<ImageKind> {
    let format = Format::of(&bytes)?;
    let (width, height) = size(&bytes, format).ok()?;
    if width.max(height) > limits::SVG_INNER_SIDE {
        return None;
    }
    match format {
        Format::Png => Some(ImageKind::PNG(bytes)),
        Format::Jpeg => Some(ImageKind::JPEG(bytes)),
        Format::Gif => Some(ImageKind::GIF(bytes)),
        Format::WebP => Some(ImageKind::WEBP(bytes)),
        Format::Ico | Format::Bmp | Format::Tiff | Format::Avif | Format::Svg => None,
    }
}
