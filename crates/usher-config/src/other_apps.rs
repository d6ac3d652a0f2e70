//! Finds configurations of other apps on disk, when the person asks.
//!
//! Nothing is written or started. `paste` reads their content; the host decides which of them are imported.

mod apps;

pub use apps::{APPS, App, ConfigFile};

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::definition::{
    DraftDefinition, ExistingServers, SavedValue, ServerDefinition, Transport, check_import,
};
use crate::file_format::{Format, parse, value_at};
use crate::limits;
use crate::paste::config::{self, Entry};
use crate::paste::{listed_inputs, not_valid};
use apps::{FORMER, Holds};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};

/// Where other apps keep their configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigPaths {
    pub home: PathBuf,
    /// Where apps keep their settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub config: PathBuf,
}

impl ConfigPaths {
    /// The places of this system; `None` = it names no home.
    pub fn of_system() -> Option<Self> {
        let dirs = directories::BaseDirs::new()?;
        Some(Self {
            home: dirs.home_dir().to_path_buf(),
            config: dirs.config_dir().to_path_buf(),
        })
    }
}

/// One configuration file of another app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub app: &'static str,
    pub path: PathBuf,
    /// The servers in it.
    pub candidates: Vec<Candidate>,
    /// Why it cannot be read.
    pub problem: Option<Message>,
}

/// One server in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub key: String,
    /// What it is, or why it cannot be taken over.
    pub server: Result<PastedServer, Message>,
}

/// Reads every configuration file that is there. Blocking.
pub fn scan(places: &ConfigPaths) -> Vec<Source> {
    APPS.iter()
        .chain(&FORMER)
        .flat_map(|app| app.files(places).into_iter().map(move |file| (app, file)))
        .flat_map(|(app, file)| [Some(file.path), file.twin].map(|path| (app, path)))
        .filter_map(|(app, path)| read(app, path?))
        .collect()
}

/// Reads the servers in the text of a configuration file, except Usher itself.
pub fn servers(app: &App, text: &str) -> Result<Vec<Candidate>, Message> {
    servers_in(app, text, Extent::Everywhere)
}

fn servers_in(app: &App, text: &str, extent: Extent) -> Result<Vec<Candidate>, Message> {
    let value = parse(text, app.format).map_err(|fault| not_valid(text, app.format, &fault))?;
    candidates(app, &value, extent)
}

/// Whether an entry starts Usher for another app: `usher connect …`. Importing it would be a circle.
pub fn starts_usher(command: &str, args: &[String]) -> bool {
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = program.strip_suffix(".exe").unwrap_or(program);
    name == "usher" && args.first().is_some_and(|first| first == "connect")
}

/// Whether an equal server is configured already: the same command line, or the same address.
pub fn is_known<'a>(
    server: &PastedServer,
    definitions: impl IntoIterator<Item = &'a ServerDefinition>,
) -> bool {
    let mut definitions = definitions.into_iter();
    definitions.any(|known| is_same(server, known))
}

/// Whether a configured server can stand for one of another app: it is equal, and has every value that the app hands over.
pub fn stands_for(known: &ServerDefinition, server: &PastedServer) -> bool {
    let (PastedTransport::Stdio { env: values, .. }
    | PastedTransport::Http {
        headers: values, ..
    }) = &server.transport;
    let has = |value: &PastedValue| {
        let mut found = known.transport.values().iter();
        found.any(|found| {
            found.name.eq_ignore_ascii_case(&value.name)
                && match &found.value {
                    SavedValue::Secret(_) => true,
                    SavedValue::Plain(text) => *text == value.value,
                }
        })
    };
    is_same(server, known) && values.iter().all(has)
}

fn is_same(server: &PastedServer, known: &ServerDefinition) -> bool {
    match (&server.transport, &known.transport) {
        (
            PastedTransport::Stdio { command, args, .. },
            Transport::Stdio {
                command: known_command,
                args: known_args,
                env,
                ..
            },
        ) => command == known_command && args == known_args && plain_values_agree(server, env),
        (PastedTransport::Http { url, .. }, Transport::Http { url: known, .. }) => {
            known.as_str().trim_end_matches('/') == url.trim_end_matches('/')
        }
        _ => false,
    }
}

/// A different plain environment makes a different server.
fn plain_values_agree(server: &PastedServer, known: &[crate::definition::NamedValue]) -> bool {
    let PastedTransport::Stdio { env, .. } = &server.transport else {
        return true;
    };
    known.iter().all(|known| match &known.value {
        SavedValue::Secret(_) => true,
        SavedValue::Plain(text) => env
            .iter()
            .all(|value| value.name != known.name || &value.value == text),
    })
}

