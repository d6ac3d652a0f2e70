//! The picture of the demo: a lamp-yellow sun over petrol hills and water.

use super::canvas::{Colour, coverage, paint};

const WIDTH: u16 = 640;
const HEIGHT: u16 = 400;
const SKY_TOP: Colour = Colour::hex(0x0007_3b48);
const SKY_LOW: Colour = Colour::hex(0x00f3_b647);
const SKY_MIDDLE: Colour = Colour::hex(0x002f_95ad);
const SUN: Colour = Colour::hex(0x00ff_f1cf);
const GLOW: Colour = Colour::hex(0x00ff_c65a);
const FAR_HILLS: Colour = Colour::hex(0x0017_7d95);
const NEAR_HILLS: Colour = Colour::hex(0x0009_5364);
const WATER: Colour = Colour::hex(0x0006_2f3a);

/// Paints it: 640 × 400 points, PNG.
pub(crate) fn sunrise() -> Vec<u8> {
    let (sun_x, sun_y, horizon) = (410.0, 212.0, 268.0);
    paint(WIDTH, HEIGHT, |x, y| {
        if y > horizon {
            return water(x, y, sun_x, horizon);
        }
        let height = y / horizon;
        let sky = SKY_TOP
            .mix(SKY_MIDDLE, height * 1.25)
            .mix(SKY_LOW, (height - 0.55) * 1.6);
        let distance = (x - sun_x).hypot(y - sun_y);
        let glow = (1.0 - distance / 190.0).max(0.0);
        let lit = sky
            .mix(GLOW, glow * glow * 0.9)
            .mix(SUN, coverage(distance - 46.0));
        let far = 232.0 + 14.0 * (x / 71.0).sin() + 7.0 * (x / 23.0 + 1.0).sin();
        let near = 252.0 + 12.0 * (x / 97.0 + 2.2).sin() + 4.0 * (x / 31.0).sin();
        lit.mix(FAR_HILLS, coverage(far - y) * 0.85)
            .mix(NEAR_HILLS, coverage(near - y))
    })
}

/// The lake: dark, with a path of light that breaks into bars below the sun.
fn water(x: f32, y: f32, sun_x: f32, horizon: f32) -> Colour {
    let depth = (y - horizon) / (f32::from(HEIGHT) - horizon);
    let still = NEAR_HILLS.mix(WATER, depth * 1.4);
    let ripple = (y * 0.9 + 3.0 * (y / 9.0).sin()).sin();
    let half_width = 30.0 + 70.0 * depth + 10.0 * (y / 5.0).sin();
    let along = 1.0 - ((x - sun_x).abs() / half_width);
    let light = (along * 2.0).clamp(0.0, 1.0) * (0.45 + 0.55 * ripple).max(0.0);
    still.mix(GLOW, light * (1.0 - depth * 0.65))
}
