//! Tests events read whole, in chunks, too long, and between other lines.

use super::*;

/// Counts what it sees.
#[derive(Default)]
struct Length(usize);

impl Overflow for Length {
    fn feed(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}

/// Kind, data, id and retry in milliseconds of each event.
type Parsed = Vec<(String, String, Option<String>, Option<u64>)>;

fn read(pieces: &[&[u8]], limit: usize) -> Parsed {
    let mut parser = Parser::<Length>::new(limit);
    let mut ready = VecDeque::new();
    for piece in pieces {
        parser.feed(piece, &mut ready);
    }
    ready.extend(parser.finish());
    ready
        .into_iter()
        .map(|event| {
            let data = match event.data {
                Data::None => "-".to_owned(),
                Data::Whole(data) => String::from_utf8_lossy(&data).into_owned(),
                Data::Oversized(oversized) => format!(
                    "{} bytes, {} of them seen",
                    oversized.length, oversized.overflow.0
                ),
            };
            let retry = event
                .retry
                .and_then(|retry| retry.as_millis().try_into().ok());
            (event.kind, data, event.id, retry)
        })
        .collect()
}

fn event(kind: &str, data: &str, id: Option<&str>, retry: Option<u64>) -> Parsed {
    vec![(kind.into(), data.into(), id.map(str::to_owned), retry)]
}

#[test]
fn events_are_read_as_the_standard_has_them() {
    let cases: [(&str, Parsed); 17] = [
        ("data: a\n\n", event("", "a", None, None)),
        ("data:a\r\n\r\n", event("", "a", None, None)),
        (
            "data: a\r\rdata: b\r\r",
            [event("", "a", None, None), event("", "b", None, None)].concat(),
        ),
        ("data:  a\n\n", event("", " a", None, None)),
        (
            "data: a\ndata: b\ndata\n\n",
            event("", "a\nb\n", None, None),
        ),
        (": comment\n\n:\n\n", vec![]),
        (
            "event: endpoint\ndata: /m?x=1\n\n",
            event("endpoint", "/m?x=1", None, None),
        ),
        (
            "id: 7\nretry: 500\ndata:\n\n",
            event("", "", Some("7"), Some(500)),
        ),
        ("id: 7\n\n", event("", "-", Some("7"), None)),
        ("id: a\0b\ndata: x\n\n", event("", "x", None, None)),
        ("retry: soon\ndata: x\n\n", event("", "x", None, None)),
        (
            "retry: 99999999999999999999999\n\n",
            event("", "-", None, Some(u64::MAX)),
        ),
        ("datax: 1\nfoo\n\n", vec![]),
        ("\u{feff}data: a\n\n", event("", "a", None, None)),
        ("data: {\"a\":1}", event("", "{\"a\":1}", None, None)),
        ("data: {\"a\":1}\n", event("", "{\"a\":1}", None, None)),
        ("data: {\"a\":", event("", "{\"a\":", None, None)),
    ];
    for (text, expected) in cases {
        assert_eq!(
            read(&[text.as_bytes()], 1000),
            expected,
            "reading {text:?} at once"
        );
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(
            read(&bytes, 1000),
            expected,
            "reading {text:?} byte by byte"
        );
    }
}

#[test]
fn an_event_over_the_limit_is_told_by_its_size_and_the_next_one_is_read() {
    let long = format!(
        "data: {{\"id\":5,\"result\":\"{}\"}}\n\ndata: b\n\n",
        "x".repeat(100)
    );
    let expected = [
        event("", "120 bytes, 120 of them seen", None, None),
        event("", "b", None, None),
    ]
    .concat();
    assert_eq!(read(&[long.as_bytes()], 50), expected, "at once");
    let bytes: Vec<&[u8]> = long.as_bytes().chunks(7).collect();
    assert_eq!(read(&bytes, 50), expected, "in pieces");
    let lines = "data: 0123456789\n".repeat(10) + "\ndata: b\n\n";
    assert_eq!(
        read(&[lines.as_bytes()], 50).len(),
        2,
        "many lines of one event"
    );
}

#[test]
fn what_no_message_is_made_of_is_counted() {
    let long = format!("data: {}\n\n", "x".repeat(100));
    let cases: [(&str, u32, u64); 6] = [
        (": a\n\n", 2, 3),
        ("\n\n\n", 3, 0),
        ("foo: 1\ndata: b\n\n", 1, 6),
        ("data: a\n\n", 0, 0),
        ("event: x\ndata: a\n\n", 0, 0),
        (long.as_str(), 0, 0),
    ];
    for (text, lines, bytes) in cases {
        let mut parser = Parser::<Length>::new(1000);
        parser.feed(text.as_bytes(), &mut VecDeque::new());
        assert_eq!(parser.take_ignored(), Ignored { lines, bytes }, "{text:?}");
    }
    let mut parser = Parser::<Length>::new(50);
    for piece in long.as_bytes().chunks(10) {
        parser.feed(piece, &mut VecDeque::new());
    }
    let expected = Ignored {
        lines: 0,
        bytes: 46,
    };
    assert_eq!(parser.take_ignored(), expected, "what is over the limit");
}
