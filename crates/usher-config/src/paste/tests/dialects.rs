//! The words in which each app writes its servers down.

use super::{PasteResult, check, read, shown};

/// Shows what a text is read as, with its summary.
#[track_caller]
fn check_all(text: &str, summary: &str, servers: &[&str]) {
    let reading = read(text);
    let PasteResult::Servers { summary: said, .. } = &reading else {
        panic!("{}", shown(&reading));
    };
    assert_eq!(shown(&reading), servers.join(" + "), "{text}");
    assert_eq!(said.to_string(), summary, "{text}");
}

#[test]
fn an_entry_that_cannot_be_read_does_not_cost_the_others() {
    check_all(
        r#"{ "mcpServers": {
            "windsurf": { "serverUrl": "https://a.example.com/sse", "headers": { "X-Key": "${env:A_KEY}" }, "disabledTools": ["drop"] },
            "gemini": { "httpUrl": "https://b.example.com/mcp", "headers": { "Authorization": "Bearer $B_TOKEN" }, "includeTools": ["read"] },
            "cline": { "command": "node", "args": ["server.js"], "cwd": "~/tools/x y", "autoApprove": ["read"], "transportType": "stdio" },
            "nested": { "transport": { "type": "http", "url": "https://d.example.com/mcp" } },
            "word": { "transport": "sse", "url": "https://e.example.com/sse" },
            "line": { "command": "npx -y @x/server --flag \"two words\"" },
            "windows": { "command": "C:\\Program Files\\nodejs\\npx.cmd", "args": ["--dir", "%APPDATA%\\x", "100%"], "env": { "PORT": 8080, "EMPTY": null } },
            "claude": { "type": "http", "url": "${API_BASE:-https://f.example.com}/mcp", "headersHelper": "./token.sh", "oauth": { "clientId": "abc" } },
            "both": { "command": "node", "args": ["a.js"], "url": "https://g.example.com/mcp" },
            "websocket": { "type": "ws", "url": "wss://h.example.com/mcp" },
            "socket": { "type": "http", "url": "unix:///run/mcp.sock" },
            "number": 5
        } }"#,
        "10 servers, 6 of them remote, in the format of Claude Desktop. \
         “type” of “websocket” is “ws”, which is not supported. Use “stdio” or “http”. \
         The value of “number” is not an object with “command” or “url”.",
        &[
            "http windsurf: https://a.example.com/sse [X-Key=${input:A_KEY}, A_KEY=*] {Not used by Usher: “disabledTools”.} {Another app fills these in. Enter them below: “A_KEY”.}",
            "http gemini: https://b.example.com/mcp [Authorization=Bearer ${input:B_TOKEN}, B_TOKEN=*] {Not used by Usher: “includeTools”.} {Another app fills these in. Enter them below: “B_TOKEN”.}",
            "stdio cline: node·server.js in ~/tools/x y",
            "http nested: https://d.example.com/mcp",
            "http word: https://e.example.com/sse {Usher tries Streamable HTTP at this URL first, then HTTP+SSE.}",
            "stdio line: npx·-y·@x/server·--flag·two words {The command was split into arguments.}",
            "stdio windows: C:\\Program Files\\nodejs\\npx.cmd·--dir·${input:APPDATA}\\x·100% [PORT=8080, APPDATA=*] {Another app fills these in. Enter them below: “APPDATA”.}",
            "http claude: https://f.example.com/mcp {Not used by Usher: “headersHelper” and “oauth”.} {Filled in with their defaults: “API_BASE: https://f.example.com”.}",
            "stdio both: node·a.js {Not used by Usher: “url”.}",
            "http socket: unix:///run/mcp.sock",
        ],
    );
}

