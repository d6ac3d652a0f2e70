//! `usher connect`: passes messages between a client on stdin and stdout and the owner of the data folder.
//!
//! If nobody owns the folder, the owner is started. If the owner ends, what was open is answered with an error, and the
//! next owner is told how the client began.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader, BufWriter,
};
use tokio::time::Instant;
use usher_app::{Environment, program_beside, terminal_program};
use usher_gateway::{AccessKey, Hello, Input, Output, Stream, open_channel};
use usher_messages::Message;

use crate::terminal::{MISUSE, err, out, text, text_of};

/// How long the owner may take to start.
const OWNER_WITHIN: Duration = Duration::from_secs(20);
/// When another one is started: the first may have come while the folder still was another's, who has ended since.
const STARTED_AGAIN_AFTER: Duration = Duration::from_secs(2);
/// How often it is looked whether it is there.
const LOOK_EVERY: Duration = Duration::from_millis(25);
/// How long answers are waited for when the client says no more.
const ANSWERS_WITHIN: Duration = Duration::from_millis(700);
/// The id of the request that repeats how the client began.
const AGAIN: &str = "usher-connect-again";
/// The error of a request whose owner ended.
const OWNER_ENDED: i64 = -32000;

/// Runs the command line after `connect`.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let name = match read(arguments) {
        Ok(Asked::Help) => return out(&text("terminal.connectUsage")),
        Ok(Asked::Connect { name }) => name,
        Err(problem) => return err(&text_of(&problem), ExitCode::from(MISUSE)),
    };
    if usher_core::is_below_server() {
        return err(&text("terminal.connectLoop"), ExitCode::FAILURE);
    }
    let environment = match Environment::read() {
        Ok(environment) => environment,
        Err(error) => return failed(&error),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let ended = runtime.block_on(async {
        let mut adapter = Adapter {
            environment,
            hello: Hello::Connect { connects_as: name },
            beginning: None,
            is_initialized: false,
            open: BTreeSet::new(),
        };
        adapter
            .pass(BufReader::with_capacity(64 * 1024, tokio::io::stdin()))
            .await
    });
    // Reading stdin cannot be cancelled: its thread is left behind.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    let message = Message::new("terminal.connectFailed").with("reason", error.to_string());
    err(&text_of(&message), ExitCode::FAILURE)
}

#[derive(Debug, PartialEq)]
enum Asked {
    Help,
    Connect { name: Option<String> },
}

fn read(mut arguments: impl Iterator<Item = OsString>) -> Result<Asked, Message> {
    let mut name = None;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--help" | "-h") => return Ok(Asked::Help),
            Some("--as") => match arguments.next().and_then(|given| given.into_string().ok()) {
                Some(given) if !given.trim().is_empty() => name = Some(given),
                _ => return Err(Message::new("terminal.connectNoName")),
            },
            _ => {
                return Err(Message::new("terminal.unknownArgument")
                    .with("argument", argument.to_string_lossy().into_owned()));
            }
        }
    }
    Ok(Asked::Connect { name })
}

/// What has to be known of the messages to begin anew with another owner.
struct Adapter {
    environment: Environment,
    hello: Hello,
    /// The client's `initialize`, as it was sent; a client without one needs none.
    beginning: Option<Value>,
    is_initialized: bool,
    /// Ids of the client's requests without an answer, as JSON text.
    open: BTreeSet<String>,
}

/// As much of a message as is looked at.
#[derive(Deserialize)]
struct Envelope<'a> {
    id: Option<Value>,
    #[serde(borrow)]
    method: Option<std::borrow::Cow<'a, str>>,
}

struct Owner {
    input: BufReader<Input>,
    output: Output,
}

/// Why passing ended.
enum Ended {
    /// The client says no more.
    Client,
    Owner,
}

impl Adapter {
    async fn pass(&mut self, mut client: impl AsyncBufRead + Unpin) -> io::Result<()> {
        let mut answers = BufWriter::new(tokio::io::stdout());
        let mut owner = self.reach().await?;
        loop {
            match self
                .pass_with(&mut client, &mut answers, &mut owner)
                .await?
            {
                Ended::Client => return self.finish(&mut answers, owner).await,
                Ended::Owner => {
                    self.answer_open(&mut answers).await?;
                    owner = self.reach().await?;
                    self.begin_again(&mut owner, &mut answers).await?;
                }
            }
        }
    }

    async fn pass_with(
        &mut self,
        client: &mut (impl AsyncBufRead + Unpin),
        answers: &mut (impl AsyncWrite + Unpin),
        owner: &mut Owner,
    ) -> io::Result<Ended> {
        let (mut said, mut answered) = (Vec::new(), Vec::new());
        loop {
            tokio::select! {
                read = client.read_until(b'\n', &mut said) => {
                    if read? == 0 && said.is_empty() {
                        return Ok(Ended::Client);
                    }
                    end_line(&mut said);
                    self.note_request(&said);
                    if owner.output.write_all(&said).await.is_err() {
                        return Ok(Ended::Owner);
                    }
                    said.clear();
                }
                read = owner.input.read_until(b'\n', &mut answered) => {
                    match read {
                        Ok(length) if length > 0 && answered.last() == Some(&b'\n') => {}
                        _ => return Ok(Ended::Owner),
                    }
                    self.note_answer(&answered);
                    answers.write_all(&answered).await?;
                    answers.flush().await?;
                    answered.clear();
                }
            }
        }
    }

