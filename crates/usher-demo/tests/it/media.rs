//! The pictures, sounds and papers are what their types say.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::peer::{Peer, capable};

fn bytes(base64: &Value) -> Vec<u8> {
    let text = base64.as_str().expect("base64 is text");
    STANDARD.decode(text).expect("base64")
}

async fn blob(uri: &str) -> Vec<u8> {
    let mut peer = Peer::ready(capable()).await;
    let result = peer.result("resources/read", json!({ "uri": uri })).await;
    bytes(&result["contents"][0]["blob"])
}

fn decode_png(file: &[u8]) -> (u32, u32, usize) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("a PNG header");
    let mut points = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut points).expect("a PNG picture");
    points.sort_unstable();
    points.dedup();
    (frame.width, frame.height, points.len())
}

#[tokio::test]
async fn pictures_decode_and_are_not_blank() {
    let (width, height, shades) = decode_png(&blob("demo://pictures/sunrise.png").await);
    assert_eq!((width, height), (640, 400));
    assert!(shades > 100, "{shades} shades are no sunrise");

    let mut peer = Peer::ready(capable()).await;
    for values in [
        json!([1]),
        json!([0, 0]),
        json!([3, 1, 2]),
        json!(vec![0.5; 24]),
    ] {
        let result = peer.call("draw_chart", json!({ "values": values })).await;
        let (width, height, _) = decode_png(&bytes(&result["content"][1]["data"]));
        assert_eq!((width, height), (560, 320), "a chart of {values}");
    }
}

fn check_wav(file: &[u8], seconds: f64) {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(
        (&file[0..4], &file[8..16], &file[36..40]),
        (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..])
    );
    assert_eq!(number(4) as usize, file.len() - 8, "the size of the file");
    assert_eq!(number(40) as usize, file.len() - 44, "the size of the data");
    let expected = seconds * f64::from(number(28));
    assert!(
        (f64::from(number(40)) - expected).abs() < 8.0,
        "{seconds} s of sound"
    );
    assert!(file[44..].iter().any(|byte| *byte != 0), "it is not silent");
}

#[tokio::test]
async fn sounds_have_the_length_they_claim() {
    check_wav(&blob("demo://sounds/chime.wav").await, 1.6);
    let mut peer = Peer::ready(capable()).await;
    let result = peer
        .call("play_tone", json!({ "frequencyHz": 880, "seconds": 0.5 }))
        .await;
    check_wav(&bytes(&result["content"][1]["data"]), 0.5);
}

#[tokio::test]
async fn the_leaflet_has_a_true_table_of_objects() {
    let file = blob("demo://papers/leaflet.pdf").await;
    let text = String::from_utf8(file).expect("the leaflet is ASCII");
    assert!(text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF\n"));
    let (_, start) = text
        .rsplit_once("startxref\n")
        .expect("a start of the table");
    let start: usize = start
        .lines()
        .next()
        .expect("a line")
        .parse()
        .expect("a number");
    assert!(
        text[start..].starts_with("xref\n0 7\n"),
        "the table is where it is said to be"
    );
    for (number, line) in (1..7).zip(text[start..].lines().skip(3)) {
        let at: usize = line[..10].parse().expect("an offset");
        let object = format!("{number} 0 obj\n");
        assert!(
            text[at..].starts_with(&object),
            "object {number} is not at {at}"
        );
    }
    let (_, stream) = text.split_once("/Length ").expect("a length");
    let length: usize = stream
        .split(' ')
        .next()
        .expect("a word")
        .parse()
        .expect("a number");
    let (_, body) = stream.split_once("stream\n").expect("a stream");
    assert_eq!(
        &body[length..length + 9],
        "endstream",
        "the stream is as long as it says"
    );
}
