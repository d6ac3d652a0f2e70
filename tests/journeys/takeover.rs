//! The window opens over `usher serve`: it takes the data folder over, and the clients that were served go on.

use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::serving::{Client, Place, hosts};
use usher_tests::text::text_with;
use usher_tests::window::{Binary, Start, has};

use crate::connected_client::beside;
use crate::fixture;

/// Greets somebody through Usher.
async fn greet(mut client: Client) -> (Client, Value) {
    beside(move || {
        // Nothing is listed before the demo server has started for the first time.
        let greet = loop {
            let listed = client.request("tools/list", &json!({}));
            let tools = listed["result"]["tools"].as_array().into_iter().flatten();
            let mut names = tools.filter_map(|tool| tool["name"].as_str());
            if let Some(greet) = names.find(|name| name.ends_with("greet")) {
                break greet.to_owned();
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let call = json!({ "name": greet, "arguments": { "name": "Ada" } });
        let answer = client.request("tools/call", &call);
        (client, answer["result"]["content"][0]["text"].clone())
    })
    .await
}

#[tokio::test]
async fn the_window_takes_over_from_usher_serve_and_its_client_goes_on() {
    let fixture = fixture::new();
    let usher = Binary::Terminal.path();
    let (place, serving, client) = beside(move || {
        let place = Place::default();
        let serving = place.serve(&usher);
        Client::start(place.connect(&usher)).initialize();
        serving.stop();
        place.prepare(&usher, &[]);
        let serving = place.serve(&usher);
        let mut client = Client::start(place.connect(&usher));
        client.initialize();
        (place, serving, client)
    })
    .await;
    let (client, before) = greet(client).await;
    assert_eq!(before, "Hello, Ada! Your seat is ready.", "it is served");

    let window = Start::default()
        .env("USHER_DATA_DIR", place.data())
        .env("XDG_RUNTIME_DIR", place.runtime())
        .open(fixture.data.path())
        .await;
    beside(move || serving.ended()).await;
    assert_eq!(
        hosts(&place),
        Vec::<u32>::new(),
        "the window is the only host"
    );
    let (client, after) = greet(client).await;
    assert_eq!(after, before, "the same client is served on");
    window.go_to("Clients").await;
    window
        .find(
            "option",
            has(text_with("clients.status.connected", &[("count", "1")])),
        )
        .await;
    drop(client);
    window.done().await;
}
