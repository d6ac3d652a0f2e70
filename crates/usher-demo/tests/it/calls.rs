//! Tool calls: results of every kind, progress, cancelling, changes of the lists.

use serde_json::{Value, json};

use crate::lists::all;
use crate::peer::{Peer, capable};
use crate::schema;

fn kinds(result: &Value) -> Vec<&str> {
    let blocks = result["content"].as_array().expect("content");
    blocks
        .iter()
        .map(|block| block["type"].as_str().expect("a type"))
        .collect()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("text first")
}

#[tokio::test]
async fn each_tool_answers_with_its_kind_of_content() {
    let mut peer = Peer::ready(capable()).await;
    for (tool, arguments, expected) in [
        ("greet", json!({ "name": "Ada" }), vec!["text"]),
        ("echo", json!({ "message": "hi", "times": 2 }), vec!["text"]),
        ("forecast", json!({ "city": "Porto" }), vec!["text"]),
        ("draw_chart", json!({}), vec!["text", "image"]),
        (
            "play_tone",
            json!({ "seconds": 0.1 }),
            vec!["text", "audio"],
        ),
        (
            "show_everything",
            json!({}),
            vec!["text", "image", "audio", "resource_link", "resource"],
        ),
        (
            "find_paper",
            json!({ "word": "leaflet" }),
            vec!["text", "resource_link"],
        ),
        ("open_paper", json!({}), vec!["text", "resource"]),
        ("wait", json!({ "seconds": 0 }), vec!["text"]),
        ("write_log", json!({}), vec!["text"]),
    ] {
        let result = peer.call(tool, arguments).await;
        assert_eq!(kinds(&result), expected, "the content of {tool}");
        assert_eq!(result.get("isError"), None, "{tool} works");
    }
    let result = peer
        .call("greet", json!({ "name": "Ada", "language": "fi" }))
        .await;
    assert_eq!(text(&result), "Hei, Ada! Paikkasi on valmis.");
}

#[tokio::test]
async fn structured_results_keep_their_schema_except_the_one_that_must_not() {
    let mut peer = Peer::ready(capable()).await;
    let (tools, _) = all(&mut peer, "tools/list", "tools").await;
    let trip = json!({
        "traveller": { "name": "Ada", "age": null },
        "stops": [{ "city": "Porto", "nights": 2 }, { "city": "Braga", "nights": 1 }],
        "budget": "cheap",
        "note": null,
    });
    for (tool, arguments, keeps) in [
        (
            "forecast",
            json!({ "city": "Kyoto", "days": 7, "unit": "fahrenheit" }),
            true,
        ),
        ("plan_trip", trip.clone(), true),
        ("break_promise", json!({}), false),
    ] {
        let described = tools.iter().find(|entry| entry["name"] == tool);
        let output = &described.expect("it is listed")["outputSchema"];
        let result = peer.call(tool, arguments).await;
        let problems = schema::misfits(output, &result["structuredContent"]);
        assert_eq!(problems.is_empty(), keeps, "{tool}: {problems:?}");
    }
    let result = peer.call("plan_trip", trip.clone()).await;
    let expected = json!({ "received": trip, "nights": 3 });
    assert_eq!(
        result["structuredContent"], expected,
        "arguments come back untouched"
    );
    let again = peer.call("forecast", json!({ "city": "Kyoto" })).await;
    let same = peer.call("forecast", json!({ "city": "Kyoto" })).await;
    assert_eq!(again, same, "the weather is the same in every run");
}

#[tokio::test]
async fn failures_say_what_is_wrong() {
    let mut peer = Peer::ready(capable()).await;
    for (tool, arguments, words) in [
        ("fail", json!({}), "curtain"),
        ("greet", json!({}), "missing field `name`"),
        ("greet", json!({ "name": 7 }), "expected a string"),
        (
            "greet",
            json!({ "name": "Ada", "mood": "x" }),
            "unknown field `mood`",
        ),
        ("forecast", json!({ "city": "Atlantis" }), "Atlantis"),
        ("forecast", json!({ "city": "Porto", "days": 8 }), "1 to 7"),
        ("play_tone", json!({ "seconds": 600 }), "3 seconds"),
        ("count_slowly", json!({ "steps": 0 }), "1 to 1000"),
        ("wait", json!({ "seconds": -1 }), "0 to 3600"),
        ("draw_chart", json!({ "values": [] }), "1 to 24"),
        ("open_paper", json!({ "uri": "demo://nowhere" }), "nowhere"),
    ] {
        let result = peer.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{tool} fails as a tool");
        assert!(text(&result).contains(words), "{tool}: {:?}", text(&result));
    }
    let params = json!({ "name": "fail", "arguments": { "kind": "protocol" } });
    assert_eq!(peer.error("tools/call", params).await["code"], -32603);
}

