//! Server-sent events, read by the wire before rmcp sees what is left of them.

use futures::{StreamExt, stream::BoxStream};
use reqwest::Response;
use serde_json::Value;
use sse_stream::{Error as SseError, Sse, SseStream};

use super::Exchanges;
use crate::error::CallError;
use crate::transport::sse::EventLimit;
use crate::wire::Arrival;

/// Shortest and longest wait before a stream is opened again, in milliseconds, whatever the server asks.
const RETRY_MS: std::ops::RangeInclusive<u64> = 500..=30_000;

/// Whether the stream gave an event id, with which it can be taken up again.
#[derive(Clone, Copy)]
enum Resumable {
    Yes,
    No,
}

impl Exchanges {
    /// Events as rmcp is to see them: the wire has read and logged each one before.
    pub(super) fn events(
        &self,
        response: Response,
        request: Option<Value>,
    ) -> BoxStream<'static, Result<Sse, SseError>> {
        let bytes = EventLimit::new(
            response.bytes_stream().boxed(),
            self.wire.limits.message_bytes,
        );
        let events = SseStream::from_bytes_stream(bytes);
        let state = (events, self.clone(), request, Resumable::No);
        futures::stream::unfold(
            state,
            |(mut events, exchanges, request, mut resumable)| async move {
                loop {
                    let Some(event) = events.next().await else {
                        if let (Some(id), Resumable::No) = (&request, resumable) {
                            let detail = "the server's stream ended without an answer".to_owned();
                            exchanges.wire.fail(
                                id,
                                CallError::Http {
                                    status: None,
                                    detail,
                                },
                            );
                        }
                        return None;
                    };
                    let event = match event {
                        Ok(event) => {
                            exchanges
                                .read_event(event, request.as_ref(), &mut resumable)
                                .await
                        }
                        Err(error) => {
                            let detail = format!("the server's stream broke: {error}");
                            let resumes =
                                matches!(resumable, Resumable::Yes) && !detail.contains("limit");
                            if let (Some(id), false) = (&request, resumes) {
                                exchanges.wire.fail(
                                    id,
                                    CallError::Http {
                                        status: None,
                                        detail,
                                    },
                                );
                            }
                            vec![Err(error)]
                        }
                    };
                    if !event.is_empty() {
                        return Some((
                            futures::stream::iter(event),
                            (events, exchanges, request, resumable),
                        ));
                    }
                }
            },
        )
        .flatten()
        .boxed()
    }

    async fn read_event(
        &self,
        mut event: Sse,
        request: Option<&Value>,
        resumable: &mut Resumable,
    ) -> Vec<Result<Sse, SseError>> {
        if event.id.is_some() {
            *resumable = Resumable::Yes;
        }
        event.retry = event
            .retry
            .map(|retry| retry.clamp(*RETRY_MS.start(), *RETRY_MS.end()));
        let is_message = matches!(event.event.as_deref(), None | Some("" | "message"));
        let data = match event.data.take() {
            Some(data) if is_message && !data.trim().is_empty() => data,
            other => {
                event.data = other;
                return vec![Ok(event)];
            }
        };
        let arrival = Arrival {
            bytes: data.as_bytes(),
            stream: request.cloned(),
            whole_answer: false,
        };
        let messages = self.wire.arrive(arrival).await;
        // What carries the position in the stream goes on even if nothing is left to say.
        let mut read = vec![Ok(Sse {
            data: None,
            ..event
        })];
        for text in messages
            .iter()
            .filter_map(|message| serde_json::to_string(message).ok())
        {
            read.push(Ok(Sse {
                data: Some(text),
                ..Sse::default()
            }));
        }
        read
    }
}
