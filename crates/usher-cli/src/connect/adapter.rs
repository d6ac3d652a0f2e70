//! Passes messages between a client and one owner after the other.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, BufWriter};
use tokio::time::Instant;
use usher_gateway::{FRAME_BYTES, Refusal};
use usher_jsonrpc::{Fault, Line, Lines, Outline, REFUSED, notification, response};

use super::client_state::{Heard, Remembered};
use super::limits;
use super::owner::{Owner, Reach};
use crate::terminal::{refusal_text, text};

/// Stands between a client and the owner of the data folder.
pub(super) struct Adapter<C, A> {
    reach: Reach,
    client: Lines<BufReader<C>>,
    answers: BufWriter<A>,
    remembered: Remembered,
}

/// Why passing ended.
enum Stop {
    /// The client says no more.
    Client,
    Owner,
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl<C: AsyncRead + Unpin, A: AsyncWrite + Unpin> Adapter<C, A> {
    pub(super) fn new(reach: Reach, client: C, answers: A) -> Self {
        let client = BufReader::with_capacity(64 * 1024, client);
        Self {
            reach,
            client: Lines::new(client, FRAME_BYTES),
            answers: BufWriter::new(answers),
            remembered: Remembered::default(),
        }
    }

    /// Passes messages until the client says no more.
    pub(super) async fn pass(mut self) -> io::Result<()> {
        let mut comes_within = Duration::ZERO;
        loop {
            let mut owner = tokio::select! {
                owner = self.reach.owner(comes_within) => owner?,
                () = self.client.ended() => return Ok(()),
            };
            match self.pass_with(&mut owner).await {
                Stop::Client => return self.finish(owner).await,
                Stop::Owner => self.answer_lost().await?,
                Stop::Failed(error) => return Err(error),
            }
            comes_within = limits::NEXT_OWNER_WITHIN;
        }
    }

    async fn pass_with(&mut self, owner: &mut Owner) -> Stop {
        if let Err(stop) = self.begin_again(owner).await {
            return stop;
        }
        for reading in self.remembered.take_readings() {
            if let Err(stop) = write(owner, &reading).await {
                return stop;
            }
        }
        loop {
            let passed = tokio::select! {
                read = self.client.next() => match read {
                    Ok(Line::Whole(line) | Line::Broken(line)) => {
                        self.remembered.note_sent(line);
                        write(owner, line).await
                    }
                    Ok(Line::TooLong(scanner)) => {
                        let id = scanner.requested_id().unwrap_or_default();
                        self.fail(&id, Fault::too_long(FRAME_BYTES))
                            .await
                            .map_err(Stop::Failed)
                    }
                    Ok(Line::End) => Err(Stop::Client),
                    Err(error) => Err(Stop::Failed(error)),
                },
                read = owner.input.next() => match read {
                    Ok(Line::Whole(line)) => match refused(line) {
                        Err(stop) => Err(stop),
                        Ok(()) => match self.remembered.note_heard(line) {
                            Heard::Message => tell(&mut self.answers, line).await,
                            Heard::OwnAnswer { updated } => {
                                self.answered_again(owner, updated).await
                            }
                        },
                    },
                    Ok(Line::TooLong(scanner)) => {
                        let id = scanner.answered_id();
                        self.replace_long(id).await.map_err(Stop::Failed)
                    }
                    Ok(Line::Broken(_) | Line::End) | Err(_) => Err(Stop::Owner),
                },
            };
            if let Err(stop) = passed {
                return stop;
            }
        }
    }

    /// Tells a new owner how the client began, and the client that everything may have changed.
    async fn begin_again(&mut self, owner: &mut Owner) -> Result<(), Stop> {
        let Some(beginning) = self.remembered.begin_again() else {
            return Ok(());
        };
        write(owner, beginning.to_string().as_bytes()).await?;
        loop {
            let read = tokio::select! {
                read = owner.input.next() => read,
                () = self.client.ended() => return Err(Stop::Client),
            };
            let Ok(Line::Whole(line)) = read else {
                return Err(Stop::Owner);
            };
            refused(line)?;
            let answered = Outline::read(line);
            let answered = answered.as_ref().and_then(Outline::answers);
            let is_answer = answered == Some(&beginning["id"]);
            if self.remembered.note_heard(line) == Heard::Message {
                tell(&mut self.answers, line).await?;
            }
            if is_answer {
                break;
            }
        }
        for message in self.remembered.go_on() {
            write(owner, message.as_bytes()).await?;
        }
        if self.remembered.is_initialized() {
            for list in ["tools", "prompts", "resources"] {
                let method = format!("notifications/{list}/list_changed");
                self.notify(&method, &json!({})).await?;
            }
        }
        Ok(())
    }

    /// Goes on after the answer to a request that was made again: a change in between may have been missed.
    async fn answered_again(
        &mut self,
        owner: &mut Owner,
        updated: Option<String>,
    ) -> Result<(), Stop> {
        for message in self.remembered.follow_again() {
            write(owner, message.as_bytes()).await?;
        }
        if let Some(uri) = updated {
            let method = "notifications/resources/updated";
            self.notify(method, &json!({ "uri": uri })).await?;
        }
        Ok(())
    }

    /// Waits a moment for answers: the client may have closed its end right behind its last request.
    async fn finish(&mut self, mut owner: Owner) -> io::Result<()> {
        let until = Instant::now() + limits::ANSWERS_WITHIN;
        while self.remembered.waits() {
            let read = tokio::time::timeout_at(until, owner.input.next()).await;
            let Ok(Ok(Line::Whole(line))) = read else {
                break;
            };
            if self.remembered.note_heard(line) == Heard::Message {
                pass_on(&mut self.answers, line).await?;
            }
        }
        Ok(())
    }

    /// Answers what the owner will answer no more. Whether a call was run is not known, so none is made again.
    async fn answer_lost(&mut self) -> io::Result<()> {
        let fault = Fault::new(REFUSED, text("terminal.ownerEnded"));
        for id in self.remembered.take_lost() {
            self.fail(&id, fault.clone()).await?;
        }
        Ok(())
    }

    /// Answers instead of an owner whose answer is too long. What else is too long is left out.
    async fn replace_long(&mut self, id: Option<Value>) -> io::Result<()> {
        let Some(id) = id else { return Ok(()) };
        if self.remembered.note_failed(&id) {
            let fault = Fault::new(REFUSED, text("terminal.answerTooLong"));
            self.fail(&id, fault).await?;
        }
        Ok(())
    }

    async fn fail(&mut self, id: &Value, fault: Fault) -> io::Result<()> {
        pass_on(&mut self.answers, response(id, &Err(fault)).as_bytes()).await
    }

    async fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        pass_on(&mut self.answers, notification(method, params).as_bytes()).await
    }
}

/// Ends with the reason if the owner refuses the connection: no other owner would take it.
fn refused(line: &[u8]) -> Result<(), Stop> {
    match Refusal::read(line) {
        None => Ok(()),
        Some(refusal) => Err(Stop::Failed(io::Error::other(refusal_text(refusal)))),
    }
}

/// Writes a message to the owner.
async fn write(owner: &mut Owner, line: &[u8]) -> Result<(), Stop> {
    pass_on(&mut owner.output, line)
        .await
        .map_err(|_| Stop::Owner)
}

/// Writes a message to the client.
async fn tell(answers: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> Result<(), Stop> {
    pass_on(answers, line).await.map_err(Stop::Failed)
}

async fn pass_on(output: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> io::Result<()> {
    output.write_all(line).await?;
    output.write_all(b"\n").await?;
    output.flush().await
}
