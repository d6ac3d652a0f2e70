//! Sends the requests of a connection.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::connection_state::Connection;
use crate::call::{Answered, CallOptions, Outgoing};
use crate::error::CallError;

impl Connection {
    pub(super) async fn request_with(
        &self,
        method: &'static str,
        params: Map<String, Value>,
        options: Option<CallOptions>,
    ) -> Result<Answered, CallError> {
        let Some(options) = options else {
            return self.request(method, Some(params)).await;
        };
        let outgoing = Outgoing {
            method,
            params: Some(Arc::new(params)),
            arguments: None,
            answers: Map::new(),
            meta: options.meta,
            tag: Some(options.tag),
            cancel: options.cancel,
            timeout: options.timeout,
        };
        self.send(outgoing).await
    }

    pub(super) async fn request(
        &self,
        method: &'static str,
        params: Option<Map<String, Value>>,
    ) -> Result<Answered, CallError> {
        let outgoing = Outgoing {
            method,
            params: params.map(Arc::new),
            arguments: None,
            answers: Map::new(),
            meta: Map::new(),
            tag: None,
            cancel: CancellationToken::new(),
            timeout: self.shared.request_timeout,
        };
        self.send(outgoing).await
    }

    /// Boxes the request, so that its callers' futures stay small.
    pub(super) async fn send(&self, outgoing: Outgoing) -> Result<Answered, CallError> {
        Box::pin(self.shared.rpc.request_with_mrtr(outgoing)).await
    }
}

pub(super) fn require(offered: bool, what: &'static str) -> Result<(), CallError> {
    if offered {
        Ok(())
    } else {
        Err(CallError::NotOffered { what })
    }
}

pub(super) fn members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
