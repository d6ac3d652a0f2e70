//! Pictures drawn anew, honest and hostile ones.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame as GifFrame, ImageFormat, ImageReader, Rgba, RgbaImage};

use super::{Format, Frame, Scalable, draw, size};
use usher_messages::Message;
use usher_types::content::PixelSize;

const ICON: Frame = Frame {
    max_side: 1024,
    drawn_side: 64,
    scalable: Scalable::Filling,
};

/// A picture of one colour.
pub(crate) fn solid(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let image = DynamicImage::ImageRgba8(RgbaImage::from_pixel(
        width,
        height,
        Rgba([200, 30, 30, 255]),
    ));
    let image = match format {
        ImageFormat::Jpeg => DynamicImage::ImageRgb8(image.into_rgb8()),
        _ => image,
    };
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

/// A PNG whose header claims a size it does not have.
pub(crate) fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = solid(ImageFormat::Png, 1, 1);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// A BMP whose header claims a size it does not have.
pub(crate) fn bmp_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = solid(ImageFormat::Bmp, 1, 1);
    bytes[18..22].copy_from_slice(&width.to_le_bytes());
    bytes[22..26].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// A TIFF of gray that claims a size; of its pixels there are none.
pub(crate) fn tiff_claiming(width: u32, height: u32) -> Vec<u8> {
    let entries: [(u16, u16, u32); 8] = [
        (256, 4, width),
        (257, 4, height),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 200),
        (278, 4, height),
        (279, 4, width.saturating_mul(height)),
    ];
    let mut bytes = b"II*\0\x08\0\0\0\x08\0".to_vec();
    for (tag, kind, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes
}

/// The boxes of an AVIF that say how large it is, and no picture.
pub(crate) fn avif_claiming(width: u32, height: u32) -> Vec<u8> {
    let boxed = |kind: &[u8], content: &[u8]| {
        let length = u32::try_from(content.len() + 8).unwrap();
        [&length.to_be_bytes(), kind, content].concat()
    };
    let sizes = [
        &[0; 4],
        width.to_be_bytes().as_slice(),
        &height.to_be_bytes(),
    ]
    .concat();
    let inner = boxed(b"iprp", &boxed(b"ipco", &boxed(b"ispe", &sizes)));
    let meta = boxed(b"meta", &[&[0; 4], inner.as_slice()].concat());
    [boxed(b"ftyp", b"avif\0\0\0\0avifmif1"), meta].concat()
}

/// The checksum of PNG chunks (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1))
        })
    })
}

fn animation(frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for _ in 0..frames {
        let image = RgbaImage::from_pixel(2, 2, Rgba([0, 0, 255, 255]));
        encoder.encode_frame(GifFrame::new(image)).unwrap();
    }
    drop(encoder);
    bytes
}

pub(crate) fn svg(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">{inner}</svg>"#
    )
}

/// What is drawn: its size, and the colour of its middle.
#[expect(
    clippy::needless_pass_by_value,
    reason = "tables of cases read better without borrows"
)]
fn drawn(bytes: Vec<u8>) -> Result<((u32, u32), [u8; 4]), Message> {
    let format = Format::of(&bytes).ok_or(Message::verbatim("unknown"))?;
    let png = draw(&bytes, format, ICON)?.png;
    let image = ImageReader::with_format(Cursor::new(png), ImageFormat::Png)
        .decode()
        .unwrap()
        .into_rgba8();
    let size = image.dimensions();
    Ok((size, image.get_pixel(size.0 / 2, size.1 / 2).0))
}

