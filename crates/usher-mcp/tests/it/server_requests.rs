//! Tests that servers' questions are passed unchanged and never block.
//!
//! They are answered by a person or not at all.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use usher_mcp::launch::Launch;
use usher_mcp::{
    CallTag, ClientReply, ConnectionEvent, Root, ServerRequest, ServerRequestKind, UrlReply,
};
use usher_testkit::scripted::http::HttpServer;

use crate::kit::{Probe, call, describe, http, open, options, options_within, stdio};

/// Returns both transports of a scripted server.
async fn both(mode: &str) -> Vec<(&'static str, Launch)> {
    let server = HttpServer::start().await.unwrap();
    vec![("stdio", stdio(mode)), ("http", http(&server, "sse", mode))]
}

/// Calls the tool, answers its one question, and returns schema and result.
async fn answered(probe: &mut Probe, answer: ClientReply) -> (Value, String) {
    let running = call(&probe.connection, options("cause"));
    let answering = async {
        let ask = probe.asks.recv().await.expect("a question comes");
        assert_eq!(
            ask.cause,
            Some(CallTag("cause".into())),
            "the question knows which call caused it"
        );
        let ServerRequestKind::ElicitForm { message, schema } = ask.question else {
            panic!("a form was asked for");
        };
        assert_eq!(message, "Who are you?");
        ask.responder.answer(answer);
        schema
    };
    let (result, schema) = tokio::join!(running, answering);
    (schema, describe(&result))
}

#[tokio::test]
async fn a_form_goes_to_the_person_and_the_answer_back() {
    let rows = [
        (
            ClientReply::Accept(json!({"name": "Ada"})),
            r#"[{"action":"accept","content":{"name":"Ada"}}]"#,
        ),
        (ClientReply::Decline, r#"[{"action":"decline"}]"#),
        (ClientReply::Cancel, r#"[{"action":"cancel"}]"#),
    ];
    for (way, launch) in both("ask_form").await {
        let mut probe = open(launch).await.unwrap();
        for (answer, expected) in rows.clone() {
            let (schema, outcome) = answered(&mut probe, answer.clone()).await;
            assert_eq!(
                schema,
                json!({"type": "object", "properties": {"name": {"type": "string"}}})
            );
            assert_eq!(outcome, expected, "answering {answer:?} over {way}");
        }
    }
}

#[tokio::test]
async fn odd_schemas_are_handed_on_as_they_came() {
    let odd = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {}}, "b": {"type": ["string", "null"]}, "c": {"type": "string", "format": "phone"}}});
    for (mode, expected) in [
        ("ask_odd", odd),
        ("ask_schemaless", json!({"type": "object"})),
    ] {
        for (way, launch) in both(mode).await {
            let mut probe = open(launch).await.unwrap();
            let (schema, outcome) = answered(&mut probe, ClientReply::Decline).await;
            assert_eq!(
                (schema, outcome.as_str()),
                (expected.clone(), r#"[{"action":"decline"}]"#),
                "{mode} over {way}"
            );
        }
    }
}

