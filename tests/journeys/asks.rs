//! A server asks with a form; the person finds it, fills it in, and the server gets the answer.

use usher_tests::window::{Name, Window};

use crate::{servers, stage};

#[tokio::test]
async fn a_servers_form_is_answered_in_the_hosts_own_chrome() {
    let stage = stage::set();
    let window = Window::open(stage.data.path()).await;
    window.click("button", "Start the demo").await;
    window.find("option", Name::has("Greet")).await;
    servers::open_tool(&window, "Ask with a form").await;
    servers::run(&window).await;
    window.see("Waits for you.").await;
    window.picture("15-waits").await;
    window.go_to("Approvals").await;
    window.find("article", Name::has("Question of")).await;
    window.pictures("16-approval").await;
    window.check_accessibility("a question").await;
    window.click("button", "Decline").await;
    window.gone("article", Name::has("Question of")).await;
    window.quit().await;
}
