//! How a request of a client waits for its call: until it is answered, or its client is told to come back.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use usher_calls::caller_requests::CallerRequest;
use usher_calls::running_calls::Stage;
use usher_jsonrpc::Fault;
use usher_mcp::InputKey;
use usher_messages::Message;

use crate::calls::client_call::{Attachment, ClientCall, Resumes};
use crate::calls::input_requests::{answered_before, given_answers, key_of};
use crate::calls::table::Detach;
use crate::eras::revision::Era;
use crate::limits;
use crate::request::Request;
use crate::session::Session;
use crate::session::client_requests::can_answer;
use crate::session::outbox::answering;

/// How often an open question is checked within the time after which nobody has seen it.
const LOOKS: u32 = 4;

impl Session {
    /// Waits for a call as long as the client does. A later request for the same call takes its place. `None` = the call has
    /// ended, and an earlier request took what came of it.
    pub(crate) async fn wait_for(
        self: &Arc<Self>,
        request: &Request,
        attachment: &Attachment,
        cancelled: &CancellationToken,
    ) -> Option<Result<Value, Fault>> {
        let Attachment { call, number } = attachment;
        if call.latest() == *number {
            call.progress.follow(request, self.outbox());
        }
        tokio::select! {
            biased;
            () = call.superseded(*number) => {}
            answer = self.wait_attached(request, attachment, cancelled) => {
                if let Some(answer) = &answer {
                    call.publish(*number, answer);
                }
                return answer;
            }
        }
        Some(tokio::select! {
            () = self.ended.cancelled() => Err(Fault::disconnected()),
            () = cancelled.cancelled() => Err(Fault::cancelled()),
            answer = call.answer_after(*number) => answer,
        })
    }

    /// As [`Self::wait_for`], for the latest request.
    async fn wait_attached(
        self: &Arc<Self>,
        request: &Request,
        attachment: &Attachment,
        cancelled: &CancellationToken,
    ) -> Option<Result<Value, Fault>> {
        let call = &attachment.call;
        let is_modern = request.era == Era::Modern;
        let options = &self.gateway.options;
        let may_become_task = request.method == "tools/call" && request.takes_tasks();
        let client_timeout = tokio::time::sleep_until(request.arrived + self.client_timeout());
        let task_after = async {
            if may_become_task {
                tokio::select! {
                    () = tokio::time::sleep(options.task_after) => {}
                    // What its server follows as a task is one for the client, too.
                    () = call.became_task.cancelled() => {}
                }
            } else {
                pending::<()>().await;
            }
        };
        let no_approver = call.until_no_approver(options.no_approver_for);
        tokio::pin!(client_timeout, task_after, no_approver);
        let mut given = given_answers(request);
        loop {
            let asked = tokio::select! {
                biased;
                outcome = call.ended() => return Some(self.handed_over(request, call, outcome?)),
                Some(asked) = call.next_request() => asked,
                () = self.ended.cancelled() => {
                    self.leave(attachment);
                    return Some(Err(Fault::disconnected()));
                }
                () = cancelled.cancelled() => return self.taken_back(request, attachment).await,
                () = call.stream_closed.notified() => {
                    self.break_stream(&request.id);
                    continue;
                }
                () = &mut task_after => return Some(self.begin_task(request, Arc::clone(call), None)),
                () = &mut no_approver => {
                    let message = Message::new("gateway.noWindow");
                    if let Some(answer) = self.defer(request, attachment, &message) {
                        return Some(answer);
                    }
                    no_approver.set(call.until_no_approver(options.no_approver_for));
                    continue;
                }
                () = &mut client_timeout, if !self.is_kept_by_progress(call) => {
                    if is_modern {
                        if let Some(answer) = self.suspend(attachment, BTreeMap::new()) {
                            return Some(answer);
                        }
                    } else if let Some(answer) = self.timed_out(request, attachment).await {
                        return Some(answer);
                    }
                    client_timeout.as_mut().reset(Instant::now() + options.keepalive_every);
                    continue;
                }
            };
            if call.access.is_suspended()
                || !can_answer(&self.capabilities(request), asked.method, &asked.params)
            {
                // Dropped, it is asked of the person.
                continue;
            }
            if !is_modern {
                let session = Arc::clone(self);
                let request = request.id.to_string();
                let asking = async move { session.ask_client(asked, None).await };
                tokio::spawn(answering(request, asking));
                continue;
            }
            let Some(asked) = answered_before(asked, &mut given) else {
                continue;
            };
            // What is asked before there is a task is asked in a round.
            if may_become_task && !matches!(asked.input, Some(InputKey::Round { .. })) {
                return Some(self.begin_task(request, Arc::clone(call), Some(asked)));
            }
            let open = self.gather(request, call, asked).await;
            if let Some(answer) = self.suspend(attachment, open) {
                return Some(answer);
            }
        }
    }

