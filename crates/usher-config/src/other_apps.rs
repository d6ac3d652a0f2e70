//! Finds configurations of other apps on disk, when the person asks.
//!
//! Nothing is written or started. `paste` reads their content; the host decides which of them are imported.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::definition::{SavedValue, ServerDefinition, Transport};
use crate::limits;
use crate::paste::config::{self, Entry};
use crate::paste::parse_jsonc;
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport};

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
    files(places)
        .into_iter()
        .filter_map(|(app, path, format)| read(app, path, format))
        .collect()
}

/// Whether an equal server is configured already: the same command line, or the same address.
pub fn is_known(server: &PastedServer, definitions: &[ServerDefinition]) -> bool {
    definitions
        .iter()
        .any(|known| match (&server.transport, &known.transport) {
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
        })
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// JSON that holds nothing but servers.
    Servers,
    /// JSON that holds servers among other settings, or none.
    Settings,
    Goose,
}

fn files(places: &ConfigPaths) -> Vec<(&'static str, PathBuf, Format)> {
    let ConfigPaths { home, config } = places;
    let cline = "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
    let goose = if cfg!(windows) {
        config.join("Block/goose/config/config.yaml")
    } else {
        home.join(".config/goose/config.yaml")
    };
    let mut files = vec![(
        "Claude Desktop",
        config.join("Claude/claude_desktop_config.json"),
        Format::Servers,
    )];
    for code in ["Code", "Code - Insiders", "VSCodium"] {
        let user = config.join(code).join("User");
        files.push(("VS Code", user.join("mcp.json"), Format::Servers));
        files.push(("VS Code", user.join("settings.json"), Format::Settings));
        files.push(("Cline", user.join(cline), Format::Servers));
    }
    files.push(("Cursor", home.join(".cursor/mcp.json"), Format::Servers));
    files.push((
        "Cline",
        config.join("Cursor/User").join(cline),
        Format::Servers,
    ));
    files.push(("Goose", goose, Format::Goose));
    files
}

/// Reads one file; `None` = it is not there, or says nothing about servers.
fn read(app: &'static str, path: PathBuf, format: Format) -> Option<Source> {
    if !path.is_file() {
        return None;
    }
    let outcome = value(&path, format).and_then(|value| candidates(&value, format));
    match outcome {
        Ok(candidates) if candidates.is_empty() => None,
        Ok(candidates) => Some(Source {
            app,
            path,
            candidates,
            problem: None,
        }),
        // Settings of an editor are not ours to complain about.
        Err(_) if format == Format::Settings => None,
        Err(problem) => Some(Source {
            app,
            path,
            candidates: Vec::new(),
            problem: Some(problem),
        }),
    }
}

fn value(path: &Path, format: Format) -> Result<Value, Message> {
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
    let text = fs::read_to_string(path).map_err(unreadable)?;
    if format == Format::Goose {
        return serde_saphyr::from_str(&text).map_err(|error| match error.location() {
            Some(place) => Message::new("paste.file.yamlAt")
                .with("line", place.line())
                .with("column", place.column()),
            None => Message::new("paste.file.yaml"),
        });
    }
    parse_jsonc(&text).map_err(|problem| problem.message)
}

fn candidates(value: &Value, format: Format) -> Result<Vec<Candidate>, Message> {
    let nothing_configured = match value {
        Value::Object(object) => {
            object.is_empty() || format == Format::Settings && !object.contains_key("mcp")
        }
        Value::Null => true,
        _ => false,
    };
    if nothing_configured {
        return Ok(Vec::new());
    }
    let found = match (format, value.get("extensions")) {
        (Format::Goose, None) => return Ok(Vec::new()),
        (Format::Goose, Some(extensions)) => {
            config::read(&serde_json::json!({ "extensions": extensions }))
        }
        (Format::Servers | Format::Settings, _) => config::read(value),
    };
    let found = found.map_err(|problem| problem.message)?;
    Ok(found
        .entries
        .into_iter()
        .filter(|entry| !is_built_in(value, format, entry))
        .map(candidate)
        .collect())
}

/// Goose lists its own built-in extensions among MCP servers.
fn is_built_in(value: &Value, format: Format, entry: &Entry) -> bool {
    let kind = value
        .get("extensions")
        .and_then(|all| all.get(&entry.key)?.get("type")?.as_str());
    format == Format::Goose
        && matches!(
            kind,
            Some("builtin" | "platform" | "frontend" | "inline_python")
        )
}

fn candidate(entry: Entry) -> Candidate {
    Candidate {
        key: entry.key,
        server: entry.server.map_err(|problem| problem.message),
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(value(&link, Format::Settings), no_file, "a device");
        assert_eq!(value(dir.path(), Format::Settings), no_file, "a folder");
        fs::write(&file, "{}").unwrap();
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let linked = value(&link, Format::Settings);
        assert_eq!(linked, Ok(serde_json::json!({})), "a link of the person's");
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
