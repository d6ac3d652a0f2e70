//! What the person has decided about a webtool's actions, as about the tools of a server.

use serde_json::{Value, json};
use usher_tests::webtool::Manner;

use super::{add, configure, notes, reference, run};
use crate::desk::{Desk, text};

async fn decide(desk: &Desk, id: &str, stance: &str) {
    let tool = json!({ "serverId": id, "name": "forecast" });
    let definition = desk.call("tool.get", tool).await["definition"].clone();
    let rule = json!({
        "serverId": id, "tool": "forecast", "definition": definition, "stance": { "kind": stance },
    });
    desk.call("policy.setForTool", rule).await;
}

async fn asked(desk: &Desk) -> Value {
    desk.until("a question is open", async || {
        desk.call("approval.list", json!({})).await.get(0).cloned()
    })
    .await
}

#[tokio::test]
async fn an_action_is_asked_about_sent_as_changed_or_never_sent() {
    let (server, desk) = reference().await;
    let id = add(&desk, &server.url()).await;
    configure(&desk, &id).await;
    decide(&desk, &id, "ask").await;
    let (ending, ()) = tokio::join!(
        run(&desk, &id, "forecast", json!({ "place": "Paris" })),
        async {
            let ask = asked(&desk).await;
            assert_eq!(
                (
                    &ask["serverLabel"],
                    &ask["origin"],
                    &ask["question"]["held"]["arguments"]
                ),
                (
                    &json!("Weather"),
                    &json!({ "kind": "host", "text": server.url(), "url": format!("{}/", server.url()) }),
                    &json!({ "place": "Paris" })
                ),
                "{ask:#}"
            );
            assert!(server.last_post().is_null(), "nothing is sent yet");
            let answer = json!({ "kind": "run", "arguments": { "place": "Rome" }, "grant": { "kind": "once" } });
            let params = json!({ "askId": ask["id"], "answer": answer });
            desk.call("approval.answer", params).await;
        }
    );
    assert_eq!(ending["isError"], false, "{ending:#}");
    assert_eq!(
        server.last_post()["request"],
        json!({ "place": "Rome" }),
        "what the person changed is what is sent"
    );

    decide(&desk, &id, "never").await;
    let sent = server.seen().len();
    let call = json!({
        "callId": "never", "serverId": id, "name": "forecast", "arguments": { "place": "Oslo" }, "check": "refuse",
    });
    let error = desk.fails("tool.call", call).await;
    assert!(error.message.contains("says never"), "{error:?}");
    assert_eq!(server.seen().len(), sent, "nothing was sent");

    let policies = desk.call("policy.list", json!({})).await;
    assert_eq!(
        (
            &policies["rules"][0]["serverId"],
            &policies["rules"][0]["standing"],
            &policies["rules"][0]["uses"]
        ),
        (&json!(id), &json!("holds"), &json!(1)),
        "{policies:#}"
    );
    desk.call("webtool.remove", json!({ "webtoolId": id }))
        .await;
    assert_eq!(
        desk.call("policy.list", json!({})).await["rules"],
        json!([]),
        "a removed webtool takes its policies along"
    );
}

#[tokio::test]
async fn turning_it_off_ends_the_question_and_accepting_a_version_asks_none() {
    let (server, desk) = reference().await;
    let id = add(&desk, &server.url()).await;
    configure(&desk, &id).await;
    decide(&desk, &id, "ask").await;
    let call = json!({
        "callId": "off", "serverId": id, "name": "forecast", "arguments": { "place": "Paris" }, "check": "refuse",
    });
    let (error, ()) = tokio::join!(desk.fails("tool.call", call), async {
        asked(&desk).await;
        let off = json!({ "webtoolId": id, "enabled": false });
        desk.call("webtool.setEnabled", off).await;
    });
    assert!(error.message.contains("Nothing was sent"), "{error:?}");
    assert_eq!(desk.call("approval.list", json!({})).await, json!([]));
    assert!(server.last_post().is_null(), "nothing was sent");

    let on = json!({ "webtoolId": id, "enabled": true });
    desk.call("webtool.setEnabled", on).await;
    run(&desk, &id, "count", json!({})).await;
    server.be(Manner::Honest);
    server.publish({
        let mut next = usher_tests::webtool::metadata("1.2.0");
        next["actions"][1]["description"] = json!("Counts otherwise.");
        next
    });
    let found = desk.call("webtool.check", json!({ "webtoolId": id })).await;
    let pin = found["checked"]["found"]["pinId"].clone();
    let choice = json!({ "webtoolId": id, "pinId": pin });
    desk.call("webtool.activateVersion", choice).await;
    let ending = run(&desk, &id, "count", json!({ "again": true })).await;
    assert_eq!(
        (&ending["isError"], notes(&ending), text(&ending["kind"])),
        (&json!(false), String::new(), "result".to_owned()),
        "the new definition was reviewed: no second question"
    );
}
