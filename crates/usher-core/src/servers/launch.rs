//! From a saved definition to what a connection needs: the program found, the secrets fetched.

use std::path::PathBuf;

use usher_mcp::Secret;
use usher_mcp::launch::{HttpLaunch, Launch, ResolveError, StdioLaunch, login_path, resolve};

use crate::definition::{NamedValue, SavedValue, Transport};
use crate::host::Surroundings;
use crate::secrets::Secrets;
use crate::wire::redact::Redactor;

use super::failure::StartFault;

/// What a connection is made from.
pub(super) struct Prepared {
    pub(super) launch: Launch,
    pub(super) redactor: Redactor,
}

/// Finds the program and fetches the secrets.
pub(super) async fn prepare(
    around: &Surroundings,
    transport: &Transport,
) -> Result<Prepared, StartFault> {
    let mut values = Vec::new();
    for named in transport.values() {
        values.push(fetch_value(&around.secrets, named).await?);
    }
    prepare_with(around, transport, values).await
}

/// The text of a value, from the definition or from where it is kept.
pub(super) async fn fetch_value(
    secrets: &Secrets,
    named: &NamedValue,
) -> Result<Fetched, StartFault> {
    let (text, is_secret) = match &named.value {
        SavedValue::Plain(text) => (Secret::new(text.as_str()), false),
        SavedValue::Secret(reference) => {
            let text = secrets
                .get(reference)
                .await
                .map_err(|error| StartFault::Secret {
                    name: named.name.clone(),
                    problem: error.to_string(),
                })?;
            (text, true)
        }
    };
    Ok(Fetched {
        name: named.name.clone(),
        text,
        is_secret,
    })
}

/// A value with its text, and whether that is a secret.
pub(super) struct Fetched {
    pub(super) name: String,
    pub(super) text: Secret,
    pub(super) is_secret: bool,
}

/// As [`prepare`], with the values at hand.
pub(super) async fn prepare_with(
    around: &Surroundings,
    transport: &Transport,
    values: Vec<Fetched>,
) -> Result<Prepared, StartFault> {
    let secrets: Vec<_> = values
        .iter()
        .filter(|value| value.is_secret)
        .map(|value| value.text.clone())
        .collect();
    let launch = match transport {
        Transport::Stdio {
            command, args, cwd, ..
        } => {
            let cwd = working_directory(cwd.as_deref())?;
            let program =
                resolve(command, &login_path().await, &cwd).map_err(|error| match error {
                    ResolveError::NotFound => StartFault::ProgramNotFound,
                    ResolveError::NotExecutable(path) => StartFault::NotExecutable(path),
                })?;
            Launch::Stdio(StdioLaunch {
                program,
                args: args.clone(),
                env: values
                    .into_iter()
                    .map(|value| (value.name, value.text))
                    .collect(),
                cwd,
            })
        }
        Transport::Http { url, .. } => Launch::Http(HttpLaunch {
            url: url.clone(),
            headers: values
                .into_iter()
                .map(|value| {
                    let name = http::HeaderName::try_from(&value.name).map_err(|_| {
                        StartFault::Broken(format!("the header name {} is not usable", value.name))
                    })?;
                    Ok((name, value.text))
                })
                .collect::<Result<_, StartFault>>()?,
        }),
        Transport::Demo => Launch::Stdio(StdioLaunch {
            program: around.demo.program.clone(),
            args: around.demo.args.clone(),
            env: Vec::new(),
            cwd: working_directory(None)?,
        }),
    };
    Ok(Prepared {
        launch,
        redactor: Redactor::new(&secrets),
    })
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
