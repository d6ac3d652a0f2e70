//! Running an action of a webtool: the same life a tool's call has, with one request instead of a connection.

use std::sync::Arc;
use std::time::Instant;

use usher_mcp::Redactor;
use usher_mcp::net::FetchError;

use super::outcome::{CallEnding, CallOutcome};
use super::{ArgumentCheck, ToolCall, history, refuse_bad_arguments};
use crate::host::Host;
use crate::request_error::RequestError;
use crate::webtools::{self, Webtool};
use usher_system::blocking::spawn_blocking;
use usher_types::content::Content;
use usher_webtools::answer::ParsedResponse;

impl Host {
    /// Runs an action and answers when the call has ended, however it ended. An error means that nothing was sent.
    pub(super) async fn call_webtool(
        &self,
        mut call: ToolCall,
        webtool: Arc<Webtool>,
    ) -> Result<CallOutcome, RequestError> {
        let around = self.around();
        let id = &webtool.configured.id;
        if call.check == ArgumentCheck::Refuse
            && let Some(tool) = webtool.tool(&call.tool)
        {
            refuse_bad_arguments(&tool.entry, &call.arguments).await?;
        }
        // What cannot be sent need not be asked about.
        let prepared = webtools::outgoing(self, id, &call.tool, &call.arguments).await?;
        let redactor = Arc::new(prepared.redactor);
        let running = around
            .calls
            .begin(&call.id, &call.server, &call.tool, &call.arguments)
            .ok_or_else(|| RequestError::Invalid {
                message: "A call with this identity is running already.".into(),
                faults: Vec::new(),
            })?;
        self.admit(&*webtool, None, &mut call, &running.cancel_token())
            .await?;
        // The person may have changed the arguments, and it may have been changed while they were asked.
        let prepared = webtools::outgoing(self, id, &call.tool, &call.arguments).await?;
        let action = prepared.action.clone();
        let started_at = around.clock.now_ms();
        let began = Instant::now();
        let cancel = running.cancel_token();
        let doing = format!("Running {} of “{}”", call.tool, webtool.label());
        let reply = tokio::select! {
            reply = webtools::send(prepared, around.request_timeout()) => Some(reply),
            () = cancel.cancelled() => None,
        };
        let duration = began.elapsed().saturating_sub(running.finish());
        let ending = match reply {
            None => CallEnding::Cancelled,
            Some(Err(error)) => CallEnding::Failed(failure(&doing, &error)),
            Some(Ok(reply)) => {
                match spawn_blocking(move || usher_webtools::answer::read(&action, &reply)).await {
                    Some(answered) => ending(answered, &redactor),
                    None => CallEnding::Failed(RequestError::Unreachable(format!(
                        "{doing} came to an answer that could not be read."
                    ))),
                }
            }
        };
        let mut outcome = CallOutcome {
            call: call.id.clone(),
            history: None,
            started_at,
            duration,
            ending,
        };
        outcome.history = self
            .keep_call(
                &webtool.label(),
                &redactor,
                &call,
                &outcome,
                history::kept_answer,
            )
            .await;
        Ok(outcome)
    }
}

/// An answer as every call's result is shown. A credential that a server gives back is blanked, also here.
pub(super) fn ending(answered: ParsedResponse, redactor: &Redactor) -> CallEnding {
    let notes = answered.notes.iter();
    CallEnding::Result {
        is_error: answered.is_error,
        content: notes
            .map(|note| Content::Text {
                text: redactor.text(note).into_owned(),
            })
            .collect(),
        structured: answered.data.map(|data| redactor.value(data)),
        verdict: answered.verdict,
        raw: redactor.value(answered.raw),
        size_bytes: answered.size_bytes,
    }
}

fn failure(doing: &str, error: &FetchError) -> RequestError {
    match error {
        FetchError::Timeout(waited) => RequestError::Timeout(format!(
            "{doing} took longer than {} seconds and was given up. Whether the work was done is not known. Try again, or allow more time in Settings.",
            waited.as_secs()
        )),
        FetchError::TooLarge { max_bytes } => RequestError::Rejected {
            message: format!(
                "{doing} got an answer of more than {} MiB, the most that is read.",
                max_bytes / 1024 / 1024
            ),
            detail: None,
        },
        FetchError::Refused(reason) => {
            RequestError::Unreachable(format!("{doing} was not sent: {reason}."))
        }
        other => RequestError::Unreachable(format!(
            "{doing} failed: {other}. The webtool stays as it is; try again when its server can be reached."
        )),
    }
}
