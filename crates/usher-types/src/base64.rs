//! Base64 as other programs write it.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The bytes of a base64 text, read generously: with or without padding, line breaks, and in either alphabet.
pub fn decode(base64: &str) -> Option<Vec<u8>> {
    const GENEROUS: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let has = |characters: [char; 2]| base64.contains(characters);
    let alphabet = if has(['-', '_']) && !has(['+', '/']) {
        alphabet::URL_SAFE
    } else {
        alphabet::STANDARD
    };
    let engine = GeneralPurpose::new(&alphabet, GENEROUS);
    if base64.contains(|character: char| character.is_ascii_whitespace()) {
        let joined: String = base64.split_ascii_whitespace().collect();
        return engine.decode(joined).ok();
    }
    engine.decode(base64).ok()
}
