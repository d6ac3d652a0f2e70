//! A drawing as SVG text, for the viewer of vector pictures.

/// A lighthouse by night.
pub(crate) const LIGHTHOUSE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" role="img" aria-label="A lighthouse by night">
  <defs>
    <linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#04191f"/><stop offset="1" stop-color="#137a91"/></linearGradient>
    <linearGradient id="beam" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#ffcb63" stop-opacity=".85"/><stop offset="1" stop-color="#ffcb63" stop-opacity="0"/></linearGradient>
  </defs>
  <rect width="320" height="240" fill="url(#night)"/>
  <g fill="#eaf6f9"><circle cx="40" cy="36" r="1.4"/><circle cx="92" cy="22" r="1"/><circle cx="210" cy="30" r="1.3"/><circle cx="286" cy="58" r="1.1"/><circle cx="58" cy="84" r=".9"/></g>
  <path d="M146 78 320 34v84z" fill="url(#beam)"/>
  <path d="M0 196c60-16 96-6 150-12s110-14 170 2v54H0z" fill="#073b48"/>
  <path d="M126 196 134 96h24l8 100z" fill="#eaf6f9"/>
  <path d="m132.1 120 27.8 0 1.600 20-31 0zM129 160l34 0 1.600 20-37.200 0z" fill="#0b677d"/>
  <path d="M128 96h36v-6h-36zM134 90V70h24v20zM130 70l16-14 16 14z" fill="#04191f"/>
  <circle cx="146" cy="80" r="7" fill="#ffcb63"/>
  <path d="M0 214q20-8 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0v26H0z" fill="#04191f" opacity=".7"/>
</svg>
"##;