    /// Waits for the answer to a request that is not made in rounds: what its server asks is asked of the person.
    pub(crate) async fn wait_at_once(
        &self,
        request: &Request,
        call: &ClientCall,
        cancelled: &CancellationToken,
    ) -> Result<Value, Fault> {
        call.close_requests().await;
        call.progress.follow(request, self.outbox());
        tokio::select! {
            biased;
            outcome = call.ended() => {
                let outcome = outcome.unwrap_or_else(|| Err(Fault::cancelled()));
                return self.handed_over(request, call, outcome);
            }
            () = self.ended.cancelled() => {}
            () = cancelled.cancelled() => {}
        }
        call.cancel();
        Err(Fault::cancelled())
    }

    /// The client has gone. A call that the person decides about is kept for the next identical one.
    fn leave(&self, attachment: &Attachment) {
        let call = &attachment.call;
        let is_decided_about = (Stage::Undecided..Stage::Sent).contains(&call.state().stage);
        let detached = if call.is_of_tool() && is_decided_about {
            self.kept.calls.detach(attachment, Resumes::SameCall)
        } else {
            Detach::TooMany
        };
        if detached == Detach::TooMany {
            call.cancel();
        }
    }

    /// The client has taken its request back: because it took too long, or because nobody wants it any more.
    async fn taken_back(
        &self,
        request: &Request,
        attachment: &Attachment,
    ) -> Option<Result<Value, Fault>> {
        let call = &attachment.call;
        if self.has_timed_out(request) {
            // It comes back for it.
            let message = Message::new("gateway.notYet");
            if call.waits_for_person()
                && let Some(answer) = self.defer(request, attachment, &message)
            {
                return Some(answer);
            }
            self.leave(attachment);
        } else {
            call.cancel();
        }
        if call.is_detached() {
            return Some(Err(Fault::disconnected()));
        }
        call.ended().await
    }

    /// A legacy client is about to give up. Returns what it is answered, unless its server works on the call.
    async fn timed_out(
        &self,
        request: &Request,
        attachment: &Attachment,
    ) -> Option<Result<Value, Fault>> {
        let call = &attachment.call;
        let name = request.params.get("name").and_then(Value::as_str);
        let name = name.unwrap_or(&request.method);
        if !call.is_sent() {
            if call.state().stage == Stage::Starting {
                call.cancel();
                let message = Message::new("gateway.stillStarts").with("tool", name);
                return Some(Ok(self.gateway.error_result(request.era, &message)));
            }
            // What it is told can name the question. A call that is not asked about by then is about to be decided.
            let is_known =
                call.until(|state| state.approval.is_some() || state.stage >= Stage::Sent);
            let _ = tokio::time::timeout(limits::ASKED_WITHIN, is_known).await;
        }
        if call.is_sent() && !call.waits_for_person() {
            return None;
        }
        let message = match call.state().approval {
            Some(number) => Message::new("gateway.callAgain")
                .with("number", number)
                .with("tool", name),
            // The server or the person answered just then.
            None => Message::new("gateway.notYet").with("tool", name),
        };
        self.defer(request, attachment, &message)
    }

    /// Collects what the server asks together, so that it reaches the client together.
    ///
    /// Of a round it is known how many there are; the person may be asked some of them.
    async fn gather(
        &self,
        request: &Request,
        call: &ClientCall,
        first: CallerRequest,
    ) -> BTreeMap<String, CallerRequest> {
        let (mut missing, within) = match first.input {
            Some(InputKey::Round { together, .. }) => {
                (together.saturating_sub(1), limits::GATHER_ROUND_FOR)
            }
            _ => (usize::MAX, limits::GATHER_FOR),
        };
        let mut open = BTreeMap::new();
        open.insert(key_of(&first, |_| false), first);
        let until = Instant::now() + within;
        while missing > 0
            && let Ok(Some(asked)) = tokio::time::timeout_at(until, call.next_request()).await
        {
            missing -= 1;
            if can_answer(&self.capabilities(request), asked.method, &asked.params) {
                let key = key_of(&asked, |key| open.contains_key(key));
                open.insert(key, asked);
            }
        }
        open
    }
}

impl ClientCall {
    /// Waits until an approval of the call was open for as long as nobody can answer it here. Where a window is, or a form
    /// is open in the client, somebody can.
    async fn until_no_approver(&self, no_approver_for: Option<Duration>) {
        let Some(no_approver_for) = no_approver_for else {
            return pending().await;
        };
        let look_every = (no_approver_for / LOOKS).max(Duration::from_millis(1));
        let mut since = None;
        loop {
            match self.state().approval {
                None => since = None,
                Some(_) if self.is_asked_in_client() => since = None,
                Some(number) => {
                    let (of, began) = *since.get_or_insert((number, Instant::now()));
                    if of != number {
                        since = Some((number, Instant::now()));
                    } else if began.elapsed() >= no_approver_for {
                        return;
                    }
                }
            }
            tokio::time::sleep(look_every).await;
        }
    }
}
