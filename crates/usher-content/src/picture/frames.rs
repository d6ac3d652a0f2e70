//! Counts the pictures of an animation. Nothing of it is decoded here.

use super::Format;

/// How many pictures a file makes the page draw, 1 for one that does not move; `None` = that is not known here.
pub(crate) fn frames(bytes: &[u8], format: Format) -> Option<u64> {
    let found = match format {
        Format::Png => of_png(bytes),
        Format::Gif => of_gif(bytes),
        Format::WebP => of_webp(bytes),
        Format::Avif if is_sequence(bytes) => return None,
        Format::Avif | Format::Jpeg | Format::Ico | Format::Bmp | Format::Tiff | Format::Svg => 1,
    };
    Some(found.max(1))
}

/// Counts the frames of an animated PNG (Portable Network Graphics, third edition, section 11.3.6.2).
fn of_png(bytes: &[u8]) -> u64 {
    let mut rest = bytes.get(8..).unwrap_or_default();
    let mut found = 0;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let Some((kind, after)) = after.split_first_chunk::<4>() else {
            break;
        };
        found += u64::from(kind == b"fcTL");
        // A checksum follows the content.
        rest = beyond(after, u64::from(u32::from_be_bytes(*length)) + 4);
    }
    found
}

/// Counts the image descriptors of a GIF (`GIF89a`, section 20).
fn of_gif(bytes: &[u8]) -> u64 {
    let Some(flags) = bytes.get(10) else { return 0 };
    let mut rest = beyond(bytes, 13 + color_table(*flags));
    let mut found = 0;
    loop {
        rest = match rest {
            // An image: its place, a table of colours, the size of its codes, its blocks.
            [0x2c, _, _, _, _, _, _, _, _, flags, after @ ..] => {
                found += 1;
                after_blocks(beyond(after, color_table(*flags) + 1))
            }
            [0x21, _, after @ ..] => after_blocks(after),
            // Decoders skip what stands between blocks.
            [0x3b, ..] | [] => return found,
            [_, after @ ..] => after,
        };
    }
}

/// Size of a table of colours, in bytes.
fn color_table(flags: u8) -> u64 {
    if flags & 0x80 == 0 {
        return 0;
    }
    3 << ((flags & 7) + 1)
}

fn after_blocks(mut rest: &[u8]) -> &[u8] {
    while let Some((length, after)) = rest.split_first() {
        if *length == 0 {
            return after;
        }
        rest = beyond(after, u64::from(*length));
    }
    rest
}

/// Counts the frames of an animated WebP (RFC 9649, section 2.7.1.2).
fn of_webp(bytes: &[u8]) -> u64 {
    let mut rest = bytes.get(12..).unwrap_or_default();
    let mut found = 0;
    while let Some((kind, after)) = rest.split_first_chunk::<4>() {
        let Some((length, after)) = after.split_first_chunk::<4>() else {
            break;
        };
        found += u64::from(kind == b"ANMF");
        let length = u64::from(u32::from_le_bytes(*length));
        // Of odd length, a byte is added.
        rest = beyond(after, length + length % 2);
    }
    found
}

/// Tells whether a file of AVIF names the brand of sequences (AV1 Image File Format, section 6.2).
fn is_sequence(bytes: &[u8]) -> bool {
    let Some((length, _)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
    let brands = bytes.get(8..length.min(bytes.len())).unwrap_or_default();
    brands
        .chunks(4)
        .any(|brand| brand == b"avis" || brand == b"msf1")
}

fn beyond(bytes: &[u8], length: u64) -> &[u8] {
    usize::try_from(length)
        .ok()
        .and_then(|length| bytes.get(length..))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_of_an_animation_are_counted_whatever_its_header_says() {
        let png = |frames: usize| {
            let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
            bytes.extend(b"\0\0\0\x08acTL\0\0\0\x01\0\0\0\0crc!");
            for _ in 0..frames {
                bytes.extend(b"\0\0\0\x02fcTLxxcrc!");
            }
            bytes
        };
        let gif = |frames: usize| {
            let mut bytes = b"GIF89a\x01\0\x01\0\x80\0\0".to_vec();
            bytes.extend([0; 6]);
            for _ in 0..frames {
                bytes.extend(b"\x21\xf9\x04\x2c\x2c\x2c\x2c\0");
                bytes.extend(b"\x2c\0\0\0\0\x01\0\x01\0\x80");
                bytes.extend([0; 6]);
                bytes.extend(b"\x02\x02\x2c\x2c\0");
            }
            bytes.push(0x3b);
            bytes
        };
        let webp = |frames: usize| {
            let mut bytes = b"RIFF\0\0\0\0WEBP".to_vec();
            for _ in 0..frames {
                bytes.extend(b"ANMF\x03\0\0\0abc\0");
            }
            bytes
        };
        let avif = |brand: &[u8]| [b"\0\0\0\x14ftypavif\0\0\0\0", brand].concat();
        let cases = [
            (png(0), Format::Png, Some(1)),
            (png(3), Format::Png, Some(3)),
            (gif(1), Format::Gif, Some(1)),
            (gif(3), Format::Gif, Some(3)),
            (webp(0), Format::WebP, Some(1)),
            (webp(3), Format::WebP, Some(3)),
            (avif(b"mif1"), Format::Avif, Some(1)),
            (avif(b"avis"), Format::Avif, None),
            (Vec::new(), Format::Gif, Some(1)),
        ];
        for (bytes, format, expected) in cases {
            assert_eq!(frames(&bytes, format), expected, "{format:?} {bytes:02x?}");
            // What is cut off is read to its end.
            for length in 0..bytes.len() {
                frames(&bytes[..length], format);
            }
        }
    }
}