#[test]
fn where_packages_come_from_and_what_an_extension_was_told_are_kept_or_named() {
    check_all(
        r#"{ "mcpServers": {
            "npm": { "command": "npx", "args": ["-y", "a"], "registryUrl": "https://npm.example/" },
            "python": { "command": "/opt/uvx", "args": ["a"], "registryUrl": "https://pypi.example/simple", "env": { "UV_DEFAULT_INDEX": "https://own.example/" } },
            "other": { "command": "node", "args": ["a.js"], "registryUrl": "https://npm.example/" },
            "remote": { "baseUrl": "https://a.example.com/mcp", "registryUrl": "" },
            "extension": { "source": "custom", "command": "a-server", "settings": { "root": "/srv" } }
        } }"#,
        "5 servers, 1 of them remote, in the format of Claude Desktop.",
        &[
            "stdio npm: npx·-y·a [NPM_CONFIG_REGISTRY=https://npm.example/]",
            "stdio python: /opt/uvx·a [UV_DEFAULT_INDEX=https://own.example/]",
            "stdio other: node·a.js {Not used by Usher: “registryUrl”.}",
            "http remote: https://a.example.com/mcp",
            "stdio extension: a-server {Not used by Usher: “settings”.}",
        ],
    );
}

#[test]
fn what_a_configuration_asks_for_is_asked_for() {
    check_all(
        r#"{
            // of the team
            "inputs": [
                { "id": "gh token", "type": "promptString", "description": "GitHub token", "password": true },
                { "id": "region", "type": "pickString", "options": ["eu", { "value": "us" }], "default": "eu" },
                { "id": "unused", "type": "promptString", "description": "Never" },
            ],
            "servers": {
                "remote": {
                    "type": "http", "url": "https://mcp.example.com/${input:region}/mcp/${env:TEAM}",
                    "headers": { "Authorization": "Bearer ${env:EXAMPLE_TOKEN}", "X-Team": "blue", "Content-Type": "application/json" },
                },
                "files": {
                    "command": "${workspaceFolder}/.venv/bin/python", "args": ["${workspaceFolder}/docs", "${userHome}/notes", "${pathSeparator}"],
                    "env": { "GITHUB_TOKEN": "${input:gh token}", "HOME_DIR": "${env:HOME}" }, "cwd": "${workspaceFolder}",
                },
            },
        }"#,
        "2 servers, 1 of them remote, in the format of VS Code. Fill in the “inputs” below; Usher doesn’t ask for them at each start.",
        &[
            "http remote: https://mcp.example.com/eu/mcp/${input:TEAM} [Authorization=Bearer ${input:EXAMPLE_TOKEN}, X-Team=blue, EXAMPLE_TOKEN=*, TEAM=*] \
             {Set by Usher itself and left out: “Content-Type”.} {Another app fills these in. Enter them below: “TEAM” and “EXAMPLE_TOKEN”.} {region is one of eu and us.}",
            &format!(
                "stdio files: ${{input:workspaceFolder}}/.venv/bin/python·${{input:workspaceFolder}}/docs·${{userHome}}/notes·{} in ${{input:workspaceFolder}} \
                 [GITHUB_TOKEN=${{input:gh-token}}, HOME_DIR=${{env:HOME}}, workspaceFolder=*, gh-token=*] \
                 {{Another app fills these in. Enter them below: “workspaceFolder”.}} {{gh-token: GitHub token}}",
                std::path::MAIN_SEPARATOR
            ),
        ],
    );
}

