//! What people paste, and what comes of it, one line each.

mod dialects;
mod edges;
mod registry;

use super::*;

/// `stdio label: program arg … [NAME=value, NAME=value*] {note}`; a star marks what looks secret.
fn shown(reading: &PasteResult) -> String {
    match reading {
        PasteResult::Empty => "empty".to_owned(),
        PasteResult::Problem {
            message,
            line,
            column,
        } => {
            let place = line
                .zip(*column)
                .map(|(line, column)| format!(" @{line}:{column}"))
                .unwrap_or_default();
            format!("problem{place}: {message}")
        }
        PasteResult::Servers { servers, .. } => {
            servers.iter().map(server).collect::<Vec<_>>().join(" + ")
        }
    }
}

fn server(server: &PastedServer) -> String {
    let (mut line, values) = match &server.transport {
        PastedTransport::Stdio {
            command,
            args,
            env,
            cwd,
            inputs,
        } => {
            let mut words = vec![command.as_str()];
            words.extend(args.iter().map(String::as_str));
            let place = cwd
                .as_ref()
                .map(|cwd| format!(" in {cwd}"))
                .unwrap_or_default();
            (
                format!("stdio {}: {}{place}", server.label, words.join("·")),
                [env.as_slice(), inputs].concat(),
            )
        }
        PastedTransport::Http {
            url,
            headers,
            inputs,
        } => (
            format!("http {}: {url}", server.label),
            [headers.as_slice(), inputs].concat(),
        ),
    };
    if !values.is_empty() {
        let values: Vec<_> = values
            .iter()
            .map(|value| {
                format!(
                    "{}={}{}",
                    value.name,
                    value.value,
                    if value.looks_secret { "*" } else { "" }
                )
            })
            .collect();
        line = format!("{line} [{}]", values.join(", "));
    }
    for note in &server.notes {
        line = format!("{line} {{{note}}}");
    }
    line
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shown(&read(text)), expected, "reading of {text:?}");
}

#[test]
fn commands() {
    check("", "empty");
    check("  \n", "empty");
    check(
        "npx -y @modelcontextprotocol/server-everything",
        "stdio server-everything: npx·-y·@modelcontextprotocol/server-everything",
    );
    check(
        "$ uvx mcp-server-git --repository /srv/repo",
        "stdio mcp-server-git: uvx·mcp-server-git·--repository·/srv/repo",
    );
    check(
        "node \"/opt/my server/index.js\" --port 1",
        "stdio my server: node·/opt/my server/index.js·--port·1",
    );
    check(
        "GITHUB_TOKEN=ghp_x DEBUG=1 npx server-github",
        "stdio server-github: npx·server-github [GITHUB_TOKEN=ghp_x*, DEBUG=1]",
    );
    check(
        "env A=1 python -m weather",
        "stdio weather: python·-m·weather [A=1]",
    );
    check(
        "docker run -i --rm \\\n  mcp/postgres",
        "stdio postgres: docker·run·-i·--rm·mcp/postgres",
    );
    check(
        "C:\\tools\\mcp.exe --x",
        "stdio mcp: C:\\tools\\mcp.exe·--x",
    );
    check(
        "@modelcontextprotocol/server-memory",
        "stdio server-memory: npx·-y·@modelcontextprotocol/server-memory",
    );
    check(
        "npx server-filesystem <directory>",
        "stdio server-filesystem: npx·server-filesystem·<directory> {Fill in argument 2: it contains the placeholder <directory>.}",
    );
    check("~/bin/mcp", "stdio mcp: ~/bin/mcp");
}

#[test]
fn what_needs_a_shell_is_refused() {
    let refused = |mark: &str| {
        format!(
            "problem: This command needs a shell because of “{mark}”. Paste one command with its arguments."
        )
    };
    check("npx a && touch x", &refused("&&"));
    check("npx a; touch x", &refused(";"));
    check("cat x | npx a", &refused("|"));
    check("npx a $(touch x)", &refused("$("));
    check("npx a `touch x`", &refused("`"));
    check("npx a > out.txt", &refused(">"));
    check("npx a $DIR/x", &refused("$DIR"));
    check("npx a \"$DIR\"", &refused("$DIR"));
    check("npx a \"$HOME/x\"", "stdio a: npx·a·$HOME/x");
    check("npx a '$HOME; |'", "stdio a: npx·a·$HOME; |");
    check("npx 'a", "problem: A quote in this command is not closed.");
    check(
        "npx a\nnpx b",
        "problem: There are several lines. Paste one command.",
    );
    check(
        "A=1 B=2",
        "problem: There is no command, only environment variables.",
    );
}