    /// Waits a moment for answers: the client may have closed its end right behind its last request.
    async fn finish(
        &mut self,
        answers: &mut (impl AsyncWrite + Unpin),
        mut owner: Owner,
    ) -> io::Result<()> {
        let until = Instant::now() + ANSWERS_WITHIN;
        let mut line = Vec::new();
        while !self.open.is_empty() {
            let read = owner.input.read_until(b'\n', &mut line);
            match tokio::time::timeout_at(until, read).await {
                Ok(Ok(length)) if length > 0 => {}
                _ => break,
            }
            self.note_answer(&line);
            answers.write_all(&line).await?;
            answers.flush().await?;
            line.clear();
        }
        Ok(())
    }

    fn note_request(&mut self, line: &[u8]) {
        let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else {
            return;
        };
        match (envelope.method.as_deref(), envelope.id) {
            (Some("initialize"), Some(id)) => {
                self.beginning = serde_json::from_slice(line).ok();
                self.open.insert(id.to_string());
            }
            (Some("notifications/initialized"), _) => self.is_initialized = true,
            (Some(_), Some(id)) => {
                self.open.insert(id.to_string());
            }
            _ => {}
        }
    }

    fn note_answer(&mut self, line: &[u8]) {
        if self.open.is_empty() {
            return;
        }
        if let Ok(Envelope {
            id: Some(id),
            method: None,
        }) = serde_json::from_slice(line)
        {
            self.open.remove(&id.to_string());
        }
    }

    /// Answers what the owner will answer no more. Whether a call was run is not known, so none is made again.
    async fn answer_open(&mut self, answers: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        for id in std::mem::take(&mut self.open) {
            let id: Value = serde_json::from_str(&id).unwrap_or_default();
            let message = text("terminal.ownerEnded");
            let error = json!({ "code": OWNER_ENDED, "message": message });
            let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error });
            answers.write_all(format!("{answer}\n").as_bytes()).await?;
        }
        answers.flush().await
    }

    /// Tells a new owner how the client began, and the client that everything may have changed.
    async fn begin_again(
        &mut self,
        owner: &mut Owner,
        answers: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let Some(beginning) = &self.beginning else {
            return Ok(());
        };
        let mut beginning = beginning.clone();
        beginning["id"] = AGAIN.into();
        let mut lines = format!("{beginning}\n");
        if self.is_initialized {
            lines.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        }
        owner.output.write_all(lines.as_bytes()).await?;
        let mut kept = VecDeque::new();
        loop {
            let mut line = Vec::new();
            if owner.input.read_until(b'\n', &mut line).await? == 0 {
                // It has ended already: the next read says so.
                return Ok(());
            }
            let id = serde_json::from_slice::<Envelope>(&line)
                .ok()
                .and_then(|envelope| envelope.id);
            if id.as_ref().and_then(Value::as_str) == Some(AGAIN) {
                break;
            }
            kept.push_back(line);
        }
        for line in kept {
            answers.write_all(&line).await?;
        }
        if self.is_initialized {
            for list in ["tools", "prompts", "resources"] {
                let method = format!("notifications/{list}/list_changed");
                let told = json!({ "jsonrpc": "2.0", "method": method, "params": {} });
                answers.write_all(format!("{told}\n").as_bytes()).await?;
            }
        }
        answers.flush().await
    }

    /// Reaches the owner of the data folder; one is started if there is none.
    async fn reach(&self) -> io::Result<Owner> {
        let until = Instant::now() + OWNER_WITHIN;
        let mut started: Option<Instant> = None;
        loop {
            let failure = match self.try_reach().await {
                Ok(owner) => return Ok(owner),
                Err(failure) => failure,
            };
            if Instant::now() >= until {
                return Err(failure);
            }
            if started.is_none_or(|at| at.elapsed() >= STARTED_AGAIN_AFTER) {
                started = Some(Instant::now());
                start_owner()?;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn try_reach(&self) -> io::Result<Owner> {
        let stream = Stream::connect(&self.environment.client_address()).await?;
        let key = AccessKey::read(&self.environment.paths.access_key())?;
        let (input, mut output) = stream.split();
        let mut input = BufReader::with_capacity(64 * 1024, input);
        open_channel(&key, &self.hello, &mut input, &mut output)
            .await
            .map_err(io::Error::other)?;
        Ok(Owner { input, output })
    }
}

/// Starts what owns the folder from now on. If somebody else was quicker, that one ends at once.
fn start_owner() -> io::Result<()> {
    if Environment::has_display() {
        let window = program_beside("usher-desktop");
        if window.is_file() {
            return usher_core::start_detached(&window, &["--background"]);
        }
    }
    usher_core::start_detached(&terminal_program(), &["serve", "--until-idle"])
}

fn end_line(line: &mut Vec<u8>) {
    if line.last() != Some(&b'\n') {
        line.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_names_the_client() {
        let connect = |name: Option<&str>| {
            Ok(Asked::Connect {
                name: name.map(str::to_owned),
            })
        };
        let cases: [(&[&str], Result<Asked, Message>); 6] = [
            (&[], connect(None)),
            (&["--as", "Editor"], connect(Some("Editor"))),
            (&["--help"], Ok(Asked::Help)),
            (&["--as"], Err(Message::new("terminal.connectNoName"))),
            (&["--as", " "], Err(Message::new("terminal.connectNoName"))),
            (
                &["--port"],
                Err(Message::new("terminal.unknownArgument").with("argument", "--port")),
            ),
        ];
        for (arguments, expected) in cases {
            let given = arguments.iter().map(OsString::from);
            assert_eq!(read(given), expected, "{arguments:?}");
        }
    }
}
