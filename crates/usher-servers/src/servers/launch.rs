//! From a saved definition to what a connection needs: the program found, the secrets fetched.

use std::path::{Path, PathBuf};

use usher_mcp::launch::{HttpLaunch, Launch, LaunchSecrets, LaunchValue, StdioLaunch};
use usher_messages::Message;
use usher_process::{HostEnvironment, ResolveError};

use super::context::Context;
use super::demo_program::DemoProgram;
use usher_config::definition::{CheckedDraft, NamedValue, SavedValue, Transport};
use usher_system::secrets::Secrets;
use usher_types::input::{
    fill_in, fill_in_home, foreign_placeholders, home_placeholders, references, shown_url,
};
use usher_types::secret::Secret;

use super::failure::StartFault;

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
    let inputs: Vec<(String, Secret)> = inputs
        .into_iter()
        .filter_map(|input| match input.value {
            LaunchValue::Secret(secret) => Some((input.name, secret)),
            LaunchValue::Plain(_) => None,
        })
        .collect();
    let missing = unfilled(transport, &values, &inputs);
    if !missing.is_empty() {
        return Err(StartFault::Unfilled(missing));
    }
    let secrets = LaunchSecrets {
        inputs,
        open: transport.open_credentials(),
    };
    let filling = Filling {
        inputs: &secrets.inputs,
        home: home(),
    };
    for value in &mut values {
        filling.value(transport, &mut value.value);
    }
    Ok(match transport {
        Transport::Stdio {
            command, args, cwd, ..
        } => {
            let command = filling.text(command);
            let cwd = cwd.as_ref().map(|cwd| filling.text(cwd));
            // The secrets in arguments are filled in where the program is started, and nowhere else.
            let args = args.iter().map(|arg| fill_in_home(arg, &filling.home));
            let args = args.collect();
            let cwd = working_directory(cwd.as_deref())?;
            let program = match host.find_program(&command, &cwd).await {
                Ok(program) => program,
                Err(ResolveError::NotFound) => return Err(not_found(host, &command, &cwd).await),
                Err(ResolveError::NotExecutable(path)) => {
                    return Err(StartFault::NotExecutable(path));
                }
            };
            Launch::Stdio(StdioLaunch {
                program,
                args,
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

/// What the texts of a definition stand for where it starts.
struct Filling<'a> {
    inputs: &'a [(String, Secret)],
    home: PathBuf,
}

impl Filling<'_> {
    fn text(&self, text: &str) -> String {
        let value = |name: &str| {
            let mut inputs = self.inputs.iter();
            let (_, secret) = inputs.find(|(own, _)| own == name)?;
            Some(secret.expose().to_owned())
        };
        fill_in(&fill_in_home(text, &self.home), value)
    }

    /// Fills an environment value or a header in. What a secret was put into is one.
    fn value(&self, transport: &Transport, value: &mut LaunchValue) {
        let text = exposed(value);
        if references(text).next().is_some() {
            *value = LaunchValue::Secret(Secret::new(self.text(text)));
        } else if let (LaunchValue::Plain(text), Transport::Stdio { .. }) = (value, transport) {
            *text = fill_in_home(text, &self.home);
        }
    }
}

fn exposed(value: &LaunchValue) -> &str {
    match value {
        LaunchValue::Plain(text) => text,
        LaunchValue::Secret(secret) => secret.expose(),
    }
}

/// What stands for something else in the texts of a definition and has no value, each once.
fn unfilled(
    transport: &Transport,
    values: &[ResolvedValue],
    inputs: &[(String, Secret)],
) -> Vec<String> {
    let named = values.iter().map(|named| exposed(&named.value).to_owned());
    let mut texts: Vec<String> = named.collect();
    match transport {
        Transport::Stdio {
            command, args, cwd, ..
        } => texts.extend([command].into_iter().chain(args).chain(cwd).cloned()),
        Transport::Http { url, .. } => texts.push(shown_url(url)),
        Transport::Demo => {}
    }
    let is_known = |name: &str| inputs.iter().any(|(own, _)| own == name);
    let mut unfilled = Vec::new();
    for text in &texts {
        let own = references(text).filter(|(name, _)| !is_known(name));
        let own = own.map(|(_, place)| &text[place]);
        let home = home_placeholders(text).filter(|_| matches!(transport, Transport::Http { .. }));
        for placeholder in own.chain(foreign_placeholders(text)).chain(home) {
            if unfilled.iter().all(|other| other != placeholder) {
                unfilled.push(placeholder.to_owned());
            }
        }
    }
    unfilled
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn transport(value: Value) -> Transport {
        serde_json::from_value(value).unwrap()
    }

    fn values(plain: &[&str]) -> Vec<ResolvedValue> {
        let value = |text: &&str| ResolvedValue {
            name: "V".to_owned(),
            value: LaunchValue::Plain((*text).to_owned()),
        };
        plain.iter().map(value).collect()
    }

    #[test]
    fn what_has_no_value_is_found_wherever_it_stands() {
        let known = [("known".to_owned(), Secret::new("x"))];
        let local = transport(json!({
            "kind": "stdio", "command": "${input:known}/x", "args": ["--a=${input:a}", "${env:A}", "~/x"],
            "env": [], "cwd": "${workspaceFolder}",
        }));
        let remote = transport(json!({
            "kind": "http", "url": "https://e.com/${input:path}/${env:B}?k=${input:key}", "headers": [],
        }));
        for (transport, named, expected) in [
            (
                &local,
                vec!["${input:b} ${input:a}", "${env:HOME}"],
                vec!["${input:b}", "${input:a}", "${env:A}", "${workspaceFolder}"],
            ),
            (
                &remote,
                vec!["Bearer {env:C}"],
                vec!["{env:C}", "${input:path}", "${input:key}", "${env:B}"],
            ),
            (
                &remote,
                vec!["a ${HOME} ${env:HOME}"],
                vec![
                    "${env:HOME}",
                    "${HOME}",
                    "${input:path}",
                    "${input:key}",
                    "${env:B}",
                ],
            ),
        ] {
            assert_eq!(unfilled(transport, &values(&named), &known), expected);
        }
    }

    #[test]
    fn a_value_that_a_secret_was_put_into_is_one() {
        let inputs = [("key".to_owned(), Secret::new("sesame"))];
        let filling = Filling {
            inputs: &inputs,
            home: PathBuf::from("/home/me"),
        };
        let local = transport(
            json!({ "kind": "stdio", "command": "x", "args": [], "env": [], "cwd": null }),
        );
        let remote = transport(json!({ "kind": "http", "url": "https://e.com/", "headers": [] }));
        for (transport, text, expected, is_secret) in [
            (&local, "a ${input:key}", "a sesame", true),
            (&local, "~/x", "/home/me/x", false),
            (&remote, "Bearer ${input:key}", "Bearer sesame", true),
            (&remote, "~/x", "~/x", false),
        ] {
            let mut value = LaunchValue::Plain(text.to_owned());
            filling.value(transport, &mut value);
            assert_eq!(exposed(&value), expected, "{text}");
            assert_eq!(matches!(value, LaunchValue::Secret(_)), is_secret, "{text}");
        }
        assert_eq!(filling.text("${input:key}/~"), "sesame/~");
    }
}
