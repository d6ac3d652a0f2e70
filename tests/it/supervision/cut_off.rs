//! Runs programs that live on but no longer answer.

use std::time::Duration;
use usher_api::operations::{TypedOperation as _, op};

use serde_json::json;
use usher_mcp::Limits as ConnectionLimits;

use crate::test_host::{TestHost, program, text};
use crate::usage::call;

#[tokio::test]
async fn a_server_that_is_cut_off_says_why_and_not_how_it_was_ended() {
    let limits = ConnectionLimits {
        write_timeout: Duration::from_millis(500),
        exit_wait: Duration::from_millis(200),
        ..ConnectionLimits::default()
    };
    let patient = ConnectionLimits::default();
    let scripted = env!("CARGO_BIN_EXE_scripted_server");
    let shell = |then: &str| {
        let script = format!("\"$0\" die; exec >&-; {then}");
        program("sh", &["-c", &script, scripted])
    };
    let long = "A".repeat(4 << 20);
    let rows = [
        (
            program(scripted, &["stops_reading"]),
            limits.clone(),
            long.as_str(),
            "“Cut off” disconnected: the server stopped reading its input.",
        ),
        (
            shell("sleep 600"),
            limits,
            "",
            "“Cut off” disconnected: the server closed its output.",
        ),
        (
            shell("cat > /dev/null; exit 5"),
            patient,
            "",
            "The process of “Cut off” exited with code 5 while in use.",
        ),
    ];
    for (config, limits, argument, expected) in rows {
        let host = TestHost::open_within(limits).await;
        let server = host.add_listed("Cut off", config).await;
        // The first one is still read to its end.
        let calls = ["first", "second"].map(|id| {
            let arguments = json!({ "zeta": argument, "alpha": "" });
            let params = call(&server, id, "echo", &arguments);
            let api = &host.api;
            async move { api.call(op::ToolCall::NAME, params).await }
        });
        let outcomes = futures::future::join_all(calls).await;
        let told = host
            .until_event("serverChanged", |event| {
                event["server"]["state"]["kind"] == "retrying"
            })
            .await;
        let failure = &told["server"]["state"]["failure"];
        assert_eq!(
            (&failure["kind"], text(&failure["summary"])),
            (&json!("exited"), expected.to_owned()),
            "the person reads what was wrong, not what was done about it; the calls said {outcomes:?}"
        );
        host.api.close().await;
    }
}
