//! The pulse of a running server: while nothing else shows that it lives, it is asked now and then.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use usher_mcp::{CallError, Connection, Limits};

use super::context::Context;

use super::room::Room;

/// Why a connection without a pulse counts as lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lost {
    /// A ping got no answer in this time.
    Silent(Duration),
    /// The ping could not be delivered; what was noticed.
    Undelivered(String),
}

/// What can be known of a server without asking it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    /// It works on a call: many servers do nothing else meanwhile, also not answer.
    Busy,
    /// It last sent something at this time.
    Last(Instant),
}

/// What a ping came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sign {
    Alive,
    Nothing,
    /// Whoever stands in front of the server, or the server itself, says that it does not work.
    Failing(String),
    Undelivered(String),
}

/// Watches a connection until it has to count as lost. `look_now` asks at once.
pub(super) async fn watch(
    room: Arc<Room>,
    context: Arc<Context>,
    connection: Connection,
    look_now: Arc<Notify>,
) -> Lost {
    let limits = context.connection_limits.clone();
    let heard = || {
        if context.calls.any_of(&room.id) {
            Heard::Busy
        } else {
            Heard::Last(room.heard_at())
        }
    };
    let ask = || {
        let connection = connection.clone();
        let patience = limits.ping_patience;
        async move {
            match tokio::time::timeout(patience, connection.ping()).await {
                Err(_) | Ok(Err(CallError::Timeout { .. })) => Sign::Nothing,
                Ok(Err(CallError::Http {
                    status: None,
                    detail,
                })) => Sign::Undelivered(detail),
                Ok(Err(CallError::Http {
                    status: Some(500..),
                    detail,
                })) => Sign::Failing(detail),
                // An error is an answer, and of its end the connection tells by itself.
                Ok(_) => Sign::Alive,
            }
        }
    };
    beat(&limits, &look_now, heard, ask).await
}

async fn beat<Asking: Future<Output = Sign>>(
    limits: &Limits,
    look_now: &Notify,
    heard: impl Fn() -> Heard,
    ask: impl Fn() -> Asking,
) -> Lost {
    // Some servers never answer pings, and work all the same.
    let mut answers_pings = false;
    loop {
        let is_due = tokio::select! {
            () = look_now.notified() => true,
            () = tokio::time::sleep(limits.ping_every) => false,
        };
        let asked_at = Instant::now();
        let is_quiet = matches!(heard(), Heard::Last(at) if at + limits.ping_every <= asked_at);
        if !is_due && !is_quiet {
            continue;
        }
        match ask().await {
            Sign::Alive => answers_pings = true,
            // One that never answered a ping may only not know what a ping is.
            Sign::Failing(detail) if answers_pings => return Lost::Undelivered(detail),
            Sign::Failing(_) => {}
            Sign::Undelivered(detail) => return Lost::Undelivered(detail),
            Sign::Nothing => {
                let spoke = match heard() {
                    Heard::Busy => true,
                    Heard::Last(at) => at > asked_at,
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

    /// Lets the pulse beat for an hour against this script of signs; says when it asked, in seconds, and what
    /// came of it.
    async fn run(
        signs: &[Sign],
        heard: impl Fn(Instant) -> Heard,
        poked_after: Option<u64>,
    ) -> (Vec<u64>, Option<Lost>) {
        let limits = &Limits {
            ping_every: Duration::from_secs(30),
            ping_patience: Duration::from_secs(10),
            ..Limits::default()
        };
        let began = Instant::now();
        let look_now = Notify::new();
        let asked = RefCell::new(Vec::new());
        let next = Cell::new(0);
        let ask = || {
            asked.borrow_mut().push(began.elapsed().as_secs());
            let sign = signs.get(next.get()).cloned().unwrap_or(Sign::Alive);
            next.set(next.get() + 1);
            async move {
                if sign == Sign::Nothing {
                    tokio::time::sleep(limits.ping_patience).await;
                }
                sign
            }
        };
        let poke = async {
            if let Some(seconds) = poked_after {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                look_now.notify_one();
            }
            std::future::pending::<()>().await;
        };
        let lost = tokio::select! {
            lost = beat(limits, &look_now, || heard(began), ask) => Some(lost),
            () = poke => None,
            () = tokio::time::sleep(Duration::from_secs(100)) => None,
        };
        (asked.into_inner(), lost)
    }

    #[tokio::test(start_paused = true)]
    async fn a_quiet_server_is_asked_and_a_silent_one_is_lost() {
        use Sign::{Alive, Failing, Nothing, Undelivered};
        let quiet = Heard::Last;
        let silent = Some(Lost::Silent(Duration::from_secs(10)));
        assert_eq!(
            run(&[Alive, Alive, Alive], quiet, None).await,
            (vec![30, 60, 90], None),
            "a server that answers is asked as long as it says nothing else"
        );
        assert_eq!(
            run(&[Alive, Nothing], quiet, None).await,
            (vec![30, 60], silent.clone()),
            "one that answered before and does not now is lost"
        );
        assert_eq!(
            run(&[Nothing, Nothing], quiet, None).await,
            (vec![30, 70], None),
            "one that never answers pings is left alone"
        );
        assert_eq!(
            run(&[Undelivered("no route".into())], quiet, None).await,
            (vec![30], Some(Lost::Undelivered("no route".into()))),
            "what cannot be reached is lost"
        );
        assert_eq!(
            run(&[Alive, Failing("HTTP status 502".into())], quiet, None).await,
            (
                vec![30, 60],
                Some(Lost::Undelivered("HTTP status 502".into()))
            ),
            "a gateway that has nobody behind it any more is no server"
        );
        assert_eq!(
            run(&[Failing("HTTP status 500".into())], quiet, None).await,
            (vec![30, 60, 90], None),
            "one that does not know pings may fail over them and work all the same"
        );
        assert_eq!(
            run(&[], |_| Heard::Busy, None).await,
            (vec![], None),
            "a server at work is not disturbed"
        );
        assert_eq!(
            run(&[], |_| Heard::Last(Instant::now()), None).await,
            (vec![], None),
            "a server that speaks need not be asked"
        );
        assert_eq!(
            run(&[Nothing], quiet, Some(5)).await,
            (vec![5], silent),
            "after a sleep it is asked at once, and has to answer"
        );
        assert_eq!(
            run(&[Nothing], |_| Heard::Busy, Some(5)).await,
            (vec![5], None),
            "unless it works on a call"
        );
    }
}
