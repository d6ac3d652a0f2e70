//! Connecting to a program: start it, shake hands, and see to its end.

use std::sync::Arc;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::open::{HandshakeFault, Opened, shake_hands};
use super::{ConnectOptions, Connection};
use crate::call::LineKind;
use crate::error::{CloseReason, ConnectError};
use crate::event::ConnectionEvent;
use crate::launch::{StdioLaunch, environment, login_path};
use crate::process::{self, Start, StderrTail, Tree, describe_exit};
use crate::transport::stdio::{self, LineTasks};
use crate::wire::Wire;

pub(super) async fn open(
    launch: StdioLaunch,
    options: ConnectOptions,
) -> Result<Connection, ConnectError> {
    if !launch.cwd.is_dir() {
        return Err(ConnectError::WorkingDirectory {
            directory: launch.cwd,
        });
    }
    let path = login_path().await;
    let env = environment::compose(std::env::vars_os(), &path, &launch.env);
    let start = Start {
        program: &launch.program,
        args: &launch.args,
        env: &env,
        cwd: Some(&launch.cwd),
        custody: &options.custody,
    };
    let started = process::start(&start).map_err(|error| could_not_start(&launch, error))?;
    let redactor = launch.redactor();
    let wire = Wire::new(options.events, redactor, options.limits);
    let stop = CancellationToken::new();
    // Whatever ends this function early also ends the process.
    let stop_on_failure = stop.clone().drop_guard();
    let gone = CancellationToken::new();
    let pid = started.tree.id();
    let stderr = StderrTail::new(&wire.limits);
    let drain = tokio::spawn(stderr.clone().drain(started.stderr, wire.clone()));
    let (transport, lines) =
        stdio::start(started.stdout, started.stdin, wire.clone(), stop.clone());
    let keeper = Keeper {
        tree: started.tree,
        wire: wire.clone(),
        lines,
        drain,
        stderr: stderr.clone(),
        stop: stop.clone(),
        gone: gone.clone(),
    };
    tokio::spawn(keeper.keep());
    match shake_hands(transport, &wire, &options.client, options.connect_timeout).await {
        Ok((running, agreed)) => {
            wire.establish();
            stop_on_failure.disarm();
            let request_timeout = options.request_timeout;
            let opened = Opened {
                wire,
                agreed,
                running,
                kind: LineKind::Pipe,
                pid,
                endpoint: None,
                request_timeout,
                stop: stop.clone(),
                gone,
            };
            let (connection, running) = opened.split();
            tokio::spawn(async move {
                stop.cancelled().await;
                drop(running);
            });
            Ok(connection)
        }
        Err(HandshakeFault::Timeout) => Err(ConnectError::Timeout {
            waited: options.connect_timeout,
            stderr: stderr.lines(),
        }),
        Err(HandshakeFault::Ended) => {
            // The end of the process follows the end of its output by a moment; its exit tells more.
            let _ = tokio::time::timeout(wire.limits.exit_wait, wire.closed().cancelled()).await;
            let CloseReason {
                exit, stderr: tail, ..
            } = wire.reason();
            let stderr = if tail.is_empty() {
                stderr.lines()
            } else {
                tail
            };
            Err(ConnectError::ExitedEarly { exit, stderr })
        }
        Err(HandshakeFault::Said(ConnectError::NotMcp { detail, .. })) => {
            Err(ConnectError::NotMcp {
                detail,
                stderr: stderr.lines(),
            })
        }
        Err(HandshakeFault::Said(error)) => Err(error),
    }
}

fn could_not_start(launch: &StdioLaunch, error: std::io::Error) -> ConnectError {
    let program = launch.program.clone();
    match error.kind() {
        std::io::ErrorKind::NotFound if !program.exists() => {
            ConnectError::ProgramNotFound { program }
        }
        std::io::ErrorKind::PermissionDenied => ConnectError::NotExecutable { program },
        _ => ConnectError::Spawn(error),
    }
}

/// Sees to the end of a process, whoever wants it: the process itself, the server that stops talking or
/// listening, or the host.
struct Keeper {
    tree: Tree,
    wire: Arc<Wire>,
    lines: LineTasks,
    drain: JoinHandle<()>,
    stderr: StderrTail,
    stop: CancellationToken,
    gone: CancellationToken,
}

impl Keeper {
    async fn keep(mut self) {
        let drain_wait = self.wire.limits.drain_wait;
        let exit_wait = self.wire.limits.exit_wait;
        let mut exit = None;
        let mut detail = None;
        tokio::select! {
            status = self.tree.wait() => exit = status.ok().map(describe_exit),
            () = self.stop.cancelled() => {}
            () = self.lines.stuck.cancelled() => detail = Some("the server stopped reading what it is sent"),
            _ = &mut self.lines.reader => {
                match tokio::time::timeout(drain_wait, self.tree.wait()).await {
                    Ok(status) => exit = status.ok().map(describe_exit),
                    Err(_) => detail = Some("the server closed its output"),
                }
            }
        }
        if exit.is_some() {
            // What the process said last is still in the pipes, and may belong to a call.
            if !self.lines.reader.is_finished() {
                let _ = tokio::time::timeout(drain_wait, &mut self.lines.reader).await;
            }
            let _ = tokio::time::timeout(drain_wait, &mut self.drain).await;
        }
        let mut reason = CloseReason {
            exit,
            detail: detail.map(str::to_owned),
            stderr: self.stderr.lines(),
        };
        self.wire.close(reason.clone());
        self.stop.cancel();
        // The writer lets out what is queued and closes the server's input, which asks it to leave.
        let _ = tokio::time::timeout(drain_wait, &mut self.lines.writer).await;
        self.lines.writer.abort();
        let status = self.tree.end(exit_wait).await;
        if !self.lines.reader.is_finished() {
            let _ = tokio::time::timeout(drain_wait, &mut self.lines.reader).await;
            self.lines.reader.abort();
        }
        if !self.drain.is_finished() {
            let _ = tokio::time::timeout(drain_wait, &mut self.drain).await;
            self.drain.abort();
        }
        reason.exit = reason.exit.or_else(|| status.ok().map(describe_exit));
        reason.stderr = self.stderr.lines();
        self.gone.cancel();
        if self.wire.is_established() {
            self.wire.report(ConnectionEvent::Closed(reason)).await;
        }
    }
}
