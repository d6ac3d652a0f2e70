//! Streamable HTTP (2025-11-25, basic/transports): one exchange per message, read leniently. Sessions,
//! resuming and the order of things are rmcp's; bytes, limits and what an answer means are ours.

mod events;
mod faults;

use std::collections::HashMap;
use std::sync::Arc;

use futures::stream::BoxStream;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use reqwest::{RequestBuilder, Response};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use serde_json::Value;
use sse_stream::{Error as SseError, Sse};
use tokio_util::sync::CancellationToken;

use crate::error::{CallError, ConnectError};
use crate::net;
use crate::wire::{Arrival, Wire};

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// Longest session id accepted, in bytes.
const SESSION_ID_BYTES: usize = 1024;

/// How much of an unexpected body goes into an error, in characters.
const HEAD_CHARS: usize = 300;

type Fault = StreamableHttpError<HttpFault>;

/// What went wrong in an exchange, in words; the call learns the details from the wire.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct HttpFault(String);

/// Makes the exchanges of one connection.
#[derive(Clone)]
pub(crate) struct Exchanges {
    pub(crate) client: reqwest::Client,
    pub(crate) wire: Arc<Wire>,
    /// The configured headers, values marked as sensitive.
    pub(crate) headers: HeaderMap,
    /// Host and port, for messages.
    pub(crate) host: String,
    /// Cancelled when nothing answers at the address any more.
    pub(crate) lost: CancellationToken,
}

impl Exchanges {
    /// Ours over rmcp's over the user's: nobody overrides what the protocol needs.
    fn dress(
        &self,
        request: RequestBuilder,
        session: Option<&str>,
        protocol: HashMap<HeaderName, HeaderValue>,
        own: &[(HeaderName, &'static str)],
    ) -> RequestBuilder {
        let mut headers = self.headers.clone();
        headers.extend(protocol);
        if let Some(session) = session.and_then(|session| HeaderValue::from_str(session).ok()) {
            headers.insert(SESSION_ID, session);
        }
        for (name, value) in own {
            headers.insert(name, HeaderValue::from_static(value));
        }
        request.headers(headers)
    }

    /// The answer in a JSON body.
    async fn json_answer(
        &self,
        body: &[u8],
        request: Option<&Value>,
    ) -> Option<ServerJsonRpcMessage> {
        let arrival = Arrival {
            bytes: body,
            stream: request.cloned(),
            whole_answer: true,
        };
        let messages = self.wire.arrive(arrival).await;
        messages.into_iter().find(|message| {
            matches!(
                message,
                ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)
            )
        })
    }
}

fn content_type(response: &Response) -> String {
    response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase()
}

fn session_id(response: &Response) -> Option<String> {
    let id = response.headers().get(SESSION_ID)?.to_str().ok()?;
    (!id.is_empty() && id.len() <= SESSION_ID_BYTES).then(|| id.to_owned())
}

impl StreamableHttpClient for Exchanges {
    type Error = HttpFault;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _auth_header: Option<String>,
        protocol: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Fault> {
        let departure = self.wire.depart(&message)?;
        self.wire.report_frame(departure.frame).await;
        let request = departure.request_id;
        let own = [
            (header::ACCEPT, "application/json, text/event-stream"),
            (header::CONTENT_TYPE, "application/json"),
        ];
        let post = self.dress(
            self.client.post(uri.as_ref()),
            session.as_deref(),
            protocol,
            &own,
        );
        let response = post
            .body(departure.text)
            .send()
            .await
            .map_err(|error| self.unreachable(request.as_ref(), &error))?;
        let status = response.status();
        let new_session = session_id(&response);
        if matches!(status.as_u16(), 202 | 204) {
            let Some(id) = &request else {
                return Ok(StreamableHttpPostResponse::Accepted);
            };
            let detail = format!(
                "the server accepted the request without answering it (HTTP status {status})"
            );
            self.wire.note_connect_failure(ConnectError::NotMcp {
                detail: detail.clone(),
                stderr: Vec::new(),
            });
            return Err(self.fail(
                Some(id),
                CallError::Http {
                    status: Some(status.as_u16()),
                    detail,
                },
            ));
        }
        if status == StatusCode::NOT_FOUND && session.is_some() {
            self.wire
                .report_repairs(vec![
                    "the server had forgotten the session; a new one was started".into(),
                ])
                .await;
            return Err(StreamableHttpError::SessionExpired);
        }
        let kind = content_type(&response);
        if status.is_success() && kind.starts_with("text/event-stream") {
            return Ok(StreamableHttpPostResponse::Sse(
                self.events(response, request),
                new_session,
            ));
        }
        let is_json = kind.contains("json");
        if !status.is_success() && !is_json {
            return Err(self.refused(request.as_ref(), response).await);
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(self.refused(request.as_ref(), response).await);
        }
        let body = self.body(response).await.map_err(|detail| {
            self.fail(
                request.as_ref(),
                CallError::Http {
                    status: Some(status.as_u16()),
                    detail,
                },
            )
        })?;
        let Some(id) = &request else {
            // Some servers answer notifications with a body; it says nothing.
            self.json_answer(&body, None).await;
            if status.is_success() {
                return Ok(StreamableHttpPostResponse::Accepted);
            }
            return Err(StreamableHttpError::Client(HttpFault(format!(
                "HTTP status {status}"
            ))));
        };
        if let Some(answer) = self.json_answer(&body, Some(id)).await {
            return Ok(StreamableHttpPostResponse::Json(answer, new_session));
        }
        let head: String = String::from_utf8_lossy(&body)
            .chars()
            .take(HEAD_CHARS)
            .collect();
        let head = self.wire.redactor.text(&head).into_owned();
        let detail =
            format!("the server answered with HTTP status {status} and no message: {head}");
        self.wire.note_connect_failure(if status.is_success() {
            ConnectError::NotMcp {
                detail: detail.clone(),
                stderr: Vec::new(),
            }
        } else {
            ConnectError::HttpStatus {
                status: status.as_u16(),
                body_head: head,
            }
        });
        Err(self.fail(
            Some(id),
            CallError::Http {
                status: Some(status.as_u16()),
                detail,
            },
        ))
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        _auth_header: Option<String>,
        protocol: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Fault> {
        // A server may refuse to end sessions (405); it will forget this one by itself.
        let delete = self.dress(
            self.client.delete(uri.as_ref()),
            Some(&session),
            protocol,
            &[],
        );
        delete
            .send()
            .await
            .map(|_| ())
            .map_err(|error| StreamableHttpError::Client(HttpFault(net::describe(&error))))
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        protocol: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Fault> {
        let mut get = self.dress(
            self.client.get(uri.as_ref()),
            session.as_deref(),
            protocol,
            &[(header::ACCEPT, "text/event-stream")],
        );
        if let Some(last) = last_event_id.and_then(|last| HeaderValue::from_str(&last).ok()) {
            get = get.header("last-event-id", last);
        }
        let response = get
            .send()
            .await
            .map_err(|error| self.unreachable(None, &error))?;
        let status = response.status();
        if status == StatusCode::UNAUTHORIZED {
            return Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(
                String::new(),
            )));
        }
        // Servers without such a stream should say 405; many say 404 or 400, or send a page.
        if status.is_client_error()
            || (status.is_success() && !content_type(&response).starts_with("text/event-stream"))
        {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        if !status.is_success() {
            return Err(StreamableHttpError::Client(HttpFault(format!(
                "HTTP status {status}"
            ))));
        }
        Ok(self.events(response, None))
    }
}
