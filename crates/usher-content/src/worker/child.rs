//! The worker itself: a process that does one piece of work after the other.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;

use super::exchange::{Done, Work};
use super::message;
use crate::{limits, picture, validation};

/// Nesting that the input limits allow must not overflow it.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// Runs a worker on stdin and stdout until the host closes them.
///
/// It limits itself before it reads anything. A limit that is exceeded ends the process, and the host sees that.
pub fn work() -> ExitCode {
    if let Err(error) = usher_process::limit_memory(limits::WORKER_BYTES) {
        tracing::error!(%error, "a worker could not limit itself");
        return ExitCode::FAILURE;
    }
    let worker = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(|| serve(io::stdin().lock(), io::stdout().lock()));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn serve(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    while let Some((work, bytes)) = message::read::<Work<'_>>(&mut input)? {
        usher_process::limit_processor_time(limits::WORK_WITHIN)?;
        let (done, bytes) = perform(work, &bytes);
        message::write(&mut output, &done, &bytes)?;
    }
    Ok(())
}

fn perform(work: Work<'_>, bytes: &[u8]) -> (Done, Vec<u8>) {
    match work {
        Work::Check {
            schema,
            value,
            formats,
        } => {
            let value = value.into_owned().into_value();
            (
                Done::Checked(validation::check(&schema, &value, formats)),
                Vec::new(),
            )
        }
        Work::Draw { format, frame } => match picture::draw(bytes, format, frame) {
            Ok(drawn) => (Done::Drawn(Ok(drawn.own_size)), drawn.png),
            Err(reason) => (Done::Drawn(Err(reason)), Vec::new()),
        },
    }
}
