//! Owns the state of one server and handles its commands in order.
//!
//! It never waits for a server while it does so.

mod sign_in;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::CloseReason;
use usher_messages::Message;

use super::access::WantedAccess;
use super::command::{Command, SentCommand};
use super::context::Context;
use usher_config::definition::Transport;
use usher_oauth::SignInError;

use super::failure::{self, StartFault};
use super::phase::Phase;
use super::start::start;
use super::state::{ActiveConnection, State, delay, failures_that_count, jitter};
use crate::limits;
use crate::servers::entry::{Agreement, ServerEntry};
use crate::servers::heartbeat::Lost;
use crate::snapshot::{Failure, FailureKind};

/// What a supervisor was woken by.
enum Wakeup {
    Commanded(Command, oneshot::Sender<()>),
    Started(Result<ActiveConnection, StartFault>),
    /// A start waits, or waits no longer.
    PhaseChanged,
    ConnectionLost(CloseReason),
    HeartbeatLost(Lost),
    Challenged(WantedAccess),
    SignedIn(Result<(), SignInError>),
    RetryDue,
    CommandsClosed,
}

struct Supervisor {
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    commands: mpsc::Receiver<SentCommand>,
    state: State,
    /// Cancelled when the connection before this one has been closed for good.
    previous_gone: CancellationToken,
}

/// Runs a server's supervisor until its `End`.
pub(super) async fn run(
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    commands: mpsc::Receiver<SentCommand>,
) {
    let previous_gone = CancellationToken::new();
    previous_gone.cancel();
    let mut supervisor = Supervisor {
        entry,
        context,
        commands,
        state: State::Disabled,
        previous_gone,
    };
    while supervisor.step().await.is_continue() {}
}

impl Supervisor {
    async fn step(&mut self) -> std::ops::ControlFlow<()> {
        use std::ops::ControlFlow::{Break, Continue};
        match self.wake().await {
            Wakeup::Commanded(command, done) => {
                let ends = matches!(command, Command::End);
                self.handle(command);
                self.show();
                // Whoever gave the order may have gone away; the order stands.
                let _ = done.send(());
                if ends { Break(()) } else { Continue(()) }
            }
            Wakeup::PhaseChanged => {
                self.show();
                Continue(())
            }
            Wakeup::Started(Ok(active)) => {
                self.started(active);
                self.show();
                Continue(())
            }
            Wakeup::Started(Err(fault)) => {
                self.start_failed(fault);
                self.show();
                Continue(())
            }
            Wakeup::ConnectionLost(reason) => {
                self.connection_lost(&reason);
                self.show();
                Continue(())
            }
            Wakeup::HeartbeatLost(lost) => {
                self.heartbeat_lost(lost);
                self.show();
                Continue(())
            }
            Wakeup::Challenged(challenge) => {
                self.challenged(challenge);
                self.show();
                Continue(())
            }
            Wakeup::SignedIn(result) => {
                self.signed_in(result);
                self.show();
                Continue(())
            }
            Wakeup::RetryDue => {
                self.begin(self.failed_attempts());
                self.show();
                Continue(())
            }
            Wakeup::CommandsClosed => {
                self.stop(Message::new("ended.closed"));
                Break(())
            }
        }
    }