#[test]
fn addresses() {
    check(
        "https://mcp.example.com/mcp",
        "http example.com: https://mcp.example.com/mcp",
    );
    check(
        "localhost:3001/mcp",
        "http localhost: http://localhost:3001/mcp",
    );
    check(
        "mcp.example.com/mcp",
        "http example.com: https://mcp.example.com/mcp",
    );
    check(
        "http://example.com/mcp",
        "problem: http:// is not encrypted, so it is allowed on this computer and the local network only. Use https://.",
    );
    check(
        "ftp://example.com",
        "problem: “ftp:” is not supported. Use https://, or http:// on this computer.",
    );
    check(
        "https://me:secret@example.com/mcp",
        "problem: Remove the user name and password from the URL. Enter them as a secret header, such as Authorization.",
    );
}

#[test]
fn configurations() {
    check(
        r#"{"mcpServers":{"github":{"command":"npx","args":["-y","server-github"],"env":{"GITHUB_TOKEN":"t","N":1}}}}"#,
        "stdio github: npx·-y·server-github [GITHUB_TOKEN=t*, N=1]",
    );
    check(
        r#"{"mcpServers":{"a":{"command":"x"},"b":{"url":"https://e.com/mcp"}}}"#,
        "stdio a: x + http b: https://e.com/mcp",
    );
    check(
        r#"{"servers":{"a":{"type":"http","url":"https://e.com/mcp","headers":{"Authorization":"Bearer x"}}},"inputs":[{"id":"t"}]}"#,
        "http a: https://e.com/mcp [Authorization=Bearer x*]",
    );
    check(
        r#"{"mcp":{"servers":{"a":{"command":"x","cwd":"/srv"}}}}"#,
        "stdio a: x in /srv",
    );
    check(
        r#"{"context_servers":{"z":{"command":{"path":"zed-mcp","args":["a"],"env":{"K":"v"}}}}}"#,
        "stdio z: zed-mcp·a [K=v]",
    );
    check(
        r#"{"command":"uvx","args":["mcp-server-time"]}"#,
        "stdio mcp-server-time: uvx·mcp-server-time",
    );
    check(
        r#"{"url":"https://e.com/mcp"}"#,
        "http e.com: https://e.com/mcp",
    );
    check(
        r#""github": {"command": "npx", "args": ["g"]},"#,
        "stdio github: npx·g",
    );
    check(
        r#"{"one":{"command":"a"},"two":{"serverUrl":"https://e.com"}}"#,
        "stdio one: a + http two: https://e.com",
    );
    check(r#"[{"name":"one","command":"a"}]"#, "stdio one: a");
    check("{ // a comment\n \"command\": \"a\", }", "stdio a: a");
    check(
        r#"{"command":"npx -y thing"}"#,
        "stdio thing: npx·-y·thing {The command was split into arguments.}",
    );
    check(
        r#"{"command":["npx","-y","thing"],"oddity":1}"#,
        "stdio thing: npx·-y·thing {Not used by Usher: “oddity”.}",
    );
    check(
        r#"{"mcpServers":{"a":{"type":"sse","url":"https://e.com/sse"}}}"#,
        "http a: https://e.com/sse {Usher tries Streamable HTTP at this URL first, then HTTP+SSE.}",
    );
    check(
        r#"{"mcpServers":{"a":{"command":"x","env":{"TOKEN":"${input:t}"}}}}"#,
        "stdio a: x [TOKEN=${input:t}, t=*]",
    );
    check(
        r#"{"name":"io.x/weather","packages":[{"registryType":"npm","identifier":"weather-mcp","version":"1.2.0","environmentVariables":[{"name":"KEYRING","isSecret":true}]}]}"#,
        "stdio io.x/weather: npx·-y·weather-mcp@1.2.0 [KEYRING=*]",
    );
}

#[test]
fn broken_configurations_name_server_field_and_place() {
    check(
        "{\n  \"mcpServers\": {,}\n}",
        "problem @2:18: This JSON is not valid: Unexpected token in object (line 2, column 18).",
    );
    check(
        r#"{"mcpServers":{"a":{"command":5}}}"#,
        "problem: “command” of “a” must be text.",
    );
    check(
        r#"{"mcpServers":{"a":{"command":""}}}"#,
        "problem: “command” of “a” is empty. Enter a command, such as npx, uvx, or a path.",
    );
    check(
        r#"{"mcpServers":{"a":{"command":"x","args":[1,{}]}}}"#,
        "problem: “args[1]” of “a” must be text.",
    );
    check(
        r#"{"mcpServers":{"a":{"command":"x","env":{"K":[]}}}}"#,
        "problem: “env.K” of “a” must be text.",
    );
    check(
        r#"{"mcpServers":{"a":{"type":"ws","url":"https://e.com"}}}"#,
        "problem: “type” of “a” is “ws”, which is not supported. Use “stdio” or “http”.",
    );
    check(
        r#"{"mcpServers":{"a":{"args":[]}}}"#,
        "problem: No “command” or “url” in “a”.",
    );
    check(
        r#"{"mcpServers":{"a":"x"}}"#,
        "problem: The value of “a” is not an object with “command” or “url”.",
    );
    check(
        r#"{"x":1}"#,
        "problem: This JSON contains no MCP server. Usher looks for “mcpServers”, “servers”, “command”, and “url”.",
    );
}

#[test]
fn commands_of_other_clients() {
    check(
        "claude mcp add github -e GITHUB_TOKEN=x -- npx -y server-github",
        "stdio github: npx·-y·server-github [GITHUB_TOKEN=x*]",
    );
    check(
        "claude mcp add --transport http notion https://mcp.notion.com/mcp --header \"Authorization: Bearer x\"",
        "http notion: https://mcp.notion.com/mcp [Authorization=Bearer x*]",
    );
    check("claude mcp add-json w '{\"command\":\"x\"}'", "stdio w: x");
    check(
        "code --add-mcp '{\"name\":\"w\",\"command\":\"x\"}'",
        "stdio w: x",
    );
    check(
        "codex mcp add docs --url https://e.com/mcp",
        "http docs: https://e.com/mcp",
    );
    check(
        "claude mcp add --transport http --client-id abc --callback-port 8080 --client-secret slack https://e.com/mcp",
        "http slack: https://e.com/mcp {Not used by Usher: “--client-id” and “--callback-port”.}",
    );
    check(
        "claude mcp add -e A=1 B=2 -s user files -- npx -y server --flag",
        "stdio files: npx·-y·server·--flag [A=1, B=2]",
    );
    check(
        "claude mcp add --transport sse web https://e.com/sse --header 'X-Team: ${TEAM}' 'X-B: c'",
        "http web: https://e.com/sse [X-Team=${input:TEAM}, X-B=c, TEAM=*] {Usher tries Streamable HTTP at this URL first, then HTTP+SSE.} {Another app fills these in. Enter them below: “TEAM”.}",
    );
    check(
        "claude mcp add-json -s user w '{\"command\":\"x\"}'",
        "stdio w: x",
    );
    check(
        "codex mcp add docs --url https://e.com/mcp --bearer-token-env-var E_TOKEN",
        "http docs: https://e.com/mcp [Authorization=Bearer ${input:E_TOKEN}, E_TOKEN=*] {Another app fills these in. Enter them below: “E_TOKEN”.}",
    );
    check(
        "codex mcp add files --env A=1 -- npx server",
        "stdio files: npx·server [A=1]",
    );
    check(
        "gemini mcp add -s user --trust --include-tools read,write files npx server --port 1",
        "stdio files: npx·server·--port·1 {Not used by Usher: “--include-tools”.}",
    );
    check(
        "copilot mcp add gh --env A=1 --tools '*' -- docker run -i x",
        "stdio gh: docker·run·-i·x [A=1] {Not used by Usher: “--tools”.}",
    );
    check(
        "opencode mcp add context --global --url https://e.com/mcp",
        "http context: https://e.com/mcp",
    );
    check(
        "kiro-cli mcp add --name git --command uvx --args mcp-server-git,--repository,/srv --env A=1 --scope global",
        "stdio git: uvx·mcp-server-git·--repository·/srv [A=1]",
    );
    check(
        "q mcp add --odd --name git --args '[\"a,b\"]' --command uvx",
        "stdio git: uvx·a,b {Not used by Usher: “--odd”.}",
    );
    check(
        "claude mcp add x -e AB -- y",
        "problem: “AB” after -e is not of the form NAME=value.",
    );
    check(
        "claude mcp list",
        "problem: Only mcp add and mcp add-json are supported.",
    );
    check(
        "claude mcp add",
        "problem: The name after mcp add is missing.",
    );
}
