//! Shows a desktop notification of what waits in Approvals while the window is unfocused.
//!
//! It names the server and the kind of the question. Nothing a server or a client wrote goes there, because the desktop
//! may show it on a locked screen or read it as markup.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod macos_windows;
mod texts;

#[cfg(target_os = "linux")]
use linux::Desktop;
#[cfg(not(target_os = "linux"))]
use macos_windows::Desktop;
use texts::{Keys, Texts};

use std::collections::{HashMap, HashSet};

use futures::StreamExt as _;
use serde_json::json;
use tauri::{AppHandle, Manager as _};
use usher_api::approval::ApprovalRequest;
use usher_api::client::ClientSnapshot;
use usher_api::server::Need;
use usher_api::webtool::WebtoolSnapshot;
use usher_api::{Api, AppEvent};
use usher_types::client::ClientStatus;

use crate::window::{self, MAIN};
use crate::words::Words;

/// Tells the desktop of questions for as long as the app runs.
pub(crate) fn watch(app: &AppHandle, api: &Api) {
    let (app, api) = (app.clone(), api.clone());
    let mut events = Box::pin(api.subscribe());
    tauri::async_runtime::spawn(async move {
        let mut desktop = match Desktop::reach().await {
            Ok(desktop) => desktop,
            Err(error) => {
                tracing::info!(%error, "the desktop takes no notifications");
                return;
            }
        };
        let (mut servers, mut webtools) = (Needs::new(), Needs::new());
        let mut clients = HashSet::new();
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(AppEvent::ApprovalOpened { approval }) => {
                        if is_elsewhere(&app) && is_wanted(&api).await {
                            let keys = keys_of_request(&approval.request);
                            let texts = Texts::new(&app.state::<Words>(), keys, &approval.server_label);
                            desktop.show(approval.id.as_str(), &texts).await;
                        }
                    }
                    Some(AppEvent::ApprovalClosed { closed }) => desktop.take_away(closed.id.as_str()).await,
                    Some(AppEvent::ServerChanged { server }) => {
                        let now = (server.id.as_str(), server.label.as_str(), server.need);
                        tell_need(&app, &api, &mut desktop, &mut servers, now).await;
                    }
                    Some(AppEvent::ServerRemoved { server_id }) => {
                        tell_need(&app, &api, &mut desktop, &mut servers, (server_id.as_str(), "", None)).await;
                    }
                    Some(AppEvent::WebtoolsChanged) => {
                        tell_webtools(&app, &api, &mut desktop, &mut webtools).await;
                    }
                    Some(AppEvent::ClientsChanged) => {
                        tell_clients(&app, &api, &mut desktop, &mut clients).await;
                    }
                    Some(_) => {}
                    None => return,
                },
                Some(clicked) = desktop.clicked() => {
                    window::focus_main(&app);
                    // It may have been answered since.
                    let shown = match clicked.strip_prefix(OF_CLIENT) {
                        Some(client) => api.call("client.focus", json!({ "clientId": client })).await,
                        None => api.call("approval.focus", json!({ "approvalId": clicked })).await,
                    };
                    tracing::debug!(is_open = shown.is_ok(), "a notification was clicked");
                }
            }
        }
    });
}

/// What each source last needed of the person.
type Needs = HashMap<String, Need>;

/// Notifies of new needs and withdraws those that ended.
async fn tell_need(
    app: &AppHandle,
    api: &Api,
    desktop: &mut Desktop,
    known: &mut Needs,
    (owner, label, need): (&str, &str, Option<Need>),
) {
    if known.get(owner).copied() == need {
        return;
    }
    if known.remove(owner).is_some() {
        desktop.take_away(owner).await;
    }
    let Some(need) = need else { return };
    known.insert(owner.to_owned(), need);
    if is_elsewhere(app) && is_wanted(api).await {
        let texts = Texts::new(&app.state::<Words>(), keys_of_need(need), label);
        desktop.show(owner, &texts).await;
    }
}

