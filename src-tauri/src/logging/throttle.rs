//! Limits the log to one line a minute of each cause, which says how many lines were left out before.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// How long a cause is silent after a line.
const SILENT_FOR: Duration = Duration::from_mins(1);

/// Causes that are remembered at the same time; of more, those that are not silent are forgotten.
const CAUSES: usize = 4096;

/// Formats events, but leaves out those of a cause that is silent.
pub(super) struct Throttled<F> {
    format: F,
    causes: Mutex<HashMap<Cause, Told>>,
}

/// Where in Usher a line comes from, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Cause {
    place: Identifier,
    /// The fields of its spans: which server, which operation.
    about: String,
}

struct Told {
    at: Instant,
    /// How many lines were left out since.
    left_out: u64,
}

impl<F> Throttled<F> {
    pub(super) fn new(format: F) -> Self {
        Self {
            format,
            causes: Mutex::default(),
        }
    }

    /// Counts a line: how many were left out before it; `None` = it is left out itself.
    fn count(&self, cause: Cause, now: Instant) -> Option<u64> {
        let mut causes = self.causes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = causes.get_mut(&cause) {
            if now.duration_since(told.at) < SILENT_FOR {
                told.left_out += 1;
                return None;
            }
            told.at = now;
            return Some(std::mem::take(&mut told.left_out));
        }
        if causes.len() >= CAUSES {
            causes.retain(|_, told| now.duration_since(told.at) < SILENT_FOR);
        }
        if causes.len() < CAUSES {
            causes.insert(
                cause,
                Told {
                    at: now,
                    left_out: 0,
                },
            );
        }
        Some(0)
    }
}

impl<S, N, F> FormatEvent<S, N> for Throttled<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut about = String::new();
        for span in context.event_scope().into_iter().flatten() {
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>() {
                write!(about, "{} {fields} ", span.name())?;
            }
        }
        let cause = Cause {
            place: event.metadata().callsite(),
            about,
        };
        let Some(left_out) = self.count(cause, Instant::now()) else {
            return Ok(());
        };
        self.format.format_event(context, writer.by_ref(), event)?;
        if left_out > 0 {
            writeln!(writer, "    {left_out} more like this were left out before")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use tracing_subscriber::fmt::format;

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_storm_of_one_cause_is_one_line_and_hides_no_other() {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .event_format(Throttled::new(format().without_time().with_target(false)))
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            for server in ["a", "b", "a"] {
                let _span = tracing::info_span!("server", id = server).entered();
                for n in 0..1000 {
                    tracing::warn!(n, "a handshake failed");
                }
            }
            tracing::warn!("something else");
        });
        let written = written.0.lock().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&written),
            " WARN server{id=\"a\"}: a handshake failed n=0\n \
             WARN server{id=\"b\"}: a handshake failed n=0\n \
             WARN something else\n"
        );
    }

    #[test]
    fn what_was_left_out_is_counted_with_the_next_line() {
        let silent = Throttled::new(());
        let cause = || Cause {
            place: Identifier(&PLACE),
            about: String::new(),
        };
        let began = Instant::now();
        let told = [0, 1, 59, 60, 61, 200]
            .map(|seconds| silent.count(cause(), began + Duration::from_secs(seconds)));
        assert_eq!(told, [Some(0), None, None, Some(2), None, Some(1)]);
    }

    struct Place;

    static PLACE: Place = Place;

    impl tracing::callsite::Callsite for Place {
        fn set_interest(&self, _: tracing::subscriber::Interest) {}

        fn metadata(&self) -> &tracing::Metadata<'_> {
            unreachable!("it is compared by its address")
        }
    }
}
