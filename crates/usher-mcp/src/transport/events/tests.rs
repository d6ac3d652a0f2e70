//! Tests silent streams, and messages without a final empty line.

use super::*;
use crate::limits::Limits;
use crate::redact::Redactor;

/// Returns the events of a body that a test writes.
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
    events.set_silence_limit(SILENCE);
    tokio::spawn(async move {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_mins(4)).await;
            writer.send(": still here\n\n").unwrap();
        }
        std::future::pending::<()>().await;
    });
    let began = tokio::time::Instant::now();
    let outcome = events.next().await.map(|event| event.is_some());
    assert_eq!(
        (outcome, began.elapsed().as_secs()),
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
    let outcome = events.next().await.map(|event| event.is_some());
    assert_eq!(
        (outcome, began.elapsed().as_secs()),
        (Ok(true), 10_000 / 2_000 - 2),
        "ten thousand lines at two thousand a second, after a burst of two seconds"
    );
}
