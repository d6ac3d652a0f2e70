//! Sends requests to one address and reports failed exchanges.
//!
//! A failure is reported to the call, to `connect` and to the log. Which messages go where is not decided here.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::{HeaderMap, HeaderValue, StatusCode, header};
use reqwest::{Request, RequestBuilder, Response};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::access::{Access, Challenge};
use crate::error::{CallError, ConnectError, Leads, Redirect};
use crate::event::{Direction, Frame, FrameKind};
use crate::launch::LaunchSecrets;
use crate::limits;
use crate::rpc::Incoming;
use crate::transport::page_words;
use crate::wire::{IncomingBytes, Source, Wire};
use usher_messages::{Message, Param};
use usher_types::secret::Secret;

/// Longest part of an unexpected body in an error, in characters.
const HEAD_CHARS: usize = 300;

/// The address of one connection's requests.
pub(crate) struct HttpEndpoint {
    pub(crate) client: reqwest::Client,
    pub(crate) url: Url,
    /// The configured headers, values marked as sensitive.
    pub(crate) headers: HeaderMap,
    pub(crate) access: Access,
    /// What the references in the query stand for.
    pub(crate) secrets: LaunchSecrets,
    /// Host and port, for messages.
    pub(crate) host: String,
    pub(crate) wire: Arc<Wire>,
    pub(crate) lost: Lost,
}

/// Signals that the server is unreachable, with the reason.
#[derive(Clone, Default)]
pub(crate) struct Lost {
    token: CancellationToken,
    reason: Arc<OnceLock<Message>>,
}

impl Lost {
    /// Marks the server as lost; the first reason counts.
    pub(crate) fn mark_lost(&self, reason: Message) {
        // An earlier reason counts.
        let _ = self.reason.set(reason);
        self.token.cancel();
    }

    /// Waits until the server is lost, and returns the reason.
    pub(crate) async fn cancelled(&self) -> Message {
        self.token.cancelled().await;
        let reason = self.reason.get().cloned();
        reason.unwrap_or(Message::new("connection.closed"))
    }
}

impl HttpEndpoint {
    /// Sends a request with a token, and with another if refused.
    pub(crate) async fn send_authorized(
        &self,
        request: RequestBuilder,
        protocol: HeaderMap,
    ) -> reqwest::Result<Response> {
        let retry = request.try_clone();
        let token = self.access.token().await;
        let request = self.prepare(request, &protocol, token.as_ref())?;
        let response = usher_net::execute_following(&self.client, request).await?;
        let Some(challenge) = Challenge::from_response(response.status(), response.headers())
        else {
            return Ok(response);
        };
        let refreshed = self
            .access
            .refreshed_token(token.as_ref(), &challenge)
            .await;
        match (retry, refreshed) {
            (Some(retry), Some(refreshed)) => {
                let request = self.prepare(retry, &protocol, Some(&refreshed))?;
                usher_net::execute_following(&self.client, request).await
            }
            _ => Ok(response),
        }
    }

