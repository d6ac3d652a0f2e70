//! Pings a running server while nothing else shows that it works.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use usher_mcp::{CallError, Connection, Limits};
use usher_messages::Message;

use super::context::Context;

use crate::servers::entry::ServerEntry;

/// Why a connection counts as lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lost {
    /// A ping got no answer in this time.
    Silent(Duration),
    /// The ping could not be delivered; what was noticed.
    Undelivered(Message),
}

/// What is known of a server without a ping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Activity {
    /// It works on a call: many servers do nothing else meanwhile, also not answer.
    Busy,
    /// It last sent something at this time.
    LastReceived(Instant),
}

/// What a ping came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PingOutcome {
    Answered,
    NoAnswer,
    /// The server, or a gateway before it, answered with a failure.
    Failing(Message),
    Undelivered(Message),
}

/// Watches a connection until it has to count as lost. `check_now` pings at once.
pub(super) async fn watch(
    entry: Arc<ServerEntry>,
    context: Arc<Context>,
    connection: Connection,
    check_now: Arc<Notify>,
) -> Lost {
    let limits = context.connection_limits.clone();
    let activity = || {
        let observer = context.observer();
        if observer.is_some_and(|observer| observer.has_calls(&entry.id)) {
            Activity::Busy
        } else {
            Activity::LastReceived(entry.last_received_at())
        }
    };
    let ping = || {
        let connection = connection.clone();
        let patience = limits.ping_patience;
        async move {
            match tokio::time::timeout(patience, connection.ping()).await {
                Err(_) | Ok(Err(CallError::Timeout { .. })) => PingOutcome::NoAnswer,
                Ok(Err(CallError::Http {
                    status: None,
                    detail,
                })) => PingOutcome::Undelivered(detail),
                Ok(Err(CallError::Http {
                    status: Some(500..),
                    detail,
                })) => PingOutcome::Failing(detail),
                // An error is an answer, and of its end the connection tells by itself.
                Ok(_) => PingOutcome::Answered,
            }
        }
    };
    run(&limits, &check_now, activity, ping).await
}

async fn run<Ping: Future<Output = PingOutcome>>(
    limits: &Limits,
    check_now: &Notify,
    activity: impl Fn() -> Activity,
    ping: impl Fn() -> Ping,
) -> Lost {
    // Some servers never answer pings, and work all the same.
    let mut answers_pings = false;
    loop {
        let is_due = tokio::select! {
            () = check_now.notified() => true,
            () = tokio::time::sleep(limits.ping_every) => false,
        };
        let asked_at = Instant::now();
        let is_quiet =
            matches!(activity(), Activity::LastReceived(at) if at + limits.ping_every <= asked_at);
        if !is_due && !is_quiet {
            continue;
        }
        match ping().await {
            PingOutcome::Answered => answers_pings = true,
            // One that never answered a ping may only not know what a ping is.
            PingOutcome::Failing(detail) if answers_pings => return Lost::Undelivered(detail),
            PingOutcome::Failing(_) => {}
            PingOutcome::Undelivered(detail) => return Lost::Undelivered(detail),
            PingOutcome::NoAnswer => {
                let spoke = match activity() {
                    Activity::Busy => true,
                    Activity::LastReceived(at) => at > asked_at,
                };
                if !spoke && (answers_pings || is_due) {
                    return Lost::Silent(limits.ping_patience);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    /// Runs the heartbeat against this script of outcomes; says when it asked, in seconds, and what
    /// came of it.
    async fn run_script(
        outcomes: &[PingOutcome],
        activity: impl Fn(Instant) -> Activity,
        poked_after: Option<u64>,
    ) -> (Vec<u64>, Option<Lost>) {
        let limits = &Limits {
            ping_every: Duration::from_secs(30),
            ping_patience: Duration::from_secs(10),
            ..Limits::default()
        };
        let began = Instant::now();
        let check_now = Notify::new();
        let asked = RefCell::new(Vec::new());
        let next = Cell::new(0);
        let ping = || {
            asked.borrow_mut().push(began.elapsed().as_secs());
            let outcome = outcomes
                .get(next.get())
                .cloned()
                .unwrap_or(PingOutcome::Answered);
            next.set(next.get() + 1);
            async move {
                if outcome == PingOutcome::NoAnswer {
                    tokio::time::sleep(limits.ping_patience).await;
                }
                outcome
            }
        };
        let poke = async {
            if let Some(seconds) = poked_after {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                check_now.notify_one();
            }
            std::future::pending::<()>().await;
        };
        let lost = tokio::select! {
            lost = run(limits, &check_now, || activity(began), ping) => Some(lost),
            () = poke => None,
            () = tokio::time::sleep(Duration::from_secs(100)) => None,
        };
        (asked.into_inner(), lost)
    }

    #[tokio::test(start_paused = true)]
    async fn a_quiet_server_is_asked_and_a_silent_one_is_lost() {
        use PingOutcome::{Answered, Failing, NoAnswer, Undelivered};
        let quiet = Activity::LastReceived;
        let silent = Some(Lost::Silent(Duration::from_secs(10)));
        assert_eq!(
            run_script(&[Answered, Answered, Answered], quiet, None).await,
            (vec![30, 60, 90], None),
            "a server that answers is asked as long as it says nothing else"
        );
        assert_eq!(
            run_script(&[Answered, NoAnswer], quiet, None).await,
            (vec![30, 60], silent.clone()),
            "one that answered before and does not now is lost"
        );
        assert_eq!(
            run_script(&[NoAnswer, NoAnswer], quiet, None).await,
            (vec![30, 70], None),
            "one that never answers pings is left alone"
        );
        assert_eq!(
            run_script(&[Undelivered(Message::verbatim("no route"))], quiet, None).await,
            (
                vec![30],
                Some(Lost::Undelivered(Message::verbatim("no route")))
            ),
            "what cannot be reached is lost"
        );
        assert_eq!(
            run_script(
                &[Answered, Failing(Message::verbatim("HTTP status 502"))],
                quiet,
                None
            )
            .await,
            (
                vec![30, 60],
                Some(Lost::Undelivered(Message::verbatim("HTTP status 502")))
            ),
            "a gateway that has nobody behind it any more is no server"
        );
        assert_eq!(
            run_script(
                &[Failing(Message::verbatim("HTTP status 500"))],
                quiet,
                None
            )
            .await,
            (vec![30, 60, 90], None),
            "one that does not know pings may fail over them and work all the same"
        );
        assert_eq!(
            run_script(&[], |_| Activity::Busy, None).await,
            (vec![], None),
            "a server at work is not disturbed"
        );
        assert_eq!(
            run_script(&[], |_| Activity::LastReceived(Instant::now()), None).await,
            (vec![], None),
            "a server that speaks need not be asked"
        );
        assert_eq!(
            run_script(&[NoAnswer], quiet, Some(5)).await,
            (vec![5], silent),
            "after a sleep it is asked at once, and has to answer"
        );
        assert_eq!(
            run_script(&[NoAnswer], |_| Activity::Busy, Some(5)).await,
            (vec![5], None),
            "unless it works on a call"
        );
    }
}
