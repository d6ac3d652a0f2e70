//! What the desktop says of a question that waits while the person is elsewhere: whose it is and of what kind. Nothing
//! a server wrote goes there, because the desktop may show it on a locked screen or read it as markup.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
use elsewhere::Desktop;
#[cfg(target_os = "linux")]
use linux::Desktop;

use futures::StreamExt as _;
use serde_json::json;
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
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(AppEvent::AskOpened { ask }) => {
                        if is_elsewhere(&app) && is_wanted(&api).await {
                            desktop.show(&ask.id.0, &summary(&ask), body(&ask.question)).await;
                        }
                    }
                    Some(AppEvent::AskClosed { closed }) => desktop.take_away(&closed.ask_id.0).await,
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

fn is_elsewhere(app: &AppHandle) -> bool {
    let window = app.get_webview_window(MAIN);
    !window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

async fn is_wanted(api: &Api) -> bool {
    let settings = api.call("setting.get", json!({})).await;
    settings.is_ok_and(|settings| settings["notifyWaiting"] == true)
}

fn summary(ask: &Ask) -> String {
    format!("“{}” waits for you", ask.server_label)
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
