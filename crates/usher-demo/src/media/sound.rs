//! Sounds: mono PCM of 16 bits in a WAV file, from sine waves.

use std::f32::consts::TAU;

const RATE_HZ: u32 = 22_050;

/// One note that swells and fades. `seconds` is at most a few; the caller checks it.
pub(crate) fn tone(frequency_hz: f32, seconds: f32) -> Vec<u8> {
    render(seconds, |at| {
        let fade = (at / 0.02).min((seconds - at) / 0.05).clamp(0.0, 1.0);
        0.5 * fade * (TAU * frequency_hz * at).sin()
    })
}

/// Three bells, one after the other: the sound of the demo.
pub(crate) fn chime() -> Vec<u8> {
    const BELLS: [(f32, f32); 3] = [(0.0, 659.25), (0.18, 830.61), (0.36, 987.77)];
    render(1.6, |at| {
        BELLS
            .iter()
            .filter(|(start, _)| at >= *start)
            .map(|(start, frequency_hz)| {
                let age = at - start;
                let ring = (TAU * frequency_hz * age).sin()
                    + 0.35 * (TAU * frequency_hz * 2.76 * age).sin() * (-6.0 * age).exp();
                0.22 * ring * (-3.2 * age).exp() * (age / 0.004).min(1.0)
            })
            .sum()
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a few seconds of samples are far from the limits of these types, and each sample is clamped"
)]
fn render(seconds: f32, at: impl Fn(f32) -> f32) -> Vec<u8> {
    let count = (seconds.max(0.0) * RATE_HZ as f32) as u32;
    let data_bytes = count * 2;
    let mut file = Vec::with_capacity(44 + data_bytes as usize);
    file.extend(b"RIFF");
    file.extend((36 + data_bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    file.extend(1u16.to_le_bytes()); // PCM
    file.extend(1u16.to_le_bytes()); // one channel
    file.extend(RATE_HZ.to_le_bytes());
    file.extend((RATE_HZ * 2).to_le_bytes());
    file.extend(2u16.to_le_bytes()); // bytes of one frame
    file.extend(16u16.to_le_bytes()); // bits of one sample
    file.extend(b"data");
    file.extend(data_bytes.to_le_bytes());
    for sample in 0..count {
        let value = at(sample as f32 / RATE_HZ as f32).clamp(-1.0, 1.0);
        file.extend(((value * f32::from(i16::MAX)) as i16).to_le_bytes());
    }
    file
}
