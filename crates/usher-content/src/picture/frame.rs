//! Defines the size a picture is drawn in, and the drawn picture.

use serde::{Deserialize, Serialize};
use usher_types::content::PixelSize;

/// Sizes a picture may have, and the size it is drawn in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// The longest side the picture itself may have, where it has pixels.
    pub(crate) max_side: u32,
    /// The longest side of what is drawn.
    pub(crate) drawn_side: u32,
    /// How large a picture without pixels is drawn.
    pub(crate) scalable: Scalable,
}

/// How large a picture without pixels of its own is drawn.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Scalable {
    /// As large as it may be: icons.
    Filling,
    /// Renders at twice its size for sharp screens, within bounds: pictures to look at.
    TwiceItsOwn,
}

/// A picture drawn anew.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) png: Vec<u8>,
    /// How large the picture itself is.
    pub(crate) own_size: PixelSize,
}
