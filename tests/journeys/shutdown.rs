//! Closes the window, and starts Usher twice.

use tokio::process::Command;
use usher_tests::window::{Binary, Name, PATIENCE, Window, children_of, is_alive};

use crate::{fixture, servers};

#[tokio::test]
async fn closing_the_window_ends_every_server_and_then_usher() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    let app = window.process();
    let mut started = children_of(app);
    started.extend(started.clone().into_iter().flat_map(children_of));
    assert!(
        started.contains(&servers::demo_process(app)),
        "the demo server must run, or its end shows nothing"
    );
    window.picture("20-before-closing").await;
    window.close().await;
    for process in started {
        process.wait_until_gone().await;
    }
}

#[tokio::test]
#[expect(
    clippy::disallowed_methods,
    reason = "a person starts the app a second time; the one spawn door is for the product"
)]
async fn a_second_start_on_the_same_data_hands_over_to_the_first() {
    let fixture = fixture::new();
    let window = Window::open(fixture.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    let demo = servers::demo_process(window.process());

    let second_start = Command::new(Binary::App.path())
        .env("USHER_DATA_DIR", fixture.data.path().join("usher"))
        .env("HOME", fixture.data.path().join("home"))
        .kill_on_drop(true)
        .output();
    let second = tokio::time::timeout(PATIENCE, second_start)
        .await
        .expect("the second one ends by itself")
        .expect("the app starts");
    assert!(second.status.success(), "{second:?}");

    assert!(is_alive(demo), "the first one and its server go on");
    servers::open_tool(&window, "Greet").await;
    window.picture("21-second-start").await;
    window.quit().await;
}
