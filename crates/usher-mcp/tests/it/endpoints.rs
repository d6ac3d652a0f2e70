//! Tests that a server with many endpoints is found from any address.
//!
//! Everything it offers can be used; and where there is none, nothing is sent elsewhere.

use serde_json::{Map, json};
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_mcp::{ConnectError, Endpoint, EraChoice, HttpTransportKind};
use usher_testkit::canary_port::CanaryPort;
use usher_testkit::scripted::endpoints::{EndpointServer, Layout};

use crate::kit::{describe, open_with, options};
use HttpTransportKind::{HttpSse, StreamableHttp};

fn at(server: &EndpointServer, path: &str) -> HttpLaunch {
    HttpLaunch {
        url: server.url(path).parse().unwrap(),
        known: None,
        headers: Vec::new(),
        access: usher_mcp::Access::default(),
        typed: usher_mcp::TypedSecrets::default(),
        secrets: usher_mcp::launch::LaunchSecrets::default(),
    }
}

/// Uses a server's tool, resource and prompt; returns where it was found.
async fn use_everything(launch: HttpLaunch) -> (HttpTransportKind, String) {
    let url = launch.url.clone();
    // As the app does it: the server's era is detected first.
    let (opened, _) = open_with(Launch::Http(launch), |options| {
        options.era = EraChoice::Auto;
    })
    .await;
    let probe = opened.unwrap_or_else(|error| panic!("{url}: {error}"));
    let connection = &probe.connection;
    for round in 0..4 {
        let numbers = json!({"a": round, "b": 40});
        let numbers = numbers.as_object().cloned().unwrap();
        let sum = connection.call_tool("add", numbers, options("t")).await;
        assert_eq!(
            describe(&sum),
            format!("[{}]", round + 40),
            "adding over {url}"
        );
    }
    let tools = connection.list_tools().await.unwrap();
    assert_eq!(tools.items.len(), 1, "tools over {url}");
    let resources = connection.list_resources().await.unwrap();
    let read = connection
        .read_resource(&resources.items[0].uri)
        .await
        .unwrap();
    assert_eq!(read.contents.len(), 1, "reading over {url}");
    let prompts = connection.list_prompts().await.unwrap();
    let of = Map::from_iter([("of".to_owned(), json!("1 and 2"))]);
    let prompt = connection.get_prompt(&prompts.items[0].name, of).await;
    assert_eq!(prompt.unwrap().messages.len(), 1, "a prompt over {url}");
    let endpoint = connection.endpoint().cloned().unwrap();
    connection.close().await;
    (endpoint.transport, endpoint.url.path().to_owned())
}

#[tokio::test]
async fn every_address_of_a_server_leads_to_it() {
    let rows = [
        (Layout::Family, "/mcp", StreamableHttp, "/mcp"),
        (Layout::Family, "/", StreamableHttp, "/"),
        (Layout::Family, "", StreamableHttp, "/"),
        (Layout::Family, "/sse", HttpSse, "/sse"),
        (
            Layout::Family,
            "/.well-known/mcp.json",
            StreamableHttp,
            "/mcp",
        ),
        (Layout::Family, "/openapi.json", StreamableHttp, "/mcp"),
        (Layout::Family, "/tools/add", StreamableHttp, "/mcp"),
        (Layout::Batching, "/mcp", StreamableHttp, "/mcp"),
        (Layout::Batching, "/", StreamableHttp, "/"),
        (Layout::Batching, "/sse", HttpSse, "/sse"),
        (Layout::Undocumented, "/sse", HttpSse, "/sse"),
        (Layout::Undocumented, "/mcp", StreamableHttp, "/mcp"),
        (Layout::Documented, "/", StreamableHttp, "/hidden/place"),
        (
            Layout::Documented,
            "/wrong",
            StreamableHttp,
            "/hidden/place",
        ),
        (Layout::Paired, "/sse", HttpSse, "/sse"),
        (Layout::Paired, "/", HttpSse, "/sse"),
        (Layout::Twice, "/sse", HttpSse, "/sse"),
    ];
    for (layout, path, transport, place) in rows {
        let server = EndpointServer::start(layout).await.unwrap();
        assert_eq!(
            Box::pin(use_everything(at(&server, path))).await,
            (transport, place.to_owned()),
            "{layout:?} at {path:?}"
        );
    }
}

#[tokio::test]
async fn a_known_endpoint_is_not_searched_for_again() {
    let server = EndpointServer::start(Layout::Documented).await.unwrap();
    let endpoint = |path: &str| Endpoint {
        transport: StreamableHttp,
        url: server.url(path).parse().unwrap(),
    };
    let mut launch = at(&server, "/");
    launch.known = Some(endpoint("/hidden/place"));
    Box::pin(use_everything(launch.clone())).await;
    let seen = server.seen();
    assert!(
        seen.iter().all(|request| request.contains("/hidden/place")),
        "nothing else was asked: {seen:?}"
    );
    launch.known = Some(endpoint("/moved"));
    assert_eq!(
        Box::pin(use_everything(launch)).await,
        (StreamableHttp, "/hidden/place".to_owned()),
        "where it is no longer there, it is searched for"
    );
}

#[tokio::test]
async fn where_no_server_is_the_address_itself_is_what_failed() {
    let rows = [
        (
            Layout::Paired,
            "/nothing",
            "the address answered with HTTP status 404",
        ),
        (Layout::Website, "/", "what answered does not speak MCP"),
    ];
    for (layout, path, expected) in rows {
        let server = EndpointServer::start(layout).await.unwrap();
        let (opened, _) = open_with(Launch::Http(at(&server, path)), |_| {}).await;
        let error = opened.err().map(|error: ConnectError| error.to_string());
        assert!(
            error
                .as_deref()
                .is_some_and(|error| error.starts_with(expected)),
            "{layout:?} at {path}: {error:?}"
        );
        let posts: Vec<String> = server
            .seen()
            .into_iter()
            .filter(|request| request.contains("/messages"))
            .collect();
        assert_eq!(posts, Vec::<String>::new(), "nothing was sent astray");
    }
}

#[tokio::test]
async fn messages_go_to_no_other_place_than_the_one_the_person_named() {
    let canary = CanaryPort::start().await.unwrap();
    let rows = [
        (
            Layout::Astray(canary.port),
            "/sse",
            "not connected: the server wants messages sent elsewhere",
        ),
        (
            Layout::AstrayDocument(canary.port),
            "/mcp",
            "the address answered with HTTP status 404",
        ),
        (
            Layout::AstrayDocument(canary.port),
            "/",
            "the address answered with HTTP status 404",
        ),
    ];
    for (layout, path, expected) in rows {
        let server = EndpointServer::start(layout).await.unwrap();
        let (opened, _) = open_with(Launch::Http(at(&server, path)), |_| {}).await;
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
        canary.visits().await.unwrap(),
        0,
        "a message, or its secrets, went astray"
    );
}