    async fn wake(&mut self) -> Wakeup {
        let commands = &mut self.commands;
        let turn = async {
            match &mut self.state {
                State::Starting { work, phase, .. } => tokio::select! {
                    outcome = work => match outcome {
                        Ok(outcome) => Wakeup::Started(outcome),
                        Err(fault) => Wakeup::Started(Err(StartFault::Broken(broken(&fault)))),
                    },
                    Ok(()) = phase.changed() => Wakeup::PhaseChanged,
                },
                State::Running { active, .. } => tokio::select! {
                    // A pump that ended without a reason has lost its connection all the same.
                    closed = &mut active.closed => Wakeup::ConnectionLost(closed.unwrap_or_default()),
                    felt = &mut active.heartbeat => Wakeup::HeartbeatLost(
                        felt.unwrap_or_else(|fault| Lost::Undelivered(broken(&fault))),
                    ),
                    challenge = ActiveConnection::next_challenge(&mut active.challenges) => Wakeup::Challenged(challenge),
                },
                State::SigningIn { work, .. } => Wakeup::SignedIn(match work.await {
                    Ok(result) => result,
                    Err(fault) => Err(SignInError::NoListener(fault.to_string())),
                }),
                State::Retrying { wake, .. } => {
                    wake.as_mut().await;
                    Wakeup::RetryDue
                }
                State::Disabled
                | State::NeedsReview { .. }
                | State::NeedsSignIn { .. }
                | State::Failed { .. } => std::future::pending().await,
            }
        };
        tokio::select! {
            // Orders first: what the person wants goes before what the server does.
            biased;
            send = commands.recv() => match send {
                Some((command, done)) => Wakeup::Commanded(command, done),
                None => Wakeup::CommandsClosed,
            },
            wakeup = turn => wakeup,
        }
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::Enable => match self.state {
                State::Starting { .. } | State::Running { .. } | State::SigningIn { .. } => {}
                State::Disabled
                | State::NeedsReview { .. }
                | State::Retrying { .. }
                | State::NeedsSignIn { .. }
                | State::Failed { .. } => self.begin(0),
            },
            Command::Disable => self.stop(Message::new("ended.disabled")),
            Command::Restart => {
                self.stop(Message::new("ended.restarted"));
                self.begin(0);
            }
            Command::SignIn(attempt) => self.wait_for_sign_in(*attempt),
            Command::CancelSignIn => self.cancel_sign_in(),
            Command::SecretsAvailable => {
                if let State::Failed { failure } = &self.state
                    && failure.kind == FailureKind::SecretUnavailable
                {
                    self.begin(0);
                }
            }
            Command::Recheck => self.recheck(),
            Command::End => self.stop(Message::new("ended.stopped")),
        }
    }

    /// Starts the server in the background, unless its launch needs a review.
    fn begin(&mut self, failed: u32) {
        let Agreement {
            definition,
            agreed_to,
        } = self.entry.agreement();
        if !agreed_to {
            self.state = State::NeedsReview {
                reason: failure::needs_review(&definition.label),
            };
            return;
        }
        let (phase_sender, phase) = watch::channel(Phase::Starting);
        let work = start(
            Arc::clone(&self.entry),
            Arc::clone(&self.context),
            definition,
            self.previous_gone.clone(),
            phase_sender,
        );
        self.state = State::Starting {
            since_at: self.context.clock.now_ms(),
            failed,
            phase,
            work: AbortOnDropHandle::new(tokio::spawn(work)),
        };
    }

    fn started(&mut self, active: ActiveConnection) {
        let failed = self.failed_attempts();
        let icon = self.context.icons.choose(
            &self.entry.definition().transport,
            &active.connection.agreed().icons,
        );
        self.entry.connected(active.connection.clone(), icon);
        self.state = State::Running {
            since_at: self.context.clock.now_ms(),
            since: Instant::now(),
            failed,
            active,
        };
    }

    fn start_failed(&mut self, fault: StartFault) {
        let definition = self.entry.definition();
        let at_least = fault.retry_after();
        let failure = match failure::of_start(&definition, fault) {
            failure::Outcome::SignIn(reason) => {
                self.entry.catalog.forget_private();
                self.state = State::NeedsSignIn { reason };
                return;
            }
            failure::Outcome::ForGood(failure) => {
                self.state = State::Failed { failure };
                return;
            }
            failure::Outcome::ForNow(failure) => failure,
        };
        self.try_again(self.failed_attempts(), failure, at_least);
    }

    fn connection_lost(&mut self, reason: &CloseReason) {
        let failure = failure::of_loss(&self.entry.definition(), reason);
        let failed = self.failures_before_loss();
        self.stop(failure.summary.clone());
        self.try_again(failed, failure, Duration::ZERO);
    }

    fn heartbeat_lost(&mut self, lost: Lost) {
        let waited = match lost {
            Lost::Silent(waited) => waited,
            Lost::Undelivered(detail) => {
                return self.connection_lost(&CloseReason {
                    detail: Some(detail),
                    ..CloseReason::default()
                });
            }
        };
        let definition = self.entry.definition();
        let failure = failure::of_silence(&definition, waited, self.entry.detail().stderr);
        let failed = self.failures_before_loss();
        self.stop(failure.summary.clone());
        self.try_again(failed, failure, Duration::ZERO);
    }

    /// Failed tries that still count when a connection is lost: none if it had proven itself.
    fn failures_before_loss(&self) -> u32 {
        match &self.state {
            State::Running { since, failed, .. } => failures_that_count(*failed, since.elapsed()),
            _ => self.failed_attempts(),
        }
    }

    /// Whether it is reached over HTTP, and so depends on the network.
    fn recheck(&mut self) {
        if !matches!(self.entry.definition().transport, Transport::Http { .. }) {
            return;
        }
        match &self.state {
            State::Running { active, .. } => active.check_now.notify_one(),
            State::Retrying { failure, .. } | State::Failed { failure }
                if failure.kind.may_be_the_network() =>
            {
                self.begin(0);
            }
            _ => {}
        }
    }

    /// Schedules the next retry, or gives up after too many.
    fn try_again(&mut self, failed_before: u32, failure: Failure, at_least: Duration) {
        let failed = failed_before + 1;
        if failed > limits::RETRIES {
            self.state = State::Failed { failure };
            return;
        }
        let delay = delay(failed, jitter()).max(at_least);
        let delay_ms = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
        self.state = State::Retrying {
            failed,
            next_at: self.context.clock.now_ms().saturating_add(delay_ms),
            wake: Box::pin(tokio::time::sleep(delay)),
            failure,
        };
    }

    fn failed_attempts(&self) -> u32 {
        match &self.state {
            State::Starting { failed, .. }
            | State::Running { failed, .. }
            | State::Retrying { failed, .. } => *failed,
            State::Disabled
            | State::NeedsReview { .. }
            | State::NeedsSignIn { .. }
            | State::SigningIn { .. }
            | State::Failed { .. } => 0,
        }
    }

    /// Drops whatever is going on. A connection is closed in the background; the next start waits for that.
    fn stop(&mut self, why: Message) {
        let left = std::mem::replace(&mut self.state, State::Disabled);
        let State::Running { active, .. } = left else {
            self.sign_in_abandoned(&left, why);
            return;
        };
        self.entry.disconnected();
        self.entry.catalog.went_offline();
        if let Some(observer) = self.context.observer() {
            observer.stopped(&self.entry.id, &why);
        }
        let ActiveConnection {
            connection,
            reader,
            heartbeat,
            ..
        } = active;
        drop((reader, heartbeat));
        let gone = CancellationToken::new();
        self.previous_gone = gone.clone();
        self.context.tasks.spawn(async move {
            connection.close().await;
            gone.cancel();
        });
    }

    fn show(&self) {
        let now_ms = self.context.clock.now_ms();
        self.entry.set_state(self.state.shown(), now_ms);
    }
}

/// Describes a task of Usher that ended without a result.
fn broken(fault: &tokio::task::JoinError) -> Message {
    Message::new("failure.detail.broken").with("fault", fault.to_string())
}
