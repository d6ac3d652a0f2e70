//! What is found in the homes of persons, one line each.

use serde_json::json;

use std::fs;

use super::*;

/// Writes the files into a home folder and shows what is found: `app: key program…`, one line each.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    found_where(&[], files)
}

/// As `found`; some variables name folders of the home, which is `@HOME` in texts.
fn found_where(variables: &[(&'static str, &str)], files: &[(&str, &str)]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().to_string_lossy().replace('\\', "/");
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("@HOME", &home)).unwrap();
    }
    let named = variables
        .iter()
        .map(|(name, path)| (*name, dir.path().join(path)));
    let places = ConfigPaths {
        home: dir.path().to_path_buf(),
        config: dir.path().join(".config"),
        variables: named.collect(),
    };
    let mut lines = Vec::new();
    for source in scan(&places) {
        lines.extend(
            source
                .problem
                .map(|problem| format!("{}: {problem}", source.app)),
        );
        for candidate in source.candidates {
            let what = match candidate.server {
                Ok(PastedServer {
                    transport:
                        PastedTransport::Stdio {
                            command, args, cwd, ..
                        },
                    ..
                }) => {
                    let place = cwd.map(|cwd| format!(" in {cwd}")).unwrap_or_default();
                    format!("{command} {}{place}", args.join(" "))
                }
                Ok(PastedServer {
                    transport: PastedTransport::Http { url, .. },
                    ..
                }) => url,
                Err(problem) => format!("! {problem}"),
            };
            lines.push(
                format!("{}: {} {what}", source.app, candidate.key)
                    .replace('\\', "/")
                    .replace(&home, "@HOME")
                    .trim_end()
                    .to_owned(),
            );
        }
    }
    lines
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let (link, file) = (dir.path().join("mcp.json"), dir.path().join("elsewhere"));
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    let no_file = Err(Message::new("paste.file.notAFile"));
    assert_eq!(file_text(&link), no_file, "a device");
    assert_eq!(file_text(dir.path()), no_file, "a folder");
    fs::write(&file, "{}").unwrap();
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(
        file_text(&link),
        Ok("{}".to_owned()),
        "a link of the person's"
    );
}

