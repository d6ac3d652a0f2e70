//! Whatever a server names, nobody goes there by himself. Everything leads to a place that hears every visit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_tests::scripted::endpoints::{EndpointServer, Layout};
use usher_tests::scripted::http::HttpServer;

use crate::core_use::call;
use crate::desk::{Desk, program};
use crate::kit::{PATIENCE, open_with};

/// A place nobody has a reason to go to.
struct Sink {
    port: u16,
    visits: Arc<AtomicUsize>,
}

impl Sink {
    async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let visits = Arc::<AtomicUsize>::default();
        let counting = visits.clone();
        tokio::spawn(async move {
            let mut visitors = Vec::new();
            while let Ok((visitor, _)) = listener.accept().await {
                counting.fetch_add(1, Ordering::Relaxed);
                visitors.push(visitor);
            }
        });
        Self { port, visits }
    }

    /// How often somebody came. It goes there itself to find out: whoever came before is counted before.
    async fn visits(&self) -> usize {
        let before = self.visits.load(Ordering::Relaxed);
        let _visit = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let counted = async {
            while self.visits.load(Ordering::Relaxed) == before {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, counted)
            .await
            .expect("it counts");
        self.visits.load(Ordering::Relaxed) - 1
    }
}

/// The keys of all icons within.
fn icons(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            if let (Some(light), Some(dark)) = (members.get("light"), members.get("dark")) {
                found.extend([light.clone(), dark.clone()]);
            }
            members.values().for_each(|value| icons(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| icons(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn nobody_goes_where_a_server_leads() {
    let (sink, web) = (Sink::start().await, HttpServer::start().await.unwrap());
    let lures = format!("lures_{}_{}", sink.port, web.port);
    let address = |style: &str| {
        let url = format!("http://127.0.0.1:{}/{style}/{lures}", web.port);
        json!({ "kind": "http", "url": url, "headers": [] })
    };
    let ways = [
        (
            "stdio",
            program(env!("CARGO_BIN_EXE_scripted_server"), &[&lures]),
        ),
        ("JSON", address("json")),
        ("events", address("sse")),
    ];
    let desk = Desk::open().await;
    for (way, config) in ways {
        let server = desk.add(way, config).await;
        desk.until_listed(&server).await;
        let about = json!({ "serverId": server });
        let mut seen = vec![desk.call("server.get", about.clone()).await];
        for list in ["tool.list", "resource.list", "template.list", "prompt.list"] {
            seen.push(desk.call(list, about.clone()).await);
        }
        for tool in ["echo", "visit"] {
            seen.push(
                desk.call("tool.get", json!({ "serverId": server, "name": tool }))
                    .await,
            );
            let mut calling = call(&server, &format!("{way} {tool}"), tool, &json!({ "a": 1 }));
            calling["check"] = json!("sendAnyway");
            let outcome = desk.call("tool.call", calling).await;
            assert!(
                outcome.to_string().contains("picture.png"),
                "{way}: {outcome}"
            );
            seen.push(outcome);
        }
        let resource = format!("http://127.0.0.1:{}/resource", sink.port);
        let read = json!({ "serverId": server, "uri": resource });
        seen.push(desk.call("resource.read", read).await);
        let get = json!({ "serverId": server, "name": "greet", "arguments": {} });
        seen.push(desk.call("prompt.get", get).await);
        let mut keys = Vec::new();
        icons(&json!(seen), &mut keys);
        assert!(keys.len() > 8, "{way}: every entry has icons: {keys:?}");
        for key in keys {
            desk.call("icon.get", json!({ "key": key })).await;
        }
    }
    let url = format!("http://127.0.0.1:{}/locked_{}/echo", web.port, sink.port);
    let locked = json!({ "kind": "http", "url": url, "headers": [] });
    let locked = desk.add("Locked", locked).await;
    desk.until_state(&locked, "needsSignIn").await;
    desk.until_event("askOpened", |event| event.to_string().contains("/visit"))
        .await;
    assert_eq!(
        *desk.opened.lock().unwrap(),
        Vec::<String>::new(),
        "the browser was told nothing"
    );
    desk.api.close().await;
    assert_eq!(sink.visits().await, 0, "somebody went where a server led");
}

#[tokio::test]
async fn messages_go_to_no_other_place_than_the_one_the_person_named() {
    let sink = Sink::start().await;
    let rows = [
        (
            Layout::Astray(sink.port),
            "/sse",
            "not connected: the server wants messages sent elsewhere",
        ),
        (
            Layout::AstrayDocument(sink.port),
            "/mcp",
            "the address answered with HTTP status 404",
        ),
        (
            Layout::AstrayDocument(sink.port),
            "/",
            "the address answered with HTTP status 404",
        ),
    ];
    for (layout, path, expected) in rows {
        let server = EndpointServer::start(layout).await.unwrap();
        let launch = HttpLaunch {
            url: server.url(path).parse().unwrap(),
            known: None,
            headers: Vec::new(),
            access: usher_mcp::Access::default(),
        };
        let (opened, _) = open_with(Launch::Http(launch), |_| {}).await;
        let error = opened.err().map(|error| error.to_string());
        assert!(
            error
                .as_deref()
                .is_some_and(|error| error.starts_with(expected)),
            "{layout:?} at {path}: {error:?}"
        );
        assert!(!server.seen().is_empty(), "{layout:?}: it was asked itself");
    }
    assert_eq!(
        sink.visits().await,
        0,
        "a message, or its secrets, went astray"
    );
}