#[test]
fn honest_pictures_are_drawn_small() {
    const RED: [u8; 4] = [200, 30, 30, 255];
    let table = [
        ("small PNG", solid(ImageFormat::Png, 16, 16), (16, 16)),
        ("wide PNG", solid(ImageFormat::Png, 1024, 512), (64, 32)),
        ("GIF", solid(ImageFormat::Gif, 100, 100), (64, 64)),
        ("WebP", solid(ImageFormat::WebP, 64, 64), (64, 64)),
        ("ICO", solid(ImageFormat::Ico, 32, 32), (32, 32)),
        ("BMP", solid(ImageFormat::Bmp, 100, 50), (64, 32)),
        ("TIFF", solid(ImageFormat::Tiff, 50, 100), (32, 64)),
    ];
    for (what, bytes, expected) in table {
        assert_eq!(drawn(bytes), Ok((expected, RED)), "{what}");
    }
    let (size, _) = drawn(solid(ImageFormat::Jpeg, 128, 128)).unwrap();
    assert_eq!(size, (64, 64), "JPEG");

    let red = r##"<rect width="10" height="10" fill="#c81e1e"/>"##;
    for (what, document) in [
        ("plain", svg(red)),
        ("with a prologue", format!("\u{feff}<?xml version=\"1.0\"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">{}", svg(red)).replace("<html>", "html")),
        ("with text we have no font for", svg(&format!("{red}<text>hello</text>"))),
        ("with a style sheet", svg("<style>rect{fill:#c81e1e}</style><rect width='10' height='10'/>")),
    ] {
        assert_eq!(drawn(document.into_bytes()), Ok(((64, 64), RED)), "{what}");
    }
    assert_eq!(
        drawn(svg("").replace("0 0 10 10", "0 0 20 5").into_bytes()).map(|(size, _)| size),
        Ok((64, 16)),
        "the shape is kept"
    );
}

#[test]
fn a_picture_to_look_at_keeps_about_its_own_size() {
    let frame = Frame {
        max_side: 1024,
        drawn_side: 1024,
        scalable: Scalable::TwiceItsOwn,
    };
    for (own, expected, own_size) in [
        ("width='300' height='150'", (600, 300), (300, 150)),
        ("width='24' height='24'", (256, 256), (24, 24)),
        ("width='9000' height='900'", (1024, 102), (9000, 900)),
        ("viewBox='0 0 200 100'", (400, 200), (200, 100)),
        ("viewBox='0 0 200 100' width='50'", (256, 128), (50, 25)),
        ("width='0.001' height='1000000'", (1, 1024), (1, 1_000_000)),
    ] {
        let document = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' {own}><rect width='9' height='9'/></svg>"
        );
        let drawn = draw(document.as_bytes(), Format::Svg, frame).unwrap();
        assert_eq!(size(&drawn.png, Format::Png), Ok(expected), "{own}");
        let (width, height) = own_size;
        assert_eq!(
            drawn.own_size,
            PixelSize { width, height },
            "{own}: what it declares"
        );
    }
}

#[test]
fn an_animation_is_its_first_frame() {
    assert_eq!(drawn(animation(300)), Ok(((2, 2), [0, 0, 255, 255])));
}

#[test]
fn what_a_picture_refers_to_is_not_loaded() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("secret.png");
    std::fs::write(&file, solid(ImageFormat::Png, 8, 8)).unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let web = format!("http://{}/x.png", listener.local_addr().unwrap());
    let references = [
        format!(
            r#"<image href="file://{}" width="10" height="10"/>"#,
            file.display()
        ),
        format!(
            r#"<image href="{}" width="10" height="10"/>"#,
            file.display()
        ),
        format!(r#"<image xlink:href="{web}" width="10" height="10"/>"#),
        format!(r#"<use href="{web}#a"/>"#),
        format!("<style>@import url({web}); rect{{fill:url({web})}}</style>"),
        format!(
            r#"<filter id="f"><feImage href="{web}"/></filter><rect width="10" height="10" fill="none" filter="url(#f)"/>"#
        ),
        format!(
            r#"<foreignObject width="10" height="10"><img xmlns="http://www.w3.org/1999/xhtml" src="{web}"/></foreignObject>"#
        ),
        format!(r#"<script>fetch("{web}")</script>"#),
    ];
    for reference in references {
        assert_eq!(
            drawn(svg(&reference).into_bytes()),
            Ok(((64, 64), [0, 0, 0, 0])),
            "{reference} draws nothing"
        );
    }
    assert!(
        listener.accept().is_err(),
        "no picture may make a connection"
    );
}

#[test]
fn a_picture_inside_a_picture_is_drawn_if_it_is_small() {
    use base64::Engine as _;
    let inner = |bytes: &[u8]| {
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        svg(&format!(
            r#"<image href="data:image/png;base64,{base64}" width="10" height="10"/>"#
        ))
        .into_bytes()
    };
    let (_, middle) = drawn(inner(&solid(ImageFormat::Png, 8, 8))).unwrap();
    assert_eq!(middle[3], 255);
    for bomb in [png_claiming(50_000, 50_000), svg(&svg("")).into_bytes()] {
        assert_eq!(drawn(inner(&bomb)), Ok(((64, 64), [0, 0, 0, 0])));
    }
}

#[test]
fn hostile_pictures_are_refused() {
    let laughs: String = (1..10).fold("<!ENTITY a0 \"ha\">".to_owned(), |text, level| {
        let before = level - 1;
        text + &format!(
            "<!ENTITY a{level} \"{}\">",
            format!("&a{before};").repeat(10)
        )
    });
    let mut truncated = solid(ImageFormat::Png, 100, 100);
    truncated.truncate(60);
    let table: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "PNG of 2.5 gigapixels",
            png_claiming(50_000, 50_000),
            "media.pixels",
        ),
        (
            "PNG one pixel too wide",
            solid(ImageFormat::Png, 1025, 1),
            "media.pixels",
        ),
        ("PNG of no size", png_claiming(0, 0), "media.header"),
        ("PNG cut off", truncated, "media.data"),
        (
            "PNG header alone",
            b"\x89PNG\r\n\x1a\n".to_vec(),
            "media.header",
        ),
        ("GIF header alone", b"GIF89a".to_vec(), "media.header"),
        (
            "GIF claiming 65535 squared",
            b"GIF89a\xff\xff\xff\xff\x00\x00\x00".to_vec(),
            "media.header",
        ),
        (
            "JPEG header alone",
            b"\xff\xd8\xff\xe0".to_vec(),
            "media.header",
        ),
        (
            "WebP header alone",
            b"RIFF\0\0\0\0WEBP".to_vec(),
            "media.header",
        ),
        (
            "BMP cut off",
            solid(ImageFormat::Bmp, 100, 100)[..90].to_vec(),
            "media.data",
        ),
        (
            "BMP of 2 gigapixels",
            bmp_claiming(50_000, 50_000),
            "media.pixels",
        ),
        ("BMP of no size", bmp_claiming(0, 0), "media.header"),
        (
            "TIFF header alone",
            b"II*\0\x08\0\0\0".to_vec(),
            "media.header",
        ),
        (
            "TIFF that leads to itself",
            b"II*\0\x08\0\0\0\0\0\x08\0\0\0".to_vec(),
            "media.header",
        ),
        (
            "TIFF of 2 gigapixels",
            tiff_claiming(50_000, 50_000),
            "media.pixels",
        ),
        ("TIFF cut off", tiff_claiming(1_000, 1_000), "media.data"),
        (
            "ICO of nothing",
            b"\0\0\x01\0\x01\0".to_vec(),
            "media.header",
        ),
        (
            "entities",
            format!("<!DOCTYPE svg [{laughs}]>{}", svg("&a9;")).into_bytes(),
            "media.entities",
        ),
        (
            "outside entity",
            format!(
                "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>{}",
                svg("&x;")
            )
            .into_bytes(),
            "media.entities",
        ),
        (
            "deep nesting",
            svg(&"<g>".repeat(50_000)).into_bytes(),
            "media.nested",
        ),
        (
            "deep nesting, closed",
            svg(&format!("{}{}", "<g>".repeat(300), "</g>".repeat(300))).into_bytes(),
            "media.nested",
        ),
        (
            "too many copies",
            svg(&"<use href=\"#x\"/>".repeat(3_000)).into_bytes(),
            "media.elements",
        ),
        (
            "too many elements",
            svg(&"<g/>".repeat(200_000)).into_bytes(),
            "media.elements",
        ),
        ("not XML", b"<svg".to_vec(), "media.notSvg"),
        ("not SVG inside", b"<a><svg/></a>".to_vec(), "media.notSvg"),
        (
            "not text",
            [b"<svg>".as_slice(), &[0xff, 0xfe]].concat(),
            "media.notUtf8",
        ),
        (
            "of no size",
            svg("")
                .replace("0 0 10 10", "0 0 0 0")
                .replace("viewBox", "width='0' viewBox")
                .into_bytes(),
            "media.notSvg",
        ),
        (
            "far too long",
            format!("{}{}", svg(""), " ".repeat(5_000_000)).into_bytes(),
            "media.svgTooLong",
        ),
    ];
    for (what, bytes, reason) in table {
        match drawn(bytes) {
            Err(said) => assert_eq!(said.code, reason, "{what}: {said:?}"),
            Ok(drawn) => panic!("{what} was drawn: {drawn:?}"),
        }
    }
}

#[test]
fn filters_that_cost_by_their_numbers_are_refused() {
    let filter = |step: &str| {
        svg(&format!(
            r#"<filter id="f">{step}</filter><rect width="10" height="10" filter="url(#f)"/>"#
        ))
        .into_bytes()
    };
    let refused = "media.filter";
    for (step, expected) in [
        (r#"<feTurbulence numOctaves="4000000000"/>"#, refused),
        (
            r#"<feMorphology operator="dilate" radius="1000000"/>"#,
            refused,
        ),
        (r#"<feGaussianBlur stdDeviation="1000000"/>"#, refused),
        (r#"<feDropShadow stdDeviation="1000000"/>"#, refused),
    ] {
        assert_eq!(drawn(filter(step)), Err(Message::new(expected)), "{step}");
    }
    for step in [
        r#"<feTurbulence baseFrequency="0.1" numOctaves="4"/>"#,
        r#"<feGaussianBlur stdDeviation="3"/>"#,
    ] {
        assert!(
            drawn(filter(step)).is_ok(),
            "an ordinary filter is drawn: {step}"
        );
    }
}

#[test]
fn bytes_say_what_they_are() {
    let avif = avif_claiming(7, 9);
    let table: [(&[u8], Option<Format>); 12] = [
        (
            b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0",
            Some(Format::Bmp),
        ),
        (b"II*\0\x08\0\0\0", Some(Format::Tiff)),
        (b"MM\0*\0\0\0\x08", Some(Format::Tiff)),
        (&avif, Some(Format::Avif)),
        (b"<html><svg></svg></html>", None),
        (b"<!DOCTYPE html><body><svg/>", Some(Format::Svg)),
        (b"  \n<svg/>", Some(Format::Svg)),
        (b"%PDF-1.7", None),
        (b"BM....", None),
        (b"", None),
        (b"MZ\x90\0", None),
        (b"\0\0\x01\0\0\0", None),
    ];
    for (bytes, expected) in table {
        assert_eq!(Format::of(bytes), expected, "{}", bytes.escape_ascii());
    }
    assert_eq!(
        size(&solid(ImageFormat::Png, 7, 9), Format::Png),
        Ok((7, 9))
    );
}

#[test]
fn the_size_of_an_avif_is_what_its_boxes_declare() {
    let whole = avif_claiming(7, 9);
    assert_eq!(size(&whole, Format::Avif), Ok((7, 9)));
    let larger = avif_claiming(3, 20);
    assert_eq!(
        size(&[whole.as_slice(), &larger].concat(), Format::Avif),
        Ok((7, 20)),
        "the largest of all"
    );
    for end in 0..whole.len() {
        let refused = Err(Message::new("media.header"));
        assert_eq!(
            size(&whole[..end], Format::Avif),
            refused,
            "cut off after {end} bytes"
        );
    }
    let mut nested = whole;
    for _ in 0..1_000 {
        let length = u32::try_from(nested.len() + 8).unwrap();
        nested = [&length.to_be_bytes(), b"iprp".as_slice(), &nested].concat();
    }
    assert!(
        size(&nested, Format::Avif).is_err(),
        "boxes in boxes are not followed for ever"
    );
    assert_eq!(
        draw(&avif_claiming(7, 9), Format::Avif, ICON),
        Err(Message::new("media.variant")),
        "it is decoded by the web view alone"
    );
}
