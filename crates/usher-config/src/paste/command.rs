//! Parses command lines, as people copy them from a README.
//!
//! Words, leading environment values, and the commands by which other clients add servers. There is no shell, so what
//! only a shell can do is refused.

mod add_command;

use super::entry;
use super::json_text::read_json;
use super::pasted::{pasted_server, pasted_value};
use super::problem::Problem;
use super::summary::{Found, summary};
use crate::definition;
use add_command::{Added, assignment};
use usher_messages::Message;
use usher_types::paste::{PastedServer, PastedTransport, PastedValue};

/// Reads a command line.
pub(super) fn read(text: &str) -> Result<Found, Problem> {
    let text = text.strip_prefix("$ ").unwrap_or(text);
    if let Some(mark) = needs_shell(text) {
        return Err(Problem::new(Message::new("paste.shell").with("mark", mark)));
    }
    let mut words = split(text)?;
    let mut env = Vec::new();
    if words.first().is_some_and(|word| word == "env") {
        words.remove(0);
    }
    while let Some((name, value)) = words.first().and_then(|word| assignment(word)) {
        env.push(pasted_value(name, value));
        words.remove(0);
    }
    let Some(program) = words.first() else {
        return Err(Problem::plain("paste.noCommand"));
    };
    match program.as_str() {
        "amp" | "claude" | "codex" | "copilot" | "droid" | "gemini" | "kiro-cli" | "opencode"
        | "q" | "qwen"
            if words.get(1).is_some_and(|word| word == "mcp") =>
        {
            return match add_command::read(&words[2..])? {
                Added::Server(server) => Ok(found(server, "paste.format.otherClient")),
                Added::Json(json) => read_json(&json),
            };
        }
        "code" | "code-insiders" | "codium" | "cursor" | "windsurf"
            if words.get(1).is_some_and(|word| word == "--add-mcp") =>
        {
            let json = words.get(2).ok_or_else(|| Problem::plain("paste.addMcp"))?;
            return read_json(json);
        }
        _ => {}
    }
    if words.len() == 1 && env.is_empty() {
        if let Some(url) = address(program) {
            let transport = PastedTransport::Http {
                url,
                headers: Vec::new(),
                inputs: Vec::new(),
            };
            return Ok(found(
                pasted_server(None, transport, Vec::new()),
                "paste.format.url",
            ));
        }
        if program.starts_with('@') && program.contains('/') {
            let args = vec!["-y".to_owned(), program.clone()];
            let transport = PastedTransport::Stdio {
                command: "npx".to_owned(),
                args,
                env,
                cwd: None,
                inputs: Vec::new(),
            };
            return Ok(found(
                pasted_server(None, transport, Vec::new()),
                "paste.format.npm",
            ));
        }
    }
    let command = words.remove(0);
    Ok(found(
        stdio(None, command, words, env),
        "paste.format.commandLine",
    ))
}

fn stdio(
    label: Option<&str>,
    command: String,
    args: Vec<String>,
    env: Vec<PastedValue>,
) -> PastedServer {
    let transport = PastedTransport::Stdio {
        command,
        args,
        env,
        cwd: None,
        inputs: Vec::new(),
    };
    let notes = entry::remarks(&transport);
    pasted_server(label, transport, notes)
}

fn found(server: PastedServer, format: &'static str) -> Found {
    let servers = vec![server];
    (summary(&servers, format), servers)
}

fn split(text: &str) -> Result<Vec<String>, Problem> {
    // On Windows a backslash is part of a path, not an escape.
    let is_windows_path = text.as_bytes().get(1..3) == Some(b":\\")
        && text.starts_with(|first: char| first.is_ascii_alphabetic());
    let text = if is_windows_path {
        text.replace('\\', "\\\\")
    } else {
        text.replace("\\\r\n", " ").replace("\\\n", " ")
    };
    if text.contains('\n') {
        return Err(Problem::plain("paste.lines"));
    }
    shell_words::split(&text).map_err(|_| Problem::plain("paste.quote"))
}

/// `localhost:3000/mcp` and `example.com/mcp`: addresses without their scheme.
fn address(word: &str) -> Option<String> {
    let (host, _) = word.split_once('/').unwrap_or((word, ""));
    let (name, port) = host
        .split_once(':')
        .map_or((host, None), |(name, port)| (name, Some(port)));
    let has_port = port
        .is_some_and(|port| !port.is_empty() && port.chars().all(|digit| digit.is_ascii_digit()));
    let is_local = name == "localhost" || name == "127.0.0.1";
    let is_domain = name.contains('.')
        && !name.starts_with('.')
        && word.contains('/')
        && !name.starts_with('~');
    let is_local_place = is_local && (has_port || word.contains('/'));
    if !is_local_place && !is_domain {
        return None;
    }
    let scheme = if is_local { "http" } else { "https" };
    definition::check_url(&format!("{scheme}://{word}"))
        .ok()
        .map(|url| url.to_string())
}

/// The first thing outside quotes that only a shell could do.
fn needs_shell(text: &str) -> Option<String> {
    let mut quote = None;
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        match (quote, letter) {
            (_, '\\') if quote != Some('\'') => {
                letters.next();
            }
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if letter == open => quote = None,
            (Some('\''), _) => {}
            (_, '`') => return Some("`".to_owned()),
            (_, '$') if letters.peek().is_some_and(|(_, next)| *next == '(') => {
                return Some("$(".to_owned());
            }
            (_, '$')
                if letters
                    .peek()
                    .is_some_and(|(_, next)| next.is_ascii_alphabetic() || *next == '_') =>
            {
                let name: String = text[index + 1..]
                    .chars()
                    .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
                    .collect();
                // The home folder is filled in at the start.
                if name != "HOME" {
                    return Some(format!("${name}"));
                }
            }
            (None, '&') => {
                return Some(
                    if text[index..].starts_with("&&") {
                        "&&"
                    } else {
                        "&"
                    }
                    .to_owned(),
                );
            }
            // `<directory>` is a placeholder.
            (None, '<') if is_placeholder(&text[index..]) => {
                while letters.next_if(|(_, letter)| *letter != '>').is_some() {}
                letters.next();
            }
            (None, '|' | ';' | '<' | '>') => return Some(letter.to_string()),
            _ => {}
        }
    }
    None
}

fn is_placeholder(text: &str) -> bool {
    text[1..].split_once('>').is_some_and(|(name, _)| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_./".contains(letter))
    })
}
