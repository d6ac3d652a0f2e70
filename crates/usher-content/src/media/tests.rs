//! Pictures and sounds of results.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use image::ImageFormat;

use super::{Media, audio, detect, image, svg};
use crate::picture::tests::{
    avif_claiming, bmp_claiming, png_claiming, solid, svg as svg_of, tiff_claiming,
};
use crate::picture::{Format, size};
use crate::worker::{Queue, Worker, Workers};
use usher_messages::Param;
use usher_types::base64::decode;
use usher_types::content::PixelSize;

fn worker() -> Worker {
    Workers::in_process().of(Queue::Pictures, "test")
}

/// Its media type, or the code of the reason.
fn shown(media: &Media) -> Result<&str, &str> {
    match &media.problem {
        None => Ok(&media.mime_type),
        Some(problem) => {
            assert_eq!(media.base64, "", "what has a problem is not handed on");
            let Some(Param::Message { message }) = problem.params.get("reason") else {
                panic!("{problem} has no reason");
            };
            Err(&message.code)
        }
    }
}

#[test]
fn pictures_pass_as_what_they_are() {
    let table = [
        ("image/png", solid(ImageFormat::Png, 3000, 2), "image/png"),
        ("image/png", solid(ImageFormat::Jpeg, 2, 2), "image/jpeg"),
        ("text/html", solid(ImageFormat::Gif, 2, 2), "image/gif"),
        ("image/webp", solid(ImageFormat::WebP, 2, 2), "image/webp"),
        ("image/avif", avif_claiming(300, 2), "image/avif"),
        ("image/x-icon", solid(ImageFormat::Ico, 2, 2), "image/png"),
        ("image/bmp", solid(ImageFormat::Bmp, 2, 2), "image/png"),
        ("image/tiff", solid(ImageFormat::Tiff, 2, 2), "image/png"),
        (
            "image/svg+xml",
            svg_of("<rect width='5' height='5'/>").into_bytes(),
            "image/png",
        ),
    ];
    for (claimed, bytes, expected) in table {
        let looked = image(&worker(), claimed, Some(&bytes));
        assert_eq!(shown(&looked), Ok(expected), "{claimed}");
        assert_eq!(looked.claimed_type, claimed);
        assert_eq!(looked.size_bytes, bytes.len() as u64);
        let passes_unchanged = !matches!(
            claimed,
            "image/x-icon" | "image/svg+xml" | "image/bmp" | "image/tiff"
        );
        assert_eq!(
            looked.own_size.is_none(),
            passes_unchanged,
            "{claimed}: of what is drawn anew its own size is told"
        );
        assert_eq!(
            decode(&looked.base64).as_ref() == Some(&bytes),
            passes_unchanged,
            "{claimed}: the bytes are handed on as they came, or drawn anew"
        );
    }
}