    /// Adds the secrets of the query and the protocol's headers, which override the user's.
    fn prepare(
        &self,
        request: RequestBuilder,
        protocol: &HeaderMap,
        token: Option<&Secret>,
    ) -> reqwest::Result<Request> {
        let mut headers = self.headers.clone();
        headers.extend(protocol.clone());
        let bearer = token
            .and_then(|token| HeaderValue::from_str(&format!("Bearer {}", token.expose())).ok());
        if let Some(mut bearer) = bearer {
            bearer.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, bearer);
        }
        let mut request = request.headers(headers).build()?;
        *request.url_mut() = self.secrets.fill_in_url(request.url());
        Ok(request)
    }

    /// Sends a request; failures before a response are reported to its call.
    pub(super) async fn send(
        &self,
        request: RequestBuilder,
        protocol: HeaderMap,
        request_id: Option<&Value>,
    ) -> Result<Response, ExchangeFailed> {
        self.send_authorized(request, protocol)
            .await
            .map_err(|error| self.unreachable(request_id, &error))
    }

    fn unreachable(&self, request_id: Option<&Value>, error: &reqwest::Error) -> ExchangeFailed {
        let redactor = &self.wire.redactor;
        let detail = usher_net::describe(error).map_texts(&|text| redactor.text(text).into_owned());
        let host = self.host.clone();
        self.wire
            .lifecycle
            .record_connect_failure(match usher_net::tls_failure(error) {
                Some(reason) => ConnectError::Untrusted { host, reason },
                None => ConnectError::Unreachable {
                    host,
                    detail: detail.clone(),
                },
            });
        // An exchange may break for many reasons; a failed connect means a lost server.
        if error.is_connect() {
            self.mark_unreachable();
        }
        self.fail(request_id, None, detail)
    }

    /// Marks the address as unreachable.
    pub(super) fn mark_unreachable(&self) {
        self.lost
            .mark_lost(Message::new("connection.unreachable").with("host", self.host.as_str()));
    }

    /// Fails the request of this exchange.
    pub(super) fn fail(
        &self,
        request_id: Option<&Value>,
        status: Option<StatusCode>,
        detail: Message,
    ) -> ExchangeFailed {
        if let Some(id) = request_id {
            // An earlier, better reason counts.
            self.wire
                .lifecycle
                .record_connect_failure(ConnectError::NotMcp {
                    detail: detail.clone(),
                    stderr: Vec::new(),
                });
            let status = status.map(|status| status.as_u16());
            self.wire
                .pending
                .fail(id, CallError::Http { status, detail });
        }
        ExchangeFailed
    }

    /// Fails a request by its status.
    ///
    /// While connecting, the reason is kept for `connect`.
    pub(super) async fn fail_refused(
        &self,
        request_id: Option<&Value>,
        response: Response,
    ) -> ExchangeFailed {
        let status = response.status();
        let challenge = Challenge::from_response(status, response.headers());
        let retry_after = retry_after(status, response.headers());
        let redirect = self.redirect(&response);
        let body = self.body(response).await.unwrap_or_default();
        self.wire.lifecycle.record_refusal(status.as_u16(), &body);
        let refused = RefusedResponse {
            status,
            challenge,
            retry_after,
            redirect,
        };
        self.fail_with_refusal(request_id, refused, &body).await
    }

    /// As [`HttpEndpoint::fail_refused`], after the body was read.
    pub(super) async fn fail_with_refusal(
        &self,
        request_id: Option<&Value>,
        refused: RefusedResponse,
        body: &[u8],
    ) -> ExchangeFailed {
        let RefusedResponse {
            status,
            challenge,
            retry_after,
            redirect,
        } = refused;
        let head = self.log_unexpected(status, body).await;
        if let Some(mut challenge) = challenge {
            challenge.said = self.said(challenge.said, &head);
            self.wire
                .lifecycle
                .record_connect_failure(ConnectError::Unauthorized {
                    challenge: challenge.clone(),
                });
            if let Some(id) = request_id {
                self.wire
                    .pending
                    .fail(id, CallError::Unauthorized { challenge });
            }
            return ExchangeFailed;
        }
        self.wire.lifecycle.record_connect_failure(match &redirect {
            Some(redirect) => ConnectError::Redirected(redirect.clone()),
            None => ConnectError::HttpStatus {
                status: status.as_u16(),
                body_head: head.clone(),
                retry_after,
            },
        });
        let code = status.as_u16().to_string();
        let head = self.said(None, &head).unwrap_or(head);
        let detail = match without_status(&head, &code) {
            _ if status.is_redirection()
                && let Some(redirect) = redirect =>
            {
                Message::new("exchange.redirected")
                    .with("status", code)
                    .with("to", redirect.to)
            }
            "" => Message::new("net.status").with("status", code),
            said => Message::new("exchange.status")
                .with("text", said)
                .with("status", code),
        };
        let detail = match retry_after {
            Some(waited) => Message::new("exchange.tryLater")
                .with("reason", detail)
                .with("waited", waited),
            None => detail,
        };
        self.fail(request_id, Some(status), detail)
    }

    /// Returns what a refusal says: in its header, else in its body.
    fn said(&self, header: Option<String>, head: &str) -> Option<String> {
        let header = header.map(|text| self.redacted_head(text.as_bytes()));
        let said = header.unwrap_or_else(|| {
            let body: Value = serde_json::from_str(head).unwrap_or_default();
            let members = ["error_description", "message", "detail", "error"];
            let member = members.iter().find_map(|name| body[name].as_str());
            match member.or(body["error"]["message"].as_str()) {
                Some(text) => text.to_owned(),
                None if head.starts_with(['{', '[']) => String::new(),
                None => head.to_owned(),
            }
        });
        let line = said.trim().lines().next()?;
        (!line.is_empty()).then(|| line.to_owned())
    }

    /// Fails a request whose success holds no message: a page, nothing, an acknowledgement.
    pub(super) fn no_answer(
        &self,
        request_id: &Value,
        refused: RefusedResponse,
        detail: Message,
    ) -> ExchangeFailed {
        let RefusedResponse {
            status, redirect, ..
        } = refused;
        self.wire.lifecycle.record_refusal(status.as_u16(), &[]);
        if let Some(redirect) = redirect {
            self.wire
                .lifecycle
                .record_connect_failure(ConnectError::Redirected(redirect));
        }
        self.fail(Some(request_id), Some(status), detail)
    }

    /// Returns where the address has redirected to, if it has.
    pub(super) fn redirect(&self, response: &Response) -> Option<Redirect> {
        let here = response.url();
        let asked = self.secrets.fill_in_url(&self.url);
        let (mut to, leads) =
            match usher_net::redirect_target(response.status(), response.headers(), here) {
                Some(to) if to.origin() != asked.origin() => (to, Leads::Elsewhere),
                Some(to) if response.status() == StatusCode::SEE_OTHER => (to, Leads::Within),
                Some(to) => (to, Leads::InCircle),
                None if *here != asked => (here.clone(), Leads::Within),
                None => return None,
            };
        // What a sign-in page is handed there is of no use to a person, and may be a secret.
        to.set_query(None);
        to.set_fragment(None);
        let to = self.redacted_head(to.as_str().as_bytes());
        Some(Redirect { to, leads })
    }

    /// Returns the beginning of a body, redacted.
    pub(super) fn redacted_head(&self, body: &[u8]) -> String {
        let text = String::from_utf8_lossy(body);
        // Cut afterwards: half a secret would not be recognised.
        let redacted = self.wire.redactor.text(&text);
        let redacted = page_words::words_of(&redacted);
        redacted.chars().take(HEAD_CHARS).collect()
    }

    /// Logs a body that is no message, and returns its beginning.
    async fn log_unexpected(&self, status: StatusCode, body: &[u8]) -> String {
        let head = self.redacted_head(body);
        self.wire
            .events
            .send_frame(non_json_frame(format!("HTTP {status} {head}"), body.len()))
            .await;
        head
    }

    /// Logs bytes that belong to no request.
    pub(super) async fn log_non_json(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let text = self.wire.redactor.text(&text).into_owned();
        self.wire
            .events
            .send_frame(non_json_frame(text, bytes.len()))
            .await;
        self.wire.backpressure.received(1, bytes.len() as u64).await;
    }

    /// Reads the whole body, or why it cannot be read.
    ///
    /// The limit counts decompressed bytes. Nothing is read of a body that declares to be longer.
    pub(super) async fn body(&self, mut response: Response) -> Result<Vec<u8>, Message> {
        let limit = self.wire.message_limit();
        if let Some(declared) = response.content_length()
            && declared > limit as u64
        {
            return Err(Message::new("response.tooLong")
                .with("size", Param::Bytes { bytes: declared })
                .with("limit", Param::bytes(limit)));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|error| usher_net::describe(&error))?
        {
            body.extend_from_slice(&chunk);
            let limit = self.wire.message_limit();
            if body.len() > limit {
                let limit = Param::bytes(limit);
                return Err(Message::new("net.tooLarge").with("size", limit));
            }
        }
        Ok(body)
    }

    /// Passes a body or event to the wire; the messages returned need handling.
    pub(super) async fn read_frame(
        &self,
        bytes: &[u8],
        stream: Option<&Value>,
        whole_answer: bool,
    ) -> Vec<Incoming> {
        let incoming = IncomingBytes {
            bytes,
            stream: stream.cloned(),
            whole_answer,
            source: Source::Http,
        };
        self.wire.read_frame(incoming).await
    }
}

