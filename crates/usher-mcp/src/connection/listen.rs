//! Subscribes to changes of lists, resources and tasks.
//!
//! The legacy era has subscriptions; the modern one has a single listen request (2026-07-28,
//! basic/patterns/subscriptions), which is repeated when it is lost.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{Connection, members, require};
use crate::call::{Outgoing, RpcClient};
use crate::dialect::LISTEN;
use crate::error::{CallError, METHOD_NOT_FOUND};
use crate::event::ConnectionEvent;
use crate::limits;
use crate::model::{Era, ListKind, TaskId};
use usher_messages::Message;

/// What the server should notify of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SubscriptionFilter {
    /// Lists, by their member in the filter.
    lists: Vec<&'static str>,
    uris: BTreeSet<String>,
    /// Tasks (2026-07-28, tasks extension); they are polled as well.
    tasks: BTreeSet<String>,
}

impl SubscriptionFilter {
    /// Returns the list changes a server declares to notify of.
    pub(super) fn declared(capabilities: &Value) -> Self {
        let declares_changes =
            |capability: &str| capabilities[capability]["listChanged"] == Value::Bool(true);
        let lists = [
            ("tools", "toolsListChanged"),
            ("prompts", "promptsListChanged"),
            ("resources", "resourcesListChanged"),
        ];
        Self {
            lists: lists
                .into_iter()
                .filter(|(capability, _)| declares_changes(capability))
                .map(|(_, member)| member)
                .collect(),
            uris: BTreeSet::new(),
            tasks: BTreeSet::new(),
        }
    }

    pub(super) fn insert(&mut self, uri: &str) {
        self.uris.insert(uri.to_owned());
    }

    pub(super) fn remove(&mut self, uri: &str) {
        self.uris.remove(uri);
    }

    pub(super) fn insert_task(&mut self, id: &TaskId) {
        self.tasks.insert(id.0.clone());
    }

    pub(super) fn remove_task(&mut self, id: &TaskId) {
        self.tasks.remove(&id.0);
    }

    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.uris.is_empty() && self.tasks.is_empty()
    }

    /// Returns `params.notifications` of the listen request.
    fn filter(&self) -> Value {
        let mut filter: Map<String, Value> = self
            .lists
            .iter()
            .map(|member| ((*member).to_owned(), Value::Bool(true)))
            .collect();
        if !self.uris.is_empty() {
            filter.insert("resourceSubscriptions".into(), json!(self.uris));
        }
        if !self.tasks.is_empty() {
            filter.insert("taskIds".into(), json!(self.tasks));
        }
        Value::Object(filter)
    }

    /// Describes what the server did not acknowledge.
    fn missing(&self, acknowledged: &Value) -> Vec<Message> {
        let lists = self
            .lists
            .iter()
            .filter(|member| acknowledged[**member] != Value::Bool(true))
            .map(|member| Message::new("repair.noNotifications").with("capability", *member));
        let uris = acknowledged["resourceSubscriptions"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let unsubscribed = self
            .uris
            .iter()
            .filter(|uri| !uris.iter().any(|known| known == uri.as_str()))
            .map(|uri| Message::new("repair.noSubscription").with("uri", uri.as_str()));
        lists.chain(unsubscribed).collect()
    }

    /// Reports everything as changed after a time without notifications.
    async fn assume_changed(&self, rpc: &RpcClient) {
        for member in &self.lists {
            let kinds: &[ListKind] = match *member {
                "toolsListChanged" => &[ListKind::Tools],
                "promptsListChanged" => &[ListKind::Prompts],
                _ => &[ListKind::Resources, ListKind::Templates],
            };
            for kind in kinds {
                rpc.wire
                    .events
                    .send(ConnectionEvent::ListChanged(*kind))
                    .await;
            }
        }
        for uri in &self.uris {
            let uri = uri.clone();
            rpc.wire
                .events
                .send(ConnectionEvent::ResourceUpdated { uri })
                .await;
        }
    }
}

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
                code: METHOD_NOT_FOUND,
                ..
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_asked_for_and_what_is_not_given_is_said() {
        let capabilities = json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {"listChanged": true}});
        let mut subscriptions = SubscriptionFilter::declared(&capabilities);
        subscriptions.insert("a:1");
        subscriptions.insert("a:2");
        subscriptions.remove("a:2");
        let all = json!({"toolsListChanged": true, "resourcesListChanged": true, "resourceSubscriptions": ["a:1"]});
        assert_eq!(subscriptions.filter(), all);
        assert_eq!(subscriptions.missing(&all), []);
        assert_eq!(
            subscriptions.missing(&json!({"toolsListChanged": true})),
            [
                Message::new("repair.noNotifications").with("capability", "resourcesListChanged"),
                Message::new("repair.noSubscription").with("uri", "a:1")
            ]
        );
        let mut subscriptions = SubscriptionFilter::declared(&json!({"tools": {}}));
        assert!(subscriptions.is_empty());
        let task = TaskId("t".into());
        subscriptions.insert_task(&task);
        assert_eq!(subscriptions.filter(), json!({"taskIds": ["t"]}));
        assert_eq!(
            subscriptions.missing(&json!({})),
            [],
            "a server need not tell of tasks"
        );
        subscriptions.remove_task(&task);
        assert!(subscriptions.is_empty());
    }
}
