//! Reads the command line of `usher probe`.
//!
//! By hand: its options may be among the words of the server's own command, whose unknown options stay as they are.
//! `clap` and `lexopt` would have to hand back the raw words, and this loop would remain.

use std::ffi::OsString;

use serde_json::{Map, Value};
use usher_config::definition::{DraftDefinition, DraftNamedValue, DraftTransport};
use usher_config::paste::pasted_value;
use usher_mcp::EraChoice;
use usher_messages::{Message, Param};
use usher_servers::servers::ProbeAction;

/// What the command line wants.
pub(super) enum Asked {
    Help,
    Probe(Box<Order>),
}

/// A probe as ordered.
pub(super) struct Order {
    pub(super) draft: DraftDefinition,
    pub(super) action: Option<ProbeAction>,
    pub(super) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    Json,
}

/// Reads the arguments after `probe`. An `Err` says what is wrong with them.
pub(super) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Asked, Message> {
    let readable = arguments.map(|argument| {
        argument
            .into_string()
            .map_err(|odd| of_argument("terminal.argument.noText", odd.display().to_string()))
    });
    let mut arguments = readable.collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut target: Vec<String> = Vec::new();
    let mut headers: Vec<DraftNamedValue> = Vec::new();
    let mut era = EraChoice::Auto;
    let mut action = None;
    let mut format = Format::Text;
    while let Some(argument) = arguments.next() {
        let mut next = |missing| arguments.next().ok_or_else(|| Message::new(missing));
        match argument.as_str() {
            "--help" | "-h" if target.is_empty() => return Ok(Asked::Help),
            "--json" => format = Format::Json,
            "--era" => era = read_era(&next("terminal.argument.era")?)?,
            "--header" => headers.push(read_header(&next("terminal.argument.header")?)?),
            "--call" => {
                let tool = next("terminal.argument.tool")?;
                let given = next("terminal.argument.tool")?;
                let arguments = read_object("--call", &given)?;
                set_action(&mut action, ProbeAction::Call { tool, arguments })?;
            }
            "--read" => {
                let uri = next("terminal.argument.uri")?;
                set_action(&mut action, ProbeAction::Read { uri })?;
            }
            "--get" => {
                let prompt = next("terminal.argument.prompt")?;
                let given = next("terminal.argument.prompt")?;
                let arguments = read_object("--get", &given)?;
                set_action(&mut action, ProbeAction::Get { prompt, arguments })?;
            }
            "--" => target.extend(arguments.by_ref()),
            option if target.is_empty() && option.starts_with('-') => {
                return Err(Message::new("terminal.argument.unknown").with("option", option));
            }
            _ => target.push(argument),
        }
    }
    let draft = DraftDefinition {
        label: String::new(),
        transport: transport(target, headers)?,
        era,
    };
    Ok(Asked::Probe(Box::new(Order {
        draft,
        action,
        format,
    })))
}

fn of_argument(code: &'static str, argument: impl Into<Param>) -> Message {
    Message::new(code).with("argument", argument)
}

fn set_action(action: &mut Option<ProbeAction>, wanted: ProbeAction) -> Result<(), Message> {
    match action.replace(wanted) {
        None => Ok(()),
        Some(_) => Err(Message::new("terminal.argument.onlyOne")),
    }
}

fn read_era(text: &str) -> Result<EraChoice, Message> {
    match text {
        "auto" => Ok(EraChoice::Auto),
        "legacy" => Ok(EraChoice::Legacy),
        "modern" => Ok(EraChoice::Modern),
        _ => Err(Message::new("terminal.argument.era")),
    }
}

fn read_header(text: &str) -> Result<DraftNamedValue, Message> {
    let (name, value) = text
        .split_once(':')
        .ok_or(Message::new("terminal.argument.header"))?;
    Ok(pasted_value(name.trim(), value.trim()).into())
}

fn read_object(option: &str, text: &str) -> Result<Map<String, Value>, Message> {
    match serde_json::from_str(text) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(other) => Err(Message::new("terminal.argument.noObject")
            .with("option", option)
            .with("found", other.to_string())),
        Err(error) => Err(Message::new("terminal.argument.noJson")
            .with("option", option)
            .with("reason", error.to_string())),
    }
}

