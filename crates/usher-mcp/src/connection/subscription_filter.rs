//! Defines the notifications that a modern server is asked for (2026-07-28, basic/patterns/subscriptions).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use usher_messages::Message;

use crate::call::RpcClient;
use crate::event::ConnectionEvent;
use crate::model::{ListKind, TaskId};

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

    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.uris.is_empty() && self.tasks.is_empty()
    }

    /// Returns `params.notifications` of the listen request.
    pub(super) fn filter(&self) -> Value {
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
    pub(super) fn missing(&self, acknowledged: &Value) -> Vec<Message> {
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
    pub(super) async fn assume_changed(&self, rpc: &RpcClient) {
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
