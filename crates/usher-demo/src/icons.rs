//! The icons of everything on offer: small SVG drawings made into `data:` URIs, light and dark.
//!
//! The drawings themselves are in [`glyphs`].

use serde_json::{Value, json};

use crate::content;

mod glyphs;

pub(crate) use glyphs::Glyph;

/// The colours of one theme.
struct Palette {
    theme: &'static str,
    tile: &'static str,
    line: &'static str,
    lamp: &'static str,
}

const PALETTES: [Palette; 2] = [
    Palette {
        theme: "light",
        tile: "#eaf4f6",
        line: "#0b677d",
        lamp: "#f3b647",
    },
    Palette {
        theme: "dark",
        tile: "#17313a",
        line: "#6cc8de",
        lamp: "#f2b548",
    },
];

/// The arch and the lamp behind it: Usher's own mark, which is fine on light and on dark.
const SERVER: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512'>\
<defs><linearGradient id='w' x1='0' y1='0' x2='0' y2='1'>\
<stop offset='0' stop-color='#137a91'/><stop offset='1' stop-color='#073b48'/></linearGradient>\
<radialGradient id='g' cx='256' cy='258' r='132' gradientUnits='userSpaceOnUse'>\
<stop offset='0' stop-color='#ffc65a' stop-opacity='.62'/>\
<stop offset='.45' stop-color='#e79a3c' stop-opacity='.2'/>\
<stop offset='1' stop-color='#e79a3c' stop-opacity='0'/></radialGradient></defs>\
<rect width='512' height='512' rx='120' fill='url(#w)'/>\
<path d='M132 420V228a124 124 0 0 1 248 0v192z' fill='#04191f'/>\
<path d='M132 420V228a124 124 0 0 1 248 0v192z' fill='url(#g)'/>\
<path d='M132 420V228a124 124 0 0 1 248 0v192' fill='none' stroke='#eaf6f9' \
stroke-width='34' stroke-linecap='round' stroke-linejoin='round'/>\
<circle cx='256' cy='258' r='40' fill='#ffcb63'/></svg>";

/// The icon of the server: one drawing for both themes.
pub(crate) fn server() -> Value {
    json!([icon(SERVER)])
}

/// The icons of one thing: a tile with a drawing, once per theme.
pub(crate) fn of(glyph: Glyph) -> Value {
    PALETTES
        .iter()
        .map(|palette| {
            let mut icon = icon(&tile(glyph, palette));
            icon["theme"] = json!(palette.theme);
            icon
        })
        .collect()
}

fn icon(svg: &str) -> Value {
    json!({
        "src": format!("data:image/svg+xml;base64,{}", content::base64(svg.as_bytes())),
        "mimeType": "image/svg+xml",
        "sizes": ["any"],
    })
}

fn tile(glyph: Glyph, palette: &Palette) -> String {
    let drawing = glyph
        .drawing()
        .replace("{lamp}", palette.lamp)
        .replace("{tile}", palette.tile);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>\
         <rect width='32' height='32' rx='8' fill='{}'/>\
         <g transform='translate(4 4)' fill='none' stroke='{}' stroke-width='1.75' \
         stroke-linecap='round' stroke-linejoin='round'>{drawing}</g></svg>",
        palette.tile, palette.line
    )
}