#[tokio::test]
async fn every_kind_of_question_is_put_and_answered_in_its_own_way() {
    let url = ServerRequestKind::ElicitUrl {
        message: "m".into(),
        url: "https://example.com".into(),
        elicitation_id: Some("e".into()),
        reply: UrlReply::Awaited,
    };
    let sample = ServerRequestKind::Sample {
        params: json!({"messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}], "maxTokens": 9, "odd": true}),
    };
    let written = json!({"role": "assistant", "content": {"type": "text", "text": "ho"}, "model": "a person"});
    let roots = vec![Root {
        uri: "file:///a".into(),
        name: Some("A".into()),
    }];
    let rejected = r#"[{"code":-1,"message":"User rejected sampling request"}]"#;
    let rows = [
        (
            "ask_url",
            &url,
            ClientReply::Consent,
            r#"[{"action":"accept"}]"#,
        ),
        (
            "ask_url",
            &url,
            ClientReply::Decline,
            r#"[{"action":"decline"}]"#,
        ),
        (
            "ask_sample",
            &sample,
            ClientReply::Sampled(written),
            r#"[{"role":"assistant","content":{"type":"text","text":"ho"},"model":"a person"}]"#,
        ),
        ("ask_sample", &sample, ClientReply::Decline, rejected),
        ("ask_sample", &sample, ClientReply::Cancel, rejected),
        (
            "ask_roots",
            &ServerRequestKind::Roots,
            ClientReply::Roots(roots),
            r#"[{"roots":[{"uri":"file:///a","name":"A"}]}]"#,
        ),
        (
            "ask_roots",
            &ServerRequestKind::Roots,
            ClientReply::Decline,
            r#"[{"roots":[]}]"#,
        ),
    ];
    for (mode, question, answer, expected) in rows {
        for (way, launch) in both(mode).await {
            let mut probe = open(launch).await.unwrap();
            let running = call(&probe.connection, options("cause"));
            let answering = async {
                let ask = probe.asks.recv().await.expect("a question comes");
                assert_eq!(
                    (&ask.question, ask.cause),
                    (question, Some(CallTag("cause".into()))),
                    "{mode} over {way}"
                );
                ask.responder.answer(answer.clone());
            };
            let (result, ()) = tokio::join!(running, answering);
            assert_eq!(describe(&result), expected, "{answer:?} over {way}");
        }
    }
}

#[tokio::test]
async fn consent_to_an_address_keeps_the_clock_still_until_the_person_is_back() {
    for (way, launch) in both("ask_url").await {
        let mut probe = open(launch).await.unwrap();
        let running = call(&probe.connection, options("t"));
        let consenting = async {
            let ask = probe.asks.recv().await.expect("a question comes");
            ask.responder.consent()
        };
        let (result, hold) = tokio::join!(running, consenting);
        assert!(
            hold.is_some(),
            "a question the server waits for can be held open"
        );
        assert_eq!(
            describe(&result),
            r#"[{"action":"accept"}]"#,
            "the server hears of the consent at once over {way}"
        );
        let completed = probe
            .log
            .wait(|event| match event {
                ConnectionEvent::ElicitationCompleted { elicitation_id } => {
                    Some(elicitation_id.clone())
                }
                _ => None,
            })
            .await;
        assert_eq!(completed, "e");
    }
}

#[tokio::test]
async fn a_call_refused_for_want_of_a_visit_opens_its_addresses() {
    for (way, launch) in both("ask_urls_first").await {
        let mut probe = open(launch).await.unwrap();
        let result = describe(&call(&probe.connection, options("cause")).await);
        assert!(
            result.starts_with("rejected -32042 \"first this\""),
            "over {way}: {result}"
        );
        for (message, url, id) in [
            ("m", "https://a.example", "a"),
            ("n", "https://b.example", "b"),
        ] {
            let ask = probe.asks.recv().await.expect("a question comes");
            assert_eq!(
                (ask.question, ask.cause),
                (
                    ServerRequestKind::ElicitUrl {
                        message: message.into(),
                        url: url.into(),
                        elicitation_id: Some(id.into()),
                        reply: UrlReply::RetryTheCall,
                    },
                    Some(CallTag("cause".into())),
                ),
                "over {way}"
            );
            assert!(
                !ask.withdrawn.is_cancelled(),
                "it outlives the call it belongs to"
            );
        }
    }
}

#[tokio::test]
async fn what_breaks_the_rules_is_refused_and_never_hangs() {
    for (way, launch) in both("ask_wrong").await {
        let probe = open(launch).await.unwrap();
        let result = call(&probe.connection, options("t")).await;
        assert_eq!(
            describe(&result),
            "[-32601 -32602 -32602 -32602 {}]",
            "an unknown request, an unknown mode, a URL missing, and tool results among other content over {way}; ping works"
        );
    }
}

#[tokio::test]
async fn the_clock_stands_still_while_the_person_thinks() {
    for (way, launch) in both("ask_form").await {
        let mut probe = open(launch).await.unwrap();
        let running = call(&probe.connection, options_within(400));
        let thinking = async {
            let ask = probe.asks.recv().await.expect("a question comes");
            tokio::time::sleep(Duration::from_millis(1200)).await;
            assert!(
                !ask.withdrawn.is_cancelled(),
                "nobody took the question back"
            );
            ask.responder.answer(ClientReply::Decline);
        };
        let (result, ()) = tokio::join!(running, thinking);
        assert_eq!(
            describe(&result),
            r#"[{"action":"decline"}]"#,
            "thinking longer than the time-out over {way}"
        );
    }
}

#[tokio::test]
async fn a_question_without_a_link_names_every_call_that_may_have_caused_it() {
    let server = HttpServer::start().await.unwrap();
    for (way, launch) in [
        ("stdio", stdio("ask_form")),
        ("http", http(&server, "asks_aside", "plain")),
    ] {
        let mut probe = open(launch).await.unwrap();
        let tag = |name: &str| CallTag(name.into());
        let first_asks = Notify::new();
        let asking = async {
            let first = probe.asks.recv().await.expect("the first call asks");
            first_asks.notify_one();
            let second = probe.asks.recv().await.expect("the second call asks");
            let linked = |ask: &ServerRequest| (ask.cause.clone(), ask.possible_causes.clone());
            assert_eq!(
                [linked(&first), linked(&second)],
                [
                    (Some(tag("first")), vec![]),
                    (None, vec![tag("first"), tag("second")]),
                ],
                "over {way}"
            );
            for ask in [first, second] {
                ask.responder.answer(ClientReply::Decline);
            }
        };
        let second = async {
            first_asks.notified().await;
            call(&probe.connection, options("second")).await
        };
        let first = call(&probe.connection, options("first"));
        let (first, second, ()) = tokio::join!(first, second, asking);
        assert_eq!(
            [describe(&first), describe(&second)],
            [r#"[{"action":"decline"}]"#; 2],
            "over {way}"
        );
    }
}

#[tokio::test]
async fn a_ping_or_a_list_that_is_under_way_takes_no_question_from_its_call() {
    let mut probe = open(stdio("ask_deaf")).await.unwrap();
    let connection = probe.connection.clone();
    let pinging = tokio::spawn(async move { connection.ping().await });
    probe
        .log
        .wait(|event| match event {
            ConnectionEvent::Frame(frame) => {
                (frame.method.as_deref() == Some("ping")).then_some(())
            }
            _ => None,
        })
        .await;
    let (_, outcome) = answered(&mut probe, ClientReply::Decline).await;
    assert_eq!(outcome, r#"[{"action":"decline"}]"#);
    pinging.abort();
}

#[tokio::test]
async fn a_second_question_under_the_id_of_an_open_one_is_refused_and_reported() {
    let mut probe = open(stdio("ask_same_id")).await.unwrap();
    let running = call(&probe.connection, options("t"));
    let answering = async {
        let first = probe.asks.recv().await.expect("a question comes");
        let refused = probe
            .log
            .wait(|event| match event {
                ConnectionEvent::RequestRefused(refused) => Some(refused.clone()),
                _ => None,
            })
            .await;
        assert_eq!(
            (&refused.params["message"], &*refused.reason.code),
            (&json!("Delete everything?"), "refusal.sameId")
        );
        assert!(probe.asks.try_recv().is_err(), "nobody is asked the other");
        first.responder.answer(ClientReply::Decline);
    };
    let (result, ()) = tokio::join!(running, answering);
    assert_eq!(
        describe(&result),
        r#"[{"action":"decline"}]"#,
        "the one that was shown is the one that is answered"
    );
}

#[tokio::test]
async fn a_question_dropped_is_a_question_cancelled() {
    let mut probe = open(stdio("ask_form")).await.unwrap();
    let running = call(&probe.connection, options("t"));
    let (result, ()) = tokio::join!(running, async { drop(probe.asks.recv().await) });
    assert_eq!(describe(&result), r#"[{"action":"cancel"}]"#);
}

#[tokio::test]
async fn a_question_is_withdrawn_when_nobody_needs_the_answer() {
    let mut probe = open(stdio("ask_withdrawn")).await.unwrap();
    let running = call(&probe.connection, options("t"));
    let waiting = async {
        let ask = probe.asks.recv().await.expect("a question comes");
        ask.withdrawn.cancelled().await;
    };
    let (result, ()) = tokio::join!(running, waiting);
    assert_eq!(
        describe(&result),
        "[ok]",
        "the server took the question back and got no answer to it"
    );

    let mut probe = open(stdio("ask_form")).await.unwrap();
    let cancelling = options("t");
    let cancel = cancelling.cancel.clone();
    let running = call(&probe.connection, cancelling);
    let waiting = async {
        let ask = probe.asks.recv().await.expect("a question comes");
        cancel.cancel();
        ask.withdrawn.cancelled().await;
    };
    let (result, ()) = tokio::join!(running, waiting);
    assert_eq!(
        describe(&result),
        "exchange.cancelled",
        "a cancelled call takes its question with it"
    );

    let mut probe = open(stdio("ask_form")).await.unwrap();
    let running = call(&probe.connection, options("t"));
    let waiting = async {
        let ask = probe.asks.recv().await.expect("a question comes");
        probe.connection.close().await;
        ask.withdrawn.cancelled().await;
    };
    let (result, ()) = tokio::join!(running, waiting);
    assert_eq!(
        describe(&result),
        "closed: connection.closed",
        "so does a closed connection"
    );
}

#[tokio::test]
async fn too_many_questions_at_once_are_declined() {
    let mut probe = open(stdio("ask_many")).await.unwrap();
    let running = call(&probe.connection, options("t"));
    let answering = async {
        let mut open = Vec::new();
        for _ in 0..4 {
            open.push(probe.asks.recv().await.expect("a question comes"));
        }
        // Only now, with four open, is it certain that the others were declined for their number.
        tokio::time::sleep(Duration::from_millis(200)).await;
        for ask in open {
            ask.responder.answer(ClientReply::Accept(json!({})));
        }
    };
    let (result, ()) = tokio::join!(running, answering);
    assert_eq!(
        describe(&result),
        "[accept accept accept accept decline decline decline]"
    );
}

#[tokio::test]
async fn a_question_on_the_servers_own_stream_reaches_the_person_and_a_lost_one_hangs_nothing() {
    let server = HttpServer::start().await.unwrap();
    let mut probe = open(http(&server, "asks_aside", "plain")).await.unwrap();
    let (schema, outcome) = answered(&mut probe, ClientReply::Decline).await;
    assert_eq!(
        (schema, outcome.as_str()),
        (json!({"type": "object"}), r#"[{"action":"decline"}]"#),
        "the stream was open before the tool was called"
    );
    probe.connection.close().await;

    let server = HttpServer::start().await.unwrap();
    let mut probe = open(http(&server, "asks_aside", "unheard")).await.unwrap();
    let outcome = call(&probe.connection, options("t")).await;
    assert_eq!(
        describe(&outcome),
        "[the question was lost]",
        "a server without such a stream has nowhere to ask"
    );
    assert!(probe.asks.try_recv().is_err(), "nobody was asked");
}
