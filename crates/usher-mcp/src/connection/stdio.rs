//! Connects to a program: starts it, negotiates, and ends it.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{Fuse, FusedFuture, RemoteHandle};
use parking_lot::Mutex;
use tokio::process::ChildStdin;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::connect_options::ConnectOptions;
use super::connection_state::Connection;
use super::open::{AfterSilence, HandshakeFault, Opened, agree};
use crate::call::TransportKind;
use crate::era::Opening;
use crate::error::{CloseReason, Clues, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::StdioLaunch;
use crate::model::Agreed;
use crate::request_handler::RequestHandler;
use crate::rpc::{self, Running};
use crate::transport::stdio::StderrTail;
use crate::transport::stdio::{self, LineTransport, StdioSignals};
use crate::wire::Wire;
use usher_messages::Message;
use usher_process::{End, Start, Tree, describe_exit};
use usher_types::text::visible_output;

pub(super) async fn open(
    launch: StdioLaunch,
    options: ConnectOptions,
) -> Result<Connection, ConnectError> {
    if !launch.cwd.is_dir() {
        return Err(ConnectError::WorkingDirectory {
            directory: launch.cwd,
        });
    }
    let env = {
        let given = launch.env.iter();
        let given = given.map(|(name, value)| (name.as_str(), value.expose()));
        launch.host.for_server(given)
    };
    let (era, remembered, timeout) = (options.era, options.remembered, options.connect_timeout);
    let mut opening = Opening::first(era, remembered, timeout, &options.limits);
    loop {
        let mut child = Child::start(&launch, &env, &options)?;
        let transport = &mut child.transport;
        let (wire, client) = (&child.wire, &options.client);
        let silent = AfterSilence::InitializeBeside;
        let fault = match agree(transport, wire, client, opening, silent, timeout).await {
            Ok(agreed) => {
                report_printed(&child.wire).await;
                return Ok(child.established(agreed, &options));
            }
            Err(fault) => fault,
        };
        let Some(next) = opening.retry(fault.kind(), timeout, &options.limits) else {
            return Err(child.diagnose(fault, timeout, &launch).await);
        };
        opening = next;
        child.end().await;
    }
}

/// The server's stdin.
#[cfg(unix)]
type Input = stdio::EagerWrite<ChildStdin>;
#[cfg(windows)]
type Input = ChildStdin;

/// A started program before the negotiation; dropping it ends the program.
struct Child {
    wire: Arc<Wire>,
    transport: LineTransport<Input>,
    stderr: StderrTail,
    pid: Option<u32>,
    session: SharedSession,
    stop: CancellationToken,
    closed: CancellationToken,
    stop_on_drop: DropGuard,
}

/// The session, once there is one, until the process task ends it.
type SharedSession = Arc<Mutex<Option<Running>>>;

impl Child {
    fn start(
        launch: &StdioLaunch,
        env: &[(OsString, OsString)],
        options: &ConnectOptions,
    ) -> Result<Self, ConnectError> {
        let start = Start {
            program: &launch.program,
            args: &launch.secrets.fill_in_args(&launch.args),
            env,
            cwd: Some(&launch.cwd),
            process_registry: &options.process_registry,
        };
        let started = usher_process::start(&start).map_err(|error| spawn_error(launch, error))?;
        let redactor = launch.redactor();
        let wire = Wire::new(options.events.clone(), redactor, options.limits.clone());
        let stop = CancellationToken::new();
        let closed = CancellationToken::new();
        let pid = started.tree.id();
        let stderr = StderrTail::new(&wire.limits);
        let drain = stderr.clone().drain(started.stderr, wire.clone());
        let (drain, drained) = drain.remote_handle();
        let (mut transport, signals, writer) = stdio::start(
            started.stdout,
            Input::from(started.stdin),
            wire.clone(),
            &stop,
            closed.clone(),
        );
        let (writer, written) = writer.remote_handle();
        let session = SharedSession::default();
        let task = ProcessTask {
            tree: started.tree,
            wire: wire.clone(),
            signals,
            written: written.fuse(),
            drained: drained.fuse(),
            stderr: stderr.clone(),
            session: session.clone(),
            stop: stop.clone(),
            closed: closed.clone(),
        };
        let background = async move { tokio::join!(task.run(), drain, writer) };
        transport.run_in_background(background.map(drop));
        let stop_on_drop = stop.clone().drop_guard();
        Ok(Self {
            wire,
            transport,
            stderr,
            pid,
            session,
            stop,
            closed,
            stop_on_drop,
        })
    }

    fn established(self, agreed: Agreed, options: &ConnectOptions) -> Connection {
        self.wire.lifecycle.establish();
        self.stop_on_drop.disarm();
        let session = RequestHandler {
            wire: self.wire.clone(),
        };
        let running = rpc::serve(self.transport, session);
        let opened = Opened {
            wire: self.wire,
            agreed,
            running,
            client: options.client.clone(),
            kind: TransportKind::Stdio,
            pid: self.pid.map(|pid| options.process_registry.server_of(pid)),
            endpoint: None,
            request_timeout: options.request_timeout,
            stop: self.stop.clone(),
            closed: self.closed,
        };
        let (connection, running) = opened.split();
        *self.session.lock() = Some(running);
        if self.stop.is_cancelled() {
            // The process task may have looked for it already.
            drop(self.session.lock().take());
        }
        connection
    }

    /// Ends the program and waits for it: two at once could conflict.
    async fn end(self) {
        drop(self.stop_on_drop);
        drop(self.transport);
        self.closed.cancelled().await;
    }

    fn clues(&self, stderr: Vec<String>, launch: &StdioLaunch) -> Clues {
        let stdout = self.wire.printed();
        let said = stderr.iter().chain(&stdout);
        let said: Vec<_> = said.map(String::as_str).collect();
        let mut withheld = launch.host.withheld(&said);
        withheld.retain(|name| launch.env.iter().all(|(given, _)| given != name));
        Clues {
            stderr,
            stdout,
            withheld,
        }
    }

    async fn diagnose(
        mut self,
        fault: HandshakeFault,
        waited: Duration,
        launch: &StdioLaunch,
    ) -> ConnectError {
        match fault {
            HandshakeFault::Timeout | HandshakeFault::Silent => ConnectError::Timeout {
                waited: self.wire.lifecycle.waited(waited),
                clues: self.clues(self.stderr.lines(), launch),
            },
            HandshakeFault::Ended | HandshakeFault::HttpSse(_) => {
                // The process ends a moment after its output; its exit status says more.
                self.transport.stop_reading();
                let wire = &self.wire;
                let _ = tokio::time::timeout(
                    wire.limits.exit_wait,
                    wire.lifecycle.closed().cancelled(),
                )
                .await;
                let CloseReason {
                    exit, stderr: tail, ..
                } = wire.lifecycle.reason();
                let stderr = if tail.is_empty() {
                    self.stderr.lines()
                } else {
                    tail
                };
                let clues = self.clues(stderr, launch);
                ConnectError::ExitedEarly { exit, clues }
            }
            HandshakeFault::Error(ConnectError::NotMcp { detail, .. }) => ConnectError::NotMcp {
                detail,
                stderr: self.stderr.lines(),
            },
            HandshakeFault::Error(error) => error,
        }
    }
}

/// Notes what the program printed among its messages.
async fn report_printed(wire: &Wire) {
    let printed = wire.printed();
    if printed.is_empty() {
        return;
    }
    let lines: Vec<_> = printed.iter().map(|line| visible_output(line)).collect();
    let note = Message::new("repair.printed").with("text", lines.join(" "));
    wire.events.send_repairs(vec![note]).await;
}

fn spawn_error(launch: &StdioLaunch, error: std::io::Error) -> ConnectError {
    let program = launch.program.clone();
    match error.kind() {
        std::io::ErrorKind::NotFound if !program.exists() => {
            ConnectError::ProgramNotFound { program }
        }
        std::io::ErrorKind::PermissionDenied => ConnectError::NotExecutable { program },
        _ => ConnectError::Spawn(error),
    }
}

/// Ends the process, whatever the reason.
///
/// The process itself exits, the server stops writing or reading, or the host closes the connection.
struct ProcessTask {
    tree: Tree,
    wire: Arc<Wire>,
    signals: StdioSignals,
    /// Ends when the server's input is closed.
    written: Fuse<RemoteHandle<()>>,
    /// Ends with the server's stderr.
    drained: Fuse<RemoteHandle<()>>,
    stderr: StderrTail,
    session: SharedSession,
    stop: CancellationToken,
    closed: CancellationToken,
}

impl ProcessTask {
    async fn run(mut self) {
        let drain_wait = self.wire.limits.drain_wait;
        let exit_wait = self.wire.limits.exit_wait;
        let mut exit = None;
        let mut detail = None;
        tokio::select! {
            // A server that is given up may exit in the same moment, as a consequence.
            biased;
            () = self.signals.not_reading.cancelled() => {
                detail = Some(Message::new("connection.notReading"));
            }
            status = self.tree.wait() => exit = status.ok().map(describe_exit),
            () = self.stop.cancelled() => {}
            // Pipes close a moment before the process has ended.
            () = self.signals.input_closed.cancelled() => {
                match tokio::time::timeout(drain_wait, self.tree.wait()).await {
                    Ok(status) => exit = status.ok().map(describe_exit),
                    Err(_) => detail = Some(Message::new("connection.inputClosed")),
                }
            }
            () = self.signals.ended.cancelled() => {
                match tokio::time::timeout(drain_wait, self.tree.wait()).await {
                    Ok(status) => exit = status.ok().map(describe_exit),
                    Err(_) => detail = Some(Message::new("connection.outputClosed")),
                }
            }
        }
        self.wire.backpressure.end();
        self.wire.stderr_backpressure.end();
        if exit.is_some() {
            // The last output is still in the pipes, and may belong to a call.
            let _ = tokio::time::timeout(drain_wait, self.signals.ended.cancelled()).await;
            let _ = tokio::time::timeout(drain_wait, &mut self.drained).await;
        }
        let mut reason = CloseReason {
            exit,
            detail,
            stderr: self.stderr.lines(),
        };
        self.wire.lifecycle.close(reason.clone());
        self.stop.cancel();
        drop(self.session.lock().take());
        // The writer sends what is queued and closes the server's input, which asks it to exit.
        let _ = tokio::time::timeout(drain_wait, &mut self.written).await;
        self.written = Fuse::terminated();
        let end = self.tree.end(exit_wait).await.ok();
        let _ = tokio::time::timeout(drain_wait, self.signals.ended.cancelled()).await;
        if !self.drained.is_terminated() {
            let _ = tokio::time::timeout(drain_wait, &mut self.drained).await;
            self.drained = Fuse::terminated();
        }
        // An exit caused by this side does not explain the end.
        let stopped_reading = self.signals.not_reading.is_cancelled();
        let is_cause = |end: &End| reason.detail.is_none() || (end.by_itself && !stopped_reading);
        let end = end.filter(is_cause).map(|end| describe_exit(end.status));
        reason.exit = reason.exit.or(end);
        reason.stderr = self.stderr.lines();
        self.closed.cancel();
        if self.wire.lifecycle.is_established() {
            self.wire.events.send(ConnectionEvent::Closed(reason)).await;
        }
    }
}
