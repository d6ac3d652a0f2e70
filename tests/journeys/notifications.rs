//! The person is elsewhere when a server asks: the desktop says so, in its own words, and a click leads to the question.
//! With the window closed Usher goes on in the tray, and the question is still there when it is opened again.

use serde_json::json;
use usher_messages::{Catalogue, Language, Message};
use usher_tests::desktop::{Desktop, Notification};
use usher_tests::scripted::guarded::{Guarded, Manner};
use usher_tests::text::{text, text_with, title};
use usher_tests::window::{Window, has};

use crate::{clients, connected_client, elicitation, fixture, servers};

#[tokio::test]
async fn a_question_is_told_to_the_desktop_and_outlives_the_window() {
    let fixture = fixture::new();
    let desktop = Desktop::open().await;
    let window = Window::open(fixture.data.path()).await;
    servers::start_demo(&window).await;
    servers::open_tool(&window, "Ask with a form").await;
    window.turn_away();
    servers::run(&window).await;
    let told = window
        .eventually("a notification", || async { desktop.notifications().pop() })
        .await;
    let expected = Notification {
        id: told.id,
        summary: text_with(
            "desktop.notification.title.elicitation",
            &[("server", "Demo server")],
        ),
        body: text("desktop.notification.form"),
    };
    assert_eq!(
        told, expected,
        "the host's words and nothing a server wrote"
    );
    says(&window, &desktop, &title(1)).await;
    in_german(&window, &desktop).await;
    desktop.click(told.id).await;
    window.find("article", elicitation::request()).await;

    window.go_to("Settings").await;
    window.turn_on(text("settings.background.tray")).await;
    window.inspect("46-elsewhere").await;
    window.put_away().await;
    let asks = window.rpc("approval.list", json!({})).await;
    let asks = asks.expect("the app goes on");
    assert_eq!(asks.as_array().map(Vec::len), Some(1), "the question waits");
    desktop.click_sign().await;
    window.is_titled(&title(1)).await;

    window.go_to("Approvals").await;
    elicitation::takes_answers(&window).await;
    window.push(text("common.decline")).await;
    window.gone("article", elicitation::request()).await;
    says(&window, &desktop, &title(0)).await;
    window
        .eventually("no notification of what is answered", || async {
            desktop.notifications().is_empty().then_some(())
        })
        .await;
    window.done().await;
}

#[tokio::test]
async fn a_server_that_wants_a_sign_in_is_told_to_the_desktop() {
    let fixture = fixture::new();
    let desktop = Desktop::open().await;
    let window = Window::open(fixture.data.path()).await;
    window
        .find("button", has(text("common.startDemoServer")))
        .await;
    window.turn_away();
    let guarded = Guarded::start(Manner::Honest)
        .await
        .expect("both servers start");
    let config = json!({ "kind": "http", "url": guarded.url(), "headers": [] });
    let draft = json!({ "draft": { "label": "Newcomer", "config": config } });
    window.rpc("server.add", draft).await.expect("it is added");
    let told = window
        .eventually("a notification", || async { desktop.notifications().pop() })
        .await;
    let expected = Notification {
        id: told.id,
        summary: text_with(
            "desktop.notification.title.signIn",
            &[("server", "Newcomer")],
        ),
        body: text("desktop.notification.signIn"),
    };
    assert_eq!(
        told, expected,
        "the host's words and nothing a server wrote"
    );
    let servers = window.rpc("server.list", json!({})).await;
    let servers = servers.expect("the servers are listed");
    let gone = json!({ "serverId": servers[0]["id"] });
    window.rpc("server.remove", gone).await.expect("it goes");
    window
        .eventually("no notification of what is gone", || async {
            desktop.notifications().is_empty().then_some(())
        })
        .await;
    window.done().await;
}

#[tokio::test]
async fn a_client_that_wants_to_connect_is_told_to_the_desktop_until_it_is_decided_about() {
    let fixture = fixture::new();
    let data = fixture.data.path();
    let desktop = Desktop::open().await;
    let window = Window::open(data).await;
    window
        .find("button", has(text("common.startDemoServer")))
        .await;
    window.turn_away();
    let client = connected_client::start(data).await;
    let told = window
        .eventually("a notification", || async { desktop.notifications().pop() })
        .await;
    let expected = Notification {
        id: told.id,
        summary: text("desktop.notification.title.client"),
        body: text("desktop.notification.client"),
    };
    assert_eq!(
        told, expected,
        "the host's words and nothing the client says"
    );
    says(&window, &desktop, &title(1)).await;
    window.is_titled(&title(1)).await;
    desktop.click(told.id).await;
    let name = [("client", connected_client::CLIENT)];
    let heading = text_with("approvals.client.heading", &name);
    window.find("article", &heading).await;
    clients::allow(&window, connected_client::CLIENT).await;
    window.see(&text_with("clients.done.allowed", &name)).await;
    says(&window, &desktop, &title(0)).await;
    window
        .eventually("no notification of what is decided", || async {
            desktop.notifications().is_empty().then_some(())
        })
        .await;
    drop(client);
    window.done().await;
}

/// Switches to German and back while one approval is pending; title bar and tray follow.
async fn in_german(window: &Window, desktop: &Desktop) {
    let german = Message::new("desktop.title").with("count", 1);
    let german = Catalogue::of(Language::German).text(&german);
    let mut settings = window.rpc("setting.get", json!({})).await;
    for (language, expected) in [("de", german), ("en", title(1))] {
        let settings = settings.as_mut().expect("the settings are read");
        settings["language"] = language.into();
        let set = window.rpc("setting.set", settings.clone()).await;
        set.expect("the language is set");
        window.is_titled(&expected).await;
        says(window, desktop, &expected).await;
    }
}

/// Waits until the sign in the tray says this.
async fn says(window: &Window, desktop: &Desktop, expected: &str) {
    window
        .eventually("a sign in the tray", || async {
            (desktop.sign().await? == expected).then_some(())
        })
        .await;
}
