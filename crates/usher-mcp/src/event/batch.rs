//! Receives the events of a connection in batches.
//!
//! Waking a listener for each message would cost a busy connection more than the messages do.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::ConnectionEvent;

/// Between two batches; too short to be noticed.
const PAUSE: Duration = Duration::from_millis(5);

/// The largest batch; after a full one there is no pause.
const BATCH: usize = 256;

/// The events of one connection, in order.
pub struct BatchReceiver {
    events: mpsc::Receiver<ConnectionEvent>,
    /// The current batch in reverse order.
    batch: Vec<ConnectionEvent>,
    pause_until: Option<Instant>,
}

impl BatchReceiver {
    /// Receives from this channel.
    pub fn new(events: mpsc::Receiver<ConnectionEvent>) -> Self {
        Self {
            events,
            batch: Vec::new(),
            pause_until: None,
        }
    }

    /// Returns the next event; `None` when the channel is closed.
    ///
    /// The first one after a silence comes at once. Nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<ConnectionEvent> {
        if self.batch.is_empty() {
            if let Some(until) = self.pause_until {
                tokio::time::sleep_until(until).await;
            }
            let received = self.events.recv_many(&mut self.batch, BATCH).await;
            self.batch.reverse();
            self.pause_until = (received < BATCH).then(|| Instant::now() + PAUSE);
        }
        self.batch.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: usize) -> ConnectionEvent {
        ConnectionEvent::Stderr(number.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn events_come_in_order_at_once_and_then_in_lots() {
        let (sender, events) = mpsc::channel(2 * BATCH);
        let mut receiver = BatchReceiver::new(events);
        let began = Instant::now();
        let mut received = Vec::new();
        let mut receive = async |receiver: &mut BatchReceiver| {
            if let Some(ConnectionEvent::Stderr(line)) = receiver.next().await {
                received.push((line, began.elapsed()));
            }
        };
        sender.send(line(0)).await.unwrap();
        receive(&mut receiver).await;
        sender.send(line(1)).await.unwrap();
        sender.send(line(2)).await.unwrap();
        let early = tokio::time::timeout(PAUSE / 2, receiver.next()).await;
        assert!(early.is_err(), "the listener rests");
        receive(&mut receiver).await;
        receive(&mut receiver).await;
        let expected = [(0, Duration::ZERO), (1, PAUSE), (2, PAUSE)];
        assert_eq!(
            received,
            expected.map(|(number, at)| (number.to_string(), at))
        );

        tokio::time::sleep(PAUSE).await;
        for number in 0..2 * BATCH {
            sender.send(line(number)).await.unwrap();
        }
        drop(sender);
        let mut left = 0;
        let before = Instant::now();
        while receiver.next().await.is_some() {
            left += 1;
        }
        assert_eq!(
            (left, before.elapsed()),
            (2 * BATCH, Duration::ZERO),
            "nobody rests while there is much to hear"
        );
    }
}
