//! The window's walls as they are configured: every setting that keeps server content, a foreign page
//! or a second window away from the operations. Each is easy to loosen by accident and then works
//! just as well, so each is asserted. That they hold in a real window is the IPC probe's to show.
#![expect(
    clippy::expect_used,
    reason = "a configuration that cannot be read must say which"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

fn shell() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    std::fs::read_to_string(shell().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn config() -> Value {
    serde_json::from_str(&text("tauri.conf.json")).expect("tauri.conf.json is JSON")
}

fn check(config: &Value, pointer: &str, expected: &Value, why: &str) {
    assert_eq!(config.pointer(pointer), Some(expected), "{pointer}: {why}");
}

#[test]
fn the_page_is_walled_off() {
    let config = config();
    for (pointer, expected, why) in [
        (
            "/app/withGlobalTauri",
            json!(false),
            "a script in the page must not find Tauri's API lying about",
        ),
        (
            "/app/security/pattern/use",
            json!("isolation"),
            "a stolen invoke key alone must be worth nothing",
        ),
        (
            "/app/security/pattern/options",
            json!({ "dir": "isolation" }),
            "the script that lets only our two commands through",
        ),
        (
            "/app/security/freezePrototype",
            json!(true),
            "page scripts must not be able to rewrite what others rely on",
        ),
        (
            "/app/security/dangerousDisableAssetCspModification",
            json!(false),
            "Tauri must add its nonces",
        ),
        (
            "/app/security/assetProtocol",
            json!({ "enable": false }),
            "the page reads no files",
        ),
        (
            "/app/security/capabilities",
            json!(["main"]),
            "an empty list would mean every capability file",
        ),
        (
            "/build/removeUnusedCommands",
            json!(true),
            "commands nobody may call need not be in the program",
        ),
    ] {
        check(&config, pointer, &expected, why);
    }
}

#[test]
fn the_content_policy_names_no_other_host_and_nothing_unsafe() {
    let config = config();
    let policy = json!({
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "media-src": "'self' blob: data:",
        "connect-src": "ipc: http://ipc.localhost",
        "font-src": "'self'",
        // PDF documents are read in a worker whose file lies in the app; no worker comes from a `blob:` or `data:` URL.
        "worker-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    });
    check(
        &config,
        "/app/security/csp",
        &policy,
        "a frame-src would lock Tauri's isolation frame out",
    );

    let mut dev = policy;
    dev["connect-src"] =
        json!("ipc: http://ipc.localhost http://localhost:5173 ws://localhost:5173");
    check(
        &config,
        "/app/security/devCsp",
        &dev,
        "development differs by its server alone",
    );
}

#[test]
fn every_answer_of_the_page_carries_its_headers() {
    let config = config();
    let headers = config
        .pointer("/app/security/headers")
        .expect("headers are set");
    check(
        headers,
        "/Cross-Origin-Opener-Policy",
        &json!("same-origin"),
        "no foreign window keeps a handle",
    );
    check(
        headers,
        "/Cross-Origin-Resource-Policy",
        &json!("same-origin"),
        "no foreign page embeds ours",
    );
    check(
        headers,
        "/X-Content-Type-Options",
        &json!("nosniff"),
        "a file is what it says it is",
    );
    let permissions = headers["Permissions-Policy"].as_str().expect("a list");
    for feature in [
        "camera",
        "microphone",
        "geolocation",
        "display-capture",
        "clipboard-read",
        "usb",
        "serial",
        "hid",
        "midi",
    ] {
        assert!(
            permissions.contains(&format!("{feature}=()")),
            "{feature} must be denied to every frame"
        );
    }
}

#[test]
fn the_one_window_is_made_in_code_and_does_nothing_extra() {
    let window = json!([{
        "label": "main",
        "create": false,
        "title": "Usher",
        "width": 1280,
        "height": 800,
        "minWidth": 900,
        "minHeight": 600,
        "center": true,
        "devtools": false,
        "dragDropEnabled": false,
        "allowLinkPreview": false,
        "generalAutofillEnabled": false,
        "browserExtensionsEnabled": false,
        "zoomHotkeysEnabled": false,
        "useHttpsScheme": false,
    }]);
    check(
        &config(),
        "/app/windows",
        &window,
        "the hooks against navigation, pop-ups and downloads need `create: false`",
    );
}

#[test]
fn one_capability_grants_two_commands_to_one_window() {
    let files: Vec<PathBuf> = std::fs::read_dir(shell().join("capabilities"))
        .expect("capabilities can be listed")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    assert_eq!(
        files,
        [shell().join("capabilities/main.json")],
        "each further file is a further grant"
    );
    let capability: Value = serde_json::from_str(&text("capabilities/main.json")).expect("JSON");
    let granted = json!({
        "$schema": "../gen/schemas/desktop-schema.json",
        "identifier": "main",
        "description": "All the main window may do: call an operation, and hear events.",
        "windows": ["main"],
        "permissions": ["allow-rpc", "allow-subscribe"],
    });
    assert_eq!(
        capability, granted,
        "no remote address, no other window, no permission of Tauri's own"
    );

    let declared = r#"commands(&["rpc", "subscribe"])"#;
    assert!(
        text("build.rs").contains(declared),
        "commands that are not declared are open to every window"
    );
    let handled = "generate_handler![ipc::rpc, ipc::subscribe]";
    assert!(
        text("src/lib.rs").contains(handled),
        "the app has two commands"
    );
}

#[test]
fn tauri_is_built_without_what_would_open_a_door() {
    let shell = metadata();
    let dependency = |name: &str| {
        let dependencies = shell["dependencies"].as_array().expect("a list");
        dependencies
            .iter()
            .find(|dependency| dependency["name"] == json!(name))
            .unwrap_or_else(|| panic!("the shell needs {name}"))
    };
    let tauri = dependency("tauri");
    check(
        tauri,
        "/uses_default_features",
        &json!(false),
        "`dynamic-acl` would let permissions be granted at run time",
    );
    check(
        tauri,
        "/features",
        &json!([
            "wry",
            "compression",
            "common-controls-v6",
            "x11",
            "isolation"
        ]),
        "no devtools, unstable, protocol-asset or webview-data-url",
    );
    check(
        dependency("tauri-build"),
        "/features",
        &json!(["isolation"]),
        "the isolation script is built in",
    );
    check(
        &shell,
        "/features",
        &json!({ "custom-protocol": ["tauri/custom-protocol"], "swap-data-folder": [] }),
        "no feature turns a wall off: the one for tests does not compile in a release",
    );
}

#[test]
fn no_plugin_brings_a_door_of_its_own() {
    let lock = text("../Cargo.lock");
    let locked: Vec<(&str, &str)> = lock
        .split("[[package]]")
        .filter_map(|package| Some((field(package, "name = ")?, field(package, "version = ")?)))
        .collect();
    let plugins: BTreeSet<&str> = locked
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| name.starts_with("tauri-plugin-"))
        .collect();
    assert_eq!(
        plugins,
        BTreeSet::from(["tauri-plugin-single-instance"]),
        "files, programs, addresses and the network are the core's, each behind one door",
    );
    let tauri: Vec<&str> = locked
        .iter()
        .filter(|(name, _)| *name == "tauri")
        .map(|(_, version)| *version)
        .collect();
    let [version] = tauri.as_slice() else {
        panic!("one tauri, not {tauri:?}");
    };
    let mut parts = version
        .split('.')
        .map(|part| part.parse::<u32>().expect("a plain version"));
    let version = (parts.next(), parts.next(), parts.next());
    assert!(
        version >= (Some(2), Some(11), Some(1)),
        "older ones confuse origins (CVE-2026-42184)"
    );
}

fn field<'text>(package: &'text str, start: &str) -> Option<&'text str> {
    let line = package.lines().find_map(|line| line.strip_prefix(start))?;
    Some(line.trim_matches('"'))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test asks cargo what it builds"
)]
fn metadata() -> Value {
    let output = std::process::Command::new(env!("CARGO"))
        .current_dir(shell())
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo speaks JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .find(|package| package["name"] == json!("usher"))
        .expect("the shell is a member")
        .clone()
}
