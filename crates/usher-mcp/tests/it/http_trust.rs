//! Tests which servers TLS authenticates, and that no environment bypasses it.
//!
//! Each attempt is a process of its own with its own environment.

use usher_testkit::scripted::http::HttpServer;
use usher_testkit::scripted::tls::{Front, ROOT, in_front_of};

/// Returns the outcome of connecting to an address in this environment.
async fn look_at(url: String, environment: Vec<(&'static str, String)>) -> String {
    let looking = tokio::task::spawn_blocking(move || {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_connect_once"))
            .arg(url)
            .envs(environment)
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()
    });
    looking.await.expect("it says something")
}

#[tokio::test]
async fn a_server_nobody_can_be_sure_of_is_named_with_the_reason_and_sent_nothing() {
    let rows = [
        (Front::Good, "localhost", "connected to scripted"),
        (
            Front::Expired,
            "localhost",
            "untrusted HOST: net.tls.expired",
        ),
        (
            Front::Elsewhere,
            "localhost",
            "untrusted HOST: net.tls.otherHost",
        ),
        (
            Front::Good,
            "127.0.0.1",
            "untrusted HOST: net.tls.otherHost",
        ),
        (
            Front::SelfSigned,
            "localhost",
            "untrusted HOST: net.tls.invalid",
        ),
        (Front::OldTls, "localhost", "untrusted HOST: net.tls.old"),
        (
            Front::OldTlsAlert,
            "localhost",
            "untrusted HOST: net.tls.old",
        ),
    ];
    for (front, host, expected) in rows {
        let server = HttpServer::start().await.unwrap();
        let port = in_front_of(server.port, front).await.unwrap();
        let url = format!("https://{host}:{port}/json/echo");
        let said = look_at(url, vec![("SSL_CERT_FILE", ROOT.to_owned())]).await;
        // The parameter is for the operator of the server.
        let said = said.split(" {").next().unwrap_or_default();
        let expected = expected.replace("HOST", &format!("{host}:{port}"));
        assert_eq!(said, expected, "{front:?} at {host}");
        assert_eq!(
            server.seen().is_empty(),
            front != Front::Good || host != "localhost",
            "{front:?} at {host}: only a server that can be trusted is sent anything"
        );
    }
}

#[tokio::test]
async fn a_certificate_of_an_unknown_signer_is_refused() {
    let server = HttpServer::start().await.unwrap();
    let port = in_front_of(server.port, Front::Good).await.unwrap();
    let said = look_at(format!("https://localhost:{port}/json/echo"), Vec::new()).await;
    assert_eq!(said, format!("untrusted localhost:{port}: net.tls.issuer"));
    assert!(server.seen().is_empty(), "nothing was sent");
}

#[tokio::test]
async fn no_proxy_of_the_environment_comes_between() {
    let (server, proxy) = (
        HttpServer::start().await.unwrap(),
        HttpServer::start().await.unwrap(),
    );
    let through = format!("http://127.0.0.1:{}", proxy.port);
    let names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
    let environment = names.map(|name| (name, through.clone())).to_vec();
    let url = format!("http://127.0.0.1:{}/json/echo", server.port);
    assert_eq!(look_at(url, environment).await, "connected to scripted");
    assert!(
        proxy.seen().is_empty(),
        "a proxy would resolve names past the rule which addresses may be reached"
    );
}