/// A URL, or a command with variables before it.
fn transport(
    target: Vec<String>,
    headers: Vec<DraftNamedValue>,
) -> Result<DraftTransport, Message> {
    let mut target = target.into_iter().peekable();
    let mut env = Vec::new();
    while let Some(variable) = target.next_if(|word| is_assignment(word)) {
        let (name, value) = variable.split_once('=').unwrap_or((&variable, ""));
        env.push(pasted_value(name, value).into());
    }
    let Some(first) = target.next() else {
        return Err(Message::new("terminal.argument.noServer"));
    };
    let args: Vec<String> = target.collect();
    let is_url = ["http://", "https://"]
        .iter()
        .any(|scheme| first.to_ascii_lowercase().starts_with(scheme));
    if !is_url {
        if !headers.is_empty() {
            return Err(Message::new("terminal.argument.headerOfCommand"));
        }
        return Ok(DraftTransport::Stdio {
            command: first,
            args,
            env,
            cwd: here(),
            inputs: Vec::new(),
        });
    }
    if let Some(stray) = args.first() {
        return Err(of_argument("terminal.argument.afterUrl", stray.as_str()));
    }
    if let Some(variable) = env.first() {
        let message = Message::new("terminal.argument.variableOfUrl");
        return Err(message.with("name", variable.name.as_str()));
    }
    Ok(DraftTransport::Http {
        url: first,
        headers,
        inputs: Vec::new(),
    })
}

/// A command from a terminal runs where the terminal is.
fn here() -> Option<String> {
    let directory = std::env::current_dir().ok()?;
    directory.into_os_string().into_string().ok()
}

fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use usher_config::definition::DraftValue;

    use super::*;

    /// The order in one line.
    fn told(line: &[&str]) -> String {
        match read(line.iter().map(OsString::from)) {
            Err(problem) => format!("error: {}", super::super::text_of(&problem)),
            Ok(Asked::Help) => "help".into(),
            Ok(Asked::Probe(order)) => {
                let target = match &order.draft.transport {
                    DraftTransport::Stdio {
                        command, args, env, ..
                    } => format!("{} {command} {args:?}", names(env)),
                    DraftTransport::Http { url, headers, .. } => {
                        format!("{} {url}", names(headers))
                    }
                    DraftTransport::Demo => "demo".into(),
                };
                format!(
                    "{target} {:?} {:?} {:?}",
                    order.draft.era, order.format, order.action
                )
            }
        }
    }

    fn names(values: &[DraftNamedValue]) -> String {
        let names: Vec<_> = values
            .iter()
            .map(|named| match &named.value {
                DraftValue::Plain(value) => format!("{}={value}", named.name),
                DraftValue::Secret(_) | DraftValue::KeepStored => format!("{}=•", named.name),
            })
            .collect();
        names.join(",")
    }

    #[test]
    fn command_lines_are_read_as_written() {
        let check = |line: &[&str], expected: &str| {
            assert_eq!(told(line), expected, "usher probe {}", line.join(" "));
        };
        let lines = r#"
            --help | help
            https://a.example/mcp · --json | ␠https://a.example/mcp Auto Json None
            --header · Authorization: Bearer tok-12345678 · http://localhost:1/ · --era · modern | Authorization=• http://localhost:1/ Modern Text None
            STAGE=test · node · server.js · stdio · --read · demo://a | STAGE=test node ["server.js", "stdio"] Auto Text Some(Read { uri: "demo://a" })
            --json · -- · node · server.js · --json · --help | ␠node ["server.js", "--json", "--help"] Auto Json None
            npx · -y · thing · --call · echo · {"message":"hi"} | ␠npx ["-y", "thing"] Auto Text Some(Call { tool: "echo", arguments: {"message": String("hi")} })
        "#;
        for [line, expected] in usher_cases::rows(lines) {
            check(&line.split(" · ").collect::<Vec<_>>(), &expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_no_text_is_refused_wherever_it_stands() {
        use std::os::unix::ffi::OsStringExt as _;
        for place in 0..4 {
            let line = ["node", "server.js", "--", "x"].map(OsString::from);
            let mut line = Vec::from(line);
            line.insert(place, OsString::from_vec(b"\xffodd".to_vec()));
            assert_eq!(
                read(line.into_iter()).err(),
                Some(of_argument("terminal.argument.noText", "\u{fffd}odd")),
                "at place {place}, nothing after it is dropped"
            );
        }
    }

    #[test]
    fn what_cannot_be_understood_says_so() {
        let check = |line: &[&str], expected: &str| {
            assert_eq!(
                told(line),
                format!("error: {expected}"),
                "usher probe {}",
                line.join(" ")
            );
        };
        check(&[], "Enter a URL, or a command with its arguments.");
        let lines = r"
            --erra · x | There is no option --erra.
            x · --era · new | --era needs auto, legacy, or modern.
            x · --call · echo | --call needs a tool and its arguments as a JSON object.
            x · --call · echo · [1] | --call needs a JSON object, not [1].
            x · --call · echo · { | The arguments of --call are not valid JSON: EOF while parsing an object at line 1 column 1.
            x · --read · a:b · --get · p · {} | Use only one of --call, --read, and --get.
            http://a/ · b | b follows the URL, but is not an option.
            x · --header · A: b | --header is for a URL. Set environment variables of a command with NAME=value.
            A=b · http://a/ | The environment variable A is for a command, not for a URL.
        ";
        for [line, expected] in usher_cases::rows(lines) {
            check(&line.split(" · ").collect::<Vec<_>>(), &expected);
        }
    }
}
