//! Limits: how much is taken from others and how long they are waited for, each with its unit.

use std::time::Duration;

/// The largest prefix length (RFC 6570, section 2.4.1: below 10000).
pub(crate) const TEMPLATE_PREFIX: usize = 9999;

/// Worker processes of one queue that may be busy at once.
pub(crate) const WORKERS_OF_A_QUEUE: usize = 2;

/// Longest piece of work, in time and in processor time. Ordinary input takes milliseconds; this leaves room for a
/// slow, busy machine.
pub(crate) const WORK_WITHIN: Duration = Duration::from_secs(4);

/// Longest wait for a worker.
pub(crate) const TURN_WITHIN: Duration = Duration::from_secs(10);

/// Pieces of work of one owner that may wait in a queue.
pub(crate) const WAITING_OF_AN_OWNER: usize = 1024;

/// How long a worker without work is kept.
pub(crate) const WORKER_IDLE: Duration = Duration::from_mins(1);

/// Memory a worker may allocate, in bytes, stack included.
pub(crate) const WORKER_BYTES: u64 = 640 * 1024 * 1024;

/// Longest part of a message to or from a worker, in bytes.
pub(crate) const WORKER_MESSAGE_BYTES: u64 = 64 * 1024 * 1024;

/// The longest schema that is used, in bytes as JSON text.
pub(crate) const SCHEMA_BYTES: usize = 256 * 1024;

/// The deepest nesting of a schema.
pub(crate) const SCHEMA_DEPTH: usize = 64;

/// Most parts of a schema with all references expanded: a few lines that refer to each other twice each, twenty levels
/// down, stand for a million.
pub(crate) const SCHEMA_PARTS: u64 = 1_000_000;

/// Steps after which the marks of a schema are no longer looked for in one value: one for each schema that is held against a
/// part of it. Every further text counts as marked. A schema that refers to itself is followed once for each part.
pub(crate) const MARK_STEPS: usize = 1_000_000;

/// Backtracking steps of one `pattern` before it counts as not run.
pub(crate) const PATTERN_BACKTRACKS: usize = 100_000;

/// The most bytes of one icon.
pub(crate) const ICON_BYTES: usize = 512 * 1024;

/// The longest side of one icon, in pixels.
pub(crate) const ICON_SIDE: u32 = 1024;

/// The longest fetching one icon may take.
pub(crate) const ICON_WAIT: Duration = Duration::from_secs(5);

/// How many icons are known at once.
pub(crate) const ICONS: usize = 4096;

/// Size of all cached icons together, in bytes.
pub(crate) const ICONS_BYTES: usize = 64 * 1024 * 1024;

/// The most bytes of one medium that are handed to the page.
pub(crate) const MEDIA_BYTES: usize = 64 * 1024 * 1024;

/// The longest text that came as bytes and is shown as text, in bytes; of a longer one only the beginning crosses.
pub(crate) const TEXT_BYTES: usize = 8 * 1024 * 1024;

/// The most bytes of one medium that are handed over with the message it came in; the page reads longer ones in parts.
pub(crate) const MEDIA_AT_ONCE_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of all contents kept for reading and saving, together.
pub(crate) const CONTENTS_BYTES: usize = 256 * 1024 * 1024;

/// The longest part of a content that is read at once, in bytes.
pub(crate) const CONTENT_PART_BYTES: u64 = 4 * 1024 * 1024;

/// Longest side of a picture passed on unchanged, in pixels.
pub(crate) const MEDIA_SIDE: u32 = 16_384;

/// Most pixels of all pictures of an animation passed on unchanged; the page holds 4 bytes of each.
pub(crate) const ANIMATION_PIXELS: u64 = 64_000_000;

/// Most pixels of a picture passed on unchanged.
pub(crate) const MEDIA_PIXELS: u64 = 64_000_000;

/// What decoding a picture may allocate, in bytes.
pub(crate) const DECODED_BYTES: u64 = 128 * 1024 * 1024;

/// The longest SVG document that is read, in bytes.
pub(crate) const SVG_BYTES: usize = 4 * 1024 * 1024;

/// An SVG nested more deeply is no picture; parsers and renderers recurse.
pub(crate) const SVG_DEPTH: usize = 256;

/// Elements of an SVG that multiply work: copies and filter steps.
pub(crate) const SVG_MULTIPLIERS: usize = 2_000;

/// Elements of an SVG in all, written out.
pub(crate) const SVG_ELEMENTS: usize = 100_000;

/// The longest side of a picture inside an SVG, in pixels.
pub(crate) const SVG_INNER_SIDE: u32 = 2048;

/// Octaves of noise (`feTurbulence`) an SVG may ask for; each costs as much as the one before.
pub(crate) const SVG_OCTAVES: u32 = 8;

/// Cells of a matrix (`feConvolveMatrix`) of an SVG.
pub(crate) const SVG_MATRIX_CELLS: u32 = 100;

/// Largest radius (`feMorphology`) and blur (`feGaussianBlur`) of an SVG, in its units.
pub(crate) const SVG_RADIUS: f32 = 500.0;

/// Where the first tag of an SVG must begin, in bytes.
pub(crate) const SVG_SNIFFED_BYTES: usize = 4096;

/// The largest page of an MCP App, in bytes.
pub(crate) const APP_PAGE_BYTES: usize = 8 * 1024 * 1024;

/// The most hosts in one list of a page.
pub(crate) const APP_HOSTS: usize = 32;

/// The longest host a page may declare, in characters.
pub(crate) const APP_HOST_CHARS: usize = 253;
