//! Entries of the MCP registry: what runs, what is refused, and what is said.

use serde_json::{Value, json};

use super::{PasteResult, check, read, shown};

/// Reads an entry of `io.example/a` with these ways, and shows it with the summary.
#[track_caller]
fn check_entry(ways: &Value, expected: &str) {
    let mut entry = json!({ "name": "io.example/a", "version": "1.0.0" });
    let members = ways.as_object().unwrap().clone();
    entry.as_object_mut().unwrap().extend(members);
    let reading = read(&entry.to_string());
    let summary = match &reading {
        PasteResult::Servers { summary, .. } => summary.to_string(),
        _ => String::new(),
    };
    let beside = summary
        .split_once(". ")
        .filter(|(first, _)| first.contains("server.json"))
        .map(|(_, rest)| rest.trim_start_matches(|letter| letter != '“'))
        .filter(|rest| !rest.is_empty());
    let all = match beside {
        Some(beside) => format!("{} | {beside}", shown(&reading)),
        None => shown(&reading),
    };
    assert_eq!(all, expected, "{ways}");
}

#[track_caller]
fn check_package(package: &Value, expected: &str) {
    check_entry(&json!({ "packages": [package] }), expected);
}

#[track_caller]
fn check_refused(package: &Value, reason: &str) {
    let none =
        "“io.example/a” is not available as an npm, PyPI, or OCI package, or as a remote server.";
    check_package(package, &format!("problem: {none} {reason}"));
}

#[test]
fn a_package_comes_from_the_registry_that_is_named() {
    check_package(
        &json!({ "registryType": "npm", "registryBaseUrl": "https://registry.npmjs.org", "identifier": "@scope/a", "version": "1.2.0-beta.1" }),
        "stdio io.example/a: npx·-y·@scope/a@1.2.0-beta.1",
    );
    check_package(
        &json!({ "registryType": "npm", "registryBaseUrl": "https://npm.example.com/", "identifier": "a" }),
        "stdio io.example/a: npx·-y·--registry=https://npm.example.com/·a {The package comes from https://npm.example.com/.}",
    );
    check_package(
        &json!({ "registry_type": "pypi", "registry_base_url": "https://test.pypi.org", "identifier": "a[cli]", "version": "1" }),
        "stdio io.example/a: uvx·--default-index=https://test.pypi.org/simple·a[cli]==1 {The package comes from https://test.pypi.org/.}",
    );
    check_package(
        &json!({ "registryType": "oci", "registryBaseUrl": "https://ghcr.io", "identifier": "x/a", "version": "1" }),
        "stdio io.example/a: docker·run·-i·--rm·ghcr.io/x/a:1 {The package comes from https://ghcr.io/.}",
    );
    check_package(
        &json!({ "registryType": "oci", "registryBaseUrl": "https://docker.io", "identifier": "x/a" }),
        "stdio io.example/a: docker·run·-i·--rm·x/a",
    );
    check_refused(
        &json!({ "registryType": "oci", "registryBaseUrl": "https://ghcr.io", "identifier": "quay.io/x/a" }),
        "“quay.io/x/a” is refused: it names another registry than https://ghcr.io/.",
    );
    check_refused(
        &json!({ "registryType": "npm", "registryBaseUrl": "file:///tmp", "identifier": "a" }),
        "“a” is refused: its registry “file:///tmp” is not a URL that Usher uses.",
    );
}

#[test]
fn a_name_that_means_something_else_is_refused() {
    for (kind, names) in [
        (
            "npm",
            vec![
                "--registry=https://evil.example.com",
                "-c",
                "git+https://evil.example.com/a",
                "https://evil.example.com/a.tgz",
                "github:evil/a",
                "evil/a",
                "file:../a",
                "npm:other",
                "a@npm:other",
                "./a",
                "@scope",
                "a b",
            ],
        ),
        (
            "pypi",
            vec![
                "--from=evil",
                "-p",
                "git+https://evil.example.com/a",
                "a @ https://evil",
                "./a",
                "a[b",
            ],
        ),
        (
            "oci",
            vec![
                "--privileged",
                "-v/:/x",
                "https://evil.example.com/a",
                "a b",
                "a@b@c",
                "/a",
            ],
        ),
    ] {
        for name in names {
            check_refused(
                &json!({ "registryType": kind, "identifier": name }),
                &format!("“{name}” is refused: it is not the plain name of a package."),
            );
        }
    }
    for version in [
        "npm:other@1",
        "git+https://evil",
        "^1.2",
        "-c",
        "1 --registry=x",
    ] {
        check_refused(
            &json!({ "registryType": "npm", "identifier": "a", "version": version }),
            &format!("Version “{version}” of “a” is refused: it is not one plain version."),
        );
    }
}

