//! What of a decision about a webtool's document is recorded: which documents, and what differs in words.

use std::sync::Arc;

use serde_json::{Value, json};

use super::Webtools;
use usher_calls::approval_queue::Requester;
use usher_messages::Message;
use usher_servers::decision::{Decided, record_differences};
use usher_servers::tool_source::ToolSource;
use usher_system::blocking::spawn_blocking;
use usher_types::approval::{ApprovalEnding, ApprovalKind};
use usher_types::id::WebtoolId;
use usher_webtools::compare::Compared;
use usher_webtools::pin::Pin;

/// What the person wants of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// That it is used from now on.
    Use,
    /// That the one before is used on.
    KeepOld,
}

impl Webtools {
    /// Records a decision about a document beside the one that was used.
    pub(super) async fn record_version(
        &self,
        id: &WebtoolId,
        used: Option<Pin>,
        other: Pin,
        decision: Decision,
    ) {
        let Some(webtool) = self.get(id) else {
            return;
        };
        let (ending, reason) = match decision {
            Decision::Use => (
                ApprovalEnding::Accepted,
                Message::new("ended.version.used").with("version", other.version.as_str()),
            ),
            Decision::KeepOld => (
                ApprovalEnding::Declined,
                Message::new("ended.version.notUsed").with("version", other.version.as_str()),
            ),
        };
        let mut shown = document(&other);
        if let Some(used) = used {
            shown["before"] = document(&used);
            let compared = spawn_blocking(move || Compared::of(used, other)).await;
            if let Some(compared) = compared {
                record_differences(&mut shown, &compared.differences);
            }
        }
        let mut decided = Decided {
            kind: ApprovalKind::Definition,
            tool: None,
            shown,
            ending,
            reason,
            since: None,
        };
        let redactor = webtool.redactor().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the documents of a decision are not recorded");
            decided.shown = Value::Null;
            Arc::default()
        });
        let requester = Requester::of(&*webtool, redactor);
        self.context().approvals.decided(&requester, decided);
    }
}

fn document(pin: &Pin) -> Value {
    json!({
        "version": pin.version,
        "digest": pin.sha256.as_str(),
        "from": pin.final_url,
    })
}
