//! What all connections of clients share.

use serde_json::{Value, json};
use usher_calls::calls::SourceSecrets;
use usher_core::host::Host;
use usher_jsonrpc::{Fault, REFUSED};
use usher_mcp::readable::ResultKind;
use usher_messages::Message;
use usher_servers::request_error::RequestError;
use usher_types::id::SourceId;

use crate::calls::running_calls::RunningCalls;
use crate::eras::adapt;
use crate::eras::revision::Era;
use crate::limits;
use crate::listing::index::ItemIndex;
use crate::options::GatewayOptions;
use crate::request::text;

pub(crate) struct Context {
    pub(crate) host: Host,
    pub(crate) options: GatewayOptions,
    pub(crate) index: ItemIndex,
    pub(crate) running: RunningCalls,
}

impl Context {
    pub(crate) fn new(host: Host, options: GatewayOptions) -> Self {
        Self {
            index: ItemIndex::new(host.offers().clone()),
            running: RunningCalls::default(),
            host,
            options,
        }
    }

    /// How Usher shows itself to clients.
    pub(crate) fn own_info(&self) -> Value {
        json!({ "name": "usher", "title": "Usher", "version": self.options.version })
    }

    /// Fits a result of a source to a client, and lets the server's page tell what was mended.
    pub(crate) fn fitted(
        &self,
        source: &SourceId,
        kind: ResultKind,
        result: Value,
        era: Era,
    ) -> Value {
        let (result, mended) = adapt::result(kind, result, era, &self.own_info());
        if !mended.is_empty() {
            let note = Message::new("repair.mendedResult").with("places", mended.join(", "));
            self.host.servers().note(source, note);
        }
        result
    }

    /// What no answer of this source to a request that begins now may hold: what a client reads may reach any model.
    pub(crate) fn secrets_of(&self, source: &SourceId) -> SourceSecrets {
        self.host.calls().secrets_of(source)
    }

    /// Waits for a server that is starting.
    pub(crate) async fn until_settled(&self, source: &SourceId) {
        self.host.until_settled(source, limits::START_WITHIN).await;
    }
}

/// Returns an answer of a server without its secrets.
pub(crate) async fn masked(
    secrets: &SourceSecrets,
    answer: Result<Value, Fault>,
) -> Result<Value, Fault> {
    let unknown = |error: RequestError| Fault::new(REFUSED, text(&error.message()));
    match answer {
        Ok(result) => secrets.without_secrets(result).await.map_err(unknown),
        Err(fault) => {
            let masked = secrets.without_secrets(json!(fault)).await;
            Err(masked.map_or_else(unknown, Fault::read))
        }
    }
}
