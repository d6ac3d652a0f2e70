//! The drawings on the tiles: strokes in a box of 24, with `{lamp}` and `{tile}` for the two
//! colours that differ between themes.

/// What a tile shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Glyph {
    Bell,
    Box,
    Braces,
    Broken,
    Broom,
    Bytes,
    Chart,
    Clock,
    Code,
    Door,
    Echo,
    Folder,
    Form,
    Globe,
    Hourglass,
    Leaflet,
    Link,
    Log,
    Map,
    Note,
    Page,
    Picture,
    Pin,
    Ring,
    Sound,
    Spark,
    Speech,
    Stack,
    Star,
    Table,
    Warning,
    Weather,
}

impl Glyph {
    /// The drawing, still with its placeholders for colours.
    pub(crate) fn drawing(self) -> &'static str {
        match self {
            Self::Bell => {
                "<path d='M6 16v-5a6 6 0 0 1 12 0v5l2 2H4z'/><path d='M10 21h4'/>\
                 <circle cx='18' cy='5' r='2.6' fill='{lamp}' stroke='none'/>"
            }
            Self::Box => {
                "<path d='M12 3l8 4.5v9L12 21l-8-4.5v-9z'/><path d='M4 7.5l8 4.5 8-4.5M12 12v9'/>\
                 <path d='M8 5.3l8 4.5' stroke='{lamp}'/>"
            }
            Self::Braces => {
                "<path d='M9 4H8a2 2 0 0 0-2 2v3.5a2 2 0 0 1-2 2.5 2 2 0 0 1 2 2.5V18a2 2 0 0 0 2 2h1\
                 M15 4h1a2 2 0 0 1 2 2v3.5a2 2 0 0 0 2 2.5 2 2 0 0 0-2 2.5V18a2 2 0 0 1-2 2h-1'/>\
                 <circle cx='12' cy='12' r='1.7' fill='{lamp}' stroke='none'/>"
            }
            Self::Broken => {
                "<path d='M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6z'/>\
                 <path d='M13 6l-3 5h4l-3 6' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Broom => {
                "<path d='M19 4l-7 8'/><path d='M9 10l5 4-3 6H4l1-4z'/>\
                 <path d='M8 20l2-4' stroke='{lamp}'/>"
            }
            Self::Bytes => {
                "<rect x='4' y='4' width='4' height='6' rx='2'/><path d='M13 4v6M19 4v6M5 14v6'/>\
                 <rect x='10' y='14' width='4' height='6' rx='2' stroke='{lamp}'/><path d='M19 14v6'/>"
            }
            Self::Chart => {
                "<path d='M4 20h16'/><path d='M7 16v-3M17 16V10' stroke-width='3'/>\
                 <path d='M12 16V6' stroke='{lamp}' stroke-width='3'/>"
            }
            Self::Clock => {
                "<circle cx='12' cy='12' r='8.5'/><path d='M12 7v5' />\
                 <path d='M12 12l3.5 2' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Code => {
                "<path d='M8 7l-5 5 5 5M16 7l5 5-5 5'/><path d='M13.5 5l-3 14' stroke='{lamp}'/>"
            }
            Self::Door => {
                "<path d='M6 21V10a6 6 0 0 1 12 0v11'/><path d='M3.5 21h17'/>\
                 <circle cx='12' cy='12' r='2.4' fill='{lamp}' stroke='none'/>"
            }
            Self::Echo => {
                "<path d='M12.5 8a5.5 5.5 0 0 1 0 8M16 5a10 10 0 0 1 0 14'/>\
                 <circle cx='7' cy='12' r='2.6' fill='{lamp}' stroke='none'/>"
            }
            Self::Folder => {
                "<path d='M3 18V6a1.5 1.5 0 0 1 1.5-1.5H9l2.5 3h8A1.5 1.5 0 0 1 21 9v9\
                 a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z'/><path d='M7 14h10' stroke='{lamp}'/>"
            }
            Self::Form => {
                "<rect x='4' y='3' width='16' height='18' rx='2'/><path d='M8 8h8M8 12h8'/>\
                 <rect x='8' y='15.5' width='5' height='2.6' rx='1.3' fill='{lamp}' stroke='none'/>"
            }
            Self::Globe => {
                "<circle cx='11' cy='12' r='8'/><path d='M3 12h16M11 4c3 2.5 3 13.5 0 16M11 4c-3 2.5-3 13.5 0 16'/>\
                 <path d='M17 3h4v4M21 3l-5 5' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Hourglass => {
                "<path d='M6 3h12M6 21h12M7 3v3.5L12 12 7 17.5V21M17 3v3.5L12 12l5 5.5V21'/>\
                 <path d='M9.5 19.5h5L12 16.5z' fill='{lamp}' stroke='{lamp}'/>"
            }
            Self::Leaflet => {
                "<path d='M4 5l8 2 8-2v13l-8 2-8-2z'/><path d='M12 7v13'/>\
                 <path d='M15 10l2.5-.6M15 13.5l2.5-.6' stroke='{lamp}'/>"
            }
            Self::Link => {
                "<path d='M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1'/>\
                 <path d='M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1' stroke='{lamp}'/>"
            }
            Self::Log => {
                "<path d='M8 6h12M8 12h12M8 18h8'/><circle cx='4' cy='6' r='1.3' fill='{lamp}' stroke='none'/>\
                 <path d='M4 12h.01M4 18h.01' stroke-width='2.5'/>"
            }
            Self::Map => {
                "<path d='M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2z'/><path d='M9 4v14'/>\
                 <path d='M12.5 11l4 4M16.5 11l-4 4' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Note => {
                "<path d='M5 4h14v10l-5 6H5z'/><path d='M19 14h-5v6'/><path d='M8.5 9h7' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Page => {
                "<path d='M6 3h8l5 5v13H6z'/><path d='M14 3v5h5'/><path d='M9 13h7' stroke='{lamp}' stroke-width='2'/>\
                 <path d='M9 17h5'/>"
            }
            Self::Picture => {
                "<rect x='3' y='4' width='18' height='16' rx='2.5'/><circle cx='8.5' cy='9.5' r='2' fill='{lamp}' stroke='none'/>\
                 <path d='M4 18l5-4.5 3 2.5 4.5-5 4 4.5'/>"
            }
            Self::Pin => {
                "<path d='M12 21c5-5.5 7-8.5 7-11.5a7 7 0 0 0-14 0C5 12.5 7 15.5 12 21z'/>\
                 <circle cx='12' cy='9.5' r='2.4' fill='{lamp}' stroke='none'/>"
            }
            Self::Ring => {
                "<circle cx='12' cy='12' r='8' opacity='.35' stroke-width='3'/>\
                 <path d='M12 4a8 8 0 0 1 6.9 12' stroke='{lamp}' stroke-width='3'/>"
            }
            Self::Sound => {
                "<path d='M4 10v4M8 7v10M16 8v8M20 10.5v3'/><path d='M12 4v16' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Spark => {
                "<path d='M11 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2z'/>\
                 <path d='M19 3v4M17 5h4' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Speech => {
                "<path d='M5 4h14a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-7L7 20.5v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z'/>\
                 <path d='M8 10.5h8' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Stack => {
                "<path d='M12 3l9 4.5-9 4.5-9-4.5z'/><path d='M3 16.5l9 4.5 9-4.5'/>\
                 <path d='M3 12l9 4.5 9-4.5' stroke='{lamp}'/>"
            }
            Self::Star => {
                "<path d='M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z' \
                 fill='{lamp}' fill-opacity='.45'/>"
            }
            Self::Table => {
                "<rect x='3' y='4' width='18' height='16' rx='2'/><path d='M3 14.5h18M10 4v16'/>\
                 <path d='M3 9.3h18' stroke='{lamp}' stroke-width='2'/>"
            }
            Self::Warning => {
                "<path d='M12 4l9.5 16h-19z'/><path d='M12 10v4.5' stroke='{lamp}' stroke-width='2'/>\
                 <circle cx='12' cy='17.3' r='1.1' fill='{lamp}' stroke='none'/>"
            }
            Self::Weather => {
                "<circle cx='9' cy='8.5' r='3.5' fill='{lamp}' stroke='none'/><path d='M9 2v.6M2.6 8.5h.6M4.5 4l.4.4M13.5 4l-.4.4'/>\
                 <path d='M8.5 20h8.5a3.8 3.8 0 0 0 .5-7.56A5.3 5.3 0 0 0 7.5 13.3 3.4 3.4 0 0 0 8.5 20z' fill='{tile}'/>"
            }
        }
    }
}
