//! What the desktop says of a question, or of another decision, that waits while the person is elsewhere: whose it is
//! and of what kind. Nothing a server wrote goes there, because the desktop may show it on a locked screen or read it
//! as markup.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
use elsewhere::Desktop;
#[cfg(target_os = "linux")]
use linux::Desktop;

use std::collections::HashSet;

use futures::StreamExt as _;
use serde_json::{Value, json};
use tauri::{AppHandle, Manager as _};
use usher_api::ask::{Ask, Question};
use usher_api::{Api, AppEvent};

use crate::window::{self, MAIN};

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
        let mut needy = HashSet::new();
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(AppEvent::AskOpened { ask }) => {
                        if is_elsewhere(&app) && is_wanted(&api).await {
                            desktop.show(&ask.id.0, &summary(&ask), body(&ask.question)).await;
                        }
                    }
                    Some(AppEvent::AskClosed { closed }) => desktop.take_away(&closed.ask_id.0).await,
                    Some(AppEvent::ServerChanged { .. } | AppEvent::ServerRemoved { .. } | AppEvent::WebtoolsChanged) => {
                        tell_needs(&app, &api, &mut desktop, &mut needy).await;
                    }
                    Some(_) => {}
                    None => return,
                },
                Some(ask) = desktop.clicked() => {
                    window::focus_main(&app);
                    // It may have been answered since.
                    let shown = api.call("ask.show", json!({ "askId": ask })).await;
                    tracing::debug!(is_open = shown.is_ok(), "a notification was clicked");
                }
            }
        }
    });
}

/// Something that waits for the person beside questions, as the contract writes it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Need {
    /// Whose.
    owner: String,
    label: String,
    kind: String,
}

impl Need {
    fn of(row: &Value) -> Option<Self> {
        let text = |name: &str| row[name].as_str().map(str::to_owned);
        Some(Self {
            owner: text("id")?,
            label: text("label")?,
            kind: text("need")?,
        })
    }

    fn body(&self) -> &'static str {
        match self.kind.as_str() {
            "signIn" => "It wants you to sign in.",
            "firstLook" => "It waits for your look before it starts.",
            _ => "What you reviewed has changed.",
        }
    }
}

/// Tells of what has come to wait since the last time, and no more of what does not wait any longer.
async fn tell_needs(app: &AppHandle, api: &Api, desktop: &mut Desktop, told: &mut HashSet<Need>) {
    let mut needs = HashSet::new();
    for list in ["server.list", "webtool.list"] {
        let rows = api.call(list, json!({})).await.unwrap_or_default();
        needs.extend(rows.as_array().into_iter().flatten().filter_map(Need::of));
    }
    for gone in told.difference(&needs) {
        desktop.take_away(&gone.owner).await;
    }
    for new in needs.difference(told) {
        if is_elsewhere(app) && is_wanted(api).await {
            let summary = waits(&new.label);
            desktop.show(&new.owner, &summary, new.body()).await;
        }
    }
    *told = needs;
}

fn is_elsewhere(app: &AppHandle) -> bool {
    let window = app.get_webview_window(MAIN);
    !window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

async fn is_wanted(api: &Api) -> bool {
    let settings = api.call("setting.get", json!({})).await;
    settings.is_ok_and(|settings| settings["notifyWaiting"] == true)
}

fn summary(ask: &Ask) -> String {
    waits(&ask.server_label)
}

fn waits(label: &str) -> String {
    format!("“{label}” waits for you")
}

fn body(question: &Question) -> &'static str {
    match question {
        Question::ElicitForm { .. } => "It asks you to fill in a form.",
        Question::ElicitUrl { .. } => "It asks you to open a page.",
        Question::Sample { .. } => "It asks for an answer of a model.",
        Question::Call { .. } => "A tool call needs your yes.",
        Question::Roots { .. } => "It asks which folders it may work in.",
        Question::Link { .. } => "A page it names is to be opened.",
    }
}