/// Tells what webtools have come to need: their events do not say which has changed.
async fn tell_webtools(app: &AppHandle, api: &Api, desktop: &mut Desktop, known: &mut Needs) {
    let listed = api.call("webtool.list", json!({})).await;
    let Some(listed) = listed
        .ok()
        .and_then(|rows| serde_json::from_value::<Vec<WebtoolSnapshot>>(rows).ok())
    else {
        return;
    };
    let gone: Vec<String> = known
        .keys()
        .filter(|id| {
            listed
                .iter()
                .all(|webtool| webtool.id.as_str() != id.as_str())
        })
        .cloned()
        .collect();
    for id in gone {
        tell_need(app, api, desktop, known, (&id, "", None)).await;
    }
    for webtool in listed {
        let now = (webtool.id.as_str(), webtool.label.as_str(), webtool.need);
        tell_need(app, api, desktop, known, now).await;
    }
}

/// What the name of a notification of a client begins with.
const OF_CLIENT: &str = "client:";

/// Notifies of clients that have come to wait, and withdraws what is decided: their events do not say which has changed.
async fn tell_clients(
    app: &AppHandle,
    api: &Api,
    desktop: &mut Desktop,
    known: &mut HashSet<String>,
) {
    let listed = api.call("client.list", json!({})).await;
    let Some(listed) = listed
        .ok()
        .and_then(|rows| serde_json::from_value::<Vec<ClientSnapshot>>(rows).ok())
    else {
        return;
    };
    let waiting = waiting_clients(&listed);
    for gone in known.difference(&waiting) {
        desktop.take_away(gone).await;
    }
    for new in waiting.difference(known) {
        if is_elsewhere(app) && is_wanted(api).await {
            let keys = (
                "desktop.notification.title.client",
                "desktop.notification.client",
            );
            let texts = Texts::new(&app.state::<Words>(), keys, "");
            desktop.show(new, &texts).await;
        }
    }
    *known = waiting;
}

/// The names of the notifications of all clients that wait.
fn waiting_clients(clients: &[ClientSnapshot]) -> HashSet<String> {
    let waiting = clients
        .iter()
        .filter(|client| client.status == ClientStatus::Waiting);
    waiting
        .map(|client| format!("{OF_CLIENT}{}", client.id.as_str()))
        .collect()
}

fn is_elsewhere(app: &AppHandle) -> bool {
    let window = app.get_webview_window(MAIN);
    !window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

async fn is_wanted(api: &Api) -> bool {
    let settings = api.call("setting.get", json!({})).await;
    settings.is_ok_and(|settings| settings["notifyWaiting"] == true)
}

fn keys_of_need(need: Need) -> Keys {
    match need {
        Need::SignIn => (
            "desktop.notification.title.signIn",
            "desktop.notification.signIn",
        ),
        Need::FirstLook => (
            "desktop.notification.title.review",
            "desktop.notification.configuration",
        ),
        Need::Changed => (
            "desktop.notification.title.review",
            "desktop.notification.changed",
        ),
    }
}

fn keys_of_request(request: &ApprovalRequest) -> Keys {
    match request {
        ApprovalRequest::ElicitForm { .. } => (
            "desktop.notification.title.elicitation",
            "desktop.notification.form",
        ),
        ApprovalRequest::ElicitUrl { .. } => (
            "desktop.notification.title.elicitation",
            "desktop.notification.url",
        ),
        ApprovalRequest::Sample { .. } => (
            "desktop.notification.title.sampling",
            "desktop.notification.sampling",
        ),
        ApprovalRequest::Call { .. } => (
            "desktop.notification.title.call",
            "desktop.notification.call",
        ),
        ApprovalRequest::Roots { .. } => (
            "desktop.notification.title.roots",
            "desktop.notification.roots",
        ),
        ApprovalRequest::Link { .. } => (
            "desktop.notification.title.link",
            "desktop.notification.link",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clients_that_wait_are_told_of_and_nothing_they_say() {
        let client = |id: &str, status: &str| {
            json!({
                "id": id, "name": "<b>Agent</b>", "connectsAs": "<b>Agent</b>", "program": {},
                "transport": "stdio", "declared": null, "status": status, "profile": {}, "sessions": 1, "keptCalls": [],
                "connectedSince": null, "calls": 0, "createdAt": 0, "decidedAt": null, "seenAt": null,
                "ignoresListChanged": false, "hasKey": false,
            })
        };
        let listed = json!([
            client("1", "waiting"),
            client("2", "allowed"),
            client("3", "refused")
        ]);
        let listed: Vec<ClientSnapshot> = serde_json::from_value(listed).expect("clients");
        assert_eq!(
            waiting_clients(&listed),
            HashSet::from(["client:1".to_owned()])
        );
    }
}
