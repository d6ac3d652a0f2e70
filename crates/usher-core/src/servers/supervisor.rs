//! One task per server: it alone owns the server's state, hears commands in order, and never waits
//! for a server while it does so.

mod browser;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use usher_mcp::{Challenge, CloseReason, ConnectError};

use super::context::Context;
use usher_config::definition::Transport;
use usher_oauth::{Attempt, SignInError};

use super::failure::{self, StartFault};
use super::pulse::Lost;
use super::room::{Agreement, Room};
use super::start::{Phase, start};
use super::state::{State, Up, delay, dice, tries_that_count};
use crate::limits;
use crate::snapshot::{Failure, FailureKind};

/// What a supervisor can be told. Each is answered once the new state can be seen.
pub(super) enum Command {
    /// The person turned it on: start, unless it is already up or coming up.
    Enable,
    /// The person turned it off.
    Disable,
    /// Stop, if need be, and start anew with the definition the room now holds.
    Restart,
    /// The browser was opened: wait for the person to sign in.
    SignIn(Box<Attempt>),
    /// Stop waiting for the browser.
    CancelSignIn,
    /// Start if it only waits for a secret.
    SecretsAreBack,
    /// The machine has slept, or its network has changed: try again, or see whether it still answers.
    LookAgain,
    /// Stop and end the task.
    End,
}

/// A command and who waits for it to be done.
pub(super) type Order = (Command, oneshot::Sender<()>);

/// What a supervisor was woken by.
enum Woken {
    Ordered(Command, oneshot::Sender<()>),
    Started(Result<Up, StartFault>),
    /// A start waits, or waits no longer.
    GotOn,
    Lost(CloseReason),
    Silent(Lost),
    Unmet(Challenge),
    SignedIn(Result<(), SignInError>),
    TimeToRetry,
    NobodyOrders,
}

struct Supervisor {
    room: Arc<Room>,
    context: Arc<Context>,
    orders: mpsc::Receiver<Order>,
    state: State,
    /// Cancelled when the connection before this one has been closed for good.
    previous_gone: CancellationToken,
}

/// Runs a server's supervisor until it is told to end.
pub(super) async fn run(room: Arc<Room>, context: Arc<Context>, orders: mpsc::Receiver<Order>) {
    let previous_gone = CancellationToken::new();
    previous_gone.cancel();
    let mut supervisor = Supervisor {
        room,
        context,
        orders,
        state: State::Disabled,
        previous_gone,
    };
    while supervisor.step().await.is_continue() {}
}

impl Supervisor {
    async fn step(&mut self) -> std::ops::ControlFlow<()> {
        use std::ops::ControlFlow::{Break, Continue};
        match self.wake().await {
            Woken::Ordered(command, done) => {
                let ends = matches!(command, Command::End);
                self.obey(command);
                self.show();
                // Whoever gave the order may have gone away; the order stands.
                let _ = done.send(());
                if ends { Break(()) } else { Continue(()) }
            }
            Woken::GotOn => {
                self.show();
                Continue(())
            }
            Woken::Started(Ok(up)) => {
                self.came_up(up);
                self.show();
                Continue(())
            }
            Woken::Started(Err(fault)) => {
                self.did_not_start(fault);
                self.show();
                Continue(())
            }
            Woken::Lost(reason) => {
                self.was_lost(&reason);
                self.show();
                Continue(())
            }
            Woken::Silent(lost) => {
                self.fell_silent(lost);
                self.show();
                Continue(())
            }
            Woken::Unmet(challenge) => {
                self.was_refused(challenge);
                self.show();
                Continue(())
            }
            Woken::SignedIn(result) => {
                self.signed_in(result);
                self.show();
                Continue(())
            }
            Woken::TimeToRetry => {
                self.begin(self.failed_tries());
                self.show();
                Continue(())
            }
            Woken::NobodyOrders => {
                self.leave("Usher is closing.");
                Break(())
            }
        }
    }

