//! A picture painted point by point, and written as PNG.

/// A colour with 0.0 to 1.0 per channel; it is opaque.
#[derive(Debug, Clone, Copy)]
pub(super) struct Colour(pub(super) f32, pub(super) f32, pub(super) f32);

impl Colour {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a byte fits a float; `From` is not const"
    )]
    pub(super) const fn hex(rgb: u32) -> Self {
        Self(
            ((rgb >> 16) & 255) as f32 / 255.0,
            ((rgb >> 8) & 255) as f32 / 255.0,
            (rgb & 255) as f32 / 255.0,
        )
    }

    /// This colour with `share` (0 to 1) of `other` laid over it.
    pub(super) fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |a: f32, b: f32| a + (b - a) * share;
        Self(
            channel(self.0, other.0),
            channel(self.1, other.1),
            channel(self.2, other.2),
        )
    }
}

/// Coverage of a point by a shape whose edge is `distance` away; negative is inside.
pub(super) fn coverage(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// Paints `width` × `height` points and writes them as PNG.
pub(super) fn paint(width: u16, height: u16, at: impl Fn(f32, f32) -> Colour) -> Vec<u8> {
    let mut points = Vec::with_capacity(usize::from(width) * usize::from(height) * 3);
    for y in 0..height {
        for x in 0..width {
            let Colour(red, green, blue) = at(f32::from(x) + 0.5, f32::from(y) + 0.5);
            points.extend([red, green, blue].map(to_byte));
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::from(width), u32::from(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&points));
    // Writing to memory fails only if the sizes above disagree; the tests decode every picture.
    if written.is_err() {
        bytes.clear();
    }
    bytes
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to a byte first"
)]
fn to_byte(channel: f32) -> u8 {
    (channel * 255.0).round().clamp(0.0, 255.0) as u8
}
