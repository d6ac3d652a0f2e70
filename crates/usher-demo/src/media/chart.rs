//! A bar chart: petrol bars on paper, the tallest in lamp yellow.

use super::canvas::{Colour, coverage, paint};

const WIDTH: u16 = 560;
const HEIGHT: u16 = 320;
const PAPER: Colour = Colour::hex(0x00f7_f8f8);
const GRID: Colour = Colour::hex(0x00e2_e6e8);
const BASE: Colour = Colour::hex(0x0084_8d94);
const BAR_TOP: Colour = Colour::hex(0x002f_95ad);
const BAR_LOW: Colour = Colour::hex(0x000b_677d);
const LAMP_TOP: Colour = Colour::hex(0x00ff_cb63);
const LAMP_LOW: Colour = Colour::hex(0x00e7_9a3c);

/// Paints `values` as bars, PNG. Values below zero are drawn as zero.
pub(crate) fn chart(values: &[f32]) -> Vec<u8> {
    let (left, right, top, bottom) = (28.0, f32::from(WIDTH) - 28.0, 28.0, 288.0);
    let tallest = values.iter().copied().fold(0.0_f32, f32::max);
    let count = u16::try_from(values.len()).unwrap_or(u16::MAX);
    let slot = (right - left) / f32::from(count.max(1));
    let bar_width = (slot * 0.62).min(72.0);
    let heights: Vec<f32> = values
        .iter()
        .map(|value| {
            if tallest > 0.0 {
                value.max(0.0) / tallest * (bottom - top)
            } else {
                0.0
            }
        })
        .collect();
    paint(WIDTH, HEIGHT, |x, y| {
        let line = (0..=4u8)
            .map(|step| (y - (top + (bottom - top) * f32::from(step) / 4.0)).abs() - 0.5)
            .fold(f32::INFINITY, f32::min);
        let mut point = if (left..=right).contains(&x) {
            PAPER.mix(GRID, coverage(line))
        } else {
            PAPER
        };
        for (index, (height, value)) in (0u16..).zip(heights.iter().zip(values)) {
            let middle = left + slot * (f32::from(index) + 0.5);
            let inside = rounded_bar(x - middle, bottom - y, bar_width / 2.0, *height);
            if inside <= 0.0 {
                continue;
            }
            let share = ((bottom - y) / (bottom - top)).clamp(0.0, 1.0);
            let colour = if *value >= tallest {
                LAMP_LOW.mix(LAMP_TOP, share)
            } else {
                BAR_LOW.mix(BAR_TOP, share)
            };
            point = point.mix(colour, inside);
        }
        if (left..=right).contains(&x) {
            point = point.mix(BASE, coverage((y - bottom).abs() - 0.75));
        }
        point
    })
}

/// Coverage of the point (`x`, `y`) by a bar with round corners.
fn rounded_bar(x: f32, y: f32, half_width: f32, height: f32) -> f32 {
    if y < 0.0 || height < 0.5 {
        return 0.0;
    }
    let radius = half_width.min(height).min(6.0);
    let outside_x = (x.abs() - (half_width - radius)).max(0.0);
    let outside_y = (y - (height - radius)).max(0.0);
    coverage(outside_x.hypot(outside_y) - radius)
}
