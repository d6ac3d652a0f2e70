//! Bodies: of requests, read within limits; of responses, whole or as a stream of server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use ::http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE};
use ::http::{HeaderMap, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde_json::Value;
use tokio::sync::mpsc;
use usher_jsonrpc::{Fault, response};

use crate::limits;

/// The body of a response.
pub(super) enum Reply {
    Whole(Option<Bytes>),
    /// Parts, as they come.
    Stream(mpsc::Receiver<Bytes>),
}

impl Body for Reply {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match self.get_mut() {
            Self::Whole(whole) => whole.take(),
            Self::Stream(parts) => match parts.poll_recv(context) {
                Poll::Ready(part) => part,
                Poll::Pending => return Poll::Pending,
            },
        };
        Poll::Ready(part.map(|part| Ok(Frame::data(part))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(whole) => {
                SizeHint::with_exact(whole.as_ref().map_or(0, |whole| whole.len() as u64))
            }
            Self::Stream(_) => SizeHint::default(),
        }
    }
}

/// Why a request is refused before its content is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) reason: &'static str,
    pub(super) header: Option<(http::HeaderName, &'static str)>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, reason: &'static str) -> Self {
        Self {
            status,
            reason,
            header: None,
        }
    }

    /// A method that is not served; `served` names those that are.
    pub(super) fn method(served: &'static str) -> Self {
        Self {
            header: Some((ALLOW, served)),
            ..Self::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        }
    }

    pub(super) fn response(self) -> Response<Reply> {
        let mut response = whole(
            self.status,
            "text/plain; charset=utf-8",
            Bytes::from_static(self.reason.as_bytes()),
        );
        let headers = response.headers_mut();
        if let Some((name, value)) = self.header {
            headers.insert(name, HeaderValue::from_static(value));
        }
        // What follows of the request is not read.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
        response
    }
}

fn whole(status: StatusCode, kind: &'static str, text: Bytes) -> Response<Reply> {
    let mut response = Response::new(Reply::Whole(Some(text)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// One message as JSON.
pub(super) fn message(status: StatusCode, line: Bytes) -> Response<Reply> {
    whole(status, "application/json", line)
}

/// A JSON-RPC error.
pub(super) fn fault(status: StatusCode, id: &Value, fault: Fault) -> Response<Reply> {
    message(status, response(id, &Err(fault)).into())
}

/// Nothing but a status.
pub(super) fn empty(status: StatusCode) -> Response<Reply> {
    let mut response = Response::new(Reply::Whole(None));
    *response.status_mut() = status;
    response
}

/// A stream of server-sent events.
pub(super) fn events(parts: mpsc::Receiver<Bytes>) -> Response<Reply> {
    let mut response = Response::new(Reply::Stream(parts));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Reads the body of a request.
pub(super) async fn read<B>(
    headers: &HeaderMap,
    body: B,
    within: Duration,
) -> Result<Bytes, Refusal>
where
    B: Body<Data = Bytes, Error = hyper::Error>,
{
    let too_long = || {
        Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "the body is longer than 4 MB",
        )
    };
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limits::HTTP_BODY_BYTES as u64) {
        return Err(too_long());
    }
    let reading = Limited::new(body, limits::HTTP_BODY_BYTES).collect();
    match tokio::time::timeout(within, reading).await {
        Ok(Ok(read)) => Ok(read.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(Refusal::new(StatusCode::BAD_REQUEST, "the body is broken")),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "the body took too long",
        )),
    }
}