#[tokio::test]
async fn progress_comes_in_order_and_only_when_asked_for() {
    let mut peer = Peer::ready(capable()).await;
    let arguments = json!({ "steps": 3, "delayMs": 1 });
    peer.call("count_slowly", arguments.clone()).await;
    assert_eq!(
        peer.drain().await,
        Vec::<Value>::new(),
        "no token, no progress"
    );
    for token in [json!("a token"), json!(7)] {
        let params = json!({
            "name": "count_slowly",
            "arguments": arguments,
            "_meta": { "progressToken": token },
        });
        let result = peer.result("tools/call", params).await;
        assert_eq!(text(&result), "Counted to 3.");
        let seen: Vec<_> = peer
            .drain()
            .await
            .into_iter()
            .map(|frame| {
                (
                    frame["params"]["progressToken"].clone(),
                    frame["params"]["progress"].clone(),
                )
            })
            .collect();
        let expected: Vec<_> = (1..=3).map(|step| (token.clone(), json!(step))).collect();
        assert_eq!(seen, expected, "every step once, before the answer");
    }
}

#[tokio::test]
async fn a_cancelled_call_is_never_answered() {
    let mut peer = Peer::ready(capable()).await;
    let params = json!({ "name": "wait", "arguments": { "seconds": 3600 } });
    let id = peer.request("tools/call", params).await;
    let other = peer
        .call("echo", json!({ "message": "others overtake it" }))
        .await;
    assert_eq!(text(&other), "others overtake it");
    let cancel = json!({ "requestId": id, "reason": "enough" });
    peer.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel }))
        .await;
    assert_eq!(peer.drain().await, Vec::<Value>::new(), "no answer to {id}");
    peer.leave().await;
}

#[tokio::test]
async fn leaving_ends_a_call_that_still_runs() {
    let mut peer = Peer::ready(capable()).await;
    let params = json!({ "name": "wait", "arguments": { "seconds": 3600 } });
    peer.request("tools/call", params).await;
    peer.leave().await;
}

#[tokio::test]
async fn backstage_adds_a_tool_and_takes_it_away() {
    let mut peer = Peer::ready(capable()).await;
    let applaud = json!({ "name": "applaud", "arguments": { "claps": 2 } });
    assert_eq!(
        peer.error("tools/call", applaud.clone()).await["code"],
        -32602
    );
    let (before, _) = all(&mut peer, "tools/list", "tools").await;
    peer.call("open_backstage", json!({})).await;
    peer.notification("tools/list_changed").await;
    let (open, _) = all(&mut peer, "tools/list", "tools").await;
    assert_eq!(open.len(), before.len() + 1);
    let result = peer.result("tools/call", applaud.clone()).await;
    assert_eq!(text(&result), "clap clap");
    peer.call("open_backstage", json!({ "open": true })).await;
    assert_eq!(
        peer.drain().await,
        Vec::<Value>::new(),
        "nothing changed, nothing is told"
    );
    peer.call("open_backstage", json!({ "open": false })).await;
    peer.notification("tools/list_changed").await;
    let (closed, _) = all(&mut peer, "tools/list", "tools").await;
    assert_eq!(closed, before);
}

#[tokio::test]
async fn log_messages_come_only_from_the_wanted_level_up() {
    let mut peer = Peer::ready(capable()).await;
    for (wanted, sent, arrives) in [
        (None, "debug", false),
        (None, "info", true),
        (Some("error"), "warning", false),
        (Some("error"), "error", true),
        (Some("error"), "emergency", true),
    ] {
        if let Some(level) = wanted {
            peer.result("logging/setLevel", json!({ "level": level }))
                .await;
        }
        peer.call("write_log", json!({ "level": sent, "message": "doors" }))
            .await;
        let expected = json!([{
            "jsonrpc": "2.0",
            "method": "notifications/message",
            "params": { "level": sent, "logger": "write_log", "data": { "message": "doors" } },
        }]);
        let got = json!(peer.drain().await);
        let expected = if arrives { expected } else { json!([]) };
        assert_eq!(got, expected, "level {sent} with {wanted:?} wanted");
    }
    let error = peer
        .error("logging/setLevel", json!({ "level": "loud" }))
        .await;
    assert_eq!(error["code"], -32602);
}
