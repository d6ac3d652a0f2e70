//! Tells a client what has changed: lists, resources, web pages it opened.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use usher_jsonrpc::{Fault, notification};
use usher_servers::events::HostEvent;
use usher_servers::servers::Follower;

use crate::eras::adapt;
use crate::eras::revision::{Era, SUBSCRIPTION_ID};
use crate::limits;
use crate::listing::list_kind::{List, digest};
use crate::request::Request;
use crate::session::Session;

/// The texts of a list.
fn texts(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten();
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The lists whose changes are notified together, how, and what a client asks for it by.
const TOLD: [(&[List], &str, &str); 3] = [
    (
        &[List::Tools],
        "notifications/tools/list_changed",
        "toolsListChanged",
    ),
    (
        &[List::Prompts],
        "notifications/prompts/list_changed",
        "promptsListChanged",
    ),
    // One notification covers both (2025-11-25, server/resources).
    (
        &[List::Resources, List::Templates],
        "notifications/resources/list_changed",
        "resourcesListChanged",
    ),
];

impl Session {
    /// Tells a legacy client what changes, until it leaves.
    pub(crate) async fn notify_of_changes(self: Arc<Self>) {
        let mut offers = self.gateway.index.offers().changes();
        let mut client = self.watch_client();
        let mut events = self.gateway.host.subscribe();
        loop {
            tokio::select! {
                () = self.ended.cancelled() => return,
                changed = offers.changed() => if changed.is_err() { return },
                changed = client.changed() => if changed.is_err() { return },
                event = events.recv() => match event {
                    Ok(event) => {
                        self.notify_of_update(&event).await;
                        self.notify_of_completion(&event);
                        continue;
                    }
                    // What was missed may have been about any of them.
                    Err(RecvError::Lagged(_)) => {
                        for (server, uri) in self.followed().into_iter().take(limits::UPDATES_MADE_UP) {
                            self.notify_of_update(&HostEvent::ResourceUpdated { server, uri }).await;
                        }
                        continue;
                    }
                    Err(RecvError::Closed) => return,
                },
            }
            if self.is_notified_of_changes() {
                let replace = |list, digest| self.replace_list_digest(list, digest);
                for (method, _) in self.changed(Era::Legacy, replace).await {
                    self.send_line(notification(method, &json!({})));
                }
            }
        }
    }

    /// Answers `subscriptions/listen`: notifications until the client takes the request back (2026-07-28,
    /// basic/patterns/subscriptions).
    pub(crate) async fn listen(
        self: &Arc<Self>,
        request: &Request,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        let wanted = request
            .params
            .get("notifications")
            .cloned()
            .unwrap_or_default();
        let mut honored = json!({});
        for (_, _, name) in TOLD {
            if wanted[name] == true {
                honored[name] = true.into();
            }
        }
        // The first update may come just behind the answer of its server.
        let mut events = self.gateway.host.subscribe();
        let follower = Follower::of_client();
        // As the client knows them, by their servers and the URIs that these know.
        let mut followed = BTreeMap::new();
        for uri in texts(&wanted["resourceSubscriptions"]) {
            if let Ok(resource) = self.follow(&uri, follower, Era::Modern).await {
                followed.insert(resource, uri);
            }
        }
        if !followed.is_empty() {
            let uris: Vec<_> = followed.values().collect();
            honored["resourceSubscriptions"] = json!(uris);
        }
        let tasks: Vec<_> = if request.takes_tasks() {
            let client = self.client().id;
            let ids = texts(&wanted["taskIds"]);
            let found = ids
                .iter()
                .filter_map(|id| self.kept.tasks.find(&client, id));
            found.collect()
        } else {
            Vec::new()
        };
        if !tasks.is_empty() {
            let ids: Vec<_> = tasks.iter().map(|task| task.id()).collect();
            honored["taskIds"] = json!(ids);
        }
        let id = request.id.clone();
        let message = |method: &str, mut params: Value| {
            params["_meta"] = json!({ SUBSCRIPTION_ID: id });
            notification(method, &params)
        };
        self.send_line(message(
            "notifications/subscriptions/acknowledged",
            json!({ "notifications": honored }),
        ));
        let (task_sender, mut of_tasks) = mpsc::unbounded_channel();
        for task in tasks {
            let calls = self.gateway.host.calls().clone();
            tokio::spawn(task.report(calls, task_sender.clone(), cancelled.clone()));
        }
        drop(task_sender);
        let mut offers = self.gateway.index.offers().changes();
        let mut client = self.watch_client();
        // Each subscription compares for itself: another one of the connection may want other notifications.
        let mut known = self.list_digests().await;
        loop {
            tokio::select! {
                () = cancelled.cancelled() => break,
                Some(task) = of_tasks.recv() => {
                    if self.refusal().is_none() {
                        self.send_line(message("notifications/tasks", task));
                    }
                    continue;
                }
                changed = offers.changed() => if changed.is_err() { break },
                changed = client.changed() => if changed.is_err() { break },
                event = events.recv() => {
                    let updated: Vec<_> = match &event {
                        Ok(HostEvent::ResourceUpdated { server, uri }) => {
                            followed.get_key_value(&(server.clone(), uri.clone())).into_iter().collect()
                        }
                        // What was missed may have been about any of them.
                        Err(RecvError::Lagged(_)) => followed.iter().take(limits::UPDATES_MADE_UP).collect(),
                        Ok(_) | Err(RecvError::Closed) => Vec::new(),
                    };
                    for ((server, _), uri) in updated {
                        if self.may_read(server) {
                            self.send_line(message("notifications/resources/updated", json!({ "uri": uri })));
                        }
                    }
                    if let Err(RecvError::Closed) = event {
                        break;
                    }
                    continue;
                },
            }
            let replace = |list, digest| known.insert(list, digest) != Some(digest);
            for (method, name) in self.changed(Era::Modern, replace).await {
                if honored[name] == true {
                    self.send_line(message(method, json!({})));
                }
            }
        }
        // Also those that the client may not see any more.
        self.gateway.host.resources().unfollow_all(follower).await;
        Ok(adapt::own(json!({}), Era::Modern, &self.gateway.own_info()))
    }

    /// The lists as a modern client knows them, or as they are now.
    async fn list_digests(&self) -> HashMap<List, u64> {
        let index = self.gateway.index.now().await;
        let client = self.client();
        let now = |list| digest(&self.entries(&index, &client, list, Era::Modern));
        let lists = TOLD.into_iter().flat_map(|(lists, ..)| lists);
        lists
            .map(|list| (*list, self.list_digest(*list).unwrap_or_else(|| now(*list))))
            .collect()
    }

    /// The lists that are no longer as they are known: the method that says so, and what a client asks for it by. `replace` takes
    /// note of a list, and says whether it was known as another.
    async fn changed(
        &self,
        era: Era,
        mut replace: impl FnMut(List, u64) -> bool,
    ) -> Vec<(&'static str, &'static str)> {
        let index = self.gateway.index.now().await;
        let client = self.client();
        TOLD.into_iter()
            .filter(|(lists, ..)| {
                let changed_lists = lists.iter().filter(|list| {
                    let entries = self.entries(&index, &client, **list, era);
                    replace(**list, digest(&entries))
                });
                // All of them: each is known anew.
                changed_lists.count() > 0
            })
            .map(|(_, method, name)| (method, name))
            .collect()
    }

    /// Passes on that a resource changed, if this client follows it.
    async fn notify_of_update(&self, event: &HostEvent) {
        if let HostEvent::ResourceUpdated { server, uri } = event
            && self.is_notified_of_changes()
            && self.follows(server, uri)
            && self.may_read(server)
        {
            let index = self.gateway.index.now().await;
            let uri = self.exposed_uri(&index, server, uri);
            let method = "notifications/resources/updated";
            self.send_line(notification(method, &json!({ "uri": uri })));
        }
    }

    /// Passes on that what the client opened a web page for is done.
    fn notify_of_completion(&self, event: &HostEvent) {
        if let HostEvent::ElicitationCompleted { elicitation_id, .. } = event
            && self.requests.takes_page(elicitation_id)
        {
            let method = "notifications/elicitation/complete";
            self.send_line(notification(
                method,
                &json!({ "elicitationId": elicitation_id }),
            ));
        }
    }
}