    async fn wake(&mut self) -> Woken {
        let orders = &mut self.orders;
        let turn = async {
            match &mut self.state {
                State::Starting { work, phase, .. } => tokio::select! {
                    outcome = work => match outcome {
                        Ok(outcome) => Woken::Started(outcome),
                        Err(fault) => Woken::Started(Err(StartFault::Broken(fault.to_string()))),
                    },
                    Ok(()) = phase.changed() => Woken::GotOn,
                },
                State::Running { up, .. } => tokio::select! {
                    // A pump that ended without a reason has lost its connection all the same.
                    closed = &mut up.closed => Woken::Lost(closed.unwrap_or_default()),
                    felt = &mut up.pulse => Woken::Silent(
                        felt.unwrap_or_else(|fault| Lost::Undelivered(fault.to_string())),
                    ),
                    challenge = Up::refused(&mut up.unmet) => Woken::Unmet(challenge),
                },
                State::SigningIn { work, .. } => Woken::SignedIn(match work.await {
                    Ok(result) => result,
                    Err(fault) => Err(SignInError::NoListener(fault.to_string())),
                }),
                State::Retrying { wake, .. } => {
                    wake.as_mut().await;
                    Woken::TimeToRetry
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
            order = orders.recv() => match order {
                Some((command, done)) => Woken::Ordered(command, done),
                None => Woken::NobodyOrders,
            },
            woken = turn => woken,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Enable => match self.state {
                State::Starting { .. } | State::Running { .. } | State::SigningIn { .. } => {}
                State::Disabled
                | State::NeedsReview { .. }
                | State::Retrying { .. }
                | State::NeedsSignIn { .. }
                | State::Failed { .. } => self.begin(0),
            },
            Command::Disable => self.leave("The server was turned off."),
            Command::Restart => {
                self.leave("The server was restarted.");
                self.begin(0);
            }
            Command::SignIn(attempt) => self.wait_for_browser(*attempt),
            Command::CancelSignIn => self.cancel_sign_in(),
            Command::SecretsAreBack => {
                if let State::Failed { failure } = &self.state
                    && failure.kind == FailureKind::SecretUnavailable
                {
                    self.begin(0);
                }
            }
            Command::LookAgain => self.look_again(),
            Command::End => self.leave("The server was stopped."),
        }
    }

    /// Starts the server in the background, unless its definition has to be looked at first.
    fn begin(&mut self, failed: u32) {
        let Agreement {
            definition,
            agreed_to,
        } = self.room.agreement();
        if !agreed_to {
            self.state = State::NeedsReview {
                reason: failure::needs_review(&definition.label),
            };
            return;
        }
        let (phase_sender, phase) = watch::channel(Phase::Starting);
        let work = start(
            Arc::clone(&self.room),
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

    fn came_up(&mut self, up: Up) {
        let failed = self.failed_tries();
        let icon = self.context.icons.choose(
            &self.room.definition().transport,
            &up.connection.agreed().icons,
        );
        self.room.connected(up.connection.clone(), icon);
        self.state = State::Running {
            since_at: self.context.clock.now_ms(),
            since: Instant::now(),
            failed,
            up,
        };
    }

    fn did_not_start(&mut self, fault: StartFault) {
        let definition = self.room.definition();
        if let StartFault::Connect(ConnectError::Unauthorized { challenge }) = &fault {
            self.room
                .access(|held| held.wanted = Some(challenge.clone()));
        }
        let at_least = fault.retry_after();
        let failure = match failure::of_start(&definition, fault) {
            failure::Outcome::SignIn(reason) => {
                self.room.catalog.forget_private();
                self.state = State::NeedsSignIn { reason };
                return;
            }
            failure::Outcome::ForGood(failure) => {
                self.state = State::Failed { failure };
                return;
            }
            failure::Outcome::ForNow(failure) => failure,
        };
        self.try_again(self.failed_tries(), failure, at_least);
    }

    fn was_lost(&mut self, reason: &CloseReason) {
        let failure = failure::of_loss(&self.room.definition(), reason);
        let failed = self.tries_before_loss();
        self.leave(&failure.summary);
        self.try_again(failed, failure, Duration::ZERO);
    }

    fn fell_silent(&mut self, lost: Lost) {
        let waited = match lost {
            Lost::Silent(waited) => waited,
            Lost::Undelivered(detail) => {
                return self.was_lost(&CloseReason {
                    detail: Some(detail),
                    ..CloseReason::default()
                });
            }
        };
        let definition = self.room.definition();
        let failure = failure::of_silence(&definition, waited, self.room.detail().stderr);
        let failed = self.tries_before_loss();
        self.leave(&failure.summary);
        self.try_again(failed, failure, Duration::ZERO);
    }

    /// Failed tries that still count when a connection is lost: none if it had proven itself.
    fn tries_before_loss(&self) -> u32 {
        match &self.state {
            State::Running { since, failed, .. } => tries_that_count(*failed, since.elapsed()),
            _ => self.failed_tries(),
        }
    }

    /// Only servers behind addresses depend on the network, and on peers that may have given up waiting.
    fn look_again(&mut self) {
        if !matches!(self.room.definition().transport, Transport::Http { .. }) {
            return;
        }
        match &self.state {
            State::Running { up, .. } => up.look_now.notify_one(),
            State::Retrying { failure, .. } | State::Failed { failure }
                if failure.kind.may_be_the_network() =>
            {
                self.begin(0);
            }
            _ => {}
        }
    }

    /// Waits for the next try as long as the server wants at least, or gives up if there were too many.
    fn try_again(&mut self, failed_before: u32, failure: Failure, at_least: Duration) {
        let failed = failed_before + 1;
        if failed > limits::RETRIES {
            self.state = State::Failed { failure };
            return;
        }
        let delay = delay(failed, dice()).max(at_least);
        let delay_ms = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
        self.state = State::Retrying {
            failed,
            next_at: self.context.clock.now_ms().saturating_add(delay_ms),
            wake: Box::pin(tokio::time::sleep(delay)),
            failure,
        };
    }

    fn failed_tries(&self) -> u32 {
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
    fn leave(&mut self, why: &str) {
        let left = std::mem::replace(&mut self.state, State::Disabled);
        let State::Running { up, .. } = left else {
            self.sign_in_left(&left, why);
            return;
        };
        self.room.disconnected();
        self.room.catalog.went_offline();
        self.context.approvals.drop_server(&self.room.id, why);
        let Up {
            connection,
            reader,
            pulse,
            ..
        } = up;
        drop((reader, pulse));
        let gone = CancellationToken::new();
        self.previous_gone = gone.clone();
        self.context.tasks.spawn(async move {
            connection.close().await;
            gone.cancel();
        });
    }

    fn show(&self) {
        let now_ms = self.context.clock.now_ms();
        self.room.show_state(self.state.shown(), now_ms);
    }
}
