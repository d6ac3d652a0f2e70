//! The way of a call, in eight steps.

use std::time::{Duration, Instant};

use usher_types::call::CallTimes;

use super::authorize::Approved;
use super::call::{Call, Record, Returned};
use super::ended_call::{Answer, EndedCall, whole_ms};
use super::sending::Delivered;
use usher_servers::events::HostEvent;
use usher_servers::request_error::RequestError;

/// Age after which a granted call is checked again before it is sent.
const RECHECKED_AFTER: Duration = Duration::from_millis(5);

impl Call {
    /// Runs the request to its end. An error means that nothing was sent, or that it is no call of a tool and failed.
    pub(super) async fn run(mut self) -> Result<Returned, RequestError> {
        let sent = self.until_answered().await;
        // 8. The answer reaches the client, the record and the caller.
        match (sent, &self.client) {
            (Ok(delivered), Some(_)) => Ok(self.answer_client(delivered).await),
            (Ok(delivered), None) => self.answer_caller(delivered).await,
            (Err(error), client) => {
                if let Some(client) = client {
                    let arguments = &self.request.arguments;
                    client.answer(Err(error.clone()), arguments).await;
                }
                Err(error)
            }
        }
    }

    /// Takes the steps up to the answer of the source. An error means that nothing was sent.
    async fn until_answered(&mut self) -> Result<Delivered, RequestError> {
        // 1. The item: its source, its arguments, and whether it can be sent at all.
        self.until_settled().await?;
        tokio::select! {
            checked = self.check_item() => checked?,
            () = self.taken_back() => return Err(RequestError::Cancelled),
        }
        // 2. The review, 3. the permissions, 4. the person: again, if the definition is another one by then.
        let approved = self.authorize().await?;
        let decided = Instant::now();
        self.granted();
        // 5. Once more, if its client or the person took their time.
        self.until_attended().await?;
        if decided.elapsed() > RECHECKED_AFTER {
            match &approved {
                Some(approved) => self.check_again(approved).await?,
                None => self.as_reviewed().await?,
            }
        }
        // 6. It is sent, and 7. followed to its end, over any number of rounds and connections.
        self.send(approved).await
    }

    /// Waits for a server that is starting, for a client.
    async fn until_settled(&self) -> Result<(), RequestError> {
        if let Some(client) = &self.client {
            tokio::select! {
                biased;
                () = self.taken_back() => return Err(RequestError::Cancelled),
                () = client.settled() => {}
            }
        }
        self.running.settled();
        Ok(())
    }

    fn granted(&self) {
        if self.running.approved() {
            self.calls.context().events.send(HostEvent::ClientsChanged);
        }
    }

    /// Waits until a request of the client waits for the call, which may have been approved meanwhile.
    async fn until_attended(&self) -> Result<(), RequestError> {
        let Some(client) = &self.client else {
            return Ok(());
        };
        tokio::select! {
            biased;
            () = self.taken_back() => Err(RequestError::Cancelled),
            attended = client.attended() => attended,
        }
    }

    /// Sends the request and follows it; its client is notified of what its source reports meanwhile.
    async fn send(&mut self, approved: Option<Approved>) -> Result<Delivered, RequestError> {
        let Some(client) = self.client.clone() else {
            return self.deliver(approved).await;
        };
        let mut delivered = Err(RequestError::Cancelled);
        let delivering = async { delivered = self.deliver(approved).await };
        client.during(Box::pin(delivering)).await;
        delivered
    }

    /// Answers the client, and records the call with what passed between the client and Usher. If many calls wait to be
    /// recorded, this waits, too.
    async fn answer_client(self, delivered: Delivered) -> Returned {
        let ended = self.ended(delivered);
        let answered_at = Instant::now();
        if let Some(client) = &self.client {
            let leg = client
                .answer(Ok(ended.raw_ending()), &self.request.arguments)
                .await;
            if self.record == Record::Kept {
                let row = self.calls.record_later(ended, leg, answered_at).await;
                self.running.set_recorded(row);
            }
        }
        Returned::ToClient
    }

    async fn answer_caller(self, delivered: Delivered) -> Result<Returned, RequestError> {
        let ended = self.ended(delivered);
        let duration = ended.duration;
        let (answer, outcome) = match self.record {
            Record::Kept => {
                let answer = ended.answer.of_other_kind();
                (answer, Some(self.calls.record(ended).await))
            }
            Record::None => (Some(ended.answer), None),
        };
        Ok(match (answer, outcome) {
            (Some(Answer::Prompt(got)), Some(outcome)) => Returned::Prompt(outcome, got?),
            (Some(Answer::Read(read)), _) => Returned::Read(read?, duration),
            (Some(Answer::Completion(completed)), _) => Returned::Completion(completed?.0),
            (_, Some(outcome)) => Returned::Tool(outcome),
            (_, None) => Returned::ToClient,
        })
    }

    /// How the time of the call divides, and what came back for it.
    fn ended(&self, delivered: Delivered) -> EndedCall {
        let Delivered {
            label,
            sent,
            secrets,
            answer,
            was_task,
        } = delivered;
        let asked = self.running.asked();
        let duration = sent
            .at
            .elapsed()
            .saturating_sub(asked.saturating_sub(sent.asked));
        let queue = sent.at.duration_since(self.began);
        EndedCall {
            call: self.request.clone(),
            label,
            started_at: sent.started_at,
            duration,
            times: self.running.is_listed().then(|| CallTimes {
                queue_ms: whole_ms(queue.saturating_sub(sent.asked)),
                person_ms: whole_ms(asked),
                server_ms: whole_ms(duration),
                wire_ms: 0,
            }),
            leg: None,
            secrets,
            answer,
            was_task,
        }
    }
}
