//! From a saved definition to what a connection needs: the program found, the secrets fetched.

use std::path::{Path, PathBuf};

use usher_mcp::launch::{HttpLaunch, Launch, LaunchSecrets, LaunchValue, StdioLaunch};
use usher_messages::Message;
use usher_process::{HostEnvironment, ResolveError};

use super::context::Context;
use usher_config::definition::{CheckedDraft, NamedValue, SavedValue, Transport};
use usher_system::secrets::Secrets;

use super::failure::StartFault;

/// How the demo server is started: Usher's own binary, with an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoProgram {
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Where the webtool is that it serves as long as it runs.
    pub webtool: Option<String>,
}

/// Finds the program and fetches the secrets.
pub(super) async fn prepare(
    context: &Context,
    transport: &Transport,
) -> Result<Launch, StartFault> {
    let mut values = Vec::new();
    for named in transport.named() {
        values.push(resolve_value(&context.secrets, named).await?);
    }
    prepare_with(&context.environment, Some(&context.demo), transport, values).await
}

/// Reads a value from the definition or the keyring.
pub(super) async fn resolve_value(
    secrets: &Secrets,
    named: &NamedValue,
) -> Result<ResolvedValue, StartFault> {
    let value = match &named.value {
        SavedValue::Plain(text) => LaunchValue::Plain(text.clone()),
        SavedValue::Secret(reference) => {
            let text = secrets
                .get(reference)
                .await
                .map_err(|error| StartFault::Secret {
                    name: named.name.clone(),
                    problem: error.message(),
                })?;
            LaunchValue::Secret(text)
        }
    };
    Ok(ResolvedValue {
        name: named.name.clone(),
        value,
    })
}

/// A value at hand, with the name it goes by.
pub(super) struct ResolvedValue {
    pub(super) name: String,
    pub(super) value: LaunchValue,
}

/// A value of a draft that needs no store: it stands in the open, or came in with the draft.
pub(super) fn draft_value(draft: &CheckedDraft, named: &NamedValue) -> Option<ResolvedValue> {
    let value = match &named.value {
        SavedValue::Plain(text) => LaunchValue::Plain(text.clone()),
        SavedValue::Secret(reference) => {
            let (_, secret) = draft.new_secrets.iter().find(|(new, _)| new == reference)?;
            LaunchValue::Secret(secret.clone())
        }
    };
    Some(ResolvedValue {
        name: named.name.clone(),
        value,
    })
}

/// As [`prepare`], with all [`Transport::named`] values at hand, in their order; `demo` is what the demo server is, where there is one.
pub(super) async fn prepare_with(
    host: &HostEnvironment,
    demo: Option<&DemoProgram>,
    transport: &Transport,
    mut values: Vec<ResolvedValue>,
) -> Result<Launch, StartFault> {
    let inputs = values.split_off(transport.values().len().min(values.len()));
    let secrets = LaunchSecrets {
        inputs: inputs
            .into_iter()
            .filter_map(|input| match input.value {
                LaunchValue::Secret(secret) => Some((input.name, secret)),
                LaunchValue::Plain(_) => None,
            })
            .collect(),
        open: transport.open_credentials(),
    };
    Ok(match transport {
        Transport::Stdio {
            command, args, cwd, ..
        } => {
            let cwd = working_directory(cwd.as_deref())?;
            let program = match host.find_program(command, &cwd).await {
                Ok(program) => program,
                Err(ResolveError::NotFound) => return Err(not_found(host, command, &cwd).await),
                Err(ResolveError::NotExecutable(path)) => {
                    return Err(StartFault::NotExecutable(path));
                }
            };
            Launch::Stdio(StdioLaunch {
                program,
                args: args.clone(),
                secrets,
                env: values
                    .into_iter()
                    .map(|value| (value.name, value.value))
                    .collect(),
                cwd,
                host: host.clone(),
                typed: usher_mcp::TypedSecrets::default(),
            })
        }
        Transport::Http { url, .. } => Launch::Http(HttpLaunch {
            url: url.clone(),
            secrets,
            known: None,
            access: usher_mcp::Access::default(),
            typed: usher_mcp::TypedSecrets::default(),
            headers: values
                .into_iter()
                .map(|value| {
                    let name = http::HeaderName::try_from(&value.name).map_err(|_| {
                        StartFault::Broken(
                            Message::new("field.header.name").with("name", value.name.as_str()),
                        )
                    })?;
                    Ok((name, value.value))
                })
                .collect::<Result<_, StartFault>>()?,
        }),
        Transport::Demo => {
            let demo =
                demo.ok_or_else(|| StartFault::Broken(Message::new("failure.detail.noDemo")))?;
            Launch::Stdio(StdioLaunch {
                program: demo.program.clone(),
                args: demo.args.clone(),
                secrets,
                env: Vec::new(),
                cwd: working_directory(None)?,
                host: host.clone(),
                typed: usher_mcp::TypedSecrets::default(),
            })
        }
    })
}

/// Says what is there in place of the program.
async fn not_found(host: &HostEnvironment, command: &str, cwd: &Path) -> StartFault {
    let path = cwd.join(command);
    if command.contains('/') && path.is_dir() {
        return StartFault::IsFolder(path);
    }
    let other = match command {
        "python" => "python3",
        "pip" => "pip3",
        _ => return StartFault::ProgramNotFound,
    };
    match host.find_program(other, cwd).await {
        Ok(_) => StartFault::OtherProgram(other),
        Err(_) => StartFault::ProgramNotFound,
    }
}

fn working_directory(wanted: Option<&str>) -> Result<PathBuf, StartFault> {
    let directory = match wanted {
        Some(path) => PathBuf::from(path),
        None => home(),
    };
    if directory.is_dir() {
        Ok(directory)
    } else {
        Err(StartFault::WorkingDirectory(directory))
    }
}

/// Where programs run if the person names no place.
pub(super) fn home() -> PathBuf {
    directories::BaseDirs::new()
        .map_or_else(std::env::temp_dir, |dirs| dirs.home_dir().to_path_buf())
}
