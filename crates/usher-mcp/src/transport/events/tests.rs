//! Events read whole, in pieces, too long, and beside messages.

use super::*;
use crate::limits::Limits;
use crate::redact::Redactor;

/// Kind, data, id and retry in milliseconds of each event.
type Parsed = Vec<(String, String, Option<String>, Option<u64>)>;

fn read(pieces: &[&[u8]], limit: usize) -> Parsed {
    let mut parser = Parser::new(limit);
    let mut ready = VecDeque::new();
    for piece in pieces {
        parser.feed(piece, &mut ready);
    }
    ready.extend(parser.rest());
    ready
        .into_iter()
        .map(|event| {
            let data = match event.data {
                Data::None => "-".to_owned(),
                Data::Whole(data) => String::from_utf8_lossy(&data).into_owned(),
                Data::Oversized(oversized) => format!(
                    "{} bytes, answer to {:?}",
                    oversized.length,
                    oversized.scanner.answered_id()
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
        ("data: {\"a\":", vec![]),
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
        event("", "120 bytes, answer to Some(Number(5))", None, None),
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
        let mut parser = Parser::new(1000);
        parser.feed(text.as_bytes(), &mut VecDeque::new());
        assert_eq!(parser.chatter, Chatter { lines, bytes }, "{text:?}");
    }
    let mut parser = Parser::new(50);
    for piece in long.as_bytes().chunks(10) {
        parser.feed(piece, &mut VecDeque::new());
    }
    let expected = Chatter {
        lines: 0,
        bytes: 46,
    };
    assert_eq!(parser.chatter, expected, "what is over the limit");
}

/// The events of a body that a test writes.
fn written() -> (tokio::sync::mpsc::UnboundedSender<&'static str>, Events) {
    let (writer, mut written) = tokio::sync::mpsc::unbounded_channel();
    let pieces = futures::stream::poll_fn(move |context| {
        let piece = std::task::ready!(written.poll_recv(context));
        std::task::Poll::Ready(piece.map(Ok::<&str, std::io::Error>))
    });
    let body = reqwest::Body::wrap_stream(pieces);
    let (events, _) = tokio::sync::mpsc::channel(1);
    let wire = Wire::new(events, Redactor::default(), Limits::default());
    (writer, Events::new(http::Response::new(body).into(), wire))
}

#[tokio::test(start_paused = true)]
async fn silence_is_told_and_a_comment_is_a_sign_of_life() {
    const SILENCE: Duration = Duration::from_mins(5);
    let (writer, mut events) = written();
    events.tell_silence(SILENCE);
    tokio::spawn(async move {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_mins(4)).await;
            writer.send(": still here\n\n").unwrap();
        }
        std::future::pending::<()>().await;
    });
    let began = tokio::time::Instant::now();
    let told = events.next().await.map(|event| event.is_some());
    assert_eq!(
        (told, began.elapsed().as_secs()),
        (Err(Broken::Silent(SILENCE)), (3 * 4 + 5) * 60),
        "five minutes after the last comment"
    );
}

#[tokio::test(start_paused = true)]
async fn comments_without_end_are_heard_at_the_speed_that_is_allowed() {
    let (writer, mut events) = written();
    for _ in 0..1_000 {
        let ten_lines = ": 1\n\n: 2\n\n: 3\n\n: 4\n\n: 5\n\n";
        writer.send(ten_lines).unwrap();
    }
    writer.send("data: x\n\n").unwrap();
    let began = tokio::time::Instant::now();
    let told = events.next().await.map(|event| event.is_some());
    assert_eq!(
        (told, began.elapsed().as_secs()),
        (Ok(true), 10_000 / 2_000 - 2),
        "ten thousand lines at two thousand a second, after a burst of two seconds"
    );
}
