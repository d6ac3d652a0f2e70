//! Tests that a server with many endpoints is found from any address.
//!
//! Everything it offers can be used; and where there is none, nothing is sent elsewhere.

use std::time::Duration;

use serde_json::{Map, json};
use usher_cases::rows;
use usher_mcp::launch::{HttpLaunch, Launch};
use usher_mcp::{ConnectError, Endpoint, EraChoice, HttpTransportKind};
use usher_testkit::canary_port::CanaryPort;
use usher_testkit::scripted::endpoints::{EndpointServer, GetAnswer, Layout};

use crate::kit::{self, describe, describe_failure, open_with, options};
use HttpTransportKind::{HttpSse, StreamableHttp};

fn at(server: &EndpointServer, path: &str) -> HttpLaunch {
    kit::at(&server.url(path))
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
        (
            Layout::Website,
            "/",
            "not MCP: exchange.noMessage {status: \"200\"",
        ),
    ];
    for (layout, path, expected) in rows {
        let server = EndpointServer::start(layout).await.unwrap();
        let (opened, _) = open_with(Launch::Http(at(&server, path)), |_| {}).await;
        let error = opened
            .err()
            .map(|error: ConnectError| describe_failure(&error));
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

const NO_SESSION: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}"#;
const NO_METHOD: &str =
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such place"}}"#;

#[tokio::test]
async fn the_refusal_of_the_message_is_what_failed_whatever_the_stream_says() {
    let gets = [
        GetAnswer::Status(401, "sign in"),
        GetAnswer::Status(404, "no page"),
        GetAnswer::Status(405, "not allowed"),
        GetAnswer::Status(500, "broken"),
        GetAnswer::Page,
        GetAnswer::Reset,
        GetAnswer::Events(""),
        GetAnswer::Events("event: message\ndata: {}\n\n"),
    ];
    // The status of an answer to a message, what is asked, the body of the answer, and what is said of it.
    let refusals = r#"
        400 | POST GET |  | the address answered with HTTP status 400
        400 | POST GET | no tenant | the address answered with HTTP status 400: no tenant
        400 | POST GET | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}} | the server refused the connection: no session (code -32000, HTTP status 400)
        402 | POST GET | pay | the address answered with HTTP status 402: pay
        403 | POST GET | no | the address answered with HTTP status 403: no
        404 | POST GET | <html>gone</html> | the address answered with HTTP status 404: gone
        404 | POST GET | {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such place"}} | the server refused the connection: no such place (code -32601, HTTP status 404)
        405 | POST GET | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}} | the server refused the connection: no session (code -32000, HTTP status 405)
        406 | POST GET | {"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}} | the server refused the connection: no session (code -32000, HTTP status 406)
        409 | POST GET |  | the address answered with HTTP status 409
        415 | POST GET |  | the address answered with HTTP status 415
        422 | POST GET | {"detail":"field required"} | the address answered with HTTP status 422: {"detail":"field required"}
        400 | POST | {"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"headers differ"}} | the server refused the connection: headers differ (code -32020)
        401 | POST |  | the server wants a sign-in
        408 | POST |  | the address answered with HTTP status 408
        429 | POST | later | the address answered with HTTP status 429: later
        503 | POST | later | the address answered with HTTP status 503: later
    "#;
    for [status, requests, body, expected] in rows(refusals) {
        let (status, body) = (status.parse().unwrap(), &*body.leak());
        for get in gets {
            let server = EndpointServer::start(Layout::Refusing { status, body, get })
                .await
                .unwrap();
            for era in [EraChoice::Auto, EraChoice::Legacy] {
                let asked = server.seen().len();
                let (opened, _) = open_with(Launch::Http(at(&server, "/place")), |options| {
                    options.era = era;
                })
                .await;
                let error = opened
                    .err()
                    .map(|error: ConnectError| describe_failure(&error));
                let mut seen: Vec<String> = server.seen()[asked..]
                    .iter()
                    .filter_map(|line| line.split_once(" /place").map(|(verb, _)| verb.to_owned()))
                    .collect();
                seen.dedup();
                assert_eq!(
                    (error.as_ref(), &seen.join(" ")),
                    (Some(&expected), &requests),
                    "{status} {body:?} to a message, {get:?} to a GET, {era:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn an_endpoint_that_is_no_address_is_told_in_short() {
    let named = format!(
        "event: endpoint\ndata: https://[{}\n\n",
        "x".repeat(3_000_000)
    );
    let layout = Layout::Refusing {
        status: 405,
        body: "",
        get: GetAnswer::Events(named.leak()),
    };
    let server = EndpointServer::start(layout).await.unwrap();
    let (opened, _) = open_with(Launch::Http(at(&server, "/place")), |_| {}).await;
    let words = opened
        .err()
        .map(|error| describe_failure(&error))
        .unwrap_or_default();
    let expected = "refused: net.endpointInvalid {endpoint: \"https://[xxx";
    assert!(words.starts_with(expected), "{words:.200}");
    assert!(words.len() < 1200, "{} bytes", words.len());
}

#[tokio::test]
async fn a_server_that_names_endless_endpoints_keeps_nobody_searching() {
    let rows = [
        // Streams that are given up soon: so many are tried.
        (Duration::from_millis(20), Duration::from_secs(30), Some(8)),
        // Streams that are waited for: the time to connect is the end of it.
        (Duration::from_hours(1), Duration::from_secs(1), None),
    ];
    for (stream_wait, connect_timeout, tried) in rows {
        let server = EndpointServer::start(Layout::Endless).await.unwrap();
        let (opened, _) = open_with(Launch::Http(at(&server, "/place")), |options| {
            options.limits.stream_wait = stream_wait;
            options.connect_timeout = connect_timeout;
        })
        .await;
        let error = opened.err().map(|error| describe_failure(&error));
        assert_eq!(
            error.as_deref(),
            Some("the address answered with HTTP status 404: Not found"),
            "the address itself is what failed"
        );
        let seen = server.seen();
        let opened = seen.iter().filter(|line| line.contains("/hang/")).count();
        if let Some(tried) = tried {
            assert_eq!(opened, tried, "of a thousand: {seen:?}");
        }
    }
}

#[tokio::test]
async fn every_refusal_of_the_first_message_leads_to_the_stream() {
    for status in [400, 402, 403, 404, 405, 406, 409, 410, 415, 422] {
        for body in ["", "<html>", NO_SESSION, NO_METHOD] {
            let layout = Layout::Refusing {
                status,
                body,
                get: GetAnswer::Paired,
            };
            let server = EndpointServer::start(layout).await.unwrap();
            assert_eq!(
                Box::pin(use_everything(at(&server, "/place"))).await,
                (HttpSse, "/place".to_owned()),
                "{status} {body:?} to the first message"
            );
        }
    }
}

#[tokio::test]
async fn messages_go_to_no_other_place_than_the_one_the_person_named() {
    let canary = CanaryPort::start().await.unwrap();
    let rows = [
        (
            Layout::Astray(canary.port),
            "/sse",
            "refused: net.endpointElsewhere {host: \"http://127.0.0.1:",
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
        let error = opened.err().map(|error| describe_failure(&error));
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