/// Reads one file; `None` = it is not there, or says nothing about servers.
fn read(app: &App, path: PathBuf) -> Option<Source> {
    if !path.is_file() {
        return None;
    }
    let outcome = file_text(&path).and_then(|text| servers_in(app, &text, Extent::AndProjects));
    match outcome {
        Ok(candidates) if candidates.is_empty() => None,
        Ok(candidates) => Some(Source {
            app: app.name,
            path,
            candidates,
            problem: None,
        }),
        // Settings of an app are not ours to complain about.
        Err(_) if app.holds == Holds::Settings => None,
        Err(problem) => Some(Source {
            app: app.name,
            path,
            candidates: Vec::new(),
            problem: Some(problem),
        }),
    }
}

fn file_text(path: &Path) -> Result<String, Message> {
    let unreadable = |error: std::io::Error| {
        Message::new("paste.file.unreadable").with("reason", error.to_string())
    };
    let found = fs::metadata(path).map_err(unreadable)?;
    // A device or a pipe has no length and may never end.
    if !found.is_file() {
        return Err(Message::new("paste.file.notAFile"));
    }
    if found.len() > limits::IMPORT_BYTES {
        return Err(Message::new("paste.file.tooLong"));
    }
    fs::read_to_string(path).map_err(unreadable)
}

/// Which servers of a file are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Those that the app has wherever it is used.
    Everywhere,
    /// Those of single projects as well, as Claude Code has them.
    AndProjects,
}

fn candidates(app: &App, value: &Value, extent: Extent) -> Result<Vec<Candidate>, Message> {
    let is_empty = match value {
        Value::Object(object) => object.is_empty(),
        Value::Null => true,
        _ => false,
    };
    if is_empty {
        return Ok(Vec::new());
    }
    let place = value_at(value, app.keys_in(value));
    let projects = value
        .get("projects")
        .filter(|_| extent == Extent::AndProjects);
    let found = match (app.holds, place.or(projects)) {
        (_, Some(_)) => {
            let members = [
                ("mcpServers", place),
                ("projects", projects),
                ("inputs", listed_inputs(value)),
            ];
            let members = members
                .into_iter()
                .filter_map(|(name, member)| Some((name.to_owned(), member?.clone())));
            config::read(&Value::Object(members.collect()))
        }
        (Holds::Settings, None) => return Ok(Vec::new()),
        (Holds::Servers, None) => config::read(value),
    };
    let found = found.map_err(|problem| problem.message)?;
    Ok(found
        .entries
        .into_iter()
        .filter(|entry| !is_built_in(app, place, entry) && !is_usher(entry))
        .map(candidate)
        .collect())
}

/// Goose lists its own built-in extensions among MCP servers.
fn is_built_in(app: &App, servers: Option<&Value>, entry: &Entry) -> bool {
    let kind = servers.and_then(|all| all.get(&entry.key)?.get("type")?.as_str());
    app.format == Format::Yaml
        && matches!(
            kind,
            Some("builtin" | "platform" | "frontend" | "inline_python")
        )
}

fn is_usher(entry: &Entry) -> bool {
    match &entry.server {
        Ok(PastedServer {
            transport: PastedTransport::Stdio { command, args, .. },
            ..
        }) => starts_usher(command, args),
        _ => false,
    }
}

