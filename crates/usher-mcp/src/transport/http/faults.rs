//! Exchanges that yield no message: what went wrong, told to the call, to `connect` and to the log.

use http::{StatusCode, header};
use reqwest::Response;
use rmcp::transport::streamable_http_client::{AuthRequiredError, StreamableHttpError};
use serde_json::Value;

use super::{Exchanges, Fault, HEAD_CHARS, HttpFault};
use crate::error::{CallError, ConnectError};
use crate::event::{Direction, Frame, FrameKind};
use crate::net;

impl Exchanges {
    /// Ends the request this exchange was for, and tells rmcp that it did.
    pub(super) fn fail(&self, request: Option<&Value>, error: CallError) -> Fault {
        let words = error.to_string();
        if let Some(id) = request {
            self.wire.fail(id, error);
        }
        StreamableHttpError::Client(HttpFault(words))
    }

    pub(super) fn unreachable(&self, request: Option<&Value>, error: &reqwest::Error) -> Fault {
        let detail = self.wire.redactor.text(&net::describe(error)).into_owned();
        self.wire.note_connect_failure(ConnectError::Unreachable {
            host: self.host.clone(),
            detail: detail.clone(),
        });
        let fault = self.fail(
            request,
            CallError::Http {
                status: None,
                detail,
            },
        );
        // An exchange may break for many reasons; an address nobody answers at is a server that has gone.
        if error.is_connect() {
            self.lost.cancel();
        }
        fault
    }

    /// A status that is no answer to a request. While connecting, the reason is kept for `connect`.
    pub(super) async fn refused(&self, request: Option<&Value>, response: Response) -> Fault {
        let status = response.status();
        let challenge = response
            .headers()
            .get(header::WWW_AUTHENTICATE)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        let asks_sign_in = status == StatusCode::UNAUTHORIZED
            || (status == StatusCode::FORBIDDEN && challenge.is_some());
        let body_head = self.log_unexpected(status, response).await;
        let detail = if asks_sign_in {
            self.wire.note_connect_failure(ConnectError::Unauthorized {
                challenge: challenge.clone(),
            });
            "the server wants a sign-in".to_owned()
        } else {
            self.wire.note_connect_failure(ConnectError::HttpStatus {
                status: status.as_u16(),
                body_head: body_head.clone(),
            });
            format!("the server answered with HTTP status {status}: {body_head}")
        };
        let fault = self.fail(
            request,
            CallError::Http {
                status: Some(status.as_u16()),
                detail,
            },
        );
        if asks_sign_in {
            StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge.unwrap_or_default()))
        } else {
            fault
        }
    }

    /// Logs a body that is no message; returns its head.
    async fn log_unexpected(&self, status: StatusCode, response: Response) -> String {
        let body = self.body(response).await.unwrap_or_default();
        let head: String = String::from_utf8_lossy(&body)
            .chars()
            .take(HEAD_CHARS)
            .collect();
        let head = self.wire.redactor.text(&head).into_owned();
        self.wire
            .report_frame(noise(format!("HTTP {status} {head}"), body.len()))
            .await;
        head
    }

    /// The whole body, or what is wrong with it.
    pub(super) async fn body(&self, mut response: Response) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|error| net::describe(&error))?
        {
            body.extend_from_slice(&chunk);
            if body.len() > self.wire.limits.message_bytes {
                return Err(format!(
                    "the answer is longer than the limit of {} bytes",
                    self.wire.limits.message_bytes
                ));
            }
        }
        Ok(body)
    }
}

fn noise(text: String, size: usize) -> Frame {
    Frame {
        direction: Direction::In,
        kind: FrameKind::Noise,
        method: None,
        rpc_id: None,
        text: text.into(),
        size_bytes: size as u64,
        elapsed: None,
        tag: None,
    }
}
