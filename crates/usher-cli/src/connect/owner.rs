//! Reaches the owner of the data folder; one is started if there is none.

use std::io;
use std::time::Duration;

use tokio::io::{BufReader, BufWriter};
use tokio::time::Instant;
use usher_app::{Environment, program_beside, terminal_program};
use usher_gateway::{AccessKey, Hello, Input, Output, Stream, open_channel};
use usher_jsonrpc::Lines;

use super::limits;

/// Which owner is reached, and as whom.
pub(crate) struct Reach {
    pub(crate) environment: Environment,
    pub(crate) hello: Hello,
}

/// A connection to the owner.
pub(crate) struct Owner {
    pub(crate) input: Lines<BufReader<Input>>,
    pub(crate) output: BufWriter<Output>,
}

impl Reach {
    /// Reaches the owner. One is started if none comes by itself within this time.
    pub(super) async fn owner(&self, comes_within: Duration) -> io::Result<Owner> {
        let began = Instant::now();
        let mut start_at = began + comes_within;
        loop {
            let failure = match self.try_reach().await {
                Ok(owner) => return Ok(owner),
                Err(failure) => failure,
            };
            let now = Instant::now();
            if now >= began + limits::OWNER_WITHIN {
                return Err(failure);
            }
            if now >= start_at {
                start_at = now + limits::STARTED_AGAIN_AFTER;
                start()?;
            }
            tokio::time::sleep(limits::LOOK_EVERY).await;
        }
    }

    /// Reaches the owner that runs now.
    pub(crate) async fn try_reach(&self) -> io::Result<Owner> {
        let stream = Stream::connect(&self.environment.owner_address()).await?;
        let key = AccessKey::read(&self.environment.paths.access_key())?;
        let (input, mut output) = stream.split();
        let mut input = BufReader::with_capacity(64 * 1024, input);
        open_channel(&key, &self.hello, &mut input, &mut output)
            .await
            .map_err(io::Error::other)?;
        Ok(Owner {
            input: Lines::new(input, limits::OWNER_FRAME_BYTES),
            output: BufWriter::new(output),
        })
    }
}

/// Starts what owns the folder from now on. If somebody else was quicker, that one ends at once.
fn start() -> io::Result<()> {
    if Environment::has_display() {
        let window = program_beside("usher-desktop");
        if window.is_file() {
            return usher_process::start_detached(&window, &["--background"]);
        }
    }
    usher_process::start_detached(&terminal_program(), &["serve", "--until-idle"])
}