/// What could not be kept is named here, so that it does not cost the others that are chosen with it.
fn candidate(entry: Entry) -> Candidate {
    let server = entry.server.map_err(|problem| problem.message);
    let checked = server.and_then(|server| {
        let draft = DraftDefinition::from(server.clone());
        match check_import(draft, ExistingServers::default()) {
            Ok(_) => Ok(server),
            Err(problems) => Err(problems
                .into_iter()
                .map(|problem| problem.message)
                .reduce(Message::followed_by)
                .unwrap_or(Message::new("paste.file.notValid"))),
        }
    });
    Candidate {
        key: entry.key,
        server: checked,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Writes the files into a home folder and shows what is found: `app: key program…`, one line each.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let home = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let places = ConfigPaths {
            home: home.path().to_path_buf(),
            config: home.path().join(".config"),
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
                        transport: PastedTransport::Stdio { command, args, .. },
                        ..
                    }) => {
                        format!("{command} {}", args.join(" "))
                    }
                    Ok(PastedServer {
                        transport: PastedTransport::Http { url, .. },
                        ..
                    }) => url,
                    Err(problem) => format!("! {problem}"),
                };
                lines.push(
                    format!("{}: {} {what}", source.app, candidate.key)
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
        check(
            ".config/Claude/claude_desktop_config.json",
            r#"{"mcpServers":{"a":{"command":"x","args":["1"]}}}"#,
            &["Claude Desktop: a x 1"],
        );
        check(
            ".config/Code/User/mcp.json",
            r#"{"servers":{"a":{"url":"https://e.com/mcp"}}}"#,
            &["VS Code: a https://e.com/mcp"],
        );
        check(
            ".config/Code/User/settings.json",
            "{ // mine\n\"mcp\":{\"servers\":{\"a\":{\"command\":\"x\"}}},\n}",
            &["VS Code: a x"],
        );
        check(
            ".config/Code/User/settings.json",
            r#"{"editor.fontSize":13}"#,
            &[],
        );
        check(".config/Code/User/settings.json", "{ broken", &[]);
        check(
            ".cursor/mcp.json",
            r#"{"mcpServers":{"a":{"command":"x"},"b":{"type":"ws"}}}"#,
            &[
                "Cursor: a x",
                "Cursor: b ! “type” of “b” is “ws”, which is not supported. Use “stdio” or “http”.",
            ],
        );
        check(
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            r#"{"mcpServers":{"a":{"command":"x","autoApprove":[]}}}"#,
            &["Cline: a x"],
        );
        #[cfg(not(windows))]
        check(
            ".config/goose/config.yaml",
            "GOOSE_MODEL: m\nextensions:\n  dev:\n    type: builtin\n    enabled: true\n  git:\n    type: stdio\n    cmd: uvx\n    args: [mcp-server-git]\n    envs: {A: b}\n",
            &["Goose: git uvx mcp-server-git"],
        );
        let servers = r#"{"mcpServers":{"a":{"command":"x"}}}"#;
        let settings = r#"{"mcpServers":{"a":{"command":"x"}},"theme":"dark"}"#;
        check(".claude.json", settings, &["Claude Code: a x"]);
        check(".claude-work/.claude.json", settings, &["Claude Code: a x"]);
        let projects = r#"{"projects":{"/p":{"mcpServers":{}}}}"#;
        check(".claude.json", projects, &[]);
        let projects = r#"{"mcpServers":{"a":{"command":"x"}},"projects":{"/p/q":{"mcpServers":{"a":{"command":"y"}}},"/r":{}}}"#;
        check(
            ".claude.json",
            projects,
            &["Claude Code: a x", "Claude Code: a (/p/q) y"],
        );
        check(
            ".config/Code/User/profiles/1a/mcp.json",
            r#"{"servers":{"a":{"command":"x","args":["${input:dir}"]}},"inputs":[{"id":"dir","default":"/d"}]}"#,
            &["VS Code: a x /d"],
        );
        check(
            ".cursor/mcp.json",
            r#"{"mcpServers":{
                "a":{"url":"https://e.com/${env:TEAM}/mcp"},
                "b":{"url":"http://e.com/mcp"},
                "c":{"command":"x","cwd":"relative"},
                "d":{"command":"${workspaceFolder}/x","cwd":"~/d"}}}"#,
            &[
                "Cursor: a https://e.com/${input:TEAM}/mcp",
                "Cursor: b ! http:// is not encrypted, so it is allowed on this computer and the local network only. Use https://.",
                "Cursor: c ! Enter the working directory as an absolute path.",
                "Cursor: d ${input:workspaceFolder}/x",
            ],
        );
        check(
            ".codex/config.toml",
            "model = \"m\"\n[mcp_servers.a]\ncommand = \"x\"\nargs = [\"1\"]\n[mcp_servers.b]\nurl = \"https://e.com/mcp\"\n",
            &["Codex: a x 1", "Codex: b https://e.com/mcp"],
        );
        check(
            ".config/zed/settings.json",
            "{ // mine\n\"context_servers\":{\"a\":{\"source\":\"custom\",\"command\":\"x\"}},\n}",
            &["Zed: a x"],
        );
        check(
            ".codeium/windsurf/mcp_config.json",
            servers,
            &["Windsurf: a x"],
        );
        check(".gemini/settings.json", settings, &["Gemini CLI: a x"]);
        check(".junie/mcp/mcp.json", servers, &["JetBrains Junie: a x"]);
        check(
            ".config/amp/settings.json",
            r#"{"amp.mcpServers":{"a":{"command":"x"}}}"#,
            &["Amp: a x"],
        );
        check(
            ".config/opencode/opencode.jsonc",
            r#"{"mcp":{"a":{"type":"local","command":["x","1"],"environment":{}}}}"#,
            &["OpenCode: a x 1"],
        );
        check(
            ".config/opencode/opencode.json",
            r#"{"mcp":{"servers":{"a":{"type":"local","command":["x","1"]}}}}"#,
            &["OpenCode: a x 1"],
        );
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
    fn nothing_on_disk_is_nothing_found() {
        assert_eq!(found(&[]), Vec::<String>::new(), "an empty home");
    }
}
