//! What tests do again and again with a host: ask about a server, turn it on and off, answer what is asked.

use serde::Serialize;
use serde_json::{Value, json};
use usher_api::operations::{TypedOperation, op};

use super::TestHost;

impl TestHost {
    /// Calls an operation that takes only a server.
    pub(crate) async fn call_on<O: TypedOperation>(
        &self,
        operation: O,
        server: &(impl Serialize + ?Sized),
    ) -> Value {
        self.call(operation, json!({ "serverId": server })).await
    }

    pub(crate) async fn turn_on(&self, server: &(impl Serialize + ?Sized)) {
        let on = json!({ "serverId": server, "enabled": true });
        self.call(op::ServerSetEnabled, on).await;
    }

    pub(crate) async fn turn_off(&self, server: &(impl Serialize + ?Sized)) {
        let off = json!({ "serverId": server, "enabled": false });
        self.call(op::ServerSetEnabled, off).await;
    }

    /// The open questions, the oldest first.
    pub(crate) async fn questions(&self) -> Value {
        self.call(op::ApprovalList, json!({})).await
    }

    /// The oldest open question, as soon as there is one.
    pub(crate) async fn asked(&self) -> Value {
        self.asked_what("a question is open", |_| true).await
    }

    /// The oldest open question of a kind, as soon as there is one.
    pub(crate) async fn asked_of(&self, kind: &str) -> Value {
        let what = format!("a question of kind {kind} is open");
        let fits = |ask: &Value| ask["request"]["kind"] == kind;
        self.asked_what(&what, fits).await
    }

    /// The oldest open question besides this one.
    pub(crate) async fn asked_after(&self, before: &Value) -> Value {
        let fits = |ask: &Value| ask["id"] != before["id"];
        self.asked_what("another question is open", fits).await
    }

    /// The oldest open question that fits, as soon as there is one.
    pub(crate) async fn asked_what(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.until(what, async || {
            let open = self.questions().await;
            open.as_array()?.iter().find(|ask| fits(ask)).cloned()
        })
        .await
    }

    /// Waits until nothing is asked any more.
    pub(crate) async fn until_unasked(&self) {
        self.until("nothing is asked any more", async || {
            (self.questions().await == json!([])).then_some(())
        })
        .await;
    }

    /// Answers a question.
    pub(crate) async fn answer(&self, ask: &Value, answer: Value) {
        let params = json!({ "approvalId": ask["id"], "answer": answer });
        self.call(op::ApprovalAnswer, params).await;
    }
}
