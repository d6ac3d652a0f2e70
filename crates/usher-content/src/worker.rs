//! Works on foreign content in limited child processes, killed at their deadline.
//!
//! A thread that overruns cannot be stopped; a process can. Pictures and schemas come from servers, so what they cost
//! is theirs to choose: memory and processor time are limited in the child, waiting in the host.

mod child;
mod exchange;
mod message;
mod pool;

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use usher_messages::Message;
use usher_process::OwnProgram;
use usher_types::call::Verdict;

use crate::picture::{self, Drawn, Format, Frame};
use crate::validation::{self, Formats};

pub use child::work;
pub use exchange::Subject;
use exchange::{Done, Work};
pub(crate) use pool::NotDone;
pub use pool::Queue;

/// Says that a value was not checked.
pub(crate) fn not_checked(reason: NotDone) -> Message {
    Message::new("schema.notChecked").with("reason", reason.message())
}

/// The worker processes of a host. Clones share them.
#[derive(Clone)]
pub struct Workers(Option<Arc<pool::Pool>>);

impl Workers {
    /// Starts workers as they are needed.
    pub fn new(program: OwnProgram) -> Self {
        Self(Some(Arc::new(pool::Pool::new(program))))
    }

    /// Works in this process, without limits: for tests of what is worked out.
    #[must_use]
    pub fn in_process() -> Self {
        Self(None)
    }

    /// Names whose content it is: one owner's work never takes all workers of a queue.
    #[must_use]
    pub fn of(&self, queue: Queue, owner: impl Into<Arc<str>>) -> Worker {
        Worker {
            pool: self.0.clone(),
            queue,
            owner: owner.into(),
        }
    }
}

/// Works on the content of one owner. Its methods block.
#[derive(Clone)]
pub struct Worker {
    pool: Option<Arc<pool::Pool>>,
    queue: Queue,
    owner: Arc<str>,
}

impl Worker {
    /// Checks a value against a schema.
    pub(crate) fn check(&self, schema: &Value, value: &Subject, formats: Formats) -> Verdict {
        let Some(pool) = &self.pool else {
            return validation::check(schema, &value.clone().into_value(), formats);
        };
        let work = Work::Check {
            schema: Cow::Borrowed(schema),
            value: Cow::Borrowed(value),
            formats,
        };
        let not_checked = |reason| Verdict::NotChecked {
            message: not_checked(reason),
        };
        match pool.run(self.queue, &self.owner, &work, &[]) {
            Ok((Done::Checked(verdict), _)) => verdict,
            Ok((Done::Drawn(_), _)) => not_checked(NotDone::Failed),
            Err(reason) => not_checked(reason),
        }
    }

    /// Draws the first (or only) image of a picture as PNG. The error says why not.
    pub(crate) fn draw(
        &self,
        bytes: &[u8],
        format: Format,
        frame: Frame,
    ) -> Result<Drawn, Message> {
        let Some(pool) = &self.pool else {
            return picture::draw(bytes, format, frame);
        };
        match pool.run(
            self.queue,
            &self.owner,
            &Work::Draw { format, frame },
            bytes,
        ) {
            Ok((Done::Drawn(drawn), png)) => drawn.map(|own_size| Drawn { png, own_size }),
            Ok((Done::Checked(_), _)) => Err(not_drawn(NotDone::Failed)),
            Err(reason) => Err(not_drawn(reason)),
        }
    }
}

fn not_drawn(reason: NotDone) -> Message {
    Message::new("media.notDrawn").with("reason", reason.message())
}
