//! Passes the person's answers on, once they fit what was asked.

use super::Approvals;
use crate::approval_queue::{Answer, AnswerError, form, reply, to_its_end};
use usher_content::worker::Queue;
use usher_messages::Message;
use usher_servers::events::HostEvent;
use usher_servers::network::open_in_browser;
use usher_servers::snapshot::{Approval, ApprovalRequest, CallRequest};
use usher_types::address::Address;
use usher_types::approval::Remember;
use usher_types::id::{ApprovalId, CallId, ClientId};
use usher_types::roots::RootsConsent;

impl Approvals {
    /// Lists what is open, oldest first.
    pub fn list(&self) -> Vec<Approval> {
        self.queue.list()
    }

    /// Counts what is open, of servers and webtools that are there.
    pub fn count(&self) -> usize {
        let requesters = self.queue.requesters().into_iter();
        requesters
            .filter(|requester| self.sources.find(requester).is_some())
            .count()
    }

    /// Passes the person's answer on to the server that asked.
    pub async fn answer(&self, id: &ApprovalId, answer: Answer) -> Result<(), AnswerError> {
        let approval = self.queue.find(id)?;
        if let (ApprovalRequest::Form { schema, .. }, Answer::Accept(content)) =
            (&approval.request, &answer)
        {
            let worker = self.workers.of(Queue::Schemas, approval.source.as_str());
            form::check(worker, schema, content).await?;
        }
        if let ApprovalRequest::Call(call) = &approval.request {
            let reason = match &answer {
                Answer::Decline | Answer::Never => "ended.declined",
                Answer::Cancel => "ended.dismissed",
                _ => "ended.answered",
            };
            return self
                .answer_call(&approval, call, answer, Message::new(reason))
                .await;
        }
        if answer == Answer::Share(Remember::Always) {
            // Refuses an answer to another kind of request before anything is remembered of it.
            reply(&approval.request, &answer)?;
            let server = self.sources.require_server(&approval.source);
            let server = server.map_err(|_| AnswerError::NotOpen)?;
            let claimed = self.queue.claim(id)?;
            let roots = self.roots.clone();
            return to_its_end(async move {
                let before = roots.consent(&server);
                let set = roots.set_consent(&server, RootsConsent::Always).await;
                set.map_err(|error| AnswerError::Store(error.to_string()))?;
                let answered = claimed.answer(answer).await;
                if answered.is_err()
                    && let Err(error) = roots.set_consent(&server, before).await
                {
                    tracing::warn!(%error, "that folders are shown was not taken back");
                }
                answered
            })
            .await;
        }
        self.queue.answer(id, &answer).await
    }

    /// Declines all questions about calls of a client, and its calls that wait behind them.
    pub async fn decline_all_of(&self, client: &ClientId) -> Result<(), AnswerError> {
        // First, so that none of them is asked about next.
        self.queue.calls.clients.decline_waiting(client);
        let open = self.queue.list().into_iter();
        let of_client = open.filter(|approval| {
            matches!(&approval.request, ApprovalRequest::Call(asked) if asked.caller.client() == Some(client))
        });
        // At once: none waits until the answer to another is recorded.
        let declined = of_client.map(async |approval| {
            match self.answer(&approval.id, Answer::Decline).await {
                Err(AnswerError::NotOpen) => Ok(()),
                answered => answered,
            }
        });
        let declined = futures::future::join_all(declined).await;
        declined.into_iter().collect()
    }

    /// Returns what the person is asked about this call itself, if that is open.
    pub fn of_call(&self, call: &CallId) -> Option<(ApprovalId, Box<CallRequest>)> {
        let open = self.queue.list().into_iter();
        let mut asked = open.filter(|approval| approval.waiting_calls().any(|one| one == call));
        asked.find_map(|approval| match approval.request {
            ApprovalRequest::Call(request) => Some((approval.id, request)),
            _ => None,
        })
    }

    /// Passes on what a client's user has decided there about its own call.
    ///
    /// # Errors
    /// The approval is not open any more, or is not about a call.
    pub async fn answer_in_client(
        &self,
        id: &ApprovalId,
        client: &str,
        answer: Answer,
    ) -> Result<(), AnswerError> {
        let approval = self.queue.find(id)?;
        let ApprovalRequest::Call(call) = &approval.request else {
            return Err(AnswerError::WrongKind);
        };
        let reason = Message::new("ended.answeredByClient").with("client", client);
        self.answer_call(&approval, call, answer, reason).await
    }

    /// Makes the window show an approval chosen outside of it.
    pub fn show(&self, id: &ApprovalId) -> Result<(), AnswerError> {
        let approval = self.queue.find(id)?;
        self.events.send(HostEvent::ApprovalShown(approval.id));
        Ok(())
    }

    /// Takes note that the person has opened the address of a server's request elsewhere, as by copying it.
    pub async fn visited_elsewhere(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        let approval = self.queue.find(id)?;
        let ApprovalRequest::Url { address, .. } = &approval.request else {
            return Err(AnswerError::WrongKind);
        };
        check_openable(address)?;
        self.queue.visited(id).await
    }

    /// Opens the address of an approval in the system's browser: the person has agreed to exactly that.
    pub async fn visit(&self, id: &ApprovalId) -> Result<Approval, AnswerError> {
        let approval = self.queue.find(id)?;
        let (ApprovalRequest::Url { address, .. } | ApprovalRequest::Link { address, .. }) =
            &approval.request
        else {
            return Err(AnswerError::WrongKind);
        };
        check_openable(address)?;
        let open = self.open_url.clone().ok_or(AnswerError::NoBrowser)?;
        if !open_in_browser(open, &address.text()).await {
            return Err(AnswerError::Browser);
        }
        if let ApprovalRequest::Link { .. } = approval.request {
            self.queue.link_opened(id, address).await?;
            return Ok(approval);
        }
        self.queue.visited(id).await
    }
}

/// Refuses an address that must not be opened, with the reason.
fn check_openable(address: &Address) -> Result<(), AnswerError> {
    match &address.refused {
        Some(refused) => Err(AnswerError::NotOpenable(refused.clone())),
        None => Ok(()),
    }
}