#[test]
fn of_an_animation_with_too_many_pixels_the_first_picture_is_drawn() {
    // Pictures of one pixel, on a canvas of 2,000 × 2,000.
    let animation = |frames: usize| {
        let mut bytes = b"GIF89a\xd0\x07\xd0\x07\x80\0\0\0\0\0\xff\xff\xff".to_vec();
        for _ in 0..frames {
            bytes.extend(b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0");
        }
        bytes.push(0x3b);
        bytes
    };
    for (frames, expected) in [(16, "image/gif"), (17, "image/png")] {
        let looked = image(&worker(), "image/gif", Some(&animation(frames)));
        assert_eq!(shown(&looked), Ok(expected), "{frames} pictures");
    }
}

#[test]
fn pictures_that_cannot_be_shown_say_why() {
    let huge = "A".repeat(88 * 1024 * 1024);
    for (base64, reason) in [
        (STANDARD.encode(b"%PDF-1.7"), "media.unknownImage"),
        (
            STANDARD.encode(b"<html><svg/></html>"),
            "media.unknownImage",
        ),
        (
            STANDARD.encode(png_claiming(50_000, 50_000)),
            "media.pixels",
        ),
        (
            STANDARD.encode(png_claiming(16_000, 16_000)),
            "media.pixels",
        ),
        (
            STANDARD.encode(bmp_claiming(16_000, 16_000)),
            "media.pixels",
        ),
        (
            STANDARD.encode(tiff_claiming(16_000, 16_000)),
            "media.pixels",
        ),
        (STANDARD.encode(tiff_claiming(100, 100)), "media.data"),
        (
            STANDARD.encode(avif_claiming(16_000, 16_000)),
            "media.pixels",
        ),
        (STANDARD.encode(avif_claiming(0, 9)), "media.pixels"),
        (STANDARD.encode(&avif_claiming(7, 9)[..40]), "media.header"),
        (String::new(), "media.empty"),
        ("?".to_owned(), "media.base64"),
        (huge, "media.tooLarge"),
    ] {
        let looked = image(&worker(), "image/png", decode(&base64).as_deref());
        let problem = shown(&looked).expect_err(reason);
        assert_eq!(problem, reason);
    }
}

#[test]
fn a_picture_of_many_bytes_is_handed_over_without_them() {
    let mut bytes = solid(ImageFormat::Png, 3000, 2);
    bytes.resize(50 * 1024 * 1024, 0);
    let looked = image(&worker(), "image/png", Some(&bytes));
    assert_eq!(shown(&looked), Ok("image/png"));
    assert_eq!(
        (looked.base64.as_str(), looked.size_bytes),
        ("", bytes.len() as u64)
    );
}

#[test]
fn a_picture_of_many_pixels_is_drawn_as_large_as_it_can_be_handed_over() {
    let noise = image::RgbImage::from_fn(3000, 2000, |x, y| {
        let mixed = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).to_le_bytes();
        image::Rgb([mixed[1], mixed[2], mixed[3]])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    noise.write_to(&mut bytes, ImageFormat::Bmp).unwrap();
    let own_size = PixelSize {
        width: 3000,
        height: 2000,
    };
    for (what, bytes, drawn) in [
        (
            "one color",
            solid(ImageFormat::Tiff, 3000, 2000),
            (3000, 2000),
        ),
        ("noise", bytes.into_inner(), (1024, 683)),
    ] {
        let looked = super::image(&worker(), "image/x", Some(&bytes));
        assert_eq!(shown(&looked), Ok("image/png"), "{what}");
        let png = decode(&looked.base64).unwrap();
        assert_eq!(size(&png, Format::Png), Ok(drawn), "{what}");
        assert_eq!(looked.own_size, Some(own_size), "{what}");
    }
}

#[test]
fn sounds_pass_as_what_they_are() {
    let table: [(&[u8], Result<&str, &str>); 12] = [
        (b"RIFF\x24\0\0\0WAVEfmt ", Ok("audio/wav")),
        (b"ID3\x04\0\0", Ok("audio/mpeg")),
        (b"\xff\xfb\x90\x64", Ok("audio/mpeg")),
        (b"\xff\xf1\x50\x80", Ok("audio/aac")),
        (b"OggS\0\x02", Ok("audio/ogg")),
        (b"fLaC\0\0", Ok("audio/flac")),
        (b"\0\0\0\x20ftypM4A ", Ok("audio/mp4")),
        (b"\x1a\x45\xdf\xa3\x01", Ok("audio/webm")),
        (b"RIFF\0\0\0\0AVI LIST", Err("media.unknownAudio")),
        (b"<html>", Err("media.unknownAudio")),
        (b"\xff\xff", Ok("audio/mpeg")),
        (b"\xff", Err("media.unknownAudio")),
    ];
    for (bytes, expected) in table {
        let looked = audio("audio/x", Some(bytes));
        assert_eq!(shown(&looked), expected, "{}", bytes.escape_ascii());
    }
}

#[test]
fn svg_text_becomes_a_picture() {
    let looked = svg(&worker(), &svg_of("<rect width='5' height='5'/>"));
    assert_eq!(shown(&looked), Ok("image/png"));
    let own_size = PixelSize {
        width: 10,
        height: 10,
    };
    assert_eq!(looked.own_size, Some(own_size), "not that of the PNG");
    assert!(decode(&looked.base64).is_some_and(|png| png.starts_with(b"\x89PNG")));
    let refused = svg(&worker(), "just text");
    assert_eq!(shown(&refused), Err("media.notSvg"));
}

#[test]
fn base64_is_read_generously() {
    let bytes: Vec<u8> = (0..=255).collect();
    let standard = STANDARD.encode(&bytes);
    let broken_lines = standard
        .as_bytes()
        .chunks(76)
        .map(|line| std::str::from_utf8(line).unwrap())
        .collect::<Vec<_>>()
        .join("\r\n");
    for text in [
        standard.clone(),
        standard.trim_end_matches('=').to_owned(),
        URL_SAFE_NO_PAD.encode(&bytes),
        broken_lines,
    ] {
        assert_eq!(decode(&text).as_ref(), Some(&bytes), "{text}");
    }
    for text in ["a", "ab!c", "+_", "ä"] {
        assert_eq!(decode(text), None, "{text}");
    }
}

#[test]
fn bytes_show_their_type() {
    let webm = [
        b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm".as_slice(),
        &[0; 300],
    ]
    .concat();
    let after = |before: usize, text: &str| [vec![b'x'; before], text.as_bytes().to_vec()].concat();
    let tar = [b"a.txt".to_vec(), vec![0; 252], b"ustar\0".to_vec()].concat();
    let table: [(&[u8], Option<&str>); 26] = [
        (b"BMW and other cars", None),
        (b"II*\0\x08\0\0\0", Some("image/tiff")),
        (b"", None),
        (b"hello", None),
        (b"\x89PNG\r\n\x1a\n", Some("image/png")),
        (b"\x89PNG", None),
        (b"RIFF\0\0\0\0WEBPVP8 ", Some("image/webp")),
        (b"\0\0\0\x20ftypisom\0\0\0\0isom", Some("video/mp4")),
        (b"\0\0\0\x20ftypM4A \0\0\0\0M4A ", Some("audio/mp4")),
        (b"\0\0\0\x14ftypavif\0\0\0\0avif", Some("image/avif")),
        (&webm, Some("video/webm")),
        (b"RIFF\0\0\0\0WAVEfmt ", Some("audio/wav")),
        (b"OggS\0", Some("audio/ogg")),
        (b"ID3\x04", Some("audio/mpeg")),
        (&after(900, "%PDF-1.7"), Some("application/pdf")),
        (&after(1_100, "%PDF-1.7"), None),
        (&tar, Some("application/x-tar")),
        (b"\0\x01\0\0\0\x0f", Some("font/ttf")),
        (b"wOFF\0\x01\0\0", Some("font/woff")),
        (b"wOF2\0\x01\0\0", Some("font/woff2")),
        (b"OTTO\0", Some("font/otf")),
        (b"PK\x03\x04", Some("application/zip")),
        (b"PK\x05\x06", Some("application/zip")),
        (b"\x1f\x8b\x08", Some("application/gzip")),
        (b"SQLite format 3\0", Some("application/vnd.sqlite3")),
        (b"\0asm\x01\0\0\0", Some("application/wasm")),
    ];
    for (bytes, expected) in table {
        assert_eq!(detect(bytes), expected, "{}", bytes.escape_ascii());
    }
}
