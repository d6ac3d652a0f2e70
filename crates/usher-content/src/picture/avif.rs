//! Reads how large an AVIF picture is. Nothing of it is decoded here.

/// How deep the boxes with the sizes stand.
const DEPTH: u8 = 4;

/// The largest width and height that the boxes of the pictures in it declare (ISO/IEC 23008-12, `ispe`); `None` = none
/// does, as in an animation without a still picture.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut largest = None;
    visit(bytes, DEPTH, &mut largest);
    largest
}

fn visit(mut bytes: &[u8], depth: u8, largest: &mut Option<(u32, u32)>) {
    while let Some((kind, body, rest)) = next_box(bytes) {
        match (kind, body) {
            (b"meta", [_, _, _, _, inner @ ..]) | (b"iprp" | b"ipco", inner) if depth > 0 => {
                visit(inner, depth - 1, largest);
            }
            (b"ispe", declared) => {
                if let Some((width, height)) = dimensions(declared) {
                    let before = largest.unwrap_or_default();
                    *largest = Some((before.0.max(width), before.1.max(height)));
                }
            }
            _ => {}
        }
        bytes = rest;
    }
}

/// Width and height in an `ispe` box, after its version and flags.
fn dimensions(declared: &[u8]) -> Option<(u32, u32)> {
    let (_, declared) = declared.split_first_chunk::<4>()?;
    let (width, declared) = declared.split_first_chunk()?;
    let (height, _) = declared.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

/// Kind and content of the first box, and what follows it.
fn next_box(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, after) = bytes.split_first_chunk::<4>()?;
    let (kind, after) = after.split_first_chunk::<4>()?;
    let (content, after) = match u32::from_be_bytes(*length) {
        0 => (u64::try_from(after.len()).ok()?, after),
        1 => {
            let (length, after) = after.split_first_chunk::<8>()?;
            (u64::from_be_bytes(*length).checked_sub(16)?, after)
        }
        length => (u64::from(length).checked_sub(8)?, after),
    };
    let (content, rest) = after.split_at_checked(usize::try_from(content).ok()?)?;
    Some((kind, content, rest))
}
