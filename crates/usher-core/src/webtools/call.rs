//! Sends the request of an action and reads its result.

use std::sync::Arc;

use serde_json::Value;
use usher_mcp::{CallOptions, Redactor};
use usher_messages::{Message, Param};
use usher_net::FetchError;

use super::registry::Webtool;
use super::request::{Prepared, send};
use usher_servers::call_outcome::CallEnding;
use usher_servers::request_error::RequestError;
use usher_servers::tool_source::Sent;
use usher_system::blocking::spawn_blocking;
use usher_types::content::Content;
use usher_webtools::answer::{self, ParsedResponse};

impl Webtool {
    /// Sends a request and reads the answer.
    pub(super) async fn answer_to(
        &self,
        prepared: Prepared,
        tool: &str,
        options: CallOptions,
    ) -> Sent {
        let doing = Message::new("request.doing.call")
            .with("tool", tool)
            .with("server", self.label());
        let redactor = Arc::new(prepared.redactor.clone());
        let (action, worker) = (prepared.action.clone(), self.worker.clone());
        let reply = tokio::select! {
            reply = send(prepared, options.timeout) => Some(reply),
            () = options.cancel.cancelled() => None,
        };
        let ending = match reply {
            None => CallEnding::Cancelled,
            Some(Err(error)) => CallEnding::Failed {
                error: failure(doing, &error),
            },
            Some(Ok(reply)) => {
                match spawn_blocking(move || answer::read(&worker, &action, &reply)).await {
                    Some(answered) => ending(answered, &redactor),
                    None => RequestError::Unreachable(
                        Message::new("request.webtool.unread").with("doing", doing),
                    )
                    .into(),
                }
            }
        };
        Sent::Answered { ending, redactor }
    }
}

/// An answer as every call's result is shown. A credential that a server gives back is blanked, also here.
fn ending(answered: ParsedResponse, redactor: &Redactor) -> CallEnding {
    let blank = |text: &str| redactor.text(text).into_owned();
    let mut raw = redactor.value(answered.raw);
    // A body that is no JSON is cut off, maybe within a credential.
    if let Some(Value::String(body)) = raw.get_mut("body") {
        *body = redactor.cut_text(body).into_owned();
    }
    CallEnding::Result {
        is_error: answered.is_error,
        notes: answered
            .notes
            .into_iter()
            .map(|note| note.map_texts(&blank))
            .collect(),
        content: answered
            .text
            .map(|text| Content::Text { text: blank(&text) })
            .into_iter()
            .collect(),
        structured: answered.data.map(|data| redactor.value(data)),
        verdict: answered.verdict,
        raw,
        size_bytes: answered.size_bytes,
    }
}

fn failure(doing: Message, error: &FetchError) -> RequestError {
    let of_doing = |code| Message::new(code).with("doing", doing);
    match error {
        FetchError::Timeout(waited) => {
            RequestError::Timeout(of_doing("request.webtool.timeout").with("waited", *waited))
        }
        FetchError::TooLarge { max_bytes } => RequestError::Rejected {
            message: of_doing("request.webtool.tooLarge").with("size", Param::bytes(*max_bytes)),
            detail: None,
        },
        FetchError::Refused(reason) => RequestError::Unreachable(
            of_doing("request.webtool.refused").with("reason", reason.clone()),
        ),
        other => {
            RequestError::Unreachable(of_doing("request.failed").with("detail", other.message()))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use usher_types::secret::Secret;

    use super::*;

    #[test]
    fn a_body_that_is_cut_within_a_credential_does_not_hold_its_half() {
        let redactor = Redactor::new(&[Secret::new("a-credential-of-27-letters")]);
        let answered = ParsedResponse {
            is_error: true,
            notes: vec![Message::verbatim("a-credential-of-27-letters")],
            text: Some("a-credential-of-27-letters".into()),
            data: None,
            verdict: usher_types::call::Verdict::NotDeclared,
            raw: json!({ "httpStatus": 500, "body": "you sent a-credential-of-2" }),
            size_bytes: 9,
        };
        let CallEnding::Result {
            raw,
            notes,
            content,
            ..
        } = ending(answered, &redactor)
        else {
            panic!("it is a result")
        };
        assert_eq!(raw, json!({ "httpStatus": 500, "body": "you sent •••" }));
        assert_eq!(notes, [Message::verbatim("•••")], "nor does a note");
        assert!(
            matches!(&content[..], [Content::Text { text }] if text == "•••"),
            "nor does its text: {content:?}"
        );
    }
}
