//! Subscribes to changes of lists, resources and tasks.
//!
//! The legacy era has subscriptions; the modern one has a single listen request (2026-07-28,
//! basic/patterns/subscriptions), which is repeated when it is lost.

use std::sync::Arc;

use serde_json::Map;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::connection_state::Connection;
use super::requests::{members, require};
use super::subscription_filter::SubscriptionFilter;
use crate::call::{Outgoing, RpcClient};
use crate::dialect::LISTEN;
use crate::error::CallError;
use crate::limits;
use crate::model::Era;
use usher_jsonrpc::NO_METHOD;
use usher_messages::Message;

impl Connection {
    /// Subscribes to changes of a resource.
    pub async fn subscribe(&self, uri: &str) -> Result<(), CallError> {
        require(
            self.declares_within("resources", "subscribe"),
            "resources.subscribe",
        )?;
        if self.agreed().era == Era::Modern {
            self.shared
                .subscriptions
                .send_modify(|subscriptions| subscriptions.insert(uri));
            return Ok(());
        }
        self.request("resources/subscribe", Some(members([("uri", uri.into())])))
            .await?;
        self.remember(|state| state.subscriptions.insert(uri.to_owned()));
        Ok(())
    }

    pub async fn unsubscribe(&self, uri: &str) -> Result<(), CallError> {
        require(
            self.declares_within("resources", "subscribe"),
            "resources.subscribe",
        )?;
        if self.agreed().era == Era::Modern {
            self.shared
                .subscriptions
                .send_modify(|subscriptions| subscriptions.remove(uri));
            return Ok(());
        }
        self.request(
            "resources/unsubscribe",
            Some(members([("uri", uri.into())])),
        )
        .await?;
        self.remember(|state| state.subscriptions.remove(uri));
        Ok(())
    }
}

/// Listens as long as the connection is open.
pub(super) async fn listen(rpc: RpcClient, mut subscriptions: watch::Receiver<SubscriptionFilter>) {
    let mut wait = limits::LISTEN_FIRST_WAIT;
    let mut acknowledgements = rpc.wire.acknowledgements();
    let mut lost = false;
    while !rpc.wire.lifecycle.closed().is_cancelled() {
        let present = subscriptions.borrow_and_update().clone();
        if present.is_empty() {
            if !wait_for_change(&rpc, &mut subscriptions).await {
                return;
            }
            continue;
        }
        let cancel = CancellationToken::new();
        let outgoing = Outgoing {
            method: LISTEN,
            params: Some(Arc::new(members([("notifications", present.filter())]))),
            arguments: None,
            answers: Map::new(),
            meta: Map::new(),
            tag: None,
            cancel: cancel.clone(),
            timeout: limits::NO_TIMEOUT,
        };
        acknowledgements.mark_unchanged();
        let mut listening = Box::pin(rpc.request_with_mrtr(outgoing));
        let ended = loop {
            tokio::select! {
                ended = &mut listening => break Some(ended),
                Ok(()) = acknowledgements.changed() => {
                    wait = limits::LISTEN_FIRST_WAIT;
                    let acknowledged = acknowledgements.borrow_and_update().clone();
                    rpc.wire.events.send_repairs(present.missing(&acknowledged)).await;
                    if std::mem::take(&mut lost) {
                        present.assume_changed(&rpc).await;
                    }
                }
                change = subscriptions.changed() => {
                    // Dropping the request cancels it; the next one follows at once.
                    if change.is_err() {
                        return;
                    }
                    break None;
                }
            }
        };
        drop(listening);
        match ended {
            None => {}
            Some(Err(CallError::Rejected {
                code: NO_METHOD, ..
            })) => {
                let note = Message::new("repair.noListening");
                rpc.wire.events.send_repairs(vec![note]).await;
                if !wait_for_change(&rpc, &mut subscriptions).await {
                    return;
                }
            }
            Some(Err(CallError::Closed(_))) => return,
            Some(_) => {
                lost = true;
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = rpc.wire.lifecycle.closed().cancelled() => return,
                }
                wait = (wait * 2).min(limits::LISTEN_LONGEST_WAIT);
            }
        }
    }
}

/// Waits for another filter; false at the end of the connection.
async fn wait_for_change(
    rpc: &RpcClient,
    subscriptions: &mut watch::Receiver<SubscriptionFilter>,
) -> bool {
    tokio::select! {
        changed = subscriptions.changed() => changed.is_ok(),
        () = rpc.wire.lifecycle.closed().cancelled() => false,
    }
}