#[test]
fn placeholders_are_told_from_text() {
    let env = |value: &str, expected: &str| {
        let config = serde_json::json!({ "a": { "command": "x", "env": { "V": value } } });
        let line = shown(&read(&config.to_string()));
        let shown = line
            .split_once("[V=")
            .map_or(line.as_str(), |(_, rest)| rest);
        let end = shown.find([',', ']']).unwrap_or(shown.len());
        assert_eq!(&shown[..end], expected, "{value}");
    };
    for (value, expected) in [
        ("{env:A_B}", "${input:A_B}"),
        ("${A_B}", "${input:A_B}"),
        ("$A_B", "${input:A_B}"),
        ("x/$A_B/y", "x/${input:A_B}/y"),
        ("%A_B%", "${input:A_B}"),
        ("${env:A:-b}", "b"),
        ("{file:~/key}", "${input:key}"),
        ("$HOME/x", "$HOME/x"),
        ("pa$WORD", "pa$WORD"),
        ("$1", "$1"),
        ("$", "$"),
        ("50%", "50%"),
        ("%d %s %5D", "%d %s %5D"),
        ("%C3%A9%20a%20", "%C3%A9%20a%20"),
        ("%LocalAppData%\\x", "${input:LocalAppData}\\x"),
        ("%ProgramFiles(x86)%", "${input:ProgramFiles-x86}"),
        ("%UserProfile%", "${userHome}"),
        ("Bearer $my_token", "Bearer ${input:my_token}"),
        ("x $my_token", "x $my_token"),
        ("{\"a\": 1}", "{\"a\": 1}"),
        ("${{ secrets.A_B }}", "${input:A_B}"),
        ("${{ secrets.team/a }}x", "${input:team-a}x"),
        ("${{}}", "${{}}"),
        ("Bearer {{A_B}}", "Bearer ${input:A_B}"),
        ("{{ A_B }}/x", "${input:A_B}/x"),
        ("{{.Names}} {{}} {{ {{1}}", "{{.Names}} {{}} {{ {{1}}"),
        (
            "{{range .A}}{{end}} {{name}}",
            "{{range .A}}{{end}} {{name}}",
        ),
        ("$(cat /run/key)", "${input:cat--run-key}"),
        ("a=$(echo $(b))!", "a=${input:echo---b}!"),
        ("^a$(b)", "^a$(b)"),
        ("$(", "$("),
        ("$A_B.example", "${input:A_B}.example"),
        ("?a=$A_B&b=$C_D", "?a=${input:A_B}&b=${input:C_D}"),
        ("$A_B$C_D", "${input:A_B}${input:C_D}"),
        ("${A_B:=b}", "b"),
        ("${A_B:-${C_D}}/x", "${input:A_B}/x"),
        ("${A_B:-{}}/x", "{}/x"),
        ("${A_B:?is missing}", "${input:A_B}"),
        ("${HOME:-/root}/x", "${HOME}/x"),
        ("%USERPROFILE%\\x", "${userHome}\\x"),
        ("${env:USERPROFILE}\\x", "${userHome}\\x"),
        ("${file:/run/key}", "${input:file--run-key}"),
        ("${command:ext.token}", "${input:command-ext.token}"),
        ("${", "${"),
    ] {
        env(value, expected);
    }
}

#[test]
fn servers_are_found_within_settings() {
    check_all(
        r#"{"amp.mcpServers":{"a":{"command":"x"}},"amp.notifications.enabled":true}"#,
        "1 local server (stdio), in the format of Amp.",
        &["stdio a: x"],
    );
    let servers = r#"{"servers":{"a":{"command":"x","args":["${input:dir}"]}},"inputs":[{"id":"dir","default":"/d"}]}"#;
    for settings in [
        format!(r#"{{"folders":[],"settings":{{"mcp":{servers}}}}}"#),
        format!(r#"{{"image":"x","customizations":{{"vscode":{{"mcp":{servers}}}}}}}"#),
    ] {
        check(&settings, "stdio a: x·/d");
    }
}

#[test]
fn the_manifest_of_a_bundle_is_read() {
    let command = if cfg!(windows) { "node.exe" } else { "node" };
    check(
        r#"{
            "manifest_version": "0.3", "name": "files", "display_name": "My files", "version": "1.0.0",
            "server": { "type": "node", "entry_point": "server/index.js", "mcp_config": {
                "command": "node", "args": ["${__dirname}/server/index.js", "${user_config.folder}", "--level=${user_config.level}"],
                "env": { "API_KEY": "${user_config.api_key}" },
                "platform_overrides": { "win32": { "command": "node.exe" } }
            } },
            "user_config": {
                "folder": { "type": "directory", "title": "Folder", "description": "What is read", "default": ["${DOCUMENTS}"], "multiple": true },
                "level": { "type": "number", "title": "Level", "default": 3 },
                "api_key": { "type": "string", "title": "API key", "sensitive": true, "default": "no" }
            }
        }"#,
        &format!(
            "stdio My files: {command}·${{input:__dirname}}/server/index.js·${{HOME}}/Documents·--level=3 \
             [API_KEY=${{input:user_config.api_key}}, __dirname=*, user_config.api_key=*] \
             {{Another app fills these in. Enter them below: “__dirname”.}} \
             {{user_config.folder: What is read}} {{user_config.level: Level}} {{user_config.api_key: API key}}"
        ),
    );
}