#[test]
fn every_app_is_found_where_it_keeps_its_servers() {
    let check = |path: &str, text: &str, expected: &[&str]| {
        assert_eq!(found(&[(path, text)]), expected, "servers in {path}");
    };
    #[cfg(not(windows))]
    check(
        ".config/goose/config.yaml",
        "GOOSE_MODEL: m\nextensions:\n  dev:\n    type: builtin\n    enabled: true\n  git:\n    type: stdio\n    cmd: uvx\n    args: [mcp-server-git]\n    envs: {A: b}\n",
        &["Goose: git uvx mcp-server-git"],
    );
    let files = r#"
        .config/Claude/claude_desktop_config.json | {"mcpServers":{"a":{"command":"x","args":["1"]}}} | Claude Desktop: a x 1
        .config/Code/User/mcp.json | {"servers":{"a":{"url":"https://e.com/mcp"}}} | VS Code: a https://e.com/mcp
        .config/Code/User/settings.json | { // mine␊"mcp":{"servers":{"a":{"command":"x"}}},␊} | VS Code: a x
        .config/Code/User/settings.json | {"mcp.servers":{"a":{"command":"x"}}} | VS Code: a x
        .config/Code/User/settings.json | {"editor.fontSize":13} |
        .config/Code/User/settings.json | { broken |
        .cursor/mcp.json | {"mcpServers":{"a":{"command":"x"},"b":{"type":"ws"}}} | Cursor: a x␊Cursor: b ! “type” of “b” is “ws”, which is not supported. Use “stdio” or “http”.
        .config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json | {"mcpServers":{"a":{"command":"x","autoApprove":[]}}} | Cline: a x
        .claude.json | {"mcpServers":{"a":{"command":"x"}},"theme":"dark"} | Claude Code: a x
        .claude-work/.claude.json | {"mcpServers":{"a":{"command":"x"}},"theme":"dark"} | Claude Code: a x
        .claude.json | {"projects":{"/p":{"mcpServers":{}}}} |
        .claude.json | {"mcpServers":{"a":{"command":"x"}},"projects":{"@HOME/q":{"mcpServers":{"a":{"command":"y"}}},"/r":{}}} | Claude Code: a x␊Claude Code: a (@HOME/q) y  in @HOME/q
        .config/Code/User/profiles/1a/mcp.json | {"servers":{"a":{"command":"x","args":["${input:dir}"]}},"inputs":[{"id":"dir","default":"/d"}]} | VS Code: a x /d
        .cursor/mcp.json | {"mcpServers":{␊"a":{"url":"https://e.com/${env:TEAM}/mcp"},␊"b":{"url":"http://e.com/mcp"},␊"c":{"command":"x","cwd":"relative"},␊"d":{"command":"${workspaceFolder}/x","cwd":"~/d"}}} | Cursor: a https://e.com/${input:TEAM}/mcp␊Cursor: b ! http:// is not encrypted, so it is allowed on this computer and the local network only. Use https://.␊Cursor: c ! Enter the working directory as an absolute path.␊Cursor: d ${input:workspaceFolder}/x  in ~/d
        .codex/config.toml | model = "m"␊[mcp_servers.a]␊command = "x"␊args = ["1"]␊[mcp_servers.b]␊url = "https://e.com/mcp"␊ | Codex: a x 1␊Codex: b https://e.com/mcp
        .config/zed/settings.json | { // mine␊"context_servers":{"a":{"source":"custom","command":"x"}},␊} | Zed: a x
        .codeium/windsurf/mcp_config.json | {"mcpServers":{"a":{"command":"x"}}} | Windsurf: a x
        .gemini/settings.json | {"mcpServers":{"a":{"command":"x"}},"theme":"dark"} | Gemini CLI: a x
        .junie/mcp/mcp.json | {"mcpServers":{"a":{"command":"x"}}} | JetBrains Junie: a x
        .config/amp/settings.json | {"amp.mcpServers":{"a":{"command":"x"}}} | Amp: a x
        .config/opencode/opencode.jsonc | {"mcp":{"a":{"type":"local","command":["x","1"],"environment":{}}}} | OpenCode: a x 1
        .config/opencode/opencode.json | {"mcp":{"servers":{"a":{"type":"local","command":["x","1"]}}}} | OpenCode: a x 1
    "#;
    for [path, text, expected] in usher_cases::rows(files) {
        check(&path, &text, &expected.lines().collect::<Vec<_>>());
    }
}

#[test]
fn usher_is_not_imported_into_itself() {
    let usher = r#"{"mcpServers":{"usher":{"command":"/opt/usher","args":["connect","--as","cursor"]},"a":{"command":"x"}}}"#;
    assert_eq!(found(&[(".cursor/mcp.json", usher)]), ["Cursor: a x"]);
    let args = |first: &str| vec![first.to_owned()];
    let cases = [
        ("C:\\Apps\\usher.exe", "connect", true),
        ("usher", "connect", true),
        ("usher", "--demo-server", false),
        ("/opt/usher/other", "connect", false),
    ];
    for (command, first, expected) in cases {
        assert_eq!(
            starts_usher(command, &args(first)),
            expected,
            "{command} {first}"
        );
    }
}

#[test]
fn a_server_stands_for_one_whose_values_it_has() {
    let definition = |transport: Value| -> ServerDefinition {
        serde_json::from_value(json!({ "label": "a", "transport": transport })).unwrap()
    };
    let plain = |name: &str, value: &str| json!({ "name": name, "value": { "kind": "plain", "value": value } });
    let local = |env: &Value| {
        let program = json!({ "kind": "stdio", "command": "x", "args": ["1"], "env": env });
        definition(program)
    };
    let remote = |headers: &Value| {
        let url = "https://e.com/mcp";
        definition(json!({ "kind": "http", "url": url, "headers": headers }))
    };
    let server = |text: &str| {
        let config = format!(r#"{{"mcpServers":{{"a":{text}}}}}"#);
        let app = APPS.iter().find(|app| app.id == "cursor").unwrap();
        servers(app, &config).unwrap().remove(0).server.unwrap()
    };
    let none = &json!([]);
    let mode = &json!([plain("MODE", "x"), plain("MORE", "y")]);
    let header = &json!([plain("X-Team", "x")]);
    let bare = r#"{"command":"x","args":["1"]}"#;
    let moded = r#"{"command":"x","args":["1"],"env":{"MODE":"x"}}"#;
    let other = r#"{"command":"x","args":["1"],"env":{"MODE":"z"}}"#;
    let url = r#"{"url":"https://e.com/mcp"}"#;
    let team = r#"{"url":"https://e.com/mcp","headers":{"x-team":"x"}}"#;
    for (known, text, expected) in [
        (local(none), bare, true),
        (local(mode), bare, true),
        (local(mode), moded, true),
        (local(mode), other, false),
        (local(none), moded, false),
        (remote(none), url, true),
        (remote(none), team, false),
        (remote(header), team, true),
        (remote(none), bare, false),
        (local(none), r#"{"command":"x","args":["2"]}"#, false),
    ] {
        assert_eq!(
            stands_for(&known, &server(text)),
            expected,
            "{text}: {known:?}"
        );
    }
}

#[test]
fn broken_files_are_told_with_their_place_and_hide_nothing_else() {
    assert_eq!(
        found(&[
            (".cursor/mcp.json", "{\n \"mcpServers\": {]"),
            (
                ".config/Claude/claude_desktop_config.json",
                r#"{"mcpServers":{"a":{"command":"x"}}}"#
            )
        ]),
        [
            "Claude Desktop: a x",
            "Cursor: This JSON is not valid: Unexpected token in object (line 2, column 17)."
        ],
        "one broken file does not hide another app's servers"
    );
}

#[test]
fn a_server_with_what_nobody_sees_is_named_and_hides_no_other() {
    assert_eq!(
        found(&[(
            ".cursor/mcp.json",
            r#"{"mcpServers":{"a":{"command":"x"},"b":{"command":"npx","args":["\u202ea"]},"c":{"command":"python3\u200b"}}}"#
        )]),
        [
            "Cursor: a x",
            "Cursor: b ! Argument 1 contains control or invisible characters. Type it again without them.",
            "Cursor: c ! The command contains control or invisible characters. Type it again without them.",
        ]
    );
}

#[test]
fn nothing_on_disk_is_nothing_found() {
    assert_eq!(found(&[]), Vec::<String>::new(), "an empty home");
}

#[test]
fn a_variable_moves_the_files_of_an_app() {
    let json = r#"{"mcpServers":{"a":{"command":"x"}}}"#;
    let crush = r#"{"mcp":{"a":{"command":"x"}}}"#;
    let opencode = r#"{"mcp":{"a":{"type":"local","command":["x"]}}}"#;
    let toml = "[mcp_servers.a]\ncommand = \"x\"\n";
    let yaml = "extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n";
    let amp = r#"{"amp.mcpServers":{"a":{"command":"x"}}}"#;
    // The app, its variable and value, its file, and the form of that.
    let cases = r"
        Claude Code | CLAUDE_CONFIG_DIR | m | m/.claude.json | json
        Codex | CODEX_HOME | m | m/config.toml | toml
        Goose | GOOSE_PATH_ROOT | m | m/config/config.yaml | yaml
        Gemini CLI | GEMINI_CLI_HOME | m | m/.gemini/settings.json | json
        Qwen Code | QWEN_HOME | m | m/settings.json | json
        GitHub Copilot CLI | COPILOT_HOME | m | m/mcp-config.json | json
        Crush | CRUSH_GLOBAL_CONFIG | m | m/crush.json | crush
        Crush | CRUSH_GLOBAL_DATA | m | m/crush.json | crush
        OpenCode | OPENCODE_CONFIG | m.json | m.json | opencode
        OpenCode | OPENCODE_CONFIG_DIR | m | m/opencode.jsonc | opencode
        Amp | AMP_SETTINGS_FILE | m.json | m.json | amp
        Cline | CLINE_MCP_SETTINGS_PATH | m.json | m.json | json
        Cline | CLINE_DATA_DIR | m | m/settings/cline_mcp_settings.json | json
        Cline | CLINE_DIR | m | m/data/settings/cline_mcp_settings.json | json
        OpenCode | XDG_CONFIG_HOME | m | m/opencode/opencode.json | opencode
        Crush | XDG_CONFIG_HOME | m | m/crush/crush.json | crush
        Goose | XDG_CONFIG_HOME | m | m/goose/config.yaml | yaml
    ";
    for [app, variable, value, path, form] in usher_cases::rows(cases) {
        if cfg!(not(unix)) && form == "yaml" && variable == "XDG_CONFIG_HOME" {
            continue;
        }
        let text = match &*form {
            "json" => json,
            "crush" => crush,
            "opencode" => opencode,
            "toml" => toml,
            "yaml" => yaml,
            _ => amp,
        };
        let variable = &*variable.leak();
        assert_eq!(
            found_where(&[(variable, &*value)], &[(&*path, text)]),
            [format!("{app}: a x")],
            "{variable} with {path}"
        );
    }
    assert_eq!(
        found_where(&[("CODEX_HOME", ".codex")], &[(".codex/config.toml", toml)]),
        ["Codex: a x"],
        "a file is read once"
    );
}

#[test]
fn extensions_profiles_and_projects_are_found() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        assert_eq!(found(files), expected, "{files:?}");
    };
    let servers = r#"{"mcpServers":{"a":{"command":"x"}}}"#;
    check(
        &[(
            "AppData/Local/Packages/Claude_1a2b/LocalCache/Roaming/Claude/claude_desktop_config.json",
            servers,
        )],
        &["Claude Desktop: a x"],
    );
    for (path, app) in [
        (".cline/data/settings/cline_mcp_settings.json", "Cline"),
        (
            ".config/Windsurf/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            "Roo Code",
        ),
        (".codeium/mcp_config.json", "Windsurf"),
        (".aws/amazonq/default.json", "Amazon Q"),
        (".aws/amazonq/cli-agents/mine.json", "Amazon Q"),
        (".kiro/agents/mine.json", "Kiro"),
        (".config/Factory Bridge/mcp.json", "Factory Droid"),
    ] {
        check(&[(path, servers)], &[&format!("{app}: a x")]);
    }
    check(
        &[(
            ".codex/work.config.toml",
            "model = \"m\"\n[mcp_servers.a]\ncommand = \"x\"\n",
        )],
        &["Codex: a x"],
    );
    check(
        &[
            (
                ".gemini/extensions/one/gemini-extension.json",
                r#"{"name":"one","mcpServers":{"a":{"command":"node","args":["${extensionPath}${/}a.js"],"cwd":"${extensionPath}"}}}"#,
            ),
            (
                ".gemini/extensions/two/gemini-extension.json",
                r#"{"name":"two"}"#,
            ),
            (".gemini/extensions/broken/gemini-extension.json", "{"),
        ],
        &["Gemini CLI: a node @HOME/.gemini/extensions/one/a.js in @HOME/.gemini/extensions/one"],
    );
    check(
        &[(
            ".qwen/extensions/one/qwen-extension.json",
            r#"{"mcpServers":{"a":{"command":"${extensionPath}/a"}}}"#,
        )],
        &["Qwen Code: a @HOME/.qwen/extensions/one/a"],
    );
    check(
        &[
            (
                ".config/Claude/Claude Extensions/one/manifest.json",
                r#"{"name":"one","server":{"type":"node","mcp_config":{"command":"node","args":["${__dirname}/a.js","${user_config.dir}"]}},"user_config":{"dir":{"type":"directory"}}}"#,
            ),
            (".config/Claude/Claude Extensions/two/manifest.json", "{"),
        ],
        &[
            "Claude Desktop: one node @HOME/.config/Claude/Claude Extensions/one/a.js ${input:user_config.dir}",
            "Claude Desktop: This JSON is not valid: Unterminated object (line 1, column 2).",
        ],
    );
    // Plugins of Claude Code
    check(
        &[
            (
                ".claude/plugins/installed_plugins.json",
                r#"{"version":2,"plugins":{"one@m":[{"scope":"user","installPath":"@HOME/.claude/plugins/cache/m/one/1.0.0"}],"two@m":{"installPath":"@HOME/two"}}}"#,
            ),
            (
                ".claude/plugins/cache/m/one/1.0.0/.mcp.json",
                r#"{"a":{"command":"${CLAUDE_PLUGIN_ROOT}/a","args":["${X}"]}}"#,
            ),
            (".claude/plugins/cache/m/one/0.9.0/.mcp.json", servers),
            (
                "two/.claude-plugin/plugin.json",
                r#"{"name":"two","mcpServers":{"b":{"command":"${CLAUDE_PLUGIN_ROOT}/b"}}}"#,
            ),
        ],
        &[
            "Claude Code: a @HOME/.claude/plugins/cache/m/one/1.0.0/a ${input:X}",
            "Claude Code: b @HOME/two/b",
        ],
    );
    // Projects
    check(
        &[
            (
                ".claude.json",
                r#"{"projects":{"@HOME/p":{},"@HOME/gone":{},"relative":{}}}"#,
            ),
            (
                "p/.mcp.json",
                r#"{"mcpServers":{"a":{"command":"./a","args":["${CLAUDE_PROJECT_DIR:-.}/x"]},"b":{"command":"b","cwd":"sub"},"c":{"command":"c","cwd":"~/d"},"d":{"url":"https://e.com/mcp"}}}"#,
            ),
        ],
        &[
            "Claude Code: a ./a @HOME/p/x in @HOME/p",
            "Claude Code: b b  in @HOME/p/sub",
            "Claude Code: c c  in ~/d",
            "Claude Code: d https://e.com/mcp",
        ],
    );
    check(
        &[
            (
                ".claude.json",
                r#"{"projects":{"@HOME/p":{},"@HOME/q":{}}}"#,
            ),
            ("p/.mcp.json", r#"{"a":{"command":"x"}}"#),
            ("q/.mcp.json", "{"),
        ],
        &[
            "Claude Code: a x  in @HOME/p",
            "Claude Code: This JSON is not valid: Unterminated object (line 1, column 2).",
        ],
    );
    check(
        &[
            (
                ".gemini/projects.json",
                r#"{"projects":{"@HOME/p":"p","@HOME":"home"}}"#,
            ),
            (
                ".gemini/settings.json",
                r#"{"mcpServers":{"a":{"command":"x"}}}"#,
            ),
            (
                "p/.gemini/settings.json",
                r#"{"mcpServers":{"b":{"command":"y","cwd":"./sub"}}}"#,
            ),
        ],
        &["Gemini CLI: a x", "Gemini CLI: b y  in @HOME/p/./sub"],
    );
    check(
        &[
            (
                ".codex/config.toml",
                "[projects.\"@HOME/p\"]\ntrust_level = \"trusted\"\n",
            ),
            ("p/.codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n"),
        ],
        &["Codex: a x  in @HOME/p"],
    );
}

#[cfg(not(windows))]
#[test]
fn what_goose_brings_itself_is_left_out_and_code_in_a_file_is_named() {
    let text = "extensions:\n  \
        developer: {type: builtin, name: developer, enabled: true}\n  \
        todo: {type: platform, name: todo}\n  \
        ui: {type: frontend, name: ui, tools: []}\n  \
        code: {type: inline_python, name: code, code: 'print(1)'}\n  \
        web: {type: streamable_http, name: web, uri: 'https://e.com/mcp', socket: '@x'}\n";
    assert_eq!(
        found(&[(".config/goose/config.yaml", text)]),
        [
            "Goose: code ! “type” of “code” is “inline_python”, which is not supported. Use “stdio” or “http”.",
            "Goose: web https://e.com/mcp",
        ]
    );
}