#[test]
fn an_image_has_one_tag_and_gets_its_variables() {
    let image = |name: &str, version: &str, expected: &str| {
        let package = json!({ "registryType": "oci", "identifier": name, "version": version });
        check_package(
            &package,
            &format!("stdio io.example/a: docker·run·-i·--rm·{expected}"),
        );
    };
    image("x/a", "1", "x/a:1");
    image("x/a:1", "1", "x/a:1");
    image(
        "x/a:2",
        "1",
        "x/a:2 {Version 1 isn’t used: the image already names 2.}",
    );
    image("example.com:5000/x/a", "1", "example.com:5000/x/a:1");
    image("x/a", "sha256:ab", "x/a@sha256:ab");
    image(
        "x/a@sha256:ab",
        "1",
        "x/a@sha256:ab {Version 1 isn’t used: the image already names sha256:ab.}",
    );
    check_package(
        &json!({
            "registryType": "oci", "identifier": "x/a", "runtimeHint": "podman",
            "environmentVariables": [
                { "name": "TOKEN", "isSecret": true, "isRequired": true },
                { "name": "MODE", "value": "fast" },
            ],
        }),
        "stdio io.example/a: podman·run·-i·--rm·-e·TOKEN·-e·MODE·x/a [TOKEN=*, MODE=fast] {Set by the publisher: MODE.}",
    );
}

#[test]
fn values_are_asked_for_or_named() {
    check_package(
        &json!({
            "registryType": "npm", "identifier": "a",
            "packageArguments": [
                { "type": "positional", "value": "start" },
                { "type": "named", "name": "--stdio" },
                { "type": "named", "name": "--port", "default": "80", "format": "number", "isRepeated": true },
                { "type": "named", "name": "--host", "description": "Where it is" },
                { "type": "named", "name": "--level", "isRequired": true, "choices": ["low", "high"] },
                { "type": "positional", "valueHint": "folder of 漢", "format": "filepath" },
                { "type": "positional", "valueHint": "other", "isRequired": false },
            ],
            "environmentVariables": [
                { "name": "URL", "value": "https://{host}/{what}", "variables": { "host": { "default": "e.com" } } },
                { "name": "REGION", "isRequired": true, "description": "A region" },
                { "name": "AUTH", "value": "Bearer {token}", "isSecret": true, "variables": { "token": { "isSecret": true } } },
            ],
        }),
        "stdio io.example/a: npx·-y·a·start·--stdio·--port·80·--level·${input:level}·${input:folder-of} \
         [URL=https://e.com/{what}, REGION=${input:REGION}, AUTH=Bearer ${input:token}, level=*, folder-of=*, REGION=*, token=*] \
         {REGION: A region} {--port is a number.} {--level is one of low and high.} {folder of 漢 is a path on this computer.} \
         {Set by the publisher: argument1.} {Optional and left out: --host (Where it is) and other.} {Can be given several times: --port.}",
    );
}

#[test]
fn options_of_the_runtime_are_named_and_load_nothing_else() {
    let with = |kind: &str, arguments: &Value| json!({ "registryType": kind, "identifier": "a", "runtimeArguments": arguments });
    check_package(
        &with(
            "oci",
            &json!([
                { "type": "positional", "value": "-i" },
                { "type": "named", "name": "--mount", "value": "type=bind,src={from},dst=/project", "variables": { "from": { "isRequired": true } } },
                { "type": "named", "name": "-e", "value": "A=b" },
            ]),
        ),
        "stdio io.example/a: docker·run·-i·--rm·--mount=type=bind,src=${input:from},dst=/project·-e·A=b·a [from=*] \
         {The publisher adds options of the runtime: --mount=type=bind,src=${input:from},dst=/project, -e, and A=b.}",
    );
    check_package(
        &with(
            "pypi",
            &json!([{ "type": "named", "name": "--from", "value": "a==1" }, { "type": "named", "name": "--python", "value": "3.12" }]),
        ),
        "stdio io.example/a: uvx·--python=3.12·a {The publisher adds options of the runtime: --python=3.12.}",
    );
    for (kind, argument, shown) in [
        (
            "npm",
            json!({ "type": "positional", "value": "evil" }),
            "evil",
        ),
        (
            "npm",
            json!({ "type": "named", "name": "--package", "value": "evil" }),
            "--package evil",
        ),
        (
            "npm",
            json!({ "type": "named", "name": "--registry=https://evil" }),
            "--registry https://evil",
        ),
        (
            "pypi",
            json!({ "type": "named", "name": "--from", "value": "evil" }),
            "--from evil",
        ),
        (
            "pypi",
            json!({ "type": "named", "name": "--with", "value": "git+https://evil" }),
            "--with git+https://evil",
        ),
        (
            "oci",
            json!({ "type": "positional", "value": "evil/image" }),
            "evil/image",
        ),
        ("oci", json!({ "type": "named", "name": "-v" }), "-v"),
        (
            "oci",
            json!({ "type": "named", "name": "-i", "value": "evil/image" }),
            "-i evil/image",
        ),
    ] {
        check_refused(
            &with(kind, &json!([argument])),
            &format!("“a” is refused: the runtime argument “{shown}” may load something else."),
        );
    }
}

