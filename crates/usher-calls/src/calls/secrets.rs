//! Finds the secrets of calls and of servers, which are taken out of all that is stored of a call or reaches a client.

use std::sync::Arc;

use serde_json::Value;
use usher_types::id::SourceId;

use super::Calls;
use super::call_secrets::CallSecrets;
use super::new_call::NewCall;
use usher_content::argument_marks::ArgumentMarks;
use usher_servers::request_error::RequestError;
use usher_servers::tool_source::ToolSource;

/// Takes the secrets of a server or webtool out of what it sent, also once it is removed.
#[derive(Clone)]
pub struct SourceSecrets {
    calls: Calls,
    /// `None` = there was no such server or webtool.
    source: Option<Arc<dyn ToolSource>>,
}

impl Calls {
    /// What must not reach a client of what this source sends from now on.
    pub fn secrets_of(&self, source: &SourceId) -> SourceSecrets {
        SourceSecrets {
            calls: self.clone(),
            source: self.context().sources.find(source),
        }
    }

    /// The secrets of a call that is taken up again, as they are known now.
    pub(super) async fn secrets_now(&self, call: &NewCall) -> CallSecrets {
        let Ok(source) = self.source(call) else {
            return CallSecrets::default();
        };
        CallSecrets {
            marks: source
                .tool(&call.name)
                .map(|tool| ArgumentMarks::of(&tool.entry.input_schema))
                .unwrap_or_default(),
            redactor: source.redactor().await.unwrap_or_default(),
        }
    }

    /// The secrets of a call that has ended: those it was sent with, and those its server was given since.
    pub(super) fn secrets_at_end(&self, call: &NewCall, sent_with: CallSecrets) -> CallSecrets {
        let entry = self.context().servers.of_source(&call.source);
        let now = entry.map(|entry| entry.redactor());
        match now.filter(|now| !Arc::ptr_eq(now, &sent_with.redactor)) {
            Some(now) => CallSecrets {
                redactor: Arc::new(sent_with.redactor.joined(&now)),
                ..sent_with
            },
            None => sent_with,
        }
    }
}

impl SourceSecrets {
    /// Returns what was sent without the secrets.
    ///
    /// # Errors
    /// They cannot be read, or nobody knows whose they are.
    pub async fn without_secrets(&self, sent: Value) -> Result<Value, RequestError> {
        let source = self.source.as_ref().ok_or(RequestError::UnknownServer)?;
        let blanked = source.redactor().await?.value(sent);
        // It may have been removed and brought back meanwhile.
        match self.calls.context().sources.find(&source.id()) {
            Some(now) if !Arc::ptr_eq(&now, source) => Ok(now.redactor().await?.value(blanked)),
            Some(_) | None => Ok(blanked),
        }
    }
}