fn non_json_frame(text: String, size: usize) -> Frame {
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

/// The head of a refusing response.
pub(super) struct RefusedResponse {
    pub(super) status: StatusCode,
    pub(super) challenge: Option<Challenge>,
    pub(super) retry_after: Option<Duration>,
    pub(super) redirect: Option<Redirect>,
}

/// Reads `Retry-After` in seconds (RFC 9110, 10.2.3).
///
/// The other form, a date, would depend on the server's clock.
pub(super) fn retry_after(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    let busy = [
        StatusCode::TOO_MANY_REQUESTS,
        StatusCode::SERVICE_UNAVAILABLE,
    ];
    let value = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    (digits && busy.contains(&status)).then(|| {
        let asked = value.parse().unwrap_or(u64::MAX);
        Duration::from_secs(asked).min(limits::LONGEST_RETRY_AFTER)
    })
}

/// The exchange failed, and its call was told why.
#[derive(Debug)]
pub(super) struct ExchangeFailed;

/// Returns the media type of a body in lower case.
pub(super) fn content_type(response: &Response) -> String {
    response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase()
}

/// Returns whether a body is a stream of events.
pub(super) fn is_stream(response: &Response) -> bool {
    response.status().is_success() && usher_net::is_event_stream(response.headers())
}

/// Leaves out of what a refusal says the status with which it begins, as error pages do.
fn without_status<'a>(said: &'a str, status: &str) -> &'a str {
    let said = said.trim();
    let Some(rest) = said.strip_prefix(status) else {
        return said;
    };
    if rest.starts_with(|next: char| next.is_alphanumeric() || next == '.') {
        return said;
    }
    rest.trim_start_matches(|next: char| next.is_whitespace() || ":-–".contains(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_its_status_once() {
        for (said, expected) in [
            (" 502 Bad Gateway\n", "Bad Gateway"),
            ("502: Bad Gateway", "Bad Gateway"),
            ("502 – Bad Gateway", "Bad Gateway"),
            ("502", ""),
            ("", ""),
            ("Bad Gateway", "Bad Gateway"),
            ("5021 tries", "5021 tries"),
            ("502.5 s", "502.5 s"),
            ("504 Gateway Timeout", "504 Gateway Timeout"),
        ] {
            assert_eq!(without_status(said, "502"), expected, "{said:?}");
        }
    }

    #[test]
    fn a_busy_server_is_left_alone_for_as_long_as_it_says_within_reason() {
        let cases = [
            (429, "7", Some(7)),
            (503, " 0 ", Some(0)),
            (429, "1000000000", Some(60)),
            (429, "99999999999999999999999", Some(60)),
            (500, "7", None),
            (200, "7", None),
            (429, "-1", None),
            (429, "1.5", None),
            (429, "", None),
            (429, "Wed, 21 Oct 2026 07:28:00 GMT", None),
        ];
        for (status, value, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(value));
            let status = StatusCode::from_u16(status).expect("a status");
            assert_eq!(
                retry_after(status, &headers),
                expected.map(Duration::from_secs),
                "{status} {value:?}"
            );
        }
    }
}