#[test]
fn what_a_server_cannot_carry_is_said() {
    check_package(
        &json!({
            "registryType": "npm", "identifier": "a", "runtimeHint": "dnx", "fileSha256": "ab",
            "transport": { "type": "streamable-http", "url": "http://localhost:{port}/mcp" },
            "packageArguments": [{ "type": "named", "name": "--port", "default": "80" }],
        }),
        "http io.example/a: http://localhost:80/mcp {“dnx” isn’t used: npx starts this package.} \
         {The publisher’s checksum isn’t verified: npx loads the package.} {Start the server yourself first: npx -y a --port 80}",
    );
}

#[test]
fn members_that_are_not_read_are_named() {
    check_package(
        &json!({
            "registry_type": "npm", "identifier": "a", "runtime_hint": "npx",
            "postInstallInstructions": [{ "description": "Install the service" }],
        }),
        "stdio io.example/a: npx·-y·a {Not used by Usher: “postInstallInstructions”.}",
    );
    check_entry(
        &json!({ "remotes": [{ "transport_type": "sse", "url": "{base}/mcp", "variables": { "base": { "isRequired": true } }, "oauth": {} }] }),
        "http io.example/a: <base>/mcp {Usher tries Streamable HTTP at this URL first, then HTTP+SSE.} \
         {Not used by Usher: “oauth”.} {Fill in the URL: it contains the placeholder <base>.}",
    );
}

#[test]
fn each_way_that_cannot_be_taken_is_named_beside_the_others() {
    check_entry(
        &json!({
            "remotes": [
                { "type": "sse", "url": "https://e.com/{team}/sse", "variables": { "team": { "description": "Your team" } },
                  "headers": [{ "name": "X-Key", "isSecret": true }, { "name": "X-Plan", "default": "free", "choices": ["free", "paid"] }] },
                { "type": "websocket", "url": "wss://e.com" },
                { "type": "streamable-http" },
                { "type": "streamable-http", "url": "https://{tenant}.e.com/mcp", "variables": { "tenant": {} } },
            ],
            "packages": [
                { "registryType": "nuget", "identifier": "A" },
                { "registryType": "npm", "identifier": "a" },
            ],
        }),
        "http io.example/a: https://e.com/${input:team}/sse [X-Key=*, X-Plan=free, team=*] \
         {Usher tries Streamable HTTP at this URL first, then HTTP+SSE.} {team: Your team} {X-Plan is one of free and paid.} \
         + http io.example/a: https://<tenant>.e.com/mcp {Fill in the URL: it contains the placeholder <tenant>.} \
         + stdio io.example/a: npx·-y·a \
         | “websocket” is not a supported way to reach the server. One way to reach the server has no URL. \
         Usher can’t run “A”, a package of the kind “nuget”.",
    );
}

#[test]
fn the_status_is_said_and_the_publisher_is_seen() {
    let official = |status: &str| {
        json!({
            "server": { "name": "io.github.evil/github", "packages": [{ "registryType": "npm", "identifier": "a" }] },
            "_meta": { "io.modelcontextprotocol.registry/official": { "status": status } },
        })
        .to_string()
    };
    check(&official("active"), "stdio io.github.evil/github: npx·-y·a");
    check(
        &official("deprecated"),
        "stdio io.github.evil/github: npx·-y·a {The registry lists this server as deprecated.}",
    );
    check(
        &official("deleted"),
        "problem: The registry lists “io.github.evil/github” as deleted. Usher doesn’t add it.",
    );
}
