//! What web views ask of the network, seen from its other end: in a network namespace with a resolver of its own.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use usher_tests::window::Binary;

use crate::fixture;

/// Makes every address lead here and every name be asked for here, then becomes the probe. The files replace those of
/// the system in this namespace alone.
const NAMESPACE: &str = r#"set -eu
ip link set lo up
ip address add 10.9.9.9/32 dev lo
ip route add local 0.0.0.0/0 dev lo
printf 'nameserver 10.9.9.9\noptions timeout:1\n' >"$1/resolv.conf"
printf 'hosts: files dns\n' >"$1/nsswitch.conf"
mount --bind "$1/resolv.conf" /etc/resolv.conf
mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf
exec "$2" "$3"
"#;

/// Ways that a document has past every content policy, or before it.
const PAST_POLICIES: [&str; 5] = [
    "preconnect",
    "preconnect-plain",
    "added-preconnect",
    "added-dns-prefetch",
    "preload",
];

#[tokio::test]
async fn foreign_documents_reach_declared_public_hosts_and_look_up_no_other_name() {
    let fixture = fixture::new();
    let mut report = probe(fixture.data.path(), "shipped").await;
    let control = probe(fixture.data.path(), "control").await;
    report["views"]["control"] = control["views"]["control"].clone();
    let views = &report["views"];
    for view in ["control", "app", "main"] {
        assert_eq!(views[view]["tried"], json!(true), "{view}: {report:#}");
    }
    let seen = |view: &str, what: &str| views[view][what].as_array().cloned().unwrap_or_default();
    let control = seen("control", "names");
    for way in PAST_POLICIES {
        let name = json!(format!("{way}.control.example"));
        assert!(control.contains(&name), "the probe sees {way}: {report:#}");
    }
    let connected = seen("control", "addresses");
    for address in ["93.184.216.34:443", "127.0.0.1:8080"] {
        assert!(
            connected.contains(&json!(address)),
            "and {address}: {report:#}"
        );
    }

    assert_eq!(
        [&views["app"]["names"], &views["app"]["addresses"]],
        [
            &json!(["declared.app.example", "rebound.app.example"]),
            &json!(["93.184.216.34:443"])
        ],
        "an app reaches what it declared, and of that nothing on this computer: {report:#}"
    );
    let refused = report["refused"].as_array().cloned().unwrap_or_default();
    for refusal in ["preconnect.app.example:443", "rebound.app.example:443"] {
        assert!(
            refused.contains(&json!(refusal)),
            "{refusal} is reported: {report:#}"
        );
    }
    assert_eq!(
        [&views["main"]["names"], &views["main"]["addresses"]],
        [&json!([]), &json!([])],
        "the page of the window reaches nothing: {report:#}"
    );
}

async fn probe(scratch: &Path, views: &str) -> Value {
    let mut command = tokio::process::Command::new("unshare");
    // Root of the machine makes namespaces by itself, everybody else as root of a user namespace.
    if !is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    let run = command
        .args(["--net", "--mount", "sh", "-c", NAMESPACE, "namespace"])
        .arg(scratch)
        .arg(Binary::NetworkProbe.path())
        .arg(views)
        // The bus may listen in the namespace outside.
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("HOME", scratch)
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(Duration::from_mins(4), run)
        .await
        .expect("the probe ends")
        .expect("the probe runs");
    let lines = String::from_utf8_lossy(&output.stdout);
    let report = lines.lines().rev().find(|line| line.starts_with('{'));
    let report = report.unwrap_or_else(|| {
        panic!(
            "no report. Ubuntu lets programs make namespaces only after \
            `sysctl kernel.apparmor_restrict_unprivileged_userns=0`: {output:?}"
        )
    });
    serde_json::from_str(report).expect("JSON")
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let own = std::fs::metadata("/proc/self");
    own.is_ok_and(|own| own.uid() == 0)
}
