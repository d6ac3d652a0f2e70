//! What the log gets of addresses.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parking_lot::Mutex;
use serde_json::json;
use usher_api::Code;
use usher_api::operations::op;

use crate::test_host::TestHost;

/// All that is logged in this process.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_gets_the_origin_and_the_length_of_an_address_that_cannot_be_opened() {
    let log = Log::default();
    let writer = log.clone();
    let logging = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone());
    logging.try_init().expect("this process logs nowhere else");
    let host = TestHost::open().await;
    let server = host.add_demo().await;
    host.has_no_browser.store(true, Ordering::SeqCst);
    let link = json!({
        "serverId": server, "address": "https://user.example:8443/a/path?token=hunter2#part",
        "place": { "kind": "website" },
    });
    let ask = host.call(op::ApprovalRequestOpenLink, link).await;
    let open = json!({ "approvalId": ask["id"] });
    let refused = host.fails(op::ApprovalOpenUrl, open).await;
    assert_eq!(refused.code, Code::BrowserUnavailable, "{refused:?}");
    host.api.close().await;
    let log = log.0.lock();
    let log = String::from_utf8_lossy(&log);
    let line = log.lines().find(|line| line.contains("the browser"));
    let line = line.expect("that is logged");
    assert!(
        line.contains("https://user.example:8443") && line.contains("path_bytes=7"),
        "{line}"
    );
    for secret in ["a/path", "token", "hunter2", "part"] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}
